import { afterAll, beforeAll, expect, test } from "vitest";
import { openKernel, type Kernel } from "#kernel/server/kernel.ts";
import { modules } from "#modules/index.ts";
import { freshDatabase } from "../../tests/support/database.ts";
import { shipped } from "../../tests/support/shipped.ts";
import { someone } from "../../tests/support/kernel.ts";

let kernel: Kernel;
let drop: () => Promise<void>;
const clock = { now: () => new Date() };

beforeAll(async () => {
  const fresh = await freshDatabase(await shipped());
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
