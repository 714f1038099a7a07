import { bookOf, postRule, rebuildRule } from "#kernel/ledger-rule.ts";
import { all, sql, type Sources } from "#kernel/query.ts";
import { revisionFaults } from "#kernel/revision-diff.ts";
import { revisionRules, takeoverRule, takesOver } from "#kernel/revision-rule.ts";
import { rule, set } from "#kernel/rule.ts";
import { deposit, depositHome, depositPosting } from "./deposit.entity.ts";

export const depositRules = [
  postRule(depositHome, deposit),
  rebuildRule(depositHome),
  ...revisionRules(deposit),
  takeoverRule(deposit),
  rule(deposit, "doSubmit", {
    reads: (doc, find) => find.maybe(deposit, doc.liveId),
    decide: (doc, live) => (live ? revisionFaults(deposit, live, doc) : []),
  }),
  rule(deposit, "doApproval", { decide: (doc) => (doc.liveId ? takesOver(deposit, doc) : set(doc, { status: "ACTIVE" })) }),
  rule(deposit, "doReceive", {
    decide: (doc, _, { received }, me, at) => {
      const cause = { causeType: deposit.name, causeId: doc.id, causeNum: doc.depositNum };
      const book = bookOf(depositHome, doc).post([{ owner: doc.id, event: "RECEIVE", deltas: { HELD: received }, ...cause }]);
      return book.effects(depositPosting, me, at);
    },
  }),
];

/** What this reader's suppliers have deposited. */
export const heldBySupplier = (source: Sources, supplierId: string | null) => {
  const d = source(deposit);
  return sql`
    select ${d.supplierName}, ${d.currency}, sum(${d.heldAmount})::text as held
    from ${d} where ${all(sql`${d.status} = 'ACTIVE'`, supplierId !== null && sql`${d.supplierId} = ${supplierId}`)}
    group by 1, 2 order by 1, 2`;
};
