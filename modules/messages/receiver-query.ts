import { fieldOf, ofLines, type Entity } from "#kernel/entity.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";

/** A declared query as it is stored: rows of an entity that meet a filter, and the field of theirs that names the people. */
export interface ReceiverQuery {
  readonly entity: string;
  /** As a list call writes its filters; "${name}" is a value of the event or its document. */
  readonly filter: Readonly<Record<string, unknown>>;
  readonly field: string;
  /** Where the field names suppliers: which of their contacts; their administrators when absent. */
  readonly role: string | null;
}

export type NamedBy = "user" | "supplier" | "contact";

const namedBy: Readonly<Record<string, NamedBy>> = {
  BaseUsers: "user",
  BasePerson: "user",
  SrmSupInfo: "supplier",
  SrmSupContact: "contact",
};
const stampsOfPeople = new Set(["createdBy", "lastUpdatedBy"]);
const unfiltered = new Set(["rows", "snapshot", "payload", "files", "secret", "richtext"]);
/** What a list call reads as its own words: a filter of that name would be skipped, and everybody found. */
const listWords = new Set(["pageIndex", "pageRows", "orderBy", "needSums", "list", "view", "count", "keyword", "language", "ids"]);
const placeholder = /^\$\{(\w+)\}$/;

export const queryRefused = (cn: string, en: string): Refusal =>
  refuse("MSG_QUERY_CHECK", `接收人查询不可用：${cn}`, `The receiver query cannot be used: ${en}`);

/** The kind of rows that once held SQL text: kept to be read, never carried out. */
export const retired = "RETIRED";
/** Also under the name it had while it was carried out: a row nobody has converted yet. */
export const isRetired = ({ kind }: { readonly kind: string }): boolean => kind === retired || kind === "SQL";
export const retiredKind = (): Refusal =>
  refuse(
    "MSG_RECV_RETIRED",
    "该接收定义原为SQL语句，已停用且不会执行；请改用声明式查询或其他方式",
    "This definition held SQL text, which is disabled and never run; choose a declared query or another kind",
  );

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value);

export function readQuery(value: unknown): ReceiverQuery | null {
  if (!isRecord(value) || typeof value["entity"] !== "string" || typeof value["field"] !== "string") return null;
  const filter = value["filter"] ?? {};
  if (!isRecord(filter)) return null;
  return { entity: value["entity"], filter, field: value["field"], role: typeof value["role"] === "string" ? value["role"] : null };
}

/** Whom a field names; null when it names nobody. */
export function peopleOf(e: Entity, field: string): NamedBy | null {
  if (field === "id") return namedBy[e.name] ?? null;
  if (stampsOfPeople.has(field)) return "user";
  const declared = fieldOf(e, field);
  if (!declared || declared.hidden || (declared.kind !== "ref" && declared.kind !== "refs")) return null;
  return namedBy[declared.target ?? ""] ?? null;
}

function filteredField(e: Entity, name: string) {
  const place = ofLines(e, name);
  const field = place ? fieldOf(place.line, place.key) : fieldOf(e, name);
  return field && !unfiltered.has(field.kind) && field.hidden === undefined ? field : undefined;
}

/** The field a filter asks for, by its own name or as one end of a range. */
const fieldAsked = (e: Entity, name: string) => filteredField(e, name) ?? filteredField(e, name.replace(/(From|To)$/, ""));

const isValue = (value: unknown): boolean => (typeof value === "string" && value !== "") || typeof value === "number";

/** What is wrong with a query before it is ever carried out. */
export function queryFault(query: ReceiverQuery, e: Entity): Refusal | null {
  if (peopleOf(e, query.field) === null)
    return queryRefused(
      `字段${query.field}不指向用户、供应商或联系人`,
      `the field ${query.field} does not name a user, supplier or contact`,
    );
  for (const [name, value] of Object.entries(query.filter)) {
    if (listWords.has(name) || !fieldAsked(e, name)) return queryRefused(`未知条件${name}`, `unknown filter ${name}`);
    const values = Array.isArray(value) ? value : [value];
    if (values.length === 0 || values.length > 500 || !values.every(isValue))
      return queryRefused(`条件${name}没有值`, `the filter ${name} has no value`);
  }
  return null;
}

/**
 * The filters with the event's values in place, exact wherever a list would search for a part of a word.
 * Null when a value is missing: a filter that cannot be filled means nobody, never everybody.
 */
export function filledFilter(
  query: ReceiverQuery,
  e: Entity,
  values: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> | null {
  const filled: Record<string, unknown> = {};
  for (const [name, written] of Object.entries(query.filter)) {
    const found = (Array.isArray(written) ? written : [written]).flatMap((entry) => {
      const named = typeof entry === "string" ? placeholder.exec(entry)?.[1] : undefined;
      return named === undefined ? [entry] : Object.hasOwn(values, named) ? [values[named]].flat() : [];
    });
    if (found.length === 0 || !found.every(isValue)) return null;
    const isExact = filteredField(e, name) !== undefined && filteredField(e, name)?.kind !== "datetime";
    if (!isExact && found.length > 1) return null;
    filled[name] = isExact ? found : found[0];
  }
  return filled;
}
