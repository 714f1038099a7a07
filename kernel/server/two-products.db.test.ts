import { afterAll, beforeAll, expect, test } from "vitest";
import { platform, save, someone } from "../../tests/support/kernel.ts";
import { freshDatabase, type FreshDatabase } from "../../tests/support/database.ts";
import type { Declared } from "../declared.ts";
import { entity } from "../entity.ts";
import { text } from "../field.ts";
import { module, type Module } from "../module.ts";
import { Question } from "../question.ts";
import { rule, set } from "../rule.ts";
import { newId } from "./act/id.ts";
import { openKernel, type Kernel } from "./kernel.ts";
import { ship } from "./install/ship.ts";

const parcelPart = entity("TwoProductsParcelPart", "部件", "Part", {
  fields: { part: text("部件", "Part", { max: 20 }) },
  sees: {},
});

/** A parcel that is weighed by whoever answers, under a limit that is set, and whose code is closed. */
const parcel = entity("TwoProductsParcel", "包裹", "Parcel", {
  fields: {
    label: text("名", "Name", { max: 20 }),
    weights: text("重量", "Weights", { max: 100, computed: true, optional: true }),
    limit: text("上限", "Limit", { max: 20, computed: true, optional: true }),
    code: text("编码", "Code", { max: 100, computed: true, optional: true }),
  },
  lines: { parts: parcelPart },
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
  const entry = { weights: "gram A", limit: "10", code: "0|A" };
  const two = { weights: "pound A, ounce A", limit: "20", code: "1|A" };
  expect(saved).toMatchObject([entry, two, entry, two]);
});

test("each refines the model for itself: labels, what is sensitive, and the fields of lines", async () => {
  const [one, two] = kernels.map(({ declared }) => declared) as [Declared, Declared];
  const blind = someone({ holds: () => false });
  const sees = (kernel: Kernel): ReadonlySet<string> => kernel.finder.visible(parcel, blind);
  const { id } = await save(kernels[0]!, parcel.name, { label: "A", parts: [{ part: "B" }] });
  one.refine([
    { entity: parcel.name, label: ["邮包", "Package"], fields: [{ key: "label", sensitive: 1 }] },
    { entity: parcelPart.name, fields: [{ key: "part", label: ["件", "Piece"] }] },
  ]);
  two.refine([{ entity: parcel.name, fields: [{ key: "limit", sensitive: 1 }] }]);
  expect([one, two].map((product) => product.entity(parcel.name).label[1])).toEqual(["Package", "Parcel"]);
  expect([one, two].map((product) => product.byPath("twoProductsParcelRestful")!.lines["parts"].fields.part.label[1])).toEqual([
    "Piece",
    "Part",
  ]);
  expect(one.parent(parcelPart)!.entity).toBe(one.entity(parcel.name));
  expect(kernels.map((kernel) => [sees(kernel).has("label"), sees(kernel).has("limit")])).toEqual([
    [false, true],
    [true, false],
  ]);
  expect(await kernels[0]!.finder.byId(parcel, id, blind)).not.toHaveProperty("label");
  const emptied = { entity: parcel, action: "saveOrUpdate", targets: [{ id, input: { parts: [{ part: "" }] } }] };
  await expect(kernels[0]!.actor.act(emptied, { me: someone(), now: new Date(), requestId: newId(), ip: null })).rejects.toMatchObject({
    fieldErrors: [{ text: [expect.any(String), "Piece is required"] }],
  });
  expect(await save(kernels[0]!, parcel.name, { id, label: "C" })).toMatchObject({ label: "C", weights: "gram C" });
  expect([parcel.label[1], parcelPart.fields.part.label[1]]).toEqual(["Parcel", "Part"]);
  one.refine([]);
  expect([one.entity(parcel.name).label[1], sees(kernels[0]!).has("label")]).toEqual(["Parcel", true]);
});
