import { add, cmp, format, sub } from "#kernel/decimal.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import type { Text } from "#kernel/text.ts";
import { addDays, daysBetween } from "#kernel/days.ts";
import { supplierLookups } from "./master.lookups.ts";
import { certificatesOn, isInForce, type CertificateRow, type ControlRow, type GrantRow, type Supplier } from "./standing.ts";
import type { Answer, Operation, Question } from "./standing.types.ts";

/** A must proof whose expiry blocks something. */
export interface BlockingProof {
  readonly id: string;
  readonly certType: string;
  readonly requireName: string;
  readonly requireNameEn: string | null;
  readonly categoryId: string | null;
  readonly expireAction: string;
  readonly graceDays: number;
}

interface HeldSite {
  readonly id: string;
  readonly name: Text;
}

/** Everything the judge looks at; the category's ids run from the root to itself. */
export interface TradeFacts {
  readonly supplier: Supplier;
  readonly grants: readonly GrantRow[];
  readonly controls: readonly ControlRow[];
  readonly certificates: readonly CertificateRow[];
  readonly proofs: readonly BlockingProof[];
  /** The sites whose payments wait. */
  readonly heldSites: readonly HeldSite[];
  readonly categoryPath: readonly string[];
  readonly potentialMayQuote: boolean;
  readonly orgName: Text;
  readonly categoryName: Text;
}

type By = NonNullable<Answer["by"]>;
type Warning = Answer["warnings"][number];
type Asked = Question & { readonly date: string };

const binding: readonly Operation[] = ["SOURCING", "AWARD", "ORDER"];
/** After leaving, a supplier may look at its papers for so long. */
const readingDays = 180;

const yes = (by: By | null = null, warnings: readonly Warning[] = []): Answer => ({ ok: true, code: null, text: null, by, warnings });
const no = (code: string, text: Text, by: By): Answer => ({ ok: false, code, text, by, warnings: [] });
const supplierRow = (facts: TradeFacts): By => ({ table: "SrmSupInfo", id: facts.supplier.id });

export const operationName = (op: string): Text => supplierLookups["SUP_OPERATION"]!.values[op] ?? [op, op];
const certificateName = (type: string): Text => supplierLookups["CERT_TYPE"]!.values[type] ?? [type, type];
const reasonName = (code: string): Text => supplierLookups["CONTROL_REASON"]!.values[code] ?? [code, code];

function refused(facts: TradeFacts, asked: Asked, reason: Text, by: By): Answer {
  const [opCn, opEn] = operationName(asked.op);
  const [org, category] = [facts.orgName, facts.categoryName];
  return no(
    "SLC_TRD_001",
    [
      `供应商在${org[0]}/${category[0]}不允许${opCn}：${reason[0]}`,
      `${opEn} not allowed with this supplier in ${org[1]}/${category[1]}: ${reason[1]}`,
    ],
    by,
  );
}

const rank = ["QUALIFIED", "TRIAL", "CANDIDATE", "SUSPENDED", "EXITED"];

/** The grant that decides: the nearest category upwards, there the organisation's own row before the group's. Without an organisation or a category the best one speaks. */
export function grantFor(
  grants: readonly GrantRow[],
  asked: Pick<Question, "orgId" | "categoryId">,
  path: readonly string[],
): GrantRow | null {
  const here = grants.filter((grant) => grant.orgId === null || !asked.orgId || grant.orgId === asked.orgId);
  const best = (rows: readonly GrantRow[]): GrantRow | null =>
    rows.toSorted((a, b) => rank.indexOf(a.categoryStatus) - rank.indexOf(b.categoryStatus))[0] ?? null;
  if (!asked.categoryId) return best(here);
  for (const id of path.toReversed()) {
    const rows = here.filter((grantRow) => grantRow.categoryId === id);
    const own = asked.orgId ? rows.filter((row) => row.orgId === asked.orgId) : [];
    const found = best(own.length ? own : rows);
    if (found) return found;
  }
  return null;
}

function blacklisted(facts: TradeFacts, asked: Asked): Answer {
  const by = supplierRow(facts);
  const listed: Text = ["已列入黑名单", "it is blacklisted"];
  if (asked.op === "STATEMENT") return yes(by);
  if (asked.op === "DELIVERY" && asked.released) return yes(by);
  if (asked.op === "PAYMENT" && facts.supplier.paymentPolicy !== "HOLD_ALL") return yes(by);
  return refused(facts, asked, listed, by);
}

