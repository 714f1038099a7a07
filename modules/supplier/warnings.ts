import { lookup, page, type EventShape, type Part, type TodoShape } from "#kernel/module.ts";
import type { Text } from "#kernel/text.ts";
import { supplierMenu } from "./folders.ts";
import { responsibilities } from "./responsibilities.ts";
import { supplierInfo } from "./supplier.entity.ts";
import { supplierWarning } from "./warning.entity.ts";
import { warningProfiles } from "./warning.hits.ts";
import { warningRules } from "./warning.rules.ts";

const list = "supplierWarningList";
const looking = ["btnView", "btnExport"];
const handling = [...looking, "btnHandle", "btnIgnore", "btnTransfer", "btnCreateNotification", "btnCreateDaily"];

const carried = {
  id: ["编号", "Id"] as Text,
  cert: ["资质", "Certificate"] as Text,
  date: ["有效至", "Valid to"] as Text,
  n: ["剩余天数", "Days left"] as Text,
  supplierId: ["供应商编号", "Supplier id"] as Text,
  supplier: ["供应商", "Supplier"] as Text,
  ownerId: ["负责人", "Owner"] as Text,
};

const events: Readonly<Record<string, EventShape>> = {
  CERT_EXPIRING: {
    label: ["资质将到期", "Certificate expiring"],
    kind: "WARNING",
    carries: carried,
    tells: {
      title: ["${cert}将于${date}到期（剩余${n}天），请更新", "${cert} expires ${date} (${n|count:day/days} left); please renew"],
      channels: ["SITE", "EMAIL"],
      to: [{ supplier: "QUALITY", of: "supplierId" }, { value: "ownerId" }],
      route: "supplierInfoToPortal",
    },
  },
  CERT_EXPIRED_BLOCK: {
    label: ["资质过期暂停业务", "Expired certificate suspends business"],
    kind: "WARNING",
    carries: { ...carried, op: ["暂停的操作", "What is suspended"], opEn: ["暂停的操作（英文）", "What is suspended (English)"] },
    tells: {
      title: ["${cert}已过期，${op}已暂停", "${cert} expired; ${opEn} suspended"],
      channels: ["SITE", "EMAIL"],
      to: [{ supplier: "QUALITY", of: "supplierId" }, { value: "ownerId" }],
      route: "supplierInfoToPortal",
    },
  },
  EXTERNAL_RISK: {
    label: ["外部风险", "External risk"],
    kind: "WARNING",
    carries: {
      id: carried.id,
      supplierId: carried.supplierId,
      supplier: carried.supplier,
      ownerId: carried.ownerId,
      risk: ["风险", "Risk"],
      riskEn: ["风险（英文）", "Risk (English)"],
    },
    tells: {
      title: ["${supplier}新增风险：${risk}", "New risk for ${supplier}: ${riskEn}"],
      channels: ["SITE", "EMAIL"],
      to: [{ value: "ownerId" }],
      route: list,
    },
  },
  INFO_CONFIRM_DUE: {
    label: ["企业信息待确认", "Company data to confirm"],
    kind: "TASK",
    carries: { id: carried.id, supplierId: carried.supplierId },
    tells: {
      title: ["请确认企业信息是否仍然有效", "Please confirm your company data"],
      channels: ["SITE", "EMAIL"],
      to: [{ supplier: "ADMINS", of: "supplierId" }],
      route: "supplierInfoToPortal",
    },
  },
};

const todos: Readonly<Record<string, TodoShape>> = {
  WARNING_HANDLE: {
    label: ["供应商预警处理", "Handle supplier warning"],
    side: "INTERNAL",
    route: list,
    title: ["请处理供应商预警{bizNo}", "Handle supplier warning {bizNo}"],
  },
  CERT_EXPIRE: {
    label: ["证照更新", "Renew certificate"],
    side: "SUPPLIER",
    route: "supplierInfoToPortal",
    title: ["请更新即将到期的资质", "Renew the expiring certificate"],
  },
  INFO_CONFIRM: {
    label: ["企业信息年度确认", "Confirm company data"],
    side: "SUPPLIER",
    route: "supplierInfoToPortal",
    title: ["请确认企业信息是否仍然有效", "Please confirm your company data"],
  },
};

