import { readFileSync, readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..", "..");
const rooms = ["kernel", "modules", "bridges", "demo", "bench", "scripts", "tests", "docs"];

const files = readdirSync(root)
  .filter((name) => rooms.includes(name))
  .flatMap((room) => readdirSync(join(root, room), { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile())
  .map((entry) => relative(root, join(entry.parentPath, entry.name)));

const texts = (kinds: RegExp) =>
  files.filter((file) => kinds.test(file)).map((file) => [file, readFileSync(join(root, file), "utf8")] as const);

test("no file is named by a word that says nothing about the business", () => {
  const empty = /(service|manager|repository|controller|dto|helper|utils?|provider|factory|facade)s?(\.|-|$)/i;
  expect(files.filter((file) => empty.test(file.split("/").at(-1)!))).toEqual([]);
});

test("colours live in the theme alone", () => {
  const colour = /#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})\b|\brgba?\(|\bhsla?\(/i;
  const painted = texts(/^(kernel\/web|modules)\/.*\.(tsx?|css)$/).filter(
    ([file, text]) => !file.includes("/theme/") && !/\.test\.tsx?$/.test(file) && colour.test(text),
  );
  expect(painted.map(([file]) => file)).toEqual([]);
});

test("texts for people carry no exclamation mark and no 'successfully'", () => {
  const shouting = /[\u4e00-\u9fff][^"'`\n]*！|\bsuccessfully\b/i;
  const loud = texts(/^(kernel|modules|bridges)\/.*\.tsx?$/).filter(([file, text]) => !/\.test\.tsx?$/.test(file) && shouting.test(text));
  expect(loud.map(([file]) => file)).toEqual([]);
});
