import type { Me } from "#kernel/entity.ts";
import { addDays } from "#kernel/days.ts";
import { isZero } from "#kernel/decimal.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import { rule, set, tell, type Effect, type Find, type Moment } from "#kernel/rule.ts";
import { getProfile, item } from "#modules/base/index.ts";
import { supplierInfo, tradeGate, type TradeQuestion } from "#modules/supplier/index.ts";
import { changeFaults, submitted } from "./change/alteration.rules.ts";
import { draftApproved, draftConfirmed, draftMoved } from "./change/moves.ts";
import { about } from "./about.ts";
import { fault } from "./common.ts";
import { bindingGaps, type Level } from "./contract-clauses.ts";
import { contract } from "./contract.entity.ts";
import { hashOf, textFacts, textOf, unfilledIn, type Contract } from "./contract-text-of.ts";
import { rateFacts, rateKept } from "./contract-rate.ts";
import { openLevel } from "./contract-wording.ts";
import { template } from "./template.entity.ts";
import { wordFilesIn } from "./text/documents.ts";
import { openChanges, openChangesFault, wordEffects, wordFacts } from "./text/text.rules.ts";
import { versionRow, versionsOf } from "./text/version-rows.ts";

/** May this supplier be given business with these goods? Nothing is ordered by a contract itself. */
export async function barredIn(doc: Contract, find: Find, day: string): Promise<readonly Refusal[]> {
  const ids = doc.items.flatMap((row) => (row.itemId ? [row.itemId as string] : []));
  const goods = ids.length ? await find.where(item, { id: ids }, 5000) : [];
  const asked = goods.length
    ? goods.map((good) => ({ itemId: good.id, categoryId: good.categoryId }))
    : [{ itemId: null, categoryId: null }];
  return tradeGate.ask(
    find,
    asked.map((entry): TradeQuestion => ({
      supplierId: doc.supplierId,
      op: "AWARD",
      orgId: doc.orgId,
      siteId: doc.supplierSiteId,
      ...entry,
      amount: "0",
      qty: "0",
      kind: "TRIAL",
      day,
      isReleased: false,
    })),
  );
}

/** Numbers and dates of sending are given later: names that wait for them are no gap yet. */
const later = ["contract.contractNum"];
const gapsIn = (doc: Contract, except: readonly string[]): Refusal | false => {
  const open = unfilledIn((doc.textJson ?? []) as never).filter((name) => !except.includes(name));
  const list = open.map((name) => `\${${name}}`);
  return open.length > 0 && refuse("CCT-030", `正文字段未填写：${list.join("、")}`, `Unfilled fields in the text: ${list.join(", ")}`);
};

function clauseFaults(doc: Contract, gaps: ReturnType<typeof bindingGaps>, names: ReadonlyMap<string, string>): (Refusal | false)[] {
  return [
    ...gaps.groups.map((group) =>
      fault("clauses", "CCT-024", `条款组${group}须选择且仅选择一项`, `Choose exactly one clause of group ${group}`),
    ),
    ...gaps.missing.map((id) =>
      fault("clauses", "CCT-145", `缺少必选条款${names.get(id) ?? ""}`, `The required clause ${names.get(id) ?? ""} is missing`),
    ),
    ...doc.clauses.map(
      (clause, i) =>
        clause.deviationFlag === "Y" &&
        !clause.deviationReason &&
        fault(
          `clauses[${i}].deviationReason`,
          "CCT-018",
          `请填写条款${clause.title ?? ""}的偏离理由`,
          `Give a reason why clause ${clause.title ?? ""} deviates`,
        ),
    ),
  ];
}

async function submitFacts(doc: Contract, find: Find, day: string) {
  const [from, supplier, barred, open, rate] = await Promise.all([
    find.one(template, doc.templateId),
    find.one(supplierInfo, doc.supplierId),
    barredIn(doc, find, day),
    openChanges(find, doc.id),
    rateFacts(find, doc, day),
  ]);
  return { from, supplier, barred, open, rate };
}

