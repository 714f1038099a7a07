import { add, cmp, isZero, sub, sum, trim } from "#kernel/decimal.ts";
import type { Doc } from "#kernel/entity.ts";
import { organization } from "#kernel/platform/organization.entity.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import { make, rule, set, tell, type Effect } from "#kernel/rule.ts";
import { digitsOf } from "#modules/base/index.ts";
import { ledgerDraft, qtyLedger } from "#modules/demand/index.ts";
import { amountLimit, qtyLimit, takenAmount, takenQty, usedPct } from "./agreement-figures.ts";
import { agreement } from "./agreement.entity.ts";
import type { Draw } from "./draw.ts";
import { orgRowFor } from "./find-price.ts";

type Agreement = Doc<typeof agreement>;
type Line = Agreement["lines"][number];
type Org = Agreement["orgs"][number];
type Deltas = Pick<Draw, "occupiedQtyDelta" | "releasedQtyDelta" | "occupiedAmountDelta" | "releasedAmountDelta">;

const qtyNet = (one: Deltas): string => add(one.occupiedQtyDelta, one.releasedQtyDelta);
const amountNet = (one: Deltas): string => add(one.occupiedAmountDelta, one.releasedAmountDelta);

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

const short = ({ id, agreementNum: num }: Agreement, left: string, needed: string): Refusal =>
  refuse(
    "PUR-2103",
    `协议[${num ?? ""}]可用额度${trim(left)}，本单需要${trim(needed)}`,
    `Agreement ${num ?? ""} has ${trim(left)} left, ${trim(needed)} needed`,
    {
      data: { left: trim(left), needed: trim(needed) },
      fix: { route: "purAgreementManage/purAgreementEdit", query: { id }, label: ["打开协议", "Open the agreement"] },
    },
  );

/** A limit that the draws would pass; what they give back first is counted for them. */
function beyond(doc: Agreement, limit: string | null, taken: string, wanted: string): Refusal | null {
  if (limit === null || cmp(wanted, "0") <= 0 || cmp(add(taken, wanted), limit) <= 0) return null;
  return short(doc, sub(limit, taken), wanted);
}

const total = (draws: readonly Draw[], of: (one: Draw) => string): string => sum(draws.map(of));

/** The row of organisations whose quota a draw counts against. */
const quotaRow = (doc: Agreement, draw: Draw): Org | null => {
  const row = orgRowFor(doc, draw.agreementLineId, draw.orgId);
  return row && row.lineId !== null ? row : null;
};

/** The draws line by line, and quota by quota. */
const byLine = (draws: readonly Draw[]): ReadonlyMap<string, readonly Draw[]> => Map.groupBy(draws, (one) => one.agreementLineId);
const byQuota = (doc: Agreement, draws: readonly Draw[]): ReadonlyMap<Org | null, readonly Draw[]> =>
  Map.groupBy(draws, (one) => quotaRow(doc, one));

/** Every limit the draws pass: of lines, of organisations' quotas, of the money in all. */
function limits(doc: Agreement, draws: readonly Draw[], digits: number): Refusal[] {
  const checked = draws.some((one) => one.check);
  if (!checked) return [];
  const [onLine, onOrg] = [byLine(draws), byQuota(doc, draws)];
  const lines = doc.lines.map((line) => {
    const own = onLine.get(line.id) ?? [];
    return own.some((one) => one.check) ? beyond(doc, qtyLimit(doc, line), takenQty(line), total(own, qtyNet)) : null;
  });
  const orgs = doc.orgs.map((org) => {
    const own = onOrg.get(org) ?? [];
    return org.quotaQty !== null && own.some((one) => one.check)
      ? beyond(doc, org.quotaQty, add(org.orgOccupiedQty, org.orgReleasedQty), total(own, qtyNet))
      : null;
  });
  const money = beyond(doc, amountLimit(doc, digits), takenAmount(doc), total(draws, amountNet));
  return [...lines, ...orgs, money].filter((one) => one !== null);
}

interface Posting {
  readonly ownerType: "AGR_HEADER" | "AGR_LINE" | "AGR_ORG";
  readonly ownerId: string;
  readonly bucket: string;
  readonly delta: string;
  readonly draw: Draw;
}

