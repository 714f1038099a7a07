import { min, sum } from "#kernel/decimal.ts";
import type { Doc } from "#kernel/entity.ts";
import { lookupValue } from "#kernel/platform/lookup.entity.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { Find } from "#kernel/rule.ts";
import { convertUom } from "#modules/base/index.ts";
import { qtyLedger } from "#modules/demand/index.ts";
import { amountLimit, qtyLimit, takenAmount, takenQty } from "./agreement-figures.ts";
import { agreement } from "./agreement.entity.ts";
import { choosePrice, leftOf, type Candidate, type PriceAsked, type PriceChoice, type PriceRow } from "./price-choice.ts";
import { priceList } from "./price-list.entity.ts";
import type { Step } from "./steps.ts";

type Agreement = Doc<typeof agreement>;
type Price = Doc<typeof priceList>;
type Ledger = Doc<typeof qtyLedger>;

/** Percent of each tax code. */
export async function taxPercents(find: Find, codes: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const wanted = [...new Set(codes)];
  if (wanted.length === 0) return new Map();
  const values = await find.where(lookupValue, { lookupType: "TAX_RATE", lookupCode: wanted }, 200);
  return new Map(values.map((doc) => [doc.lookupCode, String((doc.extra as { percent?: unknown } | null)?.percent ?? "0")]));
}

