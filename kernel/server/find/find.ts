import type { Declared } from "../../declared.ts";
import { fieldOf, keywordFields, type Action, type Entity, type ListShape, type Me, type Where } from "../../entity.ts";
import { isDecimalKind } from "../../field.ts";
import { isShown } from "../../page.ts";
import { sensitiveButton } from "../../refine.ts";
import { notFound, refuse, type Refusal } from "../../refusal.ts";
import type { Relation, Source, Sources } from "../../query.ts";
import type { Db, Reading, Statement } from "../database/db.ts";
import { readFilters, type ListBody } from "./filter.ts";
import { whole } from "./list-body.ts";
import { listParts } from "./list-parts.ts";
import { referencesOf, type References } from "../act/references.ts";
import { q } from "../database/schema.ts";
import { documentSql, fromSql, Params, whereSql } from "./sql.ts";
import { namesOf, sourceOf } from "./source.ts";
import { Speakers } from "./spoken.ts";
import { titled } from "./titled.ts";
import { withUses } from "./uses.ts";
import { fieldButtons, isSeenBy, mayRead, scopeOf, visibleKeys, type Row } from "./visible.ts";

export interface Page {
  readonly count: number;
  readonly curIndex: number;
  readonly pageRows: number;
  /** The count stopped at the cap: there are at least this many. */
  readonly capped?: true;
  /** "All" was asked, but there are more than one answer may hold. */
  readonly truncated?: true;
  readonly sums?: Readonly<Record<string, string | null>>;
}

/** A list call after checking: which rows, in which order, how many, counted how. */
export interface Question {
  readonly where: Where;
  readonly order: readonly (readonly [string, "asc" | "desc"])[];
  readonly sums: readonly string[];
  readonly limit: number;
  readonly offset: number;
  readonly pageIndex: number;
  readonly pageRows: number;
  readonly count: "exact" | "capped" | "none";
  readonly columns: readonly string[];
}

export interface Listed {
  readonly rows: Row[];
  readonly page: Page;
}

const countCap = 10_000;
const wholeCap = 5_000;

export const permDenied = (): Refusal => refuse("PERM_DENIED", "没有操作权限", "No permission for this operation", { http: 403 });

export { notFound };

/** Only what is submitted for approval is ever laid before somebody. */
const isSubmitted = (e: Entity): boolean =>
  Object.values(e.actions as Record<string, Action>).some((action) => action.approval !== undefined);

const names = new Map<string, string>();
const documents = new WeakMap<Entity, readonly Entity[]>();

interface Written {
  readonly of: readonly ReadonlySet<string>[];
  readonly text: string;
}

/** A document's entity and those of its lines, at every depth. */
function within(e: Entity): readonly Entity[] {
  const known = documents.get(e);
  if (known) return known;
  const all = [e, ...Object.values(e.lines as Record<string, Entity>).flatMap(within)];
  documents.set(e, all);
  return all;
}

/** A text seen before is kept prepared by the database. Lists, counts and searches are not: which index is right depends on the values, and a plan for all of them reads a million rows where one organisation has ten. */
export function prepared(text: string): Statement {
  let name = names.get(text);
  if (!name) {
    if (names.size > 3_000) return text;
    name = `s${names.size}`;
    names.set(text, name);
  }
  return { name, text };
}

/** A view over a dozen tables, asked for one person's rows, takes longer to plan than to read, and its best plan is the same for everybody. */
const planned = (e: Entity, text: string): Statement => (e.view && e.mine ? prepared(text) : text);

/** Whether somebody without the page may read this one record, because it was laid before him; told with what he is not to see of it. */
export type Guest = (e: Entity, id: string, me: Me) => Promise<{ readonly hides: readonly string[] } | null>;

/** Rows that offer something this caller may not do now, left out by a filter. */
export type Withheld = (e: Entity, me: Me) => Promise<Where>;

/** The only way to read: scope, masks and grants become part of every statement. */
export class Finder {
  readonly declared: Declared;
  readonly db: Db;
  /** Kept as long as the declaration is the same: an installation may refine it. */
  readonly #visible = new Map<string, { readonly of: object; readonly keys: ReadonlySet<string> }>();