function postings(doc: Agreement, draws: readonly Draw[]): Posting[] {
  const all = draws.flatMap((draw): Posting[] => {
    const org = quotaRow(doc, draw);
    const two = (ownerType: Posting["ownerType"], ownerId: string, occ: string, rel: string, suffix = ""): Posting[] => [
      { ownerType, ownerId, bucket: `OCC${suffix}`, delta: occ, draw },
      { ownerType, ownerId, bucket: `REL${suffix}`, delta: rel, draw },
    ];
    return [
      ...two("AGR_LINE", draw.agreementLineId, draw.occupiedQtyDelta, draw.releasedQtyDelta),
      ...(org ? two("AGR_ORG", org.id, draw.occupiedQtyDelta, draw.releasedQtyDelta) : []),
      ...two("AGR_HEADER", doc.id, draw.occupiedAmountDelta, draw.releasedAmountDelta, "_AMT"),
    ];
  });
  // One order line may move twice in one posting; the ledger tells its sum.
  return [...Map.groupBy(all, (one) => `${one.ownerId}|${one.bucket}|${one.draw.orderLineId}`).values()]
    .map((same) => ({ ...same[0]!, delta: sum(same.map((one) => one.delta)) }))
    .filter((one) => !isZero(one.delta));
}

/** The counters after the draws, on header, lines and quotas. */
function counted(doc: Agreement, draws: readonly Draw[]): Effect[] {
  const [onLine, onOrg] = [byLine(draws), byQuota(doc, draws)];
  const moved = <R>(rows: readonly R[], of: (row: R) => readonly Draw[], to: (row: R, own: readonly Draw[]) => Effect): Effect[] =>
    rows.flatMap((row) => {
      const own = of(row);
      return own.length ? [to(row, own)] : [];
    });
  return [
    ...moved(
      doc.lines,
      (line) => onLine.get(line.id) ?? [],
      (line, own) => {
        const released = total(own, (one) => one.releasedQtyDelta);
        return set(line, {
          occupiedQty: add(
            line.occupiedQty,
            total(own, (one) => one.occupiedQtyDelta),
          ),
          releasedQty: add(line.releasedQty, released),
          cumulativeQty: add(line.cumulativeQty, released),
        });
      },
    ),
    ...moved(
      doc.orgs,
      (org) => onOrg.get(org) ?? [],
      (org, own) =>
        set(org, {
          orgOccupiedQty: add(
            org.orgOccupiedQty,
            total(own, (one) => one.occupiedQtyDelta),
          ),
          orgReleasedQty: add(
            org.orgReleasedQty,
            total(own, (one) => one.releasedQtyDelta),
          ),
        }),
    ),
    set(doc, {
      occupiedAmount: add(
        doc.occupiedAmount,
        total(draws, (one) => one.occupiedAmountDelta),
      ),
      releasedAmount: add(
        doc.releasedAmount,
        total(draws, (one) => one.releasedAmountDelta),
      ),
    }),
  ];
}

/** The buyer hears once when four fifths are gone, and once when all is. */
function told(doc: Agreement, draws: readonly Draw[]): (Effect | false)[] {
  const onLine = byLine(draws);
  const after = {
    ...doc,
    occupiedAmount: add(
      doc.occupiedAmount,
      total(draws, (one) => one.occupiedAmountDelta),
    ),
    releasedAmount: add(
      doc.releasedAmount,
      total(draws, (one) => one.releasedAmountDelta),
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
    orgs: await find.where(organization, { id: [...new Set(((input.draws ?? []) as readonly Draw[]).map((one) => one.orgId))] }, 500),
  }),
  decide: (doc, { digits, orgs }, input, me, at) => {
    const draws = (input.draws ?? []) as readonly Draw[];
    const name = (id: string): string => orgs.find((one) => one.id === id)?.orgCode ?? id;
    const closed = draws.flatMap((one) => {
      const line = doc.lines.find((it) => it.id === one.agreementLineId);
      const why = one.check && isMore(one) ? notDrawable(doc, line, one, at.today, name(one.orgId)) : null;
      return why ? [why] : [];
    });
    const refusals = closed.length ? closed : limits(doc, draws, digits);
    if (refusals.length) return refusals;
    const requestId = at.newId();
    return [
      ...postings(doc, draws).map(({ draw: by, ...one }) =>
        make(
          qtyLedger,
          at.newId(),
          ledgerDraft(
            {
              ...one,
              ...{ orgId: doc.orgId, eventCode: by.eventCode ?? "DRAW", causeType: "ORDER", causeId: by.orderId },
              ...{ causeLineId: by.orderLineId, causeNum: by.orderNum ?? null, requestId },
            },
            me,
            at,
          ),
        ),
      ),
      ...told(doc, draws),
      ...counted(doc, draws),
    ];
  },
});

export const drawRules = [draw];
