import type { Doc } from "#kernel/entity.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import type { Text } from "#kernel/text.ts";
import type { aslHeader, aslLine } from "./asl.entity.ts";
import { aslLookups } from "./asl.lookups.ts";

export type AslHeader = Doc<typeof aslHeader>;
export type AslLine = Doc<typeof aslLine>;
type Flag = "Y" | "N";
export type Allowed = { readonly allowInquiry: Flag; readonly allowOrder: Flag; readonly allowDelivery: Flag };

export const statusName = (code: string): Text => aslLookups["PUR_ASL_STATUS"]!.values[code] ?? [code, code];
export const isLive = (status: string): boolean => status === "TRIAL" || status === "APPROVED";
/** A line that no longer counts: a new application brings it back. */
export const isOver = (status: string): boolean => status === "DISQUALIFIED" || status === "EXPIRED";

/** What a status allows unless said otherwise. */
export function allowedBy(status: string, keepOpenOrders: Flag = "Y"): Allowed {
  if (isLive(status)) return { allowInquiry: "Y", allowOrder: "Y", allowDelivery: "Y" };
  const delivery = status === "SUSPENDED" ? keepOpenOrders : status === "EXPIRED" ? "Y" : "N";
  return { allowInquiry: "N", allowOrder: "N", allowDelivery: delivery };
}

/** How a line in force stands, to be put back later. */
export type LiveBefore = Allowed & { readonly aslStatus: string };
type Standing = Pick<AslLine, "aslStatus" | "allowInquiry" | "allowOrder" | "allowDelivery" | "liveBefore">;

export const asLive = ({ aslStatus, allowInquiry, allowOrder, allowDelivery }: Standing): LiveBefore => ({
  aslStatus,
  allowInquiry,
  allowOrder,
  allowDelivery,
});
/** What is remembered of a line that is about to change: how it stands while in force, else what was remembered already. */
const remembered = (line: Standing): LiveBefore | null => (isLive(line.aslStatus) ? asLive(line) : (line.liveBefore as LiveBefore | null));

/** The line put out of force, with what it will need to come back. */
export const halted = (line: Standing, status: "SUSPENDED" | "DISQUALIFIED" | "EXPIRED", keepOpenOrders: Flag = "Y") => ({
  aslStatus: status as string,
  ...allowedBy(status, keepOpenOrders),
  liveBefore: remembered(line),
});

/** The line back as it was in force, or expired where its end has passed meanwhile. */
export function revived(line: Standing & Pick<AslLine, "endDate">, today: string) {
  if (line.endDate !== null && line.endDate < today) return halted(line, "EXPIRED");
  const was = (line.liveBefore as LiveBefore | null) ?? { aslStatus: "APPROVED", ...allowedBy("APPROVED") };
  return { ...was, liveBefore: null };
}

export interface AslAsked {
  readonly orgId: string;
  readonly itemId: string | null;
  readonly categoryId: string | null;
  readonly supplierId: string;
  readonly supplierSiteId?: string | null;
  readonly onDate: string;
}

export interface AslFound {
  /** The line that decides for this supplier and site; null where it is not on the list. */
  readonly line: AslLine | null;
  /** Whether there is a list at all. */
  readonly listExists: boolean;
}

/** Why this supplier may not be ordered from by the list on this day: not on it, not allowed, or not valid. Nothing when it may. */
export function aslRefusal(
  { line }: AslFound,
  asked: Pick<AslAsked, "onDate">,
  names: { readonly supplier: Text; readonly subject: Text },
): Refusal | null {
  const [supplier, supplierEn] = names.supplier;
  const [subject, subjectEn] = names.subject;
  if (!line)
    return refuse(
      "PUR-1002",
      `供应商[${supplier}]不在[${subject}]的合格供应商清单中`,
      `Supplier ${supplierEn} is not approved for ${subjectEn}`,
    );
  const why = notOrderable(line, asked.onDate);
  return (
    why &&
    refuse("PUR-1003", `供应商[${supplier}]对[${subject}]的供货资格${why[0]}`, `Supplier ${supplierEn} is ${why[1]} for ${subjectEn}`)
  );
}

function notOrderable(line: AslLine, onDate: string): Text | null {
  if (line.startDate > onDate) return [`尚未生效（${line.startDate}起）`, `not valid before ${line.startDate}`];
  if (line.endDate !== null && line.endDate < onDate) return ["已过期", `expired since ${line.endDate}`];
  if (!isLive(line.aslStatus))
    return [`已${statusName(line.aslStatus)[0].replace(/^已/, "")}`, statusName(line.aslStatus)[1].toLowerCase()];
  return line.allowOrder === "Y" ? null : ["已停止下单", "closed to orders"];
}

/** The refusal of a trial order total beyond its cap; all quantities in the stock unit. */
export const trialRefusal = (total: string, cap: string): Refusal =>
  refuse("PUR-1005", `试用供应商累计下单${total}超过上限${cap}`, `Trial supplier order total ${total} exceeds cap ${cap}`);