function gone(facts: TradeFacts, asked: Asked): Answer {
  const { supplier } = facts;
  const by = supplierRow(facts);
  const left: Text = [`已于${supplier.quitDate ?? ""}退出`, `it left on ${supplier.quitDate ?? ""}`];
  if (asked.op === "STATEMENT" || asked.op === "PAYMENT") return yes(by);
  if (asked.op === "DELIVERY") return asked.date <= (supplier.quitDate ?? "") || asked.released ? yes(by) : refused(facts, asked, left, by);
  if (asked.op === "LOGIN" && supplier.quitDate !== null && asked.date <= addDays(supplier.quitDate, readingDays))
    return yes(by, [{ code: "SUP_READ_ONLY", text: ["已退出，仅可查看", "Supplier left: read only"] }]);
  return refused(facts, asked, left, by);
}

/** A temporary supplier: as long as it lasts and as far as its cap goes. */
function temporary(facts: TradeFacts, asked: Asked): Answer {
  const { supplier } = facts;
  const by = supplierRow(facts);
  const until = supplier.tempValidTo ?? "";
  if (until < asked.date)
    return asked.op === "SOURCING" && facts.potentialMayQuote
      ? yes(by)
      : no("SUP_TMP_002", [`临时资格已于${until}到期`, `Temporary status ended on ${until}`], by);
  if (asked.op === "SOURCING" || !asked.amount) return yes(by);
  return overCap(supplier, asked.amount) ?? yes(by);
}

const shown = (amount: string): string => format(amount, { scale: 2, thousands: true });

/** The refusal of an amount beyond what a temporary supplier may still get. */
export function overCap(supplier: Pick<Supplier, "id" | "tempAmountLimit" | "tempUsedAmount">, amount: string): Answer | null {
  const [limit, used] = [supplier.tempAmountLimit ?? "0", supplier.tempUsedAmount ?? "0"];
  if (cmp(add(used, amount), limit) <= 0) return null;
  return no(
    "SUP_TMP_001",
    [
      `临时供应商限额${shown(limit)}，已用${shown(used)}，本次${shown(amount)}超限`,
      `Cap ${shown(limit)}, used ${shown(used)}, ${shown(amount)} exceeds it`,
    ],
    { table: "SrmSupInfo", id: supplier.id },
  );
}

/** What of a trial limit is left, told when something goes beyond it. */
export function overTrial(
  grant: Pick<GrantRow, "trialQtyLimit" | "trialAmountLimit" | "trialUsedQty" | "trialUsedAmount">,
  asked: { readonly qty?: string | null | undefined; readonly amount?: string | null | undefined },
): Text | null {
  const checks: [string | null, string | null, string | null | undefined, Text][] = [
    [grant.trialQtyLimit, grant.trialUsedQty, asked.qty, ["试用数量", "trial quantity"]],
    [grant.trialAmountLimit, grant.trialUsedAmount, asked.amount, ["试用金额", "trial amount"]],
  ];
  for (const [limit, used, wanted, name] of checks) {
    if (limit === null || !wanted) continue;
    const left = sub(limit, used ?? "0");
    if (cmp(wanted, left) > 0)
      return [`${name[0]}上限${limit}，剩余${left}，本次${wanted}超限`, `${name[1]} limit ${limit}, left ${left}, ${wanted} exceeds it`];
  }
  return null;
}

function onTrial(facts: TradeFacts, asked: Asked, grant: GrantRow, by: By): Answer {
  if (asked.op === "SOURCING") return yes(by);
  if (grant.trialValidTo !== null && grant.trialValidTo < asked.date)
    return refused(facts, asked, [`试用期已于${grant.trialValidTo}结束`, `the trial ended on ${grant.trialValidTo}`], by);
  if (!asked.trial) return refused(facts, asked, ["试用品类只允许试用订单", "a category on trial only allows trial orders"], by);
  // The limits are those of trial orders; an award only has to be of that kind.
  const over = asked.op === "ORDER" ? overTrial(grant, asked) : null;
  return over ? refused(facts, asked, over, by) : yes(by);
}

