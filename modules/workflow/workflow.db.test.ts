import { afterAll, beforeAll, expect, test } from "vitest";
import { openKernel, type Kernel } from "#kernel/server/kernel.ts";
import { ship } from "#kernel/server/ship.ts";
import { modules } from "#modules/index.ts";
import { freshDatabase, prepareTemplate } from "../../tests/support/database.ts";
import { someone } from "../../tests/support/kernel.ts";

let kernel: Kernel;
let drop: () => Promise<void>;
const clock = { now: () => new Date() };

beforeAll(async () => {
  await prepareTemplate("workflow", async (url) => {
    const first = await openKernel(modules, url, clock);
    await ship(first, clock.now);
    await first.close();
  });
  const fresh = await freshDatabase("workflow");
  kernel = await openKernel(modules, fresh.url, clock);
  drop = fresh.drop;
});
afterAll(async () => {
  await kernel.close();
  await drop();
});

test("the lists of work can be read by everybody, each his own", async () => {
  for (const name of ["BpmTodo", "BpmHandled", "BpmCopied"])
    expect((await kernel.finder.list(kernel.declared.entity(name), {}, someone())).rows).toEqual([]);
});
