import { cmp, isZero, mul, round, sum } from "#kernel/decimal.ts";
import type { Me } from "#kernel/entity.ts";
import { organization } from "#kernel/platform/organization.entity.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import { rule, run, set, tell, type Decision, type Effect, type Find, type Moment } from "#kernel/rule.ts";
import { getProfile, getRate } from "#modules/base/index.ts";
import { fault, takenMeanwhile } from "../common.ts";
import { transactionInfo } from "../transaction/transaction.entity.ts";
import type { NextRow, Stmt, Wanted } from "./compose.ts";
import { offsetIds, pairFaults, partnersOf } from "./pairs.ts";
import { takingEffects, type Taking } from "./reserve.ts";
import { composed, isFaults, rowFaults } from "./stmt.checks.ts";
import { accountStmt } from "./stmt.entity.ts";
import { written } from "./stmt.effects.ts";
import { stmtFacts, wantedOf, type StmtFacts } from "./stmt.facts.ts";

const keepsLock = ({ wanted }: NextRow): string => wanted.row?.lockState ?? "RELEASED";

/** Writes the statement anew from these rows. */
function rebuilt(doc: Stmt, wanted: readonly Wanted[], facts: StmtFacts, at: Moment): Decision {
  const next = composed(doc, wanted, doc.details, facts);
  return isFaults(next) ? next : written(doc, next, doc.details, facts, keepsLock, () => at.newId());
}

/** A decision as the list it stands for. */
const effectsIn = (decision: Decision): readonly (Effect | Refusal | false | null | undefined)[] =>
  Array.isArray(decision) ? (decision as readonly Effect[]) : [decision as Effect | Refusal];

/** The side that makes it draws it up; programs are our side. */
const sidesOf = (me: Me, runKey: string | null) =>
  me.audience === "supplier"
    ? ({ origin: "SUPPLIER", ownerSide: "SUPPLIER", otherSide: "INTERNAL" } as const)
    : ({ origin: runKey === null ? "BUYER" : "AUTO", ownerSide: "INTERNAL", otherSide: "SUPPLIER" } as const);

const mayStart = (start: string, me: Me): Refusal | false =>
  (start === "BUYER" && me.audience === "supplier") || (start === "SUPPLIER" && me.audience === "internal")
    ? refuse(
        "RCN-108",
        `对账单须由${start === "BUYER" ? "采购方" : "供应商"}发起`,
        `Statements are started by the ${start === "BUYER" ? "buyer" : "supplier"}`,
      )
    : false;

/** Rows that a save takes out of pairs whose other half stays. */
function tornBy(before: Stmt | null, wanted: readonly Wanted[], facts: StmtFacts): Refusal[] {
  const here = new Set(wanted.map(({ txnId }) => txnId));
  const gone = new Set((before?.transactions ?? []).flatMap((row) => (here.has(row.txnId) ? [] : [row.txnId as string])));
  return gone.size ? pairFaults(wanted, facts.txns).slice(0, 1) : [];
}

/** Reserved rows that a save takes out give back what they hold. */
const givenBack = (doc: Stmt, before: Stmt | null, facts: StmtFacts): Effect[] => {
  const here = new Set(doc.transactions.map((row) => row.id as string));
  const gone = (before?.transactions ?? []).filter((row) => row.lockState === "RESERVED" && !here.has(row.id));
  return takingEffects(
    doc,
    gone.map((row) => taking("RELEASE", row, facts)),
  );
};

/** Differences come by disputes alone, and what is reserved changes by their settlement alone. */
function savedFaults(doc: Stmt, before: Stmt | null): Refusal | false {
  const reserved = new Map(
    (before?.transactions ?? []).flatMap((row) => (row.lockState === "RESERVED" ? [[row.id as string, row.qty]] : [])),
  );
  const isMoved = doc.transactions.some((row) => reserved.has(row.id) && cmp(reserved.get(row.id)!, row.qty) !== 0);
  return doc.details.length !== (before?.details.length ?? 0) || isMoved
    ? refuse(
        "RCN-107",
        "差异及其数量请通过提出异议和协商完成处理",
        "Differences are raised and settled with their own buttons; they cannot be typed here",
      )
    : false;
}

