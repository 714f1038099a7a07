import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { modules } from "#modules/index.ts";
import { retired, retiredChinese, severalWords } from "./english-words.ts";
import { declaredLabels, englishTexts, type Label } from "./labels.ts";

const labels = declaredLabels();
const texts = englishTexts();
const isShown = ({ kind }: Label): boolean => kind === "menu" || kind === "state" || kind === "button";

/** Variables of a text are code, not words. */
const plain = (text: string): string => text.replace(/\$\{[^}]*\}+/g, "…");

/** A list is named in the plural; capitals are a matter of where a word stands. */
const single = (word: string): string =>
  word
    .toLowerCase()
    .split(" ")
    .map((part) => part.replace(/ies$/, "y").replace(/s$/, ""))
    .join(" ");

const glossary = readFileSync(join(import.meta.dirname, "..", "..", "docs", "glossary.md"), "utf8")
  .split("\n")
  .map((line) => line.split("|").map((cell) => cell.trim()))
  .filter((cells) => /[\u3400-\u9fff]/.test(cells[1] ?? ""))
  .map((cells) => ({ cn: cells[1]!, en: cells[2]! }));

test("words that left the product do not come back", () => {
  const back = texts.flatMap(({ cn, en, where }) =>
    retired
      .filter((retired) => retired.was.test(plain(en)) && (retired.cn?.test(cn) ?? true))
      .map((retired) => `${where}: ${en} → ${retired.now}`),
  );
  expect(back).toEqual([]);
});

test("Chinese phrases that left the product do not come back", () => {
  const back = [...texts, ...labels].flatMap(({ cn, where }) =>
    retiredChinese.filter(({ was }) => was.test(plain(cn))).map(({ now }) => `${where}: ${cn} → ${now}`),
  );
  expect(back).toEqual([]);
});

test("a Chinese label of menus, states and buttons has one English label, or the list says why not", () => {
  const several = [...Map.groupBy(labels.filter(isShown), (label) => label.cn)]
    .map(([cn, all]) => [cn, [...new Set(all.map((label) => label.en))]] as const)
    .filter(([, words]) => words.length > 1);
  expect(several.filter(([cn]) => !(cn in severalWords)).map(([cn, words]) => `${cn}: ${words.join(", ")}`)).toEqual([]);
  const needed = new Set(several.map(([cn]) => cn));
  expect(
    Object.keys(severalWords).filter((cn) => !needed.has(cn)),
    "reasons for what is one word by now",
  ).toEqual([]);
});

test("the glossary has one English term for a Chinese one", () => {
  expect(glossary.length).toBeGreaterThan(100);
  expect(glossary.filter((candidate, at) => glossary.findIndex((other) => other.cn === candidate.cn) !== at)).toEqual([]);
});

test("menus, states, buttons and entities say what the glossary says", () => {
  const terms = new Map(glossary.map((entry) => [entry.cn, entry.en]));
  const other = labels
    .filter((label) => label.kind !== "field" && terms.has(label.cn) && !(label.cn in severalWords))
    .filter((label) => single(label.en) !== single(terms.get(label.cn)!));
  expect(other.map((label) => `${label.where}: ${label.cn} is ${terms.get(label.cn)}, not ${label.en}`)).toEqual([]);
});

test("every term of the glossary is used", () => {
  const used = new Set([...texts, ...labels].map(({ cn, en }) => `${cn}|${single(en)}`));
  expect(glossary.filter((candidate) => !used.has(`${candidate.cn}|${single(candidate.en)}`))).toEqual([]);
});

test("a to-do reads as a whole beside its number: no preposition or colon is left dangling", () => {
  const titles = modules.flatMap((area) =>
    Object.entries(area.todos ?? {}).map(([code, { title }]) => ({ code, title: title?.[1] ?? "" })),
  );
  expect(titles.length).toBeGreaterThan(20);
  const dangling = titles.filter(({ title }) => /(\b(of|for|to|with|on|in)|:)$/.test(title.replace(/ \$?\{bizNo\}/, "").trim()));
  expect(dangling).toEqual([]);
});
