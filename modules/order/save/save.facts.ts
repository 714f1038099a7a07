import { div } from "#kernel/decimal.ts";
import { some, type Doc } from "#kernel/entity.ts";
import { lookupValue } from "#kernel/platform/lookup.entity.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { Find } from "#kernel/rule.ts";
import { billType, convertUom, digitsOf, item } from "#modules/base/index.ts";
import { relsOf, requisition, type Requisition, type RequisitionLine, type TargetRel } from "#modules/demand/index.ts";
import { contract } from "#modules/contracts/index.ts";
import { agreement, taxPercents } from "#modules/price/index.ts";
import type { Order, OrderLine } from "../ledger/effects.ts";

export type BillType = Doc<typeof billType>;
export type Agreement = Doc<typeof agreement>;
export type AgreementLine = Agreement["lines"][number];

/** A requisition line that an order line is for. */
export interface Need {
  readonly requisition: Requisition;
  readonly line: RequisitionLine;
}

/** What a line draws on: the agreement, its line, and how many of its unit one of the order's is. */
export interface Drawn {
  readonly agreement: Agreement;
  readonly line: AgreementLine;
  readonly rate: string;
}

/** Everything saving an order asks, each in one question whatever the number of lines. */
export interface SaveFacts {
  readonly type: BillType | null;
  readonly digits: number;
  readonly decimals: ReadonlyMap<string, number>;
  readonly taxes: ReadonlyMap<string, string>;
  readonly items: ReadonlyMap<string, Doc<typeof item>>;
  /** One of the line's unit in the item's stock unit, by line; null where nobody knows. */
  readonly stockRates: ReadonlyMap<string, string | null>;
  readonly needs: ReadonlyMap<string, Need>;
  /** One of the line's unit in the requisition line's, by line and requisition line. */
  readonly needRates: ReadonlyMap<string, string | null>;
  readonly rels: readonly TargetRel[];
  /** The declared replacement of an item that a requisition asks for and an order does not name. */
  readonly replacements: ReadonlyMap<string, string | null>;
  readonly drawn: ReadonlyMap<string, Drawn>;
  /** The agreement's unit of lines that draw in one nobody knows how to convert into it, by line. */
  readonly undrawable: ReadonlyMap<string, string>;
  /** The contract the order is placed under. */
  readonly contract: Doc<typeof contract> | null;
}

const million = "1000000";

/** How many of one unit another is, exact to more digits than quantities have; null where nobody knows. */
async function rateBetween(find: Find, itemId: string | null, from: string, to: string, day: string): Promise<string | null> {
  if (from === to) return "1";
  try {
    return div((await convertUom(find, { itemId, qty: million, from, to, day })).qty, million, 8);
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

export const needKey = (lineId: string, reqLineId: string): string => `${lineId}|${reqLineId}`;
const unique = (ids: readonly (string | null | undefined)[]): string[] => [...new Set(ids.filter((id): id is string => Boolean(id)))];

async function decimalsOf(find: Find, uoms: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (uoms.length === 0) return new Map();
  const values = await find.where(lookupValue, { lookupType: "UOM", lookupCode: uoms }, 500);
  return new Map(values.map((doc) => [doc.lookupCode, Number((doc.extra as { decimals?: unknown } | null)?.decimals ?? 6)]));
}

async function needsOf(find: Find, ids: readonly string[]): Promise<ReadonlyMap<string, Need>> {
  if (ids.length === 0) return new Map();
  const found = await find.where(requisition, { lines: some({ id: ids }) }, 5000);
  const asked = new Set(ids);
  return new Map(
    found.flatMap((doc) => doc.lines.filter((line) => asked.has(line.id)).map((line) => [line.id, { requisition: doc, line }])),
  );
}

async function agreementsOf(find: Find, ids: readonly string[]): Promise<readonly Agreement[]> {
  return ids.length === 0 ? [] : find.where(agreement, { lines: some({ id: ids }) }, 1000);
}

async function drawnBy(
  find: Find,
  lines: readonly OrderLine[],
  agreements: readonly Agreement[],
  day: string,
): Promise<Pick<SaveFacts, "drawn" | "undrawable">> {
  const known = new Map(
    agreements.flatMap((agreement) => agreement.lines.map((row) => [row.id as string, { one: agreement, row }] as const)),
  );
  const [drawn, undrawable] = [new Map<string, Drawn>(), new Map<string, string>()];
  await Promise.all(
    lines.map(async (line) => {
      const found = known.get(line.agreementLineId ?? "");
      if (!found) return;
      // what runs keeps the rate it was ordered at
      const rate = (await rateBetween(find, line.itemId, line.uom, found.row.uom, day)) ?? (line.liveLineId ? line.agreementRate : null);
      if (rate) drawn.set(line.id, { agreement: found.one, line: found.row, rate });
      else undrawable.set(line.id, found.row.uom);
    }),
  );
  return { drawn, undrawable };
}

/** Reads all of it: first what the lines name, then what converts one into the other. */
export async function saveFacts(find: Find, doc: Order): Promise<SaveFacts> {
  const lines = doc.lines;
  const reqLineIds = unique(lines.flatMap((line) => (line.reqRels ?? []).map((rel) => rel.reqLineId)));
  const [type, digits, decimals, taxes, items, needs, rels, agreements, under] = await Promise.all([
    find.maybe(billType, doc.billTypeId ?? null),
    doc.currency ? digitsOf(find, doc.currency) : 2,
    decimalsOf(find, unique(lines.map((line) => line.uom))),
    taxPercents(find, unique(lines.map((line) => line.taxRate))),
    lines.some((line) => line.itemId) ? find.where(item, { id: unique(lines.map((line) => line.itemId)) }, 5000) : [],
    needsOf(find, reqLineIds),
    relsOf(find, "ORDER", doc.id),
    agreementsOf(find, unique(lines.map((line) => line.agreementLineId))),
    find.maybe(contract, doc.contractId ?? null),
  ]);
  const byId = new Map(items.map((row) => [row.id as string, row]));
  const day = doc.orderDate;
  const stock = lines.map(async (line): Promise<[string, string | null]> => {
    const unit = line.itemId ? byId.get(line.itemId)?.primaryUom : null;
    return [line.id, unit && line.uom ? await rateBetween(find, line.itemId, line.uom, unit, day) : "1"];
  });
  const demanded = lines.flatMap((line) =>
    (line.reqRels ?? []).map(async (rel): Promise<[string, string | null]> => {
      const need = needs.get(rel.reqLineId);
      return [needKey(line.id, rel.reqLineId), need?.line.uom ? await rateBetween(find, line.itemId, line.uom, need.line.uom, day) : "1"];
    }),
  );
  const asked = unique([...needs.values()].map((need) => need.line.itemId)).filter((id) => !byId.has(id));
  const [stockRates, needRates, replaced, draws] = await Promise.all([
    Promise.all(stock),
    Promise.all(demanded),
    asked.length ? find.where(item, { id: asked }, 5000) : [],
    drawnBy(find, lines, agreements, day),
  ]);
  const replacements = new Map([...items, ...replaced].map((row) => [row.id as string, (row.replacementItemId as string | null) ?? null]));
  return {
    type,
    digits,
    decimals,
    taxes,
    items: byId,
    stockRates: new Map(stockRates),
    needs,
    needRates: new Map(needRates),
    rels,
    ...draws,
    replacements,
    contract: under,
  };
}
