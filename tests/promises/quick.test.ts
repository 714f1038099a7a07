import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { declare } from "#kernel/declared.ts";
import type { Entity } from "#kernel/entity.ts";
import { system, type Row } from "../support/generate.ts";
import { someone } from "../support/kernel.ts";
import { sized } from "../support/thorough.ts";
import { allModules, ask, kept, none, openHouse, type House } from "./house.ts";

let house: House;
beforeAll(async () => void (house = await openHouse(23)));
afterAll(() => house?.drop());

const many = sized(60, 200);

/** Lines of lines multiply: two levels of 20 are 400 rows. */
const manyOf = (e: Entity): number =>
  Object.values(e.lines as Record<string, Entity>).some((line) => Object.keys(line.lines).length > 0) ? 20 : many;

/** Copies that every process keeps are read again after a change, whenever it suits; that is not part of the work. */
const isCopy = (text: string): boolean => text.includes('"lookupValuesId"') || text.includes('from "BaseProfile');

/** How many statements a piece of work sends. */
async function counted<T>(work: () => Promise<T>): Promise<{ n: number; result: T; sent: string[] }> {
  const sent: string[] = [];
  const stop = house.kernel.db.onStatement((text) => {
    if (!isCopy(text)) sent.push(text.replace(/\s+/g, " ").slice(0, 120));
  });
  try {
    return { result: await work(), n: sent.length, sent };
  } finally {
    stop();
  }
}

const declared = declare(allModules);
const documents = [...declared.entities.values()].filter(
  (e) => !e.internal && !e.view && e.saves && Object.keys(e.lines).length && !declared.parent(e),
);

/** The statement that came too often, for the reader of a failure. */
const most = (sent: readonly string[]): string => {
  const times = new Map<string, number>();
  for (const text of sent) times.set(text, (times.get(text) ?? 0) + 1);
  const [text, n] = [...times].sort((a, b) => b[1] - a[1])[0] ?? ["", 0];
  return `${n} × ${text}`;
};

/** Documents that are never without a line are emptied but for one; a review whose introduction has begun keeps its categories. */
const keeps: Readonly<Record<string, number>> = { SrmSupChangeInfo: 1, SrmSlcQualifyHeader: Infinity };

/** Lines that people may send; those the system draws up itself are not asked for. */
async function bodies(e: Entity): Promise<{ few: Row; many: Row; keys: string[] }> {
  const least = e.name in keeps ? 2 : 1;
  const [few, lots] = [await house.make.body(e, { lines: least }), await house.make.body(e, { lines: manyOf(e) })];
  return { few, many: lots, keys: Object.keys(e.lines).filter((key) => Array.isArray(few[key])) };
}

