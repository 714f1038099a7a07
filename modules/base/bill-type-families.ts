/** The families in the order documents follow each other: never backwards. */
export const families = [
  "REQUISITION",
  "AGREEMENT",
  "ORDER",
  "DELIVERY_NOTICE",
  "DELIVERY_NOTE",
  "RECEIPT",
  "RETURN",
  "STATEMENT",
] as const;
export const goesForward = (source: string, target: string): boolean =>
  families.indexOf(source as never) < families.indexOf(target as never);
