import type { Text } from "#kernel/text.ts";

/** Organisation code, names, kind, parent. The group is invented, like everything in it. */
export const organisations: readonly (readonly [code: string, cn: string, en: string, kind: string, parent: string | null])[] = [
  ["STAR", "星环制造集团", "Starring Manufacturing Group", "GROUP", null],
  ["STAR-E", "星环华东制造有限公司", "Starring East Manufacturing Co.", "LEDGER", "STAR"],
  ["STAR-S", "星环华南制造有限公司", "Starring South Manufacturing Co.", "LEDGER", "STAR"],
  ["STAR-N", "星环北方制造有限公司", "Starring North Manufacturing Co.", "LEDGER", "STAR"],
  ["BU-E", "华东事业部", "East business unit", "BU", "STAR-E"],
  ["BU-S", "华南事业部", "South business unit", "BU", "STAR-S"],
  ["BU-N", "北方事业部", "North business unit", "BU", "STAR-N"],
  ["INV-E1", "苏州一厂", "Suzhou plant 1", "INV", "BU-E"],
  ["INV-E2", "杭州成品库", "Hangzhou finished goods", "INV", "BU-E"],
  ["INV-S1", "东莞工厂", "Dongguan plant", "INV", "BU-S"],
  ["INV-N1", "天津工厂", "Tianjin plant", "INV", "BU-N"],
];

/** Department code, names, organisation. */
export const departments: readonly (readonly [code: string, cn: string, en: string, org: string])[] = [
  ["HQ-GM", "总经理办公室", "General management", "STAR"],
  ["HQ-PUR", "集团采购中心", "Group purchasing", "STAR"],
  ["HQ-QA", "集团质量部", "Group quality", "STAR"],
  ["HQ-FIN", "集团财务部", "Group finance", "STAR"],
  ["HQ-LAW", "法务与审计部", "Legal and audit", "STAR"],
  ["HQ-IT", "信息部", "Information technology", "STAR"],
  ["E-PUR", "华东采购部", "East purchasing", "BU-E"],
  ["E-OPS", "华东生产部", "East production", "BU-E"],
  ["E-WH", "苏州仓库", "Suzhou warehouse", "INV-E1"],
  ["S-PUR", "华南采购部", "South purchasing", "BU-S"],
  ["N-PUR", "北方采购部", "North purchasing", "BU-N"],
];

/** Level code, names, rank, approval limit. */
export const levels: readonly (readonly [code: string, cn: string, en: string, rank: number, limit: string])[] = [
  ["L1", "总经理", "General manager", 1, "50000000"],
  ["L2", "总监", "Director", 2, "5000000"],
  ["L3", "经理", "Manager", 3, "500000"],
  ["L4", "专员", "Specialist", 4, "50000"],
];

interface Seat {
  /** Job and seat: one kind of work, one place for it here. */
  readonly job: string;
  readonly text: Text;
  readonly family: string;
  readonly resp: string;
  readonly dept: string;
  readonly level: string;
  readonly above: string | null;
  readonly users: readonly (readonly [userName: string, cn?: string, en?: string, org?: string])[];
}

const seat = (
  job: string,
  cn: string,
  en: string,
  family: string,
  resp: string,
  dept: string,
  level: string,
  above: string | null,
  users: Seat["users"],
): Seat => ({ job, text: [cn, en], family, resp, dept, level, above, users });