const save = rule(accountStmt, "saveOrUpdate", {
  reads: async (doc, find) => ({
    facts: await stmtFacts(find, doc),
    start: (await getProfile(find, "RCN_STMT_START", { orgId: doc.orgId })).value,
  }),
  decide: (doc, { facts, start }, { before }, me, at): Decision => {
    const barred = before === null && mayStart(start, me);
    if (barred) return barred;
    const typed = savedFaults(doc, before);
    if (typed) return typed;
    const own = wantedOf(doc);
    const torn = tornBy(before, own, facts);
    if (torn.length) return torn;
    const wanted = [...own, ...partnersOf(own, facts.txns, () => at.newId())];
    const wrong = rowFaults(doc, wanted, facts);
    if (wrong.length) return wrong;
    const begins = before === null ? [set(doc, { ...sidesOf(me, doc.runKey), statusDate: at.today })] : [];
    return [...begins, ...effectsIn(rebuilt(doc, wanted, facts, at)), ...givenBack(doc, before, facts)];
  },
});

const rebuild = rule(accountStmt, "doLoadLines", {
  reads: (doc, find) => stmtFacts(find, doc),
  decide: (doc, facts, _, __, at) => rebuilt(doc, wantedOf(doc), facts, at),
});

const taking = (step: Taking["step"], row: Stmt["transactions"][number], facts: StmtFacts): Taking => ({
  step,
  txn: facts.txns.get(row.txnId) ?? { id: row.txnId, sourceTransactionId: null },
  rowId: row.id,
  qty: row.qty,
  amountExcl: row.amountExcl,
  taxAmount: row.taxAmount,
});

/** What steps of rows give back or take, for all rows in a state of reservation. */
const takings = (doc: Stmt, step: Taking["step"], from: string, facts: StmtFacts): Taking[] =>
  doc.transactions.filter((row) => row.lockState === from).map((row) => taking(step, row, facts));

const clear = rule(accountStmt, "doclearTranction", {
  reads: (doc, find) => stmtFacts(find, doc),
  decide: (doc, facts, { txnIds }, _, at): Decision => {
    const isGone = (txnId: string): boolean => !txnIds?.length || txnIds.includes(txnId as never);
    const left = wantedOf(doc).filter(({ txnId }) => !isGone(txnId));
    const torn = pairFaults(left, facts.txns);
    if (torn.length) return torn;
    const gone = doc.transactions.filter((row) => isGone(row.txnId) && row.lockState === "RESERVED");
    return [
      ...effectsIn(rebuilt(doc, left, facts, at)),
      ...takingEffects(
        doc,
        gone.map((row) => taking("RELEASE", row, facts)),
      ),
    ];
  },
});

/** The rate of the last day of the statement; the same currency needs none. */
async function ratedAt(find: Find, doc: Stmt) {
  const to = (await find.maybe(organization, doc.orgId))?.functionalCurrency ?? doc.currency;
  const day = doc.dateTo;
  if (to === doc.currency || !day) return { rate: "1", day };
  return { rate: (await getRate(find, { rateType: "CORPORATE", from: doc.currency, to, day, orgId: doc.orgId })).rate, day };
}

/** Reserves every row of a statement as it is composed now. */
const reserving = (doc: Stmt, rows: readonly NextRow[]): Effect[] =>
  takingEffects(
    doc,
    rows
      .filter(({ wanted }) => wanted.row?.lockState !== "RESERVED")
      .map(({ wanted, txn, amountExcl, taxAmount }): Taking => ({
        step: "RESERVE",
        txn,
        rowId: wanted.id,
        qty: wanted.qty,
        amountExcl,
        taxAmount,
      })),
  );

/** What does not allow a statement to go to the other side. What others took meanwhile is refused as such. */
function submitFaults(doc: Stmt, wanted: readonly Wanted[], facts: StmtFacts): Refusal[] {
  if (wanted.length === 0) return [refuse("RCN-001", "对账单没有事务行", "The statement has no transactions")];
  if (facts.digits > 2)
    return [fault("currency", "RCN-019", `币种${doc.currency}小数位不支持`, `Currency ${doc.currency} has unsupported decimals`)];
  const torn = pairFaults(wanted, facts.txns);
  if (torn.length) return torn;
  return rowFaults(doc, wanted, facts).map((wrong) => (wrong.code === "RCN-003" ? takenMeanwhile() : wrong));
}

const submit = rule(accountStmt, "doSubmit", {
  reads: async (doc, find) => ({ facts: await stmtFacts(find, doc, { isLocked: true }), rated: await ratedAt(find, doc) }),
  decide: (doc, { facts, rated }, _, __, at): Decision => {
    const wanted = wantedOf(doc);
    const wrong = submitFaults(doc, wanted, facts);
    if (wrong.length) return wrong;
    const next = composed(doc, wanted, doc.details, facts);
    if (isFaults(next)) return next;
    const total = next.goods.amountIncl;
    return [
      ...written(
        doc,
        next,
        doc.details,
        facts,
        () => "RESERVED",
        () => at.newId(),
      ),
      ...reserving(doc, next.rows),
      set(doc, {
        stmtType: total.startsWith("-") ? "CREDIT" : "NORMAL",
        rateDate: rated.day,
        exchangeRate: rated.rate,
        baseInc: round(mul(total, rated.rate), 2),
        statusDate: at.today,
        runKey: null,
      }),
    ];
  },
});

