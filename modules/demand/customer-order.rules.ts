import { add as plus, cmp, isZero, sub } from "#kernel/decimal.ts";
import { refuse } from "#kernel/refusal.ts";
import { make, reveal, rule, run, set, tell, type Effect, type Find } from "#kernel/rule.ts";
import { organization } from "#kernel/platform/organization.entity.ts";
import { item } from "#modules/base/index.ts";
import { fault, fitsDecimals, tooFine, uomDecimals } from "./common.ts";
import { coveringOf, short } from "./customer-cover.ts";
import { coverage, promisesFor, statusOf, uncovered, type Covering, type CustomerOrder } from "./customer-order.ts";
import { customerOrder } from "./customer-order.entity.ts";
import { requisition } from "./requisition.entity.ts";
import { requisitionLine } from "./requisition-line.entity.ts";

const promised = async (find: Find, lines: readonly Covering[]): Promise<readonly (string | null)[]> =>
  lines.length ? (await promisesFor.ask(find, { reqLineIds: lines.map((line) => line.id) })).map((entry) => entry.promiseDate) : [];

const facts = async (doc: CustomerOrder, find: Find, day: string, now: Parameters<typeof coveringOf>[3] = null) => {
  const lines = await coveringOf(doc, find, day, now);
  return { lines, promises: await promised(find, lines) };
};
type Facts = Awaited<ReturnType<typeof facts>>;

/** All that follows from stock pegged and lines asked for. */
const reckoned = (doc: CustomerOrder, of: CustomerOrder, known: Facts, today: string): Effect => {
  const figures = coverage(of, known.lines, known.promises, today);
  return set(doc, { ...figures, status: statusOf(of.salesStatus, figures.shortageQty) });
};

const save = rule(customerOrder, "saveOrUpdate", {
  reads: async (doc, find, { before }, _, at) => {
    const of = await find.maybe(item, doc.itemId);
    const uom = doc.uom ?? of?.primaryUom ?? null;
    const known = before ? await facts({ ...doc, uom }, find, at.today) : { lines: [], promises: [] };
    const ids = known.lines.map((line) => line.id);
    const ends = before !== null && doc.salesStatus !== "OPEN" && before.salesStatus === "OPEN" && ids.length > 0;
    const linked = ends ? await find.where(requisitionLine, { id: ids }, 2000) : [];
    return { ...known, uom, digits: await uomDecimals(find, uom), linked };
  },
  decide: (doc, { uom, digits, linked, ...known }, { before }, _, at) => {
    if (!doc.qty || !doc.dueDate) return [];
    const of: CustomerOrder = { ...doc, uom };
    const userIds = [...new Set(linked.flatMap((row) => row.buyerId ?? []))];
    const isOther = before !== null && (before.itemId !== doc.itemId || before.uom !== uom) && known.lines.length > 0;
    return [
      cmp(doc.qty, "0") <= 0 && fault("qty", "PUR-0001", "订单数量必须大于0", "Quantity must be above 0"),
      !fitsDecimals(doc.qty, digits) && tooFine("qty", doc.qty, uom ?? "-", digits),
      isOther && fault("itemId", "PUR-0008", "已有采购申请，不能更换物料或单位", "Requisitions exist: item and unit stay"),
      set(doc, { uom }),
      cmp(doc.qty, "0") > 0 && reckoned(doc, of, known, at.today),
      userIds.length > 0 &&
        tell("PUR_CUSTOMER_ORDER_ENDED", {
          id: doc.id,
          num: doc.customerOrderNum,
          line: doc.lineNum,
          userIds,
          ...(doc.salesStatus === "CANCELLED" ? { how: "已取消", howEn: "cancelled" } : { how: "已关闭", howEn: "closed" }),
        }),
    ];
  },
});
const toRequisition = rule(customerOrder, "doToRequisition", {
  reads: async (doc, find, input, _, at) => {
    const [lines, org, digits] = await Promise.all([
      coveringOf(doc, find, at.today),
      find.maybe(organization, doc.orgId),
      uomDecimals(find, doc.uom),
    ]);
    return { lines, org, digits, asked: input.askQty ?? null };
  },
  decide: (doc, { lines, org, digits, asked }, input, me, at) => {
    const requisitioned = coverage(doc, lines, [], at.today).requisitionedQty;
    const left = uncovered(doc, requisitioned);
    const qty = asked ?? left;
    const id = at.newId();
    if (cmp(qty, "0") <= 0 || cmp(qty, left) > 0) return short(doc, left, qty);
    return [
      !fitsDecimals(qty, digits) && tooFine("askQty", qty, doc.uom ?? "-", digits),
      make(requisition, id, {
        billTypeId: input.billTypeId,
        requisitionType: "MATERIAL",
        orgId: doc.orgId,
        currency: org?.functionalCurrency ?? "CNY",
        sourceType: "CUSTOMER_ORDER",
        sourceNum: `${doc.customerOrderNum}-${doc.lineNum}`,
        requesterId: me.userId,
        requestDate: at.today,
        lines: [
          {
            itemId: doc.itemId,
            uom: doc.uom,
            requestQty: qty,
            needByDate: input.needByDate ?? doc.dueDate,
            invOrgId: input.invOrgId ?? null,
            customerOrderId: doc.id,
          },
        ],
      }),
      run(requisition, id, "saveOrUpdate", {}),
      set(doc, { requisitionedQty: plus(requisitioned, qty) }),
      reveal({ id }),
    ];
  },
});

const peg = rule(customerOrder, "doPeg", {
  reads: async (doc, find, _, __, at) => facts(doc, find, at.today),
  decide: (doc, known, input, _, at) => {
    const qty = input.pegQty ?? "0";
    const { shortageQty } = coverage(doc, known.lines, [], at.today);
    if (cmp(qty, "0") <= 0 || cmp(qty, shortageQty) > 0) return short(doc, shortageQty, qty);
    const peggedStockQty = plus(doc.peggedStockQty, qty);
    return [set(doc, { peggedStockQty }), reckoned(doc, { ...doc, peggedStockQty }, known, at.today)];
  },
});

const unpeg = rule(customerOrder, "doUnpeg", {
  reads: async (doc, find, _, __, at) => facts(doc, find, at.today),
  decide: (doc, known, input, _, at) => {
    const qty = input.pegQty ?? "0";
    if (cmp(qty, "0") <= 0 || cmp(qty, doc.peggedStockQty) > 0) return short(doc, doc.peggedStockQty, qty);
    const peggedStockQty = sub(doc.peggedStockQty, qty);
    return [set(doc, { peggedStockQty }), reckoned(doc, { ...doc, peggedStockQty }, known, at.today)];
  },
});

/** Follows its requisition lines, and every morning the calendar. */
const cover = rule(customerOrder, "doCover", {
  reads: async (doc, find, input, _, at) => {
    const now = input.requisitionId
      ? { requisitionId: input.requisitionId, lines: Array.isArray(input.lines) ? (input.lines as readonly Covering[]) : [] }
      : null;
    return facts(doc, find, at.today, now);
  },
  decide: (doc, known, _, __, at) => reckoned(doc, doc, known, at.today),
});

const remove = rule(customerOrder, "delete", {
  decide: (doc) =>
    isZero(doc.requisitionedQty) ? [] : refuse("PUR-0008", "已有采购申请，不能删除", "Requisitions exist: it cannot be deleted"),
});

export const customerOrderRules = [save, toRequisition, peg, unpeg, cover, remove];
