import { cmp } from "#kernel/decimal.ts";
import type { Doc } from "#kernel/entity.ts";
import type { Answer } from "#kernel/question.ts";
import { Refusal, refuse } from "#kernel/refusal.ts";
import { make, run, type Effect, type Find } from "#kernel/rule.ts";
import { addDays } from "#kernel/days.ts";
import { openInOrganization, postedInOrganization } from "#modules/admin/index.ts";
import { billType, category, deliveryInfo, item, openUses, paymentTerm, serves, storage, taxRateOf, typeFor } from "#modules/base/index.ts";
import { demandTargets, targetNumbers, type TargetAsked, type TargetMade } from "#modules/demand/index.ts";
import { agreementOrders, findPrice, stepPriceFor, type OrdersAsked, type PriceRow } from "#modules/price/index.ts";
import { buyersConcerned, openBusiness, supplierSite, tradeGate, type OpenBusiness, type TradeQuestion } from "#modules/supplier/index.ts";
import { orderDelivery } from "./order-line.entity.ts";
import { order } from "./order.entity.ts";
import { storageTransaction } from "./ledger/transaction.entity.ts";

type Site = Doc<typeof supplierSite>;
type Asked = TargetAsked["lines"][number];

const refused = (why: Refusal): TargetMade => ({ ids: [], effects: [why], moves: [] });
const supplierOf = (asked: TargetAsked, current: Asked): string | null => asked.supplierId ?? current.line.suggestSupplierId ?? null;

/** Requisitions of one type and organisation become orders of one type. */
const typeKey = (current: Asked): string => `${current.requisition.billTypeId ?? ""}|${current.requisition.orgId}`;

/** The bill type a requisition's lines become an order under: the one asked for where the relation allows it, else what counts as default there. */
async function typesFor(find: Find, asked: TargetAsked): Promise<ReadonlyMap<string, { readonly id: string; readonly merges: boolean }>> {
  const sources = new Map(asked.lines.map((line) => [typeKey(line), line.requisition]));
  const found = await Promise.all(
    [...sources].map(async ([key, { billTypeId, orgId }]): Promise<[string, { id: string; merges: boolean }]> => {
      const chosen = await typeFor(find, {
        family: "ORDER",
        orgId,
        sourceTypeId: billTypeId,
        unrelated: "NOTHING",
        wanted: asked.billTypeId,
      });
      if (chosen instanceof Refusal) throw chosen;
      return [key, { id: chosen.type.id, merges: chosen.relation === null || chosen.relation.allowMerge === "Y" }];
    }),
  );
  return new Map(found);
}

/** Price and tax a draft line begins with: the best of the library, else the requester's estimate. */
const startingPrice = (current: Asked, row: PriceRow | undefined) =>
  row
    ? row.taxIncludedFlag === "N" && row.uom === current.line.uom
      ? { price: row.price, priceUnit: row.priceUnit }
      : { price: row.priceExcl, priceUnit: "1" }
    : { price: current.line.estPrice ?? "0", priceUnit: "1" };

type SiteFor = (supplierId: string, orgId: string, wanted?: string | null) => Site | undefined;

/** Where an organisation buys from a supplier: at the wanted site if it serves the organisation, else at its own, else at another that does. */
async function sitesServing(find: Find, sites: readonly Site[], orgIds: readonly string[], day: string): Promise<SiteFor> {
  const pairs = [...new Set(orgIds)].flatMap((of) => sites.map((site) => ({ site, id: site.orgId as string, of })));
  const answers = await serves(find, pairs, day);
  const serving = pairs.filter((_, i) => answers[i]);
  return (supplierId, orgId, wanted = null) => {
    const found = serving.filter(({ site, of }) => of === orgId && site.supplierId === supplierId).map(({ site }) => site);
    return found.find((site) => site.id === wanted) ?? found.find((site) => site.orgId === orgId) ?? found[0];
  };
}

const priceOf = (find: Find, current: Asked, supplierId: string, siteId: string, day: string): Promise<readonly PriceRow[]> =>
  current.line.itemId && current.line.uom
    ? findPrice(find, {
        ...{
          orgId: current.requisition.orgId,
          invOrgId: current.line.invOrgId,
          supplierId,
          supplierSiteId: siteId,
          itemId: current.line.itemId,
        },
        ...{ qty: current.qty, uom: current.line.uom, currency: current.requisition.currency, onDate: day, priceType: "STANDARD" },
      })
    : Promise.resolve([]);

/** A line of a requisition with where it will be bought. */
interface Bought {
  readonly asked: Asked;
  readonly supplierId: string;
  readonly site: Site;
}

