import { addDays, addMonths, daysBetween } from "#kernel/days.ts";
import { cmp, div, mul, sub, sum, trim } from "#kernel/decimal.ts";
import type { Text } from "#kernel/text.ts";

/** What warnings are found from, for one contract. */
export interface Watched {
  readonly id: string;
  readonly contractNum: string | null;
  readonly orgId: string;
  readonly ownerId: string;
  readonly status: string;
  readonly effectiveDate: string;
  readonly expiryDate: string;
  readonly autoRenewFlag: string;
  readonly noticeDays: number | null;
  readonly warrantyMonths: number | null;
  readonly depositAmount: string | null;
  readonly amountIncl: string;
  readonly orderedAmount: string;
  /** Days of the organisation: when the supplier was to answer, when it was published, when it was signed. */
  readonly confirmDay: string | null;
  readonly publishedDay: string | null;
  readonly signedDay: string | null;
  readonly isArchived: boolean;
  /** The earliest delivery that is due and not received. */
  readonly lateSince: string | null;
  /** The nearest end of a refund that is still to come. */
  readonly refundBy: string | null;
}

/** A payment stage that fell due or will, and what is open of it. */
export interface WatchedStage {
  readonly id: string;
  readonly parentId: string;
  readonly stageName: string;
  readonly due: string;
  readonly amount: string;
  readonly paid: string;
  readonly deducted: string;
}

/** What may be a warning once its rule says so. */
export interface Cause {
  readonly type: string;
  readonly stageId: string | null;
  readonly dueDate: string | null;
  /** Days to the date for rules that warn before it, days since for those that warn after it, percent for the amount used. */
  readonly how: "BEFORE" | "AFTER" | "PERCENT";
  readonly measure: number;
  readonly mark: string;
  readonly message: Text;
}

export interface WarnRule {
  readonly warnType: string;
  readonly leadDays: string;
  readonly level: string;
  readonly receiverRoles: string | null;
  readonly orgId: string | null;
}

const inForce = ["EFFECTIVE"];
const ended = ["EXPIRED", "COMPLETED", "TERMINATED"];

