import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Client } from "./client.ts";

const root = join(import.meta.dirname, "..", "..");

/** Texts made to hurt, about so many units long where length is the point. */
export const worstTexts = (size: number): readonly string[] => {
  const run = (piece: string): string => piece.repeat(Math.max(1, Math.floor(size / piece.length)));
  return [
    ...[
      "<",
      "<b><i>",
      "</b>",
      "<div></b>",
      "<style></style",
      '<a "',
      "<!--",
      "&",
      "&#",
      "((",
      "[",
      "{{",
      "${a}",
      "not ",
      "-",
      "1+",
      ",",
      ";",
    ].map(run),
    ...["a\u0301", "\u200b", "\u202e", "\ud83d\ude00", "\ud800", "\udc00\ud800", "ﷺ", "İ", "ß"].map(run),
    ...[
      "%",
      "_",
      "\\",
      "'",
      '"',
      "*",
      "?",
      ".",
      "../",
      "/",
      "|",
      "@",
      "a@",
      "a.",
      " ",
      "\t",
      "\n",
      "0",
      "9",
      "-9",
      "1e9",
      "0.",
      "a,b,",
    ].map(run),
    ...[`${run(" ")}x`, `${run(".")}x`, `${run("1")}a`, `${run("0")}.${run("0")}1`, `x${run("<")}>`],
    ...["\u0000", "a\u0000b", "\u0001", "\ufeff", "\uffff"],
    ...[
      "1e999",
      "-1e-999",
      "NaN",
      "Infinity",
      "-0",
      "+1",
      "0x1F",
      "99999999999999999999",
      "-99999999999999999999",
      "2147483648",
      "1.".padEnd(60, "3"),
    ],
    ...["0000-00-00", "0000-01-01", "0001-01-01", "9999-12-31", "9999-99-99", "2026-02-30", "10000-01-01", "0000", "9999-13", "0000-01"],
    ...["9999-12-31 23:59:59", "0001-01-01 00:00:00", "2026-01-01T00:00:00+99:99", "2026-01-01T00:00:00Z", "2026-01-01 24:00:00"],
    ...["* * * * * *", "0 0 0 31 2 ?", "*/0 * * * *", "0-99999999 * * * *", "1,".repeat(50), "Etc/../UTC", "Mars/Olympus"],
    ...[
      "'; select 1; --",
      "=cmd|' /C calc'!A0",
      "javascript:alert(1)",
      "file:///etc/passwd",
      "constructor",
      "__proto__",
      "toString",
      "null",
      "[]",
      "{}",
    ],
  ];
};

let nested: unknown = "x";
for (let depth = 0; depth < 30; depth++) nested = depth % 2 ? [nested] : { a: nested };

/** Values of other kinds than a call expects. */
export const worstOthers: readonly unknown[] = [
  ...[0, -1, 0.1, 1e308, -1e308, 5e-324, 2_147_483_648, -2_147_483_649, 9_007_199_254_740_992, true, false],
  ...[[], [[]], [null], [{}], [["x"], [1, 2]], ["x", ["y"]], [true, 1, "x", null, {}], [1e308], [-1]],
  ...[{}, { a: { b: {} } }, { length: 1e9 }, { key: {}, dir: [] }, { id: [] }, { some: {} }, { from: {}, to: [] }],
  ...[Array.from({ length: 300 }, () => "x"), Array.from({ length: 300 }, (_, id) => ({ id })), nested],
];

/** Every name some call reads from its body, as the sources have them. */
export const namesRead = (): readonly string[] => [
  ...new Set(
    globSync("{kernel/server,modules}/**/*.ts", { cwd: root })
      .filter((file) => !file.endsWith(".test.ts"))
      .flatMap((file) => [...readFileSync(join(root, file), "utf8").matchAll(/\bbody(?:\["(\w+)"\]|\.(\w+))/g)])
      .map(([, quoted, plain]) => quoted ?? plain!)
      // Names every object has, and those of lists, are refused before any call reads them.
      .filter((name) => !(name in Object.prototype) && !(name in Array.prototype)),
  ),
];

export interface Operation {
  readonly path: string;
  readonly method: "POST" | "GET";
  readonly names: readonly string[];
  /** A call of an entity, made from its declaration; the others are written by hand. */
  readonly isOfEntity: boolean;
}

interface Described {
  readonly paths: Record<string, Record<string, { requestBody?: { content: Record<string, { schema: Record<string, unknown> }> } }>>;
  readonly components: { readonly schemas: Record<string, { properties?: object }> };
}

