import { add, cmp, div, isZero, mul, sub } from "#kernel/decimal.ts";
import type { Text } from "#kernel/text.ts";
import { stepPriceFor, type Step } from "./steps.ts";

/** What somebody wants to know a price for. */
export interface PriceAsked {
  readonly orgId: string;
  readonly invOrgId?: string | null;
  readonly supplierId?: string | null;
  readonly supplierSiteId?: string | null;
  readonly itemId: string;
  readonly qty: string;
  readonly uom: string;
  readonly currency: string;
  readonly onDate: string;
  readonly priceType: string;
  /** The order that asks: what it holds itself is not counted against it. */
  readonly exceptOrderId?: string | null;
}

/** A price of the library that is valid on the day, with what is known about its agreement. */
export interface Candidate {
  readonly id: string;
  readonly supplierId: string;
  readonly supplierSiteId: string | null;
  readonly invOrgId: string | null;
  readonly sourceGroup: string;
  readonly sourceNum: string | null;
  readonly priority: number;
  readonly price: string;
  readonly priceUnit: string;
  readonly uom: string;
  readonly taxRate: string;
  readonly taxPercent: string;
  readonly taxIncludedFlag: string;
  readonly stepFlag: string;
  readonly stepMode: string | null;
  readonly steps: readonly Step[];
  readonly startDate: string;
  readonly endDate: string | null;
  readonly moq: string | null;
  readonly mpq: string | null;
  readonly leadTimeDays: number | null;
  /** The asked quantity in the unit of this price; null where no conversion is known. */
  readonly rowQty: string | null;
  readonly agreementId: string | null;
  readonly agreementLineId: string | null;
  readonly cumulativeQty: string;
  readonly drawable: boolean;
  /** What the agreement still has, in its unit and in money without tax; null where nothing limits it. */
  readonly leftQty: string | null;
  readonly leftAmount: string | null;
}

/** Which question told a price from the next one. */
export type PriceRule = "GROUP" | "PRIORITY" | "PRICE" | "START" | "ID" | "LAST";

/** A price that may be used, best first, with why it stands where it stands. */
export interface PriceRow {
  readonly priceListId: string;
  readonly supplierId: string;
  readonly supplierSiteId: string | null;
  readonly price: string;
  readonly priceUnit: string;
  readonly uom: string;
  readonly taxRate: string;
  readonly taxIncludedFlag: string;
  readonly stepPriceId: string | null;
  readonly stepNum: number | null;
  readonly agreementId: string | null;
  readonly agreementNum: string | null;
  readonly agreementLineId: string | null;
  readonly moq: string | null;
  readonly mpq: string | null;
  readonly leadTimeDays: number | null;
  readonly validFrom: string;
  readonly validTo: string | null;
  readonly sourceGroup: string;
  readonly priority: number;
  /** Without tax, for one of the asked unit. */
  readonly priceExcl: string;
  readonly rule: PriceRule;
  readonly why: Text;
}

/** A price that exists and does not count, and why. */
export interface LeftOut {
  readonly priceListId: string;
  readonly supplierId: string;
  readonly sourceNum: string | null;
  readonly price: string;
  readonly because: "MORE_SPECIFIC" | "NOT_DRAWABLE" | "NOT_ENOUGH" | "NO_CONVERSION";
  readonly why: Text;
}

export interface PriceChoice {
  readonly rows: readonly PriceRow[];
  readonly leftOut: readonly LeftOut[];
}

interface Priced {
  readonly of: Candidate;
  readonly step: ReturnType<typeof stepPriceFor>;
  /** The amount without tax as a fraction: numerator over denominator, exact. */
  readonly amount: string;
  readonly over: string;
}

function priced(of: Candidate, rowQty: string): Priced {
  const step = stepPriceFor(of, rowQty, of.cumulativeQty);
  const share = of.taxIncludedFlag === "Y" ? add("100", of.taxPercent) : "100";
  return { of, step, amount: mul(mul(rowQty, step.price), "100"), over: mul(of.priceUnit, share) };
}

const amountOf = (entry: Priced, scale: number): string => div(entry.amount, entry.over, scale);
const groupRank = (candidate: Candidate): number => (candidate.sourceGroup === "AGREEMENT" ? 0 : 1);

/** Which of two prices goes first, and by which question. */
function compare(a: Priced, b: Priced): readonly [sign: number, rule: PriceRule] {
  const group = groupRank(a.of) - groupRank(b.of);
  if (group !== 0) return [group, "GROUP"];
  if (a.of.priority !== b.of.priority) return [a.of.priority - b.of.priority, "PRIORITY"];
  const amount = cmp(mul(a.amount, b.over), mul(b.amount, a.over));
  if (amount !== 0) return [amount, "PRICE"];
  if (a.of.startDate !== b.of.startDate) return [a.of.startDate > b.of.startDate ? -1 : 1, "START"];
  return [a.of.id < b.of.id ? -1 : 1, "ID"];
}

