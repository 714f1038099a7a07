import { module } from "#kernel/module.ts";
import { approval } from "./approval.entity.ts";
import { billType } from "./bill-type.entity.ts";
import { workflowButtons } from "./buttons.ts";
import { workflowEvents } from "./events.ts";
import { freeForm } from "./free-form.entity.ts";
import { bpmInstance } from "./instance.entity.ts";
import { workflowLookups } from "./lookups.ts";
import { workflowMenus } from "./menus.ts";
import { bpmCategory, bpmModel, bpmRole, bpmUrgeConfig } from "./model.entity.ts";
import { workflowRoles } from "./roles.ts";
import { bpmCopied, bpmHandled, bpmTodo } from "./todo.entity.ts";
import { workflowViews } from "./views.ts";

/** Every document that must be agreed to passes here: processes, tasks, and the approval sheet beside the document. */
export const workflow = module("workflow", "流程", "Workflow", {
  entities: [
    ...[bpmCategory, bpmModel, bpmRole, bpmUrgeConfig, billType],
    ...[bpmInstance, approval, freeForm, bpmTodo, bpmHandled, bpmCopied],
  ],
  lookups: workflowLookups,
  menus: workflowMenus,
  roles: workflowRoles,
  buttons: workflowButtons,
  events: workflowEvents,
  views: workflowViews,
});

export { approval } from "./approval.entity.ts";
export { billType } from "./bill-type.entity.ts";
export { bpmInstance } from "./instance.entity.ts";