const confirm = rule(accountStmt, "doConfirm", {
  decide: (doc, _, __, me, at) => {
    const open = doc.details.filter(({ detailStatus }) => detailStatus === "OPEN").length;
    if (open) return refuse("RCN-005", `存在${open}条未处理差异`, `${open} differences are still open`);
    return set(doc, { confirmUserId: me.audience === "system" ? null : (me.userId as never), confirmDate: at.now, statusDate: at.today });
  },
});

/** The head says what its rows come to; anything else is a statement that somebody changed beside the rules. */
const isSound = (doc: Stmt): boolean =>
  cmp(sum(doc.lines.map((line) => line.amountExcl)), doc.invoiceableEx) === 0 &&
  cmp(sum(doc.lines.map((line) => line.taxAmount)), doc.invoiceableTax) === 0;

const approve = rule(accountStmt, "doApproval", {
  reads: (doc, find) => stmtFacts(find, doc),
  decide: (doc, facts, _, __, at): Decision => {
    if (!isSound(doc)) return refuse("RCN-011", "单据已被修改，请刷新后重试", "The document was changed; refresh and retry");
    const isNothing = isZero(doc.invoiceableEx) && isZero(doc.invoiceableTax);
    const here = new Set(doc.transactions.map((row) => row.txnId as string));
    return [
      ...takingEffects(doc, takings(doc, "CONSUME", "RESERVED", facts)),
      ...offsetIds(facts.txns)
        .filter((id) => here.has(id))
        .map((id) => run(transactionInfo, id, "doSettleOffset", {})),
      ...doc.transactions.map((row) => set(row, { lockState: "CONSUMED" })),
      set(doc, { statusDate: at.today, approvedDate: at.today, ...(isNothing ? { status: "CLOSED" } : {}) }),
      tell("RCN_STMT_APPROVED", {
        id: doc.id,
        num: doc.stmtNo,
        supplierId: doc.supplierId,
        amount: doc.invoiceableInc,
        currency: doc.currency,
      }),
    ];
  },
});

/** Gives back everything a statement holds. */
const released = (doc: Stmt, facts: StmtFacts, at: Moment, reason?: string | null): Effect[] => [
  ...takingEffects(doc, [...takings(doc, "RELEASE", "RESERVED", facts), ...takings(doc, "CANCEL", "CONSUMED", facts)]),
  ...doc.transactions.map((row) => set(row, { lockState: "RELEASED" })),
  set(doc, { statusDate: at.today }),
  ...(doc.status === "DRAFT"
    ? []
    : [tell("RCN_STMT_ENDED", { id: doc.id, num: doc.stmtNo, supplierId: doc.supplierId, reason: reason ?? "" })]),
];

const letGo = (action: "doReject" | "doWithdraw") =>
  rule(accountStmt, action, {
    reads: (doc, find) => stmtFacts(find, doc),
    decide: (doc, facts, _, __, at) => [...released(doc, facts, at), set(doc, { confirmUserId: null, confirmDate: null })],
  });

const cancel = (action: "doCancel" | "doRevoke") =>
  rule(accountStmt, action, {
    reads: (doc, find) => stmtFacts(find, doc),
    decide: (doc, facts, { cancelReason }, _, at) => [
      (!isZero(doc.invoicedInc) || !isZero(doc.reservedInvInc)) &&
        refuse("RCN-023", "该对账单已开票，请先取消发票单", "The statement is invoiced. Cancel the invoice first"),
      doc.status === "CLOSED" &&
        !isZero(doc.invoiceableInc) &&
        refuse("RCN-018", "已关闭的对账单不能取消", "A closed statement cannot be cancelled"),
      ...released(doc, facts, at, cancelReason),
      set(doc, { cancelReason: cancelReason ?? null, runKey: null, ...(action === "doRevoke" ? { revokedDate: at.today } : {}) }),
    ],
  });

export const stmtRules = [
  save,
  rebuild,
  clear,
  submit,
  confirm,
  approve,
  letGo("doReject"),
  letGo("doWithdraw"),
  cancel("doCancel"),
  cancel("doRevoke"),
];
