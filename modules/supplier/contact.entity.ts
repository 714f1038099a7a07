import { action, entity } from "#kernel/entity.ts";
import { bilingual, picks, ref, refs, text, yn } from "#kernel/field.ts";
import { notFound } from "./common.ts";
import { ofSupplier } from "./supplier-common.ts";

/** Whom to call at a supplier, for what; some of them have an account of the portal. */
export const supplierContact = entity("SrmSupContact", "供应商联系人", "Supplier contact", {
  fields: {
    supplierId: ref("SrmSupInfo", "供应商", "Supplier", { merging: "carry", fixed: "create" }),
    ...bilingual("contactName", "姓名", "Name", { max: 60 }),
    contactRole: picks("岗位", "Role", "CONTACT_ROLE"),
    title: text("职务", "Title", { max: 60, optional: true }),
    mobile: text("手机", "Mobile", { max: 30, format: "phone", optional: true, hidden: "last4" }),
    mobileKey: text("手机键", "Mobile key", { max: 80, optional: true, computed: true, hidden: "all" }),
    phone: text("电话", "Phone", { max: 30, optional: true }),
    email: text("邮箱", "E-mail", { max: 120, format: "email", optional: true }),
    wechat: text("微信", "WeChat", { max: 60, optional: true }),
    categoryIds: refs("SrmBasePurchaseCategory", "负责品类", "Categories", { optional: true, pick: { enabledFlag: "Y" } }),
    orgIds: refs("BaseOrganization", "负责组织", "Organisations", { optional: true, pick: { enabledFlag: "Y" } }),
    primaryFlag: yn("主联系人", "Primary", { initial: "N" }),
    emergencyFlag: yn("紧急联系人", "Emergency", { initial: "N" }),
    userId: ref("BaseUsers", "系统账号", "Portal user", { optional: true, pick: { userType: "SUPPLIER" } }),
    enabledFlag: yn("启用", "Enabled", { initial: "Y" }),
    viewedFor: text("最近查看原因", "Last shown for", { max: 300, optional: true, computed: true }),
  },
  actions: {
    openAccount: action("开通门户账号", "Open portal account", {
      button: "btnOpenAccount",
      who: "internal",
      input: { adminFlag: yn("供应商管理员", "Supplier administrator", { initial: "N" }) },
    }),
    doReveal: action("查看完整手机号", "Show whole number", {
      button: "btnViewSensitive",
      who: "internal",
      proof: "recent",
      input: { purpose: text("查看原因", "Reason", { max: 300 }) },
    }),
  },
  requires: { mobile: (doc) => !doc.email, email: (doc) => !doc.mobile },
  shownWhen: { viewedFor: (doc) => Boolean(doc.viewedFor) },
  sees: ofSupplier,
  shows: {
    supplier: [
      ...(["supplierId", "contactName", "contactNameEn", "contactRole", "title", "mobile", "phone", "email", "wechat"] as const),
      ...(["categoryIds", "orgIds", "primaryFlag", "emergencyFlag", "userId", "enabledFlag"] as const),
    ],
  },
  saves: "internal",
  deletes: "internal",
  title: ["contactName"],
  list: ["supplierId", "contactName", "contactRole", "title", "mobile", "email", "primaryFlag", "userId", "enabledFlag"],
  search: ["supplierId", "contactName", "email", "enabledFlag"],
  codes: notFound,
});
