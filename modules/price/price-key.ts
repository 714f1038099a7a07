/** What makes two prices the same price at different times; an empty part counts as a value. */
export interface PriceKeyed {
  readonly orgId: string;
  readonly invOrgId?: string | null;
  readonly supplierId: string;
  readonly supplierSiteId?: string | null;
  readonly itemId?: string | null;
  readonly categoryId?: string | null;
  readonly itemDesc?: string | null;
  readonly priceType: string;
  readonly currency: string;
  readonly uom: string;
  readonly sourceGroup: string;
}

/** The key of a price as one text: the item, or without one the category and the words that describe it. */
export const priceKey = (row: PriceKeyed): string =>
  [
    ...[row.sourceGroup, row.orgId, row.invOrgId, row.supplierId, row.supplierSiteId],
    ...(row.itemId ? [row.itemId] : [row.categoryId, row.itemDesc?.trim()]),
    ...[row.priceType, row.currency, row.uom],
  ]
    .map((part) => part ?? "")
    .join("|");
