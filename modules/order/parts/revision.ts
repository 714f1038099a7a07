import type { Row } from "#kernel/page-document.ts";
import { isSame } from "#kernel/page-document.ts";
import type { Text } from "#kernel/text.ts";

/** One difference between an order in force and its draft revision. */
export interface Differing {
  readonly key: string;
  readonly where: Text;
  readonly field: string;
  /** Which declaration names the field. */
  readonly of: "order" | "line" | "delivery";
  /** The rows the values stand on; null where one side has none. */
  readonly old: Row | null;
  readonly now: Row | null;
}

const rows = (row: Row, key: string): readonly Row[] => (Array.isArray(row[key]) ? (row[key] as Row[]) : []);
const text = (value: unknown): string => (value === null || value === undefined ? "" : String(value));

const ofOrder = ["paymentTermId", "deliveryTerm", "settleMode", "buyerId", "supplierContactId", "supplierRemark"];
const ofLine = ["qty", "price", "priceUnit", "taxRate", "provisionalFlag", "retroFlag"];
const ofDelivery = ["qty", "needByDate", "deliveryInfoId"];

function compared(of: Differing["of"], fields: readonly string[], where: Text, old: Row | null, now: Row | null): readonly Differing[] {
  if (!old || !now) return [{ key: `${where[1]}.${of}`, where, field: "", of, old, now }];
  return fields
    .filter((field) => !isSame(old[field] ?? null, now[field] ?? null))
    .map((field) => ({ key: `${where[1]}.${field}`, where, field, of, old, now }));
}

/** What a draft revision changes, in the order of the document. */
export function differencesOf(live: Row, draft: Row): readonly Differing[] {
  const lives = rows(live, "lines");
  const drafts = rows(draft, "lines");
  const found: Differing[] = [...compared("order", ofOrder, ["订单", "Order"], live, draft)];
  const seen = new Set<string>();
  for (const line of drafts) {
    const before = lives.find((one) => text(one["id"]) === text(line["liveLineId"])) ?? null;
    if (before) seen.add(text(before["id"]));
    const where: Text = [`行 ${text(line["lineNum"])}`, `Line ${text(line["lineNum"])}`];
    found.push(...compared("line", ofLine, where, before, line));
    if (!before) continue;
    const known = rows(before, "deliveries");
    for (const row of rows(line, "deliveries")) {
      const old = known.find((one) => text(one["id"]) === text(row["liveRowId"])) ?? null;
      const at: Text = [`${where[0]} / ${text(row["scheduleNum"]) || "新"}`, `${where[1]} / ${text(row["scheduleNum"]) || "new"}`];
      found.push(...compared("delivery", ofDelivery, at, old, row));
    }
  }
  for (const line of lives.filter((one) => !seen.has(text(one["id"]))))
    found.push(...compared("line", ofLine, [`行 ${text(line["lineNum"])}`, `Line ${text(line["lineNum"])}`], line, null));
  return found;
}
