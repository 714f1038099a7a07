import { afterAll, beforeAll, expect, test } from "vitest";
import { platform, save } from "../../tests/support/kernel.ts";
import { freshDatabase, type FreshDatabase } from "../../tests/support/database.ts";
import { entity } from "../entity.ts";
import { text } from "../field.ts";
import { module, type Module } from "../module.ts";
import { Question } from "../question.ts";
import { rule, set } from "../rule.ts";
import { openKernel, type Kernel } from "./kernel.ts";
import { ship } from "./ship.ts";

/** A parcel that is weighed by whoever answers, under a limit that is set, and whose code is closed. */
const parcel = entity("TwoProductsParcel", "包裹", "Parcel", {
  fields: {
    label: text("名", "Name", { max: 20 }),
    weights: text("重量", "Weights", { max: 100, computed: true, optional: true }),
    limit: text("上限", "Limit", { max: 20, computed: true, optional: true }),
    code: text("编码", "Code", { max: 100, computed: true, optional: true }),
  },
  sees: { internal: "all" },
  saves: "internal",
  title: ["label"],
});
const weightOf = new Question<{ readonly label: string }, string>();
const parcels = module("parcels", "包裹", "Parcels", {
  entities: [parcel],
  rules: [
    rule(parcel, "saveOrUpdate", {
      reads: async (doc, find) => ({
        weights: await weightOf.ask(find, { label: doc.label }),
        limit: find.declared.profiles.get("PARCEL_LIMIT")?.initial ?? null,
      }),
      decide: (doc, { weights, limit }, _, __, at) =>
        set(doc, { weights: weights.join(", "), limit, code: at.seal.close(doc.label, "parcel") }),
    }),
  ],
});
const scales = (name: string, initial: string): Module =>
  module(name, name, name, {
    entities: [],
    answers: [weightOf.answeredBy(async (_, { label }) => [`${name} ${label}`])],
    profiles: { PARCEL_LIMIT: { module: "T", label: ["上限", "Limit"], type: "INT", initial } },
  });

let databases: readonly FreshDatabase[];
let kernels: readonly Kernel[];
beforeAll(async () => {
  const clock = { now: () => new Date() };
  databases = [await freshDatabase(), await freshDatabase()];
  const ounces = { ...scales("ounce", "20"), profiles: {} };
  kernels = [
    await openKernel([platform, parcels, scales("gram", "10")], databases[0]!.url, clock),
    await openKernel([scales("pound", "20"), platform, ounces, parcels], databases[1]!.url, clock),
  ];
  for (const [i, kernel] of kernels.entries()) {
    await ship(kernel, clock.now);
    kernel.declared.seal.bring({ close: (text) => `${i}|${text}`, open: (text) => text.slice(2), mark: (text) => text });
  }
});
afterAll(async () => {
  for (const kernel of kernels) await kernel.close();
  for (const database of databases) await database.drop();
});

test("two products of one process decide at the same moment, each with its own modules, parameters and keys", async () => {
  const saved = await Promise.all([0, 1, 0, 1].map((i) => save(kernels[i]!, parcel.name, { label: "A" })));
  const one = { weights: "gram A", limit: "10", code: "0|A" };
  const two = { weights: "pound A, ounce A", limit: "20", code: "1|A" };
  expect(saved).toMatchObject([one, two, one, two]);
});
