import type { Seen } from "#kernel/seen.ts";
import { today } from "#kernel/web/clock.ts";
import { startFrom, type FromOf } from "#kernel/web/from/fromCalls.ts";
import { useLookup } from "#kernel/web/page/lookup.ts";
import { openPage } from "#kernel/web/router.ts";
import type { RowTone } from "#kernel/web/table/types.ts";
import { addDays } from "#kernel/days.ts";
import { aslAlteration } from "../asl-alteration.entity.ts";
import type { aslLine } from "../asl.entity.ts";

/** Changes are created from lines of the list. */
export const alterationsOf: FromOf<typeof aslAlteration> = { entity: aslAlteration, action: "doCreateFrom" };

/** Opens a change of the chosen lines; one document is about one organisation. */
export const startAlteration = (rows: readonly Seen<typeof aslLine>[]): Promise<void> =>
  startFrom(
    alterationsOf,
    rows.map((row) => ({ source: "LINE", id: row.id })),
  );

export const startApplication = (): void => void openPage({ path: "aslApplyManage/AslApplyEdit", query: { id: "new" } });

/** The day so many days from today, by the server's clock. */
export const dayFrom = (days: number): string => addDays(today(), days);

const isLive = (row: Seen<typeof aslLine>): boolean => row.aslStatus === "APPROVED" || row.aslStatus === "TRIAL";

/** Suspended in red, ending within thirty days in amber. */
export function toneOf(row: Seen<typeof aslLine>): RowTone | null {
  if (row.aslStatus === "SUSPENDED") return "late";
  const end = row.endDate;
  if (isLive(row) && typeof end === "string" && end <= dayFrom(30)) return "soon";
  return isLive(row) ? null : "muted";
}

const tones: Readonly<Record<string, string>> = { APPROVED: "done", TRIAL: "running", SUSPENDED: "refused" };
export function AslStatus({ code }: { readonly code: unknown }) {
  const { meaning } = useLookup("PUR_ASL_STATUS");
  const status = String(code ?? "");
  return status ? <span className={`pg-status pg-tone-${tones[status] ?? "ended"}`}>{meaning(status)}</span> : <>–</>;
}
