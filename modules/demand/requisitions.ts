import { rebuildRule } from "#kernel/ledger-rule.ts";
import type { Coming, Part, Widget } from "#kernel/module.ts";
import type { Text } from "#kernel/text.ts";
import { demandAnswers } from "./demand.answers.ts";
import { demandRules } from "./demand.rules.ts";
import { qtyLedger } from "./ledger.entity.ts";
import { requisitionLookups, sharedLookups } from "./lookups.ts";
import { requisition } from "./requisition.entity.ts";
import { requisitionHome } from "./requisition-home.ts";
import { requisitionEvents, requisitionTodos } from "./requisition.events.ts";
import { requisitionFlowRules } from "./requisition-flow.rules.ts";
import { requisitionLine } from "./requisition-line.entity.ts";
import { requisitionButtons, requisitionMenus, requisitionRoles } from "./requisition.menus.ts";
import { requisitionRules } from "./requisition.rules.ts";

const pageOf = "purchaseRequisitionList";

/** How far what I asked for has come; for whoever writes requisitions. */
const mine = (code: string, label: Text, view: string, seq: number): Widget => ({
  code,
  label,
  audience: "INTERNAL",
  type: "FIGURE",
  route: pageOf,
  button: "btnSubmit",
  seq,
  counts: { entity: requisition, view },
});

/** What is needed within the week. */
const coming: readonly Coming[] = [
  {
    audience: "INTERNAL",
    route: pageOf,
    entity: requisitionLine,
    view: "open",
    label: ["需求到期", "Needed"],
    day: "needByDate",
    says: ["itemId"],
    note: "requestQty",
    opens: ["purRequisitionManage/purRequisitionEdit", "id", "parentId"],
  },
];

/** What people need, and where each piece of it went. */
export const requisitions: Part = {
  entities: [requisition, qtyLedger],
  rules: [...requisitionRules, ...requisitionFlowRules, ...demandRules, rebuildRule(requisitionHome)],
  ledgers: [requisitionHome],
  answers: demandAnswers,
  lookups: { ...sharedLookups, ...requisitionLookups },
  menus: requisitionMenus,
  roles: requisitionRoles,
  buttons: requisitionButtons,
  events: requisitionEvents,
  todos: requisitionTodos,
  coming,
  widgets: [
    mine("PUR_REQ_DRAFT", ["待提交的申请", "Requisitions to submit"], "draft", 61),
    mine("PUR_REQ_APPROVING", ["审批中的申请", "Requisitions in approval"], "approving", 62),
    mine("PUR_REQ_RUNNING", ["执行中的申请", "Open requisitions"], "running", 63),
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
