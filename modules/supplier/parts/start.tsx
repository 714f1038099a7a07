import type { Row } from "#kernel/page-document.ts";
import { handOver } from "#kernel/web/page/edit/handOver.ts";
import { openPage } from "#kernel/web/router.ts";

let count = 0;

/** Opens the page of a new document with some of it filled in. */
export function startWith(path: string, values: Row): void {
  const from = `supplier-${++count}`;
  handOver(`copy:${from}`, values);
  void openPage({ path, query: { from } });
}

/** A supplier as a document's reference names it. */
export const asReference = (row: Row): Row => ({
  supplierId: row["supplierId"] ?? row["id"],
  supplierCode: row["supplierCode"],
  supplierName: row["supplierName"],
});