const namesNobody = (lines: readonly Asked[]): Refusal => {
  const nums = lines.map((line) => `${line.requisition.requisitionNum ?? ""}-${line.line.lineNum}`).join(", ");
  return refuse("PUR-0001", `请为申请行${nums}选择供应商`, `Choose a supplier for requisition lines ${nums}`);
};

const noSite = (supplierId: string): Refusal =>
  refuse("PUR-2220", "供应商没有可用的地点", "The supplier has no active site", { data: { supplierId } });

/** Where each line is bought; a refusal where a supplier has no place to order from. */
function boughtFrom(asked: TargetAsked, siteOf: SiteFor): readonly Bought[] | Refusal {
  const bought = asked.lines.flatMap((line): Bought[] => {
    const supplierId = supplierOf(asked, line)!;
    const site = siteOf(supplierId, line.requisition.orgId);
    return site ? [{ asked: line, supplierId, site }] : [];
  });
  const homeless = asked.lines.find((line) => !siteOf(supplierOf(asked, line)!, line.requisition.orgId));
  return homeless ? noSite(supplierOf(asked, homeless)!) : bought;
}

/** The order's line for a requisition's. */
function lineFor({ asked: one, site }: Bought, row: PriceRow | undefined, goodsTax: string | null) {
  const { line, qty } = one;
  return {
    ...{ itemId: line.itemId, itemDesc: line.itemDesc ?? "", categoryId: line.categoryId!, uom: line.uom!, qty },
    ...startingPrice(one, row),
    ...{ taxRate: row?.taxRate ?? goodsTax ?? site.taxRate, agreementLineId: row?.agreementLineId ?? null },
    ...{ projectCode: line.projectCode, costCenter: line.costCenter, accountCode: line.accountCode, customerOrderId: line.customerOrderId },
    reqRels: [{ reqLineId: line.id, qty, parentRelId: one.parentRelId ?? null, rate: null }],
    deliveries: [{ qty, needByDate: line.needByDate, invOrgId: line.invOrgId, deliveryInfoId: line.deliveryInfoId }],
  };
}

/** Which of the bill types are for trial orders. */
async function trialTypes(find: Find, types: ReadonlyMap<string, { readonly id: string }>): Promise<ReadonlySet<string>> {
  const found = await find.where(billType, { id: [...new Set([...types.values()].map((row) => row.id))] }, 200);
  return new Set(found.flatMap((doc) => (doc.trialFlag === "Y" ? [doc.id as string] : [])));
}

/** May these goods be ordered from whom they are to be bought? What they cost is asked when the draft is submitted. */
const conversionQuestion = ({ asked: one, supplierId, site }: Bought, isTrial: boolean, day: string): TradeQuestion => ({
  ...{ supplierId, op: "ORDER", orgId: one.requisition.orgId, siteId: site.id, categoryId: one.line.categoryId, itemId: one.line.itemId },
  ...{ amount: "0", qty: "0", kind: isTrial ? "TRIAL" : "NORMAL", day, isReleased: false },
});

/** Order drafts out of requisition lines, one for each organisation, currency, supplier and bill type, or one for each line. */
async function ordersFor(find: Find, asked: TargetAsked): Promise<readonly TargetMade[]> {
  const nobody = asked.lines.filter((line) => !supplierOf(asked, line));
  if (nobody.length) return [refused(namesNobody(nobody))];
  const supplierIds = [...new Set(asked.lines.map((line) => supplierOf(asked, line)!))];
  const itemIds = [...new Set(asked.lines.flatMap((line) => line.line.itemId ?? []))];
  const categoryIds = [...new Set(asked.lines.flatMap((line) => line.line.categoryId ?? []))];
  const [types, sites, items] = await Promise.all([
    typesFor(find, asked),
    find.where(supplierSite, { supplierId: supplierIds, siteStatus: "ACTIVE" }, 2000),
    itemIds.length ? find.where(item, { id: itemIds }, 5000) : [],
  ]);
  const orgIds = asked.lines.map((line) => line.requisition.orgId as string);
  const bought = boughtFrom(asked, await sitesServing(find, sites, orgIds, asked.at.today));
  if (bought instanceof Refusal) return [refused(bought)];
  const trials = await trialTypes(find, types);
  const barred = await tradeGate.look(
    find,
    bought.map((entry) => conversionQuestion(entry, trials.has(types.get(typeKey(entry.asked))!.id), asked.at.today)),
  );
  const no = barred.find((passage) => passage.refusal)?.refusal;
  if (no) return [refused(no)];
  const families = new Map((await find.where(category, { id: categoryIds }, 2000)).map((doc) => [doc.id as string, doc]));
  const goods = new Map(items.map((doc) => [doc.id as string, doc]));
  const priced = await Promise.all(
    bought.map(async (entry) => {
      const [row] = await priceOf(find, entry.asked, entry.supplierId, entry.site.id, asked.at.today);
      const { itemId, categoryId } = entry.asked.line;
      return { ...entry, line: lineFor(entry, row, taxRateOf(goods.get(itemId ?? ""), families.get(categoryId ?? ""))) };
    }),
  );
  const typeOf = ({ asked: one }: Bought) => types.get(typeKey(one))!;
  const groups = Map.groupBy(priced, (entry) => {
    const key = [entry.asked.requisition.orgId, entry.asked.requisition.currency, entry.supplierId, typeOf(entry).id];
    return asked.mergeFlag === "Y" && typeOf(entry).merges ? key.join("|") : (entry.asked.line.id as string);
  });
  return [...groups.values()].map((own): TargetMade => {
    const first = own[0]!;
    const { requisition, line, parentRelId } = first.asked;
    return drafted(
      asked,
      {
        ...{ orgId: requisition.orgId, currency: requisition.currency, billTypeId: typeOf(first).id },
        orderType: trials.has(typeOf(first).id) ? "TRIAL" : "STANDARD",
        ...{ supplierId: first.supplierId, site: first.site, buyerId: line.buyerId ?? asked.me.userId },
        ...{ sourceType: parentRelId ? "SUMMARY" : "REQUISITION", taxIncludedFlag: "N", agreementId: null },
        sourceDocId: parentRelId ? asked.fromHeaderId : null,
      },
      own.map((entry) => entry.line),
    );
  });
}

