import { pathOf, type Declared } from "../../declared.ts";
import type { Action, Entity } from "../../entity.ts";
import type { Call } from "./call.ts";
import { inputProperties, readsEntity, type CallInput } from "./input.ts";
import { at, commonSchemas, entitySchemas, object, propertiesOf, replyWith, type Json } from "./openapi-schema.ts";
import { securityFor, securitySchemes, signing } from "./openapi-security.ts";

const text = { type: "string" };
const texts = { type: "array", items: text };
const language = { type: "string", enum: ["CN", "EN"] };
/** Every body names its language, as its header does. */
const json = (schema: Json): Json => ({ content: { "application/json": { schema } } });
const refused = { "4XX": { $ref: "#/components/responses/Refused" }, "5XX": { $ref: "#/components/responses/Refused" } };
const file = { "application/octet-stream": { schema: { type: "string", format: "binary" } } };

const answers = (schema: Json, more: Json = {}): Json => ({
  200: {
    description: "What was asked for, or a refusal",
    content: { "application/json": { schema: { oneOf: [schema, at("Refusal")] } }, ...more },
  },
  ...refused,
});

/** Where a call stands, and what names it in the description. */
interface Place {
  readonly tag: string;
  readonly operationId: string;
  readonly summary: string;
}

/** What changes something may be repeated without a second effect. */
const requestKey = { $ref: "#/components/parameters/IdempotencyKey" };
const parameters = {
  IdempotencyKey: {
    name: "Idempotency-Key",
    in: "header",
    required: false,
    schema: { type: "string", minLength: 1, maxLength: 200 },
    description:
      "Names this request: repeated by the same caller within a day, it is carried out once and answered the same; with other content it is refused (IDEMPOTENCY_CONFLICT), and while the first is still running or after it was interrupted (REQUEST_UNFINISHED)",
  },
};

const operation = ({ tag, operationId, summary }: Place, body: Json, responses: Json, reads: boolean): Json => ({
  post: {
    tags: [tag],
    operationId,
    summary,
    ...(reads ? {} : { parameters: [requestKey] }),
    requestBody: { required: true, ...json(body) },
    responses,
    security: securityFor("session"),
  },
});

type Shaped = readonly [summary: string, request: Json, data: Json, more?: Json];

/** The calls every entity has: what they take and what they bring. */
function ownCalls(e: Entity): Record<string, Shaped> {
  const entry = at(e.name);
  const many = { type: "array", items: entry };
  const trial = object({ id: text, action: text, input: { type: "object" } }, { required: ["action"] });
  return {
    findById: ["One document by id", at("Id"), entry],
    listByPage: ["A page of rows", at("ListQuery"), many, { page: at("Page") }],
    pickByPage: ["Code and name for pickers", at("ListQuery"), { type: "array", items: { type: "object" } }, { page: at("Page") }],
    countViews: ["Rows per view", at("ListQuery"), { type: "object" }],
    history: ["Who changed what, when and why", at("Id"), { type: "array", items: { type: "object" } }],
    whereUsed: ["What refers to it", at("Id"), { type: "array", items: { type: "object" } }],
    whyNot: ["Why an action is not possible", trial, { type: "object" }],
    whatIf: ["What an action would change", trial, { type: "object" }],
    ...(e.saves ? savingCalls(e, entry, many) : {}),
    ...(e.deletes
      ? {
          delete: ["Delete one", object({ id: text, versionNum: { type: "integer" } }, { required: ["id"] }), {}] as Shaped,
          doBatchDelete: ["Delete several", at("Ids"), {}] as Shaped,
        }
      : {}),
    ...Object.fromEntries(Object.entries(e.actions as Record<string, Action>).map(([name, action]) => [name, actionCall(action, entry)])),
  };
}

function savingCalls(e: Entity, entry: Json, many: Json): Record<string, Shaped> {
  const change = at(`${e.name}Change`);
  const yn = { type: "string", enum: ["Y", "N"] };
  const order = {
    fileId: text,
    mode: { type: "string", enum: ["ALL_OR_NOTHING", "VALID_ROWS"] },
    dryRun: yn,
    importId: text,
    confirmed: texts,
  };
  return {
    saveOrUpdate: ["Create or change a document", change, entry],
    doBatchSaveOrUpdate: [
      "Several in one transaction",
      object({ rows: { type: "array", items: change }, removed: texts, confirmed: texts }),
      many,
    ],
    doImport: ["Rows of a workbook", object(order), { type: "object" }],
  };
}

const actionCall = (action: Action, entry: Json): Shaped => [
  `${action.label[1]} / ${action.label[0]}`,
  object({
    ...propertiesOf(action.input ?? {}),
    ...(action.creates ? {} : { id: text, ids: texts, versionNum: { type: "integer" } }),
    reason: text,
    confirmed: texts,
  }),
  entry,
];

const entityPaths = (e: Entity): [string, Json][] =>
  Object.entries(ownCalls(e)).map(([name, [summary, request, data, more]]) => [
    `/api/${e.service}/v1/${pathOf(e)}/${name}`,
    operation({ tag: e.name, operationId: `${e.name}_${name}`, summary }, request, answers(replyWith(data, more)), readsEntity(name)),
  ]);

