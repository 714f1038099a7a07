import { date, pick, ref, type Field } from "#kernel/field.ts";
import type { Headline, ReportColumn } from "#kernel/report.ts";
import type { Text } from "#kernel/text.ts";

export const span = { from: date("开始日期", "From", { optional: true }), to: date("结束日期", "To", { optional: true }) };
export const orgId = ref("BaseOrganization", "组织", "Organisation", { optional: true });
export const categoryId = ref("SrmBasePurchaseCategory", "品类", "Category", { optional: true });
export const supplierId = ref("SrmSupInfo", "供应商", "Supplier", { optional: true });
export const itemId = ref("SrmBaseItem", "物料", "Item", { optional: true });
export const person = (cn: string, en: string): Field => ref("BaseUsers", cn, en, { optional: true, pick: { userType: "INTERNAL" } });
export const buyerId = person("采购员", "Buyer");
export const deptId = ref("BaseDepartment", "部门", "Department", { optional: true });
export const tax = pick("金额口径", "Amounts", "SPEND_TAX", { initial: "EXCL" });
export const currency = pick("原币", "Original currency", "CURRENCY", { optional: true, hint: ["本位币", "Base currency"] });
export const orderType = pick("订单类型", "Order type", "PUR_ORDER_TYPE", { optional: true });
export const dimension = pick("维度", "By", "SPEND_DIMENSION", { initial: "SUPPLIER" });

export const column = <K extends string>(key: K, cn: string, en: string, kind?: ReportColumn["kind"], width?: number): ReportColumn<K> => ({
  key,
  label: [cn, en],
  ...(kind ? { kind } : {}),
  width: width ?? (kind === "money" ? 140 : kind ? 100 : 160),
});
export const linked = <K extends string>(reportColumn: ReportColumn<K>): ReportColumn<K> => ({ ...reportColumn, links: true });
export const amount = column("amount", "金额", "Amount", "money");
export const barred = <K extends string>(reportColumn: ReportColumn<K>): ReportColumn<K> => ({ ...reportColumn, bar: true });
export const share = barred(column("share", "占比", "Share", "percent", 90));
/** Figures of the sentence that are held against the period before. */
export const headline = <K extends string>(key: K, cn: string, en: string, kind: Headline["kind"] = "money"): Headline<K> => ({
  key,
  label: [cn, en],
  kind,
});
export const name = linked(column("name", "名称", "Name", undefined, 220));
export const item = linked(column("itemName", "物料", "Item", undefined, 240));
/** A unit by its name. */
export const unit: ReportColumn<"uom"> = { ...column("uom", "单位", "Unit", undefined, 80), lookup: "UOM" };
export const supplier = column("supplierName", "供应商", "Supplier", undefined, 200);
const facts: Text = [
  "订单取已发布、执行中、变更中、已完成、已关闭的现行版次，按下单日期；数量为有效数量，金额为有效数量的未税金额按订单冻结汇率折本位币。",
  "Current revisions of published, open, changing, completed and closed orders by order date. Quantities and amounts are effective (after cancellations), excluding tax, at the order's own rate.",
];
export const facing = (more: Text): Text => [`${facts[0]}${more[0]}`, `${facts[1]} ${more[1]}`];
