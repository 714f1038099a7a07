import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..", "..");

/** What reads the day or the time of the machine the page runs on. */
const machine = /\.toLocale(?:Date|Time)String\(|\.get(?:FullYear|Month|Date|Day|Hours|Minutes)\(\)/;

test("pages take the day from the organisation and the time from the person, never from the machine", () => {
  const files = globSync(["kernel/web/**/*.{ts,tsx}", "modules/**/*.tsx"], { cwd: root }).filter((file) => !file.includes(".test."));
  const wrong = files.flatMap((file) =>
    readFileSync(join(root, file), "utf8")
      .split("\n")
      .flatMap((line, i) => (machine.test(line) ? [`${file}:${i + 1} ${line.trim()}`] : [])),
  );
  expect(files.length).toBeGreaterThan(300);
  expect(wrong).toEqual([]);
});
