import type { Doc } from "#kernel/entity.ts";
import type { Find } from "#kernel/rule.ts";
import { category, getProfile, itemOrg } from "#modules/base/index.ts";
import type { CheckFacts } from "../save/check.facts.ts";
import type { Order, OrderLine } from "../ledger/effects.ts";
import type { SaveFacts } from "../save/save.facts.ts";

/** What tolerances and routing are taken from when an order is approved. */
export interface FreezeFacts {
  /** By item and organisation. */
  readonly itemOrgs: ReadonlyMap<string, Doc<typeof itemOrg>>;
  readonly categories: ReadonlyMap<string, Doc<typeof category>>;
  readonly overTolerance: string;
}

const placeKey = (itemId: string | null, orgId: string | null): string => `${itemId}|${orgId}`;

export async function freezeFacts(find: Find, doc: Order): Promise<FreezeFacts> {
  const itemIds = [...new Set(doc.lines.flatMap((line) => line.itemId ?? []))];
  const categoryIds = [...new Set(doc.lines.map((line) => line.categoryId as string))];
  const [rows, categories, over] = await Promise.all([
    itemIds.length ? find.where(itemOrg, { itemId: itemIds }, 20_000) : [],
    categoryIds.length ? find.where(category, { id: categoryIds }, 5000) : [],
    getProfile(find, "PUR_OVER_RECEIVE_TOLERANCE", { orgId: doc.orgId }),
  ]);
  return {
    itemOrgs: new Map(rows.map((row) => [placeKey(row.itemId, row.orgId), row])),
    categories: new Map(categories.map((category) => [category.id as string, category])),
    overTolerance: over.value,
  };
}

const routed = (mode: string | null | undefined): string | null => (!mode ? null : mode === "NONE" ? "DIRECT" : "INSPECT");

/** Tolerances, routing and controls of a line, nearest first: the line itself, the approved source, the item there, the bill type, the house. */
export function frozen(line: OrderLine, save: SaveFacts, checks: CheckFacts, facts: FreezeFacts): Partial<OrderLine> {
  const asl = checks.lines.get(line.id)?.asl.line ?? null;
  const at = line.deliveries[0]?.invOrgId ?? null;
  const there = facts.itemOrgs.get(placeKey(line.itemId, at));
  const item = line.itemId ? save.items.get(line.itemId) : undefined;
  const { type } = save;
  return {
    overTolerance:
      line.overTolerance ?? asl?.overTolerance ?? there?.overReceiveTolerance ?? type?.overReceiveTolerance ?? facts.overTolerance,
    underTolerance: line.underTolerance ?? asl?.underTolerance ?? there?.underReceiveTolerance ?? type?.underReceiveTolerance ?? "0",
    receiptRouting:
      asl?.inspectionLevel ??
      routed(there?.inspectMode) ??
      routed(facts.categories.get(line.categoryId)?.qualityControl) ??
      (type?.inspectFlag === "Y" ? "INSPECT" : "DIRECT"),
    batchControl: item?.batchControl ?? "N",
    barcodeControl: item?.serialControl ?? "N",
    inspectReportFlag: item?.inspectReportFlag ?? "N",
  };
}
