import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addDays, mondayToFriday } from "#kernel/days.ts";
import { fieldOf, type Entity, type Where } from "#kernel/entity.ts";
import { dueEntries } from "#kernel/server/constructs/due.ts";
import { q } from "#kernel/server/database/schema.ts";
import { houseDay, houseZone } from "#kernel/time.ts";
import { clockface, offsetFrom, type Offset } from "#kernel/timed.ts";
import { runDue } from "../support/due.ts";
import type { Row } from "../support/generate.ts";
import { everything, none, openHouse, type House } from "./house.ts";

type Entry = ReturnType<typeof dueEntries>[number];

const entries = dueEntries(everything);
const nameOf = ({ entity, what }: Entry, i: number): string => `${entity.name}.${what} ${i}`;
const named = entries.map((entry, i) => [nameOf(entry, i), entry] as const);
const now = new Date();
const today = houseDay(now);
const clock = clockface(now, houseZone, mondayToFriday);

const oneOf = ({ timed, remind }: Entry) => (timed ?? remind)!;
const targetOf = ({ entity: e, ...entry }: Entry): Entity => {
  const { of } = oneOf({ entity: e, ...entry });
  if (of === undefined) return e;
  return of === "parentId" ? everything.parent(e)!.entity : everything.entity(e.fields[of]!.target!);
};
function fieldsOf(entry: Entry): readonly string[] {
  const current = oneOf(entry);
  if ("due" in current) return current.due.of;
  if ("steps" in current) return current.steps.of;
  return ["on" in current ? current.on : "after" in current ? current.after : "before" in current ? current.before : current.since];
}

test("every declaration names what there is: program, action or event, fields", () => {
  const programs = new Set(everything.modules.flatMap((module) => Object.keys(module.programs ?? {})));
  none(
    entries.flatMap((entry) => {
      const { entity: e, what, program, remind, timed } = entry;
      const target = targetOf(entry);
      const isTold = remind !== undefined && "tells" in remind;
      return [
        ...(programs.has(program) ? [] : [`${e.name}: no module declares the program ${program}`]),
        ...(isTold && !everything.event(what) ? [`${e.name}: no event is called ${what}`] : []),
        ...[isTold ? [] : what, timed?.otherwise ?? []]
          .flat()
          .filter((name) => !(name in target.actions))
          .map((name) => `${target.name}: no action is called ${name}`),
        ...fieldsOf(entry)
          .filter((key) => !fieldOf(e, key))
          .map((key) => `${e.name} has no field ${key}`),
      ];
    }),
  );
});

