import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { doerOf, openSample, save, someone, type SampleKernel } from "../../../tests/support/kernel.ts";
import type { Outcome } from "../act/attempt.ts";

let kernel: SampleKernel;
beforeAll(async () => void (kernel = await openSample()));
afterAll(() => kernel.drop());

const prefer = (prefKey: string, prefValue: unknown, more: object = {}) =>
  save(kernel, "BaseUserPreference", { prefKey, prefValue, ...more });
const stored = (prefKey: string) =>
  kernel.db.query<{ value: unknown; version: number }>(
    `select "prefValue" as value, "versionNum" as version from "BaseUserPreference" where "prefKey" = $1`,
    [prefKey],
  );

describe("what is known by its key", () => {
  test.each(["language", "density", "tabMode"])("eight windows save %s at once: all are answered, one row is left", async (key) => {
    const values = Array.from({ length: 8 }, (_, n) => `value ${n}`);
    const saved = await Promise.all(values.map((value) => prefer(key, value)));
    expect(saved.map((row) => row.prefValue)).toEqual(values);
    const rows = await stored(key);
    expect(rows).toHaveLength(1);
    expect(values).toContain(rows[0]!.value);
    expect(rows[0]!.version).toBe(8);
  });

  test("a window that read an older version, or none, still has the last word", async () => {
    const first = await prefer("home", "A");
    await prefer("home", "B");
    await prefer("home", "C", { id: first.id, versionNum: first.versionNum });
    expect(await stored("home")).toEqual([{ value: "C", version: 3 }]);
  });

  test("what was removed meanwhile is made anew", async () => {
    const first = await prefer("gone", "A");
    const remove = { entity: kernel.declared.entity("BaseUserPreference"), action: "delete", targets: [{ id: first.id, input: {} }] };
    const both: readonly Promise<Outcome | unknown>[] = [kernel.actor.act(remove, doerOf()), prefer("gone", "B")];
    await Promise.all(both);
    for (const { value } of await stored("gone")) expect(value).toBe("B");
  });

  test("others keep theirs: the owner is part of the key", async () => {
    await prefer("colour", "mine");
    await save(kernel, "BaseUserPreference", { prefKey: "colour", prefValue: "yours" }, someone({ userId: "u2" }));
    expect((await stored("colour")).map((row) => row.value).toSorted()).toEqual(["mine", "yours"]);
  });
});