/** What has to be right before anybody is asked. */
function submitFaults(
  doc: Contract,
  { from, supplier, barred, open, rate }: Awaited<ReturnType<typeof submitFacts>>,
): (Refusal | Effect | false)[] {
  const gaps = bindingGaps(
    from.clauses,
    doc.clauses.map((clause) => clause.termsId),
  );
  return [
    ...barred,
    voidingFault(doc),
    openChangesFault(open),
    from.status === "INVALID" && fault("templateId", "CCT-143", "模板已失效，请另选", "The template is no longer valid; choose another"),
    doc.amountMode !== "NONE" &&
      isZero(doc.amountIncl ?? "0") &&
      fault("items", "CCT-019", "合同金额不能为零", "The amount cannot be zero"),
    doc.amountMode !== "NONE" &&
      doc.stages.length === 0 &&
      fault("stages", "CCT-020", "付款阶段比例合计0%，应为100%", "Payment stages total 0%, must be 100%"),
    supplier.supplierNature === "OVERSEAS" &&
      doc.trade.length === 0 &&
      fault("trade", "CCT-027", "境外供应商须维护贸易条款", "Trade terms are needed for a foreign supplier"),
    ...clauseFaults(doc, gaps, new Map(doc.clauses.map((clause) => [clause.termsId ?? "", clause.title ?? ""]))),
    gapsIn(doc, later),
    set(doc, { deviationLevel: openLevel(doc.clauses), refuseReason: null, refuseFileIds: null }),
    ...rateKept(doc, rate),
  ];
}

const submit = rule(contract, "doSubmit", {
  reads: (doc, find, _, __, at) => submitFacts(doc, find, at.today),
  decide: (doc, facts) => [
    doc.liveId !== null && refuse("CCT-090", "变更稿请用提交变更", "Submit a draft change as a change"),
    ...submitFaults(doc, facts),
  ],
});

const submitChange = rule(contract, "doSubmitChange", {
  reads: async (doc, find, _, __, at) => ({ facts: await submitFacts(doc, find, at.today), live: await find.maybe(contract, doc.liveId) }),
  decide: (doc, { facts, live }, _, __, at) => [
    ...submitFaults(doc, facts),
    ...(live ? submitted(live, doc, at.today) : [refuse("CCT-153", "这不是变更稿", "This contract is not a draft change")]),
  ],
});

/** A change that was returned or taken back: the contract in force hears of it. */
const returned = rule(contract, "doReject", { decide: (doc) => draftMoved(doc, "REJECTED") });
const withdrawn = rule(contract, "doWithdraw", { decide: (doc) => draftMoved(doc, "DRAFT") });

const approve = rule(contract, "doApproval", {
  reads: (doc, find, _, __, at) => goingOn(doc, find, at.today),
  decide: (doc, { against, ...text }) => [
    ...against,
    ...doc.clauses
      .filter((clause) => clause.deviationFlag === "Y" && clause.deviationLevel !== "NONE" && clause.deviationApprovedBy === null)
      .map((clause) => {
        const [who, whoEn] = clause.deviationLevel === "LEGAL" ? ["法务", "legal"] : ["采购经理", "purchasing manager"];
        return refuse(
          "CCT-025",
          `条款${clause.title ?? ""}有偏离，须${who}批准`,
          `Clause ${clause.title ?? ""} deviates; ${whoEn} approval is needed`,
        );
      }),
    ...draftApproved(doc, text),
  ],
});

/** A person agrees to the deviations of his level; those of a higher level stay open. */
const approves = (action: "doApproveLegal" | "doApproveManager", level: Level) =>
  rule(contract, action, {
    decide: (doc, _, __, me) => {
      const mine = doc.clauses.filter((clause) => clause.deviationLevel === level && clause.deviationApprovedBy === null);
      const rest = doc.clauses.map((clause) => (mine.includes(clause) ? { ...clause, deviationApprovedBy: me.userId } : clause));
      return [
        mine.length === 0 && refuse("CCT-029", "没有待您批准的偏离", "There is no deviation for you to approve"),
        ...mine.map((row) => set(row, { deviationApprovedBy: me.userId as never })),
        set(doc, { deviationLevel: openLevel(rest) }),
      ];
    },
  });

/** A contract that is being voided does not go on meanwhile. */
export const voidingFault = ({ voidStatus }: Contract): Refusal | false =>
  (voidStatus === "DRAFT" || voidStatus === "APPROVING") && refuse("CCT-050", "存在进行中的作废", "A voiding is already in progress");

