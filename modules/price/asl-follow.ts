import { controlOver, grantFor, type TradeFacts } from "#modules/supplier/index.ts";
import { allowedBy, halted, isLive, isOver, revived, type AslHeader, type AslLine } from "./asl.ts";

type Patch = { -readonly [K in keyof AslLine]?: AslLine[K] };
type Place = Pick<AslHeader, "orgId" | "itemId" | "categoryId">;

/** What suspends a line now: a control that stops orders there, or its category being suspended; and whether goods may still come. */
export function suspender(facts: TradeFacts, place: Place, line: AslLine, today: string): { id: string; keep: "Y" | "N" } | null {
  const asked = { supplierId: line.supplierId, orgId: place.orgId, categoryId: place.categoryId, itemId: place.itemId };
  const control = controlOver(facts, { ...asked, siteId: line.supplierSiteId, op: "ORDER", date: today });
  if (control) return { id: control.id, keep: (control.blockedOps ?? []).includes("DELIVERY") ? "N" : "Y" };
  const grant = place.categoryId ? grantFor(facts.grants, asked, facts.categoryPath) : null;
  return grant?.categoryStatus === "SUSPENDED" ? { id: grant.id, keep: "Y" } : null;
}

/** The line in step with its supplier: disqualified with a supplier that is listed or gone, suspended by a freeze, back when it is lifted. Nothing when it is already so. */
export function followed(facts: TradeFacts, place: Place, line: AslLine, today: string): Patch | null {
  const { supplier } = facts;
  if (supplier.blacklistFlag === "Y" || supplier.quitScopeAll === "Y") return disqualified(line);
  const by = suspender(facts, place, line, today);
  if (line.freezeSourceId === null) {
    if (!by || !isLive(line.aslStatus)) return null;
    return { ...halted(line, "SUSPENDED", by.keep), statusBeforeFreeze: line.aslStatus, freezeSourceId: by.id };
  }
  if (line.aslStatus !== "SUSPENDED") return { freezeSourceId: null, statusBeforeFreeze: null };
  const stored = line.statusBeforeFreeze === "SUSPENDED" ? line.allowDelivery : "Y";
  const handedOver: Patch = by ? { freezeSourceId: by.id, allowDelivery: by.keep === "N" ? "N" : stored } : lifted(line, today);
  return differs(line, handedOver) ? handedOver : null;
}

/** What a freeze has held comes back as it was; what an alteration suspended meanwhile stays so. */
function lifted(line: AslLine, today: string): Patch {
  const free = { freezeSourceId: null, statusBeforeFreeze: null };
  if (line.statusBeforeFreeze === "SUSPENDED") return free;
  return { ...revived(line, today), ...free } as Patch;
}

/** Out for good: only a new application brings it back. */
export const disqualified = (line: AslLine): Patch | null =>
  line.aslStatus === "DISQUALIFIED"
    ? null
    : { aslStatus: "DISQUALIFIED", ...allowedBy("DISQUALIFIED"), freezeSourceId: null, statusBeforeFreeze: null, liveBefore: null };

/** Past its last day. What a freeze holds expires when it is lifted. */
export const expired = (line: AslLine, today: string): Patch | null =>
  isLive(line.aslStatus) && line.endDate !== null && line.endDate < today ? halted(line, "EXPIRED") : null;

/** Over today with its item, whatever it stood at: suspended or to begin later as well. */
export const ended = (line: AslLine, today: string): Patch | null => {
  if (isOver(line.aslStatus)) return null;
  const last = line.startDate > today ? line.startDate : today;
  const endDate = line.endDate !== null && line.endDate < last ? line.endDate : last;
  return { ...halted(line, "EXPIRED"), endDate, freezeSourceId: null, statusBeforeFreeze: null };
};

const differs = (line: AslLine, patch: Patch): boolean =>
  (Object.keys(patch) as (keyof AslLine)[]).some((key) => JSON.stringify(line[key] ?? null) !== JSON.stringify(patch[key] ?? null));

/** The days before its end on which people are warned. */
const warningDays = [1, 7, 30] as const;

/** The warning that is due for a line and was not given yet. */
export function dueWarning(line: AslLine, daysLeft: (endDate: string) => number): { readonly key: string; readonly days: number } | null {
  if (isOver(line.aslStatus) || line.endDate === null) return null;
  const left = daysLeft(line.endDate);
  const step = warningDays.find((days) => left >= 0 && left <= days);
  if (step === undefined) return null;
  const key = `${line.endDate}/${step}`;
  return line.warnedFor === key ? null : { key, days: left };
}
