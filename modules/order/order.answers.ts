import { cmp } from "#kernel/decimal.ts";
import type { Doc } from "#kernel/entity.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import { make, run, type Effect, type Find } from "#kernel/rule.ts";
import { openInOrganization, postedInOrganization } from "#modules/admin/index.ts";
import { assertBillTypes, billType, item, nextBillTypes, openUses, paymentTerm } from "#modules/base/index.ts";
import { demandTargets, targetNumbers, type TargetAsked, type TargetMade } from "#modules/demand/index.ts";
import { agreementOrders, findPrice, stepPriceFor, type OrdersAsked, type PriceRow } from "#modules/price/index.ts";
import { dayPlus, openBusiness, supplierSite, type OpenBusiness } from "#modules/supplier/index.ts";
import { orderDelivery } from "./order-line.entity.ts";
import { order } from "./order.entity.ts";
import { storageTransaction } from "./transaction.entity.ts";

type Site = Doc<typeof supplierSite>;
type Asked = TargetAsked["lines"][number];

const refused = (why: Refusal): TargetMade => ({ ids: [], effects: [why], moves: [] });
const supplierOf = (asked: TargetAsked, one: Asked): string | null => asked.supplierId ?? one.line.suggestSupplierId ?? null;

/** The order type of whoever says nothing. */
async function usualType(find: Find): Promise<string> {
  const types = await find.where(billType, { billCategory: "ORDER", status: "EFFECTIVE" }, 200);
  const type = types.find((one) => one.defaultFlag === "Y") ?? types[0];
  if (!type) throw refuse("BASE_BTR_002", "没有生效的订单类型", "No order type is in force");
  return type.id;
}

/** The bill type a requisition's lines become an order under: the one asked for where the relation allows it, else its default. */
async function typesFor(find: Find, asked: TargetAsked): Promise<ReadonlyMap<string, { readonly id: string; readonly merges: boolean }>> {
  const sources = [...new Set(asked.lines.map((one) => one.requisition.billTypeId ?? ""))];
  const found = await Promise.all(
    sources.map(async (sourceId): Promise<[string, { id: string; merges: boolean }]> => {
      if (!sourceId) return [sourceId, { id: asked.billTypeId ?? (await usualType(find)), merges: true }];
      const relation = asked.billTypeId
        ? await assertBillTypes(find, sourceId, asked.billTypeId)
        : (await nextBillTypes(find, sourceId, "ORDER"))[0];
      if (!relation)
        throw refuse("BASE_BTR_002", "该申请类型没有对应的订单类型", "No order type can be created from this requisition type");
      return [sourceId, { id: relation.targetTypeId, merges: relation.allowMerge === "Y" }];
    }),
  );
  return new Map(found);
}

/** Price and tax a draft line begins with: the best of the library, else the requester's estimate. */
const startingPrice = (one: Asked, row: PriceRow | undefined) =>
  row
    ? row.taxIncludedFlag === "N" && row.uom === one.line.uom
      ? { price: row.price, priceUnit: row.priceUnit }
      : { price: row.priceExcl, priceUnit: "1" }
    : { price: one.line.estPrice ?? "0", priceUnit: "1" };

const siteOf = (sites: readonly Site[], supplierId: string, orgId: string): Site | undefined =>
  sites.find((one) => one.supplierId === supplierId && one.orgId === orgId) ?? sites.find((one) => one.supplierId === supplierId);

const priceOf = (find: Find, one: Asked, supplierId: string, siteId: string, day: string): Promise<readonly PriceRow[]> =>
  one.line.itemId && one.line.uom
    ? findPrice(find, {
        ...{ orgId: one.requisition.orgId, invOrgId: one.line.invOrgId, supplierId, supplierSiteId: siteId, itemId: one.line.itemId },
        ...{ qty: one.qty, uom: one.line.uom, currency: one.requisition.currency, onDate: day, priceType: "STANDARD" },
      })
    : Promise.resolve([]);

