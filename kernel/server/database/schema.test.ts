import { expect, test } from "vitest";
import { declare } from "../../declared.ts";
import { entity } from "../../entity.ts";
import { date, pick, ref, text } from "../../field.ts";
import { module } from "../../module.ts";
import { schemaOf } from "./schema.ts";
import { fromSql, Params } from "../find/sql.ts";

const row = entity("TreeRow", "行", "Row", {
  fields: {
    treeId: ref("Tree", "树", "Tree", { computed: true, optional: true }),
    branchId: ref("TreeBranch", "枝", "Branch", { computed: true, optional: true }),
    otherId: ref("Tree", "另一", "Another", { optional: true }),
    kind: pick("种类", "Kind", "TREE_KIND"),
    day: date("日期", "Day"),
  },
  sees: {},
  search: ["otherId", "kind", "day"],
  lists: { ripe: { route: "ripeList", title: ["熟", "Ripe"], columns: ["kind", "day"] } },
});
const branch = entity("TreeBranch", "枝", "Branch", {
  fields: { name: text("名", "Name"), kind: pick("种类", "Kind", "TREE_KIND") },
  lines: { rows: row },
  sees: {},
  search: ["kind"],
});
const tree = entity("Tree", "树", "Tree", { fields: { name: text("名", "Name") }, lines: { branches: branch }, sees: { internal: "all" } });

const declared = declare([module("tree", "树", "Tree", { entities: [tree] })]);

test("lines that have lists of their own have the indexes these are filtered by, other lines have none", () => {
  const bodies = (name: string): string[] => Object.values(schemaOf(declared)[name]!.indexes);
  expect(bodies("TreeRow")).toEqual(expect.arrayContaining(['("kind", id)', '("day", id)', '("otherId", id)']));
  expect(bodies("TreeBranch")).not.toContain('("kind", id)');
});

test("however often a line's document is asked about, it is joined once", () => {
  const params = new Params();
  const where = {
    all: [
      { parent: { parent: { name: "oak" } } },
      { any: [{ parent: { name: "left" } }, { parent: { parent: { name: { not: null } } } }] },
    ],
  };
  expect(fromSql(row as never, where, params, declared)).toBe(
    `from "TreeRow" t join "TreeBranch" t_p on t_p.id = t."parentId" join "Tree" t_p_p on t_p_p.id = t_p."parentId" ` +
      `where t_p_p."name" = $1::text and ((t_p."name" = $2::text) or (t_p_p."name" is not null))`,
  );
  expect(params.values).toEqual(["oak", "left"]);
  const below = fromSql(branch as never, { rows: { some: { parent: { name: "left" } } } } as never, new Params(), declared);
  expect(below).toContain("where exists (select 1 from");
  expect(below).not.toMatch(/\bjoin\b/);
});

test("a named line leads to its document where one plan serves all values; what is only described is looked for in each", () => {
  const blind = (where: object): string => fromSql(tree as never, where as never, new Params({ isBlind: true }), declared);
  expect(blind({ branches: { some: { rows: { some: { id: "r" } } } } })).toBe(
    `from "Tree" t where t.id = any(array(select t_branches."parentId" from "TreeBranch" t_branches where t_branches.id = ` +
      `any(array(select t_branches_rows."parentId" from "TreeRow" t_branches_rows where t_branches_rows."id" = $1::text))))`,
  );
  expect(blind({ branches: { some: { name: "left" } } })).toContain("where exists (select 1 from");
});

test("a line that names its own document goes with it; what somebody chose holds its row", () => {
  const shape = schemaOf(declared)["TreeRow"]!;
  const bodies = Object.values(shape.references);
  const of = (key: string) => bodies.find((body) => body.includes(`("${key}")`));
  expect(of("treeId")).toContain("on delete cascade");
  expect(of("branchId")).toContain("on delete cascade");
  expect(of("otherId")).not.toContain("on delete cascade");
});
