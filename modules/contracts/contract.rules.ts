import { sub, trim } from "#kernel/decimal.ts";
import { countsOn } from "#kernel/effective.ts";
import type { Refusal } from "#kernel/refusal.ts";
import { add, rule, set, tell, warn, type Effect, type Find } from "#kernel/rule.ts";
import { digitsOf, item, paymentTerm } from "#modules/base/index.ts";
import { taxPercents } from "#modules/price/index.ts";
import { changeFaults } from "./change/alteration.rules.ts";
import { stagesOf } from "./change/draft-stages.ts";
import { draftMoved } from "./change/moves.ts";
import { clause } from "./clause.entity.ts";
import { about } from "./about.ts";
import { copied, fault } from "./common.ts";
import { isLadder, lineMoney, sumOf, type Money } from "./contract-amounts.ts";
import { contract } from "./contract.entity.ts";
import { chosenClauses, inLanguage, openLevel, worded } from "./contract-wording.ts";
import { textFacts, textOf, type Contract } from "./contract-text-of.ts";
import type { Passage } from "./contract-text.ts";
import { placeholderFaults } from "./placeholders.ts";
import { proposedStages } from "./proposed-stages.ts";
import { simpleFacts, simpleFaults } from "./simple/simple.rules.ts";
import { capFault } from "./source/source.rules.ts";
import { template } from "./template.entity.ts";
import { documentEffects, hashesOf } from "./text/documents.ts";
import { lockedFault, lockOf } from "./text/lock.ts";
import { clausesOf, stageShareFault, type Template } from "./template.rules.ts";

/** What a contract is written and worded by. */
export async function contractFacts(doc: Contract, find: Find, day: string) {
  const [from, live] = await Promise.all([find.maybe(template, doc.templateId ?? null), find.maybe(contract, doc.liveId)]);
  const ids = doc.clauses.flatMap((clause) => (clause.termsId ? [clause.termsId as string] : []));
  const itemIds = doc.items.flatMap((row) => (row.itemId ? [row.itemId as string] : []));
  const [bound, own, items, taxes, digits, known, term] = await Promise.all([
    from ? clausesOf(find, from) : [],
    ids.length ? find.where(clause, { id: ids }, 500) : [],
    itemIds.length ? find.where(item, { id: itemIds }, 5000) : [],
    taxPercents(
      find,
      doc.items.flatMap((row) => (row.taxRate ? [row.taxRate] : [])),
    ),
    digitsOf(find, doc.currency),
    textFacts(doc, find),
    find.maybe(paymentTerm, doc.paymentTermId ?? null),
  ]);
  const small = await simpleFacts(doc, find, day);
  return {
    from,
    live,
    small,
    library: [...new Map([...bound, ...own].map((clause) => [clause.id, clause])).values()],
    items,
    taxes,
    digits,
    known,
    term,
  };
}

/** What the contract comes to: its lines, or what was entered for it as a whole. */
function totalOf(doc: Contract, lines: readonly Money[]): Money {
  if (doc.amountMode === "SUM") return sumOf(lines);
  if (doc.amountMode === "NONE") return { amountExcl: "0", taxAmount: "0", amountIncl: "0" };
  const [amountIncl, taxAmount] = [doc.fixedAmount ?? "0", doc.fixedTax ?? "0"];
  return { amountIncl, taxAmount, amountExcl: sub(amountIncl, taxAmount) };
}

function faultsOf(doc: Contract, from: Template, stages: readonly { readonly percent: string }[]): (Refusal | false)[] {
  return [
    Boolean(doc.effectiveDate && doc.expiryDate && doc.expiryDate < doc.effectiveDate) &&
      fault("expiryDate", "CCT-021", "到期日不能早于生效日", "Expiry may not be before the effective date"),
    Boolean(from.orgIds?.length && doc.orgId && !from.orgIds.includes(doc.orgId)) &&
      fault("templateId", "CCT-142", "模板不适用于该组织", "The template is not for this organisation"),
    stageShareFault(stages, "stages"),
    ...placeholderFaults({ headText: doc.headText, tailText: doc.tailText }),
    ...doc.clauses.flatMap((clause, i) => placeholderFaults({ [`clauses[${i}].content`]: clause.content })),
    ...doc.items.map(
      (row, i) =>
        !isLadder(row.ladderJson ?? []) &&
        fault(`items[${i}].ladderJson`, "CCT-017", "阶梯须从0起且数量递增", "A ladder begins at 0 and rises in quantity"),
    ),
  ];
}

/** A contract begins with a template while the template is valid; what was begun goes on. */
const outOfTime = ({ validFrom, validTo }: Template, today: string): Refusal | false =>
  !countsOn({ from: validFrom, to: validTo }, today) &&
  fault("templateId", "CCT-129", "模板不在有效期内，请另选", "The template is not valid today; choose another");

const figure = (value: string | null): string | null => (value === null ? null : trim(value));

const wordingOf = (doc: Contract): string =>
  JSON.stringify([doc.headText, doc.tailText, doc.clauses.map((clause) => [clause.id, clause.title, clause.content])]);

