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
const inOrder: readonly string[] = families;
export const goesForward = (source: string, target: string): boolean => inOrder.indexOf(source) < inOrder.indexOf(target);
