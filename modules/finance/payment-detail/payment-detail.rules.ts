import { neg, trim } from "#kernel/decimal.ts";
import type { Doc } from "#kernel/entity.ts";
import { refuse } from "#kernel/refusal.ts";
import { add, rule, run, set, tell, type Decision, type Effect } from "#kernel/rule.ts";
import { advance } from "../advance/advance.entity.ts";
import { inFuture } from "../advance/advance.rules.ts";
import { periodClosed } from "../advance/advance.facts.ts";
import { collection } from "../advance/collection.entity.ts";
import { paymentDetail } from "./payment-detail.entity.ts";

type Entry = Doc<typeof paymentDetail>;

const negated = (value: string | null): string | null => (value === null ? null : neg(value));

/** What its document does when an entry is reversed: the stored figures go back, in both currencies. */
function givenBack(doc: Entry): Effect[] {
  if (doc.ownerType === "ADVANCE")
    return [
      run(advance, doc.ownerId, "doPost", {
        postings: [
          {
            ...{ owner: doc.ownerId, event: "UNPAY", deltas: { PAID: neg(doc.amount) }, base: { PAID: neg(doc.baseAmount) } },
            ...{ key: `${doc.id}:UNPAY`, causeType: paymentDetail.name, causeId: doc.id, causeNum: doc.bankFlowNo },
          },
        ],
      }),
    ];
  return doc.ownerType === "COLLECT" ? [run(collection, doc.ownerId, "doUnreceive", { detailId: doc.id, amount: doc.amount })] : [];
}

const reverse = rule(paymentDetail, "doReverse", {
  reads: async (doc, find, { reverseOn }, _, at) => ({ closed: await periodClosed(doc.orgId, reverseOn ?? at.today, find) }),
  decide: (doc, { closed }, { reason, reverseOn }, _, at): Decision => {
    const day = reverseOn ?? at.today;
    return [
      closed,
      day > at.today && inFuture(),
      day < doc.payDate && refuse("RCN-071", "冲销日不能早于付款日", "The reversal cannot be dated before the payment"),
      set(doc, { reverseReason: reason, reverseDate: day, reversedAt: at.now }),
      ...doc.sources.map((row) =>
        add(doc, "sources", {
          ...{ sourceType: row.sourceType, stageId: row.stageId, advanceId: row.advanceId, amount: neg(row.amount) },
          ...{ baseAtInvoiceRate: negated(row.baseAtInvoiceRate), baseAtPayRate: negated(row.baseAtPayRate) },
          exchangeDiff: negated(row.exchangeDiff),
        }),
      ),
      ...givenBack(doc),
      tell("RCN_PAYMENT_REVERSED", {
        ...{ id: doc.id, num: doc.detailNo, supplierId: doc.supplierId, amount: trim(doc.amount), currency: doc.currency },
        ...{ flow: doc.bankFlowNo, reason },
      }),
    ];
  },
});

export const paymentDetailRules = [reverse];
