import { createHash } from "node:crypto";
import type { Entity, Me } from "#kernel/entity.ts";
import type { Find, Moment } from "#kernel/rule.ts";
import { Refusal, refuse } from "#kernel/refusal.ts";
import { answeredTo } from "#kernel/remedy.ts";
import { failure, requestKey, toldReason, type Context } from "#kernel/server/http/call.ts";
import { factsFor } from "#kernel/server/find/find-for.ts";
import { permDenied } from "#kernel/server/find/find.ts";
import { newId } from "#kernel/server/act/id.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { inOwnName } from "#kernel/server/access/permit.ts";
import type { Row } from "#kernel/server/find/visible.ts";
import { businessDay } from "#kernel/time.ts";
import { inBoth, say, type Text } from "#kernel/text.ts";
import { approval } from "../approval.entity.ts";
import { settingsOf } from "../engine/definition.ts";
import { adminGroup } from "../engine/question.ts";
import { user } from "#kernel/platform/user.entity.ts";
import { billType } from "../bill-type.entity.ts";
import { bpmInstance } from "../instance.entity.ts";
import { definitionFor } from "../move.ts";
import type { InstanceDoc } from "../stored.ts";
import { bpmTask } from "../task.entity.ts";
import { groupNames } from "../group-names.ts";
import { People } from "../people.ts";
import { bpmCopied, bpmHandled, bpmTodo } from "../todo.entity.ts";

export type Body = Record<string, unknown>;

export const text = (body: Body, key: string): string => (typeof body[key] === "string" ? (body[key] as string) : "");

const missing = (): Refusal => refuse("DATA_NOT_FOUND", "数据不存在或无权查看", "Not found or not visible");

/** Where the calls of the workflow do their work: facts outside an action, and actions in a person's own name. */
export class Desk {
  readonly kernel: Kernel;

  constructor(kernel: Kernel) {
    this.kernel = kernel;
  }

  /** Facts as a rule sees them, for a look that changes nothing. */
  facts(ctx: Pick<Context, "me" | "now" | "language">): { readonly find: Find; readonly at: Moment } {
    const now = ctx.now.toISOString();
    const { seal } = this.kernel.declared;
    return { find: factsFor(this.kernel, ctx.me), at: { now, today: businessDay(now, ctx.me), newId, seal, before: () => null } };
  }

  /** Acts in the caller's own name: the rule itself knows who may. */
  async act(
    ctx: Context,
    entity: Entity,
    id: string,
    action: string,
    input: Body,
    suffix = "",
    confirmed?: readonly string[],
  ): Promise<{ readonly notes: readonly object[] }> {
    if (ctx.me.audience !== "internal" && ctx.me.audience !== "supplier") throw permDenied();
    const key = requestKey(ctx);
    const bodyHash = createHash("sha256")
      .update(`${entity.name}|${action}|${id}|${JSON.stringify(input)}`)
      .digest("hex");
    const outcome = await this.kernel.actor.act(
      {
        entity,
        action,
        targets: [{ id, input }],
        confirmed,
        ...(key ? { key: { key: `${key}${suffix}`, bodyHash } } : {}),
        ...(text(input, "comment") ? { reason: text(input, "comment").slice(0, 2000) } : {}),
      },
      { me: inOwnName(ctx.me), now: ctx.now, requestId: ctx.requestId, ip: ctx.ip },
    );
    return { notes: outcome.notes.map((n) => ({ code: n.code, msg: say(n.text, ctx.language) })) };
  }

  /** An action on the instance of a task or on one that is named. */
  async press(ctx: Context, body: Body, action: string, input: Body, suffix = ""): Promise<Row> {
    const id = await this.instanceId(ctx, body);
    const confirmed = Array.isArray(body["confirmed"]) ? body["confirmed"].map(String) : undefined;
    const { notes } = await this.act(ctx, bpmInstance, id, action, input, suffix, confirmed);
    const { status, currentNode, currentNodeEn, handlers } = await this.facts(ctx).find.one(bpmInstance, id);
    return { instanceId: id, status, currentNode, currentNodeEn, handlers, ...(notes.length ? { notes } : {}) };
  }

