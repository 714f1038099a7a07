import { page, type Part } from "#kernel/module.ts";
import { pickedIn } from "#kernel/report.ts";
import { root } from "#modules/admin/index.ts";
import { responsibilities } from "#modules/supplier/index.ts";
import { executionEvents } from "./events.ts";
import { contractHome, itemHome, stageHome } from "./homes.ts";
import { executionLookups } from "./lookups.ts";
import { postRules } from "./post.rules.ts";
import { executionButtons } from "./pages.ts";
import { contractPosting } from "./posting.entity.ts";
import { refundRules } from "./refund.rules.ts";
import { executionShape } from "./report.ts";
import { termRules } from "./term.rules.ts";

const list = "cctContractList";
const route = "enhancedContractList";
const looking = [route, "btnExport", "btnPrint"] as const;
const acting = [list, ...executionButtons] as const;

/** Contracts from their signature to their end: what they come to, when they take effect, and when they are over. */
export const executing: Part = {
  entities: [contractPosting],
  ledgers: [contractHome, itemHome, stageHome],
  rules: [...postRules, ...termRules, ...refundRules],
  lookups: executionLookups,
  events: executionEvents,
  profiles: {
    CCT_DUE_WORKDAY: {
      module: "CCT",
      label: ["付款到期日遇休息日顺延", "Payments due on a day off move to the next working day"],
      type: "YN",
      initial: "Y",
    },
  },
  buttons: {
    btnTriggerStage: { label: ["触发付款阶段", "Trigger a stage"], icon: "flag" },
    btnNonRenew: { label: ["不再续期", "Do not renew"], icon: "calendar-x", colour: "DANGER" },
  },
  informs: {
    SrmCctContract: {
      doTriggerStage: { nobody: "A payment that falls due is settled with the invoice" },
      doNonRenew: ["CCT_NON_RENEW"],
      doClose: ["CCT_COMPLETED"],
    },
  },
  menus: [
    root("CONTRACT", [
      page(route, "合同执行台账", "Contract ledger", { picks: pickedIn(executionShape), buttons: ["btnExport", "btnPrint"] }),
    ]),
  ],
  roles: responsibilities({
    SYS_ADMIN: [looking, acting],
    BUYER: [looking, acting],
    SOURCING: [looking, acting],
    PUR_MANAGER: [looking, acting],
    LEGAL: [looking],
    FINANCE: [looking, [list, "btnTriggerStage"]],
    FINANCE_MANAGER: [looking],
    AUDITOR: [looking],
    SUP_ADMIN: [[list, "btnNonRenew"]],
    SUP_SALES: [[list, "btnNonRenew"]],
  }),
};
