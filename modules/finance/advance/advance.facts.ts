import { addDays } from "#kernel/days.ts";
import { cmp, round, trim, type Decimal } from "#kernel/decimal.ts";
import type { Doc } from "#kernel/entity.ts";
import { organization } from "#kernel/platform/organization.entity.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import type { Find } from "#kernel/rule.ts";
import type { Text } from "#kernel/text.ts";
import { digitsOf, getProfile, getRate, paymentTerm } from "#modules/base/index.ts";
import { contract } from "#modules/contracts/index.ts";
import { closedPeriods, order } from "#modules/order/index.ts";
import { supplierAccount, tradable, tradeFacts } from "#modules/supplier/index.ts";
import { advance } from "./advance.entity.ts";
import { capOf, type AdvanceStage, type Counted } from "./cap.ts";

export type Advance = Doc<typeof advance>;
type Account = Doc<typeof supplierAccount>;

/** The order or contract an advance is paid on. */
export interface Basis {
  readonly orgId: string;
  readonly supplierId: string;
  readonly currency: string;
  readonly gross: Decimal;
  readonly isRunning: boolean;
  readonly contractId: string | null;
  readonly stages: readonly AdvanceStage[];
  /** The node of the payment term asks for a guarantee. */
  readonly needsGuarantee: boolean;
  readonly prepaid: Decimal | null;
}

const runningOrder = ["APPROVED", "PUBLISHED", "CONFIRMED", "CHANGING"];
const runningContract = ["SIGNED", "EFFECTIVE"];

/** What an advance is based on; null for one in general. `isFirm` locks it, so that two advances never pass its limit together. */
export async function basisOf(
  doc: Pick<Advance, "advanceType" | "poHeaderId" | "contractId">,
  find: Find,
  isFirm = false,
): Promise<Basis | null> {
  const id = doc.advanceType === "PO" ? doc.poHeaderId : doc.advanceType === "CONTRACT" ? doc.contractId : null;
  if (!id) return null;
  if (doc.advanceType === "CONTRACT") {
    const of = isFirm ? await find.lock(contract, id) : await find.maybe(contract, id);
    if (!of) return null;
    return {
      ...{ orgId: of.orgId, supplierId: of.supplierId, currency: of.currency, gross: of.amountIncl ?? "0" },
      ...{ isRunning: runningContract.includes(of.status), contractId: of.id, stages: of.stages, needsGuarantee: false, prepaid: null },
    };
  }
  const of = isFirm ? await find.lock(order, id) : await find.maybe(order, id);
  if (!of) return null;
  const [under, term] = await Promise.all([find.maybe(contract, of.contractId), find.maybe(paymentTerm, of.paymentTermId)]);
  const prepay = (term?.nodes ?? []).filter((node) => node.nodeType === "PREPAY");
  const stages = (under?.stages ?? []).filter((stage) => stage.stageType === "ADVANCE");
  return {
    ...{ orgId: of.orgId, supplierId: of.supplierId, currency: of.currency, gross: of.amountIncl },
    ...{ isRunning: runningOrder.includes(of.status), contractId: stages.length ? under!.id : null, stages },
    needsGuarantee: prepay.some((node) => node.guaranteeFlag === "Y"),
    prepaid: prepay[0]?.proportion ?? null,
  };
}

const counting = ["APPROVING", "APPROVED", "PART_PAID", "PAID", "CLOSED"];

/** The other advances that count towards the same limit. */
export const othersOn = async (doc: Pick<Advance, "id" | "poHeaderId">, basis: Basis | null, find: Find): Promise<readonly Counted[]> => {
  if (!basis) return [];
  const on = basis.contractId ? { contractId: basis.contractId } : { poHeaderId: doc.poHeaderId };
  return (await find.where(advance, { ...on, status: counting }, 1000)).filter((row) => row.id !== doc.id);
};

