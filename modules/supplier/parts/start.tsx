import type { Row } from "#kernel/page-document.ts";
import type { Seen } from "#kernel/seen.ts";
import { menuForRoute, useMenus } from "#kernel/web/menus.ts";
import { handOver } from "#kernel/web/page/edit/handOver.ts";
import { openPage } from "#kernel/web/router.ts";
import type { supplierInfo } from "../supplier.entity.ts";

/** A supplier, or a row that refers to one. */
interface Referring {
  readonly id?: string | null;
  readonly supplierId?: string | null;
  readonly supplierCode?: string | null;
  readonly supplierName?: string | null;
}

let count = 0;

/** Opens the page of a new document with some of it filled in. */
export function startWith(path: string, values: Row): void {
  const from = `supplier-${++count}`;
  handOver(`copy:${from}`, values);
  void openPage({ path, query: { from } });
}

/** A supplier as a document's reference names it. */
export const asReference = (row: Referring): Omit<Referring, "id"> => ({
  supplierId: row.supplierId ?? row.id,
  supplierCode: row.supplierCode,
  supplierName: row.supplierName,
});

/** Whether measures with suppliers are among the reader's pages. */
export const hasMeasures = (): boolean => menuForRoute(useMenus.getState().flat, "srmSlcDailyManageList") !== undefined;

/** Begins a freeze of the supplier; what it stops and until when is said there. */
export const startFreeze = (row: Referring): void => startWith("slcDailyManageEdit", { ...asReference(row), manageType: "FREEZE" });

/** Whether the status leaves anything to freeze. */
export const mayFreeze = (row: Pick<Seen<typeof supplierInfo>, "infoStatus" | "supStatus">): boolean =>
  row.infoStatus === "EFFECTIVE" && !["QUIT", "BLACKLISTED", "MERGED"].includes(String(row.supStatus));