const ruleText: Readonly<Record<PriceRule, Text>> = {
  GROUP: ["协议价优先于价格库", "agreements take precedence over the price list"],
  PRIORITY: ["优先级在前", "it has the highest priority"],
  PRICE: ["未税单价较低", "it is lower excl. tax"],
  START: ["价格相同，生效较晚", "same price, later start"],
  ID: ["价格与日期相同，登记在先", "same price and start, entered first"],
  LAST: ["其后没有其他价格", "there is no other price after it"],
};

const named = (candidate: Candidate): Text =>
  candidate.sourceGroup === "AGREEMENT"
    ? [`协议${candidate.sourceNum ?? ""}`, `agreement ${candidate.sourceNum ?? ""}`]
    : ["价格库", "price list"];

/** Of the prices of one supplier and group: those of the asked site, of these those of the asked inventory organisation, else the general ones. */
function mostSpecific(all: readonly Candidate[], bySite: boolean): ReadonlySet<Candidate> {
  const candidates = new Set<Candidate>();
  for (const group of Map.groupBy(all, (candidate) => `${candidate.supplierId}|${candidate.sourceGroup}`).values()) {
    const sites =
      bySite && group.some((candidate) => candidate.supplierSiteId !== null)
        ? group.filter((candidate) => candidate.supplierSiteId !== null)
        : group;
    const stores = sites.some((site) => site.invOrgId !== null) ? sites.filter((site) => site.invOrgId !== null) : sites;
    for (const store of stores) candidates.add(store);
  }
  return candidates;
}

function lacking(entry: Priced, rowQty: string): boolean {
  const { leftQty, leftAmount } = entry.of;
  return (leftQty !== null && cmp(leftQty, rowQty) < 0) || (leftAmount !== null && cmp(leftAmount, amountOf(entry, 2)) < 0);
}

/** Orders the prices that may be used and says of every other one why not. Candidates are valid on the day and of the asked site and store, or general; where no site was asked (`bySite` false) those of every site stand side by side. */
export function choosePrice(candidates: readonly Candidate[], askedQty: string, bySite = true): PriceChoice {
  const entries = mostSpecific(candidates, bySite);
  const leftOut: LeftOut[] = [];
  const out = (candidate: Candidate, because: LeftOut["because"], why: Text): void =>
    void leftOut.push({
      priceListId: candidate.id,
      supplierId: candidate.supplierId,
      sourceNum: candidate.sourceNum,
      price: candidate.price,
      because,
      why,
    });
  const usable: Priced[] = [];
  for (const candidate of candidates) {
    const [cn, en] = named(candidate);
    if (!entries.has(candidate)) {
      out(candidate, "MORE_SPECIFIC", [`${cn}：有更具体地点或库存组织的价格`, `${en}: a more specific price applies`]);
      continue;
    }
    if (!candidate.drawable) {
      out(candidate, "NOT_DRAWABLE", [`${cn}：当前不可使用`, `${en}: not usable now`]);
      continue;
    }
    if (candidate.rowQty === null) {
      out(candidate, "NO_CONVERSION", [`${cn}：没有到单位${candidate.uom}的换算`, `${en}: no conversion to ${candidate.uom}`]);
      continue;
    }
    const found = priced(candidate, candidate.rowQty);
    if (lacking(found, candidate.rowQty)) {
      const left = candidate.leftQty ?? candidate.leftAmount ?? "0";
      out(candidate, "NOT_ENOUGH", [`${cn}：剩余${left}，不足`, `${en}: only ${left} left`]);
    } else usable.push(found);
  }
  usable.sort((a, b) => compare(a, b)[0]);
  return { rows: usable.map((entry, i) => shown(entry, usable[i + 1], askedQty)), leftOut };
}

function shown(entry: Priced, next: Priced | undefined, askedQty: string): PriceRow {
  const { of, step } = entry;
  const rule = next ? compare(entry, next)[1] : "LAST";
  const [cn, en] = named(of);
  return {
    priceListId: of.id,
    supplierId: of.supplierId,
    supplierSiteId: of.supplierSiteId,
    price: step.price,
    priceUnit: of.priceUnit,
    uom: of.uom,
    taxRate: of.taxRate,
    taxIncludedFlag: of.taxIncludedFlag,
    stepPriceId: step.stepPriceId,
    stepNum: step.stepNum,
    agreementId: of.agreementId,
    agreementNum: of.agreementId ? of.sourceNum : null,
    agreementLineId: of.agreementLineId,
    moq: of.moq,
    mpq: of.mpq,
    leadTimeDays: of.leadTimeDays,
    validFrom: of.startDate,
    validTo: of.endDate,
    sourceGroup: of.sourceGroup,
    priority: of.priority,
    priceExcl: isZero(askedQty) ? "0" : div(entry.amount, mul(entry.over, askedQty), 8),
    rule,
    why: [
      `${cn}${step.stepNum === null ? "" : `第${step.stepNum}阶`}：${ruleText[rule][0]}`,
      `${en}${step.stepNum === null ? "" : `, step ${step.stepNum}`}: ${ruleText[rule][1]}`,
    ],
  };
}

/** What is left of a limit once what is taken is taken off, the asking order's own hold given back. */
export const leftOf = (limit: string | null, taken: string, own: string): string | null =>
  limit === null ? null : sub(limit, sub(taken, own));
