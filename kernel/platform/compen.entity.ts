import { action, entity } from "#kernel/entity.ts";
import { code, datetime, int, longtext, money, payload, pick, ref, text } from "#kernel/field.ts";
import { make, type Effect, type Moment } from "#kernel/rule.ts";

const words = { note: text("原因", "Reason", { max: 500 }) };

/** A step that follows a change outside its transaction: told to another service or an outside system, tried again until it is done. */
export const transactionCompen = entity("BaseTransactionCompen", "事务补偿", "Compensation", {
  service: "baseServer",
  fields: {
    bizType: pick("单据类型", "Record type", "ENTITY", { computed: true }),
    bizId: text("单据", "Record id", { max: 64, computed: true }),
    bizNum: text("单据编号", "Record", { max: 200, computed: true, optional: true }),
    step: text("步骤", "Step", { max: 100, computed: true }),
    targetService: text("对方", "Partner", { max: 100, computed: true }),
    summaryCn: { ...text("内容", "What it does", { max: 500, computed: true, optional: true }), english: "summaryEn" },
    summaryEn: text("内容（英文）", "What it does (English)", { max: 500, computed: true, optional: true }),
    amount: money("金额", "Amount", { computed: true, optional: true, currency: "currency", adds: false }),
    currency: code("币种", "Currency", { max: 3, computed: true, optional: true }),
    payload: payload("报文", "Payload", { computed: true }),
    idempotencyKey: text("幂等键", "Idempotency key", { max: 200, computed: true }),
    status: pick("状态", "Status", "COMPEN_STATUS", { computed: true }),
    triedAt: datetime("首次执行", "First tried", { computed: true, optional: true }),
    tryCount: int("补偿次数", "Compensation tries", { computed: true, initial: 0 }),
    nextTryAt: datetime("下次尝试", "Next try", { computed: true, optional: true }),
    lastError: longtext("最近错误", "Last error", { max: 2000, computed: true, optional: true }),
    doneAt: datetime("完成时间", "Done at", { computed: true, optional: true }),
    leaseUntil: datetime("占用至", "Leased until", { computed: true, optional: true, hidden: "all" }),
    fence: int("令牌", "Fencing token", { computed: true, initial: 0, hidden: "all" }),
    operatorNote: text("处理说明", "Note", { max: 500, computed: true, optional: true }),
    proposedAction: text("待复核的处理", "Proposed", { max: 20, computed: true, optional: true }),
    proposedBy: ref("BaseUsers", "提出人", "Proposed by", { computed: true, optional: true }),
  },
  stateLookup: "COMPEN_STATUS",
  states: {
    PENDING: ["待补偿", "Pending", "waiting"],
    RUNNING: ["执行中", "In progress", "running"],
    DONE: ["已补偿", "Done", "done"],
    FAILED: ["失败", "Failed", "refused"],
    SKIPPED: ["已跳过", "Skipped", "ended"],
    MANUAL: ["人工完成", "Done manually", "done"],
  },
  actions: {
    doRetry: action("重试", "Retry", { button: "btnRetry", who: "internal", batch: "each" }),
    doSkip: action("跳过", "Skip", { button: "btnSkip", who: "internal", batch: "each", tone: "danger", input: words }),
    doDone: action("标记完成", "Mark done", { button: "btnDone", who: "internal", batch: "each", input: words }),
  },
  sees: { internal: "all" },
  unique: [{ fields: ["idempotencyKey"] }],
  title: ["bizNum", "step"],
  list: [
    "bizNum",
    "status",
    "step",
    "targetService",
    "amount",
    "currency",
    "tryCount",
    "nextTryAt",
    "lastError",
    "bizType",
    "creationDate",
    "operatorNote",
  ],
  search: ["bizType", "bizNum", "step", "targetService", "status", "creationDate"],
  order: [["creationDate", "desc"]],
  views: {
    failed: ["失败", "Failed", () => ({ status: "FAILED" })],
    trying: ["补偿中", "In progress", () => ({ status: ["PENDING", "RUNNING"] })],
    second: ["待复核", "Needs a second person", () => ({ proposedAction: { not: null }, status: "FAILED" })],
  },
  pages: { list: "transactionCompen" },
});

/** What has to happen outside once the change is committed. */
export interface Step {
  /** The code its handler is registered under. */
  readonly step: string;
  readonly bizType: string;
  readonly bizId: string;
  readonly bizNum?: string | null;
  readonly targetService: string;
  /** The same key has one effect outside, however often it is tried. */
  readonly idempotencyKey: string;
  readonly payload: Readonly<Record<string, unknown>>;
  /** What it does, in words for whoever has to decide about it. */
  readonly summary?: readonly [cn: string, en: string];
  readonly amount?: string;
  readonly currency?: string;
}

/** For rules: leaves a step behind in the action's own transaction; it is carried out after commit and tried again until it is done. */
export const afterCommit = (at: Moment, { summary, ...step }: Step): Effect =>
  make(transactionCompen, at.newId(), {
    ...step,
    bizNum: step.bizNum ?? null,
    summaryCn: summary?.[0] ?? null,
    summaryEn: summary?.[1] ?? null,
    amount: step.amount ?? null,
    currency: step.currency ?? null,
    nextTryAt: at.now,
  });