interface Head {
  readonly orgId: string;
  readonly currency: string;
  readonly billTypeId: string;
  readonly supplierId: string;
  readonly site: Pick<Site, "id" | "termId">;
  readonly buyerId: string;
  readonly sourceType: string;
  readonly orderType?: string;
  /** The document whose holds its lines carry on. */
  readonly sourceDocId: string | null;
  readonly taxIncludedFlag: "Y" | "N";
  readonly agreementId: string | null;
  readonly paymentTermId?: string;
}

/** A draft with its lines, saved by the order's own rules, which also take what it is for. */
function drafted(asked: Pick<TargetAsked, "at">, { site, ...head }: Head, lines: readonly object[]): TargetMade {
  const id = asked.at.newId();
  const effects: Effect[] = [
    make(order, id, {
      ...head,
      ...{ supplierSiteId: site.id, paymentTermId: head.paymentTermId ?? site.termId, orderDate: asked.at.today },
      lines,
    } as never),
    run(order, id, "saveOrUpdate", {}),
  ];
  return { ids: [id], effects, moves: [] };
}

/** Order drafts out of an agreement's lines, at the price of their step; demand the agreement held is carried on. */
async function ordersFromAgreement(find: Find, asked: OrdersAsked): Promise<readonly TargetMade[]> {
  const { agreement } = asked;
  const orgIds = [...new Set(asked.lines.map((line) => line.orgId))];
  const [types, sites, terms] = await Promise.all([
    Promise.all(
      orgIds.map((orgId) =>
        typeFor(find, { family: "ORDER", orgId, sourceTypeId: agreement.billTypeId, unrelated: "ANY", wanted: asked.billTypeId }),
      ),
    ),
    find.where(supplierSite, { supplierId: agreement.supplierId, siteStatus: "ACTIVE" }, 500),
    find.where(paymentTerm, { id: agreement.paymentTermId }, 5),
  ]);
  const siteOf = await sitesServing(find, sites, orgIds, asked.at.today);
  return [...Map.groupBy(asked.lines, (line) => line.orgId)].map(([orgId, own]): TargetMade => {
    const site = siteOf(agreement.supplierId, orgId, agreement.supplierSiteId);
    const chosen = types[orgIds.indexOf(orgId)]!;
    if (chosen instanceof Refusal) return refused(chosen);
    if (!site) return refused(noSite(agreement.supplierId));
    const lines = own.map(({ line, qty, rel }) => ({
      ...{ itemId: line.itemId, itemDesc: line.itemDesc ?? "", categoryId: line.categoryId, uom: line.uom, qty, priceUnit: line.priceUnit },
      price: stepPriceFor(line, qty, line.cumulativeQty).price,
      ...{ taxRate: line.taxRate ?? agreement.taxRate, agreementLineId: line.id },
      ...(rel ? { reqRels: [{ reqLineId: rel.reqLineId, qty, parentRelId: rel.id, rate: null }] } : {}),
      deliveries: [{ qty, needByDate: rel?.needByDate ?? addDays(asked.at.today, line.leadTimeDays ?? 7) }],
    }));
    return drafted(
      asked,
      {
        ...{
          orgId,
          currency: agreement.currency,
          billTypeId: chosen.type.id,
          supplierId: agreement.supplierId,
          site,
          buyerId: asked.me.userId,
        },
        ...{ sourceType: "AGREEMENT", taxIncludedFlag: agreement.taxIncludedFlag, agreementId: agreement.id },
        sourceDocId: agreement.id,
        ...(terms[0] ? { paymentTermId: terms[0].id } : {}),
      },
      lines,
    );
  });
}

