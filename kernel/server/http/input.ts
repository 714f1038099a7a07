import { isEmpty, wrongInput } from "../../check.ts";
import type { Fields } from "../../field.ts";
import type { InputKind, InputNames } from "../../page-call.ts";
import type { FieldError } from "../../refusal.ts";
import type { Text } from "../../text.ts";
import { isDay } from "../../time.ts";

export type { InputNames } from "../../page-call.ts";

/** The calls of every entity that only read; all its others, its actions included, change something. */
const readingEntityCalls = new Set(["findById", "listByPage", "pickByPage", "countViews", "history", "whereUsed", "whyNot", "whatIf"]);

/** Whether an entity's own call of this name only reads. */
export const readsEntity = (name: string): boolean => readingEntityCalls.has(name);

/** What a call that is not an entity's own takes, and whether it only reads: then the database refuses its writes. Every other call changes something and is carried out once for each request key. */
export type CallInput = { readonly reads?: true } &
  /** These names and no others; `in` says where they travel when not in the body. */
  (
    | {
        readonly names: InputNames;
        readonly in?: "query" | "meta";
        /** Why names beyond these pass: the sender is not ours to correct, and nothing is done with them. */
        readonly tolerates?: string;
      }
    /** Declared fields, whose values the call checks by itself: the filters of a report. */
    | { readonly fields: Fields; readonly names?: InputNames }
    /** What an entity's own call of that name takes, and checks; `names` are the call's own beside it. */
    | { readonly like: readonly [entity: string, call: string]; readonly names?: InputNames }
  );

/** The input of a call that changes something. */
export const takes = (names: InputNames = {}): CallInput => ({ names });
/** The input of a call that only reads. */
export const asks = (names: InputNames = {}): CallInput => ({ names, reads: true });
/** The same for a call whose input travels in the address. */
export const asksInQuery = (names: InputNames): CallInput => ({ names, in: "query", reads: true });
export const inQuery = (names: InputNames): CallInput => ({ names, in: "query" });
export const inMeta = (names: InputNames): CallInput => ({ names, in: "meta" });
export const like = (entity: string, call: string, names?: InputNames): CallInput => ({
  like: [entity, call],
  ...(readsEntity(call) ? { reads: true } : {}),
  ...(names ? { names } : {}),
});
/** A message whose sender adds names as it likes: a provider's report, a link that mail programs lengthen. */
export const tolerant = (why: string, names: InputNames, within?: "query"): CallInput => ({
  names,
  tolerates: why,
  ...(within ? { in: within } : {}),
});
/** The ticket in a link of a letter: it says everything, and mail programs add names of their own. */
export const inLink = (): CallInput => tolerant("mail programs and browsers add names to links", { token: "text" }, "query");

/** What the tables of pages send to lists that are no entity's. */
export const paging: InputNames = {
  pageIndex: "int",
  pageRows: "int",
  orderBy: "list",
  keyword: "text",
  count: "text",
  needSums: "texts",
  countAll: "flag",
};
/** One document or several, as the actions of entities name them. */
export const someIds = { id: "id", ids: "ids" } as const satisfies InputNames;

/** What a request says as often as it is sent: envelopes are sealed anew each time. */
export const unsealed = ({ names = {} }: CallInput, given: Given): Given =>
  Object.fromEntries(Object.entries(given).filter(([name]) => names[name] !== "sealed" && names[name] !== "cipher"));

/** Every request may carry these beside its own names. */
const envelope = new Set(["language", "requestId"]);
type Given = Readonly<Record<string, unknown>>;

const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every((candidate) => typeof candidate === "string");
const isObject = (value: unknown): boolean => typeof value === "object" && value !== null && !Array.isArray(value);

const kinds: Readonly<Record<InputKind, readonly [is: (value: unknown) => boolean, must: Text]>> = {
  text: [(value) => typeof value === "string", ["须为文本", "must be text"]],
  id: [(value) => typeof value === "string" && value.length <= 64, ["须为编号", "must be an id"]],
  int: [(value) => /^-?\d{1,15}$/.test(String(value)), ["须为整数", "must be a whole number"]],
  flag: [(value) => typeof value === "boolean", ["须为 true 或 false", "must be true or false"]],
  yn: [(value) => [true, false, "Y", "N"].includes(value as never), ["须为 Y 或 N", "must be Y or N"]],
  date: [(value) => typeof value === "string" && isDay(value), ["须为日期 yyyy-MM-dd", "must be a date yyyy-MM-dd"]],
  time: [(value) => typeof value === "string" || typeof value === "number", ["须为时间", "must be a time"]],
  texts: [isTexts, ["须为文本列表", "must be a list of texts"]],
  ids: [isTexts, ["须为编号列表", "must be a list of ids"]],
  list: [Array.isArray, ["须为列表", "must be a list"]],
  object: [isObject, ["须为对象", "must be an object"]],
  sealed: [(value) => isObject(value) || typeof value === "string", ["须为信封", "must be an envelope"]],
  cipher: [(value) => typeof value === "string", ["须为文本", "must be text"]],
  any: [() => true, ["", ""]],
};

const unknownName = (path: string): FieldError => ({
  path,
  code: "FIELD_UNKNOWN",
  text: [`没有字段 ${path}`, `There is no field ${path}`],
});

function wrongKind(path: string, kind: InputKind, value: unknown): FieldError[] {
  if (isEmpty(value) || kinds[kind][0](value)) return [];
  const [cn, en] = kinds[kind][1];
  return [{ path, code: "FIELD_TYPE", text: [`${path} ${cn}`, `${path} ${en}`] }];
}

/** Refuses names nobody declared; a name of the envelope goes with every call. */
export function refuseUnknown(given: Given, isKnown: (name: string) => boolean): void {
  const errors = Object.keys(given).flatMap((path) => (isKnown(path) || envelope.has(path) ? [] : [unknownName(path)]));
  if (errors.length) throw wrongInput(errors);
}

/** Refuses names a call does not know and values of another kind, so that a typo never does something else. What it takes like an entity is the entity's to know. */
export function checkInput(input: CallInput, given: Given): void {
  const names = input.names ?? {};
  const fields = "fields" in input ? input.fields : {};
  const errors = Object.entries(given).flatMap(([path, value]) => {
    if (Object.hasOwn(names, path)) return wrongKind(path, names[path]!, value);
    const passes = "like" in input || ("tolerates" in input && input.tolerates) || Object.hasOwn(fields, path) || envelope.has(path);
    return passes ? [] : [unknownName(path)];
  });
  if (errors.length) throw wrongInput(errors);
}

const schemas: Readonly<Record<InputKind, Readonly<Record<string, unknown>>>> = {
  text: { type: "string" },
  id: { type: "string", maxLength: 64 },
  int: { type: "integer" },
  flag: { type: "boolean" },
  yn: { enum: ["Y", "N", true, false] },
  date: { type: "string", format: "date" },
  time: { type: ["string", "integer"], examples: ["2026-11-14 09:12:00"] },
  texts: { type: "array", items: { type: "string" } },
  ids: { type: "array", items: { type: "string", maxLength: 64 } },
  list: { type: "array", items: {} },
  object: { type: "object" },
  sealed: { $ref: "#/components/schemas/Envelope" },
  cipher: { type: "string" },
  any: {},
};

/** The names of an input as properties of a JSON schema. */
export const inputProperties = (names: InputNames): Record<string, unknown> =>
  Object.fromEntries(Object.entries(names).map(([name, kind]) => [name, schemas[kind]]));
