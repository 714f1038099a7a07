import { commonFields, type Entity } from "../../entity.ts";
import { isDecimalKind, type Field, type Fields } from "../../field.ts";

export type Json = Record<string, unknown>;

export const at = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });
const list = (items: Json): Json => ({ type: "array", items });
export const object = (properties: Json, more: Json = {}): Json => ({ type: "object", properties, ...more });

export function schemaOf(field: Field): Json {
  const title = { title: field.label[1], description: field.label[0] };
  if (isDecimalKind(field.kind)) return { ...title, type: "string", pattern: "^-?\\d+(\\.\\d+)?$" };
  switch (field.kind) {
    case "int":
      return { ...title, type: "integer" };
    case "date":
      return { ...title, type: "string", format: "date" };
    case "month":
      return { ...title, type: "string", pattern: "^\\d{4}-(0[1-9]|1[0-2])$" };
    case "year":
      return { ...title, type: "string", pattern: "^\\d{4}$" };
    case "datetime":
      return { ...title, type: "string", examples: ["2026-11-14 09:12:00"] };
    case "yn":
      return { ...title, type: "string", enum: ["Y", "N"] };
    case "picks":
    case "refs":
      return { ...title, ...list({ type: "string" }), ...(field.lookup ? { "x-lookup": field.lookup } : {}) };
    case "rows":
      return { ...title, ...list(object(propertiesOf(field.rows!))) };
    case "snapshot":
    case "payload":
      return { ...title };
    default:
      return {
        ...title,
        type: "string",
        ...(field.max && field.kind !== "files" ? { maxLength: field.max } : {}),
        ...(field.lookup ? { "x-lookup": field.lookup } : {}),
        ...(field.target ? { "x-ref": field.target } : {}),
      };
  }
}

/** Fields by name; what never leaves the server is not described. */
export const propertiesOf = (fields: Fields, isNamed: (field: Field) => boolean = () => true): Json =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, f]) => f.hidden !== "all" && isNamed(f))
      .map(([key, f]) => [key, { ...schemaOf(f), ...(f.computed ? { readOnly: true } : {}) }]),
  );

const nullable = (properties: Json, fields: Fields): Json =>
  Object.fromEntries(
    Object.entries(properties).map(([key, schema]) => {
      const { type, ...rest } = schema as { type?: string; enum?: readonly unknown[] };
      const field = fields[key];
      // What the server writes may not be written yet.
      if (!(field?.optional || field?.computed) || type === undefined) return [key, schema];
      return [key, { ...rest, type: [type, "null"], ...(rest.enum ? { enum: [...rest.enum, null] } : {}) }];
    }),
  );

const collectionsOf = (e: Entity): [string, Entity][] => Object.entries(e.lines as Record<string, Entity>);

/** A document as it is read. */
export function documentOf(e: Entity): Json {
  const fields = { ...commonFields, ...e.fields };
  return object(
    { ...nullable(propertiesOf(fields), fields), ...Object.fromEntries(collectionsOf(e).map(([key, line]) => [key, list(at(line.name))])) },
    { title: e.label[1], description: e.label[0] },
  );
}

/** A document as it is sent: what the server keeps is left out, and lines are their whole new state or only what changes. */
export function changeOf(e: Entity): Json {
  const lines = collectionsOf(e).map(([key, line]) => {
    const changes = object({ changed: list(at(`${line.name}Change`)), removed: list({ type: "string" }) });
    return [key, { oneOf: [list(at(`${line.name}Change`)), changes] }];
  });
  const required = Object.entries(e.fields).flatMap(([key, f]) => (f.optional || f.computed || (f.initial ?? null) !== null ? [] : [key]));
  return object(
    {
      id: { type: "string", description: "Absent for a new document" },
      versionNum: { type: "integer", description: "The version that was read; asked for with an id" },
      ...nullable(
        propertiesOf(e.fields, (f) => !f.computed),
        e.fields,
      ),
      ...Object.fromEntries(lines),
    },
    { title: `${e.label[1]}: change`, description: e.label[0], ...(required.length ? { "x-required-on-create": required } : {}) },
  );
}

/** What every list takes beside its filters. */
const listing = {
  pageIndex: { type: "integer", minimum: 1 },
  pageRows: { type: "integer", minimum: 0, maximum: 5000, description: "0 brings all, at most 5,000" },
  orderBy: list(object({ key: { type: "string" }, dir: { type: "string", enum: ["asc", "desc"] } })),
  needSums: list({ type: "string" }),
  ids: list({ type: "string" }),
  list: { type: "string" },
  view: { type: "string" },
  keyword: { type: "string" },
  count: { type: "string", enum: ["capped", "exact", "none"] },
};

const filter = { description: "A filter: the name of a field, or of a field with From or To" };

const fix = {
  ...object(
    {
      route: { type: "string" },
      query: { type: "object", additionalProperties: { type: "string" } },
      begins: { type: "object", description: "What a new document of that page begins with" },
      label: { type: "string" },
    },
    { required: ["route", "label"] },
  ),
  description: "The page that puts it right, where the caller may open it",
};

const refusal = object(
  {
    status: { type: "string", const: "E" },
    code: { type: "string", description: "Never changes" },
    msg: { type: "string", description: "In the language of the request" },
    data: {},
    requestId: { type: "string" },
    fix,
    fieldErrors: list(
      object({ path: { type: "string" }, code: { type: "string" }, msg: { type: "string" }, fix }, { required: ["path", "code", "msg"] }),
    ),
  },
  { required: ["status", "code", "msg", "requestId"] },
);

/** A reply that went well, with its data. */
export const replyWith = (data: Json, more: Json = {}): Json =>
  object(
    {
      status: { type: "string", const: "S" },
      msg: { type: "string" },
      data,
      notes: list(object({ code: { type: "string" }, msg: { type: "string" } })),
      requestId: { type: "string" },
      ...more,
    },
    { required: ["status", "requestId"] },
  );

const page = object({
  count: { type: "integer" },
  curIndex: { type: "integer" },
  pageRows: { type: "integer" },
  capped: { type: "boolean" },
});
const base64url = { type: "string", pattern: "^[A-Za-z0-9_-]+$" };

/** The schemas that belong to no entity. */
export const commonSchemas: Json = {
  Reply: replyWith({}),
  Refusal: refusal,
  Page: page,
  ListQuery: object(listing, { additionalProperties: filter }),
  Id: object({ id: { type: "string" } }, { required: ["id"] }),
  Ids: object({ ids: list({ type: "string" }) }, { required: ["ids"] }),
  Envelope: object(
    { keyId: { type: "string" }, ek: base64url, iv: base64url, data: base64url },
    { required: ["keyId", "ek", "iv", "data"], description: "One JSON value, encrypted for this very request: see x-signing" },
  ),
};

/** The schemas of one entity: as it is read and, where it may be sent or is a line of what may be, as it is sent. */
export const entitySchemas = (e: Entity, isSent: boolean): [string, Json][] => [
  [e.name, documentOf(e)],
  ...(isSent ? ([[`${e.name}Change`, changeOf(e)]] as [string, Json][]) : []),
];
