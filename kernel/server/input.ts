import { isEmpty, wrongInput } from "../check.ts";
import type { Fields } from "../field.ts";
import type { FieldError } from "../refusal.ts";
import type { Text } from "../text.ts";
import { isDay } from "../time.ts";

/** What one name of a call's input holds. A value that travels in an envelope is `sealed`. */
export type InputKind = "text" | "id" | "int" | "flag" | "date" | "time" | "texts" | "ids" | "list" | "object" | "sealed" | "any";

/** What a call that is not an entity's own takes. */
export type CallInput =
  /** These names and no others; `in` says where they travel when not in the body. */
  | { readonly names: Readonly<Record<string, InputKind>>; readonly in?: "query" | "meta" }
  /** Declared fields, which the call checks by itself: the filters of a report. */
  | { readonly fields: Fields; readonly names?: Readonly<Record<string, InputKind>> }
  /** What an entity's own call of that name takes, and checks. */
  | { readonly like: readonly [entity: string, call: string] };

export const takes = (names: Readonly<Record<string, InputKind>> = {}): CallInput => ({ names });
export const inQuery = (names: Readonly<Record<string, InputKind>>): CallInput => ({ names, in: "query" });
export const inMeta = (names: Readonly<Record<string, InputKind>>): CallInput => ({ names, in: "meta" });
export const like = (entity: string, call: string): CallInput => ({ like: [entity, call] });

/** Every request may carry these beside its own names. */
const envelope = new Set(["language", "requestId"]);

const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every((one) => typeof one === "string");
const isObject = (value: unknown): boolean => typeof value === "object" && value !== null && !Array.isArray(value);

const kinds: Readonly<Record<InputKind, readonly [is: (value: unknown) => boolean, must: Text]>> = {
  text: [(value) => typeof value === "string", ["须为文本", "must be text"]],
  id: [(value) => typeof value === "string" && value.length <= 64, ["须为编号", "must be an id"]],
  int: [(value) => /^-?\d{1,15}$/.test(String(value)), ["须为整数", "must be a whole number"]],
  flag: [(value) => typeof value === "boolean", ["须为 true 或 false", "must be true or false"]],
  date: [(value) => typeof value === "string" && isDay(value), ["须为日期 yyyy-MM-dd", "must be a date yyyy-MM-dd"]],
  time: [(value) => typeof value === "string" || typeof value === "number", ["须为时间", "must be a time"]],
  texts: [isTexts, ["须为文本列表", "must be a list of texts"]],
  ids: [isTexts, ["须为编号列表", "must be a list of ids"]],
  list: [Array.isArray, ["须为列表", "must be a list"]],
  object: [isObject, ["须为对象", "must be an object"]],
  sealed: [(value) => isObject(value) || typeof value === "string", ["须为信封", "must be an envelope"]],
  any: [() => true, ["", ""]],
};

/** Refuses names a call does not know and values of another kind, so that a typo never does something else. */
export function checkInput(input: CallInput | undefined, body: Readonly<Record<string, unknown>>): void {
  if (!input || !("names" in input) || "fields" in input || input.in) return;
  const errors: FieldError[] = [];
  for (const [path, value] of Object.entries(body)) {
    const kind = Object.hasOwn(input.names, path) ? input.names[path] : undefined;
    if (!kind && !envelope.has(path)) errors.push({ path, code: "FIELD_UNKNOWN", text: [`没有字段 ${path}`, `There is no field ${path}`] });
    if (!kind || isEmpty(value) || kinds[kind][0](value)) continue;
    const [cn, en] = kinds[kind][1];
    errors.push({ path, code: "FIELD_TYPE", text: [`${path} ${cn}`, `${path} ${en}`] });
  }
  if (errors.length) throw wrongInput(errors);
}

const schemas: Readonly<Record<InputKind, Readonly<Record<string, unknown>>>> = {
  text: { type: "string" },
  id: { type: "string", maxLength: 64 },
  int: { type: "integer" },
  flag: { type: "boolean" },
  date: { type: "string", format: "date" },
  time: { type: ["string", "integer"], examples: ["2026-11-14 09:12:00"] },
  texts: { type: "array", items: { type: "string" } },
  ids: { type: "array", items: { type: "string", maxLength: 64 } },
  list: { type: "array", items: {} },
  object: { type: "object" },
  sealed: { $ref: "#/components/schemas/Envelope" },
  any: {},
};

/** The names of an input as properties of a JSON schema. */
export const inputProperties = (names: Readonly<Record<string, InputKind>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(names).map(([name, kind]) => [name, schemas[kind]]));