  /** The buttons that some fields are seen with. */
  readonly #buttons: readonly string[];

  /** A document's statement is long; it is written once for all who see the same keys of it. */
  readonly #texts = new WeakMap<ReadonlySet<string>, Map<string, Written>>();

  readonly references: References;
  /** Who says texts that are stored as key and values. */
  readonly speakers = new Speakers();
  #guest: Guest = async () => null;
  #withheld: Withheld = async () => ({});

  constructor(declared: Declared, db: Db) {
    this.declared = declared;
    this.db = db;
    this.#buttons = fieldButtons(declared);
    this.references = referencesOf(declared);
  }

  visible(declaration: Entity, me: Me): ReadonlySet<string> {
    const e = this.declared.entities.get(declaration.name) ?? declaration;
    const key = `${e.name}|${me.audience}|${this.#buttons.map((button) => me.holds(button)).join()}`;
    const known = this.#visible.get(key);
    if (known?.of === e.fields) return known.keys;
    const keys = new Set(visibleKeys(this.declared, e, me.audience).filter((visibleKey) => isSeenBy(me, e.fields[visibleKey])));
    this.#visible.set(key, { of: e.fields, keys });
    return keys;
  }

  mayRead = (e: Entity, me: Me): boolean => mayRead(this.declared, e, me);

  /** Names are offered of what one may read, and of what something one may read refers to. */
  mayPick(e: Entity, me: Me): boolean {
    if (me.audience === "public") return false;
    return (
      this.mayRead(e, me) ||
      me.picks(e.name) ||
      (this.references.from.get(e.name) ?? []).some((entity) => !entity.open && !entity.mine && this.mayRead(entity, me))
    );
  }

