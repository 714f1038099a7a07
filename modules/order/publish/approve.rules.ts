import { cmp, trim } from "#kernel/decimal.ts";
import { Refusal, refuse } from "#kernel/refusal.ts";
import { marked, takesOver } from "#kernel/revision-rule.ts";
import { foresee, run, rule, set, tell, warn, type Decision, type Effect, type Find, type LockAhead, type Moment } from "#kernel/rule.ts";
import { paymentTerm } from "#modules/base/index.ts";
import { fault, noLines, plansAhead, required } from "#modules/demand/index.ts";
import { contractGate } from "#modules/contracts/index.ts";
import { supplierInfo, tradeGate } from "#modules/supplier/index.ts";
import { ordered, type Moved } from "../demand/relations.ts";
import { unboughtFaults } from "../change/bought.ts";
import { checkFacts, type CheckFacts } from "../save/check.facts.ts";
import type { LineVerdict } from "../save/checks.ts";
import { changeRefusals, changeWords, linePairs } from "../change/line.checks.ts";
import { freezeFacts, frozen } from "./freeze.ts";
import {
  backingOf,
  demandEffects,
  drawEffects,
  entryEffects,
  factorsFor,
  gathered,
  lineBacked,
  type DrawStep,
  type Order,
  type OrderLine,
} from "../ledger/effects.ts";
import { lostHolds } from "../demand/holds.ts";
import { pricedOf } from "../price/money.ts";
import { askingFor } from "../order.actions.ts";
import { order } from "../order.entity.ts";
import { apartFromSteps, isStepped, movedPrices, staleFaults, unservedRows } from "../save/stale.ts";
import { reachOf } from "./publish.facts.ts";
import { fixedRate, marksUsed, unfixed, unusedRows } from "../price/rate.ts";
import { demandEntered, demandMoved } from "../change/revision.ts";
import { contractQuestions, tellsContract } from "../contract/under-contract.ts";
import { changeQuestions, orderQuestions, orderUses } from "../save/trade.ts";
import { isPriceKept, noteOf, workedLines } from "../save/save.rules.ts";
import { saveFacts, type SaveFacts } from "../save/save.facts.ts";
import { unexplained } from "../demand/substitute.ts";
import { ownCategories, recategorised, unfit } from "../save/unfit.ts";

/** What forbids an order that is to be approved, line by line. */
export function submitFaults(
  doc: Order,
  facts: SaveFacts,
  checks: CheckFacts,
  barred: readonly Refusal[],
  worked: readonly { readonly line: OrderLine; readonly verdict: LineVerdict | null }[],
  live: Order | null,
): Refusal[] {
  const faults: Refusal[] = [];
  if (doc.lines.length === 0) faults.push(noLines());
  faults.push(...barred);
  if (checks.rate instanceof Refusal) faults.push(checks.rate);
  worked.forEach(({ line, verdict }, i) => {
    if (line.giftFlag !== "Y" && cmp(line.price, "0") <= 0)
      faults.push(refuse("PUR-2202", "非赠品行单价必须大于0", "Price must be above 0 unless the line is free of charge"));
    if (facts.type?.costCenterRequired === "Y" && !line.costCenter)
      faults.push(required(`lines[${i}].costCenter`, "成本中心", "Cost centre"));
    faults.push(...(verdict?.blocks ?? []), ...unfit(doc, line, facts, `lines[${i}]`, live), ...unexplained(line, facts, `lines[${i}]`));
    if (verdict?.priceException && !line.exceptionReason && line.giftFlag !== "Y")
      faults.push(
        fault(
          `lines[${i}].exceptionReason`,
          "PUR-2112",
          `第${line.lineNum}行价格例外必须填写原因，请在该行填写“例外原因”`,
          `Line ${line.lineNum} has a price exception: enter the reason in "Exception reason"`,
        ),
      );
  });
  return faults;
}

const judged = async (find: Find, given: Order, today: string) => {
  const facts = await saveFacts(find, given);
  const doc = ownCategories(given, facts);
  const [checks, live, term] = await Promise.all([
    checkFacts(find, doc),
    doc.liveId ? find.one(order, doc.liveId) : null,
    doc.liveId ? null : find.maybe(paymentTerm, doc.paymentTermId),
  ]);
  const asking = { day: today, rate: checks.rate instanceof Refusal ? "1" : checks.rate };
  const barred = [
    ...(await tradeGate.ask(find, live ? changeQuestions(doc, live, asking) : orderQuestions(doc, asking))),
    ...(await contractGate.ask(find, contractQuestions(doc, live, today))),
  ];
  const rated = { ...doc, exchangeRate: checks.rate instanceof Refusal ? null : checks.rate };
  const stale = [...staleFaults(doc, facts, term), ...(await unboughtFaults(find, doc, live, today))];
  return { facts, checks, barred, stale, live, backing: await backingOf(find, live ?? rated) };
};
type Judged = Awaited<ReturnType<typeof judged>>;

