import { action, entity } from "#kernel/entity.ts";
import { code, datetime, files, longtext, pick, ref, text, yn } from "#kernel/field.ts";
import { notFound } from "./common.ts";
import { ofSupplier } from "./supplier-common.ts";

/** A bank account of a supplier; money goes only to one that somebody has verified. */
export const supplierAccount = entity("SrmSupAccount", "供应商银行账户", "Supplier bank account", {
  fields: {
    supplierId: ref("SrmSupInfo", "供应商", "Supplier", { merging: "carry", fixed: "create" }),
    accountName: text("户名", "Account name", { max: 200 }),
    nameReason: text("户名不一致原因", "Why the name differs", { max: 300, optional: true }),
    accountNo: text("账号", "Account no.", { max: 60, hidden: "last4" }),
    /** Tells equal numbers without telling them. */
    accountKey: text("账号键", "Account key", { max: 80, optional: true, computed: true, hidden: "all" }),
    iban: code("IBAN", "IBAN", { max: 34, optional: true }),
    swiftCode: code("SWIFT", "SWIFT", { max: 11, optional: true }),
    bankId: ref("SrmBaseBank", "银行", "Bank", { pick: { enabledFlag: "Y" } }),
    bankName: text("开户行名称", "Bank name", { max: 120, optional: true }),
    branchName: text("支行", "Branch", { max: 200, optional: true }),
    cnapsCode: code("联行号", "CNAPS", { max: 12, optional: true, pattern: "[0-9]{12}" }),
    currency: pick("币种", "Currency", "CURRENCY"),
    accountUse: pick("用途", "Use", "ACCOUNT_USE", { initial: "BASIC" }),
    primaryFlag: yn("主账户", "Primary", { initial: "N" }),
    verifyStatus: pick("核验状态", "Verify status", "VERIFY_STATUS", { computed: true }),
    verifyMethod: pick("核验方式", "Verify method", "VERIFY_METHOD", { computed: true, optional: true }),
    verifiedBy: ref("BaseUsers", "核验人", "Verified by", { computed: true, optional: true }),
    verifyDate: datetime("核验时间", "Verified at", { computed: true, optional: true }),
    verifyRecord: longtext("核验记录", "Verification record", { max: 1000, computed: true, optional: true }),
    submittedBy: ref("BaseUsers", "变更发起人", "Submitted by", { computed: true, optional: true }),
    fileIds: files("开户证明", "Proof", { optional: true, max: 10 }),
    enabledFlag: yn("启用", "Enabled", { initial: "Y" }),
    viewedFor: text("最近查看原因", "Last shown for", { max: 300, optional: true, computed: true }),
  },
  stateField: "verifyStatus",
  stateLookup: "VERIFY_STATUS",
  states: {
    PENDING: ["待核验", "Pending", "waiting"],
    VERIFIED: ["已核验", "Verified", "done"],
    FAILED: ["核验失败", "Failed", "refused"],
  },
  actions: {
    doVerify: action("核验", "Verify", {
      button: "btnVerifyBank",
      who: "internal",
      proof: "recent",
      tone: "primary",
      input: {
        method: pick("核验方式", "Method", "VERIFY_METHOD", { initial: "CALL_BACK" }),
        callNumber: text("回拨号码", "Number called", { max: 40, optional: true }),
        record: longtext("核验记录", "Record", { max: 1000 }),
        result: pick("核验结论", "Result", "VERIFY_STATUS", { initial: "VERIFIED" }),
      },
    }),
    doReveal: action("查看完整账号", "Show whole number", {
      button: "btnViewSensitive",
      who: "internal",
      proof: "recent",
      input: { purpose: text("查看原因", "Reason", { max: 300 }) },
    }),
  },
  shownWhen: { viewedFor: (doc) => Boolean(doc.viewedFor) },
  sees: ofSupplier,
  shows: {
    supplier: [
      ...(["supplierId", "accountName", "accountNo", "iban", "swiftCode", "bankId", "bankName", "branchName", "cnapsCode"] as const),
      ...(["currency", "accountUse", "primaryFlag", "verifyStatus", "fileIds", "enabledFlag"] as const),
    ],
  },
  saves: "internal",
  deletes: "internal",
  title: ["accountName", "branchName"],
  list: [
    "supplierId",
    "accountName",
    "accountNo",
    "bankId",
    "branchName",
    "cnapsCode",
    "currency",
    "accountUse",
    "primaryFlag",
    "verifyStatus",
    "enabledFlag",
  ],
  search: ["supplierId", "accountName", "bankId", "currency", "verifyStatus", "enabledFlag"],
  codes: notFound,
});
