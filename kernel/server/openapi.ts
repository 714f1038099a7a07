import { pathOf, type Declared } from "../declared.ts";
import { commonFields, type Action, type Entity } from "../entity.ts";
import { isDecimalKind, type Field, type Fields } from "../field.ts";
import type { Call } from "./call.ts";

type Json = Record<string, unknown>;

function schemaOf(field: Field): Json {
  const title = { title: field.label[1], description: field.label[0] };
  if (isDecimalKind(field.kind)) return { ...title, type: "string", pattern: "^-?\\d+(\\.\\d+)?$" };
  switch (field.kind) {
    case "int":
      return { ...title, type: "integer" };
    case "date":
      return { ...title, type: "string", format: "date" };
    case "datetime":
      return { ...title, type: "string", example: "2026-11-14 09:12:00" };
    case "yn":
      return { ...title, type: "string", enum: ["Y", "N"] };
    case "picks":
    case "refs":
      return { ...title, type: "array", items: { type: "string" } };
    case "rows":
      return { ...title, type: "array", items: objectOf(field.rows!) };
    case "snapshot":
    case "payload":
      return { ...title };
    default:
      return {
        ...title,
        type: "string",
        ...(field.max ? { maxLength: field.max } : {}),
        ...(field.lookup ? { "x-lookup": field.lookup } : {}),
        ...(field.target ? { "x-ref": field.target } : {}),
      };
  }
}

const objectOf = (fields: Fields, more: Json = {}): Json => ({
  type: "object",
  properties: {
    ...Object.fromEntries(
      Object.entries(fields)
        .filter(([, f]) => f.hidden !== "all")
        .map(([key, f]) => [key, { ...schemaOf(f), ...(f.computed ? { readOnly: true } : {}) }]),
    ),
    ...more,
  },
  required: Object.entries(fields)
    .filter(([, f]) => !f.optional && !f.computed)
    .map(([key]) => key),
});

const documentOf = (e: Entity): Json =>
  objectOf(
    { ...commonFields, ...e.fields },
    Object.fromEntries(
      Object.entries(e.lines as Record<string, Entity>).map(([key, line]) => [
        key,
        { type: "array", items: { $ref: `#/components/schemas/${line.name}` } },
      ]),
    ),
  );

const generic: Readonly<Record<string, string>> = {
  findById: "One document by id",
  listByPage: "A page of rows",
  pickByPage: "Code and name for pickers",
  countViews: "Rows per view",
  history: "Who changed what, when and why",
  whereUsed: "What refers to it",
  whyNot: "Why an action is not possible",
  whatIf: "What an action would change",
};

function pathsOf(e: Entity): [string, Json][] {
  const base = `/api/${e.service}/v1/${pathOf(e)}`;
  const operation = (summary: string, body: Json): Json => ({
    post: {
      tags: [e.name],
      summary,
      requestBody: { content: { "application/json": { schema: body } } },
      responses: {
        200: { description: "status S or E", content: { "application/json": { schema: { $ref: "#/components/schemas/Reply" } } } },
      },
    },
  });
  const id = { type: "object", properties: { id: { type: "string" } } };
  const paths: [string, Json][] = Object.entries(generic).map(([name, summary]) => [
    `${base}/${name}`,
    operation(
      summary,
      name === "listByPage" || name === "pickByPage"
        ? { type: "object", properties: { pageIndex: { type: "integer" }, pageRows: { type: "integer" } } }
        : id,
    ),
  ]);
  const document = { $ref: `#/components/schemas/${e.name}` };
  if (e.saves)
    paths.push(
      [`${base}/saveOrUpdate`, operation("Create or change a document", document)],
      [
        `${base}/doBatchSaveOrUpdate`,
        operation("Several in one transaction", { type: "object", properties: { rows: { type: "array", items: document } } }),
      ],
    );
  if (e.saves && !("doImport" in e.actions)) {
    const order = { fileId: { type: "string" }, mode: { enum: ["ALL_OR_NOTHING", "VALID_ROWS"] }, dryRun: { enum: ["Y", "N"] } };
    paths.push([`${base}/doImport`, operation("Rows of a workbook", { type: "object", properties: order })]);
  }
  if (e.deletes)
    paths.push(
      [`${base}/delete`, operation("Delete one", id)],
      [
        `${base}/doBatchDelete`,
        operation("Delete several", { type: "object", properties: { ids: { type: "array", items: { type: "string" } } } }),
      ],
    );
  for (const [name, action] of Object.entries(e.actions as Record<string, Action>))
    paths.push([
      `${base}/${name}`,
      operation(`${action.label[1]} / ${action.label[0]}`, {
        ...objectOf(action.input ?? {}, { id: { type: "string" }, versionNum: { type: "integer" } }),
      }),
    ]);
  return paths;
}

/** The interface as OpenAPI 3.1, made from the declarations when somebody asks for it. */
export function openapi(declared: Declared, calls: readonly Call[], version: string): Json {
  const open = [...declared.entities.values()].filter((e) => !e.internal);
  const reply = {
    type: "object",
    properties: {
      status: { enum: ["S", "E"] },
      code: { type: "string" },
      msg: { type: "string" },
      data: {},
      page: { type: "object" },
      requestId: { type: "string" },
      fieldErrors: { type: "array", items: { type: "object" } },
    },
  };
  const named = calls.map((c): [string, Json] => [
    `/api/${c.service}/${c.path}`,
    { [(c.method ?? "POST").toLowerCase()]: { tags: [c.service], summary: c.path, responses: { 200: { description: "status S or E" } } } },
  ]);
  return {
    openapi: "3.1.0",
    info: { title: "BASE SRM", version, description: "Every request is signed: see docs/api.md." },
    paths: Object.fromEntries([...open.flatMap(pathsOf), ...named]),
    components: { schemas: { Reply: reply, ...Object.fromEntries(open.map((e) => [e.name, documentOf(e)])) } },
  };
}
