import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { declare } from "#kernel/declared.ts";
import { modules } from "#modules/index.ts";
import { namingTables } from "./table-names.ts";

const root = join(import.meta.dirname, "..", "..");
const tables: ReadonlySet<string> = new Set(declare(modules).entities.keys());

/** A table by its name where SQL reads or writes one, or a name that is quoted for SQL. */
const named = /\b(?:from|join|update|into|using)\s+(?:only\s+)?"(?:(\w+)"|\$\{[\w.]+\}")|\bq\([\w.]+\)/gi;
const namesTable = (text: string): boolean => [...text.matchAll(named)].some(([, table]) => table === undefined || tables.has(table));

const found = globSync("{modules,bridges}/**/*.ts", { cwd: root })
  .map((file) => file.replaceAll("\\", "/"))
  .filter((file) => !/\.test\.ts$|test-world/.test(file) && namesTable(readFileSync(join(root, file), "utf8")))
  .toSorted();

test("SQL outside the kernel reads from sources; no further file names the table of an entity", () => {
  expect(
    found.filter((file) => !namingTables.has(file)),
    "read from source(entity) or every(entity), docs/constructs/source.md",
  ).toEqual([]);
});

test("the list names no file that reads from sources already", () => {
  expect(
    [...namingTables].filter((file) => !found.includes(file)),
    "take these out of tests/house/table-names.ts",
  ).toEqual([]);
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
