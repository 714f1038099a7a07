import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Action, Entity, Me } from "#kernel/entity.ts";
import type { Row } from "../support/generate.ts";
import { someone } from "../support/kernel.ts";
import { ask, kept, none, openHouse, reached, type House } from "./house.ts";
import { journalOf } from "./replay.ts";

let house: House;
beforeAll(async () => void (house = await openHouse(4)));
afterAll(() => house?.drop());

/** What a stale version is answered with: the area's own code where it has one. */
const staleCode = (e: Entity): string => e.codes?.stale?.[0] ?? "VERSION_CONFLICT";

/** A plain field anybody may change, if the entity has one. */
const freeField = (e: Entity): [string, number] | null => {
  const found = Object.entries(e.fields).find(
    ([key, f]) =>
      (f.kind === "text" || f.kind === "longtext") &&
      !f.computed &&
      !f.fixed &&
      !f.format &&
      !f.hidden &&
      !f.pattern &&
      e.name !== "BaseNumberRule" &&
      !(e.unique ?? []).some((u) => u.fields.includes(key as never)),
  );
  return found ? [found[0], found[1].max ?? 60] : null;
};

/** Each entry's old values are the ones the entry before left behind: some serial order made them. */
async function brokenChain(id: string): Promise<string[]> {
  const now = new Map<string, unknown>();
  const broken: string[] = [];
  for (const entry of await journalOf(house.kernel.db)) {
    if (entry.docId !== id) continue;
    for (const { p, o, n } of entry.changes) {
      if (now.has(p) && JSON.stringify(now.get(p)) !== JSON.stringify(o))
        broken.push(`#${entry.no} ${p}: ${JSON.stringify(o)} was never written, ${JSON.stringify(now.get(p))} was`);
      now.set(p, n);
    }
  }
  return broken;
}

