import { action, entity } from "#kernel/entity.ts";
import { code, date, files, int, money, percent, pick, ref, text } from "#kernel/field.ts";
import { contractCodes } from "../common.ts";

const stamp = { computed: true, optional: true } as const;
const people = { userType: "INTERNAL", userStatus: "ACTIVE" } as const;

/** A payment stage of such a contract, and what was paid of it before. */
export const legacyStage = entity("SrmCctLegacyStage", "历史合同付款阶段", "Legacy payment stage", {
  fields: {
    stageNo: int("阶段", "Stage", { least: 1, adds: false }),
    stageType: pick("类型", "Type", "CCT_STAGE_TYPE"),
    stageName: text("名称", "Name", { max: 80, optional: true, hint: ["留空按类型命名", "Empty: named after its type"] }),
    percent: percent("比例%", "Percent", { least: 0, most: 100 }),
    trigger: pick("触发条件", "Trigger", "CCT_STAGE_TRIGGER", { initial: "MANUAL" }),
    dueDate: date("到期日期", "Due date", { optional: true }),
    paidAmount: money("已付款", "Paid", { initial: "0", least: 0 }),
  },
  requires: { dueDate: (row) => row.trigger === "DATE" },
  sees: {},
  title: ["stageNo", "stageName"],
  list: ["stageNo", "stageType", "stageName", "percent", "trigger", "dueDate", "paidAmount"],
  order: [["stageNo", "asc"]],
  codes: contractCodes,
});

/** A contract in force that was signed on paper before the system. */
export const legacyContract = entity("SrmCctLegacyContract", "历史合同", "Legacy contract", {
  fields: {
    contractNum: code("合同编号", "Contract no.", { max: 60 }),
    contractName: text("合同名称", "Name", { max: 200 }),
    supplierId: ref("SrmSupInfo", "供应商", "Supplier", { merging: "carry", pick: { infoStatus: "EFFECTIVE" } }),
    contractType: pick("合同类型", "Contract type", "CCT_TYPE", { initial: "PURCHASE" }),
    currency: pick("币种", "Currency", "CURRENCY", { initial: "CNY" }),
    amountIncl: money("含税金额", "Total incl. tax", { least: 0, currency: "currency" }),
    taxRate: pick("税率", "Tax rate", "TAX_RATE", { optional: true }),
    effectiveDate: date("生效日期", "Effective from"),
    expiryDate: date("到期日期", "Expires on"),
    contractStatus: pick("状态", "Status", "CCT_STATUS", { initial: "EFFECTIVE", hint: ["仅限生效合同", "Contracts in force only"] }),
    contractId: ref("SrmCctContract", "系统合同", "Contract in the system", stamp),
  },
  lines: { stages: legacyStage },
  holds: { validPeriod: ["effectiveDate", "<=", "expiryDate"] },
  sees: {},
  title: ["contractNum", "contractName"],
  list: [
    ...(["contractNum", "contractName", "supplierId", "contractType", "currency", "amountIncl", "taxRate", "effectiveDate"] as const),
    ...(["expiryDate", "contractStatus", "contractId"] as const),
  ],
  codes: contractCodes,
});

/** Contracts that were signed before the system, brought in from a workbook with their signed scans. */
export const legacyImport = entity("SrmCctLegacyImport", "历史合同导入", "Legacy contract import", {
  fields: {
    importNum: code("导入单号", "Import no.", { max: 40, ...stamp }),
    orgId: ref("BaseOrganization", "业务实体", "Organisation", { fixed: "create", pick: { enabledFlag: "Y" } }),
    templateId: ref("SrmCctTemplate", "模板", "Template", {
      pick: { status: "APPROVED" },
      hint: ["供以后变更合同使用", "For later changes of these contracts"],
    }),
    ownerId: ref("BaseUsers", "经办人", "Owner", { pick: people, begins: "me" }),
    scanFileIds: files("签署扫描件", "Signed scans", {
      optional: true,
      max: 200,
      formats: ["pdf", "jpg", "jpeg", "png"],
      hint: ["文件名为合同编号", "Each file is named after its contract number"],
    }),
    remark: text("备注", "Remark", { max: 500, optional: true }),
    status: pick("状态", "Status", "SrmCctLegacyImport.status", { computed: true }),
  },
  lines: { contracts: legacyContract },
  number: ["importNum", "LS{yyyyMMdd}{0001}"],
  states: { DRAFT: ["拟定", "Draft"], DONE: ["已接管", "Taken over", "done"] },
  unique: [{ fields: ["importNum"] }],
  actions: {
    doTakeOver: action("接管合同", "Take over", {
      button: "btnTakeOver",
      who: "internal",
      from: ["DRAFT"],
      to: "DONE",
      tone: "primary",
      confirm: ["接管后合同即生效，确定吗？", "The contracts are in force at once. Take them over?"],
    }),
  },
  sees: { internal: (me) => ({ orgId: me.orgs }) },
  saves: "internal",
  savesFrom: ["DRAFT"],
  deletes: "internal",
  deletesFrom: ["DRAFT"],
  title: ["importNum"],
  list: ["importNum", "orgId", "templateId", "ownerId", "remark", "status", "creationDate"],
  search: ["importNum", "orgId", "ownerId", "status", "creationDate"],
  order: [["id", "desc"]],
  pages: {
    list: "cctLegacyImportList",
    sections: [["导入", "Import", ["importNum", "orgId", "templateId", "ownerId", "scanFileIds", "remark"]]],
  },
  codes: contractCodes,
});
