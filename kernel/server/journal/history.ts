import { collections, fieldOf, type Action, type Entity, type Me } from "../../entity.ts";
import { say, type Text } from "../../text.ts";
import { inZone } from "../../time.ts";
import type { Db } from "../database/db.ts";
import type { Finder } from "../find/find.ts";
import { passes } from "../access/holders.ts";
import { homesOf } from "../act/home.ts";
import { isSealed } from "./journal.ts";
import { reasonText } from "./reason.ts";
import { q } from "../database/schema.ts";
import { named } from "../find/statement.ts";
import { verbOf } from "../act/verb.ts";
import { scopeOf, type Row } from "../find/visible.ts";

interface JournalRow {
  readonly no: number;
  readonly at: string;
  readonly userId: string;
  readonly userName: string;
  readonly displayName: string | null;
  /** The company the actor works for, where it is a supplier. */
  readonly company: string | null;
  readonly onBehalfOf: string | null;
  readonly action: string;
  readonly why: string | null;
  readonly changes: readonly { p: string; o: unknown; n: unknown }[];
  readonly sealed: boolean;
  /** Of the other side, which is named as a company: who acted and why is not for the reader. */
  readonly isAnonymous?: boolean;
}

const viaOf = (account: string): string | null => (account.includes("/") ? account.slice(account.indexOf("/") + 1) : null);

/** Said of a whole line or document, not of a field of it. */
const marks: Readonly<Record<string, Text>> = {
  $added: ["（已新增）", " (added)"],
  $removed: ["（已删除）", " (removed)"],
  $proven: ["（已验证身份）", " (identity confirmed)"],
};
export const isMark = (key: string): boolean => Object.hasOwn(marks, key);