/** Payments wait at sites, not at organisations or categories. */
function onHold(supplier: Supplier, held: readonly HeldSite[], by: By): Answer {
  const [why, whyEn] = [supplier.paymentHoldReason ?? "", supplier.paymentHoldReasonEn ?? supplier.paymentHoldReason ?? ""];
  const names = (half: 0 | 1, comma: string): string => held.map(({ name }) => name[half]).join(comma);
  const [at, atEn] =
    held.length > 0 ? [`地点${names(0, "、")}`, ` at ${held.length === 1 ? "site" : "sites"} ${names(1, ", ")}`] : ["", ""];
  return no("SLC_TRD_001", [`${at}付款冻结${why && `：${why}`}`, `Payments on hold${atEn}${whyEn && `: ${whyEn}`}`], by);
}

/** What the state of supplier and category allows, before controls. */
function byState(facts: TradeFacts, asked: Asked): Answer {
  const { supplier } = facts;
  const own = supplierRow(facts);
  if (supplier.infoStatus !== "EFFECTIVE") return refused(facts, asked, ["供应商档案尚未生效", "its profile is not effective yet"], own);
  if (supplier.mergedIntoId) return refused(facts, asked, ["已合并到其他供应商", "it was merged into another supplier"], own);
  if (supplier.blacklistFlag === "Y") return blacklisted(facts, asked);
  if (supplier.quitScopeAll === "Y") return gone(facts, asked);
  if (asked.op === "PAYMENT" && supplier.paymentHoldFlag === "Y") {
    // A question that names no site asks about all of them.
    const held = facts.heldSites.filter((site) => !asked.siteId || site.id === asked.siteId);
    if (held.length > 0 || !asked.siteId) return onHold(supplier, held, own);
  }
  if (asked.op === "LOGIN")
    return supplier.supStatus === "TEMPORARY" && supplier.portalFlag !== "Y"
      ? refused(facts, asked, ["临时供应商未开通账号", "a temporary supplier without an account"], own)
      : yes(own);
  // What was ordered rightly is delivered, settled and paid whatever the category has become since.
  if (!binding.includes(asked.op)) return yes(own);
  return byGrant(facts, asked);
}

function byGrant(facts: TradeFacts, asked: Asked): Answer {
  const { supplier } = facts;
  const grant = grantFor(facts.grants, asked, facts.categoryPath);
  const by: By = grant ? { table: "SrmSupCategories", id: grant.id } : supplierRow(facts);
  const status = grant?.categoryStatus ?? "NONE";
  if (status === "QUALIFIED" && grant!.validTo !== null && grant!.validTo < asked.date)
    return refused(facts, asked, [`合格资格已于${grant!.validTo}到期`, `the qualification ended on ${grant!.validTo}`], by);
  if (status === "QUALIFIED") return yes(by);
  if (status === "TRIAL") return onTrial(facts, asked, grant!, by);
  if (status === "SUSPENDED") return refused(facts, asked, ["品类已暂停", "the category is suspended"], by);
  if (status === "EXITED") return refused(facts, asked, ["品类已退出", "the category was exited"], by);
  if (supplier.tempFlag === "Y") return temporary(facts, asked);
  if (asked.op === "SOURCING" && facts.potentialMayQuote) return yes(by);
  return refused(
    facts,
    asked,
    grant
      ? ["品类仍为候选", "the category is still a candidate"]
      : ["该组织与品类没有合格或试用资格", "no qualification or trial for it there"],
    by,
  );
}

/** Does the control reach what is asked? One with an organisation beside its category or site counts only there. */
function reaches(controlRow: ControlRow, asked: Asked, path: readonly string[]): boolean {
  if (controlRow.orgId !== null && controlRow.orgId !== (asked.orgId ?? null)) return false;
  switch (controlRow.scopeType) {
    case "ALL":
      return true;
    case "ORG":
      return controlRow.orgId !== null;
    case "CATEGORY":
      return controlRow.categoryId !== null && path.includes(controlRow.categoryId);
    case "SITE":
      return controlRow.siteId !== null && controlRow.siteId === asked.siteId;
    default:
      return controlRow.itemId !== null && controlRow.itemId === asked.itemId;
  }
}

/** The control in force that blocks what is asked. */
export const controlOver = (facts: Pick<TradeFacts, "controls" | "categoryPath">, asked: Asked): ControlRow | null =>
  facts.controls.find(
    (it) => isInForce(it, asked.date) && (it.blockedOps ?? []).includes(asked.op) && reaches(it, asked, facts.categoryPath),
  ) ?? null;

