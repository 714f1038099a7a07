import type { Row } from "#kernel/page-document.ts";

/** Waits for whoever of a group claims it. */
export const isOpenToGroup = (row: Row): boolean => row["kind"] === "GROUP";

/** Its kind of document may be approved together with others. */
export const isBulk = (row: Row): boolean => row["batchFlag"] === "Y";

/** A row is selectable when something can be done with several: claim them or approve them. */
export const isSelectable = (row: Row): boolean => isOpenToGroup(row) || isBulk(row);

export interface Offered {
  readonly claims: readonly Row[];
  readonly approves: readonly Row[];
  /** How many of the selected rows have to be decided individually: the others are approved together only without them. */
  readonly individual: number;
}

/** What a selection can be used for. */
export function offeredFor(rows: readonly Row[]): Offered {
  const approves = rows.filter(isBulk);
  return { claims: rows.filter(isOpenToGroup), approves, individual: rows.length - approves.length };
}
