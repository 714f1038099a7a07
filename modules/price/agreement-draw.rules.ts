import { add, cmp, isZero, sum, trim } from "#kernel/decimal.ts";
import type { Doc } from "#kernel/entity.ts";
import { organization } from "#kernel/platform/organization.entity.ts";
import { bookOf, rebuildRule } from "#kernel/ledger-rule.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import { rule, set, tell, type Effect } from "#kernel/rule.ts";
import { digitsOf } from "#modules/base/index.ts";
import { qtyLedger } from "#modules/demand/index.ts";
import { usedPct } from "./agreement-figures.ts";
import { agreementHome, agreementLineHome, agreementOrgHome } from "./agreement-homes.ts";
import { agreement } from "./agreement.entity.ts";
import type { Draw } from "./draw.ts";
import { orgRowFor } from "./find-price.ts";

type Agreement = Doc<typeof agreement>;
type Line = Agreement["lines"][number];
type Org = Agreement["orgs"][number];
type Deltas = Pick<Draw, "occupiedQtyDelta" | "releasedQtyDelta" | "occupiedAmountDelta" | "releasedAmountDelta">;

const qtyNet = (deltas: Deltas): string => add(deltas.occupiedQtyDelta, deltas.releasedQtyDelta);
const amountNet = (deltas: Deltas): string => add(deltas.occupiedAmountDelta, deltas.releasedAmountDelta);

/** A draft that held the agreement turns into an order: that is still possible after the agreement's last day. */
const isApproval = (draw: Draw): boolean => cmp(draw.occupiedQtyDelta, "0") < 0 && cmp(draw.releasedQtyDelta, "0") > 0;
const isMore = (draw: Draw): boolean => cmp(qtyNet(draw), "0") > 0 || cmp(amountNet(draw), "0") > 0 || isApproval(draw);

/** What a draft holds may still be ordered after the agreement's last day, not after it was closed. */
const heldStates: readonly string[] = ["EFFECTIVE", "CHANGING", "EXPIRED"];

/** Do agreement and line, neither of them closed, cover the day of an order? */
export const isAgreedOn = (
  doc: Pick<Agreement, "status" | "startDate" | "endDate">,
  line: Pick<Line, "lineStatus" | "startDate" | "endDate">,
  day: string,
): boolean => {
  if (!heldStates.includes(doc.status) || line.lineStatus === "CLOSED") return false;
  const [from, to] = [line.startDate ?? doc.startDate, line.endDate ?? doc.endDate];
  return day >= doc.startDate && day >= from && day <= doc.endDate && day <= to;
};

/** Why an order may not draw on an agreement line of another supplier or item: its price and its quota are for that one alone. */
export function foreignDraw(
  doc: Pick<Agreement, "id" | "supplierId" | "agreementNum">,
  line: Pick<Line, "itemId">,
  by: Pick<Draw, "supplierId" | "itemId">,
): Refusal | null {
  const num = doc.agreementNum ?? "";
  if (by.supplierId !== undefined && by.supplierId !== doc.supplierId)
    return refuse(
      "PUR-2104",
      `协议[${num}]属于其他供应商，请改用该供应商的协议`,
      `Agreement ${num} is with another supplier. Draw on one with this supplier`,
      { data: { agreementId: doc.id } },
    );
  if (by.itemId !== undefined && by.itemId !== line.itemId)
    return refuse(
      "PUR-2104",
      `协议[${num}]的协议行是其他物料，请改用该物料的协议行`,
      `The line of agreement ${num} is for another item. Draw on a line for this item`,
      { data: { agreementId: doc.id } },
    );
  return null;
}

/** Whether the agreement can be drawn on at all: whom and what for, its state, its days, the organisation, the currency. */
function notDrawable(doc: Agreement, line: Line | undefined, draw: Draw, today: string, orgName: string): Refusal | null {
  const day = draw.orderDate ?? today;
  const invalid = refuse("PUR-2104", `协议在[${day}]对组织[${orgName}]无效`, `Agreement is not valid on ${day} for org ${orgName}`, {
    data: { agreementId: doc.id },
  });
  if (draw.currency && draw.currency !== doc.currency)
    return refuse(
      "PUR-2107",
      `订单币种[${draw.currency}]与协议币种[${doc.currency}]不一致`,
      `Order currency ${draw.currency} differs from agreement currency ${doc.currency}`,
      { data: { agreementId: doc.id } },
    );
  if (!line || line.lineStatus === "CLOSED" || doc.liveId !== null) return invalid;
  const foreign = foreignDraw(doc, line, draw);
  if (foreign) return foreign;
  const states = isApproval(draw) ? heldStates : ["EFFECTIVE", "CHANGING"];
  if (!states.includes(doc.status)) return invalid;
  if (!isAgreedOn(doc, line, day)) return invalid;
  return orgRowFor(doc, line.id, draw.orgId) === undefined ? invalid : null;
}

