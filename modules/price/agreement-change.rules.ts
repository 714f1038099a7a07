import { takeOver, revisionRules } from "#kernel/revision-rule.ts";
import { rule, set } from "#kernel/rule.ts";
import { digitsOf } from "#modules/base/index.ts";
import { belowUse, spanOf } from "./agreement-check.ts";
import { agreement } from "./agreement.entity.ts";
import { priceChanged } from "./agreement-life.rules.ts";
import type { Agreement } from "./agreement.rules.ts";
import { priceFacts, pricesOf, revisePrices } from "./price-rows.ts";

type Line = Agreement["lines"][number];

/** The version in force as it stands when no revision is worked on. */
const asBefore = (doc: Agreement, today: string): string => (doc.endDate < today ? "EXPIRED" : "EFFECTIVE");

/** Lines as revised begin and end with their days; a new one keeps the requisition line it is for. */
const lineOf = (draft: Agreement, today: string) => (collection: string, line: Line) =>
  collection === "lines"
    ? {
        lineStatus: spanOf(draft, line).endDate < today ? "EXPIRED" : "EFFECTIVE",
        ...(line.liveLineId ? {} : { reqLineId: line.reqLineId }),
      }
    : {};

const revise = rule(agreement, "doRevise", {
  reads: async (doc, find, input, _, at) => {
    const draft = await find.one(agreement, input.draftId ?? "");
    const ids = new Map(draft.lines.map((line) => [line, line.liveLineId ?? at.newId()]));
    const drafts = pricesOf(draft, { id: doc.id, num: doc.agreementNum }, (line) => ids.get(line)!);
    const [prices, digits] = await Promise.all([priceFacts(find, drafts, doc.id), digitsOf(find, doc.currency)]);
    return { draft, ids, drafts, prices, digits };
  },
  decide: (doc, { draft, ids, drafts, prices, digits }, _, __, at) => [
    ...belowUse(doc, draft, digits),
    ...takeOver(agreement, doc, draft, { at, idOf: (row) => ids.get(row as Line), also: lineOf(draft, at.today) }),
    set(doc, {
      toldPct: 0,
      warnedDays: draft.endDate === doc.endDate ? doc.warnedDays : null,
      status: asBefore(draft, at.today),
    }),
    ...revisePrices(drafts, doc.id, prices, at),
    priceChanged(doc, drafts),
  ],
});

export const changeRules = [...revisionRules(agreement, { restores: (doc, at) => ({ status: asBefore(doc, at.today) }) }), revise];
