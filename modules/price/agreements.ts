import type { Part } from "#kernel/module.ts";
import "./agreement.answers.ts";
import { changeRules } from "./agreement-change.rules.ts";
import { drawRules } from "./agreement-draw.rules.ts";
import { agreement } from "./agreement.entity.ts";
import { lifeRules } from "./agreement-life.rules.ts";
import { agreementLookups } from "./agreement.lookups.ts";
import { agreementEvents, agreementMenus, agreementRoles, agreementTodos } from "./agreement.menus.ts";
import { orderingRules } from "./agreement-order.rules.ts";
import { agreementRules } from "./agreement.rules.ts";
import { priceList } from "./price-list.entity.ts";
import { priceListRules } from "./price-list.rules.ts";

/** Agreements, the price library they fill, and the choice of a price. */
export const agreements: Part = {
  entities: [agreement, priceList],
  rules: [...agreementRules, ...lifeRules, ...changeRules, ...drawRules, ...orderingRules, ...priceListRules],
  lookups: agreementLookups,
  menus: agreementMenus,
  roles: agreementRoles,
  events: agreementEvents,
  todos: agreementTodos,
  buttons: {
    btnCancelChange: { label: ["放弃变更", "Discard change"], icon: "undo-2", colour: "DANGER" },
    btnPriceMaintain: { label: ["价格维护", "Maintain prices"], icon: "badge-percent" },
  },
  programs: {
    expireAgreement: { label: ["采购协议到期", "Expire agreements"], cron: "20 0 * * *", overlap: "SKIP", keepDays: 30 },
    refreshPriceStatus: { label: ["刷新价格状态", "Refresh price status"], cron: "30 0 * * *", overlap: "SKIP", keepDays: 30 },
  },
};
