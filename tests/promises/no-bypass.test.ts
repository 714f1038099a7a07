import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { none } from "./house.ts";

const root = join(import.meta.dirname, "..", "..");

const under = (room: string): string[] =>
  existsSync(join(root, room))
    ? readdirSync(join(root, room), { recursive: true, withFileTypes: true })
        .filter((f) => f.isFile() && /\.tsx?$/.test(f.name))
        .map((f) => relative(root, join(f.parentPath, f.name)))
    : [];
const isTest = (file: string): boolean => /\.test\.tsx?$|(^|\/)test-|(^|\/)examples\.ts$/.test(file);
const read = (file: string): string => readFileSync(join(root, file), "utf8");
/** Sources without comments: a word in a sentence is no bypass. */
const code = (file: string): string =>
  read(file)
    .replace(/\/\*[\s\S]*?\*\//g, (text) => text.replace(/[^\n]/g, " "))
    .replace(/(^|[^:"'`])\/\/.*$/gm, "$1");

const product = [
  ...["kernel", "modules", "bridges", "demo"].flatMap(under),
  ...readdirSync(root).filter((name) => name.endsWith(".ts") && !name.includes("config")),
].filter((file) => !isTest(file));
const found = (files: readonly string[], pattern: RegExp): string[] =>
  files.flatMap((file) =>
    code(file)
      .split("\n")
      .flatMap((line, n) => (pattern.test(line) ? [`${file}:${n + 1} ${line.trim().slice(0, 140)}`] : [])),
  );

/** The server's rooms: the kernel's, the bridges', and the one a module may have for statements that ask for more than a list does. */
const isServerRoom = (file: string): boolean => /^(?:kernel\/server|bridges|modules\/[\w-]+\/server)\//.test(file);

/** Where a module writes rows by statements, and why act is not the way. */
const writers: Readonly<Record<string, string>> = {
  "modules/messages/server/":
    "a post office moves hundreds of deliveries at a time: claims, leases and counts are sets of rows, not documents",
};

describe("promise 11: no bypass exists", () => {
  test("SQL is written in the server's rooms, and nowhere else", () => {
    const sql =
      /[`"']\s*(?:select\s+.+\s+from\s|insert\s+into\s|update\s+["\w$]+.*\sset\s|delete\s+from\s|with\s+\w+\s+as\s*\(|alter\s+table|create\s+(?:table|index|view)|drop\s+table|truncate\s)/i;
    none(
      found(
        product.filter((file) => !isServerRoom(file)),
        sql,
      ),
    );
  });

  test("a module reaches the database through find and act alone", () => {
    const reaching = /\b(?:db|tx|pool|client)\.(?:query|one|tx|connect)\b|#kernel\/server\/db|from "pg"|\.onStatement\(/;
    none(
      found(
        product.filter((file) => (file.startsWith("modules/") || file.startsWith("demo/")) && !isServerRoom(file)),
        reaching,
      ),
    );
  });

  test("the server's room of a module reads; rows are written by act, but for what is listed", () => {
    const writing = /[`"'(]\s*(?:insert\s+into\s|update\s+["\w$]+.*\sset\s|delete\s+from\s|truncate\s)/i;
    const own = product.filter((file) => file.startsWith("modules/") && !Object.keys(writers).some((room) => file.startsWith(room)));
    none(found(own, writing));
  });

  test("no word for going around the rules: sudo, override, skip, force, trust", () => {
    const around =
      /\b(?:sudo|overrideAccess|override(?:Permission|Check|Guard)\w*|bypass\w*|skip(?:Check|Permission|Guard|Rule|Validation|Access)\w*|ignore(?:Permission|Access|Scope)\w*|force(?:Save|Write|Delete)\w*|asAdmin|runAs|impersonate\w*|unsafe(?:Save|Write|Sql)\w*|trusted(?:Caller|User))\b/i;
    none(found(product, around));
  });

  /** The system is an actor with a name; each place that makes one is listed with what it does there. */
  const actors: Readonly<Record<string, string>> = {
    "kernel/server/permit.ts": "makes it",
    "kernel/server/titles.ts": "reads names behind references a rule chose",
    "kernel/server/ship.ts": "installs what the modules ship",
    "kernel/server/first.ts": "makes the first administrator",
    "kernel/server/directory.ts": "sets passwords for the gate",
    "kernel/server/sheet/back-export.ts": "keeps the state of background exports",
    "kernel/server/sheet/import-calls.ts": "keeps the record of an import",
    "modules/messages/server/fanout.ts": "makes the instance of a message that an event asks for",
    "modules/messages/server/notices.ts": "writes a notice rule into the configuration that carries it out",
    "modules/supplier/server/each.ts": "lets days pass for suppliers, changes and warnings: one action for each row that is due",
    "modules/lifecycle/server/each.ts": "lets days pass for measures, exits and agreements: one action for each row that is due",
    "modules/register/server/timers.ts": "ends registrations and invitations that nobody took up",
    "demo/cast.ts": "does what no person of a story does: visitors, outside houses, the passing of days",
    "demo/sampling.ts": "stands for suppliers of a story who have no account",
    "demo/supplier.ts": "founds the suppliers of the demonstration",
    "demo/base.ts": "gives the demonstration something to buy",
    "demo/people.ts": "founds the demonstration's company",
    "demo/life.ts": "puts it in the middle of its work",
  };
  test("system actors are made in the server's room only, in places that are listed", () => {
    const making = found(product, /\bsystemMe\(/).map((line) => line.split(":")[0]!);
    expect(making.length).toBeGreaterThan(0);
    none(
      [...new Set(making)]
        .filter((file) => !(file in actors) && !/^modules\/[\w-]+\/[\w-]+\.calls\.ts$/.test(file))
        .map((file) => `${file} makes a system actor and is not listed`),
    );
  });

  test("nobody becomes the system by a spread: the audience is written in one place", () => {
    const made = found(product, /audience:\s*"system"/).filter((line) => !line.startsWith("kernel/server/permit.ts"));
    none(made);
  });

  test("the system's own name is never put on a person, nor a person's on the system", () => {
    none(found(product, /\.\.\.systemMe\([^)]*\)\s*,.*userId:/).map((line) => `a system actor under a person's name: ${line}`));
  });

  const rules = product.filter((file) => /^modules\/.*\.rules\.ts$/.test(file));
  /** Words, figures and declarations, all pure; `seal` alone holds something, the keys that the server brings before the first rule is asked. */
  const allowed =
    /^(?:#kernel\/(?:rule|entity|decimal|text|refusal|time|field|cron|program|module|check|credit-code|seal|expression\/[\w-]+)\.ts|#kernel\/platform\/[\w-]+\.entity\.ts|#modules\/[\w-]+\/index\.ts|\.{1,2}\/[\w./-]+\.ts)$/;
  /** A rule and every plain file beside it that it leans on. */
  function leaning(file: string, seen = new Set<string>()): Set<string> {
    if (seen.has(file)) return seen;
    seen.add(file);
    for (const [, from] of code(file).matchAll(/from\s+"(\.{1,2}\/[^"]+)"/g))
      leaning(relative(root, join(root, dirname(file), from!)), seen);
    return seen;
  }
  test("rules import facts and words, and what they lean on does the same", () => {
    expect(rules.length).toBeGreaterThan(5);
    const files = [...new Set(rules.flatMap((file) => [...leaning(file)]))].filter((file) => !file.endsWith(".entity.ts"));
    none(
      files.flatMap((file) =>
        [...code(file).matchAll(/from\s+"([^"]+)"/g)]
          .filter(([, from]) => !allowed.test(from!) || /\.calls\.ts$|\.tsx$/.test(from!))
          .map(([, from]) => `${file} imports ${from}`),
      ),
    );
  });

  test("rules are pure: no clock, no chance, no network, no environment, no memory of their own", () => {
    const files = [...new Set(rules.flatMap((file) => [...leaning(file)]))];
    none(
      found(files, /\bDate\.now\b|new Date\(\s*\)|Math\.random|crypto\.|\bfetch\(|\bprocess\.|globalThis|setTimeout|setInterval|^let\s/),
    );
  });
});
