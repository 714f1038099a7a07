import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pathOf } from "#kernel/declared.ts";
import type { Action, Entity } from "#kernel/entity.ts";
import { revisionCalls } from "#kernel/server/constructs/revision-calls.ts";
import { versionedOf } from "#kernel/versioned.ts";
import type { Row } from "../support/generate.ts";
import { someone } from "../support/kernel.ts";
import { ask, bend, openHouse, reached, type House } from "./house.ts";

let house: House;
beforeAll(async () => void (house = await openHouse(12)));
afterAll(() => house?.drop());

const versioned = reached.filter((e) => versionedOf(e) !== undefined);
const press = (e: Entity, name: string, id: unknown, input: Row = {}) => ask(house.kernel, someone(), e, name, { id, ...input });

/** A version that is published, as far as the next one may begin from it. */
async function published(e: Entity): Promise<Row> {
  const made = await house.make.lone(e, {}, { lines: 2 });
  const state = (e.actions as Record<string, Action>)[versionedOf(e)!.next]!.from?.[0];
  if (state) await bend(house.kernel, `update "${e.name}" set "${e.stateField}" = $2 where id = $1`, [made["id"], state]);
  return made;
}

describe.each(versioned)("versions of $name", (e) => {
  const v = versionedOf(e)!;
  const stored = (id: unknown) => press(e, "findById", id).then(({ data }) => data as Row);

  async function begun(id: unknown): Promise<Row> {
    const answer = await press(e, v.next, id, await house.make.input(e, v.next));
    expect([answer.status, answer.code, answer.cause]).toEqual(["S", "", undefined]);
    const [row] = await house.kernel.db.query<Row>(`select id from "${e.name}" order by id desc limit 1`);
    return stored(row!["id"]);
  }

  test("the next version is a draft with the next number, and the published one stays as it is", async () => {
    const first = await published(e);
    const before = await stored(first["id"]);
    const next = await begun(first["id"]);
    expect([next[v.number], next[e.stateField]]).toEqual([before[v.number] + 1, Object.keys(e.states!)[0]]);
    expect(v.of.map((key) => next[key])).toEqual(v.of.map((key) => before[key]));
    const shown = (v.changes ?? []).filter((key) => !(v.leaves ?? []).includes(key));
    expect(shown.map((key) => next[key] ?? null)).toEqual(shown.map((key) => before[key] ?? null));
    expect({ ...(await stored(first["id"])), usageCount: 0 }).toEqual({ ...before, usageCount: 0 });
    const call = revisionCalls(house.kernel).find((revisionCall) => revisionCall.path === `v1/${pathOf(e)}/compareVersions`)!;
    const result = (await call.handle({ me: someone(), language: "EN" } as never, { id: first["id"] })) as {
      readonly versions: readonly { readonly id: string; readonly number: number }[];
    };
    expect(result.versions.map(({ id, number }) => [id, number])).toEqual([
      [next["id"], next[v.number]],
      [first["id"], before[v.number]],
    ]);
  });

  test.skipIf(!v.open)("a second draft is refused", async () => {
    const first = await published(e);
    await begun(first["id"]);
    const again = await press(e, v.next, first["id"], await house.make.input(e, v.next));
    expect(again.code).toBe(v.code ?? "VERSION_DRAFT");
  });
});

test("templates and rules of the house have versions", () => expect(versioned.length).toBeGreaterThanOrEqual(3));
