import { createHash } from "node:crypto";
import { knownBeside } from "../../check.ts";
import type { Declared } from "../../declared.ts";
import type { Action, Entity, Me } from "../../entity.ts";
import { PROOF_NEEDED } from "../../proof.ts";
import { Refusal, refuse, type Reason } from "../../refusal.ts";
import { answeredTo, reasonsFor } from "../../remedy.ts";
import { say } from "../../text.ts";
import type { Actor } from "../act/act.ts";
import type { ChangedDocument, Command, Target } from "../act/attempt.ts";
import { answer, doerOf, failure, requestKey, toldReason, Verbatim, type Context } from "./call.ts";
import type { OpenDb } from "../database/db.ts";
import { notFound, permDenied, type Finder } from "../find/find.ts";
import { refuseUnknownFilters, type ListBody } from "../find/filter.ts";
import { readsEntity, refuseUnknown } from "./input.ts";
import { isMark, readable, type History } from "../journal/history.ts";
import { offeredBy } from "../find/offered.ts";
import type { Once } from "./once.ts";
import { replyText } from "../act/outcome.ts";
import type { Settings } from "../install/settings.ts";
import { whereUsed } from "../find/uses.ts";
import { verbOf } from "../act/verb.ts";
import { masked, type Row } from "../find/visible.ts";

type Body = Record<string, unknown>;
export type EntityHandler = (ctx: Context, e: Entity, body: Body) => Promise<unknown>;

/** No setting goes below it: a page of this size needs no leave. */
const smallPage = 500;

/** The most rows one list may bring at once, as the house has set it. */
async function mostRows(settings: Settings, pageRows: unknown): Promise<number | undefined> {
  const rows = Number(pageRows ?? smallPage);
  if (rows > 0 && rows <= smallPage) return undefined;
  const most = Number((await settings.decide("TABLE_MAX_ROWS"))?.value);
  return most >= smallPage ? most : undefined;
}

interface EntityCallParts {
  readonly declared: Declared;
  readonly finder: Finder;
  readonly actor: Actor;
  readonly history: History;
  readonly settings: Settings;
  readonly db: Pick<OpenDb, "readOnly">;
  readonly once: Once;
}

/** The specification's calls as a thin skin over find and act. */
export class EntityCalls {
  readonly #declared: Declared;
  readonly #finder: Finder;
  readonly #actor: Actor;
  readonly #history: History;
  readonly #db: Pick<OpenDb, "readOnly">;
  readonly #once: Once;
  readonly #own: Readonly<Record<string, EntityHandler>>;
  readonly #further = new Map<string, EntityHandler>();

