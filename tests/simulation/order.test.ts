import { describe, expect, test } from "vitest";
import { add } from "#kernel/decimal.ts";
import type { Module } from "#kernel/module.ts";
import { refuse } from "#kernel/refusal.ts";
import { rule, run, set } from "#kernel/rule.ts";
import { msOf } from "#kernel/time.ts";
import { sampleModule, sampleOrder, sampleStock } from "../support/sample.ts";
import { Broken, simulate } from "./harness.ts";
import { orderSimulation } from "./order-steps.ts";

const steps = Number(process.env["SIM_STEPS"] ?? 2_000);
const seeds = (process.env["SIM_SEEDS"] ?? "1").split(",").map(Number);

describe("orders taking limited stock", () => {
  test.each(seeds)("seed %i: the system does what the model does, whatever happens", { timeout: msOf({ hours: 1 }) }, async (seed) => {
    const report = await simulate(orderSimulation(), { seed, steps });
    expect(report.decisions).toBeGreaterThanOrEqual(steps);
    expect(Object.keys(report.byStep).length).toBeGreaterThan(20);
    if (process.env["SIM_REPORT"]) process.stdout.write(`${JSON.stringify(report)}\n`);
  });
});

/** The sample business with one of its rules replaced. */
const withRule = (...rules: NonNullable<Module["rules"]>): Module => ({
  ...sampleModule,
  rules: (sampleModule.rules ?? []).map(
    (known) => rules.find((rule) => rule.entity === known.entity && rule.action === known.action) ?? known,
  ),
});

const broken = async (business: Module, prepare?: (sql: (text: string) => Promise<unknown>) => Promise<void>): Promise<string> => {
  const options = {
    business,
    ...(prepare ? { prepare: (db: { query(text: string): Promise<unknown[]> }) => prepare((text) => db.query(text)) } : {}),
  };
  const failure = await simulate(orderSimulation(options), { seed: 1, steps: 3_000, wholeEvery: 25 }).then(
    () => null,
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(Broken);
  return (failure as Broken).message;
};

/** A simulator is worth what it finds: each guard taken out must break the run. */
describe("a guard taken out is noticed", () => {
  const noLimit = rule(sampleStock, "doTake", {
    decide: (stock, _, input) => set(stock, { takenQty: add(stock.takenQty, input.qty ?? "0") }),
  });

  test(
    "the rule forgets the limit: the database's own constraint answers, with another word than promised",
    { timeout: 120_000 },
    async () => {
      expect(await broken(withRule(noLimit))).toMatch(/SAMPLE_OUT/);
    },
  );

  test("rule and constraint forget the limit: more is taken than there is", { timeout: 120_000 }, async () => {
    const drop = async (sql: (text: string) => Promise<unknown>) => {
      await sql(
        `do $$ declare c text; begin for c in select conname from pg_constraint where conrelid = '"SampleStock"'::regclass and contype = 'c' loop execute format('alter table "SampleStock" drop constraint %I', c); end loop; end $$`,
      );
    };
    expect(await broken(withRule(noLimit), drop)).toMatch(/SAMPLE_OUT/);
  });

  test("an empty order may be submitted", { timeout: 120_000 }, async () => {
    const submit = rule(sampleOrder, "doSubmit", {
      decide: (order) => order.lines.filter((l) => l.stockId).map((l) => run(sampleStock, l.stockId!, "doTake", { qty: l.qty })),
    });
    expect(await broken(withRule(submit))).toMatch(/SAMPLE_EMPTY/);
  });

  test("a line is taken twice", { timeout: 120_000 }, async () => {
    const submit = rule(sampleOrder, "doSubmit", {
      decide: (order) =>
        order.lines.length === 0
          ? refuse("SAMPLE_EMPTY", "订单没有行", "The order has no lines")
          : order.lines
              .filter((l) => l.stockId)
              .flatMap((l) => [
                run(sampleStock, l.stockId!, "doTake", { qty: l.qty }),
                run(sampleStock, l.stockId!, "doTake", { qty: "0.000001" }),
              ]),
    });
    expect(await broken(withRule(submit))).toMatch(/stock|SAMPLE_OUT/);
  });
});
