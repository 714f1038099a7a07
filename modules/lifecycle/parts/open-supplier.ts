import type { Row } from "#kernel/report.ts";

/** The file of the supplier a row is about. */
export const fileOf = (row: Row, key = "id") =>
  row[key] ? { path: "supplierInfoEdit", query: { id: String(row[key]) }, title: String(row["supplierName"] ?? "") } : null;
