import type { Part } from "#kernel/module.ts";
import { agreementAnswers } from "./agreement.answers.ts";
import { changeRules } from "./agreement-change.rules.ts";
import { drawRules } from "./agreement-draw.rules.ts";
import { agreement } from "./agreement.entity.ts";
import { agreementHome, agreementLineHome, agreementOrgHome } from "./agreement-homes.ts";
import { lifeRules } from "./agreement-life.rules.ts";
import { agreementLookups } from "./agreement.lookups.ts";
import { agreementEvents, agreementMenus, agreementRoles } from "./agreement.menus.ts";
import { orderingRules } from "./agreement-order.rules.ts";
import { agreementRules } from "./agreement.rules.ts";
import { agreementInforms } from "./informs.ts";
import { priceList } from "./price-list.entity.ts";
import { priceListRules } from "./price-list.rules.ts";

/** Agreements, the price library they fill, and the choice of a price. */
export const agreements: Part = {
  entities: [agreement, priceList],
  rules: [...agreementRules, ...lifeRules, ...changeRules, ...drawRules, ...orderingRules, ...priceListRules],
  answers: agreementAnswers,
  lookups: agreementLookups,
  ledgers: [agreementHome, agreementLineHome, agreementOrgHome],
  menus: agreementMenus,
  widgets: [
    {
      code: "AGREEMENT_EXPIRING",
      label: ["即将到期的协议", "Agreements expiring"],
      audience: "INTERNAL",
      type: "FIGURE",
      seq: 70,
      route: "purAgreementList",
      counts: { entity: agreement, list: "desk", view: "expiring" },
    },
  ],
  coming: (["INTERNAL", "SUPPLIER"] as const).map((audience) => ({
    audience,
    route: "purAgreementList",
    entity: agreement,
    list: "desk",
    view: "live",
    label: ["协议到期", "Agreement ends"] as const,
    day: "endDate",
    says: [audience === "SUPPLIER" ? "orgId" : "supplierId"],
    opens: ["purAgreementManage/purAgreementEdit", "id", "id"] as const,
  })),
  roles: agreementRoles,
  events: agreementEvents,
  informs: agreementInforms,
  buttons: {
    btnCancelChange: { label: ["放弃变更", "Discard change"], icon: "undo-2", colour: "DANGER" },
    btnPriceMaintain: { label: ["价格维护", "Maintain prices"], icon: "badge-percent" },
  },
  programs: {
    expireAgreement: { label: ["采购协议到期", "Expire agreements"], cron: "20 0 * * *", overlap: "SKIP", keepDays: 30 },
    refreshPriceStatus: { label: ["刷新价格状态", "Refresh price status"], cron: "30 0 * * *", overlap: "SKIP", keepDays: 30 },
  },
};