/** The text as it is composed now, its checksum, and what has made a draft change impossible since: more was ordered, paid or applied for. */
export async function composed(doc: Contract, find: Find, day: string) {
  const [facts, live] = await Promise.all([textFacts(doc, find), find.maybe(contract, doc.liveId)]);
  const passages = textOf(doc, facts);
  const outdated = [...(live ? changeFaults(live, doc, day) : []), voidingFault(doc)];
  return { passages, hash: await hashOf(doc, passages), outdated };
}

/** The same, with everything that stands against going on: the supplier is barred meanwhile, or the change no longer fits its contract. */
export async function goingOn(doc: Contract, find: Find, day: string) {
  const [{ outdated, ...text }, barred] = await Promise.all([composed(doc, find, day), barredIn(doc, find, day)]);
  return { ...text, against: [...barred, ...outdated] };
}

const send = rule(contract, "doSendConfirm", {
  reads: async (doc, find, _, __, at: Moment) => ({
    ...(await goingOn(doc, find, at.today)),
    days: Number((await getProfile(find, "CCT_CONFIRM_DAYS", { orgId: doc.orgId })).value),
    open: await openChanges(find, doc.id),
    versions: await versionsOf(find, doc),
  }),
  decide: (doc, { passages, hash, against, days, open, versions }, _, me, at) => [
    ...against,
    openChangesFault(open),
    gapsIn({ ...doc, textJson: passages } as Contract, []),
    at.before(doc)?.status === "SUPPLIER_REFUSED" &&
      hash === doc.pdfHash &&
      refuse("CCT-036", "供应商已拒绝此文本，修改后再发送", "The supplier declined this text. Change it before sending it again"),
    set(doc, {
      textJson: passages,
      pdfHash: hash,
      sentAt: at.now,
      confirmDue: `${addDays(at.today, days)}T15:59:59.000Z`,
      confirmedBy: null,
      confirmedAt: null,
      confirmedIp: null,
      confirmRemark: null,
      refuseReason: null,
      refuseFileIds: null,
    }),
    ...draftMoved(doc, "CONFIRMING"),
    versionRow(doc, { versions, occasion: "SENT", hash, shared: "Y", of: doc, passages }, me, at),
  ],
});

const recall = rule(contract, "doRevocation", {
  decide: (doc): Effect[] => [
    set(doc, { pdfHash: null, sentAt: null, confirmDue: null }),
    tell("CCT_RECALLED", about(doc)),
    ...draftMoved(doc, "DRAFT"),
  ],
});

const confirm = rule(contract, "doSupplierConfirm", {
  reads: async (doc, find, _, __, at) => ({ ...(await composed(doc, find, at.today)), open: await openChanges(find, doc.id) }),
  decide: (doc, { hash, outdated, open }, input, me: Me, at) => [
    ...outdated,
    openChangesFault(open),
    (input.pdfHash !== doc.pdfHash || hash !== doc.pdfHash) &&
      refuse("CCT-031", "合同正文已变化，请重新确认", "The text has changed; read and confirm it again"),
    set(doc, { confirmedBy: me.displayName, confirmedAt: at.now, confirmedIp: at.ip ?? null, confirmRemark: input.confirmRemark ?? null }),
    tell("CCT_CONFIRMED", { ...about(doc), remark: input.confirmRemark ?? "" }),
    ...draftConfirmed(doc),
  ],
});

const decline = rule(contract, "doSupplierRefuse", {
  reads: async (doc, find, input) => ({
    found: await Promise.all((await wordFilesIn(find, input.refuseFileIds)).map((id) => wordFacts(doc, find, id))),
  }),
  decide: (doc, { found }, input, me) => [
    ...found.flatMap((comparison) => wordEffects(doc, comparison, "SUPPLIER", me.displayName)),
    (input.refuseReason ?? "").trim().length < 5 &&
      fault("refuseReason", "CCT-034", "请填写拒绝原因，至少5个字", "Give a reason of at least 5 characters"),
    set(doc, { refuseReason: input.refuseReason ?? null, refuseFileIds: input.refuseFileIds ?? null }),
    tell("CCT_REFUSED", { ...about(doc), reason: input.refuseReason }),
    ...draftMoved(doc, "REJECTED"),
  ],
});

export const contractFlowRules = [
  submit,
  submitChange,
  returned,
  withdrawn,
  approve,
  approves("doApproveLegal", "LEGAL"),
  approves("doApproveManager", "MANAGER"),
  send,
  recall,
  confirm,
  decline,
];
