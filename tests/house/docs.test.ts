import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { pagesOf } from "#kernel/module.ts";
import { modules } from "#modules/index.ts";

const root = join(import.meta.dirname, "..", "..");
const read = (file: string): string => readFileSync(join(root, file), "utf8");
const files = ["README.md", ...globSync("docs/**/*.md", { cwd: root })].map((file) => file.replaceAll("\\", "/"));

/** Where the text of a page leads inside the project; code is no text. */
function linksOf(text: string): string[] {
  const prose = text.replaceAll(/^```[\s\S]*?^```/gm, "").replaceAll(/`[^`\n]*`/g, "");
  const found = [...prose.matchAll(/\]\(([^)\s]+)\)/g), ...prose.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, to]) => to!);
  return found.filter((to) => !/^[a-z]+:|^#/.test(to)).map((to) => to.replace(/#.*$/, ""));
}

/** The links of a page that lead nowhere. */
const deadLinks = (file: string, text: string): string[] =>
  linksOf(text)
    .filter((to) => !existsSync(join(root, dirname(file), to)))
    .map((to) => `${file}: ${to}`);

describe("pages to read", () => {
  test("every link inside the project leads to a file", () => {
    expect(files.flatMap((file) => deadLinks(file, read(file)))).toEqual([]);
  });

  test("a link to nothing is found, code and other sites are not links", () => {
    expect(deadLinks("docs/a.md", "[x](nothing.md) [y](glossary.md#a) `[z](none.md)` [w](https://example.com)")).toEqual([
      "docs/a.md: nothing.md",
    ]);
  });

  test("README.md leads to every page, the modules' pages through their list", () => {
    const linked = new Set(linksOf(read("README.md")).map((to) => relative(root, join(root, to)).replaceAll("\\", "/")));
    expect(files.filter((file) => file !== "README.md" && !linked.has(file))).toEqual([]);
  });
});

describe("examples that run", () => {
  test.each(["deposit.entity.ts", "deposit.rules.ts", "index.ts"])(
    "docs/newcomer.md shows %s as tests/server/newcomer builds it",
    (name) => {
      const file = `tests/server/newcomer/${name}`;
      expect(read("docs/newcomer.md")).toContain(`\`\`\`ts\n// ${file}\n${read(file)}\`\`\`\n`);
    },
  );

  test("docs/new-entity.md shows the declaration that tests/server/new-entity.test.ts builds", () => {
    const declared = /entity\("SrmSupTrademark"[\s\S]*?^\}\);$/m;
    const shown = declared.exec(read("docs/new-entity.md"))?.[0];
    expect(shown).toBeDefined();
    expect(declared.exec(read("tests/server/new-entity.test.ts"))?.[0]).toBe(shown);
  });
});

describe.each(modules.map((module) => [module.code, module] as const))("the page of module %s", (code, module) => {
  const text = existsSync(join(root, `docs/modules/${code}.md`)) ? read(`docs/modules/${code}.md`) : "";

  test("names its entities, pages, programs, events, ledgers and the other things it declares", () => {
    const declared = [
      ...module.entities.flatMap((entity) => [entity.name, ...(entity.number ? [entity.number[1]] : [])]),
      ...pagesOf(module.menus ?? []).map((page) => page.route),
      ...[module.programs, module.events, module.todos, module.fits].flatMap((shapes) => Object.keys(shapes ?? {})),
      ...(module.ledgers ?? []).map((home) => home.ledger.code),
    ];
    expect(declared.filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
  });

  test("names no entity that is gone", () => {
    const known = new Set(modules.flatMap((other) => other.entities.map((entity) => entity.name)));
    const rows = [...text.matchAll(/^\| `(\w+)` \|[^|]*\|[^|]*\|[^|]*\|[^|]*\|$/gm)].map(([, name]) => name!);
    expect(rows.filter((name) => !known.has(name))).toEqual([]);
  });
});

test("no page describes a module that is gone", () => {
  const pages = files.flatMap((file) => /^docs\/modules\/(.+)\.md$/.exec(file)?.[1] ?? []);
  expect(pages.toSorted()).toEqual(modules.map((module) => module.code).toSorted());
});
