import { expect, test } from "vitest";
import { declare } from "../../declared.ts";
import { entity } from "../../entity.ts";
import { code } from "../../field.ts";
import { module } from "../../module.ts";
import type { Reading } from "../database/db.ts";
import { Facts } from "./facts.ts";
import { Replan, Wanted } from "./wanted.ts";
import { WorkingSet } from "./working.ts";

const thing = entity("FactThing", "物", "Thing", { fields: { kind: code("类别", "Kind") }, sees: { internal: "all" }, title: ["kind"] });
const declared = declare([module("facts", "事实", "Facts", { entities: [thing] })]);

/** Somebody who asks; what is asked of the database is kept, and answered a moment later. */
function asking(locked: Wanted | null, isOneDecision: boolean) {
  const asked: string[] = [];
  const query = async (statement: unknown, values: readonly unknown[] = []): Promise<unknown[]> => {
    asked.push((statement as { text: string }).text.includes("for update") ? "lock" : `read ${String(values[0])}`);
    await new Promise((done) => setTimeout(done, 1));
    return [{ id: values.length > 1 ? "t1" : String([values[0]].flat()[0]), kind: "A" }];
  };
  const db = { query } as unknown as Reading;
  const ws = new WorkingSet(declared);
  const parts = { declared, db, ws, locked, setting: async () => "", language: "CN" as const };
  return { asked, facts: new Facts(isOneDecision ? { ...parts, isOneDecision } : parts) };
}

test("one decision asks the same question once, in whatever turn; whoever asks for longer asks anew", async () => {
  for (const [isOne, times] of [
    [true, 1],
    [false, 2],
  ] as const) {
    const { asked, facts } = asking(null, isOne);
    const rows = await facts.where(thing, { kind: "A" });
    expect(await facts.where(thing, { kind: "A" })).toEqual(rows);
    expect(asked).toEqual(Array.from({ length: times }, () => "read A"));
    await facts.where(thing, { kind: "B" });
    expect(asked.at(-1)).toBe("read B");
  }
});

test("rows that are asked for by their ids alone are not read twice, nor is part of an answer", async () => {
  const { asked, facts } = asking(null, true);
  const [first] = await facts.where(thing, { id: ["t1"] });
  expect(await facts.where(thing, { id: "t1" })).toEqual([first]);
  expect(await facts.one(thing, "t1")).toBe(first);
  expect(await facts.where(thing, { id: [] })).toEqual([]);
  expect(asked).toEqual(["read t1"]);
  const day = { createdBy: { not: null } };
  const all = await facts.where(thing, day);
  const wider = asked.length;
  expect(await facts.where(thing, { ...day, kind: "A" })).toEqual(all);
  expect(await facts.where(thing, { ...day, kind: ["B", "C"] })).toEqual([]);
  expect(asked).toHaveLength(wider);
});

test("a row that is on its way is not asked for again", async () => {
  const { asked, facts } = asking(null, true);
  const first = facts.one(thing, "t1");
  await new Promise<void>((done) => process.nextTick(done));
  expect(asked, "the turn is over").toHaveLength(1);
  expect(await facts.one(thing, "t1")).toBe(await first);
  await facts.one(thing, "t1");
  expect(asked).toHaveLength(1);
});

test("after a late lock everything is asked anew, and a row on its way can no longer be locked late", async () => {
  const { asked, facts } = asking(new Wanted(), true);
  await facts.where(thing, { kind: "A" });
  await facts.lock(thing, "t5");
  await facts.where(thing, { kind: "A" });
  expect(asked).toEqual(["read A", "lock", "read t5", "read A"]);
  const reading = facts.one(thing, "t9");
  await expect(facts.lock(thing, "t9")).rejects.toBeInstanceOf(Replan);
  await reading;
});
