interface Taxed {
  readonly defaultTaxRate: string | null;
}

/** The tax rate of goods: their own, else that of their category. */
export const taxRateOf = (goods: Taxed | null | undefined, family: Taxed | null | undefined): string | null =>
  goods?.defaultTaxRate ?? family?.defaultTaxRate ?? null;
