import type { Form } from "#kernel/seen.ts";
import type { bpmTodo } from "../todo.entity.ts";

type Task = Form<typeof bpmTodo>;
/** What a to-do of a document names besides: its number, its title and the page it leads to. */
type OfMatter = { readonly [K in "bizNo" | "title" | "routePath" | "routeQuery"]?: string | null };

/** What all lists of approvals have in common: a row names its document, its task and the page that shows it. */
export type MatterRow = Pick<
  Task,
  | "bizEntity"
  | "bizId"
  | "formRoute"
  | "billNum"
  | "billTypeCode"
  | "billTypeName"
  | "subject"
  | "amount"
  | "currency"
  | "taskId"
  | "instanceId"
  | "versionNum"
> &
  OfMatter;

/** A row of the list of everything that waits for somebody: a task of an approval, or a to-do of a document. */
export type TodoRow = Omit<Task, "id" | "status"> & OfMatter & { readonly id?: string | null; readonly matter?: boolean };
