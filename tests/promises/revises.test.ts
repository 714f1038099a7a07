import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Action, Entity, Lines } from "#kernel/entity.ts";
import { revisesOf, startOf } from "#kernel/revision.ts";
import { revisionCalls } from "#kernel/server/constructs/revision-calls.ts";
import type { Row } from "../support/generate.ts";
import { someone } from "../support/kernel.ts";
import { ask, bend, openHouse, reached, type House } from "./house.ts";

let house: House;
beforeAll(async () => void (house = await openHouse(11)));
afterAll(() => house?.drop());

const revising = reached.filter((e) => revisesOf(e) !== undefined);

/** A document in force, as far as a change may begin on it. */
async function inForce(e: Entity): Promise<Row> {
  const made = await house.make.lone(e, {}, { lines: 2 });
  const [state] = (e.actions as Record<string, Action>)[startOf(revisesOf(e)!)]!.from!;
  await bend(house.kernel, `update "${e.name}" set "${e.stateField}" = $2 where id = $1`, [made["id"], state]);
  // A number that comes with the submission was given long before.
  const [number, , how] = e.number ?? [];
  if (number && how?.at === "submission")
    await bend(house.kernel, `update "${e.name}" set "${number}" = $2 where id = $1`, [made["id"], `N${house.make.word()}`.toUpperCase()]);
  return made;
}

/** The rows of a document as they are stored, without what every change of a row leaves on it. */
async function stored(e: Entity, id: string, by = "id"): Promise<unknown[]> {
  const rows = await house.kernel.db.query<Row>(`select * from "${e.name}" where "${by}" = $1 order by id`, [id]);
  const found = await Promise.all(
    rows.map(async ({ versionNum: _, lastUpdateDate: __, lastUpdatedBy: ___, ...row }) => [
      row,
      ...(await Promise.all(Object.values(e.lines as Lines).map((line) => stored(line, row["id"], "parentId")))),
    ]),
  );
  return found;
}

const press = (e: Entity, name: string, id: unknown, input: Row = {}) => ask(house.kernel, someone(), e, name, { id, ...input });

/** A change begun with what its action asks for; the draft's id. */
async function begun(e: Entity, id: unknown): Promise<string> {
  const start = startOf(revisesOf(e)!);
  const answer = await press(e, start, id, await house.make.input(e, start));
  expect([answer.status, answer.code, answer.cause]).toEqual(["S", "", undefined]);
  const [draft] = await house.kernel.db.query<Row>(
    `select id from "${e.name}" where "${revisesOf(e)!.live}" = $1 order by id desc limit 1`,
    [id],
  );
  return draft!["id"];
}

