import { cmp } from "#kernel/decimal.ts";
import { refuse } from "#kernel/refusal.ts";
import { add, drop, make, reveal, rule, run, set, type Effect, type Moment } from "#kernel/rule.ts";
import { digitsOf } from "#modules/base/index.ts";
import { belowUse, orgKey, spanOf } from "./agreement-check.ts";
import { copyOf, lineKeys, orgsCopied, picked, stepsCopied, termKeys } from "./agreement-copy.ts";
import { agreement } from "./agreement.entity.ts";
import { priceChanged } from "./agreement-life.rules.ts";
import type { Agreement } from "./agreement.rules.ts";
import { priceFacts, pricesOf, revisePrices } from "./price-rows.ts";

type Line = Agreement["lines"][number];

const change = rule(agreement, "doChange", {
  decide: (doc, _, input, __, at) => {
    const id = at.newId();
    return [
      doc.liveId !== null && refuse("PUR-0003", "变更草稿不能再变更", "A draft revision cannot be changed again"),
      make(agreement, id, {
        ...copyOf(doc, (line) => (line.lineStatus === "CLOSED" ? null : { liveLineId: line.id })),
        ...{ agreementNum: doc.agreementNum, revisionNum: doc.revisionNum + 1, liveId: doc.id as never },
        ...{ sourceType: doc.sourceType, sourceId: doc.sourceId, changeReason: input.changeWhy ?? null },
      }),
      set(doc, { draftId: id as never, changeStatus: "DRAFT", changeReason: input.changeWhy ?? null }),
      reveal({ id }),
    ];
  },
});

/** The version in force as it stands again when its revision is given up. */
const asBefore = (doc: Agreement, today: string): string => (doc.endDate < today ? "EXPIRED" : "EFFECTIVE");

const cancelChange = rule(agreement, "doCancelChange", {
  decide: (doc, _, __, ___, at) => [
    doc.changeStatus === "APPROVING" &&
      refuse("PUR-0003", "变更正在审批或待供应商确认，请先撤回", "The change is in approval or with the supplier; withdraw it first"),
    set(doc, { status: asBefore(doc, at.today), changeStatus: null, changeReason: null, draftId: null } as never),
    doc.draftId !== null && run(agreement, doc.draftId, "doDrop", {}),
  ],
});

const mark = rule(agreement, "doMark", { decide: (doc, _, input) => set(doc, { changeStatus: input.changeStatus ?? null }) });

function revisedLine(line: Line, revised: Line, lineStatus: string): Effect[] {
  const steps = stepsCopied(revised);
  const isSame =
    line.steps.length === steps.length &&
    steps.every((step) => line.steps.some((one) => cmp(one.fromQty, step.fromQty) === 0 && cmp(one.price, step.price) === 0));
  return [
    set(line, { ...picked(revised, lineKeys), lineStatus }),
    ...(isSame ? [] : [...line.steps.map((step) => drop(step)), ...steps.map((step) => add(line, "steps", step))]),
  ];
}

/** Lines as revised; those left out are closed, since orders and prices name them; new ones come with ids their prices can name. */
function revisedLines(doc: Agreement, draft: Agreement, ids: ReadonlyMap<Line, string>, at: Moment): Effect[] {
  const statusOf = (line: Line): string => (spanOf(draft, line).endDate < at.today ? "EXPIRED" : "EFFECTIVE");
  return [
    ...doc.lines.flatMap((line) => {
      const revised = draft.lines.find((one) => one.liveLineId === line.id);
      return revised ? revisedLine(line, revised, statusOf(revised)) : [set(line, { lineStatus: "CLOSED" })];
    }),
    ...draft.lines
      .filter((one) => !doc.lines.some((line) => line.id === one.liveLineId))
      .map((one) =>
        add(doc, "lines", {
          ...{ id: ids.get(one)!, ...picked(one, lineKeys), lineNum: one.lineNum, reqLineId: one.reqLineId },
          ...{ lineStatus: statusOf(one), steps: stepsCopied(one) },
        }),
      ),
  ];
}

/** Organisations as revised; one that has drawn stays on the list and is switched off. */
function revisedOrgs(doc: Agreement, draft: Agreement): Effect[] {
  const rows = orgsCopied(draft);
  return [
    ...doc.orgs.map((org) => {
      const revised = rows.find((one) => orgKey(one) === orgKey(org));
      if (revised) return set(org, revised);
      const drawn = cmp(org.orgOccupiedQty, "0") > 0 || cmp(org.orgReleasedQty, "0") > 0;
      return drawn ? set(org, { enabledFlag: "N" }) : drop(org);
    }),
    ...rows.filter((one) => !doc.orgs.some((org) => orgKey(org) === orgKey(one))).map((one) => add(doc, "orgs", one)),
  ];
}

const revise = rule(agreement, "doRevise", {
  reads: async (doc, find, input, _, at) => {
    const draft = await find.one(agreement, input.revisionId ?? "");
    const ids = new Map(draft.lines.map((line) => [line, line.liveLineId ?? at.newId()]));
    const drafts = pricesOf(draft, { id: doc.id, num: doc.agreementNum }, (line) => ids.get(line)!);
    const [prices, digits] = await Promise.all([priceFacts(find, drafts, doc.id), digitsOf(find, doc.currency)]);
    return { draft, ids, drafts, prices, digits };
  },
  decide: (doc, { draft, ids, drafts, prices, digits }, _, __, at) => [
    ...belowUse(doc, draft, digits),
    set(doc, {
      ...picked(draft, termKeys),
      ...{ revisionNum: draft.revisionNum, changeStatus: null, changeReason: draft.changeReason, draftId: null },
      ...{ confirmStatus: draft.confirmStatus, toldPct: 0, warnedDays: draft.endDate === doc.endDate ? doc.warnedDays : null },
      status: asBefore(draft, at.today),
    } as never),
    ...revisedLines(doc, draft, ids, at),
    ...revisedOrgs(doc, draft),
    ...revisePrices(drafts, doc.id, prices, at),
    priceChanged(doc, drafts),
  ],
});

export const changeRules = [change, cancelChange, mark, revise];
