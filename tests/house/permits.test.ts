import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { declare } from "#kernel/declared.ts";
import { partedLines } from "#kernel/server/access/line-permits.ts";
import { permitted, type Dimension } from "#kernel/server/access/scope.ts";
import { scopeOf } from "#kernel/server/find/visible.ts";
import type { Entity } from "#kernel/entity.ts";
import { modules } from "#modules/index.ts";
import { someone } from "../support/kernel.ts";
import { openRecords } from "./permits-open.ts";
import { readingAreas, readingBeyond } from "./reading-beyond.ts";

const declared = declare(modules);
const dimensions: readonly Dimension[] = ["orgs", "categories", "items"];
const marks: Readonly<Record<Dimension, string>> = { orgs: "?orgs", categories: "?categories", items: "?items" };

/** Whoever is limited in everything, and may press everything: what his scope asks shows what a declaration narrows by. */
const limited = someone({ orgs: [marks.orgs], categories: [marks.categories], items: [marks.items] });

const refsTo = (e: Entity, isMeant: (target: string) => boolean): string[] =>
  Object.entries(e.fields).flatMap(([key, field]) =>
    (field.kind === "ref" || field.kind === "refs") && field.target && isMeant(field.target) ? [key] : [],
  );

/** The document an entity is or belongs to. */
const documentOf = (e: Entity): Entity => {
  const parent = declared.parent(e);
  return parent ? documentOf(parent.entity) : e;
};

/** What permits of a dimension are given for, and whatever leads to it without further documents: goods have a category. */
const namedBy = (dimension: Dimension): ReadonlySet<string> =>
  new Set([permitted(declared, dimension)!, ...(dimension === "categories" ? [permitted(declared, "items")!] : [])]);

/** What a caller's scope asks of rows; of what stands in a document that its lines part, only what is asked of the row itself. */
function asked(e: Entity, dimension: Dimension): string {
  const root = documentOf(e);
  const isParted = e !== root && dimension !== "orgs" && partedLines(declared, root).length > 0;
  const whole = JSON.stringify(scopeOf(declared, e, limited) ?? {});
  return isParted ? whole.replace(JSON.stringify(scopeOf(declared, root, limited) ?? {}), "") : whole;
}
const isNarrowed = (e: Entity, dimension: Dimension): boolean => asked(e, dimension).includes(`"${marks[dimension]}"`);

/** The fields by which rows belong to an organisation, category or item: their own, those of their lines, a line beside them, or the document they tell of. */
function carriedBy(e: Entity, dimension: Dimension): string[] {
  const named = namedBy(dimension);
  const direct = (of: Entity): string[] => refsTo(of, (target) => named.has(target) && target !== e.name);
  const isDocument = (target: string): boolean => {
    const found = declared.entities.get(target);
    const document = found && documentOf(found);
    return Boolean(document?.number && found !== e && (document !== documentOf(e) || found !== document) && isNarrowed(found!, dimension));
  };
  const ofLines = Object.entries(e.lines as Record<string, Entity>).flatMap(([key, line]) =>
    direct(line).map((field) => `${key}.${field}`),
  );
  return [...new Set([...direct(e), ...ofLines, ...refsTo(e, isDocument)])];
}

const seen = [...declared.entities.values()].filter((e) => !e.internal && scopeOf(declared, e, limited) !== null);
const bare = new Map<string, readonly string[]>(
  seen.flatMap((e) =>
    dimensions.flatMap((dimension) => {
      const by = isNarrowed(e, dimension) ? [] : carriedBy(e, dimension);
      return by.length ? [[`${e.name}.${dimension}`, by] as const] : [];
    }),
  ),
);

describe("what belongs to an organisation, category or item is narrowed by the permits for it", () => {
  test("every record is, or stands in the list with its reason", () => {
    expect(seen.length).toBeGreaterThan(150);
    const silent = [...bare].flatMap(([at, by]) => (at in openRecords ? [] : [`${at} (${by.join(", ")})`]));
    expect(silent, "narrow these in `sees` (me.orgs, ofGoods) or by judgedBy, or give the reason in permits-open.ts").toEqual([]);
  });

  test("the list names nothing that is narrowed or gone", () => {
    expect(Object.keys(openRecords).filter((at) => !bare.has(at))).toEqual([]);
  });

  test("prices, orders, receipts, stock movements and what came of demand are narrowed by all three", () => {
    const all = ["SrmPurSupplierPriceList", "SrmPurOrderHeader", "SrmPurOrderLine", "SrmPurHistory", "SrmPurReceive", "SrmPurAslHeader"];
    const more = ["SrmPurStorageTransaction", "SrmPurBarcode", "SrmPurProductionPlan", "SrmPurRequisitionTargetRel", "SrmPurOrderHistory"];
    const bound = [...all, ...more].map((name) => declared.entity(name));
    expect(bound.filter((e) => !dimensions.every((dimension) => isNarrowed(e, dimension))).map((e) => e.name)).toEqual([]);
  });
});

/** Reading that no permit narrows: facts as rules read them, the system as the reader, all rows of an entity, the database itself. */
const beyond =
  /(?<![.\w])every\(|\b(?:factsFor|systemMe|inOwnName)\(|\.db\b|\{[^{}\n]*\bdb\b[^{}\n]*\} = [^;\n]*\b(?:kernel|#kernel|gate)\b/g;
const root = join(import.meta.dirname, "..", "..");
const sources = globSync("modules/**/*.ts", { cwd: root })
  .map((file) => file.replaceAll("\\", "/"))
  .filter((file) => !/\.test\.ts$|test-world/.test(file));
const found = new Map(
  sources.flatMap((file) => {
    const uses = readFileSync(join(root, file), "utf8").match(beyond)?.length ?? 0;
    return uses && !Object.keys(readingAreas).some((area) => file.startsWith(area)) ? [[file, uses] as const] : [];
  }),
);

describe("calls tell of documents what their caller may see", () => {
  test("whatever reads beyond the caller's permits stands in the list with its reason", () => {
    expect(found.size).toBeGreaterThan(30);
    const other = [...found].filter(([file, uses]) => readingBeyond[file]?.[0] !== uses);
    expect(
      Object.fromEntries(other),
      "read with findFor(kernel, ctx.me) or finder.sourceFor(ctx.me); where a call must know more than it shows, say so in reading-beyond.ts with the number of places",
    ).toEqual({});
  });

  test("the list names no file that reads no further than its caller", () => {
    expect(Object.keys(readingBeyond).filter((file) => !found.has(file))).toEqual([]);
    expect(Object.keys(readingAreas).filter((area) => !sources.some((file) => file.startsWith(area)))).toEqual([]);
  });
});
