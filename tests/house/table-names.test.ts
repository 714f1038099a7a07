import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { declare } from "#kernel/declared.ts";
import { modules } from "#modules/index.ts";

const root = join(import.meta.dirname, "..", "..");
const tables: ReadonlySet<string> = new Set(declare(modules).entities.keys());

/** A table by its name where SQL reads or writes one, or a name that is quoted for SQL. */
const named = /\b(?:from|join|update|into|using)\s+(?:only\s+)?"(?:(\w+)"|\$\{[\w.]+\}")|\bq\([\w.]+\)/gi;
const namesTable = (text: string): boolean => [...text.matchAll(named)].some(([, table]) => table === undefined || tables.has(table));

const texts = globSync("{modules,bridges}/**/*.ts", { cwd: root })
  .map((file) => file.replaceAll("\\", "/"))
  .filter((file) => !/\.test\.ts$|test-world/.test(file))
  .map((file) => [file, readFileSync(join(root, file), "utf8")] as const);
const found = texts.flatMap(([file, text]) => (namesTable(text) ? [file] : [])).toSorted();

/** Statements that write: their pieces come from kernel/server/act/write.ts, except for deleting. */
const writes = /"#kernel\/server\/act\/write\.ts"|\bdelete from\b|\binsert into\b/;
/** Where rows are written without an action, and why: everything else is changed by `act`. */
const writingBesideAct: Readonly<Record<string, string>> = {
  "modules/base/server/receiver-ids.ts": "repairs ids that an older version stored in capitals",
  "modules/messages/":
    "deliveries, their counts and addresses: thousands in a statement, claimed by several processes at once, in columns the declaration calls computed",
};

test("SQL outside the kernel reads from sources and names no table of an entity", () => {
  expect(found, "read from source(entity) or every(entity), docs/constructs/source.md").toEqual([]);
});

test("tables are found in any statement that names them, and nothing else is", () => {
  expect(
    ['select 1 from "BaseUsers" u', 'left join "SrmPurOrderHeader" h on true', 'update "BaseUsers" set', "from ${q(one.name)}"].map(
      namesTable,
    ),
  ).toEqual([...[true, true, true, true]]);
  expect(
    ['ref("BaseUsers", "负责人", "Owner")', 'import { q } from "BaseUsers.ts"', "select 1 from ${u}", 'from "Journal" j'].map(namesTable),
  ).toEqual([...[false, false, false, false]]);
});

test("rows are written by act; what programs write themselves stands here with its reason", () => {
  const areas = Object.keys(writingBesideAct);
  const writing = texts.flatMap(([file, text]) => (writes.test(text) ? [file] : []));
  expect(writing.filter((file) => !areas.some((area) => file.startsWith(area)))).toEqual([]);
  expect(areas.filter((area) => !writing.some((file) => file.startsWith(area)))).toEqual([]);
});