/** Everything about a contract that a rule may warn of on a day. */
export function causesOf(doc: Watched, stages: readonly WatchedStage[], today: string, unsignedDays: number): readonly Cause[] {
  const num = doc.contractNum ?? "";
  const before = (type: string, dueDate: string, message: Text, stageId: string | null = null): Cause => ({
    ...{ type, stageId, dueDate, message },
    ...{ how: "BEFORE", measure: daysBetween(today, dueDate), mark: dueDate },
  });
  const after = (type: string, dueDate: string, message: Text, stageId: string | null = null): Cause => ({
    ...before(type, dueDate, message, stageId),
    ...{ how: "AFTER", measure: daysBetween(dueDate, today) },
  });
  const when = <T>(is: unknown, make: () => T): readonly T[] => (is ? [make()] : []);
  const isRunning = inForce.includes(doc.status);
  const share = isRunning && cmp(doc.amountIncl, "0") > 0 ? Number(div(mul(doc.orderedAmount, "100"), doc.amountIncl, 2)) : 0;
  return [
    ...when(isRunning && doc.autoRenewFlag !== "Y", () =>
      before("EXPIRE", doc.expiryDate, [`合同${num}将于${doc.expiryDate}到期`, `Contract ${num} expires on ${doc.expiryDate}`]),
    ),
    ...when(isRunning && doc.autoRenewFlag === "Y", () => {
      const day = addDays(doc.expiryDate, -(doc.noticeDays ?? 0));
      return before("RENEW_NOTICE", day, [
        `合同${num}将自动续期，不续期须于${day}前通知`,
        `Contract ${num} renews itself; notice not to renew is due by ${day}`,
      ]);
    }),
    ...when(doc.status === "CONFIRMING" && doc.confirmDay, () =>
      after("UNCONFIRMED", doc.confirmDay!, [
        `供应商未在${doc.confirmDay}前确认合同${num}`,
        `The supplier did not confirm contract ${num} by ${doc.confirmDay}`,
      ]),
    ),
    ...when((doc.status === "PUBLISHED" || doc.status === "SIGNING") && doc.publishedDay, () => {
      const day = addDays(doc.publishedDay!, unsignedDays);
      return after("UNSIGNED", day, [
        `合同${num}自${doc.publishedDay}发布后未签署`,
        `Contract ${num} has not been signed since ${doc.publishedDay}`,
      ]);
    }),
    ...when(["SIGNED", ...inForce, ...ended].includes(doc.status) && doc.signedDay && !doc.isArchived, () =>
      after("ARCHIVE_MISSING", doc.signedDay!, [
        `合同${num}于${doc.signedDay}签署，尚未归档`,
        `Contract ${num}, signed on ${doc.signedDay}, is not archived`,
      ]),
    ),
    ...when((isRunning || ended.includes(doc.status)) && doc.warrantyMonths, () => {
      const day = addMonths(doc.effectiveDate, doc.warrantyMonths!);
      return before("WARRANTY_END", day, [`合同${num}质保期至${day}`, `The warranty of contract ${num} ends on ${day}`]);
    }).filter(({ measure }) => measure >= 0),
    ...when((isRunning || ended.includes(doc.status)) && doc.depositAmount && cmp(doc.depositAmount, "0") > 0, () => {
      const text: Text = [
        `合同${num}的履约保证金${trim(doc.depositAmount!)}应退还`,
        `The performance bond of ${trim(doc.depositAmount!)} of contract ${num} is to be returned`,
      ];
      return before("BOND_RETURN", doc.expiryDate, text);
    }),
    ...when(isRunning && doc.lateSince, () =>
      after("DELIVERY_DELAY", doc.lateSince!, [
        `合同${num}有明细应于${doc.lateSince}交付，尚未收齐`,
        `An item of contract ${num} was due on ${doc.lateSince} and is not received in full`,
      ]),
    ),
    ...when((isRunning || ended.includes(doc.status)) && doc.refundBy, () =>
      before("REFUND_DUE", doc.refundBy!, [
        `合同${num}的费用返还期限为${doc.refundBy}`,
        `The refund under contract ${num} ends on ${doc.refundBy}`,
      ]),
    ),
    ...when(share > 0, (): Cause => ({
      ...{ type: "AMOUNT_USED", stageId: null, dueDate: null, how: "PERCENT", measure: share, mark: doc.amountIncl },
      message: [`合同${num}额度已使用${Math.floor(share)}%`, `${Math.floor(share)} % of contract ${num} is used`],
    })),
    ...stages.flatMap((stage): Cause[] => {
      const open = trim(sub(stage.amount, sum([stage.paid, stage.deducted])));
      if (cmp(open, "0") <= 0) return [];
      const isLate = stage.due < today;
      const cn = `合同${num}阶段${stage.stageName}应付${open}，到期${stage.due}`;
      const en = `Contract ${num}, stage ${stage.stageName}: ${open} due ${stage.due}`;
      return isLate ? [after("STAGE_OVERDUE", stage.due, [cn, en], stage.id)] : [before("STAGE_DUE", stage.due, [cn, en], stage.id)];
    }),
  ];
}

/** The rule that a cause has reached, with its nearest step; rules of the organisation replace the general ones. */
export function reachedBy(cause: Cause, orgId: string, rules: readonly WarnRule[]) {
  const ofType = rules.filter((rule) => rule.warnType === cause.type);
  const own = ofType.filter((rule) => rule.orgId === orgId);
  const steps = (own.length ? own : ofType.filter((rule) => rule.orgId === null)).flatMap((rule) =>
    rule.leadDays.split(",").map((day) => ({ rule, lead: Number(day) })),
  );
  const reached = steps.filter(({ lead }) => (cause.how === "BEFORE" ? cause.measure <= lead : cause.measure >= lead));
  return reached.toSorted((a, b) => (cause.how === "BEFORE" ? a.lead - b.lead : b.lead - a.lead))[0] ?? null;
}