/** Order drafts out of requisition lines, one for each organisation, currency, supplier and bill type, or one for each line. */
async function ordersFor(find: Find, asked: TargetAsked): Promise<readonly TargetMade[]> {
  const nobody = asked.lines.filter((one) => !supplierOf(asked, one));
  if (nobody.length) {
    const nums = nobody.map((one) => `${one.requisition.requisitionNum ?? ""}-${one.line.lineNum}`).join(", ");
    return [refused(refuse("PUR-0001", `请为申请行${nums}选择供应商`, `Choose a supplier for requisition lines ${nums}`))];
  }
  const supplierIds = [...new Set(asked.lines.map((one) => supplierOf(asked, one)!))];
  const itemIds = [...new Set(asked.lines.flatMap((one) => one.line.itemId ?? []))];
  const [types, sites, items] = await Promise.all([
    typesFor(find, asked),
    find.where(supplierSite, { supplierId: supplierIds, siteStatus: "ACTIVE" }, 2000),
    itemIds.length ? find.where(item, { id: itemIds }, 5000) : [],
  ]);
  const homeless = asked.lines.find((one) => !siteOf(sites, supplierOf(asked, one)!, one.requisition.orgId));
  if (homeless) return [refused(refuse("PUR-0001", "供应商没有可用的地点", "The supplier has no active site"))];
  const prices = await Promise.all(
    asked.lines.map((one) => {
      const supplierId = supplierOf(asked, one)!;
      return priceOf(find, one, supplierId, siteOf(sites, supplierId, one.requisition.orgId)!.id, asked.at.today);
    }),
  );
  const groups = Map.groupBy(asked.lines, (one) => {
    const type = types.get(one.requisition.billTypeId ?? "")!;
    const key = [one.requisition.orgId, one.requisition.currency, supplierOf(asked, one), type.id];
    return asked.mergeFlag === "Y" && type.merges ? key.join("|") : (one.line.id as string);
  });
  return [...groups.values()].map((own): TargetMade => {
    const [first] = own;
    const supplierId = supplierOf(asked, first!)!;
    const site = siteOf(sites, supplierId, first!.requisition.orgId)!;
    const lines = own.map((one) => {
      const row = prices[asked.lines.indexOf(one)]?.[0];
      const tax = row?.taxRate ?? items.find((known) => known.id === one.line.itemId)?.defaultTaxRate ?? site.taxRate;
      return {
        ...{
          itemId: one.line.itemId,
          itemDesc: one.line.itemDesc ?? "",
          categoryId: one.line.categoryId!,
          uom: one.line.uom!,
          qty: one.qty,
        },
        ...startingPrice(one, row),
        ...{ taxRate: tax ?? "T13", agreementLineId: row?.agreementLineId ?? null },
        ...{ projectCode: one.line.projectCode, costCenter: one.line.costCenter, accountCode: one.line.accountCode },
        customerOrderId: one.line.customerOrderId,
        reqRels: [{ reqLineId: one.line.id, qty: one.qty, parentRelId: one.parentRelId ?? null, rate: null }],
        deliveries: [
          { qty: one.qty, needByDate: one.line.needByDate, invOrgId: one.line.invOrgId, deliveryInfoId: one.line.deliveryInfoId },
        ],
      };
    });
    const head = {
      orgId: first!.requisition.orgId,
      currency: first!.requisition.currency,
      billTypeId: types.get(first!.requisition.billTypeId ?? "")!.id,
    };
    const buyerId = first!.line.buyerId ?? asked.me.userId;
    return drafted(
      asked,
      {
        ...head,
        supplierId,
        site,
        buyerId,
        sourceType: first!.parentRelId ? "SUMMARY" : "REQUISITION",
        taxIncludedFlag: "N",
        agreementId: null,
      },
      lines,
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
  const [types, sites, terms] = await Promise.all([
    find.where(billType, { billCategory: "ORDER", status: "EFFECTIVE" }, 200),
    find.where(supplierSite, { supplierId: agreement.supplierId, siteStatus: "ACTIVE" }, 500),
    find.where(paymentTerm, { id: agreement.paymentTermId }, 5),
  ]);
  const type = types.find((one) => one.id === asked.billTypeId) ?? types.find((one) => one.defaultFlag === "Y") ?? types[0];
  return [...Map.groupBy(asked.lines, (one) => one.orgId)].map(([orgId, own]): TargetMade => {
    const site = sites.find((one) => one.id === agreement.supplierSiteId) ?? siteOf(sites, agreement.supplierId, orgId);
    if (!type || !site) return refused(refuse("PUR-0001", "没有可用的订单类型或供应商地点", "No order type or supplier site is in force"));
    const lines = own.map(({ line, qty, rel }) => ({
      ...{ itemId: line.itemId, itemDesc: line.itemDesc ?? "", categoryId: line.categoryId, uom: line.uom, qty, priceUnit: line.priceUnit },
      price: stepPriceFor(line, qty, line.cumulativeQty).price,
      ...{ taxRate: line.taxRate ?? agreement.taxRate, agreementLineId: line.id },
      ...(rel ? { reqRels: [{ reqLineId: rel.reqLineId, qty, parentRelId: rel.id, rate: null }] } : {}),
      deliveries: [{ qty, needByDate: rel?.needByDate ?? dayPlus(asked.at.today, line.leadTimeDays ?? 7) }],
    }));
    return drafted(
      asked,
      {
        ...{ orgId, currency: agreement.currency, billTypeId: type.id, supplierId: agreement.supplierId, site, buyerId: asked.me.userId },
        ...{ sourceType: "AGREEMENT", taxIncludedFlag: agreement.taxIncludedFlag, agreementId: agreement.id },
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

demandTargets.ORDER.answeredBy(ordersFor);
agreementOrders.answeredBy(ordersFromAgreement);
openBusiness.answeredBy(openOrders);
targetNumbers.answeredBy(async (find, { targetType, ids }) =>
  targetType === "ORDER" && ids.length
    ? (await find.where(order, { id: ids }, 5000)).map((one) => ({ id: one.id, num: one.orderNum ?? "" }))
    : [],
);

const drafts = ["DRAFT", "REJECTED"];
const held = (count: number) => [{ label: order.label, count, route: "purchaseOrderList" }];
openInOrganization.answeredBy(async (find, { orgId }) =>
  held(await find.count(order, { orgId, liveId: null, status: [...drafts, ...underway] })),
);
postedInOrganization.answeredBy(async (find, { orgId }) => [
  { label: storageTransaction.label, count: await find.count(storageTransaction, { orgId }) },
]);
const usedAs: Readonly<Record<string, string>> = { [billType.name]: "billTypeId", [paymentTerm.name]: "paymentTermId" };
openUses.answeredBy(async (find, { entity, id }) => {
  const key = usedAs[entity];
  return key ? held(await find.count(order, { [key]: id, liveId: null, status: [...drafts, ...underway] })) : [];
});
