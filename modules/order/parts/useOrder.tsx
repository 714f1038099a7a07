import type { Row } from "#kernel/page-document.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { useLoad, type Loaded } from "#kernel/web/page/document/useLoad.ts";
import { order } from "../order.entity.ts";

export const rowsIn = (row: Row | null | undefined, key: string): readonly Row[] => (Array.isArray(row?.[key]) ? (row[key] as Row[]) : []);
export const textOf = (value: unknown): string => (value === null || value === undefined ? "" : String(value));

/** A delivery row with the line it belongs to. */
export interface Scheduled {
  readonly line: Row;
  readonly row: Row;
}

export const scheduledIn = (doc: Row | null): readonly Scheduled[] =>
  rowsIn(doc, "lines").flatMap((line) => rowsIn(line, "deliveries").map((row) => ({ line, row })));

/** Rows of open lines that wait for the supplier's word. */
export const waitingIn = (doc: Row | null): readonly Scheduled[] =>
  scheduledIn(doc).filter(
    ({ line, row }) => line["lineStatus"] === "OPEN" && ["PENDING", "BUYER_REJECTED"].includes(textOf(row["confirmStatus"])),
  );

/** The whole order behind a row of a list; a row that is whole already is taken as it is. */
export function useOrder(row: Row): Loaded<Row> {
  return useLoad(`${order.name}:${textOf(row["id"])}:${textOf(row["versionNum"])}`, async () =>
    Array.isArray(row["lines"]) ? row : entityCall.find(order, textOf(row["id"])),
  );
}

/** The name of a line for people: number, item and its code. */
export const lineName = (line: Row): string =>
  [textOf(line["lineNum"]), textOf(line["itemName"]) || textOf(line["itemDesc"]), textOf(line["itemCode"])].filter(Boolean).join(" ");