/** How demand will move when the document is approved; for a revision as far as it differs from the live order. */
function movesOf(doc: Order, { facts, live, backing }: Judged): readonly Moved[] {
  if (!live) return doc.lines.flatMap((line) => ordered(lineBacked(doc, line, backing), "E1"));
  return linePairs(doc, live).flatMap((pair) =>
    pair.live
      ? demandMoved(live, doc, { ...pair, live: pair.live }, { save: facts, backing }).moves
      : demandEntered(live, pair.draft, facts),
  );
}

const submitFacts = async (find: Find, doc: Order, at: Moment) => {
  const known = await judged(find, doc, at.today);
  const { live, facts, backing, checks } = known;
  const sources = [...facts.needs.values()].map((need) => need.requisition);
  const factors = live ? new Map([...backing.factors, ...factorsFor(live, sources)]) : backing.factors;
  const [plans, unused] = await Promise.all([plansAhead(find, gathered(movesOf(doc, known), factors), at), unusedRows(find, checks.rated)]);
  return { ...known, plans, unused };
};

/** The gate of trade keeps its supplier as it found it. */
const traded = (doc: Pick<Order, "supplierId">): readonly LockAhead[] => [[supplierInfo, doc.supplierId]];

/** Submitting: every check of price, source, quantity and plan; a revision also asks whether what it wants more is there. */
const submit = rule(order, "doSubmit", {
  locks: traded,
  reads: (doc, find, _, __, at) => submitFacts(find, doc, at),
  decide: (doc, { facts, checks, barred, stale, live, backing, plans, unused }): Decision => {
    const { rated } = checks;
    const worked = workedLines(doc, facts, checks, (line) => isPriceKept(line, live));
    const faults = [
      ...submitFaults(doc, facts, checks, barred, worked, live),
      ...stale,
      ...(live ? changeRefusals(doc, live, facts, backing) : lostHolds(doc, facts)),
      ...plans.refusals,
    ];
    if (faults.length) return faults;
    return [
      set(doc, {
        ...(rated === null || rated instanceof Refusal ? {} : fixedRate(rated, doc.orderDate)),
        priceException: worked.some((candidate) => candidate.verdict?.priceException) ? "Y" : "N",
        aslException: worked.some((candidate) => candidate.verdict?.aslException) ? "Y" : "N",
        planException: plans.exception ? "Y" : "N",
        exceptionNote: noteOf(worked, 0),
        exceptionNoteEn: noteOf(worked, 1),
        ...(live
          ? {
              changeSummary: changeWords(doc, live, facts.items, 0) || null,
              changeSummaryEn: changeWords(doc, live, facts.items, 1) || null,
            }
          : {}),
      }),
      ...recategorised(doc, facts),
      ...marksUsed(unused),
      // The approvers will stumble over these: whoever submits hears of them first.
      ...worked.flatMap(({ line, verdict }) =>
        (verdict?.notes ?? []).map(({ code, text }) =>
          foresee(code, `第 ${line.lineNum} 行：${text[0]}`, `Line ${line.lineNum}: ${text[1]}`),
        ),
      ),
      run(order, doc.id, askingFor(doc), {}),
      marked(order, doc, "APPROVING"),
    ];
  },
});

/** The price an agreement's steps give at this moment: lower it is taken over, higher it goes back to the buyer. */
function stepped(
  worked: readonly { readonly line: OrderLine; readonly verdict: LineVerdict | null }[],
  doc: Order,
): { lines: OrderLine[]; effects: (Effect | Refusal)[] } {
  const effects: (Effect | Refusal)[] = [];
  const lines = worked.map(({ line, verdict }, i) => {
    const due = verdict?.source;
    if (!isStepped({ line }) || !due || cmp(due.price, line.price) === 0) return line;
    const [was, is] = [trim(line.price), trim(due.price)];
    if (cmp(due.price, line.price) > 0) {
      effects.push(
        refuse(
          "PUR-2118",
          `累计阶梯价由${was}变为${is}，请退回重新确认`,
          `Cumulative step price moved from ${was} to ${is}; send back for review`,
        ),
      );
      return line;
    }
    effects.push(
      warn(
        "PUR-2120",
        `第${line.lineNum}行累计阶梯价由${was}降为${is}，批准后按新价`,
        `Line ${line.lineNum}: the cumulative step price falls from ${was} to ${is}, which approval takes over`,
      ),
    );
    effects.push(set(doc.lines[i]!, { price: due.price, draftPrice: line.price, stepPriceId: due.stepPriceId }));
    return { ...line, price: due.price };
  });
  return { lines, effects };
}

