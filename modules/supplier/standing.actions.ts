import type { Action } from "#kernel/entity.ts";
import { code, date, money, payload, pick, qty, ref, text, yn, type Fields } from "#kernel/field.ts";

/** Which document says so; a `reason` may stand beside it. */
const source = {
  docType: code("单据类型", "Document type", { max: 60 }),
  docId: text("单据", "Document", { max: 60 }),
};
const quiet = <const I extends Fields>(cn: string, en: string, input: I): Action<never, I> => ({
  label: [cn, en],
  button: "btnSave",
  who: "system",
  quiet: true,
  input,
});

/** What documents do to a supplier's standing; each knows everything needed to tell the status at once and writes it down. */
export const standingActions = {
  /** Rows: Grant[]; sites: GrantedSite[]. */
  doGrant: quiet("授予品类", "Grant categories", {
    ...source,
    categories: payload("品类", "Categories", { optional: true }),
    sites: payload("地点", "Sites", { optional: true }),
    level: pick("等级", "Level", "SUP_LEVEL", { optional: true }),
  }),
  /** add: ControlDraft[]; lift and expire: ids of controls. */
  doControl: quiet("管控", "Control", {
    ...source,
    add: payload("新增管控", "New controls", { optional: true }),
    lift: payload("解除", "Lift", { optional: true }),
    expire: payload("到期", "Expire", { optional: true }),
  }),
  /** paymentHold: { flag, reason, siteIds } as a whole; tracks: one introduction more (1) or less (-1). */
  doStanding: quiet("变更资格", "Change status", {
    ...source,
    tracks: payload("引入数变化", "Onboarding change", { optional: true }),
    quitDate: date("退出日", "Left on", { optional: true }),
    quitScopeAll: yn("全部退出", "Leaves completely", { optional: true }),
    blacklistFlag: yn("黑名单", "Blacklisted", { optional: true }),
    paymentPolicy: pick("付款策略", "Payment policy", "BL_PAY", { optional: true }),
    level: pick("等级", "Level", "SUP_LEVEL", { optional: true }),
    paymentHold: payload("付款冻结", "Payment hold", { optional: true }),
  }),
  /** certificates: CertificateDraft[]. */
  doCertify: quiet("登记资质", "Enter certificates", { ...source, certificates: payload("资质", "Certificates") }),
  /** A file made elsewhere comes into force: rows of every section, see EstablishedFile. */
  doEstablish: quiet("建立档案", "Create supplier profile", { ...source, file: payload("档案", "File", { optional: true }) }),
  /** A whole file from an import: its values and its rows. */
  doImport: {
    ...quiet("导入", "Import", { values: payload("基本信息", "Values"), file: payload("档案", "File", { optional: true }) }),
    creates: true as const,
  },
  /** changes: AmendedRow[]: what an approved change writes into the file. */
  doAmend: quiet("写入变更", "Edit profile", { ...source, changes: payload("变更行", "Changes") }),
  /** Tells the status again: by the clock, when a day has passed. */
  doDerive: quiet("推导状态", "Derive status", { warnDays: payload("预警天数", "Warn days", { optional: true }) }),
  /** Asks the supplier whether its file is still right. */
  doRisk: quiet("更新风险灯", "Set risk light", { riskLight: pick("风险灯", "Risk light", "RISK_LIGHT") }),
  doTrade: quiet("记录交易", "Record a trade", { tradeDate: date("交易日", "Traded on") }),
  reserveCap: quiet("占用限额", "Reserve cap", {
    capKind: pick("限额类型", "Cap", "CAP_KIND"),
    orgId: ref("BaseOrganization", "组织", "Organisation", { optional: true }),
    categoryId: ref("SrmBasePurchaseCategory", "品类", "Category", { optional: true }),
    qty: qty("数量", "Quantity", { optional: true }),
    amount: money("金额", "Amount", { optional: true }),
    currency: pick("币种", "Currency", "CURRENCY", { optional: true }),
    key: text("占用键", "Key", { max: 120 }),
    refType: code("单据类型", "Document type", { max: 60, optional: true }),
    refId: text("单据", "Document", { max: 60, optional: true }),
  }),
  /** What documents use of caps from now on, each as a whole by its key. */
  doUseCaps: quiet("更新限额占用", "Cap usage", { uses: payload("占用", "Uses") }),
  releaseCap: quiet("释放限额", "Release cap", { key: text("占用键", "Key", { max: 120 }) }),
};
