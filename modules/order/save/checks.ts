import { add, cmp, div, isZero, mul, round, sub, trim } from "#kernel/decimal.ts";
import { Refusal, refuse } from "#kernel/refusal.ts";
import type { Text } from "#kernel/text.ts";
import { aslRefusal, stepPriceFor, trialRefusal } from "#modules/price/index.ts";
import { stricter, type CheckFacts, type LineCheck } from "./check.facts.ts";
import type { Order, OrderLine } from "../ledger/effects.ts";
import { pricedOf, unitPrices } from "../price/money.ts";
import type { BillType, Drawn } from "./save.facts.ts";

/** The price a line should have, where it comes from, and the lots it may be bought in. */
export interface SourcePrice {
  readonly price: string;
  readonly priceSource: "AGREEMENT" | "PRICE_LIST" | "CONTRACT";
  readonly priceSourceId: string;
  readonly stepPriceId: string | null;
  readonly moq: string | null;
  readonly mpq: string | null;
  readonly lotUom: string;
}

const factorOf = (taxPercent: string): string => add("1", mul(taxPercent, "0.01"));

/** A price on the side of tax that the order speaks of. */
function onSide(price: string, isIncl: boolean, wantsIncl: boolean, taxPercent: string): string {
  if (isIncl === wantsIncl) return price;
  return isIncl ? div(price, factorOf(taxPercent), 8) : round(mul(price, factorOf(taxPercent)), 8);
}

/** The price of what a line draws on, else the first of the library, for the line's own unit and price unit. */
function sourcePrice(doc: Order, line: OrderLine, drawn: Drawn | null, check: LineCheck | undefined, before = "0"): SourcePrice | null {
  const wantsIncl = doc.taxIncludedFlag === "Y";
  const percent = line.taxPercent ?? "0";
  if (drawn) {
    const step = stepPriceFor(drawn.line, mul(line.qty, drawn.rate), add(drawn.line.cumulativeQty, before));
    const own = onSide(step.price, drawn.agreement.taxIncludedFlag === "Y", wantsIncl, percent);
    const price = div(mul(mul(own, drawn.rate), line.priceUnit), drawn.line.priceUnit, 8);
    const lots = { moq: drawn.line.moq, mpq: drawn.line.mpq, lotUom: drawn.line.uom };
    return { price, priceSource: "AGREEMENT", priceSourceId: drawn.line.id, stepPriceId: step.stepPriceId, ...lots };
  }
  const row = check?.prices[0];
  if (!row) return null;
  const price =
    row.uom === line.uom
      ? div(mul(onSide(row.price, row.taxIncludedFlag === "Y", wantsIncl, percent), line.priceUnit), row.priceUnit, 8)
      : round(mul(onSide(row.priceExcl, false, wantsIncl, percent), line.priceUnit), 8);
  return {
    price,
    priceSource: row.sourceGroup === "AGREEMENT" ? "AGREEMENT" : "PRICE_LIST",
    priceSourceId: row.priceListId,
    stepPriceId: row.stepPriceId,
    moq: row.moq,
    mpq: row.mpq,
    lotUom: row.uom,
  };
}

/** A finding about one line: shown beside it, and a refusal where the bill type blocks. */
export interface Finding {
  readonly code: string;
  readonly text: Text;
}
export interface LineVerdict {
  readonly blocks: readonly Refusal[];
  readonly notes: readonly Finding[];
  readonly priceException: boolean;
  /** How the price differs from its source; null where it follows it or none is asked for. */
  readonly offSource: Refusal | null;
  readonly aslException: boolean;
  readonly source: SourcePrice | null;
}

const finding = (of: Refusal): Finding => ({ code: of.code, text: of.text });

function priceFault(doc: Order, line: OrderLine, source: SourcePrice | null, [subject, subjectEn]: Text): Refusal | null {
  if (!source)
    return refuse("PUR-2110", `物料[${subject}]在[${doc.orderDate}]无有效价格`, `No effective price for ${subjectEn} on ${doc.orderDate}`);
  if (cmp(round(line.price, 6), round(source.price, 6)) === 0) return null;
  const [is, due] = [trim(line.price), trim(source.price)];
  return refuse("PUR-2111", `单价${is}与有效价格${due}不一致`, `Price ${is} differs from effective price ${due}`);
}

/** A price above the last purchase by more than is let pass: tax-exclusive, base currency, per one unit. */
function riseOf(doc: Order, line: OrderLine, check: LineCheck | undefined, { risePct, rate }: CheckFacts): Finding | null {
  if (!check?.last || rate instanceof Refusal || line.provisionalFlag === "Y" || check.last.uom !== line.uom) return null;
  const now = div(mul(unitPrices(pricedOf(doc, line)).priceExcl, rate), line.priceUnit, 8);
  const last = check.last.priceBaseCurrency;
  if (isZero(last)) return null;
  const rise = div(mul(sub(now, last), "100"), last, 2);
  if (cmp(rise, risePct) <= 0) return null;
  return { code: "PUR-2112", text: [`比最近采购价上涨${trim(rise)}%`, `${trim(rise)}% above the last purchase`] };
}

