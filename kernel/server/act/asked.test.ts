import { expect, test } from "vitest";
import { entity, type Where } from "../../entity.ts";
import { code, date, int, text } from "../../field.ts";
import { Asked, type AskedPart } from "./asked.ts";

const thing = entity("AskedThing", "物", "Thing", {
  fields: { name: text("名称", "Name", { max: 20 }), kind: code("类别", "Kind"), size: int("大小", "Size"), day: date("日", "Day") },
  sees: { internal: "all" },
  title: ["name"],
});
const stored = Array.from({ length: 30 }, (_, i) => ({ id: `t${i}`, name: `n${i % 10}`, kind: i % 2 ? "A" : "B" }));

/** Answers plain equalities as the database would, and remembers what it was asked. */
function world() {
  const asked: (readonly Where[])[] = [];
  const answer = ({ where, limit }: AskedPart) => {
    const fits = (row: Record<string, unknown>): boolean =>
      Object.entries(where).every(([key, test]) => test === undefined || ([test].flat() as unknown[]).includes(row[key]));
    return stored.filter(fits).slice(0, limit);
  };
  const read = async (_: unknown, parts: readonly AskedPart[]) => {
    asked.push(parts.map(({ where }) => where));
    return parts.map(answer);
  };
  return { asked, rows: new Asked(read as never) };
}

test("questions of one turn that differ in one value are one statement, and everybody gets the own rows", async () => {
  const { asked, rows } = world();
  const answers = await Promise.all(
    Array.from({ length: 250 }, (_, i) => rows.where(thing, { name: `n${i % 12}`, kind: { not: "C" } as never }, 100)),
  );
  expect(asked).toHaveLength(1);
  expect(answers[3]!.map((row) => row["id"])).toEqual([]);
  expect(asked[0]![0]!["name"]).toHaveLength(12);
});

test("each is answered as if it had asked alone", async () => {
  const { asked, rows } = world();
  const [one, two, none] = await Promise.all(["n1", "n2", "n99"].map((name) => rows.where(thing, { name }, 100)));
  expect([one, two, none].map((list) => list!.map((row) => row["id"]))).toEqual([["t1", "t11", "t21"], ["t2", "t12", "t22"], []]);
  expect(asked).toHaveLength(1);
  await rows.where(thing, { name: "n1" }, 100);
  expect(asked, "a later turn asks anew").toHaveLength(2);
});

test("whichever value they differ in, questions are asked along with each other", async () => {
  const { asked, rows } = world();
  const ids = async (name: string, kind: string) => (await rows.where(thing, { name, kind }, 100)).map((row) => row["id"]);
  expect(await Promise.all([ids("n1", "A"), ids("n1", "B"), ids("n1", "C")])).toEqual([["t1", "t11", "t21"], [], []]);
  expect(asked).toHaveLength(1);
  await Promise.all([ids("n1", "A"), ids("n2", "A"), ids("n3", "B"), ids("n4", "B"), ids("n5", "B")]);
  expect(asked[1], "those that differ in two values are parts of one statement, by the value that differs most").toHaveLength(2);
  expect(asked).toHaveLength(2);
});

test("questions that name no plain value stay apart", async () => {
  const { asked, rows } = world();
  await Promise.all([
    rows.where(thing, { size: 3 }, 100),
    rows.where(thing, { size: 4 }, 100),
    rows.where(thing, { day: "2026-11-15" }, 100),
    rows.where(thing, { name: "all" }, 100),
  ]);
  expect(
    asked.map((parts) => parts.length),
    "one statement, a part for each question",
  ).toEqual([4]);
});

test("more rows than anybody allowed are not cut silently", async () => {
  const { rows } = world();
  expect((await rows.where(thing, { kind: "A" }, 3)).length, "one more than the limit tells the asker").toBe(4);
  await expect(Promise.all([rows.where(thing, { kind: "A" }, 3), rows.where(thing, { kind: "B" }, 3)])).rejects.toThrow("more than 3 rows");
});

test("whoever asks for fewer rows gets no more", async () => {
  const { asked, rows } = world();
  const [few, many] = await Promise.all([rows.where(thing, { kind: "A" }, 1), rows.where(thing, { kind: "B" }, 100)]);
  expect([few!.length, many!.length]).toEqual([2, 15]);
  expect(asked).toHaveLength(1);
});
