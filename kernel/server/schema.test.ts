import { expect, test } from "vitest";
import { declare } from "../declared.ts";
import { entity } from "../entity.ts";
import { ref, text } from "../field.ts";
import { module } from "../module.ts";
import { schemaOf } from "./schema.ts";

const row = entity("TreeRow", "行", "Row", {
  fields: {
    treeId: ref("Tree", "树", "Tree", { computed: true, optional: true }),
    branchId: ref("TreeBranch", "枝", "Branch", { computed: true, optional: true }),
    otherId: ref("Tree", "另一", "Another", { optional: true }),
  },
  sees: {},
});
const branch = entity("TreeBranch", "枝", "Branch", { fields: { name: text("名", "Name") }, lines: { rows: row }, sees: {} });
const tree = entity("Tree", "树", "Tree", { fields: { name: text("名", "Name") }, lines: { branches: branch }, sees: { internal: "all" } });

test("a line that names its own document goes with it; what somebody chose holds its row", () => {
  const shape = schemaOf(declare([module("tree", "树", "Tree", { entities: [tree] })]))["TreeRow"]!;
  const bodies = Object.values(shape.references);
  const of = (key: string) => bodies.find((body) => body.includes(`("${key}")`));
  expect(of("treeId")).toContain("on delete cascade");
  expect(of("branchId")).toContain("on delete cascade");
  expect(of("otherId")).not.toContain("on delete cascade");
});
