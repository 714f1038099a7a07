import type { Entity } from "../../entity.ts";
import type { Fields } from "../../field.ts";
import { refuse, type Refusal } from "../../refusal.ts";
import type { Text } from "../../text.ts";
import { titleKey, type Attempt } from "../act/attempt.ts";
import type { Reading } from "../database/db.ts";
import type { DocumentInput } from "../act/document.ts";
import { prepared } from "./find.ts";
import { titled } from "./titled.ts";
import { systemMe } from "../access/permit.ts";
import { pickKeys } from "../act/picked.ts";
import { q } from "../database/schema.ts";
import { Params, whereSql } from "./sql.ts";
import { verbOf } from "../act/verb.ts";
import { scopeOf, type Row } from "./visible.ts";
import type { Tracked, WorkingSet } from "../act/working.ts";

type Wanted = Map<Entity, Map<string, string>>;

const want = (wanted: Wanted, target: Entity, id: string, path: string): void => {
  const ids = wanted.get(target) ?? new Map<string, string>();
  wanted.set(target, ids);
  if (!ids.has(id)) ids.set(id, path);
};

/** References must lead to rows the caller may pick; a foreign one is answered like a missing one. */
export async function readChosen(
  attempt: Attempt,
  e: Entity,
  action: string,
  inputs: readonly (DocumentInput | Row)[],
  db: Reading,
): Promise<() => void> {
  const wanted: Wanted = new Map();
  const choose = (fields: Fields, values: Row, prefix: string): void => {
    for (const [key, value] of Object.entries(values)) {
      const field = fields[key];
      if (field?.rows && Array.isArray(value)) value.forEach((row: Row, i) => choose(field.rows!, row, `${prefix}${key}[${i}].`));
      const target = field?.kind === "ref" || field?.kind === "refs" ? attempt.declared.entities.get(field.target!) : undefined;
      if (target && !field!.judged)
        for (const id of [value].flat())
          if (typeof id === "string" && !attempt.command.fresh?.has(id)) want(wanted, target, id, prefix + key);
    }
  };
  const collect = (of: Entity, input: DocumentInput, prefix: string): void => {
    choose(of.fields, input.values, prefix);
    for (const [key, lines] of Object.entries(input.lines))
      for (const row of lines.rows) collect((of.lines as Record<string, Entity>)[key]!, row.input, `${row.path}.`);
  };
  inputs.forEach((input, i) => {
    const prefix = inputs.length > 1 ? `rows[${i}].` : "";
    if (action === "saveOrUpdate") collect(e, input as DocumentInput, prefix);
    else choose(verbOf(e, action)?.input ?? {}, input as Row, prefix);
  });
  await Promise.all([...wanted].map(([target, ids]) => read(attempt, target, [...ids.keys()], attempt.doer.me, db)));
  return () => missing(attempt, wanted);
}

/** Asked when the documents are here: what they refer to already may stay. */
function missing(attempt: Attempt, wanted: Wanted): void {
  for (const [target, ids] of wanted)
    for (const [id, path] of ids)
      // A stored reference outside the caller's rows may stay; only a newly chosen one must be visible.
      if (!attempt.titles.has(titleKey(target, id)) && !isStored(attempt.ws, target, id))
        attempt.errors.push({
          path,
          code: "DATA_NOT_FOUND",
          text: [`${target.label[0]}不存在或无权查看`, `${target.label[1]} not found or not visible`],
        });
}

/** Names behind references that rules chose; those of the input and of the stored row are known already. */
export async function readDecided(attempt: Attempt, documents: readonly Tracked[], db: Reading): Promise<void> {
  const wanted: Wanted = new Map();
  // Whoever acts is known by name.
  const isCaller = (target: Entity, id: string): boolean => target.name === "BaseUsers" && id === attempt.doer.me.userId;
  const look = (t: Tracked): void => {
    for (const [key, field] of Object.entries(t.entity.fields)) {
      const target = field.kind === "ref" ? attempt.declared.entities.get(field.target!) : undefined;
      const id = t.row[key];
      if (target && typeof id === "string" && t.before?.[key] !== id && !isCaller(target, id) && !attempt.titles.has(titleKey(target, id)))
        want(wanted, target, id, key);
    }
    t.children.forEach(look);
  };
  documents.forEach(look);
  await Promise.all([...wanted].map(([target, ids]) => read(attempt, target, [...ids.keys()], systemMe("titles"), db)));
}

/** What a number is made of besides its date: the code behind a reference, or a plain value of the document. */
export async function readTokens(
  attempt: Attempt,
  tokens: readonly string[],
  rows: readonly Tracked[],
  db: Reading,
): Promise<Record<string, string>[]> {
  const e = rows[0]!.entity;
  const target = (token: string): Entity | undefined => attempt.declared.entities.get(e.fields[`${token}Id`]?.target ?? "");
  for (const token of tokens) {
    const of = target(token);
    const ids = of ? [...new Set(rows.flatMap((t) => (t.row[`${token}Id`] as string | null) ?? []))] : [];
    const unknown = ids.filter((id) => !attempt.titles.has(titleKey(of!, id)));
    if (unknown.length) await read(attempt, of!, unknown, systemMe("titles"), db);
  }
  return rows.map((t) =>
    Object.fromEntries(
      tokens.map((token) => {
        const of = target(token);
        const value = of ? attempt.titles.get(titleKey(of, t.row[`${token}Id`]))?.code : t.row[token];
        if (value === undefined || value === null || value === "") throw numberless(e, of ? `${token}Id` : token);
        return [token, String(value)];
      }),
    ),
  );
}

function numberless(e: Entity, key: string): Refusal {
  const label = e.fields[key]?.label ?? [key, key];
  const text: Text = [`编号规则需要${label[0]}`, `The number rule needs ${label[1]}`];
  return refuse("NUMBER_TOKEN", text[0], text[1], { fieldErrors: [{ path: key, code: "NUMBER_TOKEN", text }] });
}

async function read(
  attempt: Attempt,
  target: Entity,
  ids: readonly string[],
  me: Parameters<typeof scopeOf>[2],
  db: Reading,
): Promise<void> {
  const scope = scopeOf(attempt.declared, target, me);
  if (scope === null) return;
  const params = new Params();
  const named = ["id", ...target.title, ...target.title.flatMap((key) => target.fields[key]?.english ?? [])];
  const keys = [...new Set([...named, ...pickKeys(attempt, target)])];
  const text = `select ${keys.map((key) => `t.${q(key)}`).join(", ")} from ${q(target.name)} t where ${whereSql(target, "t", { all: [{ id: ids }, scope] }, params, attempt.declared)}`;
  for (const row of await db.query<Row>(prepared(text), params.values)) {
    const { code, name } = titled(target, row, attempt.doer.me);
    attempt.titles.set(titleKey(target, row["id"]), { code, name });
    attempt.chosen.set(titleKey(target, row["id"]), row);
  }
}

function isStored(ws: WorkingSet, target: Entity, id: string): boolean {
  for (const t of ws.all()) if (t.before && names(t.entity.fields, t.before, target, id)) return true;
  return false;
}

/** Whether values, rows within them included, refer to this row. */
function names(fields: Fields, values: Row, target: Entity, id: string): boolean {
  return Object.entries(fields).some(([key, field]) => {
    const value = values[key];
    if (field.rows) return Array.isArray(value) && value.some((row: Row) => names(field.rows!, row, target, id));
    return (field.kind === "ref" || field.kind === "refs") && field.target === target.name && [value].flat().includes(id);
  });
}
