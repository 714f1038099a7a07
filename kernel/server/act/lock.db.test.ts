import { afterAll, beforeAll, expect, test } from "vitest";
import { doerOf, save, someone } from "../../../tests/support/kernel.ts";
import { freshDatabase, type FreshDatabase } from "../../../tests/support/database.ts";
import { action, entity } from "../../entity.ts";
import { int, ref, text } from "../../field.ts";
import { module } from "../../module.ts";
import { platformEntities, platformLookups, platformSettings } from "../../platform/index.ts";
import type { Refusal } from "../../refusal.ts";
import { rule, run, set } from "../../rule.ts";
import { openKernel, type Kernel } from "../kernel.ts";
import { ship } from "../install/ship.ts";

/** Three kinds of pots in the one order of locks; pouring goes from the middle one downwards and upwards. */
const pot = <const N extends string>(name: N) =>
  entity(name, "罐", "Pot", {
    fields: { label: text("名", "Name", { max: 20 }), drops: int("滴", "Drops", { computed: true, initial: 0, least: 0 }) },
    sees: { internal: "all" },
    saves: "internal",
    actions: {
      doTake: action("取", "Take", { button: "btnSave", who: "internal", quiet: true }),
      doPour: action("倒", "Pour", {
        button: "btnSave",
        who: "internal",
        quiet: true,
        input: { into: text("入", "Into", { max: 64 }), how: text("法", "How", { max: 10 }) },
      }),
    },
    title: ["label"],
  });
const first = pot("LockFirst");
const middle = pot("LockMiddle");
const last = pot("LockLast");

const take = (of: typeof first) => rule(of, "doTake", { decide: (doc) => set(doc, { drops: doc.drops + 1 }) });
const pots = { FIRST: first, LAST: last } as unknown as Readonly<Record<string, typeof first>>;
const pour = rule(middle, "doPour", {
  reads: async (_doc, find, input) => ({
    other: input.how === "RUN" ? null : await find.lock(pots[String(input.how)]!, String(input.into)),
  }),
  decide: (doc, { other }, input) => [
    set(doc, { drops: doc.drops + 1 }),
    other ? set(other, { drops: other.drops + 1 }) : run(last, String(input.into), "doTake", {}),
  ],
});

const branch = entity("LockBranch", "枝", "Branch", {
  fields: { label: text("名", "Name", { max: 20 }), aboveId: ref("LockBranch", "上级", "Above", { optional: true }) },
  sees: { internal: "all" },
  saves: "internal",
  tree: { parent: "aboveId" },
  title: ["label"],
});

const trial = module("locks", "锁", "Locks", {
  entities: [first, middle, last, branch],
  rules: [take(last as never), pour],
});
const platform = module("platform", "平台", "Platform", {
  entities: platformEntities,
  lookups: platformLookups,
  settings: platformSettings,
});

let fresh: FreshDatabase;
let kernel: Kernel;
beforeAll(async () => {
  const clock = { now: () => new Date() };
  fresh = await freshDatabase();
  kernel = await openKernel([platform, trial], fresh.url, clock);
  await ship(kernel, clock.now);
});
afterAll(async () => {
  await kernel.close();
  await fresh.drop();
});

/** How often the action was tried before it was done. */
const poured = async (id: string, how: string, into: string): Promise<number> => {
  let trials = 0;
  const { reads } = kernel.db;
  kernel.db.reads = (work) => {
    trials += 1;
    return reads(work);
  };
  try {
    const command = { entity: middle, action: "doPour", targets: [{ id, input: { how, into } }] };
    await kernel.actor.act(command, doerOf(someone()));
  } finally {
    kernel.db.reads = reads;
  }
  return trials;
};
const drops = async (name: string, id: string): Promise<number> =>
  (await kernel.db.one<{ drops: number }>(`select drops from "${name}" where id = $1`, [id]))!.drops;

test("a row later in the one order is locked on the way; an earlier one starts the action over, and both count", async () => {
  const [a, b, c] = await Promise.all(["LockFirst", "LockMiddle", "LockLast"].map((name) => save(kernel, name, { label: "x" })));
  // No trial is needed while locks come in order.
  expect(await poured(b.id, "LAST", c.id)).toBe(0);
  expect(await poured(b.id, "RUN", c.id)).toBe(0);
  expect(await poured(b.id, "LAST", c.id)).toBe(0);
  expect(await poured(b.id, "FIRST", a.id)).toBe(1);
  expect([await drops("LockFirst", a.id), await drops("LockMiddle", b.id), await drops("LockLast", c.id)]).toEqual([1, 4, 3]);
});

test("forty at once in every direction end without a deadlock, and no drop is lost", async () => {
  const [a, b, d, c] = await Promise.all(
    ["LockFirst", "LockMiddle", "LockMiddle", "LockLast"].map((name) => save(kernel, name, { label: "y" })),
  );
  const ways = [
    ["FIRST", a.id],
    ["LAST", c.id],
    ["RUN", c.id],
  ] as const;
  await Promise.all(
    Array.from({ length: 42 }, (_, i) => {
      const [how, into] = ways[i % 3]!;
      const command = { entity: middle, action: "doPour", targets: [{ id: (i % 2 ? b : d).id, input: { how, into } }] };
      return kernel.actor.act(command, doerOf(someone()));
    }),
  );
  expect([await drops("LockFirst", a.id), await drops("LockLast", c.id)]).toEqual([14, 28]);
  expect((await drops("LockMiddle", b.id)) + (await drops("LockMiddle", d.id))).toBe(42);
});

test("two branches moved at once, each under a leaf of the other, never become a circle", async () => {
  const grow = (label: string, aboveId: string | null) => save(kernel, "LockBranch", { label, aboveId });
  const move = (id: string, aboveId: string) =>
    kernel.actor.act({ entity: branch, action: "saveOrUpdate", targets: [{ id, input: { aboveId } }] }, doerOf(someone()));
  for (let round = 0; round < 12; round++) {
    const [ash, oak] = await Promise.all([grow("ash", null), grow("oak", null)]);
    const [leaf, acorn] = await Promise.all([grow("leaf", ash.id), grow("acorn", oak.id)]);
    const both = await Promise.allSettled([move(ash.id, acorn.id), move(oak.id, leaf.id)]);
    const refused = both.flatMap((result) => (result.status === "rejected" ? [(result.reason as Refusal).code] : []));
    expect(refused).toEqual(["TREE_CYCLE"]);
  }
});