  constructor({ declared, finder, actor, history, settings, db, once }: EntityCallParts) {
    this.#declared = declared;
    this.#finder = finder;
    this.#actor = actor;
    this.#history = history;
    this.#db = db;
    this.#once = once;
    this.#own = {
      findById: (ctx, e, body) => finder.byId(e, body["id"], ctx.me),
      listByPage: async (ctx, e, body) => {
        const { rows, page } = await finder.list(e, body as ListBody, ctx.me, await mostRows(settings, body["pageRows"]));
        return answer(rows, { page });
      },
      pickByPage: async (ctx, e, body) => {
        const offered = await offeredBy({ declared, finder, settings }, ctx, e, body["fits"]);
        const { rows, page } = await finder.pick(e, body as ListBody, ctx.me, offered?.where);
        return answer(rows, { page, ...(offered && rows.length === 0 ? { beside: { none: offered.none } } : {}) });
      },
      countViews: (ctx, e, body) => finder.countViews(e, body as ListBody, ctx.me),
      history: async (ctx, e, body) => {
        await finder.byId(e, body["id"], ctx.me);
        return this.#history.of(e, String(body["id"]), ctx.me);
      },
      whereUsed: async (ctx, e, body) => {
        const { id } = await finder.byId(e, body["id"], ctx.me);
        return whereUsed(finder, e, id as string, ctx.me);
      },
      // The language of a request is no value of the document, even where the document has a field of that name.
      saveOrUpdate: (ctx, e, { language: _, ...body }) => this.#act(ctx, e, "saveOrUpdate", [saved(body)], body),
      doBatchSaveOrUpdate: (ctx, e, body) => this.#batchSave(ctx, e, body),
      delete: (ctx, e, body) => this.#act(ctx, e, "delete", [target(body, {})], body),
      doBatchDelete: (ctx, e, body) => this.#act(ctx, e, "delete", rowsOf(body), body, true),
      whyNot: (ctx, e, body) => this.#trial(ctx, e, body, true),
      whatIf: (ctx, e, body) => this.#trial(ctx, e, body, false),
    };
  }

  /** A further call of every entity; an action of that name goes before it. */
  on(name: string, handle: EntityHandler): void {
    this.#further.set(name, handle);
  }

  /** Whether a call brings documents with their lines, or many of them: only such bodies may be large. */
  hasLines(segment: string, name: string): boolean {
    const e = this.#declared.byPath(segment);
    if (!e || e.internal) return false;
    if (name === "doBatchSaveOrUpdate") return true;
    if (bringsDocument.has(name)) return Object.keys(e.lines).length > 0 || Object.values(e.fields).some((field) => field.kind === "rows");
    const action = Object.hasOwn(e.actions, name) ? (e.actions as Record<string, Action>)[name] : undefined;
    return Object.values(action?.input ?? {}).some((field) => field.kind === "rows" || field.kind === "payload");
  }

  /** Refuses names an entity's call does not take, for a call that passes them on under another name. */
  check(entity: string, name: string, body: Body, isOwn: (key: string) => boolean): void {
    const e = this.#declared.entity(entity);
    const action = Object.hasOwn(e.actions, name) ? (e.actions as Record<string, Action>)[name] : undefined;
    const isBeside = knownBeside(e);
    if (action) refuseUnknown(body, (key) => isOwn(key) || envelope.includes(key) || Object.hasOwn(action.input ?? {}, key));
    else if (name === "listByPage") refuseUnknownFilters(e, body, isOwn);
    else if (name === "saveOrUpdate") refuseUnknown(body, (key) => isOwn(key) || Object.hasOwn(e.fields, key) || isBeside(key));
    else mustKnow(name, Object.fromEntries(Object.entries(body).filter(([key]) => !isOwn(key))));
  }

  /** Answers /api/{service}/v1/{entity}Restful/{name}; an entity or name that does not exist is an unknown call. */
  async handle(ctx: Context, service: string, segment: string, name: string, body: Body): Promise<unknown> {
    const e = this.#declared.byPath(segment);
    if (!e || e.service !== service || e.internal) throw unknownCall();
    const own = Object.hasOwn(this.#own, name) ? this.#own[name] : undefined;
    if (own) {
      mustKnow(name, body);
      return readsEntity(name) ? this.#db.readOnly(() => own(ctx, e, body)) : own(ctx, e, body);
    }
    const action = Object.hasOwn(e.actions, name) ? (e.actions as Record<string, Action>)[name] : undefined;
    const further = this.#further.get(name);
    if (!action && further)
      return this.#once.call(
        ctx,
        requestKey(ctx, body["requestId"]),
        () => [e.name, name, body],
        () => further(ctx, e, body),
      );
    if (!action) throw unknownCall();
    const { id, ids, versionNum } = body;
    const input = inputIn(body, action);
    if (Array.isArray(ids) && action.batch === "each") return this.#each(ctx, e, name, ids, input, body);
    if (Array.isArray(ids))
      return this.#act(
        ctx,
        e,
        name,
        ids.map((entry) => ({ id: String(entry), input })),
        body,
        true,
      );
    const row = { id: action.creates ? undefined : textOr(id, e), versionNum: versionOf(versionNum), input };
    return this.#act(ctx, e, name, [row], body, action.creates && action.chooses !== undefined);
  }

  async #act(ctx: Context, e: Entity, action: string, targets: readonly Target[], body: Body, asList = false): Promise<unknown> {
    const command = { ...commandOf(ctx, e, action, targets, body), ...(asList ? { asList: true as const } : {}) };
    const doer = doerOf(ctx);
    const outcome = await this.#actor.act(command, doer);
    return new Verbatim(outcome.stored ?? replyText(outcome, doer, command));
  }

  /** Every document on its own: those that may, do; those that may not, say why. */
  async #each(ctx: Context, e: Entity, action: string, ids: readonly unknown[], input: Row, body: Body): Promise<unknown> {
    if (ids.length > 500) throw refuse("BATCH_SIZE", "一次最多处理 500 条", "Handle at most 500 documents at a time");
    const results: Body[] = [];
    for (const [index, entry] of ids.entries()) {
      const id = String(entry);
      try {
        const command = commandOf(ctx, e, action, [{ id, input }], body, `#${index}`);
        const outcome = await this.#actor.act(command, doerOf(ctx));
        const result = outcome.stored ? (JSON.parse(outcome.stored) as Body)["data"] : outcome.documents[0];
        results.push({ id, status: "S", data: result ?? null });
      } catch (error) {
        // A proof of identity is asked for once, not row by row; what was done before it is not done again under the same key.
        if (!(error instanceof Refusal) || error.code === PROOF_NEEDED) throw error;
        const { requestId: _, ...told } = failure(answeredTo(this.#declared, error, ctx.me), ctx.language, ctx.requestId);
        results.push({ id, ...told });
      }
    }
    return results;
  }

  async #batchSave(ctx: Context, e: Entity, body: Body): Promise<unknown> {
    const rows = Array.isArray(body["rows"]) ? (body["rows"] as unknown[]) : null;
    if (!rows) throw refuse("FIELD_TYPE", "rows 须为列表", "rows must be a list");
    const removed = Array.isArray(body["removed"]) ? (body["removed"] as unknown[]).map(String) : [];
    const targets = rows.map((row) => saved(row as Body));
    if (removed.length && targets.length === 0)
      return this.#act(
        ctx,
        e,
        "delete",
        removed.map((id) => ({ id, input: {} })),
        body,
        true,
      );
    const command: Command = { ...commandOf(ctx, e, "saveOrUpdate", targets, body), asList: true };
    const doer = doerOf(ctx);
    const outcome = await this.#actor.act(removed.length ? { ...command, removes: removed } : command, doer);
    return outcome.stored ? new Verbatim(outcome.stored) : outcome.documents;
  }

  async #trial(ctx: Context, e: Entity, body: Body, isBefore: boolean): Promise<unknown> {
    const action = String(body["action"] ?? "");
    if (!verbOf(e, action)) throw unknownCall();
    const input = typeof body["input"] === "object" && body["input"] !== null ? (body["input"] as Row) : {};
    const { me } = ctx;
    if (typeof body["id"] === "string") await this.#finder.byId(e, body["id"], me);
    const { outcome, refusals, asks } = await this.#actor.trial(
      { entity: e, action, targets: [{ id: textOr(body["id"], e, true), input }] },
      doerOf(ctx),
    );
    // What an action asks for when it is pressed does not stand in its way before.
    const asksFor = isBefore ? (verbOf(e, action)!.input ?? {}) : {};
    const isAsked = ({ path = "", code }: { path?: string; code: string }): boolean =>
      code === "TABLE_REQUIRED" && path in asksFor && !(path in input);
    const missing = refusals.flatMap((r) => reasonsFor(this.#declared, r, me).filter((reason) => !isAsked(reason)));
    const told = (list: readonly Reason[], ok: boolean) => list.map((reason) => ({ ok, ...toldReason(reason, me.language) }));
    return {
      allowed: refusals.length === 0,
      reasons: told(missing, false),
      asks: told(asks, true),
      notes: told([...(outcome?.foreseen ?? []), ...(outcome?.notes ?? [])], true),
      changes: (outcome?.changed ?? []).filter((c) => this.#finder.mayRead(c.entity, me)).map((c) => this.#told(c, me)),
      tells: this.#notices(outcome?.told ?? [], me),
    };
  }

  /** The notices people would get, by their names; what only other areas listen to is no notice. */
  #notices(events: readonly string[], me: Me): string[] {
    const shapes = events.flatMap((code) => this.#declared.event(code) ?? []);
    return shapes.flatMap((event) => (event.tells ? [say(event.label, me.language)] : []));
  }

  #told(c: ChangedDocument, me: Me): Body {
    const visible = this.#finder.visible(c.entity, me);
    const fields = c.changes
      .filter(
        (change) => (change.path.includes("[") ? this.#finder.visible(change.entity, me) : visible).has(change.key) || isMark(change.key),
      )
      .map((change) => {
        const [o, n] = [masked(change.entity, change.key, change.old), masked(change.entity, change.key, change.new)];
        const result = readable(c.entity, { p: change.path, o, n }, me.zone);
        return { key: change.path, label: say(result.label, me.language), old: result.old, new: result.new };
      });
    return {
      entity: c.entity.name,
      label: say(c.entity.label, me.language),
      id: c.id,
      number: c.number,
      made: c.made,
      removed: c.removed,
      fields,
    };
  }
}

const bringsDocument: ReadonlySet<string> = new Set(["saveOrUpdate", "whatIf", "whyNot"]);
const envelope = ["id", "ids", "versionNum", "reason", "confirmed", "rows", "language", "requestId"];
/** What names the documents and the version read is never an action's own. */
const naming = ["id", "ids", "versionNum"];

/** What an action is given: everything beside the envelope, and what of the envelope the action itself asks for. */
export const inputIn = (body: Body, action: Pick<Action, "input">): Body =>
  Object.fromEntries(
    Object.entries(body).filter(([key]) => !envelope.includes(key) || (!naming.includes(key) && Object.hasOwn(action.input ?? {}, key))),
  );

/** What the calls that are neither lists nor saves take: those check their names against the declaration. */
const takenBy: Readonly<Record<string, readonly string[]>> = {
  findById: ["id"],
  pickByPage: ["text", "where", "ids", "fits", "pageIndex", "pageRows"],
  history: ["id"],
  whereUsed: ["id"],
  delete: ["id", "versionNum", "reason", "confirmed"],
  doBatchSaveOrUpdate: ["rows", "removed", "reason", "confirmed"],
  doBatchDelete: ["ids", "rows", "reason", "confirmed"],
  whyNot: ["id", "action", "input"],
  whatIf: ["id", "action", "input"],
};

/** A name a call does not take is refused, so that a typo never does something else. */
function mustKnow(name: string, body: Body): void {
  const taken = takenBy[name];
  if (taken) refuseUnknown(body, (path) => taken.includes(path) || path === "id" || path === "versionNum");
}

export const unknownCall = (): Refusal => refuse("CALL_UNKNOWN", "没有这个接口", "There is no such call", { http: 404 });

function commandOf(ctx: Context, e: Entity, action: string, targets: readonly Target[], body: Body, suffix = ""): Command {
  // A caller that cannot set headers names its request in the body; a field of that name is the document's own.
  // A request that is itself the document, or a field of it, names no repeat.
  const isNamed = targets.some((target) => target.id === body["requestId"]) || ("requestId" in e.fields && action === "saveOrUpdate");
  const named = requestKey(ctx, isNamed ? null : body["requestId"]);
  if (!verbOf(e, action)) throw permDenied();
  return {
    entity: e,
    action,
    targets,
    brings: true,
    reason:
      // An action that asks for a reason has it told as its own; a field of that name is only a field.
      typeof body["reason"] === "string" && !(action === "saveOrUpdate" && "reason" in e.fields)
        ? body["reason"].slice(0, 2000)
        : undefined,
    confirmed: Array.isArray(body["confirmed"]) ? body["confirmed"].map(String) : undefined,
    key: named
      ? {
          key: `${named}${suffix}`,
          bodyHash: createHash("sha256")
            .update(`${e.name}|${action}|${JSON.stringify(body)}`)
            .digest("hex"),
        }
      : undefined,
  };
}

function target(raw: Body, input: Body): Target {
  if (typeof raw !== "object" || raw === null) throw refuse("FIELD_TYPE", "须为对象", "must be an object");
  const id = typeof raw["id"] === "string" && raw["id"] ? raw["id"] : undefined;
  return { id, versionNum: versionOf(raw["versionNum"]), input };
}

/** Whoever changes a document says which version was read: otherwise what others wrote since would be lost without a word. */
const saved = (row: Body): Target => ({ ...target(row, row), mustNameVersion: true });

const rowsOf = (body: Body): Target[] => {
  if (Array.isArray(body["ids"])) return body["ids"].map((id) => ({ id: String(id), input: {} }));
  if (Array.isArray(body["rows"])) return body["rows"].map((row: Body) => target(row, {}));
  throw refuse("FIELD_TYPE", "ids 须为列表", "ids must be a list");
};

const versionOf = (value: unknown): number | undefined =>
  typeof value === "number" ? value : typeof value === "string" && /^\d+$/.test(value) ? Number(value) : undefined;

function textOr(value: unknown, e: Entity, optional = false): string | undefined {
  if (typeof value === "string" && value) return value;
  if (optional) return undefined;
  throw notFound(e);
}