const lotRate = (line: OrderLine, source: SourcePrice, drawn: Drawn | null): string | null =>
  source.lotUom === line.uom ? "1" : drawn ? drawn.rate : null;

/** MOQ and MPQ in the order's unit, rounded to its digits. */
export function lotsOf(
  line: OrderLine,
  source: SourcePrice | null,
  drawn: Drawn | null,
  check: LineCheck | undefined,
): { readonly moq: string | null; readonly mpq: string | null } {
  const rate = source ? lotRate(line, source, drawn) : null;
  const inOrder = (lot: string | null, at: string): string | null => (lot ? round(div(lot, at, 12), line.uomDecimals) : null);
  if (source && rate && (source.moq || source.mpq)) return { moq: inOrder(source.moq, rate), mpq: inOrder(source.mpq, rate) };
  const asl = check?.asl.line;
  return asl && line.stockUom === line.uom ? { moq: inOrder(asl.moq, "1"), mpq: inOrder(asl.mpq, "1") } : { moq: null, mpq: null };
}

/** The least quantity from here on that meets both lots. */
export function roundedUp(qty: string, lots: { readonly moq: string | null; readonly mpq: string | null }): string {
  const least = lots.moq && cmp(qty, lots.moq) < 0 ? lots.moq : qty;
  if (!lots.mpq || isZero(lots.mpq)) return least;
  const packs = div(least, lots.mpq, 0);
  const whole = mul(packs, lots.mpq);
  return cmp(whole, least) >= 0 ? whole : mul(add(packs, "1"), lots.mpq);
}

function lotFault(line: OrderLine, lots: { readonly moq: string | null; readonly mpq: string | null }): Finding | null {
  if (cmp(roundedUp(line.qty, lots), line.qty) === 0) return null;
  const [qty, moq, mpq] = [trim(line.qty), lots.moq ? trim(lots.moq) : "-", lots.mpq ? trim(lots.mpq) : "-"];
  return { code: "PUR-2203", text: [`数量${qty}不满足最小订购量${moq}/最小包装量${mpq}`, `${qty} does not meet MOQ ${moq} / MPQ ${mpq}`] };
}

function trialFault(line: OrderLine, check: LineCheck | undefined): Refusal | null {
  if (!check?.trialCap || check.trialTotal === null) return null;
  const total = add(check.trialTotal, mul(line.qty, line.convertRate));
  return cmp(total, check.trialCap) > 0 ? trialRefusal(trim(total), check.trialCap) : null;
}

/** Everything there is to say about one line: what forbids it, what needs a reason, what is only unusual. */
export function judge(
  doc: Order,
  line: OrderLine,
  type: BillType | null,
  facts: CheckFacts,
  how: {
    readonly drawn: Drawn | null;
    /** What the contract of the order says instead of agreements and the price list. */
    readonly contracted?: SourcePrice | null;
    readonly subject: Text;
    readonly isPriceFree: boolean;
    readonly cumulated?: string;
  },
): LineVerdict {
  const check = facts.lines.get(line.id);
  const source = how.contracted ?? sourcePrice(doc, line, how.drawn, check, how.cumulated);
  const blocks: Refusal[] = [];
  const notes: Finding[] = [];
  const isGift = line.giftFlag === "Y";
  const control = stricter(type?.priceControl ?? "WARN", check?.own.price ?? "NONE");
  const price = isGift || how.isPriceFree || !line.itemId || control === "NONE" ? null : priceFault(doc, line, source, how.subject);
  if (price && control === "BLOCK") blocks.push(price);
  if (price) notes.push(finding(price));
  const rise = isGift || how.isPriceFree ? null : riseOf(doc, line, check, facts);
  if (rise) notes.push(rise);
  const aslLevel = stricter(type?.aslControl ?? "WARN", check?.own.asl ?? "NONE");
  const asl =
    aslLevel === "NONE" || !check
      ? null
      : aslRefusal(check.asl, { onDate: doc.orderDate }, { supplier: facts.supplier, subject: how.subject });
  if (asl && aslLevel === "BLOCK") blocks.push(asl);
  if (asl) notes.push(finding(asl));
  const trial = trialFault(line, check);
  if (trial) blocks.push(trial);
  const lots = lotFault(line, lotsOf(line, source, how.drawn, check));
  if (lots) notes.push(lots);
  return { blocks, notes, priceException: price !== null || rise !== null, offSource: price, aslException: asl !== null, source };
}
