import type { Doc } from "#kernel/entity.ts";
import type { Profiles } from "#kernel/module.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { Find } from "#kernel/rule.ts";
import type { Text } from "#kernel/text.ts";
import { getProfile, itemOrg, type Rated } from "#modules/base/index.ts";
import { aslFor, findPrice, holdsOf, trialCap, type AslFound, type PriceRow } from "#modules/price/index.ts";
import { supplierInfo, supplierWords } from "#modules/supplier/index.ts";
import { newestOf, purchaseHistory } from "../history/history.entity.ts";
import type { Order, OrderLine } from "../ledger/effects.ts";
import { orderLine } from "../order-line.entity.ts";
import { knownRate } from "../price/rate.ts";

export const checkProfiles: Profiles = {
  PUR_OVER_RECEIVE_TOLERANCE: {
    module: "PUR",
    label: ["默认超收允差%", "Default over tolerance %"],
    type: "DECIMAL",
    initial: "0",
    least: "0",
    most: "100",
  },
  PUR_CONFIRM_HOURS: {
    module: "PUR",
    label: ["供应商确认时限(小时)", "Hours to confirm"],
    type: "INT",
    initial: "48",
    least: "1",
    most: "720",
  },
  PUR_AUTO_ACCEPT_DAYS: {
    module: "PUR",
    label: ["自动接受的承诺天数(晚/早)", "Accepted promise deviation, days (later / earlier)"],
    type: "TEXT",
    initial: "0 / 3",
  },
  PUR_PRICE_RISE_PCT: { module: "PUR", label: ["涨价例外%", "Price rise exception %"], type: "DECIMAL", initial: "5", least: "0" },
};

/** What one line is judged by. */
export interface LineCheck {
  readonly prices: readonly PriceRow[];
  readonly asl: AslFound;
  readonly last: Doc<typeof purchaseHistory> | null;
  /** What the supplier has on order of it already, in the stock unit; only of lines on trial. */
  readonly trialTotal: string | null;
  readonly trialCap: string | null;
  /** What the item itself asks for where it goes: only ever more than the bill type does. */
  readonly own: { readonly price: Control; readonly asl: Control };
}

export type Control = "NONE" | "WARN" | "BLOCK";

const ownPrice: Readonly<Record<string, Control>> = { MUST_PRICE: "BLOCK", WARN: "WARN" };
const strictest = (levels: readonly Control[]): Control => (levels.includes("BLOCK") ? "BLOCK" : levels.includes("WARN") ? "WARN" : "NONE");

/** The item's own controls in the organisations a line is bought for and goes to. */
function ownControls(doc: Order, line: OrderLine, rows: readonly Doc<typeof itemOrg>[]): LineCheck["own"] {
  const orgs: ReadonlySet<unknown> = new Set([doc.orgId, ...line.deliveries.map((row) => row.invOrgId)]);
  const here = rows.filter((row) => row.itemId === line.itemId && orgs.has(row.orgId));
  return {
    price: strictest(here.map((row) => ownPrice[row.priceControlMode ?? ""] ?? "NONE")),
    asl: here.some((row) => row.aslRequired === "Y") ? "BLOCK" : "NONE",
  };
}

/** The stricter of what a bill type and an item ask for. */
export const stricter = (type: string, own: Control): Control => strictest([type as Control, own]);

export interface CheckFacts {
  readonly lines: ReadonlyMap<string, LineCheck>;
  readonly risePct: string;
  readonly supplier: Text;
  /** One of the order's currency in that of its organisation; the refusal where nobody knows it. */
  readonly rate: string | Refusal;
  /** The rows it is read from; null where the document keeps its rate already. */
  readonly rated: Rated | Refusal | null;
}

const priceTypes: Readonly<Record<string, string>> = { OUTSOURCE: "OUTSOURCE", SAMPLE: "SAMPLE", CONSIGN: "CONSIGN" };

