import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Entity } from "#kernel/entity.ts";
import { system, type Row } from "../support/generate.ts";
import { someone } from "../support/kernel.ts";
import { ask, documentOf, everything, kept, none, openHouse, reached, type House } from "./house.ts";
import { journalOf, Replay, replayAll, storedDocuments } from "./replay.ts";

describe("promise 2: all or nothing", () => {
  let house: House;
  beforeAll(async () => void (house = await openHouse(2)));
  afterAll(() => house?.drop());

  const count = async (): Promise<Row> =>
    (await house.kernel.db.one<Row>(
      `select (select count(*)::int from "Journal") as journal, (select count(*)::int from "Outbox") as outbox, (select count(*)::int from "RequestKey") as keys`,
    ))!;

  test("every kind of change to every entity: the tables are the replay of the journal", async () => {
    const { make, kernel } = house;
    for (const e of house.entities.filter((entity) => !entity.view && !house.declared.parent(entity))) {
      const me = make.writer(e);
      const first = await make.lone(e);
      const change = await make.body(e, { full: true });
      for (const key of [
        ...Object.entries(e.fields)
          .filter(([, f]) => f.fixed)
          .map(([k]) => k),
        e.tree?.parent ?? "",
      ])
        delete change[key];
      for (const [key, line] of Object.entries(e.lines) as [string, Entity][]) {
        const known = (first[key] ?? []) as Row[];
        const numbered = "lineNum" in line.fields || "seqNum" in line.fields;
        const { lineNum: _, seqNum: __, ...values } = change[key]?.[0] ?? {};
        change[key] = {
          changed: [...(known[0] ? [{ ...values, id: known[0]["id"] }] : []), ...(numbered ? [await make.line(line, 7)] : [])],
        };
      }
      await ask(kernel, me, e, "saveOrUpdate", { ...change, id: first["id"] });
      await make.lone(e);
      await ask(kernel, me, e, "delete", { id: (await make.lone(e))["id"] });
    }
    await make.unfit();
    const { wrong, unclear, documents } = await replayAll(kernel.db, house.declared);
    expect(documents).toBeGreaterThan(200);
    none([...wrong, ...unclear]);
  });

  const unique = (e: Entity) =>
    e.unique?.find(
      (candidate) =>
        candidate.fields.length === 1 && !candidate.while && e.fields[candidate.fields[0]!] && !e.fields[candidate.fields[0]!]!.computed,
    )?.fields[0] as string | undefined;
  test("a batch whose last row the database refuses leaves nothing, of any entity", async () => {
    const { make, kernel } = house;
    const wrong: string[] = [];
    let tried = 0;
    for (const e of house.entities) {
      const key = unique(e);
      if (!key || !e.saves || make.writer(e).audience === "system" || house.declared.parent(e)) continue;
      tried += 1;
      const twin = await make.lone(e);
      const rows = [await make.body(e), await make.body(e), { ...(await make.body(e)), [key]: twin[key] }];
      const before = { ...(await count()), rows: (await kernel.db.one<Row>(`select count(*)::int as n from "${e.name}"`))!["n"] };
      const answer = await ask(kernel, make.writer(e), e, "doBatchSaveOrUpdate", { rows }, { key: `whole-${e.name}` });
      const after = { ...(await count()), rows: (await kernel.db.one<Row>(`select count(*)::int as n from "${e.name}"`))!["n"] };
      if (answer.status !== "E" || answer.code === "SYS_ERROR")
        wrong.push(`${e.name}: ${answer.status} ${answer.code} ${String(answer.cause ?? "")}`);
      if (JSON.stringify(before) !== JSON.stringify(after))
        wrong.push(`${e.name}: ${JSON.stringify(before)} became ${JSON.stringify(after)}`);
    }
    expect(tried).toBeGreaterThan(10);
    none(wrong);
  });

  /** Two lines may bear the same number: the journal must still say which one changed. */
  test("lines that people call alike are told apart", async () => {
    const { make, kernel } = house;
    const e = house.declared.entity("SampleOrder");
    const body = await make.body(e, { lines: 2 });
    body["lines"][1]["lineNum"] = body["lines"][0]["lineNum"];
    const made = await make.lone(e, { lines: body["lines"] });
    await ask(kernel, someone(), e, "saveOrUpdate", { id: made["id"], lines: { changed: [{ id: made["lines"][1].id, item: "changed" }] } });
    const replay = new Replay(house.declared);
    for (const entry of await journalOf(kernel.db)) if (entry.docId === made["id"]) replay.apply(entry);
    none([
      ...replay.unclear,
      ...replay.compare(
        e,
        (await storedDocuments(kernel.db, e)).filter((row) => row["id"] === made["id"]),
      ),
    ]);
  });

  /** The page sends its lines whole: what was line 10 goes, another line 10 comes. */
  test.each(reached.filter((e) => e.saves && Object.keys(e.lines).length && !everything.parent(e)))(
    "lines that are replaced are told apart from those that take their place: $name",
    async (e) => {
      const { make, kernel } = house;
      const wrong: string[] = [];
      const { me, row: made } = await kept(house, e, { lines: 2 });
      const lines = await make.body(e, { lines: 2, given: made });
      const answer = await ask(kernel, make.writer(e) === system ? system : me, e, "saveOrUpdate", {
        id: made["id"],
        ...Object.fromEntries(
          Object.keys(e.lines)
            .filter((key) => key in lines)
            .map((key) => [key, lines[key]]),
        ),
      });
      if (answer.status !== "S") wrong.push(`${answer.code} ${JSON.stringify(answer.fieldErrors)} ${String(answer.cause ?? "")}`);
      const replay = new Replay(house.declared);
      for (const entry of await journalOf(kernel.db)) if (entry.docId === made["id"]) replay.apply(entry);
      wrong.push(
        ...replay.unclear.slice(0, 2),
        ...replay
          .compare(
            e,
            (await storedDocuments(kernel.db, e)).filter((row) => row["id"] === made["id"]),
          )
          .map((text) => text.slice(0, 900)),
      );
      none(wrong);
    },
  );

  /** A line saved alone is still a change of its document: whose, the entry has to say. */
  test("a line saved on its own is found again in the journal under its document", async () => {
    const { make, kernel } = house;
    const alone = house.entities.filter((e) => e.saves && house.declared.parent(e));
    expect(alone.length).toBeGreaterThan(0);
    const wrong: string[] = [];
    for (const e of alone) {
      const made = await make.lone(e);
      const home = await documentOf(house, e, made["id"]);
      const json = JSON.stringify(
        await kernel.db.query(`select changes from "Journal" where "docId" = $1 order by no desc limit 1`, [home]),
      );
      if (!json.includes(`${made["id"]}].`))
        wrong.push(`${e.name}: the last entry of ${home} does not tell of its line: ${json.slice(0, 200)}`);
    }
    none(wrong);
  });
});