const total = (draws: readonly Draw[], of: (entry: Draw) => string): string => sum(draws.map(of));

/** The row of organisations whose quota a draw counts against. */
const quotaRow = (doc: Agreement, draw: Draw): Org | null => {
  const row = orgRowFor(doc, draw.agreementLineId, draw.orgId);
  return row && row.lineId !== null ? row : null;
};

const byLine = (draws: readonly Draw[]): ReadonlyMap<string, readonly Draw[]> => Map.groupBy(draws, (entry) => entry.agreementLineId);

/** The draws on the three ledgers of an agreement: its amount, its lines and its organisations' quotas. */
function booked(doc: Agreement, draws: readonly Draw[], digits: number) {
  const how = { context: { doc, digits } };
  const of = (draw: Draw, owner: string) => ({
    owner,
    event: (draw.eventCode ?? "DRAW") as "DRAW",
    isCapped: draw.check,
    causeType: "ORDER",
    causeId: draw.orderId,
    causeLineId: draw.orderLineId,
    causeNum: draw.orderNum ?? null,
  });
  const qty = (draw: Draw) => ({ OCC: draw.occupiedQtyDelta, REL: draw.releasedQtyDelta });
  return [
    bookOf(agreementLineHome, doc, how).post(
      // A line that a new version left out has no balance any more.
      draws
        .filter((draw) => doc.lines.some((line) => line.id === draw.agreementLineId))
        .map((draw) => ({ ...of(draw, draw.agreementLineId), deltas: qty(draw) })),
    ),
    bookOf(agreementOrgHome, doc, how).post(
      draws.flatMap((draw) => {
        const org = quotaRow(doc, draw);
        return org ? [{ ...of(draw, org.id), deltas: qty(draw) }] : [];
      }),
    ),
    bookOf(agreementHome, doc, how).post(
      draws.map((draw) => ({ ...of(draw, doc.id), deltas: { OCC_AMT: draw.occupiedAmountDelta, REL_AMT: draw.releasedAmountDelta } })),
    ),
  ];
}

/** How much of each line was ever committed; a new version of the agreement goes on from it. */
const cumulated = (doc: Agreement, draws: readonly Draw[]): Effect[] => {
  const onLine = byLine(draws);
  return doc.lines.flatMap((line) => {
    const released = total(onLine.get(line.id) ?? [], (entry) => entry.releasedQtyDelta);
    return isZero(released) ? [] : [set(line, { cumulativeQty: add(line.cumulativeQty, released) })];
  });
};

/** The buyer hears once when four fifths are gone, and once when all is. */
function told(doc: Agreement, draws: readonly Draw[]): (Effect | false)[] {
  const onLine = byLine(draws);
  const after = {
    ...doc,
    occupiedAmount: add(
      doc.occupiedAmount,
      total(draws, (entry) => entry.occupiedAmountDelta),
    ),
    releasedAmount: add(
      doc.releasedAmount,
      total(draws, (entry) => entry.releasedAmountDelta),
    ),
    lines: doc.lines.map((line) => ({ ...line, releasedQty: add(line.releasedQty, total(onLine.get(line.id) ?? [], qtyNet)) })),
  };
  const pct = usedPct(after);
  const level = cmp(pct, "100") >= 0 ? 100 : cmp(pct, "80") >= 0 ? 80 : 0;
  if (level <= doc.toldPct) return [level < doc.toldPct && set(doc, { toldPct: level })];
  const p = trim(pct);
  return [
    set(doc, { toldPct: level }),
    tell("PUR_AGREEMENT_USED", { id: doc.id, num: doc.agreementNum, p, orgId: doc.orgId, supplierId: doc.supplierId }),
  ];
}

const draw = rule(agreement, "doDraw", {
  reads: async (doc, find, input) => ({
    digits: await digitsOf(find, doc.currency),
    orgs: await find.where(organization, { id: [...new Set(((input.draws ?? []) as readonly Draw[]).map((entry) => entry.orgId))] }, 500),
  }),
  decide: (doc, { digits, orgs }, input, me, at) => {
    const draws = (input.draws ?? []) as readonly Draw[];
    const name = (id: string): string => orgs.find((org) => org.id === id)?.orgCode ?? id;
    const closed = draws.flatMap((entry) => {
      const line = doc.lines.find((it) => it.id === entry.agreementLineId);
      const why = entry.check && isMore(entry) ? notDrawable(doc, line, entry, at.today, name(entry.orgId)) : null;
      return why ? [why] : [];
    });
    if (closed.length) return closed;
    const books = booked(doc, draws, digits);
    const refusals = books.flatMap((book) => book.refusals);
    if (refusals.length) return refusals;
    return [...books.flatMap((book) => book.effects(qtyLedger, me, at)), ...told(doc, draws), ...cumulated(doc, draws)];
  },
});

/** A balance that differs from its postings: of the amount, a line or a quota. */
export const drawRules = [draw, rebuildRule(agreementHome, agreementLineHome, agreementOrgHome)];
