import { checkValues, invalid } from "#kernel/check.ts";
import type { FieldError } from "#kernel/refusal.ts";
import { cleanRichText } from "#kernel/rich-text.ts";
import { refuse } from "#kernel/refusal.ts";
import { answer, type Call, type Context } from "#kernel/server/http/call.ts";
import type { ListBody } from "#kernel/server/find/filter.ts";
import { asks, like, takes, type CallInput, type InputNames } from "#kernel/server/http/input.ts";
import { approval } from "../approval.entity.ts";
import { settingsOf } from "../engine/definition.ts";
import { billType } from "../bill-type.entity.ts";
import { bpmInstance } from "../instance.entity.ts";
import { bpmTask } from "../task.entity.ts";
import { definitionFor } from "../move.ts";
import type { InstanceDoc } from "../stored.ts";
import { bpmCopied, bpmHandled, bpmTodo } from "../todo.entity.ts";
import { Desk, text, type Body } from "./desk.ts";

export const bpmCall = (path: string, input: CallInput, handle: Call["handle"]): Call => ({
  service: "bpmServer",
  path,
  guard: "session",
  input,
  handle,
});

/** The ways an approval is named: by itself, by one of its tasks, or by its document. */
export const anApproval = { instanceId: "id", taskId: "text", bizEntity: "text", bizId: "id" } as const;

/** What the verbs of an approval take beside its name. */
const verbNames: InputNames = {
  comment: "text",
  toUserId: "id",
  userIds: "ids",
  users: "ids",
  mode: "text",
  nodeId: "text",
  targetNodeId: "text",
  tokenId: "text",
  variables: "object",
  version: "int",
  interventionId: "id",
  agree: "yn",
  versionNum: "int",
  docVersion: "int",
  fileIds: "any",
  nextChosenUsers: "object",
  fields: "object",
  action: "text",
  input: "object",
  question: "text",
  content: "text",
  communeId: "id",
  approvalId: "id",
  toUserIds: "ids",
  confirmed: "texts",
};

const approvalWith = (names: readonly string[]): InputNames => ({
  ...anApproval,
  confirmed: "texts",
  ...Object.fromEntries(names.map((name) => [name, verbNames[name]!])),
});
const onApproval = (...names: readonly string[]): CallInput => takes(approvalWith(names));

const opinion = ["comment", "fileIds", "nextChosenUsers", "versionNum", "docVersion"];

const some = (body: Body, keys: readonly string[]): Body =>
  Object.fromEntries(keys.filter((key) => body[key] !== undefined).map((key) => [key, body[key]]));