const underway = ["APPROVING", "APPROVED", "PUBLISHED", "CONFIRMED", "REFUSED", "CHANGING"];

/** What is still open with a supplier: orders that run, and rows that are not delivered. */
async function openOrders(
  find: Find,
  asked: { supplierId: string; orgIds: readonly string[] | null; categoryIds: readonly string[] | null },
): Promise<readonly OpenBusiness[]> {
  const orgs = asked.orgIds ? { orgId: asked.orgIds } : {};
  const own = { supplierId: asked.supplierId, ...orgs };
  const orders = {
    ...own,
    status: underway,
    liveId: null,
    ...(asked.categoryIds ? { any: [{ categoryId: null }, { categoryId: asked.categoryIds }] } : {}),
  };
  const rows = {
    ...own,
    ...(asked.categoryIds ? { categoryId: asked.categoryIds } : {}),
    openQty: { above: "0" },
    parent: { parent: { status: ["PUBLISHED", "CONFIRMED", "CHANGING"], liveId: null } } as never,
  };
  const [count, amount, undelivered] = await Promise.all([
    find.count(order, orders),
    find.sum(order, orders, "baseAmount"),
    find.count(orderDelivery, rows),
  ]);
  return [
    { item: "OPEN_ORDER", count, amount: cmp(amount, "0") === 0 ? "0.00" : amount, route: "purchaseOrderList" },
    { item: "UNDELIVERED", count: undelivered, route: "purchaseOrderList2" },
  ];
}

const drafts = ["DRAFT", "REJECTED"];
const held = (count: number) => [{ label: order.label, count, route: "purchaseOrderList" }];
const rowsTo: Readonly<Record<string, string>> = { [storage.name]: "storageLocationId", [deliveryInfo.name]: "deliveryInfoId" };
const usedAs: Readonly<Record<string, string>> = { [billType.name]: "billTypeId", [paymentTerm.name]: "paymentTermId" };

export const orderAnswers: readonly Answer[] = [
  demandTargets.ORDER.answeredBy(ordersFor),
  agreementOrders.answeredBy(ordersFromAgreement),
  openBusiness.answeredBy(openOrders),
  buyersConcerned.answeredBy(async (find, { supplierId }) =>
    (await find.where(order, { supplierId, status: ["DRAFT", "REJECTED", ...underway], liveId: null }, 20_000)).map((doc) => doc.buyerId),
  ),
  targetNumbers.answeredBy(async (find, { targetType, ids }) =>
    targetType === "ORDER" && ids.length
      ? (await find.where(order, { id: ids }, 5000)).map((doc) => ({ id: doc.id, num: doc.orderNum ?? "" }))
      : [],
  ),
  // What is still to come holds its warehouse, an order that the supplier declined its organisation.
  openInOrganization.answeredBy(async (find, { orgId }) => [
    {
      label: orderDelivery.label,
      count: await find.count(orderDelivery, {
        ...{ invOrgId: orgId, openQty: { above: "0" } },
        parent: { parent: { status: [...drafts, ...underway], liveId: null } } as never,
      }),
      route: "purchaseOrderList2",
    },
    { label: ["被拒绝的采购订单", "Declined purchase orders"], count: await find.count(order, { orgId, liveId: null, status: "REFUSED" }) },
  ]),
  postedInOrganization.answeredBy(async (find, { orgId }) => [
    { label: storageTransaction.label, count: await find.count(storageTransaction, { orgId }) },
  ]),
  // What is still to come holds the address it goes to and the warehouse it is for; the warehouse is held by its stock too.
  openUses.answeredBy(async (find, { entity, id }) => {
    const key = rowsTo[entity];
    if (!key) return [];
    const toCome = {
      label: orderDelivery.label,
      count: await find.count(orderDelivery, {
        ...{ [key]: id, openQty: { above: "0" } },
        parent: { parent: { status: [...drafts, ...underway], liveId: null } } as never,
      }),
      route: "purchaseOrderList2",
    };
    const stock = entity === storage.name ? await find.sum(storageTransaction, { storageLocationId: id }, "stockQty") : "0";
    const posted = cmp(stock, "0") > 0 ? await find.count(storageTransaction, { storageLocationId: id }) : 0;
    return [toCome, { label: ["库存事务（有结存）", "Storage transactions with stock left"], count: posted }];
  }),
  openUses.answeredBy(async (find, { entity, id }) => {
    const key = usedAs[entity];
    return key ? held(await find.count(order, { [key]: id, liveId: null, status: [...drafts, ...underway] })) : [];
  }),
];
