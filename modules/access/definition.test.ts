import { expect, test } from "vitest";
import type { Refusal } from "#kernel/refusal.ts";
import { compareDefinition, readDefinition, type Defined, type Stored } from "./definition.ts";

const operation = (summary: string, more: object = {}): object => ({
  summary,
  tags: ["orders"],
  requestBody: { content: { "application/json": { schema: { type: "object", properties: { qty: { type: "string" } } } } } },
  responses: { 200: { description: "ok", content: { "application/json": { schema: { $ref: "#/components/schemas/Order" } } } } },
  ...more,
});
const file = (paths: object): string =>
  JSON.stringify({
    openapi: "3.0.3",
    info: { title: "Blue Whale ERP", version: "1" },
    paths,
    components: { schemas: { Order: { type: "object" } } },
  });
const stored = (apis: readonly Defined[], linked: readonly number[] = []): Stored[] =>
  apis.map((defined, index) => ({ ...defined, id: `a${index}`, linked: linked.includes(index), enabledFlag: "Y" }));
const faultOf = (text: string): Refusal => {
  try {
    readDefinition(text);
  } catch (error) {
    return error as Refusal;
  }
  throw new Error("nothing was wrong");
};

test("admin 14: of forty paths five changed are shown, field by field, and nothing is removed", () => {
  const paths = (changed: number): object =>
    Object.fromEntries(
      Array.from({ length: 40 }, (_, i) => [
        `/orders/${i}`,
        {
          post:
            i < changed
              ? operation(`Order ${i} again`, {
                  requestBody: {
                    content: { "application/json": { schema: { type: "object", properties: { qty: { type: "integer" } } } } },
                  },
                })
              : operation(`Order ${i}`),
        },
      ]),
    );
  const before = readDefinition(file(paths(0)));
  const compared = compareDefinition(stored(before.apis), readDefinition(file(paths(5))).apis);
  expect([compared.added.length, compared.changed.length, compared.missing.length, compared.same]).toEqual([0, 5, 0, 35]);
  expect(compared.changed[0]!.fields).toEqual([
    { field: "summaryCn", old: "Order 0", new: "Order 0 again" },
    { field: "summaryEn", old: "Order 0", new: "Order 0 again" },
    { field: "requestSchema", old: null, new: null, places: [{ place: "properties.qty.type", old: "string", new: "integer" }] },
  ]);
});

test("what is no longer in the file is told, with what links to it; what was switched off before is not told again", () => {
  const { apis } = readDefinition(file({ "/a": { get: operation("A") }, "/b": { get: operation("B") }, "/c": { get: operation("C") } }));
  const rows = stored(apis, [1]).map((row) => (row.path === "/c" ? { ...row, enabledFlag: "N" as const } : row));
  const compared = compareDefinition(rows, readDefinition(file({ "/a": { get: operation("A") }, "/d": { get: operation("D") } })).apis);
  expect(compared.missing.map((row) => [row.path, row.linked])).toEqual([["/b", true]]);
  expect(compared.added.map((defined) => defined.path)).toEqual(["/d"]);
});

test("Swagger 2 with its base path and body parameter, and an export of this product, are read alike", () => {
  const swagger = readDefinition(
    JSON.stringify({
      swagger: "2.0",
      info: { title: "Old ERP" },
      basePath: "/v2/",
      paths: {
        "/items/{id}": {
          parameters: [{ name: "id", in: "path", required: true, type: "string" }],
          put: {
            operationId: "putItem",
            deprecated: true,
            security: [],
            parameters: [{ name: "body", in: "body", schema: { type: "object" } }],
          },
        },
      },
    }),
  );
  expect(swagger.format).toBe("SWAGGER2");
  expect(swagger.apis[0]).toMatchObject({ apiCode: "putItem", method: "PUT", path: "/v2/items/{id}", deprecated: "Y", guard: "PUBLIC" });
  expect(swagger.apis[0]!.requestSchema).toEqual({
    allOf: [{ type: "object", properties: { id: { type: "string", "x-in": "path" } }, required: ["id"] }, { type: "object" }],
  });
  const again = readDefinition(JSON.stringify({ kind: "BASE-API", version: 1, serviceCode: "Old-ERP", apis: swagger.apis }));
  expect(again).toMatchObject({ format: "JSON", title: "Old-ERP" });
  expect(compareDefinition(stored(swagger.apis), again.apis)).toMatchObject({ added: [], changed: [], missing: [], same: 1 });
});

test("a wrong file is refused with the place of its fault, in both languages", () => {
  expect(faultOf('{\n "openapi": "3.0.0",\n oops\n}').text).toEqual([
    "定义文件解析失败：第3处行不是有效的 JSON",
    "Definition import failed at 3: line: not valid JSON",
  ]);
  const places: readonly (readonly [text: string, place: string])[] = [
    ["[]", "1"],
    ['{"openapi":"2.9"}', "openapi"],
    ['{"openapi":"3.0.0"}', "paths"],
    [file({ orders: {} }), "paths.orders"],
    [file({ "/orders": { get: [] } }), "paths./orders.get"],
    [file({ "/orders": { get: { parameters: [{ in: "query" }] } } }), "paths./orders.get.parameters[0]"],
    [file({ "/orders": { get: { responses: { 200: { $ref: "#/components/nothing" } } } } }), "paths./orders.get.responses.200"],
    [file({ "/a": { get: { operationId: "same" } }, "/b": { get: { operationId: "same" } } }), "same"],
    ['{"kind":"BASE-API","apis":[{"method":"GET"}]}', "apis[0].path"],
  ];
  for (const [text, place] of places) {
    const fault = faultOf(text);
    expect([fault.code, (fault.data as { place: string }).place]).toEqual(["API_IMPORT", place]);
  }
});

test("a prototype in a file changes nothing", () => {
  const { apis } = readDefinition('{"openapi":"3.0.0","paths":{"/a":{"get":{"__proto__":{"x":1},"summary":"A"}}}}');
  expect(apis[0]!.summaryCn).toBe("A");
  expect(({} as Record<string, unknown>)["x"]).toBeUndefined();
});