  #mustRead(e: Entity, me: Me): Where {
    if (e.internal || !this.mayRead(e, me)) throw permDenied();
    const scope = scopeOf(this.declared, e, me);
    if (scope === null) throw permDenied();
    return scope;
  }

  /** What a caller may see of entities, for statements of their own. Whether he may ask them at all is the page's to say. */
  sourceFor(me: Me): Sources {
    const source = <E extends Entity>(e: E, through?: Relation): Source<E> =>
      sourceOf(this.declared, e, { scope: scopeOf(this.declared, e, me), visible: this.visible(e, me) }, me.language, through);
    return Object.assign(source, { names: (e: Entity) => namesOf(e, me.language) });
  }

  /** Who else may read a single record: whoever it was laid before for a decision. */
  welcome(guest: Guest): void {
    this.#guest = guest;
  }

  /** Who says which of the rows that offer something are not offered to this caller now. */
  withhold(withheld: Withheld): void {
    this.#withheld = withheld;
  }

  /** The filter that leaves out what is not offered to this caller now. */
  offered = async (e: Entity, me: Me): Promise<Where> => (e.offers && me.audience !== "system" ? this.#withheld(e, me) : {});

  /** One document with its lines, or exactly the same refusal for a missing and a foreign id. */
  async byId(e: Entity, id: unknown, me: Me): Promise<Row> {
    const isId = typeof id === "string" && id !== "" && !id.includes("\u0000");
    const scope = e.internal || !this.mayRead(e, me) ? null : scopeOf(this.declared, e, me);
    const own =
      isId && scope !== null ? await this.#document(e, id, e.offers ? { all: [scope, await this.offered(e, me)] } : scope, me) : undefined;
    const found = own ?? (isId ? await this.#laidBefore(e, id, me) : undefined);
    if (!found) throw scope === null ? permDenied() : notFound(e);
    return (await withUses(this, e, await this.speakers.say(e, [found], me), me))[0]!;
  }

  async #laidBefore(e: Entity, id: string, me: Me): Promise<Row | undefined> {
    const leave = await this.#leave(e, id, me);
    // Whoever decides about a document sees what it comes to.
    const found = leave
      ? await this.#document(e, id, {}, { ...me, holds: (button) => button !== sensitiveButton || me.holds(button) })
      : undefined;
    for (const key of leave?.hides ?? []) if (found) delete found[key];
    return found;
  }

  /** A guest's leave to read; a line is read with its document. */
  async #leave(e: Entity, id: string, me: Me): ReturnType<Guest> {
    if (e.internal || me.audience !== "internal") return null;
    const parent = this.declared.parent(e);
    if (!parent) return isSubmitted(e) ? this.#guest(e, id, me) : null;
    if (!(parent.collection in parent.entity.lines)) return null;
    const row = await this.db.one<{ parentId: string }>(`select "parentId" from ${q(e.name)} where id = $1`, [id]);
    return row && this.#leave(parent.entity, row.parentId, me);
  }

  async #document(e: Entity, id: string, scope: Where, me: Me): Promise<Row | undefined> {
    const params = new Params();
    const condition = `t.id = ${params.add(id)} and ${whereSql(e, "t", scope, params, this.declared)}`;
    return (await this.db.query<Row>(prepared(this.#documentText(e, condition, me)), params.values))[0];
  }

  #documentText(e: Entity, condition: string, me: Me): string {
    const of = within(e).map((entity) => this.visible(entity, me));
    const texts = this.#texts.get(of[0]!) ?? new Map<string, Written>();
    this.#texts.set(of[0]!, texts);
    const key = `${me.language} ${condition}`;
    const known = texts.get(key);
    if (known?.of.every((keys, at) => keys === of[at])) return known.text;
    const isInside = me.audience === "internal" || me.audience === "system";
    // Lines that suppliers never see are not even counted by them.
    const seen = (entity: Entity, collection: string): boolean =>
      isInside || (entity.shows?.supplier?.includes(collection as never) ?? false);
    const text = documentSql(this.declared, e, (entity) => [...this.visible(entity, me)], me.language, "document", condition, { seen });
    if (texts.size < 100) texts.set(key, { of, text });
    return text;
  }

  /** Whether a caller may see the row, as one of his own or laid before him. */
  async sees(e: Entity, id: string, me: Me): Promise<boolean> {
    return (await this.isOwn(e, id, me)) || (await this.#leave(e, id, me)) !== null;
  }

  /** Whether the row is among those a caller works with: what was only laid before him is not. */
  async isOwn(e: Entity, id: string, me: Me, db: Reading = this.db): Promise<boolean> {
    const scope = this.mayRead(e, me) ? scopeOf(this.declared, e, me) : null;
    if (scope === null) return false;
    const params = new Params();
    const text = `select 1 from ${q(e.name)} t where t.id = ${params.add(id)} and ${whereSql(e, "t", scope, params, this.declared)}`;
    return (await db.query(prepared(text), params.values)).length > 0;
  }

  async list(e: Entity, body: ListBody, me: Me, most = wholeCap): Promise<Listed> {
    const asked = this.question(e, body, me, most, await this.offered(e, me));
    const rows = await this.#rows(e, asked, me);
    const whole = rows.length < asked.limit && (rows.length > 0 || asked.offset === 0);
    const total: { count: number; capped?: true } = whole
      ? { count: asked.offset + rows.length }
      : await this.#count(e, asked.where, asked.count);
    const sums = asked.sums.length ? { sums: await this.#sums(e, asked.where, asked.sums) } : {};
    const page: Page = {
      ...total,
      curIndex: asked.pageIndex,
      pageRows: asked.pageRows,
      ...sums,
      ...(asked.pageRows === 0 && (total.count > most || total.capped) ? { truncated: true as const } : {}),
    };
    return { rows: await withUses(this, e, await this.speakers.say(e, rows, me), me), page };
  }

  /** Filters, scope, order and limits of a list call, checked. */
  question(e: Entity, body: ListBody, me: Me, most = wholeCap, offered: Where = {}): Question {
    const scope = this.#mustRead(e, me);
    const visible = this.visible(e, me);
    const shape = this.#shape(e, body);
    const pageIndex = whole(body.pageIndex ?? 1, "pageIndex", 1, 1_000_000);
    const pageRows = whole(body.pageRows ?? 200, "pageRows", 0, most);
    const views = { ...e.views, ...shape?.views };
    const view = typeof body.view === "string" && Object.hasOwn(views, body.view) ? views[body.view] : undefined;
    if (body.view && !view) throw refuse("FILTER_UNKNOWN", `未知视图 ${String(body.view)}`, `Unknown view ${String(body.view)}`);
    const filters = readFilters(
      e,
      body,
      me.zone,
      (key, of) => this.visible(of, me).has(key) || (key in of.lines && isShown(of, key, me.audience)),
    );
    const where: Where = { all: [scope, offered, filters, ...(shape?.where ? [shape.where(me)] : []), ...(view ? [view[2](me)] : [])] };
    const order = this.#order(e, body.orderBy, visible) ?? view?.[3] ?? shape?.order ?? e.order ?? ([["id", "desc"]] as const);
    const sums = Array.isArray(body.needSums)
      ? [...new Set(body.needSums as unknown[])].filter(
          (key): key is string =>
            typeof key === "string" && visible.has(key) && (isDecimalKind(fieldOf(e, key)!.kind) || fieldOf(e, key)!.kind === "int"),
        )
      : [];
    const limit = pageRows === 0 ? most : pageRows;
    const offset = pageRows === 0 ? 0 : (pageIndex - 1) * pageRows;
    const count = body.count === "exact" || body.count === "none" ? body.count : ("capped" as const);
    const columns = [...(shape?.columns ?? e.list ?? Object.keys(e.fields))].filter((key) => visible.has(key));
    return { where, order, sums, limit, offset, pageIndex, pageRows, count, columns };
  }

  #shape(e: Entity, body: ListBody): ListShape | undefined {
    if (body.list === undefined || body.list === "") return undefined;
    const shape = typeof body.list === "string" && Object.hasOwn(e.lists ?? {}, body.list) ? e.lists![body.list] : undefined;
    if (!shape) throw refuse("FILTER_UNKNOWN", `未知列表 ${String(body.list)}`, `Unknown list ${String(body.list)}`);
    return shape;
  }

  #order(e: Entity, asked: unknown, visible: ReadonlySet<string>): readonly (readonly [string, "asc" | "desc"])[] | undefined {
    if (!Array.isArray(asked) || asked.length === 0) return undefined;
    return asked.slice(0, 5).map((entry: { key?: unknown; dir?: unknown }) => {
      const key = String(entry?.key);
      const field = fieldOf(e, key);
      if (
        !field ||
        !visible.has(key) ||
        field.uses ||
        ["rows", "payload", "snapshot", "picks", "refs", "files", "richtext"].includes(field.kind)
      )
        throw refuse("FILTER_UNKNOWN", `不能按 ${key} 排序`, `Cannot sort by ${key}`);
      return [key, entry.dir === "asc" ? "asc" : "desc"] as const;
    });
  }

  async #rows(e: Entity, asked: Question, me: Me): Promise<Row[]> {
    const { text, values } = this.listSql(e, asked, me);
    return this.db.query<Row>(planned(e, text), values);
  }

  /** A page of rows: the inner select walks the index, the outer one adds the names behind references. */
  listSql(e: Entity, asked: Question, me: Me): { text: string; values: unknown[] } {
    const params = new Params();
    const { inner, outer, joins, order } = listParts(this.declared, e, this.visible(e, me), asked, me.language);
    const from = fromSql(e, asked.where, params, this.declared);
    const page = `${inner} ${from} ${order} limit ${params.add(asked.limit)} offset ${params.add(asked.offset)}`;
    return { text: `${outer} from (${page}) t ${joins} ${order}`, values: params.values };
  }

  async #count(e: Entity, where: Where, how: "exact" | "capped" | "none"): Promise<{ count: number; capped?: true }> {
    if (how === "none") return { count: -1 };
    const params = new Params();
    const from = fromSql(e, where, params, this.declared);
    const text =
      how === "exact" ? `select count(*)::int as n ${from}` : `select count(*)::int as n from (select 1 ${from} limit ${countCap + 1}) c`;
    const n = (await this.db.one<{ n: number }>(planned(e, text), params.values))!.n;
    return how === "capped" && n > countCap ? { count: countCap, capped: true } : { count: n };
  }

  async #sums(e: Entity, where: Where, keys: readonly string[]): Promise<Record<string, string | null>> {
    const params = new Params();
    const text = `select ${keys.map((key) => `sum(t.${q(key)})::text as ${q(key)}`).join(", ")} ${fromSql(e, where, params, this.declared)}`;
    return (await this.db.one<Record<string, string | null>>(text, params.values))!;
  }

  /** How many rows each declared view holds, under the same filters, scope and cap as the list itself. */
  async countViews(e: Entity, body: ListBody, me: Me): Promise<Record<string, { count: number; capped?: true }>> {
    const views = { ...e.views, ...this.#shape(e, body)?.views };
    const offered = await this.offered(e, me);
    const counts = await Promise.all(
      ["", ...Object.keys(views)].map(
        async (view) =>
          [view || "all", await this.#count(e, this.question(e, { ...body, view }, me, wholeCap, offered).where, "capped")] as const,
      ),
    );
    return Object.fromEntries(counts);
  }

  /** What a reference picker offers: code and name only, of the rows the caller's audience may see. */
  async pick(e: Entity, body: ListBody & { text?: unknown; where?: unknown }, me: Me, among: Where = {}): Promise<Listed> {
    const scope = e.internal ? null : scopeOf(this.declared, e, me);
    if (scope === null || !this.mayPick(e, me)) throw permDenied();
    const visible = this.visible(e, me);
    // Whoever does not read the entity itself is told code and name, and the codes it is chosen by.
    const isReader = this.mayRead(e, me);
    const isChosenBy = (key: string): boolean => this.references.chosenBy.get(e.name)?.has(key) === true;
    const kinds = Object.keys(e.fields).filter((key) => ["pick", "yn"].includes(e.fields[key]!.kind) && (isReader || isChosenBy(key)));
    const keys = [
      "id",
      ...e.title,
      ...kinds,
      ...(this.references.brings.get(e.name) ?? []),
      ...(e.tree ? [e.tree.parent] : []),
      ...(e.states ? [e.stateField] : []),
      ...e.title.map((key) => e.fields[key]?.english ?? ""),
    ].filter((key) => visible.has(key));
    const words =
      typeof body.text === "string" && body.text.trim()
        ? {
            any: keywordFields(e)
              .filter((key) => visible.has(key))
              .map((key) => ({ [key]: { contains: (body.text as string).trim().slice(0, 100) } })),
          }
        : {};
    // A reference may say which rows it is chosen from by what they refer to themselves, and by its declared condition also where that field is not shown.
    const mayName = (key: string): boolean => keys.includes(key) || isChosenBy(key) || (visible.has(key) && e.fields[key]?.kind === "ref");
    const filters =
      typeof body.where === "object" && body.where !== null
        ? readFilters(e, body.where as ListBody, me.zone, (key, of) => of === e && mayName(key))
        : {};
    const ids = Array.isArray(body["ids"]) ? { id: (body["ids"] as unknown[]).map(String).slice(0, 5000) } : {};
    const limit = whole(body.pageRows ?? 20, "pageRows", 1, 500);
    const pageIndex = whole(body.pageIndex ?? 1, "pageIndex", 1, 100_000);
    const params = new Params();
    const where: Where = { all: [scope, words, filters, ids as Where, among] };
    const text = `select ${[...new Set(keys)].map((key) => `t.${q(key)}`).join(", ")} from ${q(e.name)} t where ${whereSql(e, "t", where, params, this.declared)} order by t.${q(e.title[0]!)}, t.id limit ${params.add(limit + 1)} offset ${params.add((pageIndex - 1) * limit)}`;
    const rows = await this.db.query<Row>(text, params.values);
    const more = rows.length > limit;
    return {
      rows: rows.slice(0, limit).map((row) => titled(e, row, me)),
      page: {
        count: (pageIndex - 1) * limit + rows.length,
        curIndex: pageIndex,
        pageRows: limit,
        ...(more ? { capped: true as const } : {}),
      },
    };
  }
}