/** What people do with their tasks, and the lists they find them in. */
export class TaskCalls {
  readonly #desk: Desk;

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  calls(): readonly Call[] {
    const task = (name: string, input: CallInput, handle: Call["handle"]) => bpmCall(`bpmTaskService/${name}`, input, handle);
    const whole = (name: string, input: CallInput, handle: Call["handle"]) => bpmCall(`bpmListService/${name}`, input, handle);
    const press = (room: string, action: string, keys: readonly string[], around = (handle: Call["handle"]) => handle): Call =>
      bpmCall(
        `${room}/${action}`,
        onApproval(...keys.filter((key) => key !== "taskId")),
        around((ctx, body) => this.#desk.press(ctx, body, action, some(body, keys))),
      );
    const onTask = (action: string, ...keys: readonly string[]) => press("bpmTaskService", action, ["taskId", ...keys]);
    const onWhole = (action: string, ...keys: readonly string[]) => press("bpmListService", action, keys);
    const talk = (action: string, ...keys: readonly string[]) =>
      bpmCall(`bpmCommuneService/${action}`, onApproval("approvalId", ...keys.filter((key) => key !== "taskId")), (ctx, body) =>
        this.#talk(ctx, body, action, keys),
      );
    // What somebody may not look at is answered like what is not there.
    const seen =
      (handle: Call["handle"]): Call["handle"] =>
      async (ctx, body) => {
        if (!(await this.#desk.load(ctx, await this.#desk.instanceId(ctx, body)))) throw this.#desk.missing();
        return handle(ctx, body);
      };
    return [
      task("findTodoTasks", like(bpmTodo.name, "listByPage"), (ctx, body) => this.#list(ctx, bpmTodo, { ...body, list: "myUpcoming" })),
      task("findGroupTasks", like(bpmTodo.name, "listByPage"), (ctx, body) => this.#list(ctx, bpmTodo, { ...body, list: "gtasks" })),
      onTask("doClaim"),
      onTask("doUnclaim"),
      task("doPass", onApproval(...opinion, "fields"), (ctx, body) => this.decide(ctx, body, "doPass")),
      task("doReject", onApproval(...opinion, "targetNodeId"), (ctx, body) => this.decide(ctx, body, "doReject")),
      onTask("doTransfer", "toUserId", "comment"),
      onTask("doDelegate", "toUserId", "comment"),
      task("doAddSign", onApproval("mode", "comment", "userIds", "users"), (ctx, body) =>
        this.#desk.press(ctx, body, "doAddSign", {
          ...some(body, ["taskId", "mode", "comment"]),
          userIds: body["userIds"] ?? body["users"],
        }),
      ),
      onTask("doRemoveSign"),
      onTask("doRevokeMine"),
      task("batchPass", takes({ taskIds: "ids", comment: "text" }), (ctx, body) => this.#batch(ctx, body)),
      whole("findBpmLists", like(bpmInstance.name, "listByPage", { all: "yn" }), (ctx, body) =>
        this.#list(ctx, bpmInstance, { ...body, list: body["list"] ?? (body["all"] ? "monitoring" : "started") }),
      ),
      whole("findCopies", like(bpmCopied.name, "listByPage"), (ctx, body) => this.#list(ctx, bpmCopied, { ...body, list: "copied" })),
      onWhole("doRead", "taskId"),
      press("bpmListService", "doWithdraw", ["comment"], seen),
      press("bpmListService", "doUrge", ["taskId"], seen),
      whole("doCopy", onApproval("comment", "userIds", "users"), (ctx, body) =>
        this.#desk.press(ctx, body, "doCopy", { ...some(body, ["taskId", "comment"]), userIds: body["userIds"] ?? body["users"] }),
      ),
      onWhole("doStop", "comment"),
      onWhole("doSuspend", "comment"),
      onWhole("doResume", "comment"),
      onWhole("doJump", "nodeId", "comment"),
      onWhole("doReassign", "taskId", "toUserId", "comment"),
      onWhole("doChange", "variables", "comment"),
      onWhole("doConfirm", "interventionId", "agree"),
      onWhole("doMigrate", "version", "comment"),
      onWhole("doRetry", "tokenId", "comment"),
      whole("whatIf", asks(approvalWith(["action", "input"])), (ctx, body) => this.#whatIf(ctx, body)),
      bpmCall("bpmHistoryService/findHistoricTasks", like(bpmHandled.name, "listByPage"), (ctx, body) =>
        this.#list(ctx, bpmHandled, { ...body, list: "handled" }),
      ),
      talk("doAsk", "toUserIds", "question", "taskId"),
      talk("doReply", "communeId", "content", "fileIds"),
      talk("doCloseAsk", "communeId"),
    ];
  }

  async #list(
    ctx: Context,
    entity: typeof bpmTodo | typeof bpmHandled | typeof bpmCopied | typeof bpmInstance,
    { language: _, requestId: __, all: ___, ...body }: Body,
  ): Promise<unknown> {
    const { rows, page } = await this.#desk.kernel.finder.list(entity, body as ListBody, ctx.me);
    return answer(rows, { page });
  }

  /** Passes or rejects; edited fields are checked like any saved value before the rule sees them. */
  async decide(ctx: Context, body: Body, action: "doPass" | "doReject", suffix = "", channel = "WEB"): Promise<unknown> {
    const shown = body["versionNum"] ?? body["docVersion"];
    const fields = action === "doPass" && body["fields"] ? await this.#edited(ctx, body) : undefined;
    const input = {
      ...some(body, ["taskId", "comment", "fileIds", "nextChosenUsers", ...(action === "doReject" ? ["targetNodeId"] : [])]),
      ...(shown === undefined || shown === null || shown === "" ? {} : { docVersion: Number(shown) }),
      ...(fields ? { fields } : {}),
      channel,
    };
    return this.#desk.press(ctx, body, action, input, suffix);
  }

  /** Only fields the node opens, each as its kind wants it. */
  async #edited(ctx: Context, body: Body): Promise<Body> {
    const { find } = this.#desk.facts(ctx);
    const { kernel } = this.#desk;
    const doc = (await find.one(bpmInstance, await this.#desk.instanceId(ctx, body))) as InstanceDoc;
    const task = doc.tasks.find((t) => t.id === text(body, "taskId"));
    const definition = await definitionFor(find, doc);
    const open = task ? settingsOf(definition, task.nodeId).editableFields : [];
    const entity = kernel.declared.entity(doc.bizEntity);
    const given = body["fields"] as Body;
    const foreign = Object.keys(given).filter((key) => !open.includes(key) || !(key in entity.fields) || entity.fields[key]!.computed);
    if (foreign.length) throw refuse("PERM_DENIED", "没有操作权限", "No permission for this operation", { http: 403 });
    const shapes = Object.fromEntries(Object.keys(given).map((key) => [key, entity.fields[key]!]));
    const errors: FieldError[] = [];
    const values = checkValues(
      shapes,
      given,
      { zone: ctx.me.zone, lookup: kernel.lookups.has, clean: cleanRichText },
      "",
      errors,
      true,
      () => false,
    );
    if (errors.length) throw invalid(errors);
    return values;
  }

  /** One after another, each with its own answer; only bill types that allow it. */
  async #batch(ctx: Context, body: Body): Promise<unknown> {
    const ids = Array.isArray(body["taskIds"]) ? (body["taskIds"] as unknown[]).map(String) : [];
    if (ids.length === 0 || ids.length > 200) throw refuse("BATCH_SIZE", "一次须处理 1 至 200 条", "Handle 1 to 200 at a time");
    const { find } = this.#desk.facts(ctx);
    const named = await find.where(bpmTask, { id: ids }, ids.length);
    const about = await find.where(bpmInstance, { id: [...new Set(named.map((t) => t.parentId))] }, ids.length);
    const bills = await find.where(billType, { batchFlag: "Y" }, 2000);
    const open = new Set(
      named
        .filter((t) => bills.some((b) => b.billTypeCode === about.find((doc) => doc.id === t.parentId)?.billTypeCode))
        .map((t) => t.id as string),
    );
    const results: Body[] = [];
    for (const [i, taskId] of ids.entries())
      results.push(
        await this.#desk.each(
          ctx,
          async () => {
            if (!open.has(taskId)) throw refuse("BPM_BATCH", "该单据类型不允许批量审批", "This document type cannot be approved in bulk");
            return this.decide(ctx, { taskId, comment: body["comment"] }, "doPass", `#${i}`);
          },
          { taskId },
        ),
      );
    return results;
  }

  async #talk(ctx: Context, body: Body, action: string, keys: readonly string[]): Promise<unknown> {
    const id = text(body, "approvalId") || (await this.#desk.instanceId(ctx, body));
    if (!(await this.#desk.load(ctx, id))) throw this.#desk.missing();
    return this.#desk.act(ctx, approval, id, action, some(body, keys));
  }

  /** What an intervention would do before it is done: tasks that end and begin, people who would be told. */
  async #whatIf(ctx: Context, body: Body): Promise<unknown> {
    const id = await this.#desk.instanceId(ctx, body);
    if (!(await this.#desk.load(ctx, id))) throw this.#desk.missing();
    return this.#desk.whatIf(ctx, id, text(body, "action"), (body["input"] ?? {}) as Body);
  }
}