/** The prices of the library for every line; what the order holds of agreements itself is asked once for all of them. */
function pricesFor(find: Find, doc: Order): Promise<readonly (readonly PriceRow[])[]> {
  const { orgId, supplierId, supplierSiteId, currency } = doc;
  const own = holdsOf(find, doc.liveId ?? doc.id);
  const priceType = priceTypes[doc.orderType] ?? "STANDARD";
  return Promise.all(
    doc.lines.map(async ({ itemId, qty, uom, giftFlag, deliveries }) => {
      if (!itemId || giftFlag === "Y" || !qty) return [];
      const place = { orgId, invOrgId: deliveries[0]?.invOrgId ?? null, supplierId, supplierSiteId };
      return findPrice(find, { ...place, itemId, qty, uom, currency, onDate: doc.orderDate, priceType }, own);
    }),
  );
}

const aslOf = (find: Find, doc: Order, line: OrderLine): Promise<AslFound> =>
  aslFor(find, {
    orgId: doc.orgId,
    itemId: line.itemId,
    categoryId: line.categoryId,
    supplierId: doc.supplierId,
    supplierSiteId: doc.supplierSiteId,
    onDate: doc.orderDate,
  });

const counted = ["APPROVING", "APPROVED", "PUBLISHED", "CONFIRMED", "REFUSED", "CHANGING", "COMPLETED", "CLOSED"];

async function trialOf(find: Find, doc: Order, line: OrderLine, asl: AslFound): Promise<Pick<LineCheck, "trialTotal" | "trialCap">> {
  if (asl.line?.aslStatus !== "TRIAL") return { trialTotal: null, trialCap: null };
  const subject = asl.line.itemId ? { itemId: line.itemId } : { categoryId: line.categoryId };
  const others = {
    orgId: doc.orgId,
    supplierId: doc.supplierId,
    status: counted,
    liveId: null,
    id: { not: [doc.id, doc.liveId ?? doc.id] },
  };
  const [cap, total] = await Promise.all([
    trialCap(find, { orgId: doc.orgId, categoryId: line.categoryId }),
    find.sum(orderLine, { ...subject, parent: others as never }, "stockQty"),
  ]);
  return { trialTotal: total, trialCap: cap };
}

/** What an order is judged by: prices, approved sources and last prices. */
export async function checkFacts(find: Find, doc: Order): Promise<CheckFacts> {
  const itemIds = [...new Set(doc.lines.flatMap((line) => line.itemId ?? []))];
  const [prices, asls, last, rise, supplier, rated, itemOrgs] = await Promise.all([
    pricesFor(find, doc),
    Promise.all(doc.lines.map((line) => aslOf(find, doc, line))),
    itemIds.length ? find.where(purchaseHistory, { orgId: doc.orgId, itemId: itemIds, latestFlag: "Y" }, 10_000) : [],
    getProfile(find, "PUR_PRICE_RISE_PCT", { orgId: doc.orgId }),
    find.maybe(supplierInfo, doc.supplierId),
    doc.exchangeRate === null ? knownRate(find, doc, doc.orderDate) : null,
    itemIds.length ? find.where(itemOrg, { itemId: itemIds }, 20_000) : [],
  ]);
  const trials = await Promise.all(doc.lines.map((line, i) => trialOf(find, doc, line, asls[i]!)));
  const paid = Map.groupBy(last, (row) => row.itemId as string | null);
  const lines = new Map(
    doc.lines.map((line, i): [string, LineCheck] => [
      line.id,
      {
        prices: prices[i]!,
        asl: asls[i]!,
        last: newestOf(paid.get(line.itemId) ?? []),
        ...trials[i]!,
        own: ownControls(doc, line, itemOrgs),
      },
    ]),
  );
  const rate = rated === null ? doc.exchangeRate! : rated instanceof Refusal ? rated : rated.rate;
  return { lines, risePct: rise.value, supplier: supplierWords(supplier, doc.supplierId), rate, rated };
}