/** A price that its bill type or item forbids, apart from what else forbids the line. */
const blockedPrice = ({ verdict }: { readonly verdict: LineVerdict | null }): readonly Refusal[] =>
  (verdict?.blocks ?? []).filter((block) => block === verdict?.offSource);

/** What was held becomes what is released, at the price fixed now. */
const releases = (doc: Order, line: OrderLine, priced: OrderLine): DrawStep[] => [
  { line, kind: "occupied", before: { qty: line.qty, priced: pricedOf(doc, line) }, after: null, check: false, eventCode: "E1" },
  { line, kind: "released", before: null, after: { qty: priced.qty, priced: pricedOf(doc, priced) }, check: true, eventCode: "E1" },
];

/** Approval: the order counts from now on; demand is ordered, agreements released, tolerances frozen. */
const approve = rule(order, "doApproval", {
  locks: traded,
  reads: async (doc, find, _, __, at) => {
    const [all, freeze, reach, unserved] = await Promise.all([
      judged(find, doc, at.today),
      freezeFacts(find, doc),
      reachOf(find, doc.supplierId),
      unservedRows(find, doc, at.today),
    ]);
    return { ...all, stale: [...all.stale, ...unserved], freeze, reach };
  },
  decide: (doc, { facts, checks, barred, stale, live, backing, freeze, reach }, _, me, at): Decision => {
    const worked = workedLines(doc, facts, checks, (line) => isPriceKept(line, live));
    if (live) {
      const refused = [...barred, ...stale, ...worked.flatMap(blockedPrice), ...movedPrices(worked)];
      return refused.length ? refused : takesOver(order, doc);
    }
    const unrated = checks.rate instanceof Refusal ? [checks.rate] : [];
    const sourced = apartFromSteps(worked);
    const forbidden = [...sourced.flatMap((entry) => entry.verdict?.blocks ?? []), ...movedPrices(sourced)];
    const blocks = [...unrated, ...barred, ...stale, ...lostHolds(doc, facts), ...forbidden];
    if (blocks.length) return blocks;
    const { lines, effects } = stepped(worked, doc);
    const entries = doc.lines.flatMap((line) =>
      line.deliveries.map((row) => ({
        ...({ rowId: row.id as string, bucket: "ORD", delta: row.qty, event: "E1" } as const),
        causeType: order.name,
        causeId: doc.id,
        causeLineId: line.id,
      })),
    );
    const isPublished = facts.type?.autoPublish === "Y";
    return [
      ...effects,
      ...recategorised(doc, facts),
      // kept since it was submitted, but for what was in approval before orders kept it
      checks.rated !== null && !(checks.rated instanceof Refusal) && set(doc, fixedRate(checks.rated, doc.orderDate)),
      ...doc.lines.map((line) => set(line, { ...frozen(line, facts, checks, freeze), lineStatus: "OPEN" })),
      ...entryEffects(doc, entries, me, at),
      ...demandEffects(
        doc.lines.flatMap((line, i) => ordered({ ...lineBacked(doc, line, backing), priced: pricedOf(doc, lines[i]!) }, "E1")),
        backing.factors,
      ),
      ...drawEffects(
        doc,
        doc.lines.flatMap((line, i) => releases(doc, line, lines[i]!)),
      ),
      run(order, doc.id, "doUseCaps", {}),
      ...tellsContract(doc),
      isPublished && reach.isReachable && run(order, doc.id, "doPublish", {}),
      isPublished &&
        !reach.isReachable &&
        tell("PUR_ORDER_NOT_PUBLISHED", {
          id: doc.id,
          num: doc.orderNum,
          buyerId: doc.buyerId,
          supplier: checks.supplier[0],
          supplierEn: checks.supplier[1],
        }),
    ];
  },
});

/** What the order in force uses of the supplier's caps follows what it is now. */
const useCaps = rule(order, "doUseCaps", {
  reads: async (doc, find) => ({ uses: await tradeGate.use(find, orderUses(doc)) }),
  decide: (_, { uses }) => [...uses],
});

/** A decision against an order unfixes its rate; one against a revision leaves the live order as it is. */
const decided = (changeStatus: "REJECTED" | "DRAFT") => (doc: Order) => marked(order, doc, changeStatus) || set(doc, unfixed(doc));

export const approveRules = [
  submit,
  approve,
  useCaps,
  rule(order, "doReject", { decide: decided("REJECTED") }),
  rule(order, "doWithdraw", { decide: decided("DRAFT") }),
];
