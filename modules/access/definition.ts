import { refuse, type Refusal } from "#kernel/refusal.ts";
import type { Text } from "#kernel/text.ts";

export type Format = "OPENAPI3" | "SWAGGER2" | "JSON";

/** One call as a definition describes it. */
export interface Defined {
  readonly apiCode: string;
  readonly group: string;
  readonly method: string;
  readonly path: string;
  readonly summaryCn: string;
  readonly summaryEn: string | null;
  readonly requestSchema: unknown;
  readonly responseSchema: unknown;
  readonly guard: string;
  readonly deprecated: "Y" | "N";
}

export interface Definition {
  readonly format: Format;
  readonly title: string;
  readonly apis: readonly Defined[];
}

type Json = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value);

/** Says where the file is wrong: the line of a text that is no JSON, the place inside it otherwise. */
export const importFault = (place: string, text: Text): Refusal =>
  refuse("API_IMPORT", `定义文件解析失败：第${place}处${text[0]}`, `Definition import failed at ${place}: ${text[1]}`, { data: { place } });

const methods = ["get", "post", "put", "patch", "delete", "head", "options"];
const mostApis = 5_000;
const mostSchema = 100_000;

function parseJson(text: string): Json {
  try {
    const value = JSON.parse(text.replace(/^\uFEFF/, "")) as unknown;
    if (isObject(value)) return value;
  } catch (error) {
    const message = (error as Error).message;
    const position = /position (\d+)/.exec(message)?.[1];
    const line = position === undefined ? 1 : text.slice(0, Number(position)).split("\n").length;
    throw importFault(String(line), ["行不是有效的 JSON", "line: not valid JSON"]);
  }
  throw importFault("1", ["行不是对象", "line: not an object"]);
}

/** The part of the file a reference points to; one that leads nowhere is a fault of the file. */
function resolve(root: Json, value: unknown, place: string, depth = 0): unknown {
  if (!isObject(value) || typeof value["$ref"] !== "string") return value;
  const ref = value["$ref"];
  if (!ref.startsWith("#/") || depth > 20) throw importFault(place, [`引用${ref}无法解析`, `reference ${ref} cannot be resolved`]);
  let at: unknown = root;
  for (const step of ref.slice(2).split("/")) at = isObject(at) ? at[step.replaceAll("~1", "/").replaceAll("~0", "~")] : undefined;
  if (at === undefined) throw importFault(place, [`引用${ref}不存在`, `reference ${ref} leads nowhere`]);
  return resolve(root, at, place, depth + 1);
}

const textOf = (value: unknown, most: number): string | null =>
  typeof value === "string" && value.trim() ? value.trim().slice(0, most) : null;

function jsonSchema(content: unknown): unknown {
  if (!isObject(content)) return null;
  const body = content["application/json"] ?? Object.values(content)[0];
  return isObject(body) ? (body["schema"] ?? null) : null;
}

function okReply(root: Json, operation: Json, place: string): Json | null {
  const replies = operation["responses"];
  if (replies === undefined) return null;
  if (!isObject(replies)) throw importFault(`${place}.responses`, ["不是对象", "is not an object"]);
  const key = ["200", "201", "202", "204", "default"].find((value) => value in replies) ?? Object.keys(replies)[0];
  const reply = key === undefined ? null : resolve(root, replies[key], `${place}.responses.${key}`);
  return isObject(reply) ? reply : null;
}

/** The parameters of a call beside its body, as one object schema. */
function parameters(root: Json, list: readonly unknown[], place: string): { readonly query: Json | null; readonly body: unknown } {
  const properties: Record<string, unknown> = {};
  const required: string[] = [];
  let body: unknown = null;
  for (const [index, entry] of list.entries()) {
    const at = `${place}.parameters[${index}]`;
    const parameter = resolve(root, entry, at);
    if (!isObject(parameter) || typeof parameter["name"] !== "string") throw importFault(at, ["缺少参数名", "has no name"]);
    if (parameter["in"] === "body") body = parameter["schema"] ?? null;
    else {
      const { name, in: where, required: must, description, schema, ...rest } = parameter;
      properties[name as string] = { ...(isObject(schema) ? schema : rest), ...(description ? { description } : {}), "x-in": where };
      if (must === true) required.push(name as string);
    }
  }
  return { query: Object.keys(properties).length ? { type: "object", properties, ...(required.length ? { required } : {}) } : null, body };
}

function schemaOf(value: unknown, place: string): unknown {
  if (JSON.stringify(value ?? null).length > mostSchema) throw importFault(place, ["结构过大", "is too large"]);
  return value ?? null;
}