describe.each(revising)("revisions of $name", (e) => {
  const r = revisesOf(e)!;
  /** What a change writes on the document in force beside its draft. */
  const marks = [r.draft, r.status, r.before, r.reason, e.stateField].filter((key) => key !== undefined);
  const apart = (rows: unknown[]): unknown[] =>
    rows.map((entry) => {
      const [row, ...lines] = entry as [Row, ...unknown[]];
      return [Object.fromEntries(Object.entries(row).filter(([key]) => !marks.includes(key))), ...lines];
    });

  test("a draft that is begun and written changes nothing of the document in force", async () => {
    const live = await inForce(e);
    const before = apart(await stored(e, live["id"]));
    const draftId = await begun(e, live["id"]);
    expect(apart(await stored(e, live["id"]))).toEqual(before);
    const draft = (await press(e, "findById", draftId)).data as Row;
    expect([draft[r.live], draft[r.number], draft[e.stateField]]).toEqual([live["id"], live[r.number] + 1, Object.keys(e.states!)[0]]);
    const field = (r.changes ?? []).find((key) => ["text", "longtext"].includes(e.fields[key]!.kind) && !e.fields[key]!.computed)!;
    const saved = await press(e, "saveOrUpdate", draftId, { [field]: "written on the draft" });
    expect([saved.status, saved.code]).toEqual(["S", ""]);
    expect(apart(await stored(e, live["id"]))).toEqual(before);
    const { data } = await compared(live["id"]);
    expect(data.versions).toMatchObject([{ id: draftId, isOpen: true, rows: [{ key: field, after: "written on the draft" }] }]);
  });

  test("two drafts at once are refused, by the rule and by the table", async () => {
    const live = await inForce(e);
    await begun(e, live["id"]);
    const [state] = (e.actions as Record<string, Action>)[startOf(r)]!.from!;
    await bend(house.kernel, `update "${e.name}" set "${e.stateField}" = $2 where id = $1`, [live["id"], state]);
    const again = await press(e, startOf(r), live["id"], await house.make.input(e, startOf(r)));
    expect(again.code).toBe(r.codes?.open ?? "REVISION_OPEN");
    const other = await house.make.lone(e);
    const twice = bend(house.kernel, `update "${e.name}" set "${r.live}" = $2 where id = $1`, [other["id"], live["id"]]);
    await expect(twice).rejects.toThrow(/unique|duplicate/);
  });

  test("a draft is not changed by a draft of its own", async () => {
    const live = await inForce(e);
    const draftId = await begun(e, live["id"]);
    const [state] = (e.actions as Record<string, Action>)[startOf(r)]!.from!;
    await bend(house.kernel, `update "${e.name}" set "${e.stateField}" = $2 where id = $1`, [draftId, state]);
    const answer = await press(e, startOf(r), draftId, await house.make.input(e, startOf(r)));
    expect(answer.code).toBe(r.codes?.draft ?? "REVISION_DRAFT");
  });

  test.skipIf(!("doCancelChange" in (e.actions as object)))(
    "a discarded change leaves the document as it was and no open draft",
    async () => {
      const live = await inForce(e);
      const before = await stored(e, live["id"]);
      const draftId = await begun(e, live["id"]);
      const answer = await press(e, "doCancelChange", live["id"]);
      expect([answer.status, answer.code]).toEqual(["S", ""]);
      const without = (rows: unknown[]): unknown[] => (r.reason ? rows.map((row) => [{ ...(row as [Row])[0], [r.reason!]: null }]) : rows);
      expect(without(await stored(e, live["id"]))).toEqual(without(before));
      const left = await house.kernel.db.query<Row>(`select "${e.stateField}" s from "${e.name}" where id = $1`, [draftId]);
      expect(left).toEqual(r.discarded ? [{ s: r.discarded }] : []);
      expect((await compared(live["id"])).data.versions).toEqual([]);
      expect(await press(e, "doCancelChange", live["id"])).toMatchObject({ status: "E" });
    },
  );

  test.skipIf(!e.sees.supplier)("a supplier sees a draft in no state but those that are named", async () => {
    const live = await inForce(e);
    const draftId = await begun(e, live["id"]);
    const [row] = await house.kernel.db.query<Row>(`select "supplierId" from "${e.name}" where id = $1`, [live["id"]]);
    const vendor = house.make.supplier({ supplierId: row!["supplierId"] });
    for (const state of Object.keys(e.states!)) {
      await bend(house.kernel, `update "${e.name}" set "${e.stateField}" = $2 where id = $1`, [draftId, state]);
      const isNamed = (r.shown as readonly string[] | undefined)?.includes(state) ?? false;
      expect([state, await house.kernel.finder.sees(e, draftId, vendor)]).toEqual([state, isNamed]);
    }
  });

  async function compared(id: unknown): Promise<{ readonly data: any }> {
    const calls = revisionCalls(house.kernel);
    const call = calls.find((candidate) => candidate.path.startsWith(`v1/${e.name[0]!.toLowerCase()}${e.name.slice(1)}Restful/`))!;
    return { data: await call.handle({ me: someone(), language: "EN" } as never, { id }) };
  }
});

test("the orders, agreements and plans of the house have revisions", () => expect(revising.length).toBeGreaterThanOrEqual(3));
