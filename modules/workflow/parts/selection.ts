interface Selectable {
  readonly kind?: string | null;
  readonly batchFlag?: string | null;
}

/** Waits for whoever of a group claims it. */
export const isOpenToGroup = (row: Selectable): boolean => row.kind === "GROUP";

/** Its kind of document may be approved together with others. */
export const isBulk = (row: Selectable): boolean => row.batchFlag === "Y";

/** A row is selectable when something can be done with several: claim them or approve them. */
export const isSelectable = (row: Selectable): boolean => isOpenToGroup(row) || isBulk(row);

export interface Offered<R> {
  readonly claims: readonly R[];
  readonly approves: readonly R[];
  /** How many of the selected rows have to be decided individually: the others are approved together only without them. */
  readonly individual: number;
}

/** What a selection can be used for. */
export function offeredFor<R extends Selectable>(rows: readonly R[]): Offered<R> {
  const approves = rows.filter(isBulk);
  return { claims: rows.filter(isOpenToGroup), approves, individual: rows.length - approves.length };
}