function operationOf(root: Json, format: Format, base: string, path: string, method: string, shared: readonly unknown[]): Defined {
  const place = `paths.${path}.${method}`;
  const operation = (root["paths"] as Record<string, Json>)[path]![method];
  if (!isObject(operation)) throw importFault(place, ["不是对象", "is not an object"]);
  const own = operation["parameters"];
  if (own !== undefined && !Array.isArray(own)) throw importFault(`${place}.parameters`, ["不是列表", "is not a list"]);
  const { query, body } = parameters(root, [...shared, ...((own as unknown[] | undefined) ?? [])], place);
  const given = resolve(root, operation["requestBody"], `${place}.requestBody`);
  const request = format === "SWAGGER2" ? body : isObject(given) ? jsonSchema(given["content"]) : null;
  const reply = okReply(root, operation, place);
  const security = operation["security"] ?? root["security"];
  const tag = Array.isArray(operation["tags"]) ? textOf(operation["tags"][0], 100) : null;
  const summary = textOf(operation["summary"], 300) ?? textOf(operation["description"], 300) ?? `${method.toUpperCase()} ${path}`;
  return {
    apiCode: textOf(operation["operationId"], 150) ?? `${method}:${base}${path}`.slice(0, 150),
    group:
      tag ??
      path
        .split("/")
        .find((part) => part !== "" && !part.startsWith("{"))
        ?.slice(0, 100) ??
      "-",
    method: method.toUpperCase(),
    path: `${base}${path}`,
    summaryCn: summary,
    summaryEn: textOf(operation["x-summary-en"], 300) ?? summary,
    requestSchema: schemaOf(query && request ? { allOf: [query, request] } : (request ?? query), `${place}.requestBody`),
    responseSchema: schemaOf(reply && (format === "SWAGGER2" ? reply["schema"] : jsonSchema(reply["content"])), `${place}.responses`),
    guard: Array.isArray(security) && security.length === 0 ? "PUBLIC" : "OAUTH",
    deprecated: operation["deprecated"] === true ? "Y" : "N",
  };
}

function pathsOf(root: Json, format: Format): Defined[] {
  const paths = root["paths"];
  if (!isObject(paths)) throw importFault("paths", ["缺少或不是对象", "is missing or not an object"]);
  const base = format === "SWAGGER2" && typeof root["basePath"] === "string" ? root["basePath"].replace(/\/$/, "") : "";
  return Object.entries(paths).flatMap(([path, item]) => {
    const place = `paths.${path}`;
    if (path.startsWith("x-")) return [];
    if (!path.startsWith("/")) throw importFault(place, ["路径须以 / 开头", "a path must begin with /"]);
    if (!isObject(item)) throw importFault(place, ["不是对象", "is not an object"]);
    if (base.length + path.length > 300) throw importFault(place, ["路径过长", "is too long"]);
    const shared = item["parameters"] ?? [];
    if (!Array.isArray(shared)) throw importFault(`${place}.parameters`, ["不是列表", "is not a list"]);
    return methods.filter((method) => method in item).map((method) => operationOf(root, format, base, path, method, shared));
  });
}

function exported(root: Json): Defined[] {
  const list = root["apis"];
  if (!Array.isArray(list)) throw importFault("apis", ["缺少或不是列表", "is missing or not a list"]);
  return list.map((entry, index): Defined => {
    const place = `apis[${index}]`;
    const text = (key: string, most: number): string => {
      const value = isObject(entry) ? textOf(entry[key], most) : null;
      if (value === null) throw importFault(`${place}.${key}`, ["缺少", "is missing"]);
      return value;
    };
    const method = text("method", 10).toUpperCase();
    const path = text("path", 300);
    if (!methods.includes(method.toLowerCase())) throw importFault(`${place}.method`, ["方法不支持", "is not a method"]);
    if (!path.startsWith("/")) throw importFault(`${place}.path`, ["路径须以 / 开头", "must begin with /"]);
    const guard = text("guard", 20);
    if (!["PUBLIC", "SESSION", "RESOURCE", "OAUTH"].includes(guard)) throw importFault(`${place}.guard`, ["守卫不支持", "is not a guard"]);
    const row = entry as Json;
    return {
      apiCode: text("apiCode", 150),
      group: text("group", 100),
      method,
      path,
      summaryCn: text("summaryCn", 300),
      summaryEn: textOf(row["summaryEn"], 300),
      requestSchema: schemaOf(row["requestSchema"], `${place}.requestSchema`),
      responseSchema: schemaOf(row["responseSchema"], `${place}.responseSchema`),
      guard,
      deprecated: row["deprecated"] === "Y" ? "Y" : "N",
    };
  });
}