/** The asked quantity in another unit; null where nobody knows how. */
async function inUnit(find: Find, asked: PriceAsked, to: string): Promise<string | null> {
  if (to === asked.uom) return asked.qty;
  try {
    return (await convertUom(find, { itemId: asked.itemId, qty: asked.qty, from: asked.uom, to, day: asked.onDate })).qty;
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

/** What one order has posted on agreements, by what it was posted on. */
type Holds = ReadonlyMap<string, readonly Ledger[]>;
const ledgerOwners = ["AGR_HEADER", "AGR_LINE", "AGR_ORG"];

/** What an order holds of agreements itself: read once, and only when a line has a price of one, however many lines ask. */
export function holdsOf(find: Find, orderId: string | null | undefined): () => Promise<Holds> {
  let known: Promise<Holds> | undefined;
  const read = async (): Promise<Holds> =>
    Map.groupBy(orderId ? await find.where(qtyLedger, { causeId: orderId, ownerType: ledgerOwners }, 100_000) : [], (doc) => doc.ownerId);
  return () => (known ??= read());
}

const ownHold = (holds: Holds, ownerId: string, buckets: readonly string[]): string =>
  sum((holds.get(ownerId) ?? []).filter((ledger) => buckets.includes(ledger.bucket)).map((ledger) => ledger.delta));

/** The row of organisations that lets this one draw on a line: its own before that of all lines; undefined where the list leaves it out. */
export function orgRowFor(
  doc: Pick<Agreement, "orgs" | "orgId">,
  lineId: string,
  orgId: string,
): Agreement["orgs"][number] | null | undefined {
  if (doc.orgs.length === 0) return doc.orgId === orgId ? null : undefined;
  const here = doc.orgs.filter((org) => org.enabledFlag === "Y" && org.orgId === orgId);
  return here.find((row) => row.lineId === lineId) ?? here.find((row) => row.lineId === null);
}

function leftIn(doc: Agreement, row: Price, orgId: string, holds: Holds) {
  const line = doc.lines.find((entry) => entry.id === row.agreementLineId);
  const org = line ? orgRowFor(doc, line.id, orgId) : undefined;
  if (!line || org === undefined || line.lineStatus !== "EFFECTIVE") return null;
  const own = ["OCC", "REL"];
  const ofLine = leftOf(qtyLimit(doc, line), takenQty(line), ownHold(holds, line.id, own));
  const ofOrg =
    org?.quotaQty && org.lineId ? leftOf(org.quotaQty, sum([org.orgOccupiedQty, org.orgReleasedQty]), ownHold(holds, org.id, own)) : null;
  const least = ofLine === null ? ofOrg : ofOrg === null ? ofLine : min(ofLine, ofOrg);
  return {
    line,
    leftQty: least,
    leftAmount: leftOf(amountLimit(doc), takenAmount(doc), ownHold(holds, doc.id, ["OCC_AMT", "REL_AMT"])),
  };
}

const drawableStates = ["EFFECTIVE", "CHANGING"];

function candidate(
  row: Price,
  facts: { agreements: ReadonlyMap<string, Agreement>; holds: Holds; taxes: ReadonlyMap<string, string>; qty: string | null },
  orgId: string,
): Candidate {
  const doc = row.sourceGroup === "AGREEMENT" ? (facts.agreements.get(row.sourceId ?? "") ?? null) : null;
  const left = doc ? leftIn(doc, row, orgId, facts.holds) : null;
  const frozen = (row.stepJson ?? []) as readonly Step[];
  return {
    ...row,
    taxPercent: facts.taxes.get(row.taxRate) ?? "0",
    steps: left
      ? frozen.map((entry) => ({ ...entry, id: left.line.steps.find((step) => step.stepNum === entry.stepNum)?.id ?? "" }))
      : frozen,
    rowQty: facts.qty,
    agreementId: doc?.id ?? null,
    cumulativeQty: left?.line.cumulativeQty ?? "0",
    drawable: row.sourceGroup !== "AGREEMENT" || (left !== null && drawableStates.includes(doc!.status)),
    leftQty: left?.leftQty ?? null,
    leftAmount: left?.leftAmount ?? null,
  };
}

interface Shown {
  /** What the order that asks holds itself, where many lines ask together. */
  readonly own?: () => Promise<Holds>;
  /** Where the prices are for somebody's eyes: what that person sees of the library. */
  readonly seen?: Find;
}

/** Every price of the library for what is asked: those that may be used, best first, and those that may not, with the reason. */
export async function explainPrice(
  find: Find,
  asked: PriceAsked,
  { own = holdsOf(find, asked.exceptOrderId), seen = find }: Shown = {},
): Promise<PriceChoice> {
  const found = await seen.where(
    priceList,
    {
      orgId: asked.orgId,
      itemId: asked.itemId,
      priceType: asked.priceType,
      currency: asked.currency,
      ...(asked.supplierId ? { supplierId: asked.supplierId } : {}),
      status: ["EFFECTIVE", "FUTURE", "EXPIRED"],
      startDate: { to: asked.onDate },
      any: [{ endDate: null }, { endDate: { from: asked.onDate } }],
    },
    500,
  );
  const rows = found.filter(
    (row) =>
      (!asked.supplierSiteId || row.supplierSiteId === null || row.supplierSiteId === asked.supplierSiteId) &&
      (row.invOrgId === null || row.invOrgId === asked.invOrgId),
  );
  if (rows.length === 0) return { rows: [], leftOut: [] };
  const ids = [...new Set(rows.flatMap((row) => (row.sourceGroup === "AGREEMENT" && row.sourceId ? [row.sourceId] : [])))];
  const uoms = [...new Set(rows.map((row) => row.uom as string))];
  const [agreements, taxes, quantities, holds] = await Promise.all([
    // One by one: what many lines ask in one turn is read together.
    Promise.all(ids.map((id) => find.one(agreement, id))),
    taxPercents(
      find,
      rows.map((row) => row.taxRate),
    ),
    Promise.all(uoms.map((uom) => inUnit(find, asked, uom))),
    ids.length ? own() : (new Map() as Holds),
  ]);
  const known = new Map(agreements.map((agreement) => [agreement.id as string, agreement]));
  return choosePrice(
    rows.map((row) => candidate(row, { agreements: known, holds, taxes, qty: quantities[uoms.indexOf(row.uom)] ?? null }, asked.orgId)),
    asked.qty,
    Boolean(asked.supplierSiteId),
  );
}

/** The prices that may be used for what is asked, best first. */
export const findPrice = async (find: Find, asked: PriceAsked, own?: () => Promise<Holds>): Promise<readonly PriceRow[]> =>
  (await explainPrice(find, asked, own ? { own } : {})).rows;
