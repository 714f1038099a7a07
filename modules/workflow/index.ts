import { module } from "#kernel/module.ts";
import { approval } from "./approval.entity.ts";
import { approvalRules } from "./approval.rules.ts";
import { beginRules } from "./begin.rules.ts";
import { billType } from "./bill-type.entity.ts";
import { billTypeRules } from "./bill-type.rules.ts";
import { workflowButtons } from "./buttons.ts";
import { workflowEvents } from "./events.ts";
import { freeForm } from "./free-form.entity.ts";
import { freeFormRules } from "./free-form.rules.ts";
import { bpmInstance } from "./instance.entity.ts";
import { instanceRules } from "./instance.rules.ts";
import { interventionRules } from "./intervention.rules.ts";
import { workflowLookups } from "./lookups.ts";
import { workflowMenus } from "./menus.ts";
import { bpmCategory, bpmModel, bpmRole, bpmUrgeConfig } from "./model.entity.ts";
import { modelRules } from "./model.rules.ts";
import { workflowPrograms } from "./programs.ts";
import { workflowRoles } from "./roles.ts";
import { workflowSettings } from "./settings.ts";
import { bpmCopied, bpmHandled, bpmTodo } from "./todo.entity.ts";
import { workflowViews } from "./views.ts";
import { workflowWaiting, workflowWidgets } from "./widgets.ts";
import { heldTasks } from "./held.ts";
import { workflowRemedies } from "./remedies.ts";

/** Every document that must be agreed to passes here: processes, tasks, and the approval sheet beside the document. */
export const workflow = module("workflow", "流程", "Workflow", {
  entities: [
    ...[bpmCategory, bpmModel, bpmRole, bpmUrgeConfig, billType],
    ...[bpmInstance, approval, freeForm, bpmTodo, bpmHandled, bpmCopied],
  ],
  lookups: workflowLookups,
  rules: [...beginRules, ...instanceRules, ...interventionRules, ...modelRules, ...billTypeRules, ...approvalRules, ...freeFormRules],
  answers: [heldTasks],
  settings: workflowSettings,
  approvals: { entity: bpmInstance, begin: "begin" },
  menus: workflowMenus,
  remedies: workflowRemedies,
  roles: workflowRoles,
  buttons: workflowButtons,
  events: workflowEvents,
  programs: workflowPrograms,
  widgets: workflowWidgets,
  waiting: workflowWaiting,
  views: workflowViews,
});

export { approval } from "./approval.entity.ts";
export { billType } from "./bill-type.entity.ts";
export { noWay } from "./given.ts";
export { bpmInstance } from "./instance.entity.ts";
export { categoryBuyers, supplierContacts } from "./questions.ts";