/** The limit of a basis, and what the other advances on it come to. */
export async function roomOn(doc: Pick<Advance, "id" | "poHeaderId">, basis: Basis | null, find: Find) {
  if (!basis) return { cap: null, others: [] };
  const [percent, digits, others] = await Promise.all([
    getProfile(find, "RCN_ADV_CAP", { orgId: basis.orgId }),
    digitsOf(find, basis.currency),
    othersOn(doc, basis, find),
  ]);
  return { cap: capOf(basis, percent.value, digits), others };
}

/** Who is blacklisted or has left is paid what it is owed, and nothing in advance. */
function noAdvances({ blacklistFlag, quitScopeAll }: { readonly blacklistFlag: string; readonly quitScopeAll: string }): Text | null {
  if (blacklistFlag === "Y") return ["已列入黑名单，不再预付", "it is blacklisted and gets no advances"];
  return quitScopeAll === "Y" ? ["已退出，不再预付", "it has left and gets no advances"] : null;
}

/** Why no money may go to the supplier in advance: a payment hold, a freeze of payments, the blacklist, an exit, a merger. */
export async function payBarred({ supplierId, orgId }: Pick<Advance, "supplierId" | "orgId">, find: Find, today: string) {
  const facts = await tradeFacts(find, { supplierId, orgId, op: "PAYMENT" }, true);
  const answer = tradable(facts, { supplierId, orgId, op: "PAYMENT", date: today });
  const why = noAdvances(facts.supplier) ?? (answer.ok ? null : (answer.text ?? ["", ""]));
  if (why === null) return null;
  const { supplierName, supplierNameEn } = facts.supplier;
  const [cn, en] = why;
  return refuse("RCN-016", `供应商${supplierName}付款冻结：${cn}`, `Supplier ${supplierNameEn ?? supplierName} is on payment hold: ${en}`, {
    data: { supplierId },
  });
}

/** Why money may not go to this account. */
export const accountFault = (account: Account | null, doc: Pick<Advance, "supplierId" | "currency">): Refusal | false =>
  !(
    account?.verifyStatus === "VERIFIED" &&
    account.enabledFlag === "Y" &&
    account.supplierId === doc.supplierId &&
    account.currency === doc.currency
  ) &&
  refuse(
    "RCN-017",
    "供应商收款账户未生效，须已核验、启用且币种一致",
    "The supplier bank account is not effective: it has to be verified, enabled and of the same currency",
    { data: { supplierId: doc.supplierId } },
  );

/** The day an account was changed, as long as payments to it are watched. */
export async function changedLately(account: Account | null, orgId: string, find: Find, today: string): Promise<string | null> {
  if (!account) return null;
  const cool = Number((await getProfile(find, "RCN_PAY_ACCOUNT_COOL", { orgId })).value);
  const changed = (account.verifyDate ?? account.creationDate).slice(0, 10);
  return cool > 0 && addDays(changed, cool) >= today ? changed : null;
}

/** A day in a month that finance has closed. */
export async function periodClosed(orgId: string, day: string, find: Find): Promise<Refusal | null> {
  const month = day.slice(0, 7);
  const [closed] = await closedPeriods.ask(find, { orgId, months: [month] });
  return closed ? refuse("RCN-012", `期间${month}已关闭`, `Period ${month} is closed`, { data: { month } }) : null;
}

/** One of a currency in that of the organisation on a day; the refusal of base data where nobody knows. */
export async function rateOn(orgId: string, currency: string, day: string, find: Find): Promise<Decimal> {
  const to = (await find.maybe(organization, orgId))?.functionalCurrency ?? currency;
  return to === currency ? "1" : trim((await getRate(find, { rateType: "CORPORATE", from: currency, to, day, orgId })).rate);
}

/** What is wrong with an amount in a currency. */
export function amountFault(amount: Decimal | null | undefined, currency: string, digits: number): Refusal | false {
  if (digits > 2) return refuse("RCN-019", `币种${currency}小数位不支持`, `Currency ${currency} has unsupported decimals`);
  if (amount == null || cmp(amount, "0") <= 0) return refuse("RCN-065", "金额须大于零", "Enter an amount above zero");
  return cmp(round(amount, digits), amount) !== 0 && refuse("RCN-056", `金额最多${digits}位小数`, `Enter at most ${digits} decimals`);
}
