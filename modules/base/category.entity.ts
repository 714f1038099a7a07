import { action, entity } from "#kernel/entity.ts";
import { bilingual, code, date, int, payload, pick, picks, price, ref, text, yn } from "#kernel/field.ts";
import { notFound, switches } from "./common.ts";

/** Who buys a category for an organisation: one primary person per organisation, role and day. */
export const categoryBuyer = entity("SrmBaseCategoryBuyer", "品类采购员", "Category buyer", {
  fields: {
    categoryId: ref("SrmBasePurchaseCategory", "采购品类", "Category", { computed: true }),
    orgId: ref("BaseOrganization", "组织", "Organisation", { pick: { enabledFlag: "Y" } }),
    buyerId: ref("BaseUsers", "采购员", "Buyer", { pick: { userType: "INTERNAL", userStatus: "ACTIVE" } }),
    buyerRole: pick("角色", "Role", "BUYER_ROLE", { initial: "EXECUTION" }),
    primaryFlag: yn("主责", "Primary", { initial: "Y" }),
    startDate: date("生效日期", "Valid from"),
    endDate: date("失效日期", "Valid to", { optional: true }),
  },
  computes: { categoryId: (_, category) => category.id },
  holds: { validPeriod: ["startDate", "<=", "endDate"] },
  unique: [{ fields: ["categoryId", "orgId", "buyerId", "buyerRole", "startDate"] }],
  sees: {},
  title: ["categoryId", "buyerId"],
  list: ["orgId", "buyerId", "buyerRole", "primaryFlag", "startDate", "endDate"],
  codes: notFound,
});

/** What is asked about things of a category: on the item, in inquiries, in qualification. Inherited by the categories below. */
export const categoryAttribute = entity("SrmBaseCategoryAttribute", "品类属性", "Category attribute", {
  fields: {
    categoryId: ref("SrmBasePurchaseCategory", "采购品类", "Category", { computed: true }),
    attrCode: code("属性编码", "Attribute code", { max: 40 }),
    ...bilingual("attrName", "属性名称", "Attribute name", { max: 80 }),
    attrType: pick("类型", "Kind", "ATTR_TYPE", { initial: "TEXT" }),
    lookupType: code("值列表", "Lookup type", { max: 60, optional: true }),
    uom: pick("单位", "Unit", "UOM", { optional: true }),
    requiredFlag: yn("必填", "Required", { initial: "N" }),
    useIn: picks("使用处", "Used in", "ATTR_USE"),
    seqNum: int("顺序", "Order", { initial: 10 }),
  },
  computes: { categoryId: (_, category) => category.id },
  requires: { lookupType: (doc) => doc.attrType === "LOOKUP" },
  unique: [{ fields: ["categoryId", "attrCode"] }],
  sees: {},
  title: ["attrCode", "attrName"],
  list: ["attrCode", "attrName", "attrNameEn", "attrType", "lookupType", "uom", "requiredFlag", "useIn", "seqNum"],
  codes: notFound,
});

