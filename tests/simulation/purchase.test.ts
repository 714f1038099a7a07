import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Module } from "#kernel/module.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { Decision, Rule } from "#kernel/rule.ts";
import { msOf } from "#kernel/time.ts";
import { sized } from "../support/thorough.ts";
import { Broken, simulate } from "./harness.ts";
import { chosenSeeds } from "./seeds.ts";
import { purchaseSimulation } from "./purchase-steps.ts";
import { groundOf, here, MemoryEngine, type Ground } from "./purchase-world.ts";

const steps = Number(process.env["SIM_STEPS"] ?? sized(1_500, 2_500));
const seeds = chosenSeeds();

/** Cents that the temporary supplier may be ordered for at once. */
const cap = 10_000_000;

let ground: Ground;
let close: () => Promise<void>;
beforeAll(async () => ({ ground, close } = await groundOf()));
afterAll(() => close());

test.each(seeds)("seed %i: goods and money balance after every step, whatever is tried", { timeout: msOf({ hours: 1 }) }, async (seed) => {
  // every other run orders from a temporary supplier
  const limit = seed % 2 === 0 ? cap : null;
  const report = await simulate(
    purchaseSimulation(ground, (on) => new MemoryEngine(on, here, limit), limit),
    {
      seed,
      steps,
      wholeEvery: 100,
    },
  );
  expect(report.decisions).toBeGreaterThanOrEqual(steps);
  expect(Object.keys(report.byStep).length).toBeGreaterThan(50);
  if (process.env["SIM_REPORT"]) process.stdout.write(`${JSON.stringify(report)}\n`);
});

/** What the ledger, the order, call-offs, shipments, receipts and their undoing refuse, by the code they say it with. */
const guards = [
  ...["PUR-0002", "PUR-0003", "PUR-0004", "PUR-0005", "PUR-2001", "PUR-2201", "PUR-2205", "PUR-2207", "PUR-2208", "PUR-2209", "PUR-2210"],
  ...["PUR-2211", "PUR-2212", "PUR-3101", "PUR-3301", "PUR-3302", "PUR-3303", "PUR-3304", "PUR-3310", "PUR-3403", "PUR-3404", "PUR-3405"],
  ...["PUR-3501", "PUR-3602", "SLC_TRD_001", "SUP_TMP_001", "PUR-2003"],
];

/** Where the usual seed walks thousands of steps before it needs the guard, another one is there in some hundred. */
const soonest: Readonly<Record<string, number>> = { "PUR-2210": 2, "PUR-3310": 12 };

/** The product with every refusal of one code forgotten, wherever a rule says it. */
function without(code: string): readonly Module[] {
  const silent = (decision: Decision): Decision => {
    const parts = (Array.isArray(decision) ? decision : [decision]) as readonly unknown[];
    return parts.filter((part) => !(part instanceof Refusal && part.code === code)) as Decision;
  };
  const deaf = (rule: Rule): Rule => ({ ...rule, decide: (...args) => silent(rule.decide(...args)) });
  return here.map((module) => (module.rules ? { ...module, rules: module.rules.map(deaf) } : module));
}

describe("a guard taken out is noticed", () => {
  test.each(guards)("%s", { timeout: 600_000 }, async (code) => {
    const limit = code === "SUP_TMP_001" ? cap : null;
    const open = (on: Ground): MemoryEngine => new MemoryEngine(on, without(code), limit);
    const failure = await simulate(purchaseSimulation(ground, open, limit), {
      seed: soonest[code] ?? 7,
      steps: 20_000,
      wholeEvery: 50,
    }).then(
      () => null,
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(Broken);
  });
});