describe("promise: what goes by a date happens on its date, once, as long as the state lasts", () => {
  let house: House;
  let fired = 0;
  beforeAll(async () => void (house = await openHouse(31)));
  afterAll(() => house?.drop());

  const put = (e: Entity, id: string, values: Row): Promise<unknown> => {
    const keys = Object.keys(values);
    if (keys.length === 0) return Promise.resolve();
    const text = `update ${q(e.name)} set ${keys.map((key, i) => `${q(key)} = $${i + 2}`).join(", ")} where id = $1`;
    return house.kernel.db.query(text, [id, ...keys.map((key) => values[key])]);
  };

  /** Brings a row to where a condition wants it, as far as plain values do. */
  async function meet(e: Entity, row: Row, where: Where): Promise<void> {
    for (const [key, wanted] of Object.entries(where)) {
      if (key === "any") await meet(e, row, (wanted as Where[])[0]!);
      else if (key === "parent")
        await meet(everything.parent(e)!.entity, await stored(everything.parent(e)!.entity, row["parentId"]), wanted as Where);
      else if (typeof wanted !== "object" || wanted === null) await put(e, row["id"], { [key]: wanted });
      else if (Array.isArray(wanted)) await put(e, row["id"], { [key]: wanted[0] });
      else if ("row" in wanted && row[key])
        await meet(everything.entity(String((wanted as Row)["of"])), { id: row[key] }, (wanted as Row)["row"]);
      else if ("some" in wanted)
        for (const line of await house.kernel.db.query<Row>(
          `select * from ${q((e.lines as Record<string, Entity>)[key]!.name)} where "parentId" = $1`,
          [row["id"]],
        ))
          await meet((e.lines as Record<string, Entity>)[key]!, line, (wanted as Row)["some"]);
    }
  }

  const stored = async (e: Entity, id: string): Promise<Row> =>
    (await house.kernel.db.one<Row>(`select * from ${q(e.name)} where id = $1`, [id]))!;

  /** A row of the entity in a state of the declaration or outside of it. */
  async function placed({ entity: e, ...entry }: Entry, inside = true): Promise<Row | null> {
    const current = oneOf({ entity: e, ...entry });
    const states = Object.keys(e.states ?? {});
    const state = inside ? current.in?.[0] : states.findLast((name) => !current.in!.includes(name));
    const parent = everything.parent(e);
    const made = parent
      ? await house.make.lone(parent.entity)
      : await (state === undefined ? house.make.lone(e) : house.make.inState(e, state));
    const line = parent && (await house.kernel.db.one<Row>(`select id from ${q(e.name)} where "parentId" = $1 limit 1`, [made["id"]]));
    // Rows that only their own actions bring are proven where those are.
    if (parent && !line) return null;
    const id: string = parent ? line!["id"] : made["id"];
    await meet(e, await stored(e, id), current.where ?? {});
    if (state !== undefined) await put(e, id, { [e.stateField]: state });
    return stored(e, id);
  }

  /** Moves the date so that it is due on a day. */
  async function moved(entry: Entry, row: Row, day: string): Promise<void> {
    const current = oneOf(entry);
    const least = "before" in current ? current.by[0]! : "since" in current ? current.by[0]! : "plus" in current ? (current.plus ?? 0) : 0;
    const base = offsetFrom(day, least as Offset, row, clock, "before" in current ? 1 : -1);
    for (const [left, op, right] of Object.values(entry.entity.holds ?? {})) {
      if (!op.startsWith("<") || typeof right !== "string") continue;
      const other = fieldsOf(entry).includes(right)
        ? ([left, -800] as const)
        : fieldsOf(entry).includes(left)
          ? ([right, 800] as const)
          : null;
      const kind = other && fieldOf(entry.entity, other[0])?.kind;
      if (other && (kind === "date" || kind === "datetime")) await put(entry.entity, row["id"], { [other[0]]: addDays(base, other[1]) });
    }
    for (const key of fieldsOf(entry))
      await put(entry.entity, row["id"], { [key]: fieldOf(entry.entity, key)!.kind === "date" ? base : `${base}T04:00:00.000Z` });
  }

  /** How often it happened to the document: entries of the journal by the action, or events. */
  async function times(entry: Entry, row: Row): Promise<number> {
    const target = targetOf(entry);
    const id = String(row[oneOf(entry).of ?? "id"]);
    const found = await house.kernel.db.one<{ n: number }>(
      `select ((select count(*) from "Journal" where entity = $1 and "docId" = $2 and (action = $3 or action like '%.' || $3))
        + (select count(*) from "Outbox" where entity = $1 and "docId" = $2 and event = $3))::int as n`,
      [target.name, id, entry.what],
    );
    return found!.n;
  }

  test.each(named)("%s", async (_, entry) => {
    const current = oneOf(entry);
    const row = await placed(entry);
    if (row === null) return;
    const isWorkedOut = "due" in current || "steps" in current;
    // Where the same action also reminds of the date, that comes weeks before.
    const isShared = entries.filter((other) => other.entity === entry.entity && other.what === entry.what).length > 1;
    await moved(entry, row, addDays(today, isWorkedOut || isShared ? 400 : 2));
    await runDue(house.kernel, entry.program, now);
    // What is due whatever its date says has no day before.
    if (!isWorkedOut) expect(await times(entry, row), "before the date").toBe(0);
    await moved(entry, row, addDays(today, isWorkedOut ? -400 : -1));
    await Promise.all([runDue(house.kernel, entry.program, now), runDue(house.kernel, entry.program, now)]);
    await runDue(house.kernel, entry.program, now);
    const count = await times(entry, row);
    if (!("again" in current && current.again)) expect(count, "run three times").toBeLessThanOrEqual(1);
    if (count > 0) fired += 1;
    if (!current.in || !Object.keys(entry.entity.states ?? {}).some((state) => !current.in!.includes(state))) return;
    const other = (await placed(entry, false))!;
    await moved(entry, other, addDays(today, isWorkedOut ? -400 : -1));
    await runDue(house.kernel, entry.program, now);
    expect(await times(entry, other), "in another state").toBe(0);
  });

  test("most of them did happen", () => expect(fired).toBeGreaterThan(entries.length / 2));
});