/** What would end the very session that asks. */
const ends = /\/(logout|doKick|heartbeat|switchResponsibility)$/;

/** Every operation of the interface description, with the names it says it reads. */
export function operationsOf({ paths, components }: Described): readonly Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(() => !ends.test(path))
      .map(([method, { requestBody }]) => {
        const schema = requestBody?.content["application/json"]?.schema ?? {};
        const named = typeof schema["$ref"] === "string" ? components.schemas[schema["$ref"].split("/").at(-1)!] : schema;
        const names = Object.keys((named as { properties?: object } | undefined)?.properties ?? {});
        return {
          path: path.replace(/^\/api\//, "").replace(/[:{]\w+\}?/g, "x"),
          method: method.toUpperCase() as "POST" | "GET",
          names,
          isOfEntity: /\/v1\/\w+Restful\/\w+$/.test(path) && requestBody !== undefined,
        };
      }),
  );
}

export interface Shot {
  readonly path: string;
  readonly method?: "POST" | "GET";
  readonly body?: Record<string, unknown>;
  readonly query?: string;
}

const listNames = [
  "id",
  "ids",
  "rows",
  "keyword",
  "orderBy",
  "pageIndex",
  "pageRows",
  "view",
  "list",
  "needSums",
  "input",
  "action",
  "versionNum",
  "reason",
  "confirmed",
  "removed",
];

/** Hostile bodies for every operation. */
export function shotsAt(operations: readonly Operation[], perNamed = 6, perEntity = 1): readonly Shot[] {
  // The zero sign is refused with the whole body: it would keep everything else from being read.
  const short = [...worstTexts(60), ...worstOthers].filter((value) => typeof value !== "string" || !value.includes("\u0000"));
  const long = worstTexts(1000).filter((value) => !value.includes("\u0000"));
  const read = namesRead();
  const filled = (names: readonly string[], value: (name: string) => unknown): Record<string, unknown> =>
    Object.fromEntries(names.filter((name) => name !== "language").map((name) => [name, value(name)]));
  return operations.flatMap(({ path, method, names, isOfEntity }): Shot[] => {
    // Which value a name gets depends on the call and the name alone: a call added elsewhere changes nothing here.
    const chosen = <T>(values: readonly T[], key: string): T => values[placeOf(`${path} ${key}`) % values.length]!;
    if (method === "GET")
      return ["id=%ff%fe&id=x&ticket[]=1", "id=%00&code=a%00b", `id=${"x".repeat(900)}`].map((query) => ({ path, method, query }));
    const mixed = (of: readonly string[], n: number) => filled(of, (name) => chosen(short, `${name} ${n}`));
    if (isOfEntity) return Array.from({ length: perEntity }, (_, n) => ({ path, body: mixed([...names, ...listNames], n) }));
    // One value for all names finds what a single check forgot; a mixture finds what one check hides from the next.
    return [
      ...Array.from({ length: perNamed }, (_, n): Shot => {
        const value = chosen(short, String(n));
        return { path, body: n % 2 ? mixed(read, n) : filled(read, () => value) };
      }),
      ...(perNamed > 2
        ? [
            { path, body: filled(read.slice(0, 200), (name) => chosen(long, name)) },
            { path, body: {} },
          ]
        : []),
    ];
  });
}

function placeOf(text: string): number {
  let hash = 2_166_136_261;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 16_777_619);
  return hash >>> 0;
}

export interface Fired {
  readonly count: number;
  readonly failures: readonly string[];
  /** How often each HTTP status was answered. */
  readonly statuses: Readonly<Record<number, number>>;
}

/** Sends everything, some at a time over connections that stay open; tells what was answered with a failure of the server. */
export async function fire(clients: readonly Client[], shots: readonly Shot[], atOnce = 12): Promise<Fired> {
  const failures: string[] = [];
  const statuses: Record<number, number> = {};
  let next = 0;
  const shooter = async (client: Client): Promise<void> => {
    for (let shot = shots[next++]; shot; shot = shots[next++]) {
      const { status, body } = await client.send(
        client.prepare(shot.path, shot.body ?? {}, { method: shot.method ?? "POST", ...(shot.query ? { query: shot.query } : {}) }),
      );
      statuses[status] = (statuses[status] ?? 0) + 1;
      if (status >= 500 && status !== 503)
        failures.push(`${status} ${shot.path} ${JSON.stringify(shot.body ?? shot.query).slice(0, 300)} → ${body.toString().slice(0, 120)}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, (_, n) => shooter(clients[n % clients.length]!)));
  return { count: shots.length, failures, statuses };
}
