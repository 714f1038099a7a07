import { some, type Doc, type Entity } from "#kernel/entity.ts";
import { rebuildRule } from "#kernel/ledger-rule.ts";
import { refuse } from "#kernel/refusal.ts";
import { rule, run, set, tell, type Find } from "#kernel/rule.ts";
import { ledgerDiff } from "./ledger-diff.entity.ts";
import { orderHome } from "./posted-rows.ts";
import { order } from "../order.entity.ts";

const notACounter = () =>
  refuse(
    "PUR-3610",
    "只有计数与台账不符的差异可以重建，其他差异须查明原因",
    "Only a counter that differs from its postings can be rebuilt; find the cause of the others",
  );

/** The document that rebuilds a balance; other differences have none. */
async function documentOf(find: Find, diff: Doc<typeof ledgerDiff>): Promise<{ readonly document?: Entity; readonly docId?: string }> {
  if (diff.docType !== null && diff.docId !== null) return { document: find.entity(diff.docType), docId: diff.docId };
  if (!["LEDGER", "I3"].includes(diff.rule)) return {};
  const inside = diff.rule === "LEDGER" ? { deliveries: some({ id: diff.ownerId }) } : { id: diff.ownerId };
  const [found] = await find.where(order, { lines: some(inside) }, 2);
  return found ? { document: order, docId: found.id } : {};
}

/** A difference is looked at by a person; it is never put right by itself. */
export const ledgerDiffRules = [
  rebuildRule(orderHome),
  rule(ledgerDiff, "doRebuild", {
    reads: (doc, find) => documentOf(find, doc),
    decide: (doc, { document, docId }, { note }, me) =>
      document && docId
        ? [
            set(doc, { seenBy: me.userId, seenNote: note ?? null }),
            run(document, docId, "doRebuild", { ownerId: doc.ownerId, bucket: doc.bucket ?? "" }),
          ]
        : notACounter(),
  }),
  rule(ledgerDiff, "doDeal", { decide: (doc, _, { note }, me) => set(doc, { seenBy: me.userId, seenNote: note ?? null }) }),
  rule(ledgerDiff, "doSeen", {
    decide: (doc, _, input, __, at) =>
      set(doc, {
        lastSeenAt: at.now,
        storedValue: input.storedValue ?? doc.storedValue,
        provenValue: input.provenValue ?? doc.provenValue,
      }),
  }),
  rule(ledgerDiff, "doTell", { decide: (_, __, { n }) => tell("PUR_LEDGER_DIFF", { n: n ?? "0" }) }),
];
