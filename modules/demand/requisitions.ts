import type { Part } from "#kernel/module.ts";
import "./demand.answers.ts";
import { demandRules } from "./demand.rules.ts";
import { qtyLedger } from "./ledger.entity.ts";
import { requisitionLookups, sharedLookups } from "./lookups.ts";
import { requisition } from "./requisition.entity.ts";
import { requisitionEvents, requisitionTodos } from "./requisition.events.ts";
import { requisitionFlowRules } from "./requisition-flow.rules.ts";
import { requisitionLine } from "./requisition-line.entity.ts";
import { requisitionButtons, requisitionMenus, requisitionRoles } from "./requisition.menus.ts";
import { requisitionRules } from "./requisition.rules.ts";

/** What people need, and where each piece of it went. */
export const requisitions: Part = {
  entities: [requisition, qtyLedger],
  rules: [...requisitionRules, ...requisitionFlowRules, ...demandRules],
  lookups: { ...sharedLookups, ...requisitionLookups },
  menus: requisitionMenus,
  roles: requisitionRoles,
  buttons: requisitionButtons,
  events: requisitionEvents,
  todos: requisitionTodos,
  widgets: [
    {
      code: "PUR_REQ_TO_SOURCE",
      label: ["待转采购的申请行", "Requisition lines to source"],
      audience: "INTERNAL",
      type: "FIGURE",
      route: "purRequisitionPoolList",
      counts: { entity: requisitionLine, list: "pool", view: "mine" },
      late: "needByDate",
      button: "btnToOrder",
      seq: 60,
    },
  ],
};
