import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { declare } from "#kernel/declared.ts";
import { commonKeys, companions } from "#kernel/entity.ts";
import { modules } from "#modules/index.ts";
import { readAtRunTime, untypedModules } from "./typed-pages.ts";

const root = join(import.meta.dirname, "..", "..");
const fields: ReadonlySet<string> = new Set([
  ...commonKeys,
  ...[...declare(modules).entities.values()].flatMap(({ fields: of }) =>
    Object.entries(of).flatMap(([key, field]) => (field.target ? [key, ...Object.values(companions(key))] : [key])),
  ),
]);

/** Declared fields that a text reads as row["field"], where the compiler cannot know the row. */
const readAsText = (text: string): readonly string[] =>
  [...text.matchAll(/[\w)\]!](?:\?\.)?\["(\w+)"\]/g)].flatMap(([, key]) => (fields.has(key!) ? [key!] : []));

const moduleOf = (file: string): string => file.split("/")[1]!;
const found = globSync(["modules/**/*.tsx", "modules/*/parts/*.ts"], { cwd: root })
  .map((file) => file.replaceAll("\\", "/"))
  .filter((file) => !/\.test\.tsx?$/.test(file))
  .flatMap((file) => readAsText(readFileSync(join(root, file), "utf8")).map((key) => ({ file, key })))
  .filter(({ file }) => !readAtRunTime.has(file));

test("pages read declared fields as properties, so that a wrong name does not compile", () => {
  expect(
    found.filter(({ file }) => !untypedModules.has(moduleOf(file))).map(({ file, key }) => `${file}: ["${key}"]`),
    "type the row as Seen<typeof entity> or Form<typeof entity>, docs/constructs/pages.md",
  ).toEqual([]);
});

test("the list names no module whose pages are typed", () => {
  expect(
    [...untypedModules].filter((module) => !found.some(({ file }) => moduleOf(file) === module)),
    "take these out of tests/house/typed-pages.ts",
  ).toEqual([]);
});

test("a field is found however its row is reached, and other texts are not", () => {
  const rows = ['row["orderNum"]', 'base?.["supplierName"]', 'lines[0]!["itemId"]', '(await read())["id"]'];
  expect(rows.flatMap(readAsText)).toEqual(["orderNum", "supplierName", "itemId", "id"]);
  expect(['of={["id"]}', 'links: ["orderNum"]', 'row["$note"]', 'dataset["neverDeclared"]'].flatMap(readAsText)).toEqual([]);
});
