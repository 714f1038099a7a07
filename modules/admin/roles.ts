import { pagesOf, type RoleShape } from "#kernel/module.ts";
import type { Text } from "#kernel/text.ts";
import { adminMenus } from "./menus.ts";

type Grant = RoleShape["grants"][number];

/** What everybody signed in has: the own account, delegations, own exports. */
const own: readonly Grant[] = ["userCenter", "userAuthorisationList", "reportBackExportList"];

const internalPages = pagesOf(adminMenus).filter((p) => !own.includes(p.route));
/** All pages with all buttons but some. */
const allBut = (...without: string[]): Grant[] => internalPages.map((p) => [p.route, ...p.buttons.filter((b) => !without.includes(b))]);
/** All pages that show something, to look at: no button but taking the list away. */
const toRead = (): Grant[] =>
  internalPages
    .filter((p) => p.entities.length > 0)
    .map((p) => [p.route, ...p.buttons.filter((b) => ["btnExport", "btnCompare", "btnDiff", "btnExplain", "btnHistory"].includes(b))]);

const internal = (label: Text, grants: readonly Grant[] = [], privileged?: true): RoleShape => ({
  label,
  audience: "INTERNAL",
  grants: [...own, ...grants],
  ...(privileged ? { privileged } : {}),
});
const supplier = (label: Text, grants: readonly Grant[] = own): RoleShape => ({ label, audience: "SUPPLIER", grants });

/** The shipped responsibilities: each is one role and one responsibility of the same code; other modules add their own pages to them. */
export const adminRoles: Readonly<Record<string, RoleShape>> = {
  SYS_ADMIN: internal(["系统管理员", "System administrator"], allBut("btnConfirm", "btnReject", "btnApproval"), true),
  SEC_ADMIN: internal(
    ["安全管理员", "Security administrator"],
    [
      ["user", "btnUnlock", "btnKick", "btnDisable", "btnExplain", "btnExport"],
      ...[
        "resp",
        "systemsetting/responsibility",
        "systemsetting/userresponsibility",
        "systemsetting/role",
        "systemsetting/menuFuncPrivilege",
        "log",
        "userOperateLogList",
      ],
      ["systemsetting/menuFunction"],
      ["resource"],
    ],
    true,
  ),
  ORG_ADMIN: {
    ...internal(
      ["组织管理员", "Organisation administrator"],
      [
        [
          "user",
          "btnAdd",
          "btnEdit",
          "btnSave",
          "btnDelete",
          "btnEnable",
          "btnDisable",
          "btnUnlock",
          "btnResetPwd",
          "btnKick",
          "btnResp",
          "btnImport",
          "btnExport",
          "btnExplain",
        ],
        ...["employee", "department", "position", "positionAllot", "positionLevelTree", "staffInquiry", "institution", "resp"],
        ["systemsetting/institution", "btnSave"],
        ["systemsetting/userresponsibility", "btnAdd", "btnSave", "btnDelete", "btnImport", "btnExport"],
        ["job"],
        ["positionLevel"],
      ],
    ),
    orgScope: "OWN_ORG",
  },
  DEV_ADMIN: internal(
    ["开发管理员", "Developer administrator"],
    ["resource", "systemSetting/btnList", "lookuptype", "lookup", "testIframes", "log"],
    true,
  ),
  OPS: internal(["运维", "Operations"], ["log", "userOperateLogList", ["profile", "btnHistory"]]),
  BPM_ADMIN: internal(["流程管理员", "Workflow administrator"], [["position"], ["positionLevel"], ["positionLevelTree"], "staffInquiry"]),
  MSG_ADMIN: internal(["消息管理员", "Message administrator"]),
  INT_ADMIN: internal(["集成管理员", "Integration administrator"]),
  RPT_ADMIN: internal(["报表管理员", "Report administrator"]),
  MASTER_DATA: internal(
    ["主数据专员", "Master data"],
    ["lookuptype", "lookup", "systemsetting/institution", "institution", "department", "job"],
  ),
  REQUESTER: internal(["需求人", "Requester"], ["staffInquiry"]),
  PLANNER: internal(["计划员", "Planner"], ["staffInquiry"]),
  BUYER: internal(["采购员", "Buyer"], ["staffInquiry"]),
  PUR_MANAGER: internal(["采购经理", "Purchasing manager"], ["staffInquiry", "institution"]),
  SOURCING: internal(["寻源专员", "Sourcing"], ["staffInquiry"]),
  WAREHOUSE: internal(["仓库", "Warehouse"], ["staffInquiry"]),
  QUALITY: internal(["质量工程师", "Quality engineer"], ["staffInquiry"]),
  QUALITY_MANAGER: internal(["质量经理", "Quality manager"], ["staffInquiry"]),
  FINANCE: internal(["财务", "Finance"], ["staffInquiry"]),
  FINANCE_MANAGER: internal(["财务经理", "Finance manager"], ["staffInquiry"]),
  LEGAL: internal(["法务", "Legal"], ["staffInquiry"]),
  SUP_SPECIALIST: internal(
    ["供应商管理专员", "Supplier management"],
    ["staffInquiry", ["user2", "btnInvite", "btnEnable", "btnDisable", "btnResetPwd", "btnSetAdmin", "btnExport"]],
  ),
  PERF_MANAGER: internal(["绩效经理", "Performance manager"], ["staffInquiry"]),
  MOULD_ENGINEER: internal(["模具工程师", "Mould engineer"], ["staffInquiry"]),
  EXPERT: internal(["评标专家", "Expert"]),
  AUDITOR: internal(["审计", "Auditor"], toRead()),
  EMPLOYEE: internal(["员工", "Employee"], ["staffInquiry"]),
  SUP_ADMIN: supplier(["供应商管理员", "Supplier administrator"], [...own, "user2"]),
  SUP_SALES: supplier(["供应商销售", "Supplier sales"]),
  SUP_QUALITY: supplier(["供应商质量", "Supplier quality"]),
  SUP_FINANCE: supplier(["供应商财务", "Supplier finance"]),
  SUP_REGISTER: supplier(["注册中供应商", "Supplier in registration"], []),
};