/** The tree of what is bought. Documents name its leaves; permits, agreements and requirements may sit on any level. */
export const category = entity("SrmBasePurchaseCategory", "采购品类", "Purchase category", {
  fields: {
    categoryCode: code("品类编码", "Code", { max: 40 }),
    ...bilingual("categoryName", "品类名称", "Name", { max: 120 }),
    parentId: ref("SrmBasePurchaseCategory", "上级品类", "Parent", { optional: true, pick: { enabledFlag: "Y" } }),
    level: int("层级", "Level", { computed: true, initial: 1 }),
    ...bilingual("fullPath", "全路径", "Path", { max: 700, computed: true, optional: true }),
    /** The ids from the root to itself, so that ancestors are known without climbing. */
    idPath: text("编号路径", "Path of ids", { max: 400, computed: true, optional: true, hidden: "all" }),
    leafFlag: yn("末级", "Leaf", { computed: true, initial: "Y" }),
    purchaseKind: pick("采购性质", "Purchase kind", "PURCHASE_KIND"),
    importanceLevel: pick("重要度", "Importance", "CATEGORY_IMPORTANCE", { initial: "ROUTINE" }),
    aslRequired: yn("需合格货源", "ASL required", { initial: "N" }),
    qualityControl: pick("质检要求", "Inspection", "INSPECT_MODE", { optional: true }),
    defaultTaxRate: pick("默认税率", "Default tax", "TAX_RATE", { optional: true }),
    defaultSceneId: ref("SrmSlcIntroduceScenes", "默认引入场景", "Default scenario", { optional: true, pick: { status: "EFFECTIVE" } }),
    externalCode: text("外部编码", "External code", { max: 40, optional: true }),
    usedFlag: yn("已使用", "Used", { computed: true, initial: "N" }),
    enabledFlag: yn("启用", "Enabled", { initial: "Y", computed: true }),
  },
  lines: { buyers: categoryBuyer, attributes: categoryAttribute },
  tree: { parent: "parentId", cycle: ["BASE_TREE_001", "上级不能是自身或下级", "Parent cannot be itself or a descendant"] },
  unique: [
    { fields: ["categoryCode"] },
    { fields: ["parentId", "categoryName"], text: ["同一上级下已有同名品类", "A sibling already has this name"] },
  ],
  actions: {
    ...switches,
    move: action("移动", "Move", {
      button: "btnMove",
      who: "internal",
      input: { newParentId: ref("SrmBasePurchaseCategory", "新的上级", "New parent", { optional: true }) },
    }),
    merge: action("并入", "Merge", {
      button: "btnMerge",
      who: "internal",
      tone: "danger",
      confirm: [
        "物料、权限和采购员都会改挂到目标品类，本品类随后停用。确定并入吗？",
        "Items, permissions and buyers move to the target and this category is disabled. Merge it?",
      ],
      input: { toId: ref("SrmBasePurchaseCategory", "并入品类", "Merge into", { pick: { leafFlag: "Y", enabledFlag: "Y" } }) },
    }),
    doMarkUsed: action("记为已使用", "Mark as used", { button: "btnSave", who: "system", quiet: true, loads: "row" }),
  },
  sees: { internal: "all", supplier: () => ({ enabledFlag: "Y" }), registrant: () => ({ enabledFlag: "Y" }) },
  shows: {
    supplier: [
      "categoryCode",
      "categoryName",
      "categoryNameEn",
      "parentId",
      "level",
      "fullPath",
      "leafFlag",
      "purchaseKind",
      "enabledFlag",
    ],
  },
  saves: "internal",
  deletes: "internal",
  title: ["categoryCode", "categoryName"],
  list: ["categoryName", "categoryCode", "level", "leafFlag", "purchaseKind", "importanceLevel", "aslRequired", "enabledFlag"],
  search: ["categoryCode", "categoryName", "level", "leafFlag", "purchaseKind", "importanceLevel", "enabledFlag", "parentId"],
  order: [["categoryCode", "asc"]],
  pages: {
    list: "purchaseCassificationManagement",
    sections: [
      [
        "基本信息",
        "Basics",
        ["categoryCode", "categoryName", "categoryNameEn", "parentId", "purchaseKind", "importanceLevel", "externalCode"],
      ],
      ["默认值", "Defaults", ["aslRequired", "qualityControl", "defaultTaxRate", "defaultSceneId"]],
    ],
  },
  importKey: ["categoryCode"],
  codes: notFound,
});

/** How things of one kind are put up for auction: what is quoted, by which steps, with which properties. */
export const auctionCategory = entity("SrmBaseAuctionItemCategory", "竞价标的分类", "Auction item category", {
  fields: {
    auctionCategoryCode: code("标的分类编码", "Code", { max: 40 }),
    ...bilingual("auctionCategoryName", "标的分类名称", "Name", { max: 120 }),
    purchaseCategoryId: ref("SrmBasePurchaseCategory", "对应采购品类", "Purchase category", { optional: true, pick: { enabledFlag: "Y" } }),
    quoteUnitMode: pick("报价方式", "Quote unit", "QUOTE_UNIT_MODE"),
    defaultStep: price("默认幅度", "Default step", { optional: true, least: 0, adds: false }),
    stepMode: pick("幅度方式", "Step mode", "STEP_MODE", { optional: true }),
    propertyJson: payload("属性模板", "Property template", { optional: true }),
    enabledFlag: yn("启用", "Enabled", { initial: "Y", computed: true }),
  },
  requires: { stepMode: (doc) => doc.defaultStep !== null && doc.defaultStep !== undefined },
  holds: { stepAboveZero: ["defaultStep", ">", 0] },
  unique: [{ fields: ["auctionCategoryCode"] }],
  actions: switches,
  sees: { internal: "all" },
  saves: "internal",
  deletes: "internal",
  title: ["auctionCategoryCode", "auctionCategoryName"],
  list: ["auctionCategoryCode", "auctionCategoryName", "purchaseCategoryId", "quoteUnitMode", "defaultStep", "stepMode", "enabledFlag"],
  search: ["auctionCategoryCode", "auctionCategoryName", "purchaseCategoryId", "quoteUnitMode", "enabledFlag"],
  order: [["auctionCategoryCode", "asc"]],
  importKey: ["auctionCategoryCode"],
  codes: notFound,
});