/** The names an entity's call takes, as they are written in an address. */
function propertiesLike(declared: Declared, [entity, call]: readonly [string, string]): Json {
  const schema = ownCalls(declared.entity(entity))[call]![1];
  const name = typeof schema["$ref"] === "string" ? schema["$ref"].split("/").at(-1)! : null;
  const { properties = {} } = (name ? commonSchemas[name] : schema) as { readonly properties?: Json };
  return properties;
}

/** What travels in the address, name by name. */
function parametersOf(declared: Declared, input: CallInput, isGet: boolean): Json[] {
  const isThere = isGet || ("in" in input && input.in === "query");
  const own = isThere ? inputProperties(input.names ?? {}) : {};
  const likewise = isGet && "like" in input ? propertiesLike(declared, input.like) : {};
  const inQuery = Object.entries({ ...likewise, ...own, ...(isGet ? { language } : {}) });
  return inQuery.map(([name, schema]) => ({ name, in: "query", schema }));
}

/** What a call of its own takes in its body. */
function bodyOf(declared: Declared, input: CallInput): Json {
  if ("like" in input) {
    const [entity, call] = input.like;
    const request = ownCalls(declared.entity(entity))[call]?.[1] ?? { type: "object" };
    return json(input.names ? { allOf: [request, object(inputProperties(input.names))] } : request);
  }
  if ("fields" in input) return json(object({ ...propertiesOf(input.fields), ...inputProperties(input.names ?? {}) }));
  if (input.in === "meta") {
    const meta = object(inputProperties(input.names));
    const parts = object({ meta, files: { type: "array", items: { type: "string", format: "binary" } } }, { required: ["meta", "files"] });
    return { content: { "multipart/form-data": { schema: parts } } };
  }
  if (input.in === "query") return { content: file };
  return json(object({ ...inputProperties(input.names), language }, { additionalProperties: input.tolerates !== undefined }));
}

/** What it brings: an entity's call under another name brings the same. */
function replyOf(declared: Declared, input: CallInput): Json {
  const own = "like" in input ? ownCalls(declared.entity(input.like[0]))[input.like[1]] : undefined;
  return own ? replyWith(own[2], own[3]) : at("Reply");
}

/** Where a call stands, parts of the address in braces. */
export const addressOf = (call: Pick<Call, "service" | "path">): string => `/api/${call.service}/${call.path.replace(/:(\w+)/g, "{$1}")}`;

/** A call that is not an entity's own. */
function namedPath(declared: Declared, call: Call): [path: string, method: string, operation: Json] {
  const method = (call.method ?? "POST").toLowerCase();
  const isGet = method === "get";
  const name = `${call.service}_${call.path}`.replace(/\W+/g, "_");
  const parts = [...call.path.matchAll(/:(\w+)/g)].map(([, part]) => ({ name: part, in: "path", required: true, schema: text }));
  const own = [...parts, ...parametersOf(declared, call.input, isGet), ...(isGet || call.input.reads ? [] : [requestKey])];
  return [
    addressOf(call),
    method,
    {
      tags: [call.service],
      operationId: isGet ? `get_${name}` : name,
      summary: call.path,
      ...(own.length ? { parameters: own } : {}),
      ...(isGet ? {} : { requestBody: { ...bodyOf(declared, call.input) } }),
      responses: answers(replyOf(declared, call.input), call.raw ? file : {}),
      security: securityFor(call.guard),
    },
  ];
}

/** A document with its lines, and theirs. */
const withLines = (e: Entity): Entity[] => [e, ...Object.values(e.lines as Record<string, Entity>).flatMap(withLines)];

const intro = `Everything a browser does, any program can do. A body is a JSON object; decimals are strings in both directions, dates yyyy-MM-dd, times yyyy-MM-dd HH:mm:ss in the zone of the signed-in person, yes and no Y and N. Every call but the public ones is signed: \`x-signing\` says how.`;

/** The interface as OpenAPI 3.1, made from the declarations when somebody asks for it. */
export function openapi(declared: Declared, calls: readonly Call[], version: string, url = "/"): Json {
  const open = [...declared.entities.values()].filter((e) => !e.internal);
  const paths: Record<string, Json> = Object.fromEntries(open.flatMap(entityPaths));
  for (const call of calls) {
    const [path, method, described] = namedPath(declared, call);
    paths[path] = { ...paths[path], [method]: described };
  }
  const sent = new Set(open.filter((e) => e.saves).flatMap(withLines));
  const services = [...new Set(calls.map((call) => call.service))];
  return {
    openapi: "3.1.0",
    info: {
      title: "BASE SRM",
      version,
      description: intro,
      license: { name: "Proprietary", identifier: "LicenseRef-Proprietary" },
    },
    servers: [{ url, description: "This installation" }],
    tags: [
      ...open.map((e) => ({ name: e.name, description: `${e.label[1]} / ${e.label[0]}` })),
      ...services.map((name) => ({ name, description: `Calls of ${name} that belong to no entity` })),
    ],
    paths,
    "x-signing": signing,
    components: {
      parameters,
      securitySchemes,
      responses: { Refused: { description: "Refused, with a code and what to do", ...json(at("Refusal")) } },
      schemas: { ...commonSchemas, ...Object.fromEntries(open.flatMap((e) => entitySchemas(e, sent.has(e)))) },
    },
  };
}
