import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/** State of a module outlives and joins every product of a process. It is declared and bound to one product instead; what stays is here, with its reason. */
const root = join(import.meta.dirname, "..", "..");
const files = globSync("{kernel,modules,bridges}/**/*.{ts,tsx}", { cwd: root }).filter(
  (file) => !/\.test\.tsx?$|\/test-[^/]+$|\.d\.ts$/.test(file),
);
/** A browser page shows one product: its state is the page's. */
const isBrowser = (file: string): boolean => /^kernel\/web\/|\.tsx$|^modules\/[^/]+\/(\w+\/)?parts\//.test(file);

const escape = (name: string): string => name.replace("$", "\\$");

/** Names at the top of a file whose value changes: `let`, and containers or objects the file itself writes into. */
function stateIn(text: string): string[] {
  const variables = [...text.matchAll(/^(?:export )?let (\w+)/gm)].map(([, name]) => name!);
  const constants = [...text.matchAll(/^(?:export )?const (\w+)/gm)].map(([, name]) => name!);
  const isWritten = (name: string): boolean =>
    new RegExp(
      `(?<![\\w.])${escape(name)}(?:\\.(?:set|add|push|unshift|splice|delete|clear|pop|shift)\\(|(?:\\.\\w+|\\[[^\\]\\n]+\\])+ (?:[+?|-]*=) )`,
    ).test(text);
  return [...variables, ...constants.filter(isWritten)];
}

/** By reason: the file and the name. */
const reasons: Readonly<Record<string, readonly string[]>> = {
  "a cache: the same text or format gives the same value": [
    "kernel/cell.ts clocks",
    "kernel/time.ts formats",
    "kernel/time.ts lastShown",
    "kernel/server/excel/cell.ts letterCache",
    "kernel/server/excel/cell.ts dateTexts",
    "kernel/server/find/find.ts names",
    "kernel/server/gate/rows.ts statements",
  ],
  "a table worked out when the file is read, or a pattern that remembers its place": [
    "kernel/qr.ts exp",
    "kernel/qr.ts log",
    "kernel/server/excel/sheet.ts usualCell",
  ],
  "a cache in a WeakMap: its keys belong to one product, or are declarations that give the same value in every product": [
    "bridges/letters.ts folders",
    "bridges/mail.ts connected",
    "kernel/check.ts beside",
    "kernel/server/database/db.ts held",
    "kernel/server/act/document.ts beginnings",
    "kernel/server/act/document.ts maskedKeys",
    "kernel/server/act/facts.ts written",
    "kernel/server/act/outcome.ts shownKeys",
    "kernel/server/file/usage.ts known",
    "kernel/server/files.ts known",
    "kernel/server/find/find.ts documents",
    "kernel/server/find/list-parts.ts written",
    "kernel/server/act/flush.ts types",
    "kernel/server/act/picked.ts keysOf",
    "kernel/server/find/visible.ts presented",
    "modules/access/server.ts rooms",
    "modules/contracts/server.ts houses",
    "modules/admin/people.ts asked",
    "modules/messages/server.ts offices",
    "modules/rules/ask.ts read",
    "modules/rules/engine/prepare.ts prepared",
    "modules/supplier/workbook.ts opened",
    "modules/workflow/answers.ts compiled",
    "modules/workflow/server.ts chats",
  ],
  "work of this process by the random id of an upload or a file": [
    "kernel/server/file/large.ts running",
    "kernel/server/file/large.ts completing",
    "kernel/server/file/preview.ts working",
  ],
  "belongs to the process: its ids, its threads, and whose turn it is": [
    "kernel/server/act/id.ts last",
    "kernel/server/act/id.ts pool",
    "kernel/server/act/id.ts used",
    "kernel/server/excel/pool.ts reading",
    "kernel/server/excel/pool.ts queue",
    "kernel/server/excel/pool.ts writers",
    "kernel/server/excel/pool.ts spare",
    "kernel/server/excel/worker.ts works",
    "kernel/server/file/preview/worker.ts compiler",
    "kernel/server/sheet/cursor.ts last",
  ],
  "a library handed in, the same for every product: rules do not import it": ["modules/workflow/publishing.ts reading"],
  "a browser page shows one product and refines its declarations in place; a server refines the copies of its product (declared.refine)": [
    "kernel/refine.ts inForce",
    "kernel/refine.ts known",
  ],
};
const values = new Set(Object.values(reasons).flat());

const found = files
  .filter((file) => !isBrowser(file))
  .flatMap((file) => stateIn(readFileSync(join(root, file), "utf8")).map((name) => `${file} ${name}`))
  .toSorted();

test("no file of the server or of the shared code holds state that products would share", () => {
  expect(found.filter((value) => !values.has(value))).toEqual([]);
});

test("what is listed is still there", () => {
  expect([...values].filter((value) => !found.includes(value))).toEqual([]);
});

test("a variable, a filled container and a written object are found, a constant is not", () => {
  expect(stateIn("let last = 0;")).toEqual(["last"]);
  expect(stateIn("const known = new Map();\nexport const know = () => known.set(1, 2);")).toEqual(["known"]);
  expect(stateIn("const at = { n: 0 };\nconst next = () => {\n  at.n += 1;\n};")).toEqual(["at"]);
  expect(
    stateIn("const names = new Set([1]);\nconst is = (n: number) => names.has(n);\nfunction f() {\n  let a = 0;\n  a = 1;\n}"),
  ).toEqual([]);
});
