import { isZero, sum, trim } from "#kernel/decimal.ts";
import type { Me } from "#kernel/entity.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import { marked, takesOver } from "#kernel/revision-rule.ts";
import { ask, rule, set, tell, type Decision, type Effect, type Find, type Moment } from "#kernel/rule.ts";
import { addDays, daysBetween } from "#kernel/days.ts";
import { billType } from "#modules/base/index.ts";
import { moveDemand, qtyLedger, targetNumbers } from "#modules/demand/index.ts";
import { tradeGate } from "#modules/supplier/index.ts";
import { givenBack, held } from "./agreement-demand.ts";
import { itemFaults } from "./agreement-items.ts";
import { awardQuestions } from "./agreement-trade.ts";
import { agreement } from "./agreement.entity.ts";
import { inUse, type Agreement } from "./agreement.rules.ts";
import { agreementOrders } from "./doors.ts";
import { priceList } from "./price-list.entity.ts";
import { endPrices, priceFacts, pricesOf, writePrices } from "./price-rows.ts";

/** What other areas learn when prices change. */
export const priceChanged = (doc: Agreement, drafts: ReturnType<typeof pricesOf>): Effect =>
  tell("PUR_PRICE_CHANGED", {
    id: doc.liveId ?? doc.id,
    num: doc.agreementNum,
    supplierId: doc.supplierId,
    orgId: doc.orgId,
    items: drafts.map(({ itemId, orgId, price, priceUnit, uom, currency, startDate, endDate }) => ({
      itemId,
      orgId,
      price,
      priceUnit,
      uom,
      currency,
      startDate,
      endDate,
    })),
  });

const about = (doc: Agreement) => ({ id: doc.id, num: doc.agreementNum, supplierId: doc.supplierId, orgId: doc.orgId });
const answered = (doc: Agreement, answer: string, answerEn: string): Effect =>
  tell("PUR_AGREEMENT_ANSWERED", { ...about(doc), answer, answerEn });
/** A supplier that saw the agreement hears that it is over. */
const endTold = (doc: Agreement, how: string, howEn: string, reason: string | null | undefined): Effect =>
  tell("PUR_AGREEMENT_ENDED", { ...about(doc), how, howEn, reason: reason ?? "" });

async function forceFacts(doc: Agreement, find: Find, me: Me, at: Moment) {
  const drafts = pricesOf(doc, { id: doc.id, num: doc.agreementNum }, (line) => line.id);
  if (doc.liveId !== null)
    return { live: await find.one(agreement, doc.liveId), drafts, prices: { older: [], taxes: new Map() }, rels: [], orders: [] };
  const [prices, rels, type] = await Promise.all([priceFacts(find, drafts, doc.id), held(doc, find), find.maybe(billType, doc.billTypeId)]);
  const open = rels.filter((rel) => !isZero(rel.netQty));
  const lines = open.flatMap((rel) => {
    const line = doc.lines.find((row) => row.id === rel.targetLineId);
    return line ? [{ line, qty: rel.netQty, orgId: doc.orgId as string, rel }] : [];
  });
  const orders =
    type?.convertAtOnce === "Y" && lines.length && agreementOrders.isAnswered(find)
      ? await agreementOrders.ask(find, { agreement: doc, lines, billTypeId: null, me, at })
      : [];
  return { live: null, drafts, prices, rels: open, orders };
}

/** The agreement comes into force: its prices enter the library and the demand it held goes on or back; a revision takes the place of what was in force. */
function inForce(doc: Agreement, facts: Awaited<ReturnType<typeof forceFacts>>, at: Moment): (Refusal | Effect | false)[] {
  if (facts.live) return takesOver(agreement, doc);
  return [
    set(doc, { status: doc.endDate < at.today ? "EXPIRED" : "EFFECTIVE" }),
    ...writePrices(facts.drafts, facts.prices, at),
    ...facts.orders.flatMap((made) => [...made.effects, ...made.moves.map(({ requisitionId, moves }) => moveDemand(requisitionId, moves))]),
    ...(facts.orders.length ? [] : givenBack(doc, facts.rels, "协议生效")),
    priceChanged(doc, facts.drafts),
    tell("PUR_AGREEMENT_EFFECTIVE", { ...about(doc), from: doc.startDate, to: doc.endDate }),
  ];
}

const approve = rule(agreement, "doApproval", {
  reads: async (doc, find, _, me, at) => ({
    barred: [
      ...(await tradeGate.ask(find, awardQuestions(doc, at.today))),
      ...(await itemFaults(find, doc, await find.maybe(agreement, doc.liveId), at.today)),
    ],
    facts: doc.supplierConfirmFlag === "Y" ? null : await forceFacts(doc, find, me, at),
  }),
  decide: (doc, { barred, facts }, _, __, at): Decision =>
    barred.length ? barred : facts ? (inForce(doc, facts, at) as Decision) : set(doc, { status: "TO_CONFIRM", confirmStatus: "NONE" }),
});