/** What the supplier was asked to agree to: a change of it asks our own people again. */
const agreed = (doc: Contract): string =>
  JSON.stringify([
    ...[doc.orgId, doc.ourPartyId, doc.supplierId, doc.extraParties, doc.effectiveDate, doc.expiryDate, figure(doc.amountIncl)],
    ...[doc.paymentTermId, doc.headText, doc.tailText, doc.clauses.map((clause) => [clause.seq, clause.title, clause.content])],
    doc.items.map((row) => [
      ...[row.itemId, row.itemName, row.uom, figure(row.qty), figure(row.unitPrice), row.taxRate, figure(row.amountIncl)],
      row.deliveryDate,
    ]),
    doc.refunds.map((row) => [
      ...[row.itemIds, figure(row.feeAmount), row.refundMode, row.stepMode, row.deadline, figure(row.refundRatio)],
      ...[figure(row.targetQty), figure(row.targetAmount)],
    ]),
    doc.stages.map((stage) => [stage.stageType, figure(stage.percent), figure(stage.amount), stage.trigger, stage.dueDays, stage.dueDate]),
  ]);

/** Whether a change of what was declined, approved or confirmed begins the way of the contract anew. */
function hasMoved(before: Contract, whole: Contract, passages: readonly Passage[]): boolean {
  if (before.status === "SUPPLIER_REFUSED") return agreed(before) !== agreed(whole);
  if (before.status !== "APPROVED" && before.status !== "CONFIRMED") return false;
  const words = (text: readonly Passage[]): string => JSON.stringify(text.map(({ no, title, text: body }) => [no, title, body]));
  const isText = words((before.textJson ?? []) as readonly Passage[]) !== words(passages);
  return isText || (before.fileIds ?? "") !== (whole.fileIds ?? "") || agreed(before) !== agreed(whole);
}

const save = rule(contract, "saveOrUpdate", {
  reads: async (doc, find, _, __, at) => {
    const [facts, held, hashes] = await Promise.all([
      contractFacts(doc, find, at.today),
      lockOf(find, doc.id),
      hashesOf(
        find,
        doc.documents.filter((row) => row.authorId === null).map((row) => row.fileId),
      ),
    ]);
    return { ...facts, held, hashes };
  },
  decide: (doc, { from, live, small, library, items: goods, taxes, digits, known, term, held, hashes }, { before }, me, at) => {
    if (!from) return fault("templateId", "CCT-016", "请选择合同模板", "Choose a contract template");
    const isBegun = before === null || before.templateId !== doc.templateId;
    const items = doc.items.map((row, i) => ({
      ...row,
      ...lineMoney(row, taxes.get(row.taxRate) ?? "0", doc.taxIncludedFlag === "Y", digits),
      lineNum: i + 1,
      itemName: row.itemName || (goods.find(({ id }) => id === row.itemId)?.itemName ?? null),
    }));
    const total = totalOf(doc, items);
    const isOpen = isBegun || before.paymentTermId !== doc.paymentTermId || before.retentionPct !== doc.retentionPct;
    const ownStages = isOpen && doc.stages.length === 0 ? proposedStages(doc, from, term) : [];
    const shares = [...doc.stages, ...ownStages];
    const parts = stagesOf(total.amountIncl, shares, live, digits);
    const newStages = ownStages.map((stage, i) => ({ ...stage, stageNo: i + 1, amount: parts[i]!.amount, needInvoice: "Y" as const }));
    const stages = doc.stages.map((stage, i) => ({ ...stage, stageNo: i + 1, ...parts[i]! }));
    const clauses = doc.clauses.map((clause) => ({ ...clause, ...worded(clause, from, library, at.before(clause)) }));
    const newClauses = isBegun ? chosenClauses(doc, from, library) : [];
    const head = isBegun
      ? {
          templateVersion: from.version,
          headText: doc.headText ?? inLanguage(from.textLanguage, from.headText, from.headTextEn),
          tailText: doc.tailText ?? (inLanguage(from.textLanguage, from.tailText, from.tailTextEn) || null),
        }
      : {};
    const whole = { ...doc, ...total, ...head, items, stages: [...stages, ...newStages], clauses: [...clauses, ...newClauses] } as Contract;
    const passages = textOf(whole, known);
    const isReopened = before !== null && hasMoved(before, whole, passages);
    return [
      isBegun && outOfTime(from, at.today),
      ...faultsOf(doc, from, stages),
      ...(live ? changeFaults(live, whole, at.today) : []),
      ...simpleFaults(whole, from, small),
      capFault(whole),
      ...doc.items.map((row, i) => set(row, copied(items[i]!, follows))),
      ...doc.stages.map((stage, i) => set(stage, { ...parts[i]!, stageNo: i + 1 })),
      ...doc.clauses.map((clause) => set(clause, worded(clause, from, library, at.before(clause)))),
      ...newClauses.map((clause): Effect => add(doc, "clauses", clause)),
      ...newStages.map((stage): Effect => add(doc, "stages", stage)),
      before !== null && wordingOf(before) !== wordingOf(doc) && lockedFault(held, me, at),
      ...documentEffects(doc, hashes, me, at),
      set(doc, { ...total, ...head, textJson: passages, deviationLevel: openLevel(whole.clauses) }),
      isReopened && set(doc, { status: "DRAFT", pdfHash: null }),
      ...(isReopened ? draftMoved(doc, "DRAFT") : []),
      isReopened &&
        before.status !== "SUPPLIER_REFUSED" &&
        warn("CCT-161", "合同内容已修改，须重新审批和确认", "The contract was changed: it is approved and confirmed anew"),
      isReopened && before.status === "CONFIRMED" && tell("CCT_RECALLED", about(before)),
    ];
  },
});

const follows = ["unitPrice", "unitPriceIncl", "amountExcl", "taxAmount", "amountIncl", "lineNum", "itemName"] as const;

export const contractRules = [save];
