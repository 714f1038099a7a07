import type { Draft } from "#kernel/entity.ts";
import { refuse } from "#kernel/refusal.ts";
import { drop, make, reveal, rule, run, set, type Decision } from "#kernel/rule.ts";
import { ledgerLines, type Order } from "./ledger-effects.ts";
import { order } from "./order.entity.ts";
import { orderStatusOf } from "./posting.ts";
import { expandKeys, fieldsOf, headKeys, lineKeys, rowKeys } from "./revision.ts";

/** The draft beside the live order: the same document, naming what each line and row stands for. */
function draftOf(doc: Order, n: number, reason: string | null): Draft<typeof order> {
  const head = fieldsOf(doc, headKeys, ["status", "changeStatus", "statusBeforeChange", "changeId", "publishDate", "confirmDeadline"]);
  return {
    ...head,
    ...{ orderNum: `${doc.orderNum ?? doc.id}-C${n}`, liveId: doc.id, status: "DRAFT", changeReason: reason },
    lines: doc.lines.map((line) => ({
      ...fieldsOf(line, lineKeys, ["sourceLineId"]),
      liveLineId: line.id,
      deliveries: line.deliveries.map((row) => ({ ...fieldsOf(row, rowKeys, []), liveRowId: row.id })),
    })),
    expand: doc.expand.map((one) => fieldsOf(one, expandKeys, ["orderId"])),
  } as Draft<typeof order>;
}

/** A change begins: the live order goes on, its draft is written beside it. */
const change = rule(order, "doChange", {
  reads: async (doc, find) => ({ n: await find.count(order, { liveId: doc.id }) }),
  decide: (doc, { n }, input, _, at): Decision => {
    if (doc.liveId) return refuse("PUR-0003", "变更稿不能再变更", "A draft revision cannot be changed again");
    const changeId = at.newId();
    const before = at.before(doc)?.status ?? "CONFIRMED";
    return [
      set(doc, { changeStatus: "DRAFT", statusBeforeChange: before, changeId, changeReason: input.reason ?? null }),
      make(order, changeId, draftOf(doc, n + 1, input.reason ?? null)),
      reveal({ changeId }),
    ];
  },
});

/** A change is given up: the draft goes, the order is what its lines say. */
const cancelChange = rule(order, "doCancelChange", {
  reads: async (doc, find) => ({ draft: doc.liveId || !doc.changeId ? null : await find.lock(order, doc.changeId) }),
  decide: (doc, { draft }): Decision => {
    if (doc.liveId) return run(order, doc.liveId, "doCancelChange", {});
    if (doc.status !== "CHANGING") return refuse("PUR-2216", "订单没有进行中的变更", "The order has no change in progress");
    if (draft?.status === "APPROVING") return refuse("PUR-0003", "变更审批中，请先撤回", "The change is in approval; withdraw it first");
    const status = orderStatusOf(doc.statusBeforeChange ?? "CONFIRMED", ledgerLines(doc));
    return [
      set(doc, { status, changeStatus: null, statusBeforeChange: null, changeId: null } as Partial<Order>),
      ...(draft ? [drop(draft)] : []),
    ];
  },
});

export const changeRules = [change, cancelChange];
