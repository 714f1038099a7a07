import { code, date, int, longtext, money, percent, pick, rate, ref, rows, text, yn } from "#kernel/field.ts";

const base = { optional: true, computed: true } as const;

/** Whom a contract is between, and what it is about. */
const partyFields = {
  contractNum: code("合同编号", "Contract no.", { ...base, max: 60 }),
  contractName: text("合同名称", "Name", { max: 200 }),
  contractClass: pick("类别", "Class", "CCT_CLASS", { computed: true, initial: "STANDARD" }),
  contractType: pick("合同类型", "Contract type", "CCT_TYPE", { initial: "PURCHASE" }),
  orgId: ref("BaseOrganization", "业务实体", "Organisation", { fixed: "create", pick: { enabledFlag: "Y" } }),
  ourPartyId: ref("BaseOrganization", "我方主体", "Our party", {
    optional: true,
    pick: { enabledFlag: "Y", orgType: ["LEDGER", "BU"] },
    hint: ["留空为业务实体", "Empty: the organisation"],
  }),
  supplierId: ref("SrmSupInfo", "供应商", "Supplier", { merging: "carry", fixed: "create", pick: { infoStatus: "EFFECTIVE" } }),
  supplierSiteId: ref("SrmSupSite", "供应商地点", "Supplier site", {
    within: { supplierId: "supplierId" },
    fits: ["trades", "orgId"],
    optional: true,
    pick: { siteStatus: "ACTIVE" },
    begins: { like: { orgId: "orgId" } },
  }),
  supplierContactId: ref("SrmSupContact", "供应商联系人", "Supplier contact", {
    within: { supplierId: "supplierId" },
    optional: true,
    pick: { enabledFlag: "Y" },
  }),
  extraParties: rows(
    "其他签约方",
    "Other parties",
    {
      name: text("名称", "Name", { max: 120 }),
      uscc: text("统一社会信用代码", "Registration no.", { max: 40, optional: true }),
      signer: text("签署人", "Signed by", { max: 60, optional: true }),
    },
    { optional: true },
  ),
} as const;

/** What a contract comes to, how long it is in force and how it is signed. */
const termFields = {
  currency: pick("币种", "Currency", "CURRENCY", { initial: "CNY", fixed: "create" }),
  rate: rate("汇率", "Exchange rate", { ...base, least: 0 }),
  amountMode: pick("金额方式", "Amount", "CCT_AMOUNT_MODE", { initial: "SUM" }),
  amountExcl: money("不含税金额", "Total excl. tax", { currency: "currency", computed: true, initial: "0" }),
  taxAmount: money("税额", "Tax", { currency: "currency", computed: true, initial: "0" }),
  amountIncl: money("含税金额", "Total incl. tax", { currency: "currency", computed: true, initial: "0" }),
  overRunPct: percent("允许超额%", "Overrun %", { initial: "0", least: 0, most: 100, adds: false }),
  effectiveDate: date("生效日期", "Effective from", { begins: "today" }),
  expiryDate: date("到期日期", "Expires on"),
  effectiveMode: pick("生效方式", "Takes effect", "CCT_EFFECT_MODE", { initial: "ON_SIGN" }),
  autoRenewFlag: yn("自动续期", "Renews automatically", { initial: "N" }),
  renewMonths: int("续期月数", "Renewal months", { optional: true, least: 1, most: 120 }),
  noticeDays: int("不续期通知天数", "Notice days", { optional: true, least: 0, most: 365 }),
  signMode: pick("签署方式", "Signing", "CCT_SIGN_MODE", { initial: "PAPER" }),
  signOrder: pick("签署顺序", "Signing order", "CCT_SIGN_ORDER", { initial: "SUPPLIER_FIRST" }),
  paymentTermId: ref("SrmBasePaymentTerm", "付款条件", "Payment term", {
    optional: true,
    pick: { status: "EFFECTIVE", applyScope: "CONTRACT" },
    begins: { of: "supplierSiteId", field: "termId" },
  }),
  retentionPct: percent("质保金%", "Retention %", { optional: true, least: 0, most: 100, adds: false }),
  warrantyMonths: int("质保期（月）", "Warranty (months)", { optional: true, least: 0, most: 240 }),
  depositAmount: money("履约保证金", "Performance bond", { optional: true, least: 0, currency: "currency", adds: false }),
  assetFlag: yn("资产类", "Asset contract", { initial: "N" }),
} as const;

/** What the text of a contract can name of it. */
export const contractTextFields = { ...partyFields, ...termFields } as const;

/** How goods of a foreign supplier travel. */
export const tradeFields = {
  incoterm: pick("贸易术语", "Incoterm", "INCOTERM"),
  place: text("指定地点", "Named place", { max: 120 }),
  transportMode: pick("运输方式", "Transport", "TRANSPORT_MODE"),
  loadPort: text("装运港", "Port of loading", { max: 120, optional: true }),
  destPort: text("目的港", "Port of destination", { max: 120, optional: true }),
  packing: text("包装", "Packing", { max: 300, optional: true }),
  shippingMarks: text("唛头", "Shipping marks", { max: 300, optional: true }),
  insurance: text("保险", "Insurance", { max: 300, optional: true }),
  originCountry: ref("SrmBaseDistrict", "原产国", "Country of origin", { optional: true, pick: { districtLevel: "COUNTRY" } }),
  hsCode: text("HS编码", "HS code", { max: 20, optional: true }),
  partialShipment: yn("允许分批", "Partial shipment", { initial: "Y" }),
  transhipment: yn("允许转运", "Transhipment", { initial: "Y" }),
  lcFlag: yn("信用证", "Letter of credit", { initial: "N" }),
  lcTerms: longtext("信用证条款", "Letter of credit terms", { max: 1000, optional: true }),
  inspectionTerms: longtext("检验条款", "Inspection terms", { max: 1000, optional: true }),
} as const;
