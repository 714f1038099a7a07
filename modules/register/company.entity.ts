import { action, entity } from "#kernel/entity.ts";
import { date, datetime, longtext, money, payload, pick, ref, text } from "#kernel/field.ts";
import { notFound } from "./common.ts";

/** What an outside register, or a colleague who looked there, says of a company. Every look is a row of its own. */
export const registerCompany = entity("SrmSupRegisterCompany", "外部企业信息", "External company data", {
  fields: {
    registerId: ref("SrmSupRegister", "注册", "Registration", { optional: true, fixed: "create" }),
    supplierId: ref("SrmSupInfo", "供应商", "Supplier", { merging: "carry", optional: true, fixed: "create" }),
    provider: pick("数据源", "Source", "COMPANY_DATA_PROVIDER", { initial: "MANUAL", fixed: "create" }),
    queryDate: datetime("查询时间", "Queried", { computed: true, optional: true }),
    requestNo: text("请求号", "Request no.", { max: 80, optional: true }),
    name: text("名称", "Name", { max: 200, optional: true }),
    uscc: text("信用代码", "Credit code", { max: 40, optional: true }),
    legalPerson: text("法定代表人", "Legal person", { max: 60, optional: true }),
    registeredCapital: money("注册资本", "Registered capital", { optional: true, currency: "capitalCurrency", least: 0, adds: false }),
    capitalCurrency: pick("资本币种", "Currency", "CURRENCY", { optional: true }),
    paidCapital: money("实缴资本", "Paid capital", { optional: true, currency: "capitalCurrency", least: 0, adds: false }),
    establishDate: date("成立日期", "Established", { optional: true }),
    businessTerm: text("营业期限", "Term", { max: 80, optional: true }),
    businessScope: longtext("经营范围", "Business scope", { max: 4000, optional: true }),
    registeredAddress: text("登记地址", "Registered address", { max: 300, optional: true }),
    registerStatus: pick("登记状态", "Register status", "BIZ_REG_STATUS", { optional: true }),
    shareholders: payload("股东", "Shareholders", { computed: true, optional: true }),
    executives: payload("高管", "Officers", { computed: true, optional: true }),
    branches: payload("分支", "Branches", { computed: true, optional: true }),
    riskJson: payload("风险信息", "Risk data", { computed: true, optional: true }),
    mismatchFields: payload("不一致字段", "Mismatching fields", { computed: true, optional: true }),
  },
  requires: { registerId: (doc) => !doc.supplierId, supplierId: (doc) => !doc.registerId },
  actions: {
    /** What a source answered, written down as it came. */
    doLookUp: action("查询外部信息", "Look up", {
      button: "btnRecheck",
      who: "system",
      creates: true,
      quiet: true,
      input: {
        registerId: ref("SrmSupRegister", "注册", "Registration", { optional: true }),
        supplierId: ref("SrmSupInfo", "供应商", "Supplier", { optional: true }),
        provider: pick("数据源", "Source", "COMPANY_DATA_PROVIDER"),
        facts: payload("应答", "Answer"),
      },
    }),
  },
  sees: { internal: "all" },
  saves: "internal",
  title: ["name", "uscc"],
  list: ["registerId", "supplierId", "provider", "queryDate", "name", "uscc", "legalPerson", "registerStatus", "mismatchFields"],
  search: ["registerId", "supplierId", "provider", "name", "uscc"],
  order: [["queryDate", "desc"]],
  codes: { notFound },
});
