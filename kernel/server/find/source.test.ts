import { expect, test } from "vitest";
import { platform, someone } from "../../../tests/support/kernel.ts";
import { sampleLine, sampleModule, sampleOrder, sampleSupplier } from "../../../tests/support/sample.ts";
import { declare } from "../../declared.ts";
import type { Me } from "../../entity.ts";
import { sql, type Sql } from "../../query.ts";
import { Finder } from "./find.ts";

const finder = new Finder(declare([platform, sampleModule]), null as never);
const sourceFor = (more: Partial<Me> = {}) => finder.sourceFor(someone(more));
const written = (statement: Sql): readonly [string, readonly unknown[]] => {
  const { text, values } = statement.write();
  return [text.replaceAll(/\s+/g, " ").trim(), values];
};

test("a source is the reader's rows and the columns that are used", () => {
  const o = sourceFor({ orgs: ["A"] })(sampleOrder);
  expect(written(sql`select sum(${o.total}) from ${o}`)).toEqual([
    'select sum(t1."total") from (select t."total" from "SampleOrder" t where t."orgCode" = $1::text) t1',
    ["A"],
  ]);
});

test("where nothing is narrowed or masked, a source is the table itself", () => {
  const s = sourceFor()(sampleSupplier);
  expect(written(sql`select ${s.supplierCode} from ${s}`)[0]).toBe('select t1."supplierCode" from "SampleSupplier" t1');
});

test("what a reference leads to is named in the reader's language", () => {
  const text = (language: "CN" | "EN"): string => {
    const o = sourceFor({ language })(sampleOrder);
    return written(sql`select ${o.supplierName} from ${o}`)[0];
  };
  const from = (name: string): string =>
    `select t1."supplierName" from (select ${name} as "supplierName" from "SampleOrder" t left join "SampleSupplier" t_supplierId on t_supplierId.id = t."supplierId") t1`;
  expect(text("CN")).toBe(from('t_supplierId."supplierName"'));
  expect(text("EN")).toBe(from(`coalesce(nullif(t_supplierId."supplierNameEn", ''), t_supplierId."supplierName")`));
});

test("masked columns stay masked, and those the audience is not shown are null", () => {
  const inside = sourceFor()(sampleOrder);
  expect(written(sql`select ${inside.bankAccount} from ${inside}`)[0]).toContain(`'****' || right(t."bankAccount", 4)`);
  const outside = sourceFor({ audience: "supplier", supplierId: "S" })(sampleOrder);
  expect(written(sql`select ${outside.secretNote} from ${outside}`)[0]).toContain('(null::"SampleOrder")."secretNote"');
});

test("lines are narrowed by their document: alone by themselves, through its source by that alone", () => {
  const source = sourceFor({ orgs: ["A"] });
  const [o, alone] = [source(sampleOrder), source(sampleLine)];
  expect(written(sql`select ${alone.qty} from ${alone}`)).toEqual([
    'select t1."qty" from (select t."qty" from "SampleOrderLine" t where exists (select 1 from "SampleOrder" t_p where t_p.id = t."parentId" and t_p."orgCode" = $1::text)) t1',
    ["A"],
  ]);
  const l = source(sampleLine, o);
  expect(written(sql`select ${l.qty} from ${o} join ${l} on ${l.parentId} = ${o.id}`)).toEqual([
    'select t1."qty" from (select t."id" from "SampleOrder" t where t."orgCode" = $1::text) t2 join "SampleOrderLine" t1 on t1."parentId" = t2."id"',
    ["A"],
  ]);
  expect(() => sql`select ${l.qty} from ${l}`.write()).toThrow("SampleOrder");
});

test("a renamed field does not compile", () => {
  const o = sourceFor()(sampleOrder);
  // @ts-expect-error -- the field is called supplierId
  expect(() => sql`select ${o.vendorId} from ${o}`).toThrow("select");
});