const reject = rule(agreement, "doReject", { decide: (doc) => [marked(agreement, doc, "REJECTED")] });
const takenBack = rule(agreement, "doTakenBack", { decide: (doc) => [marked(agreement, doc, "DRAFT")] });

const withdraw = rule(agreement, "doWithdraw", {
  decide: (doc) => [marked(agreement, doc, "DRAFT"), endTold(doc, "撤回", "withdrawn", null)],
});

const confirm = rule(agreement, "doSupplierConfirm", {
  reads: (doc, find, _, me, at) => forceFacts(doc, find, me, at),
  decide: (doc, facts, _, __, at): Decision =>
    [...inForce(doc, facts, at), set(doc, { confirmStatus: "CONFIRMED" }), answered(doc, "已确认", "confirmed")] as Decision,
});

const refused = rule(agreement, "doSupplierRefuse", {
  decide: (doc, _, input) => [
    set(doc, { confirmStatus: "REFUSED", refuseReason: input.refuseWhy ?? null }),
    marked(agreement, doc, "REJECTED"),
    answered(doc, `拒绝，${input.refuseWhy ?? ""}`, `declined, ${input.refuseWhy ?? ""}`),
  ],
});

const pricesIn = (doc: Agreement, find: Find) =>
  find.where(priceList, { sourceId: doc.id, sourceGroup: "AGREEMENT", status: { not: "INVALID" } }, 20_000);

/** The drafts of orders that still hold something, by number: a draft has it only after its first hold was written. */
async function holding(doc: Agreement, find: Find): Promise<readonly string[]> {
  const rows = await find.where(qtyLedger, { ownerId: doc.lines.map((line) => line.id as string), bucket: "OCC" }, 50_000);
  const holders = [...Map.groupBy(rows, (row) => row.causeId)].filter(([, own]) => !isZero(sum(own.map((row) => row.delta))));
  const found = await targetNumbers.ask(find, { targetType: "ORDER", ids: holders.map(([id]) => id) });
  const nums = new Map(found.map((row) => [row.id, row.num]));
  return holders.map(([id, own]) => nums.get(id) || (own.find((row) => row.causeNum)?.causeNum ?? id));
}

const close = rule(agreement, "doClose", {
  reads: async (doc, find) => ({ prices: await pricesIn(doc, find), drafts: await holding(doc, find) }),
  decide: (doc, { prices, drafts }, input, _, at) => [
    drafts.length > 0 &&
      ask(
        "PUR-2104",
        `订单草稿${drafts.join("、")}仍占用本协议，关闭后将不能批准，确定吗？`,
        `Draft orders ${drafts.join(", ")} still use this agreement and can no longer be approved with it. Continue?`,
      ),
    set(doc, { closeReason: input.closeWhy ?? null }),
    ...endPrices(prices, addDays(at.today, 1), at),
    endTold(doc, "关闭", "closed", input.closeWhy),
  ],
});

const abolish = rule(agreement, "doAbolish", {
  reads: async (doc, find) => ({ prices: await pricesIn(doc, find), rels: await held(doc, find) }),
  decide: (doc, { prices, rels }, input, _, at) => {
    const used = inUse(doc);
    const num = doc.agreementNum ?? "";
    return [
      doc.liveId !== null && refuse("PUR-0003", "变更草稿请用“放弃变更”结束", "To end a draft revision, discard the change"),
      used !== null &&
        refuse("PUR-2106", `协议[${num}]已被使用${used}，不能作废`, `Agreement ${num} is used for ${used} and cannot be voided`),
      set(doc, { closeReason: input.closeWhy ?? null }),
      ...prices.map((row) => set(row, { status: "INVALID" })),
      ...givenBack(doc, rels, "协议作废"),
      at.before(doc)?.status === "EFFECTIVE" && endTold(doc, "作废", "voided", input.closeWhy),
    ];
  },
});

const warnDays = [7, 30, 60];

const tick = rule(agreement, "doTick", {
  decide: (doc, _, __, ___, at) => {
    const ended = doc.lines.filter((line) => line.lineStatus === "EFFECTIVE" && (line.endDate ?? doc.endDate) < at.today);
    const left = daysBetween(at.today, doc.endDate);
    const level = left < 0 ? undefined : warnDays.find((days) => left <= days);
    const due = level !== undefined && (doc.warnedDays === null || doc.warnedDays > level);
    return [
      doc.endDate < at.today && doc.status === "EFFECTIVE" && set(doc, { status: "EXPIRED" }),
      ...ended.map((line) => set(line, { lineStatus: "EXPIRED" })),
      due && set(doc, { warnedDays: level! }),
      due &&
        tell("PUR_AGREEMENT_EXPIRING", {
          id: doc.id,
          num: doc.agreementNum,
          date: doc.endDate,
          p: trim(doc.usedPct),
          orgId: doc.orgId,
          supplierId: doc.supplierId,
        }),
    ];
  },
});

export const lifeRules = [approve, reject, takenBack, withdraw, confirm, refused, close, abolish, tick];
