import { action } from "#kernel/entity.ts";
import { int, longtext, payload, text } from "#kernel/field.ts";
import { ledgerActions } from "#kernel/ledger-rule.ts";

/** Contracts that others post to: goods come back and are paid also after their end. */
const posted = ["SIGNED", "EFFECTIVE", "EXPIRED", "COMPLETED", "TERMINATED"] as const;
const quiet = { who: "system", quiet: true, button: "btnSave" } as const;

/** What is done with a contract that is signed: it takes effect, is carried out, renews, expires and is completed. */
export const executionActions = {
  doPost: action("登记执行", "Post execution", { ...quiet, from: posted, input: { exec: payload("执行", "Execution") } }),
  doUseStages: action("登记付款阶段", "Post payment stages", { ...quiet, from: posted, input: { uses: payload("用量", "Uses") } }),
  doTrigger: action("触发付款阶段", "Trigger stages", {
    ...quiet,
    from: ["EFFECTIVE", "EXPIRED"],
    input: { stages: payload("阶段", "Stages", { optional: true }) },
  }),
  doTellStage: action("提醒付款阶段", "Tell of a stage", {
    ...quiet,
    from: ["EFFECTIVE", "EXPIRED"],
    input: { stageId: text("阶段", "Stage", { max: 64 }), left: int("剩余天数", "Days left", { adds: false }) },
  }),
  doTakenOver: action("接管历史合同", "Take over", {
    ...quiet,
    from: ["DRAFT"],
    to: "EFFECTIVE",
    input: { taken: payload("合同", "Contract") },
  }),
  doTakeEffect: action("合同生效", "Take effect", { ...quiet, from: ["SIGNED"] }),
  doExpire: action("合同到期", "Expire", { ...quiet, from: ["EFFECTIVE"] }),
  doTrackRefunds: action("跟踪返还", "Track refunds", { ...quiet, from: posted }),
  doMarkRefund: action("登记返还", "Register refund", {
    ...quiet,
    from: posted,
    input: { refund: payload("返还", "Refund") },
  }),
  doRebuild: ledgerActions.doRebuild,
  doTriggerStage: action("触发付款阶段", "Trigger a stage", {
    button: "btnTriggerStage",
    who: "internal",
    from: ["EFFECTIVE", "EXPIRED"],
    offered: (doc) =>
      ((doc["stages"] ?? []) as readonly { readonly trigger: string; readonly stageStatus: string }[]).some(
        (stage) => stage.trigger === "MANUAL" && stage.stageStatus === "WAIT",
      ),
    input: { stageNo: int("阶段", "Stage", { least: 1, adds: false }) },
  }),
  doNonRenew: action("不再续期", "Do not renew", {
    button: "btnNonRenew",
    who: ["internal", "supplier"],
    from: ["EFFECTIVE"],
    offered: (doc) => doc["autoRenewFlag"] === "Y",
    tone: "danger",
    input: { nonRenewReason: longtext("不续期原因", "Reason", { max: 500 }) },
  }),
  doClose: action("履行完毕", "Complete", {
    button: "btnClose",
    who: "internal",
    from: ["EFFECTIVE", "EXPIRED"],
    to: "COMPLETED",
    tone: "danger",
    confirm: ["履行完毕后不能再下单，确定吗？", "Nothing more can be ordered under a completed contract. Complete it?"],
  }),
} as const;
