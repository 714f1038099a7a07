import { lookupOf as of, page, type Part } from "#kernel/module.ts";
import { root } from "#modules/admin/index.ts";
import { responsibilities } from "#modules/supplier/index.ts";
import { contract } from "../contract.entity.ts";
import { contractWarning, warningRule } from "./warning.entity.ts";
import { warningRules } from "./warning.rules.ts";

const list = "cctWarningList";
const rules = "cctWarningRuleList";
const handling = ["btnHandle", "btnSnooze", "btnClose", "btnExport"];
const ruling = ["btnAdd", "btnSave", "btnDelete", "btnExport"];

/** What wants attention about contracts, found by rules by night and when contracts change, gone when its cause is gone. */
export const warnings: Part = {
  entities: [contractWarning, warningRule],
  rules: warningRules,
  lookups: {
    CCT_WARN_TYPE: of(
      "合同预警类型",
      "Contract warning",
      "EXPIRE 到期/Expiry · RENEW_NOTICE 续签通知/Renewal notice · STAGE_DUE 付款将到期/Stage due · STAGE_OVERDUE 付款逾期/Stage overdue · DELIVERY_DELAY 交付延迟/Delivery delay · AMOUNT_USED 额度使用/Amount used · UNSIGNED 未签署/Unsigned · UNCONFIRMED 未确认/Unconfirmed · WARRANTY_END 质保到期/Warranty end · BOND_RETURN 保证金退还/Bond return · ARCHIVE_MISSING 未归档/Not archived · REFUND_DUE 返还到期/Refund due",
    ),
    CCT_WARN_LEVEL: of("合同预警级别", "Contract warning level", "INFO 提示/Info · WARN 警告/Warning · SERIOUS 严重/Serious"),
    CCT_WARN_STATE: of(
      "合同预警状态",
      "Contract warning state",
      "OPEN 待处理/Open · SNOOZED 已延后/Snoozed · HANDLED 已处理/Handled · AUTO_CLOSED 自动关闭/Closed automatically",
    ),
  },
  profiles: {
    CCT_UNSIGNED_WARN_DAYS: {
      module: "CCT",
      label: ["发布后未签署预警天数", "Days until an unsigned contract is warned of"],
      type: "INT",
      initial: "10",
      least: "1",
      most: "90",
    },
  },
  menus: [
    root("CONTRACT", [
      page(list, "合同预警", "Contract warnings", { entities: [contractWarning], reads: [contract], buttons: [...handling, "btnRule"] }),
      page(rules, "合同预警规则", "Contract warning rules", { entities: [warningRule], buttons: ruling }),
    ]),
  ],
  buttons: { btnSnooze: { label: ["延后", "Snooze"], icon: "alarm-clock" } },
  events: {
    CCT_WARNED: {
      label: ["合同预警", "Contract warning"],
      kind: "WARNING",
      carries: {
        id: ["预警", "Warning"],
        num: ["合同编号", "Contract no."],
        orgId: ["组织", "Organisation"],
        ownerId: ["经办人", "Owner"],
        text: ["内容", "Message"],
        textEn: ["内容（英文）", "Message (English)"],
      },
      tells: { title: ["${text}", "${textEn}"], channels: ["SITE"], to: [{ value: "ownerId" }], route: list },
    },
  },
  todos: {
    CCT_WARNING_ROLE: {
      label: ["合同预警", "Contract warning"],
      side: "INTERNAL",
      route: list,
      title: ["请关注合同{bizNo}的预警", "Note the warning about contract {bizNo}"],
    },
  },
  programs: { CCT_WARNINGS: { label: ["合同预警检查", "Watch contracts"], cron: "30 1 * * *", overlap: "SKIP", timeoutSec: 3600 } },
  roles: responsibilities({
    SYS_ADMIN: [
      [list, ...handling, "btnRule"],
      [rules, ...ruling],
    ],
    LEGAL: [
      [list, ...handling, "btnRule"],
      [rules, ...ruling],
    ],
    PUR_MANAGER: [
      [list, ...handling, "btnRule"],
      [rules, ...ruling],
    ],
    BUYER: [[list, ...handling]],
    SOURCING: [[list, ...handling]],
    FINANCE: [[list, ...handling]],
    FINANCE_MANAGER: [[list, ...handling]],
    AUDITOR: [[list, "btnExport"]],
  }),
};