function byControl(facts: TradeFacts, asked: Asked): Answer | null {
  const controlRow = controlOver(facts, asked);
  if (!controlRow) return null;
  const [cn, en] = reasonName(controlRow.controlReason);
  const until: Text = controlRow.endDate ? [`至${controlRow.endDate}`, ` until ${controlRow.endDate}`] : ["，直至解除", " until lifted"];
  return refused(facts, asked, [`管控中（${cn}）${until[0]}`, `it is restricted (${en})${until[1]}`], {
    table: "SrmSupControl",
    id: controlRow.id,
  });
}

const blocks: Readonly<Record<string, readonly Operation[]>> = { BLOCK_SOURCING: ["SOURCING", "AWARD"], BLOCK_ORDER: ["ORDER"] };

/** Of the proofs that reach the category, for each type the nearest. */
function proofsFor(facts: TradeFacts): readonly BlockingProof[] {
  const near = (blockingProof: BlockingProof): number =>
    blockingProof.categoryId === null ? 0 : facts.categoryPath.indexOf(blockingProof.categoryId) + 1;
  const here = facts.proofs.filter((proof) => proof.categoryId === null || facts.categoryPath.includes(proof.categoryId));
  return here.filter(
    (blockingProof) => !here.some((other) => other.certType === blockingProof.certType && near(other) > near(blockingProof)),
  );
}

/** The certificate of a type that counts on the day, lasts longest and reaches the category. */
function lasting(facts: TradeFacts, certType: string, day: string): CertificateRow | null {
  const until = (certificateRow: CertificateRow): string =>
    certificateRow.longTermFlag === "Y" || certificateRow.validTo === null ? "9999-12-31" : certificateRow.validTo;
  const covers = (certificateRow: CertificateRow): boolean =>
    !certificateRow.categoryIds?.length ||
    facts.categoryPath.length === 0 ||
    certificateRow.categoryIds.some((id) => facts.categoryPath.includes(id));
  return (
    certificatesOn(facts.certificates, day)
      .filter((certificate) => certificate.certType === certType && covers(certificate))
      .toSorted((a, b) => until(b).localeCompare(until(a)))[0] ?? null
  );
}

/** An expired must proof: within its grace a warning, after it a refusal. */
function byCertificate(facts: TradeFacts, asked: Asked): { readonly refusal: Answer | null; readonly warnings: readonly Warning[] } {
  const warnings: Warning[] = [];
  for (const proof of proofsFor(facts)) {
    if (!blocks[proof.expireAction]?.includes(asked.op)) continue;
    const certificateRow = lasting(facts, proof.certType, asked.date);
    if (!certificateRow || certificateRow.longTermFlag === "Y" || certificateRow.validTo === null || certificateRow.validTo >= asked.date)
      continue;
    const days = daysBetween(certificateRow.validTo, asked.date);
    const [name, op] = [certificateName(proof.certType), operationName(asked.op)];
    const last = addDays(certificateRow.validTo, proof.graceDays);
    if (last < asked.date)
      return {
        refusal: no(
          "SLC_TRD_002",
          [`资质${name[0]}已过期${days}天，不允许${op[0]}`, `Certificate ${name[1]} expired ${days} days ago; ${op[1]} refused`],
          { table: "SrmSupQualification", id: certificateRow.id },
        ),
        warnings,
      };
    warnings.push({
      code: "SLC_TRD_003",
      text: [`资质${name[0]}已过期${days}天，宽限至${last}`, `Certificate ${name[1]} expired ${days} days ago; grace until ${last}`],
    });
  }
  return { refusal: null, warnings };
}

/** May this be done with the supplier on that day? State first, then controls, then proofs; the row that decided is named. */
export function tradable(facts: TradeFacts, question: Asked): Answer {
  const state = byState(facts, question);
  if (!state.ok) return state;
  const blocked = byControl(facts, question);
  if (blocked) return blocked;
  const { refusal, warnings } = byCertificate(facts, question);
  return refusal ?? { ...state, warnings: [...state.warnings, ...warnings] };
}

/** A no as a refusal documents can pass on; null for a yes. */
export const asRefusal = (answer: Answer, supplierId: string): Refusal | null =>
  answer.ok || !answer.text ? null : refuse(answer.code!, answer.text[0], answer.text[1], { data: { by: answer.by, supplierId } });