function formatOf(root: Json): Format {
  if (typeof root["openapi"] === "string" && root["openapi"].startsWith("3.")) return "OPENAPI3";
  if (root["swagger"] === "2.0" || root["swagger"] === 2) return "SWAGGER2";
  if (root["kind"] === "BASE-API") return "JSON";
  throw importFault("openapi", [
    "不是 OpenAPI 3、Swagger 2 或本系统导出的文件",
    "neither OpenAPI 3 nor Swagger 2 nor an export of this product",
  ]);
}

/** Reads a file of definitions; whatever is wrong is named with its place, and nothing is guessed. */
export function readDefinition(text: string, wanted?: string): Definition {
  const root = parseJson(text);
  const format = formatOf(root);
  if (wanted && wanted !== format)
    throw importFault("openapi", [`格式是${format}，不是${wanted}`, `the format is ${format}, not ${wanted}`]);
  const apis = format === "JSON" ? exported(root) : pathsOf(root, format);
  if (apis.length > mostApis) throw importFault("paths", [`超过 ${mostApis} 个接口`, `more than ${mostApis} calls`]);
  const seen = new Map<string, number>();
  for (const [index, defined] of apis.entries())
    for (const key of [`${defined.method} ${defined.path}`, defined.apiCode]) {
      const before = seen.get(key);
      if (before !== undefined && before !== index) throw importFault(key, ["重复", "appears twice"]);
      seen.set(key, index);
    }
  const info = root["info"];
  const title = format === "JSON" ? textOf(root["serviceCode"], 60) : isObject(info) ? textOf(info["title"], 60) : null;
  return { format, title: title ?? "IMPORT", apis };
}

/** One field that differs; of a schema the places inside it. */
export interface FieldDifference {
  readonly field: string;
  readonly old: unknown;
  readonly new: unknown;
  readonly places?: readonly { readonly place: string; readonly old: unknown; readonly new: unknown }[];
}

export interface Stored extends Defined {
  readonly id: string;
  readonly linked: boolean;
  readonly enabledFlag: "Y" | "N";
}

export interface Comparison {
  readonly added: readonly Defined[];
  readonly changed: readonly { readonly id: string; readonly to: Defined; readonly fields: readonly FieldDifference[] }[];
  /** What is here and not in the file: goes, unless something links to it. */
  readonly missing: readonly Stored[];
  readonly same: number;
}

const compared = ["group", "summaryCn", "summaryEn", "guard", "deprecated", "requestSchema", "responseSchema"] as const;
const mostPlaces = 50;

/** The same value however its keys are ordered. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sorted(value[key])]),
  );
}
const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(sorted(a ?? null)) === JSON.stringify(sorted(b ?? null));

function placesOf(old: unknown, next: unknown, place: string, out: { place: string; old: unknown; new: unknown }[]): void {
  if (out.length >= mostPlaces || isSame(old, next)) return;
  if (isObject(old) && isObject(next))
    for (const key of new Set([...Object.keys(old), ...Object.keys(next)]))
      placesOf(old[key], next[key], place ? `${place}.${key}` : key, out);
  else out.push({ place: place || "$", old: old ?? null, new: next ?? null });
}

function differences(old: Defined, next: Defined): FieldDifference[] {
  return compared.flatMap((field): FieldDifference[] => {
    if (isSame(old[field], next[field])) return [];
    if (!field.endsWith("Schema")) return [{ field, old: old[field] ?? null, new: next[field] ?? null }];
    const places: { place: string; old: unknown; new: unknown }[] = [];
    placesOf(old[field], next[field], "", places);
    return [{ field, old: null, new: null, places }];
  });
}

/** Sets what a file says beside what is stored: new, different field by field, and no longer there. */
export function compareDefinition(stored: readonly Stored[], apis: readonly Defined[]): Comparison {
  const keyOf = (defined: Pick<Defined, "method" | "path">): string => `${defined.method} ${defined.path}`;
  const known = new Map(stored.map((row) => [keyOf(row), row]));
  const named = new Set(apis.map(keyOf));
  const changed = apis.flatMap((to) => {
    const old = known.get(keyOf(to));
    const fields = old ? differences(old, to) : [];
    return old && fields.length ? [{ id: old.id, to, fields }] : [];
  });
  const added = apis.filter((defined) => !known.has(keyOf(defined)));
  return {
    added,
    changed,
    missing: stored.filter((row) => !named.has(keyOf(row)) && row.enabledFlag === "Y"),
    same: apis.length - added.length - changed.length,
  };
}