/** Follows a path like lines[10].qty to the field it names. */
function fieldAt(e: Entity, path: string, called: Text = e.label): { label: Text; key: string; entity: Entity } {
  // Whatever people call a line, its id ends the name: lines[10#01m7…].qty
  const line = /^(\w+)\[(?:(.*?)#)??([0-9a-z]{20})\]\.(.+)$/.exec(path);
  const below = line ? (collections(e) as Record<string, Entity>)[line[1]!] : undefined;
  if (line && below) {
    const name = line[2] ? ` ${line[2]}` : "";
    const text: Text = [below.label[0] + name, below.label[1] + name];
    const found = fieldAt(below, line[4]!, text);
    return isMark(line[4]!) ? found : { ...found, label: [`${text[0]} · ${found.label[0]}`, `${text[1]} · ${found.label[1]}`] };
  }
  if (isMark(path)) return { label: [called[0] + marks[path]![0], called[1] + marks[path]![1]], key: path, entity: e };
  return { label: fieldOf(e, path)?.label ?? [path, path], key: path, entity: e };
}

/** A change as people read it: the field's name and its line's, and of a line that came or went what it is called, not its id. */
export function readable(e: Entity, change: { p: string; o: unknown; n: unknown }, zone: string) {
  const at = fieldAt(e, change.p);
  const isTime = fieldOf(at.entity, at.key)?.kind === "datetime";
  const name = (value: unknown): unknown => {
    if (isMark(at.key) && value !== null) return /^(.*)#/.exec(String(value))?.[1] || null;
    return isTime && typeof value === "string" ? inZone(value, zone) : value;
  };
  return { ...at, old: name(change.o), new: name(change.n) };
}

/** The history of a document, field by field, for readers who may see those fields. */
export class History {
  readonly #db: Db;
  readonly #finder: Finder;

  constructor(db: Db, finder: Finder) {
    this.#db = db;
    this.#finder = finder;
  }

  /** The history of a line is what its document's history says of it. */
  async of(e: Entity, id: string, me: Me): Promise<unknown[]> {
    const homes = await homesOf(this.#finder.declared, e, [id], [], this.#db);
    if (!homes) return (await this.#rows(e, id, me)).map((row) => this.#entry(e, row, me));
    const rows = await this.#rows(homes.document, homes.ids.get(id) ?? id, me);
    return rows.flatMap((row) => {
      const mine = row.changes.flatMap((c) =>
        c.p.includes(`${id}].`) ? [{ ...c, p: c.p.slice(c.p.indexOf(`${id}].`) + id.length + 2) }] : [],
      );
      return mine.length ? [this.#entry(e, { ...row, changes: mine }, me)] : [];
    });
  }

  async #rows(e: Entity, id: string, me: Me): Promise<JournalRow[]> {
    const rows = await this.#journal(e, id, me);
    return me.audience === "supplier" ? this.#shared(e, id, rows, me) : rows;
  }

  /** What a supplier reads: what happened while the document was shared with it. Reasons and comments of the other side are not for it. */
  async #shared(e: Entity, id: string, rows: readonly JournalRow[], me: Me): Promise<JournalRow[]> {
    const { parent: _, ...scope } = scopeOf(this.#finder.declared, e, me) ?? { any: [] };
    const now = await this.#db.one<Row>(`select * from ${q(e.name)} where id = $1`, [id]);
    if (!now) return [];
    const shared: JournalRow[] = [];
    let row: Row = now;
    for (const entry of rows) {
      const isOwn = entry.company === me.supplierId;
      const anonymous = { ...entry, isAnonymous: true, why: null, userName: "", displayName: null, onBehalfOf: null };
      if (passes(row, scope)) shared.push(isOwn ? entry : anonymous);
      // The row as it was before the entry.
      row = { ...row, ...Object.fromEntries(entry.changes.filter(({ p }) => p in row).map(({ p, o }) => [p, o])) };
    }
    return shared.filter((entry) => !entry.isAnonymous || entry.changes.some((change) => this.#visibleChange(e, change, me).length > 0));
  }

  #journal(e: Entity, id: string, me: Me): Promise<JournalRow[]> {
    return this.#db.query<JournalRow>(
      `select j.no::int, j.at, j."userId", j."userName", ${named(me, "u", "displayName")} as "displayName", u."supplierId" as company, ${named(me, "o", "displayName")} as "onBehalfOf", j.action, j.why, j.changes, ${isSealed} as sealed
       from "Journal" j left join "BaseUsers" u on u.id = j."userId" left join "BaseUsers" o on o.id = j."onBehalfOf" where j.entity = $1 and j."docId" = $2 order by j.no desc limit 500`,
      [e.name, id],
    );
  }

  #entry(e: Entity, row: JournalRow, me: Me): unknown {
    const why = reasonText(row.why);
    return {
      at: inZone(row.at, me.zone),
      userName: row.userName,
      displayName: row.onBehalfOf
        ? say(
            [`${row.displayName ?? row.userName}（代${row.onBehalfOf}）`, `${row.displayName ?? row.userName} (for ${row.onBehalfOf})`],
            me.language,
          )
        : this.#actorOf(row, me),
      action: row.action,
      label: say(this.#label(e, row), me.language),
      why: why && say(why, me.language),
      sealed: row.sealed,
      changes: row.changes.flatMap((c) => this.#visibleChange(e, c, me)),
    };
  }

  #actorOf(row: JournalRow, me: Me): string {
    if (row.isAnonymous) return say(["采购方", "Buyer"], me.language);
    const via = viaOf(row.userName);
    const name = row.displayName ?? (row.userName.startsWith("system:") ? say(["系统", "System"], me.language) : row.userName);
    return via === null ? name : say([`${via}（账号${name}）`, `${via} (as ${name})`], me.language);
  }

  /** What was pressed; what happened here through another document is named with it. A quiet action of the other side is no news. */
  #label(e: Entity, { action, isAnonymous }: JournalRow): Text {
    const [name, verb] = action.includes(".") ? action.split(".") : [e.name, action];
    const on = this.#finder.declared.entities.get(name!) ?? e;
    if (isAnonymous && (on.actions as Record<string, Action>)[verb!]?.quiet) return ["更新", "Update"];
    const label = verbOf(on, verb!)?.label ?? [verb!, verb!];
    return on.name === e.name ? label : [`${on.label[0]} · ${label[0]}`, `${on.label[1]} · ${label[1]}`];
  }

  #visibleChange(e: Entity, change: { p: string; o: unknown; n: unknown }, me: Me): unknown[] {
    const at = readable(e, change, me.zone);
    if (!isMark(at.key) && !this.#finder.visible(at.entity, me).has(at.key)) return [];
    return [{ path: change.p, label: say(at.label, me.language), old: at.old, new: at.new }];
  }
}
