import type { Row } from "#kernel/page-document.ts";
import { today } from "#kernel/web/clock.ts";
import { toast } from "#kernel/web/message.ts";
import { handOver } from "#kernel/web/page/edit/handOver.ts";
import { useLookup } from "#kernel/web/page/lookup.ts";
import { openPage } from "#kernel/web/router.ts";
import type { RowTone } from "#kernel/web/table/types.ts";
import { addDays } from "#kernel/days.ts";

let count = 0;
function startWith(path: string, values: Row): void {
  const from = `asl-${++count}`;
  handOver(`copy:${from}`, values);
  void openPage({ path, query: { from } });
}

const keys = ["supplierId", "supplierCode", "supplierName", "itemId", "itemCode", "itemName", "categoryId", "categoryCode", "categoryName"];
/** A line of the list as the line of an alteration names it. */
export const asTarget = (row: Row): Row => ({
  ...Object.fromEntries(keys.map((key) => [key, row[key]])),
  aslLineId: row["id"],
  aslLineCode: row["supplierCode"],
  aslLineName: row["supplierName"],
});

/** Opens an alteration of the chosen lines; one document is about one organisation. */
export function startAlteration(rows: readonly Row[]): void {
  const orgs = new Set(rows.map((row) => row["orgId"]));
  if (orgs.size > 1) {
    toast.error(["一张变更单只能包含一个组织的准入行", "One change can only hold lines of one organisation"]);
    return;
  }
  const [first] = rows;
  startWith("aslAlterationManage/AslAlterationEdit", {
    ...{ orgId: first?.["orgId"], orgCode: first?.["orgCode"], orgName: first?.["orgName"] },
    lines: rows.map(asTarget),
  });
}

export const startApplication = (): void => void openPage({ path: "aslApplyManage/AslApplyEdit", query: { id: "new" } });

/** The day so many days from today, by the server's clock. */
export const dayFrom = (days: number): string => addDays(today(), days);

const isLive = (row: Row): boolean => row["aslStatus"] === "APPROVED" || row["aslStatus"] === "TRIAL";

/** Suspended in red, ending within thirty days in amber. */
export function toneOf(row: Row): RowTone | null {
  if (row["aslStatus"] === "SUSPENDED") return "late";
  const end = row["endDate"];
  if (isLive(row) && typeof end === "string" && end <= dayFrom(30)) return "soon";
  return isLive(row) ? null : "muted";
}

const tones: Readonly<Record<string, string>> = { APPROVED: "done", TRIAL: "running", SUSPENDED: "refused" };
export function AslStatus({ code }: { readonly code: unknown }) {
  const { meaning } = useLookup("PUR_ASL_STATUS");
  const status = String(code ?? "");
  return status ? <span className={`pg-status pg-tone-${tones[status] ?? "ended"}`}>{meaning(status)}</span> : <>–</>;
}
