/** What one item has cost, for one unit of measure, in base currency without tax. */
export interface PricesOf {
  readonly itemId: string;
  /** Empty where all suppliers are taken together. */
  readonly supplierId: string | null;
  readonly supplierName: string | null;
  readonly uom: string;
  readonly count: number;
  readonly qty: string;
  readonly last: string;
  readonly lowest: string;
  readonly highest: string;
  /** Weighted by quantity. */
  readonly average: string | null;
  readonly lastDate: string;
  /** The last two dozen, oldest first. */
  readonly trend: readonly string[];
}

/** One purchase of before. */
export interface PaidBefore {
  readonly itemId: string;
  readonly supplierId: string;
  readonly supplierName: string;
  readonly orderId: string | null;
  readonly orderNum: string;
  readonly orderDate: string;
  readonly qty: string;
  readonly uom: string;
  readonly currency: string;
  readonly priceUnit: string;
  readonly priceExcl: string;
  readonly priceBaseCurrency: string;
  readonly changePercent: string | null;
}

/** What an item has cost so far: figures in the unit it was bought in last, and the newest purchases. */
export interface PriceSummary {
  readonly uom: string | null;
  readonly count: number;
  readonly last: string | null;
  readonly lowest: string | null;
  readonly highest: string | null;
  readonly average: string | null;
  readonly trend: readonly string[];
  readonly recent: readonly PaidBefore[];
}