/** What wants attention about suppliers, found by rules by night and upon events, gone when its cause is gone. */
export const warnings: Part = {
  entities: [supplierWarning],
  rules: warningRules,
  profiles: warningProfiles,
  menus: [
    supplierMenu({
      SUP_INFO: [
        page(list, "供应商预警", "Supplier warnings", {
          entities: [supplierWarning],
          reads: [supplierInfo],
          buttons: [...handling, "btnRunRules"],
        }),
      ],
    }),
  ],
  lookups: {
    SUP_WARNING_TYPE: lookup("预警类型", "Warning type", {
      CERT_EXPIRE: ["资质到期", "Certificate expiring"],
      CERT_MISSING: ["资质缺失", "Certificate missing"],
      AGREEMENT_EXPIRE: ["协议到期", "Agreement expiring"],
      QUALIFY_EXPIRE: ["合格到期", "Qualification expiring"],
      TEMP_LIMIT: ["临时限额", "Temporary cap"],
      NO_TRADE: ["长期无交易", "No trade"],
      PERF_LOW: ["绩效低", "Low performance"],
      PPM_HIGH: ["PPM超标", "PPM high"],
      OTD_LOW: ["准时率低", "On-time low"],
      EXTERNAL_RISK: ["外部风险", "External risk"],
      BANK_CHANGED: ["账户变更", "Bank changed"],
      NODE_OVERDUE: ["引入超期", "Node overdue"],
      INFO_STALE: ["信息未确认", "Data not confirmed"],
      CONCENTRATION: ["集中度", "Concentration"],
      BLACKLIST_LINK: ["黑名单关联", "Blacklist link"],
    }),
    SEVERITY: lookup("级别", "Severity", { INFO: ["提示", "Info"], YELLOW: ["黄色", "Yellow"], RED: ["红色", "Red"] }),
    WARNING_STATUS: lookup("预警状态", "Warning status", {
      OPEN: ["待处理", "Open"],
      PROCESSING: ["处理中", "Processing"],
      CLOSED: ["已关闭", "Closed"],
      IGNORED: ["已忽略", "Ignored"],
    }),
  },
  roles: responsibilities({
    SYS_ADMIN: [[list, ...handling, "btnRunRules"]],
    SUP_SPECIALIST: [[list, ...handling, "btnRunRules"]],
    SOURCING: [[list, ...handling]],
    BUYER: [[list, ...looking, "btnHandle"]],
    PUR_MANAGER: [[list, ...handling]],
    QUALITY: [[list, ...looking, "btnHandle"]],
    QUALITY_MANAGER: [[list, ...handling]],
    FINANCE: [[list, ...looking, "btnHandle"]],
    FINANCE_MANAGER: [[list, ...handling]],
    AUDITOR: [[list, ...looking]],
  }),
  buttons: {
    btnHandle: { label: ["处理", "Handle"], icon: "clipboard-check", colour: "PRIMARY" },
    btnIgnore: { label: ["忽略", "Ignore"], icon: "bell-off" },
    btnCreateNotification: { label: ["发通知单", "Send notification"], icon: "mail-plus" },
    btnRunRules: { label: ["立即检查", "Check now"], icon: "radar" },
  },
  events,
  todos,
  programs: {
    SUP_CERT_WATCH: {
      label: ["资质与协议到期检查", "Watch certificates and agreements"],
      cron: "0 1 * * *",
      overlap: "SKIP",
      timeoutSec: 3600,
    },
    SUP_WARNING_RUN: { label: ["供应商预警检查", "Run supplier warnings"], cron: "0 2 * * *", overlap: "SKIP", timeoutSec: 3600 },
    SUP_INFO_CONFIRM: { label: ["企业信息定期确认", "Ask to confirm company data"], cron: "30 3 * * *", overlap: "SKIP", timeoutSec: 3600 },
  },
};
