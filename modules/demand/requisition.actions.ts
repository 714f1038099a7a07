import { action } from "#kernel/entity.ts";
import { longtext, payload, ref, yn } from "#kernel/field.ts";
import { ledgerActions } from "#kernel/ledger-rule.ts";
import type { Refusal } from "#kernel/refusal.ts";
import { notAvailable, type Sourced } from "./available.ts";
import { lineStatusText } from "./lookups.ts";

const why = (cn: string) => longtext(cn, "Reason", { max: 500 });
const lineIds = payload("申请行", "Lines", { optional: true });
const target = {
  lines: payload("申请行", "Lines"),
  supplierId: ref("SrmSupInfo", "供应商", "Supplier", { optional: true }),
  billTypeId: ref("SrmBasePurchaseBillType", "单据类型", "Document type", { optional: true }),
  mergeFlag: yn("合并", "Merge", { optional: true }),
};
const sourced = ["APPROVED", "PARTIAL"] as const;
type Named = Readonly<Record<string, unknown>>;
const rowsOf = (list: unknown): readonly Named[] =>
  (Array.isArray(list) ? (list as readonly unknown[]) : []).filter(
    (candidate): candidate is Named => typeof candidate === "object" && candidate !== null,
  );

/** PUR-2005 for a named line that cannot be sourced, whatever the state of its requisition says. */
const notSourced = (doc: Named, named: readonly Named[]): Refusal | null => {
  const lines = rowsOf(doc["lines"]) as unknown as readonly Sourced[];
  const refusals = named.flatMap(({ reqLineId, qty }) => {
    const line = lines.find(({ id }) => id === reqLineId);
    return (line && notAvailable(line, String(qty ?? line.requestQty), lineStatusText)) ?? [];
  });
  return refusals[0] ?? null;
};

const turned = (cn: string, en: string, button: string) =>
  action(cn, en, {
    button,
    who: "internal",
    from: sourced,
    quiet: true,
    input: target,
    wrongState: (doc, { lines }) => notSourced(doc, rowsOf(lines)),
  });

/** What may be done with a requisition, by whom and when. */
export const requisitionActions = {
  doReturn: action("退回", "Return", {
    button: "btnReturn",
    who: "internal",
    from: ["APPROVED", "PARTIAL"],
    input: { lineIds, returnWhy: why("退回原因") },
    tone: "danger",
  }),
  doSubmitLines: action("退回行重提", "Resubmit returned lines", {
    button: "btnSubmit",
    who: "internal",
    from: ["APPROVED", "PARTIAL", "COMPLETED"],
    input: { lineIds, editFirst: yn("先修改再提交", "Edit before submitting", { optional: true }) },
    quiet: true,
  }),
  doCancel: action("取消", "Cancel", {
    button: "btnCancel",
    who: "internal",
    from: ["DRAFT", "REJECTED", "RETURNED", "APPROVED", "PARTIAL"],
    input: { lineIds },
    tone: "danger",
  }),
  doClose: action("关闭", "Close", {
    button: "btnClose",
    who: "internal",
    from: ["APPROVED", "PARTIAL"],
    to: "CLOSED",
    input: { closeWhy: why("关闭原因") },
    tone: "danger",
  }),
  doSuggest: action("建议货源", "Suggest", { button: "btnSuggest", who: "internal", from: ["DRAFT", "REJECTED", "RETURNED"] }),
  doAssignBuyer: action("分配采购员", "Assign buyer", {
    button: "btnAssignBuyer",
    who: "internal",
    from: ["APPROVED", "PARTIAL"],
    batch: "all",
    input: { buyerId: ref("BaseUsers", "采购员", "Buyer", { pick: { userType: "INTERNAL" } }), lineIds },
  }),
  toOrder: turned("转订单", "Create order", "btnToOrder"),
  toAgreement: turned("转协议", "Create agreement", "btnToAgreement"),
  toDemandSummary: turned("转需求汇总", "Create demand summary", "btnToDemandSummary"),
  doPost: action("需求记账", "Post demand", {
    button: "btnSave",
    who: "system",
    from: ["APPROVED", "PARTIAL", "COMPLETED", "CANCELLED", "CLOSED", "RETURNED"],
    wrongState: (doc, { moves }) =>
      notSourced(
        doc,
        rowsOf(moves).filter(({ kind }) => kind === "take"),
      ),
    quiet: true,
    input: { moves: payload("变动", "Moves") },
  }),
  doRebuild: ledgerActions.doRebuild,
};
