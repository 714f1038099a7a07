import type { EventShape } from "#kernel/module.ts";
import type { Text } from "#kernel/text.ts";

const carries: Readonly<Record<string, Text>> = {
  id: ["编号", "Id"],
  supplierId: ["供应商编号", "Supplier id"],
  supplier: ["供应商", "Supplier"],
  supplierEn: ["供应商（英文）", "Supplier (English)"],
  category: ["品类", "Category"],
  categoryEn: ["品类（英文）", "Category (English)"],
  categoryIds: ["品类编号", "Category ids"],
  ops: ["业务操作", "Operations"],
  opsName: ["业务操作名称", "Names of operations"],
  opsNameEn: ["业务操作名称（英文）", "Names of operations (English)"],
  ownerId: ["负责人", "Owner"],
  buyerIds: ["有未结单据的采购员", "Buyers with open documents"],
  docType: ["单据类型", "Document type"],
  docId: ["单据", "Document"],
};

/** What a supplier's file and standing tell of. */
export const masterEvents: Readonly<Record<string, EventShape>> = {
  SUPPLIER_CREATED: {
    label: ["供应商档案生效", "Supplier profile effective"],
    kind: "BUSINESS",
    carries,
    tells: {
      title: ["供应商${supplier}档案已生效", "The profile of ${supplierEn} is effective"],
      channels: ["SITE"],
      to: [{ value: "ownerId" }],
      route: "supplierInfoEdit?id=${id}",
    },
  },
  SUPPLIERS_IMPORTED: {
    label: ["批量导入供应商", "Suppliers imported"],
    kind: "BUSINESS",
    carries: { n: ["数量", "Number"], ownerId: ["负责人", "Owner"] },
    tells: {
      title: ["导入的${n}家供应商由您负责", "${n} imported suppliers were assigned to you"],
      channels: ["SITE"],
      to: [{ value: "ownerId" }],
      route: "supplierInfoList",
    },
  },
  SUPPLIER_QUALIFIED: {
    label: ["供应商合格", "Supplier qualified"],
    kind: "BUSINESS",
    carries,
    tells: {
      title: ["恭喜贵司成为${category}合格供应商", "You are now qualified for ${categoryEn}"],
      channels: ["SITE", "EMAIL"],
      to: [{ supplier: "ADMINS", of: "supplierId" }, { value: "ownerId" }],
      route: "supplierInfoToPortal",
    },
  },
  SUPPLIER_SUSPENDED: {
    label: ["供应商品类暂停", "Category suspended"],
    kind: "WARNING",
    carries,
    tells: {
      title: ["${supplier}的品类${category}已暂停", "${supplierEn}: ${categoryEn} is suspended"],
      channels: ["SITE"],
      to: [{ value: "ownerId" }, { value: "buyerIds" }],
      route: "supplierInfoEdit?id=${id}",
    },
  },
  SUPPLIER_FROZEN: {
    label: ["供应商被限制", "Supplier restricted"],
    kind: "WARNING",
    carries,
    tells: {
      title: ["${supplier}已被限制：${opsName}", "${supplierEn} restricted: ${opsNameEn}"],
      channels: ["SITE"],
      to: [{ value: "ownerId" }, { value: "buyerIds" }],
      route: "supplierInfoEdit?id=${id}",
    },
  },
  SUPPLIER_LIFTED: {
    label: ["供应商限制解除", "Restriction lifted"],
    kind: "BUSINESS",
    carries,
    tells: {
      title: ["${supplier}的限制已解除", "The restriction of ${supplierEn} is lifted"],
      channels: ["SITE"],
      to: [{ value: "ownerId" }, { value: "buyerIds" }],
      route: "supplierInfoEdit?id=${id}",
    },
  },
  SUPPLIER_MERGED: {
    label: ["供应商合并", "Supplier merged"],
    kind: "BUSINESS",
    carries: { ...carries, targetId: ["合并到", "Merged into"], userIds: ["转到目标的账号", "Users that moved"] },
    tells: {
      title: ["${supplier}已合并到其他供应商", "${supplierEn} was merged into another supplier"],
      channels: ["SITE"],
      to: [{ value: "ownerId" }],
      route: "supplierInfoEdit?id=${id}",
    },
  },
  /** Heard by whatever carries master data to an ERP. */
  SUPPLIER_TO_ERP: { label: ["供应商同步ERP", "Supplier to the ERP"], kind: "SYSTEM", carries },
};