/** Who works here: the people are called by what they do. */
export const seats: readonly Seat[] = [
  seat("GM", "总经理", "General manager", "MANAGEMENT", "EMPLOYEE", "HQ-GM", "L1", null, [["general.manager"]]),
  seat("CPO", "采购总监", "Purchasing director", "PURCHASE", "PUR_MANAGER", "HQ-PUR", "L2", "GM", [["lead.buyer"]]),
  seat("CFO", "财务总监", "Finance director", "FINANCE", "FINANCE_MANAGER", "HQ-FIN", "L2", "GM", [["finance.lead"]]),
  seat("CQO", "质量总监", "Quality director", "QUALITY", "QUALITY_MANAGER", "HQ-QA", "L2", "GM", [["quality.lead"]]),
  seat("BUYER-E", "采购专员", "Buyer", "PURCHASE", "BUYER", "E-PUR", "L4", "CPO", [
    ["buyer.east01", "华东一", "East 1", "BU-E"],
    ["buyer.east02", "华东二", "East 2", "BU-E"],
  ]),
  seat("BUYER-S", "采购专员", "Buyer", "PURCHASE", "BUYER", "S-PUR", "L4", "CPO", [["buyer.south01", "华南", "South", "BU-S"]]),
  seat("BUYER-N", "采购专员", "Buyer", "PURCHASE", "BUYER", "N-PUR", "L4", "CPO", [["buyer.north01", "北方", "North", "BU-N"]]),
  seat("SOURCING", "寻源专员", "Sourcing specialist", "PURCHASE", "SOURCING", "HQ-PUR", "L4", "CPO", [["sourcing01"]]),
  seat("SUPMGR", "供应商管理专员", "Supplier manager", "PURCHASE", "SUP_SPECIALIST", "HQ-PUR", "L3", "CPO", [["supplier.mgr"]]),
  seat("PERF", "绩效经理", "Performance manager", "PURCHASE", "PERF_MANAGER", "HQ-PUR", "L3", "CPO", [["perf.mgr"]]),
  seat("MASTER", "主数据专员", "Master data specialist", "PURCHASE", "MASTER_DATA", "HQ-PUR", "L4", "CPO", [["master01"]]),
  seat("SQE", "质量工程师", "Quality engineer", "QUALITY", "QUALITY", "HQ-QA", "L4", "CQO", [["quality01"]]),
  seat("AP", "应付会计", "Payables accountant", "FINANCE", "FINANCE", "HQ-FIN", "L4", "CFO", [["finance01"]]),
  seat("PLANT", "生产经理", "Plant manager", "LOGISTICS", "REQUESTER", "E-OPS", "L3", "GM", [["requester01"]]),
  seat("PLANNER", "计划员", "Planner", "LOGISTICS", "PLANNER", "E-OPS", "L4", "PLANT", [["planner01"]]),
  seat("KEEPER", "仓管员", "Warehouse keeper", "LOGISTICS", "WAREHOUSE", "E-WH", "L4", "PLANT", [
    ["warehouse01", "苏州", "Suzhou", "INV-E1"],
    ["warehouse02", "东莞", "Dongguan", "INV-S1"],
    ["warehouse03", "天津", "Tianjin", "INV-N1"],
  ]),
  seat("MOULD", "模具工程师", "Mould engineer", "TECH", "MOULD_ENGINEER", "E-OPS", "L4", "PLANT", [["mould01"]]),
  seat("LEGAL", "法务专员", "Legal counsel", "MANAGEMENT", "LEGAL", "HQ-LAW", "L3", "GM", [["legal01"]]),
  seat("AUDIT", "审计专员", "Auditor", "MANAGEMENT", "AUDITOR", "HQ-LAW", "L3", "GM", [["auditor"]]),
  seat("EXPERT", "评标专家", "Tender expert", "TECH", "EXPERT", "E-OPS", "L3", "PLANT", [["expert01"]]),
  seat("ITSEC", "安全管理员", "Security administrator", "TECH", "SEC_ADMIN", "HQ-IT", "L3", "GM", [["sec.admin"]]),
  seat("ITORG", "组织管理员", "Organisation administrator", "TECH", "ORG_ADMIN", "HQ-IT", "L3", "GM", [["org.admin"]]),
  seat("ITDEV", "开发管理员", "Developer administrator", "TECH", "DEV_ADMIN", "HQ-IT", "L4", "ITSEC", [["dev.admin"]]),
  seat("ITOPS", "运维工程师", "Operations engineer", "TECH", "OPS", "HQ-IT", "L4", "ITSEC", [["ops01"]]),
  seat("ITBPM", "流程管理员", "Workflow administrator", "TECH", "BPM_ADMIN", "HQ-IT", "L4", "ITSEC", [["bpm.admin"]]),
  seat("ITMSG", "消息管理员", "Message administrator", "TECH", "MSG_ADMIN", "HQ-IT", "L4", "ITSEC", [["msg.admin"]]),
  seat("ITINT", "集成管理员", "Integration administrator", "TECH", "INT_ADMIN", "HQ-IT", "L4", "ITSEC", [["int.admin"]]),
  seat("ITRPT", "报表管理员", "Report administrator", "TECH", "RPT_ADMIN", "HQ-IT", "L4", "ITSEC", [["rpt.admin"]]),
  seat("CLERK", "行政专员", "Office clerk", "OTHER", "EMPLOYEE", "HQ-GM", "L4", "GM", [["employee01"]]),
  seat("COMMS", "消息审核员", "Message checker", "OTHER", "MSG_CHECKER", "HQ-GM", "L4", "GM", [["comms01"]]),
];

/** The roles the sign-in page offers; every other account of the company has the same password. */
export const offered: readonly (readonly [userName: string, label: Text, hint: Text])[] = [
  ["admin", ["系统管理员", "Administrator"], ["用户、权限、设置", "Users, grants, settings"]],
  ["requester01", ["生产经理", "Plant manager"], ["采购申请", "Requisitions"]],
  ["planner01", ["计划员", "Planner"], ["计划、要货", "Plans, call-offs"]],
  ["buyer.east01", ["采购专员", "Buyer"], ["华东事业部", "East business unit"]],
  ["lead.buyer", ["采购总监", "Purchasing director"], ["审批、全集团", "Approvals, whole group"]],
  ["sourcing01", ["寻源专员", "Sourcing specialist"], ["询价、招标", "Inquiries and tenders"]],
  ["supplier.mgr", ["供应商管理专员", "Supplier manager"], ["准入、供应商账号", "Onboarding, supplier accounts"]],
  ["quality01", ["质量工程师", "Quality engineer"], ["检验、异常", "Inspections, defects"]],
  ["warehouse01", ["仓管员", "Warehouse keeper"], ["收货、库存", "Receipts, stock"]],
  ["legal01", ["法务专员", "Legal counsel"], ["合同条款、签署、归档", "Clauses, signatures, archive"]],
  ["finance01", ["应付会计", "Payables accountant"], ["对账、发票、付款", "Statements, invoices, payments"]],
  ["whalefall", ["供应商管理员", "Supplier administrator"], ["鲸落塑业，合格供应商", "Whalefall Plastics, qualified"]],
  ["starcast", ["供应商管理员", "Supplier administrator"], ["星铸钣金，订单与送货", "Starcast Sheet Metal, orders and shipments"]],
  ["auditor", ["审计专员", "Auditor"], ["只读、操作日志", "Read only, operation log"]],
];
