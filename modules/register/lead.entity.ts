import { action, entity } from "#kernel/entity.ts";
import { code, date, pick, ref, refs, text } from "#kernel/field.ts";
import { plainCompany, plainTaxId } from "#modules/supplier/index.ts";
import { cities, countries, enabled, notFound, wrongStage } from "./common.ts";

const counted = { computed: true, optional: true } as const;

/** A company somebody came across: on a fair, in a search, recommended; worth a call, and perhaps an invitation. */
export const lead = entity("SrmSlcSupplierLead", "供应商线索", "Supplier lead", {
  fields: {
    leadNo: code("线索编号", "Lead no", { max: 40, ...counted }),
    companyName: text("企业", "Company", { max: 200 }),
    uscc: text("信用代码", "Credit code", { max: 40, optional: true, hint: ["境外企业填税号", "Tax number for companies abroad"] }),
    website: text("网址", "Website", { max: 200, format: "url", optional: true }),
    countryId: ref("SrmBaseDistrict", "国家", "Country", { optional: true, pick: countries }),
    cityId: ref("SrmBaseDistrict", "城市", "City", { optional: true, pick: cities }),
    contactName: text("联系人", "Contact", { max: 60, optional: true }),
    mobile: text("手机", "Mobile", { max: 30, format: "phone", optional: true }),
    email: text("邮箱", "E-mail", { max: 120, format: "email", optional: true }),
    categoryIds: refs("SrmBasePurchaseCategory", "品类", "Categories", { pick: enabled }),
    productDesc: text("产品", "Products", { max: 500, optional: true }),
    leadSource: pick("来源", "Source", "LEAD_SOURCE"),
    recommender: text("推荐人", "Recommended by", { max: 60, optional: true }),
    rating: pick("评级", "Rating", "LEAD_RATING", { optional: true }),
    ownerId: ref("BaseUsers", "负责人", "Owner", { optional: true, pick: { userType: "INTERNAL", userStatus: "ACTIVE" } }),
    nextDate: date("下次跟进", "Next step", { optional: true }),
    contactNote: text("联系记录", "Contact note", { max: 500, ...counted }),
    inviteId: ref("SrmSupRegisterInvite", "邀请", "Invite", counted),
    inviteDate: date("邀请日期", "Invited on", counted),
    supplierId: ref("SrmSupInfo", "供应商", "Supplier", counted),
    closeReason: text("关闭原因", "Why closed", { max: 300, ...counted }),
    taxKey: text("税号键", "Tax key", { max: 40, ...counted, hidden: "all" }),
    nameKey: text("名称键", "Name key", { max: 200, ...counted, hidden: "all" }),
    status: pick("状态", "Status", "LEAD_STATUS", { computed: true }),
  },
  number: ["leadNo", "XS{yyyyMMdd}{0001}"],
  stateLookup: "LEAD_STATUS",
  states: {
    NEW: ["新建", "New"],
    ASSIGNED: ["已分配", "Assigned", "running"],
    CONTACTED: ["已联系", "Contacted", "running"],
    INVITED: ["已邀请", "Invited", "waiting"],
    CONVERTED: ["已转化", "Converted", "done"],
    CLOSED: ["已关闭", "Closed", "ended"],
  },
  computes: { taxKey: (doc) => plainTaxId(doc.uscc) || null, nameKey: (doc) => plainCompany(doc.companyName) || null },
  unique: [
    {
      fields: ["taxKey"],
      while: { taxKey: { not: null }, status: ["NEW", "ASSIGNED", "CONTACTED", "INVITED"] },
      code: "SUP_LEAD_001",
      text: ["该企业已有进行中的线索", "There is an open lead for this company"],
    },
  ],
  actions: {
    doAssign: action("分配", "Assign", {
      button: "btnAssign",
      who: "internal",
      from: ["NEW", "ASSIGNED", "CONTACTED"],
      batch: "each",
      input: { ownerId: ref("BaseUsers", "负责人", "Owner", { pick: { userType: "INTERNAL", userStatus: "ACTIVE" } }) },
    }),
    doContact: action("记录联系", "Note a contact", {
      button: "btnEdit",
      who: "internal",
      from: ["ASSIGNED", "CONTACTED"],
      to: "CONTACTED",
      input: {
        contactNote: text("联系记录", "Contact note", { max: 500 }),
        nextDate: date("下次跟进", "Next step", { optional: true }),
      },
    }),
    doInvite: action("邀请注册", "Invite", {
      button: "btnInvite",
      who: "internal",
      from: ["ASSIGNED", "CONTACTED"],
      to: "INVITED",
      tone: "primary",
      input: {
        orgId: ref("BaseOrganization", "组织", "Organisation"),
        contactName: text("联系人", "Contact", { max: 60, optional: true }),
        email: text("邮箱", "E-mail", { max: 120, format: "email", optional: true }),
        mobile: text("手机", "Mobile", { max: 30, format: "phone", optional: true }),
        validTo: date("有效期", "Valid to", { optional: true }),
      },
    }),
    doConvert: action("转为供应商", "Link to a supplier", {
      button: "btnConvert",
      who: "internal",
      from: ["NEW", "ASSIGNED", "CONTACTED", "INVITED"],
      to: "CONVERTED",
      input: { supplierId: ref("SrmSupInfo", "供应商", "Supplier") },
    }),
    doCloseLead: action("关闭", "Close", {
      button: "btnCloseLead",
      who: "internal",
      from: ["NEW", "ASSIGNED", "CONTACTED", "INVITED"],
      to: "CLOSED",
      tone: "danger",
      input: { closeReason: text("关闭原因", "Why", { max: 300 }) },
    }),
    doConverted: action("已转化", "Converted", {
      button: "btnConvert",
      who: "system",
      quiet: true,
      input: { supplierId: ref("SrmSupInfo", "供应商", "Supplier") },
    }),
  },
  sees: { internal: "all" },
  saves: "internal",
  savesFrom: ["NEW", "ASSIGNED", "CONTACTED"],
  deletes: "internal",
  deletesFrom: ["NEW"],
  shownWhen: { closeReason: (doc) => doc.status === "CLOSED" },
  title: ["leadNo", "companyName"],
  list: [
    ...(["leadNo", "companyName", "status", "uscc", "categoryIds", "leadSource", "rating", "ownerId"] as const),
    ...(["nextDate", "inviteDate"] as const),
  ],
  search: ["companyName", "uscc", "categoryIds", "ownerId", "status", "leadSource", "rating", "nextDate"],
  order: [["creationDate", "desc"]],
  views: {
    mine: ["我负责的", "Mine", (me) => ({ ownerId: me.userId, status: ["ASSIGNED", "CONTACTED", "INVITED"] })],
    fresh: ["待分配", "To assign", () => ({ status: "NEW" })],
    invited: ["已邀请", "Invited", () => ({ status: "INVITED" })],
    converted: ["已转化", "Converted", () => ({ status: "CONVERTED" })],
    closed: ["已关闭", "Closed", () => ({ status: "CLOSED" })],
  },
  pages: {
    list: "supplierLeadList",
    sections: [
      ["企业", "Company", ["leadNo", "companyName", "uscc", "website", "countryId", "cityId"]],
      ["联系", "Contact", ["contactName", "mobile", "email", "contactNote"]],
      ["合作方向", "What they offer", ["categoryIds", "productDesc", "leadSource", "recommender"]],
      ["跟进", "Follow-up", ["rating", "ownerId", "nextDate", "inviteId", "inviteDate", "supplierId", "closeReason"]],
    ],
  },
  codes: { notFound, state: wrongStage },
});