  /** The instance somebody means: named, by one of its tasks, or the newest about a document. */
  async instanceId(ctx: Pick<Context, "me" | "now" | "language">, body: Body): Promise<string> {
    if (text(body, "instanceId")) return text(body, "instanceId");
    const { find } = this.facts(ctx);
    const taskId = text(body, "taskId");
    const [task] = taskId ? await find.where(bpmTask, { id: taskId }, 1) : [];
    if (task) return task.parentId;
    const [bizEntity, bizId] = [text(body, "bizEntity"), text(body, "bizId")];
    const about = bizId ? await find.where(bpmInstance, { bizEntity, bizId, parentInstanceId: null }) : [];
    const newest = about
      .map((doc) => doc.id as string)
      .sort()
      .at(-1);
    if (!newest) throw missing();
    return newest;
  }

  /** The whole instance, for whoever may look at it; null for everybody else. */
  async load(ctx: Context, id: string): Promise<{ readonly doc: Row; readonly sheet: Row | null; readonly isAdmin: boolean } | null> {
    const { find, at } = this.facts(ctx);
    const [doc, sheet] = await Promise.all([find.maybe(bpmInstance, id), find.maybe(approval, id)]);
    if (!doc) return null;
    const isAdmin = await this.isAdmin(ctx.me, find, at);
    if (!isAdmin && !(await this.#maySee(ctx, find, doc as unknown as Row, sheet as unknown as Row | null))) return null;
    return { doc: doc as unknown as Row, sheet: sheet as unknown as Row | null, isAdmin };
  }

  async isAdmin(me: Me, find: Find, at: Moment): Promise<boolean> {
    return me.audience === "internal" && (await new People(find, at).members(adminGroup, { entity: null, row: null })).includes(me.userId);
  }

  /** Whoever takes part, has it to do, was asked or told, or sees the document itself; a supplier's person what his company may see, where the bill type shows its progress. */
  async #maySee({ me }: Context, find: Find, doc: Row, sheet: Row | null): Promise<boolean> {
    const { declared, finder } = this.kernel;
    const entity = declared.entities.get(String(doc["bizEntity"]));
    if (me.audience === "supplier") {
      if (doc["starterUserId"] === me.userId) return true;
      const [bill] = await find.where(billType, { billTypeCode: doc["billTypeCode"] }, 1);
      return bill?.supplierVisibleFlag === "Y" && entity !== undefined && finder.sees(entity, String(doc["bizId"]), me);
    }
    if (me.audience !== "internal") return false;
    const part =
      doc["starterUserId"] === me.userId ||
      (doc["tasks"] as Row[]).some((t) => t["assigneeUserId"] === me.userId || t["ownerUserId"] === me.userId) ||
      (doc["copies"] as Row[]).some((c) => c["toUserId"] === me.userId) ||
      (doc["deeds"] as Row[]).some((d) => d["byUserId"] === me.userId) ||
      String(sheet?.["readers"] ?? "").includes(`,${me.userId},`);
    if (part) return true;
    const waits = await this.waiting(me, String(doc["id"]));
    return waits.length > 0 || (entity !== undefined && (await finder.sees(entity, String(doc["bizId"]), me)));
  }

  /** A document laid before somebody who has no page for it: to decide, copied, asked about, or decided by him. What his step hides stays hidden. */
  async laidBefore(entity: Entity, bizId: string, me: Me, now: Date): Promise<{ readonly hides: readonly string[] } | null> {
    const { finder } = this.kernel;
    const about = { bizEntity: [entity.name], bizId: [bizId], pageRows: 20, count: "none" };
    const { rows } = await finder.list(bpmTodo, about, me);
    if (rows.length) return { hides: (await Promise.all(rows.map((row) => this.#hidden(me, now, row)))).flat() };
    for (const list of [bpmHandled, bpmCopied])
      if ((await finder.list(list, { ...about, pageRows: 1 }, me)).rows.length) return { hides: [] };
    const asked = await finder.list(approval, { ...about, pageRows: 1, list: "discussed" }, inOwnName(me));
    return asked.rows.length ? { hides: [] } : null;
  }

  async #hidden(me: Me, now: Date, { instanceId, nodeId }: Row): Promise<readonly string[]> {
    const { find } = this.facts({ me, now, language: me.language });
    const doc = await find.one(bpmInstance, String(instanceId));
    return settingsOf(await definitionFor(find, doc as InstanceDoc), String(nodeId)).hiddenFields;
  }

  /** What this instance wants of this person now. */
  async waiting(me: Me, instanceId: string): Promise<readonly Row[]> {
    return (await this.kernel.finder.list(bpmTodo, { instanceId: [instanceId], pageRows: 50, count: "none" }, me)).rows;
  }

  /** People by name. */
  async names(ctx: Pick<Context, "me" | "now" | "language">, ids: Iterable<unknown>): Promise<ReadonlyMap<string, string>> {
    const wanted = [...new Set(ids)].filter((id): id is string => typeof id === "string" && id !== "");
    const found = wanted.length ? await this.facts(ctx).find.where(user, { id: wanted }, 5000) : [];
    return new Map(found.map((doc) => [doc.id as string, say(inBoth(doc.displayName, doc.displayNameEn), ctx.language)]));
  }

  /** The people behind groups, in the reader's language. */
  async groupNames(
    ctx: Pick<Context, "me" | "now" | "language">,
    groups: Iterable<string>,
    about: { readonly entity: Entity | null; readonly row: Row | null },
    starterId: string | null,
  ): Promise<ReadonlyMap<string, string>> {
    const { find, at } = this.facts(ctx);
    const people = new People(find, at);
    const row = about.row?.["id"] ? (about.row as Row & { readonly id: string }) : null;
    const named = await groupNames(find, groups, (group) => people.members(group, { entity: about.entity, row }), starterId);
    return new Map([...named].map(([group, name]) => [group, say(name, ctx.language)]));
  }

  /** Who may take what is open to groups on an instance, at this moment. */
  async groupsOf(ctx: Pick<Context, "me" | "now" | "language">, doc: Row, keys: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (keys.length === 0) return new Map();
    const entity = this.kernel.declared.entities.get(String(doc["bizEntity"])) ?? null;
    const row = entity ? ((await this.facts(ctx).find.maybe(entity, String(doc["bizId"]))) as Row | null) : null;
    return this.groupNames(ctx, keys, { entity, row }, doc["starterUserId"] as string | null);
  }

  missing = missing;

  /** The same action tried without doing it. */
  async whatIf(ctx: Context, id: string, action: string, input: Body): Promise<Row> {
    const { outcome, refusals } = await this.kernel.actor.trial(
      { entity: bpmInstance, action, targets: [{ id, input }] },
      { me: inOwnName(ctx.me), now: ctx.now, requestId: ctx.requestId, ip: ctx.ip },
    );
    const entries = refusals.map((r) => toldReason(answeredTo(this.kernel.declared, r, ctx.me), ctx.language));
    const changes = (outcome?.changed ?? []).find((c) => c.entity.name === bpmInstance.name)?.changes ?? [];
    const tasks = changes.filter((c) => c.path.startsWith("tasks[") && ["status", "assigneeUserId", "nodeId"].includes(c.key));
    return {
      allowed: refusals.length === 0,
      reasons: entries,
      notes: (outcome?.notes ?? []).map((n) => ({ code: n.code, msg: say(n.text, ctx.language) })),
      changes: tasks.map(({ path, old, new: now }) => ({ path, old, new: now })),
      tells: outcome?.told ?? [],
    };
  }

  /** One of many: what was done, or why not. */
  async each(ctx: Context, work: () => Promise<unknown>, of: Body): Promise<Body> {
    try {
      return { ...of, status: "S", data: await work() };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { requestId: _, ...told } = failure(answeredTo(this.kernel.declared, error, ctx.me), ctx.language, ctx.requestId);
      return { ...of, ...told };
    }
  }

  say = (ctx: Pick<Context, "language">, of: Text | readonly [string | null, string | null]): string =>
    (ctx.language === "EN" ? of[1] || of[0] : of[0]) ?? "";
}
