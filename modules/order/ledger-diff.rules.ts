import { rule, set, tell } from "#kernel/rule.ts";
import { ledgerDiff } from "./ledger-diff.entity.ts";

/** A difference is looked at by a person; it is never put right by itself. */
export const ledgerDiffRules = [
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
