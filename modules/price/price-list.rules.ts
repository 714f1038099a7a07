import { cmp } from "#kernel/decimal.ts";
import type { Doc } from "#kernel/entity.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import { rule, set, type Find } from "#kernel/rule.ts";
import { item, notReceiving, receives } from "#modules/base/index.ts";
import { fault, required } from "#modules/demand/index.ts";
import { siteFits, tradeGate, type TradeQuestion } from "#modules/supplier/index.ts";
import { overlaps, statusOn } from "./price-cut.ts";
import { priceKey } from "./price-key.ts";
import { priceList } from "./price-list.entity.ts";
import { changePercent, cutEffects, priceFacts } from "./price-rows.ts";

const mayNot = () => refuse("PUR-2119", "维护价格需要“价格维护”权限", "You need the permission to maintain prices", { http: 403 });

type Price = Doc<typeof priceList>;

/** A price that is new, another or lasts longer is agreed with the supplier now; one that ends earlier is not. */
const isAgreedAnew = (doc: Price, before: Price | null): boolean =>
  before === null ||
  cmp(before.price, doc.price) !== 0 ||
  cmp(before.priceUnit, doc.priceUnit) !== 0 ||
  before.startDate !== doc.startDate ||
  (before.endDate ?? "9999-12-31") < (doc.endDate ?? "9999-12-31");

/** What a price asks of the gate of suppliers: like an agreement it orders nothing, and a supplier on trial may agree on prices. */
const priceQuestion = async (find: Find, doc: Price, day: string): Promise<TradeQuestion> => ({
  supplierId: doc.supplierId,
  op: "AWARD",
  orgId: doc.orgId,
  siteId: doc.supplierSiteId,
  categoryId: doc.categoryId ?? (await find.maybe(item, doc.itemId))?.categoryId ?? null,
  itemId: doc.itemId,
  amount: "0",
  qty: "0",
  kind: "TRIAL",
  day,
  isReleased: false,
});

/** A half-filled row names nobody to ask about; what it lacks is refused anyway. */
const isWhole = (doc: Price): boolean => Boolean(doc.supplierId && doc.orgId && doc.itemId);

/** A price kept by hand is for a plant that the organisation buys for and a site kept for it; rows that an agreement makes repeat what it was agreed for. */
async function foreign(find: Find, doc: Price, day: string): Promise<readonly Refusal[]> {
  const isUnfit = async (judge: typeof receives, id: string | null): Promise<boolean> =>
    id !== null && Boolean(doc.orgId) && (await judge(find, [{ id, of: doc.orgId }], day)).includes(false);
  const [plant, site] = await Promise.all([isUnfit(receives, doc.invOrgId), isUnfit(siteFits.trades.judge, doc.supplierSiteId)]);
  return [
    ...(plant ? [fault("invOrgId", "DATA_WITHIN", ...notReceiving)] : []),
    ...(site ? [fault("supplierSiteId", "DATA_WITHIN", ...siteFits.trades.text)] : []),
  ];
}

const save = rule(priceList, "saveOrUpdate", {
  reads: async (doc, find, { before }, __, at) => ({
    facts: await priceFacts(find, [{ ...doc, priceKey: priceKey(doc) }], null),
    unfit: before === null ? await foreign(find, doc, at.today) : [],
    barred: isWhole(doc) && isAgreedAnew(doc, before) ? await tradeGate.ask(find, [await priceQuestion(find, doc, at.today)]) : [],
  }),
  decide: (doc, { facts, barred, unfit }, { before }, me, at) => {
    const others = facts.older.filter((row) => row.id !== doc.id);
    const moved = before !== null && (before.startDate !== doc.startDate || before.endDate !== doc.endDate);
    const clash = moved ? others.find((row) => overlaps(row, doc)) : undefined;
    const prev = others.filter((row) => row.startDate <= doc.startDate).toSorted((a, b) => (a.startDate < b.startDate ? 1 : -1))[0];
    return [
      ...unfit,
      ...barred,
      me.audience === "internal" && !me.may(priceList.name, "btnPriceMaintain") && mayNot(),
      before !== null &&
        before.sourceGroup === "AGREEMENT" &&
        refuse("PUR-2206", "协议价格请通过协议变更维护", "Prices of an agreement can only be changed in the agreement", {
          data: { agreementId: before.sourceId },
        }),
      !doc.reason?.trim() && required("reason", "维护原因", "Reason"),
      doc.endDate !== null &&
        doc.endDate < doc.startDate &&
        fault("endDate", "PUR-0007", "结束日期不能早于开始日期", "End date cannot be before start date"),
      clash !== undefined &&
        fault(
          "startDate",
          "PUR-2102",
          `与价格[${clash.startDate}–${clash.endDate ?? ""}]有效期重叠`,
          `Validity overlaps price ${clash.startDate}–${clash.endDate ?? ""}`,
        ),
      ...(before === null ? cutEffects(others, [doc], at) : []),
      set(doc, {
        sourceGroup: "LIST",
        status: statusOn(doc, at.today),
        prevPriceId: before === null ? (prev?.id ?? null) : doc.prevPriceId,
        changePercent: prev ? changePercent(doc, prev, facts.taxes) : null,
      }),
    ];
  },
});

const invalid = rule(priceList, "doInvalid", { decide: (doc, _, input) => set(doc, { reason: input.maintainWhy ?? null }) });

const refresh = rule(priceList, "doRefresh", {
  decide: (doc, _, __, ___, at) => set(doc, { status: statusOn(doc, at.today) }),
});

export const priceListRules = [save, invalid, refresh];