describe("promise 4: no lost update", () => {
  test("50 clients write one document: every accepted one is in its history, in one serial order", async () => {
    const e = house.declared.entity("SampleOrder");
    const made = await house.make.lone(e, {}, { lines: 3 });
    const accepted: string[] = [];
    let refused = 0;
    await Promise.all(
      Array.from({ length: 50 }, async (_, n) => {
        let seen: Row = made;
        for (let round = 0; round < 3; round++) {
          const title = `client ${n} round ${round}`;
          const answer = await ask(house.kernel, someone({ userId: `c${n}` }), e, "saveOrUpdate", {
            id: made["id"],
            versionNum: seen["versionNum"],
            title,
            lines: { changed: [{ id: made["lines"][n % 3].id, item: title }] },
          });
          if (answer.status === "S") accepted.push(title);
          else {
            expect(answer.code).toBe("VERSION_CONFLICT");
            expect(answer.data.theirs.versionNum).toBeGreaterThan(seen["versionNum"]);
            refused += 1;
          }
          seen = answer.status === "S" ? answer.data : answer.data.theirs;
        }
      }),
    );
    const stored = (await house.kernel.db.one<Row>(`select title, "versionNum" from "SampleOrder" where id = $1`, [made["id"]]))!;
    expect(stored["versionNum"]).toBe(1 + accepted.length);
    expect(accepted).toContain(stored["title"]);
    expect(refused).toBeGreaterThan(0);
    const entries = (await journalOf(house.kernel.db))
      .filter((j) => j.docId === made["id"])
      .slice(1)
      .map((j) => j.changes.find((c) => c.p === "title")!.n);
    expect([...entries].sort()).toEqual([...accepted].sort());
    none(await brokenChain(made["id"]));
  });

  test("50 clients without a version: each change stands on the one before it", async () => {
    const e = house.declared.entity("SampleStock");
    const made = await house.make.lone(e, { limitQty: "1000" });
    await Promise.all(Array.from({ length: 50 }, () => ask(house.kernel, someone(), e, "doTake", { id: made["id"], qty: "2" })));
    expect(
      await house.kernel.db.one(`select trim_scale("takenQty") as taken, "versionNum" from "SampleStock" where id = $1`, [made["id"]]),
    ).toEqual({ taken: "100", versionNum: 51 });
    none(await brokenChain(made["id"]));
  });

  test("a rule that changes a document it only read still loses no other change", async () => {
    const e = house.declared.entity("PromiseSlip");
    const other = await house.make.lone(e);
    const slips = await Promise.all(Array.from({ length: 20 }, () => house.make.lone(e, { otherId: other["id"] })));
    const rows = await Promise.all(slips.map((slip) => ask(house.kernel, someone(), e, "doCount", { id: slip["id"] })));
    const counted = rows.filter((t) => t.status === "S").length;
    expect(await house.kernel.db.one(`select pieces, "versionNum" from "PromiseSlip" where id = $1`, [other["id"]])).toEqual({
      pieces: counted,
      versionNum: counted + 1,
    });
    none(await brokenChain(other["id"]));
  });

  let tried = 0;

  test.each(reached.filter((e) => e.saves && !e.view))(
    "a stale save, action and delete are refused and show what the other one wrote: $name",
    async (e) => {
      const wrong: string[] = [];
      const field = freeField(e);
      const { me, row: made } = await kept(house, e);
      const value = field ? { [field[0]]: `theirs ${house.make.word()}`.slice(-field[1]) } : null;
      const theirs = value
        ? await ask(house.kernel, me, e, "saveOrUpdate", { id: made["id"], versionNum: made["versionNum"], ...value })
        : null;
      if (theirs && theirs.status === "E") wrong.push(`${theirs.code} on a plain change ${JSON.stringify(theirs.fieldErrors)}`);
      const old = theirs?.status === "S" ? made["versionNum"] : 99;
      const calls: [string, Row][] = [
        ["saveOrUpdate", value ?? {}],
        ["delete", {}],
      ];
      for (const [name, action] of Object.entries(e.actions as Record<string, Action>))
        if (!action.creates) calls.push([name, await house.make.input(e, name)]);
      for (const [name, input] of calls) {
        const send = (by: Me) => ask(house.kernel, by, e, name, { id: made["id"], versionNum: old, ...input });
        const first = await send(me);
        // What an applicant may not do, somebody of the house may.
        const result = first.code === "PERM_DENIED" && me.audience === "registrant" ? await send(someone()) : first;
        if (result.code === "PERM_DENIED") continue;
        tried += 1;
        if (result.code !== staleCode(e))
          wrong.push(
            `${name} with a stale version: ${result.code || result.status} ${JSON.stringify(result.fieldErrors)} ${String(result.cause ?? "")}`,
          );
        else if (field && theirs?.status === "S" && result.data.theirs[field[0]] !== value![field[0]])
          wrong.push(`${name}: theirs shows ${JSON.stringify(result.data.theirs[field[0]])}`);
      }
      none(wrong);
    },
  );

  test("many stale requests were tried", () => expect(tried).toBeGreaterThan(50));

  test("a change that names no version is refused, whatever the entity", async () => {
    const wrong: string[] = [];
    let refused = 0;
    for (const e of reached.filter((entity) => entity.saves && !entity.view && !entity.appendOnly)) {
      const field = freeField(e);
      if (!field) continue;
      const { me, row } = await kept(house, e);
      const change = { id: row["id"], [field[0]]: "x" };
      const { code, fieldErrors } = await ask(house.kernel, me, e, "saveOrUpdate", change, { bare: true });
      if (code === "VERSION_REQUIRED" && fieldErrors[0]?.path === "versionNum") refused += 1;
      else wrong.push(`${e.name}: ${code}`);
    }
    none(wrong);
    expect(refused).toBeGreaterThan(50);
  });

  /** A line may be saved alone; whoever has the whole document open must hear of it. */
  test("a line saved alone makes the open document stale", async () => {
    const wrong: string[] = [];
    for (const line of house.entities.filter((e) => e.saves && house.declared.parent(e))) {
      const { entity: parent, collection } = house.declared.parent(line)!;
      const field = freeField(line);
      if (!field) continue;
      const made = await house.make.lone(parent, {}, { lines: 2 });
      const theirs = `theirs ${house.make.word()}`;
      const alone = await ask(house.kernel, someone(), line, "saveOrUpdate", { id: made[collection][0].id, [field[0]]: theirs });
      expect(alone.status).toBe("S");
      const mine = await ask(house.kernel, someone(), parent, "saveOrUpdate", { ...made, [collection]: made[collection] });
      const stored = await house.kernel.db.one<Row>(`select "${field[0]}" as now from "${line.name}" where id = $1`, [
        made[collection][0].id,
      ]);
      if (mine.code !== staleCode(parent) && stored!["now"] !== theirs)
        wrong.push(
          `${parent.name} saved as read before overwrote ${line.name}.${field[0]} = ${theirs} with ${stored!["now"]} (${mine.code || mine.status})`,
        );
    }
    none(wrong);
  });
});