describe("promise 23: statements do not grow with lines", () => {
  test.each(documents.map((e) => e.name))(
    "%s: made, read, changed and emptied with 1 line and with many",
    { timeout: 240_000 },
    async (name) => {
      const e = house.declared.entity(name);
      const { few, many: lots, keys } = await bodies(e);
      if (keys.length === 0) return;
      const writer = house.make.writer(e);
      // What applicants fill in was opened for them before.
      const opened = e.saves === "registrant" ? await kept(house, e) : null;
      const own: Row = opened ? { userId: opened.me.userId, [e.stateField]: opened.row[e.stateField] } : {};
      const wrong: string[] = [];
      const save = async (body: Row): Promise<Row> => {
        const me = body["id"] ? (opened?.me ?? writer) : writer;
        const answer = await ask(house.kernel, me, e, "saveOrUpdate", body["id"] ? body : { ...body, ...own });
        if (answer.status !== "S")
          throw new Error(`${name}: ${answer.code} ${JSON.stringify(answer.fieldErrors).slice(0, 300)} ${String(answer.cause ?? "")}`);
        return answer.data as Row;
      };
      const compare = (what: string, small: { n: number }, large: { n: number; sent: string[] }) => {
        // The two documents differ in their headers as well: fewer statements for more lines is no growth.
        if (large.n > small.n) wrong.push(`${what}: ${small.n} statements with 1 line, ${large.n} with ${manyOf(e)}: ${most(large.sent)}`);
      };
      await save(await house.make.body(e, { lines: 1 }));
      const [a, b] = [await counted(() => save(few)), await counted(() => save(lots))];
      compare("made", a, b);
      const read = (row: Row) => counted(() => ask(house.kernel, someone(), e, "findById", { id: row["id"] }));
      compare("read", await read(a.result), await read(b.result));
      const touched = (row: Row): Row => ({
        id: row["id"],
        ...Object.fromEntries(
          keys.map((key) => [
            key,
            {
              changed: (row[key] as Row[]).map((line) => ({ id: line["id"], ...change((e.lines as Record<string, Entity>)[key]!, line) })),
            },
          ]),
        ),
      });
      compare("changed", await counted(() => save(touched(a.result))), await counted(() => save(touched(b.result))));
      const left = keeps[name] ?? 0;
      const emptied = (row: Row): Row => ({
        id: row["id"],
        ...Object.fromEntries(keys.map((key) => [key, (row[key] as Row[]).slice(0, left).map((line) => ({ id: line["id"] }))])),
      });
      compare("emptied", await counted(() => save(emptied(a.result))), await counted(() => save(emptied(b.result))));
      none(wrong);
    },
  );

  /** Another value for something in the line that its rules do not mind. */
  function change(line: Entity, row: Row): Row {
    const [key, field] =
      Object.entries(line.fields).find(
        ([k, f]) =>
          !f.computed &&
          !f.fixed &&
          ["text", "longtext", "qty", "money", "yn", "percent"].includes(f.kind) &&
          !f.format &&
          !(line.unique ?? []).some((u) => u.fields.includes(k as never)) &&
          !["lookupCode", "entityName", "rowId", "fieldKey"].includes(k),
      ) ?? [];
    if (!key || !field) return {};
    return {
      [key]:
        field.kind === "yn"
          ? row[key] === "Y"
            ? "N"
            : "Y"
          : ["qty", "money", "percent"].includes(field.kind)
            ? "7"
            : `w${house.make.word()}`.slice(-(field.max ?? 40)),
    };
  }

  test("an action that reaches other documents through every line", { timeout: 240_000 }, async () => {
    const e = house.declared.entity("SampleOrder");
    const stock = await house.make.lone(house.declared.entity("SampleStock"), { limitQty: "100000" });
    const order = async (lines: number) => {
      const body = await house.make.body(e, { lines });
      return house.make.lone(e, { lines: body["lines"].map((l: Row) => ({ ...l, qty: "1", stockId: stock["id"] })) });
    };
    const submit = (row: Row) =>
      counted(async () => {
        const answer = await ask(house.kernel, someone(), e, "doSubmit", { id: row["id"] });
        expect(answer.status).toBe("S");
      });
    await submit(await order(1));
    const [small, large] = [await submit(await order(1)), await submit(await order(many))];
    expect(`${large.n} ${most(large.sent)}`).toBe(`${small.n} ${most(small.sent)}`);
    expect(small.n).toBeLessThanOrEqual(10);
  });

  test("a page of a list costs the same whatever its rows hold", async () => {
    const e = house.declared.entity("PromiseSlip");
    await house.make.lone(e);
    const page = (pageRows: number) => counted(() => ask(house.kernel, someone(), e, "listByPage", { pageRows, needSums: ["total"] }));
    const entry = await page(1);
    for (let n = 0; n < 30; n++) await house.make.lone(e);
    const more = await page(20);
    expect(more.n).toBe(entry.n);
  });

  test("lines saved on their own, all together: no statement for each of them", { timeout: 240_000 }, async () => {
    const wrong: string[] = [];
    for (const line of house.entities.filter((e) => e.saves && house.declared.parent(e))) {
      const { entity: parent, collection } = house.declared.parent(line)!;
      const made = await house.make.lone(parent, {}, { lines: 60 });
      const rows = (made[collection] as Row[]).map((row) => ({ id: row["id"], versionNum: row["versionNum"], ...change(line, row) }));
      await ask(house.kernel, someone(), line, "doBatchSaveOrUpdate", { rows: rows.slice(0, 1) });
      const [small, large] = [
        await counted(() => ask(house.kernel, someone(), line, "doBatchSaveOrUpdate", { rows: rows.slice(1, 2) })),
        await counted(() => ask(house.kernel, someone(), line, "doBatchSaveOrUpdate", { rows: rows.slice(2) })),
      ];
      if (large.result.status !== "S") wrong.push(`${line.name}: ${large.result.code} ${String(large.result.cause ?? "")}`);
      if (small.n !== large.n)
        wrong.push(`${line.name}: ${small.n} statements for one row, ${large.n} for ${rows.length - 2}: ${most(large.sent)}`);
    }
    none(wrong);
  });

  test("codes of a lookup that stands on records: one goes or many go", { timeout: 240_000 }, async () => {
    const e = house.declared.entity("BaseLookupTypes");
    const type = (await house.kernel.db.one<{ id: string }>(`select id from "BaseLookupTypes" where "lookupType" = 'JOB_FAMILY'`))!.id;
    const change = (values: Row) => ask(house.kernel, someone(), e, "saveOrUpdate", { id: type, values });
    const result = await change({ changed: Array.from({ length: many + 2 }, (_, n) => ({ lookupCode: `MANY${n}`, meaning: `m${n}` })) });
    const ids = (result.data.values as Row[]).filter((v) => v["lookupCode"].startsWith("MANY")).map((v) => v["id"] as string);
    await change({ changed: [], removed: ids.slice(0, 1) });
    const [small, large] = [
      await counted(() => change({ changed: [], removed: ids.slice(1, 2) })),
      await counted(() => change({ changed: [], removed: ids.slice(2) })),
    ];
    expect([small.result.status, large.result.status]).toEqual(["S", "S"]);
    expect(`${large.n} statements, ${most(large.sent)}`).toBe(`${small.n} statements, ${most(small.sent)}`);
  });

  test("what the product ships is installed in few statements, not one for each row", async () => {
    const e = house.declared.entity("SampleSupplier");
    const batch = async (n: number) =>
      counted(async () =>
        ask(house.kernel, system, e, "doBatchSaveOrUpdate", {
          rows: await Promise.all(Array.from({ length: n }, () => house.make.body(e))),
        }),
      );
    await batch(1);
    const [small, large] = [await batch(2), await batch(many)];
    expect(large.n).toBe(small.n);
  });
});
