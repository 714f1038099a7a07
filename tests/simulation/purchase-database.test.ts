import { afterAll, beforeAll, expect, test } from "vitest";
import { msOf } from "#kernel/time.ts";
import { sized } from "../support/thorough.ts";
import { DatabaseEngine } from "./database-engine.ts";
import { simulate } from "./harness.ts";
import { purchaseSimulation } from "./purchase-steps.ts";
import { groundOf, type Ground } from "./purchase-world.ts";

const steps = Number(process.env["SIM_DATABASE_STEPS"] ?? sized(300, 600));
const seeds = Number(process.env["SIM_DATABASE_SEEDS"] ?? sized(1, 2));

let ground: Ground;
let close: () => Promise<void>;
beforeAll(async () => ({ ground, close } = await groundOf()));
afterAll(() => close());

test.each(Array.from({ length: seeds }, (_, i) => i + 101))(
  "seed %i on a real database whose connections break: goods and money balance after every step",
  { timeout: msOf({ hours: 1 }) },
  async (seed) => {
    const engines: DatabaseEngine[] = [];
    const open = (on: Ground): DatabaseEngine => {
      engines.push(new DatabaseEngine(on, seed));
      return engines[0]!;
    };
    const report = await simulate(purchaseSimulation(ground, open), { seed, steps, wholeEvery: 100 });
    expect(report.decisions).toBeGreaterThanOrEqual(steps);
    expect(engines[0]!.kills).toBeGreaterThan(0);
    if (process.env["SIM_REPORT"]) process.stdout.write(`${JSON.stringify({ ...report, kills: engines[0]!.kills })}\n`);
  },
);
