import { organization } from "#kernel/platform/organization.entity.ts";
import { cmp, isDecimal } from "#kernel/decimal.ts";
import { refuse } from "#kernel/refusal.ts";
import { category, deliveryInfo, item, receives, taxRateOf } from "#modules/base/index.ts";
import { receive } from "#modules/delivery/index.ts";
import { order } from "#modules/order/index.ts";
import { supplierContact, supplierSite } from "#modules/supplier/index.ts";
import { assignToPlants } from "./goods.ts";
import { must, textOr, type Row, type Work } from "./work.ts";

const above = (body: Row, key: string, cn: string, en: string): string => {
  const value = must(body, key, cn, en).replaceAll(",", "");
  if (isDecimal(value) && cmp(value, "0") > 0) return value;
  throw refuse("SETUP_NUMBER", `${cn}须大于 0`, `${en} must be above 0`, {
    fieldErrors: [{ path: key, code: "SETUP_NUMBER", text: [`${cn}须大于 0`, `${en} must be above 0`] }],
  });
};

/** An order of one material, with everything that is known filled in; its document type is the default that saving chooses; written and submitted with the person's own rights. */
export async function saveFirstOrder(work: Work, body: Row): Promise<string> {
  const supplierId = must(body, "supplierId", "供应商", "Supplier");
  const goods = await work.find.one(item, must(body, "itemId", "物料", "Material"));
  const [qty, price] = [above(body, "qty", "数量", "Quantity"), above(body, "price", "单价", "Price")];
  const [[site], [contact], warehouses, family] = await Promise.all([
    work.where(supplierSite, { supplierId, siteStatus: "ACTIVE" }),
    work.where(supplierContact, { supplierId, enabledFlag: "Y", email: { not: null } }),
    work.where(organization, { orgType: "INV" }),
    work.find.maybe(category, goods.categoryId),
  ]);
  if (!site) throw refuse("SETUP_SITE", "该供应商没有有效的地点", "The supplier has no active site", { data: { supplierId } });
  const pairs = warehouses.map((warehouse) => ({ id: warehouse.id as string, of: site.orgId as string }));
  const receiving = await receives(work.find, pairs, work.today);
  const served = warehouses.filter((_, i) => receiving[i]);
  const inventory = served.find((doc) => doc.parentOrgId === site.orgId) ?? served[0];
  const [address] = inventory ? await work.where(deliveryInfo, { orgId: inventory.id, enabledFlag: "Y" }) : [];
  await assignToPlants(work, goods.id);
  const taxRate = taxRateOf(goods, family) ?? site.taxRate;
  const made = await work.actOwn(order, "saveOrUpdate", undefined, {
    orderType: "STANDARD",
    orgId: site.orgId,
    supplierId,
    supplierSiteId: site.id,
    supplierContactId: contact?.id ?? null,
    buyerId: work.ctx.me.userId,
    orderDate: work.today,
    currency: site.currency,
    taxIncludedFlag: "N",
    paymentTermId: site.termId,
    lines: [
      {
        itemId: goods.id,
        itemDesc: goods.itemName,
        categoryId: goods.categoryId,
        uom: goods.purchaseUom ?? goods.primaryUom,
        qty,
        price,
        priceUnit: "1",
        taxRate,
        exceptionReason: textOr(body, "reason", work.ctx.language === "EN" ? "First order" : "首次下单"),
        deliveries: [
          {
            qty,
            needByDate: must(body, "needByDate", "需求日期", "Need by"),
            invOrgId: inventory?.id ?? null,
            deliveryInfoId: address?.id ?? null,
          },
        ],
      },
    ],
  });
  await work.actOwn(order, "doSubmit", made.id, {});
  return made.id;
}

export const publishFirstOrder = async (work: Work, id: string): Promise<void> => {
  await work.actOwn(order, "doPublish", id, {});
};

/** All that is still to come of the order is received. */
export async function receiveFirstOrder(work: Work, id: string): Promise<string> {
  const of = await work.find.one(order, id);
  const [draft] = await work.where(receive, { status: "DRAFT", sourceNums: of.orderNum ?? "-" });
  const made =
    draft ??
    (await work.actOwn(receive, "saveOrUpdate", undefined, {
      receiveType: "ORDER",
      receiveDate: work.today,
      lines: of.lines.flatMap((line) => line.deliveries.map((row) => ({ orderDeliveryId: row.id, arrivalQty: row.qty }))),
    }));
  await work.actOwn(receive, "doConfirm", made.id, {});
  return made.id;
}
