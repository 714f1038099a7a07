import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Entity, Me } from "#kernel/entity.ts";
import { choicesOf, refused, type Choice } from "../support/choices.ts";
import { sideOf, type Row } from "../support/generate.ts";
import { judgedByRules, openChoices } from "./choices-open.ts";
import { madeBySystem } from "./hints.ts";
import { ask, bend, everything, none, openHouse, reached, type House } from "./house.ts";

const choicesIn = (e: Entity): Choice[] => choicesOf(everything, e);

const people = reached.filter((e) => e.saves && !everything.parent(e) && !madeBySystem.has(e.name) && sideOf(e.saves) !== null);
const all = people.flatMap((e) => choicesIn(e));
const limited = all.filter(({ field }) => field.pick !== undefined);

describe("a reference leads only to what may be chosen", () => {
  let house: House;
  beforeAll(async () => void (house = await openHouse(31)));
  afterAll(() => house?.drop());

  /** The row of a generated document that carries the reference. */
  const rowAt = (body: Row, way: readonly string[]): Row => way.reduce((row, key) => (row?.[key] as Row[] | undefined)?.[0] as Row, body);
  /** A rule may replace what was sent: then nothing was chosen. */
  const holds = (made: Row, { way, key }: Choice, id: string): boolean => [rowAt(made, way)[key]].flat().includes(id);
  const standIn = (target: Entity, id: string, key: string, value: string): Promise<void> =>
    bend(house.kernel, `update "${target.name}" set "${key}" = $2 where id = $1`, [id, value]);

  /** Refused while the target stands so, accepted when it stands as offered: the same body, so nothing else is the reason. */
  async function tried(choice: Choice, body: Row, me: Me): Promise<string[]> {
    const { root, way, key, target, field, name } = choice;
    const row = rowAt(body, way);
    const id = (field.kind === "refs" ? (row[key] as string[])[0] : row[key]) as string;
    const wrong: string[] = [];
    const unclear: string[] = [];
    for (const [state, value] of refused(choice)) {
      const { [state]: good } = (await house.kernel.db.one<Row>(`select "${state}" from "${target.name}" where id = $1`, [id]))!;
      await standIn(target, id, state, value);
      const answer = await ask(house.kernel, me, root, "saveOrUpdate", body);
      if (answer.status === "S" && holds(answer.data as Row, choice, id))
        wrong.push(`${name} accepts ${target.name} with ${state} ${value}`);
      if (answer.code === "SYS_ERROR") wrong.push(`${name} with ${state} ${value}: ${String(answer.cause)}`);
      // A rule may answer in its own words; then the same body must pass once the target stands as offered.
      if (answer.status === "E" && !answer.fieldErrors.some((error) => error.code === "DATA_BARRED"))
        unclear.push(`${value}: ${answer.code}`);
      await standIn(target, id, state, good as string);
    }
    const control = unclear.length ? await ask(house.kernel, me, root, "saveOrUpdate", body) : null;
    if (control?.status === "E")
      wrong.push(`${name} cannot be judged: ${control.code} ${JSON.stringify(control.fieldErrors)}, ${unclear.join()}`);
    return wrong;
  }

  test.each(people.filter((e) => choicesIn(e).some((choice) => refused(choice).length > 0)))("$name", async (e) => {
    const wrong: string[] = [];
    for (const choice of choicesIn(e).filter((limit) => refused(limit).length > 0 && !(limit.name in judgedByRules))) {
      let body = await house.make.body(e);
      const row = rowAt(body, choice.way);
      if (row === undefined) continue;
      const { kind } = choice.field;
      if (row[choice.key] === undefined || [row[choice.key]].flat().length === 0) {
        const id = await house.make.chosen(choice.field, true);
        row[choice.key] = kind === "refs" ? [id] : id;
        // A document is generated anew around the reference: a field left from the first one would not agree with it.
        const given = { [choice.key]: row[choice.key] };
        if (choice.way.length === 0) body = { ...(await house.make.body(e, { given })), ...given };
      }
      wrong.push(...(await tried(choice, body, house.make.writer(e))));
    }
    none(wrong);
  });

  test("what was chosen before stays when it is switched off later", async () => {
    const e = everything.entity("SrmSupSite");
    const row = await house.make.lone(e);
    await standIn(everything.entity("SrmBasePaymentTerm"), row["termId"], "status", "INVALID");
    const answer = await ask(house.kernel, house.make.writer(e), e, "saveOrUpdate", { id: row["id"], siteName: "仍用原条件" });
    expect([answer.status, answer.code]).toEqual(["S", ""]);
  });

  test("every reference to something with states or a switch limits its choice or says why not", () => {
    const isSwitched = ({ target }: Choice): boolean => target.states !== undefined || "enabledFlag" in target.fields;
    const open = all.filter((choice) => isSwitched(choice) && choice.field.pick === undefined).map(({ name }) => name);
    expect(limited.length).toBeGreaterThan(150);
    none(
      [...new Set(open)]
        .filter((name) => !(name in openChoices))
        .map((name) => `${name} neither limits its choice nor is listed with a reason`),
    );
    none(
      Object.keys(openChoices)
        .filter((name) => !open.includes(name))
        .map((name) => `${name} is listed and limits its choice`),
    );
  });
});
