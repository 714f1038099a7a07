import { afterAll, beforeAll, expect, test } from "vitest";
import { freshDatabase, type FreshDatabase } from "../../../tests/support/database.ts";
import { platform } from "../../../tests/support/kernel.ts";
import { sampleModule } from "../../../tests/support/sample.ts";
import type { Module } from "../../module.ts";
import { openKernel, type Kernel } from "../kernel.ts";
import { ship } from "./ship.ts";

const clock = { now: () => new Date() };
let database: FreshDatabase;
beforeAll(async () => void (database = await freshDatabase()));
afterAll(() => database.drop());

async function started<T>(modules: readonly Module[], look: (kernel: Kernel) => Promise<T>): Promise<T> {
  const kernel = await openKernel(modules, database.url, clock);
  try {
    await ship(kernel, clock.now);
    return await look(kernel);
  } finally {
    await kernel.close();
  }
}

test("a release that brings a module starts on a database that is in use, and its documents have their numbers", async () => {
  const rules = (kernel: Kernel) => kernel.db.query(`select pattern from "BaseNumberRule" where entity = 'SampleOrder'`);
  expect(await started([platform], rules)).toEqual([]);
  expect(await started([platform, sampleModule], rules)).toHaveLength(1);
});
