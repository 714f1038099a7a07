import { date, money, pick, ref } from "#kernel/field.ts";
import type { ReportColumn, ReportDesk, ReportParts, Row } from "#kernel/report.ts";

const field = { optional: true } as const;
const people = { userType: "INTERNAL" } as const;
const amount = (key: string, cn: string, en: string): ReportColumn => ({ key, label: [cn, en], kind: "money", width: 120 });
const share = (key: string, cn: string, en: string): ReportColumn => ({ key, label: [cn, en], kind: "percent", width: 90 });
const day = (key: string, cn: string, en: string): ReportColumn => ({ key, label: [cn, en], kind: "date", width: 110 });
const count = (key: string, cn: string, en: string): ReportColumn => ({ key, label: [cn, en], kind: "int", width: 90 });

/** Contracts in force and ended, with what became of them. */
export const executionShape = {
  route: "enhancedContractList",
  call: "getContractLedger",
  label: ["合同执行台账", "Contract ledger"],
  formula: [
    "可下单 = 含税金额 ×（1 + 允许超额%）− 已下单；待付 = min（含税金额，max（已收货，已触发阶段））− 已付 − 已扣；履行% = 已收货 ÷ 含税金额；付款% = 已付 ÷ 含税金额；变更金额合计为已生效变更的金额变化之和。分组合计按合同汇率折算为本位币。",
    "Left to order = amount × (1 + overrun) − ordered; to pay = min(amount, max(received, stages triggered)) − paid − deducted; executed = received ÷ amount; paid = paid ÷ amount; changed by = sum of what changes in force came to. Group totals are in base currency at the contract's rate.",
  ],
  filters: {
    orgId: ref("BaseOrganization", "组织", "Organisation", field),
    ownerId: ref("BaseUsers", "经办人", "Owner", { ...field, pick: people }),
    deptId: ref("BaseDepartment", "部门", "Department", field),
    supplierId: ref("SrmSupInfo", "供应商", "Supplier", field),
    contractType: pick("合同类型", "Contract type", "CCT_TYPE", field),
    contractClass: pick("类别", "Class", "CCT_CLASS", field),
    status: pick("状态", "Status", "CCT_STATUS", field),
    signMode: pick("签署方式", "Signing", "CCT_SIGN_MODE", field),
    effectiveFrom: date("生效自", "Effective from", field),
    effectiveTo: date("生效至", "Effective to", field),
    expiryFrom: date("到期自", "Expires from", field),
    expiryTo: date("到期至", "Expires to", field),
    amountFrom: money("金额自", "Amount from", field),
    amountTo: money("金额至", "Amount to", field),
    categoryId: ref("SrmBasePurchaseCategory", "品类", "Category", field),
    warnLevel: pick("预警级别", "Warning level", "CCT_WARN_LEVEL", field),
    groupBy: pick("分组", "Grouped by", "CCT_LEDGER_GROUP", { initial: "SUPPLIER" }),
  },
  columns: [
    { key: "contractNum", label: ["合同编号", "Contract no."], width: 160, links: true },
    { key: "contractName", label: ["名称", "Name"], width: 200 },
    { key: "supplierName", label: ["供应商", "Supplier"], width: 180 },
    { key: "status", label: ["状态", "Status"], lookup: "CCT_STATUS", width: 100 },
    { key: "currency", label: ["币种", "Currency"], width: 70 },
    amount("amountIncl", "含税金额", "Amount"),
    amount("orderedAmount", "已下单", "Ordered"),
    amount("receivedAmount", "已收货", "Received"),
    amount("invoicedAmount", "已开票", "Invoiced"),
    amount("paidAmount", "已付款", "Paid"),
    amount("deductedAmount", "已扣款", "Deducted"),
    amount("toOrder", "可下单", "Left to order"),
    amount("toPay", "待付", "To pay"),
    amount("openAdvance", "未核销预付", "Open advance"),
    amount("retention", "未付质保金", "Retention"),
    share("executed", "履行%", "Executed"),
    share("paid", "付款%", "Paid %"),
    { key: "nextStage", label: ["下一付款阶段", "Next payment"], width: 140 },
    day("nextDue", "应付日", "Due"),
    count("overdueDays", "逾期天数", "Days overdue"),
    day("effectiveDate", "生效", "Effective"),
    day("expiryDate", "到期", "Expires"),
    count("daysLeft", "距到期天数", "Days left"),
    day("warrantyEnd", "质保到期", "Warranty ends"),
    count("cycleDays", "签约周期天数", "Days to signature"),
    count("signDays", "签署天数", "Days from publication to signature"),
    count("changes", "变更次数", "Changes"),
    amount("changeDelta", "变更金额合计", "Changed by"),
    count("serious", "严重预警", "Serious warnings"),
    count("warnings", "待处理预警", "Open warnings"),
    { key: "orgName", label: ["组织", "Organisation"], width: 140 },
    { key: "ownerName", label: ["经办人", "Owner"], width: 100 },
  ],
} as const;

export const contractReports: ReportDesk<"execution"> = {
  path: "srmCctReportRestful",
  shapes: { execution: executionShape },
};

interface Grouped {
  readonly name: string;
  readonly count: number;
  readonly amount: string;
}
/** What the ledger of contracts answers. */
export interface LedgerReply extends ReportParts {
  readonly row: Row & { readonly id: string; readonly contractNum: string };
  readonly figures: Readonly<Record<"count" | "running" | "overdue" | "in30" | "in60" | "in90", number>> & { readonly amount: string };
  readonly groups: {
    readonly totals: Row & Grouped;
    readonly months: Row & Grouped;
    readonly types: Row & Grouped;
    readonly expiring: Row & Pick<Grouped, "name" | "count">;
    readonly plan: Row & Readonly<Record<"month" | "due" | "paid", string>>;
  };
}
