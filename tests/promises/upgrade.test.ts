import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { migrate, mustBeReviewed, outstanding, plan } from "#kernel/server/database/migrate.ts";
import { schemaOf, type Schema, type TableShape } from "#kernel/server/database/schema.ts";
import { keepViews } from "#kernel/server/database/views.ts";
import { asInstaller } from "../support/database.ts";
import { Random, type Row } from "../support/generate.ts";
import { ask, kept, none, openHouse, type House } from "./house.ts";

let house: House;
let now: Schema;
beforeAll(async () => {
  house = await openHouse(25);
  now = schemaOf(house.declared);
  for (const e of house.entities) if (!e.view && !house.declared.parent(e)) await house.make.make(e, {}, { full: true });
});
afterAll(() => house?.drop());

type Table = { -readonly [K in keyof TableShape]: TableShape[K] };

/** The schema as an earlier release knew it: without these columns and whatever speaks of them. */
function without(table: TableShape, columns: readonly string[], indexes: readonly string[]): Table {
  const speaks = (body: string) => columns.some((key) => body.includes(`"${key}"`));
  const keep = (all: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(all).filter(([name, body]) => !speaks(body) && !indexes.includes(name)));
  return {
    ...table,
    columns: Object.fromEntries(Object.entries(table.columns).filter(([key]) => !columns.includes(key))),
    indexes: keep(table.indexes),
    constraints: keep(table.constraints),
    references: keep(table.references),
  };
}

const setState = (schema: Schema) => house.kernel.db.query(`update "SchemaState" set schema = $1`, [JSON.stringify(schema)]);

/** Everything a table holds in columns that were there before, as one text. */
async function contents(table: string, leave: readonly string[]): Promise<string> {
  const row = await house.kernel.db.one<{ all: string }>(
    `select coalesce(jsonb_agg(to_jsonb(t) - $1::text[] order by id), '[]')::text as all from "${table}" t`,
    [leave],
  );
  return row!.all;
}

async function indexNames(): Promise<Set<string>> {
  return new Set(
    (
      await house.kernel.db.query<{ name: string }>(
        `select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid where i.indisvalid`,
      )
    ).map((r) => r.name),
  );
}

describe("promise 25: upgrades do not bite", () => {
  test.each([1, 2, 3])(
    "round %i: from a release without an optional field and an index of every entity, data intact",
    { timeout: 90_000 },
    async (round) => {
      const { db } = house.kernel;
      const random = new Random(round);
      const dropped = new Map<string, { columns: string[]; indexes: string[] }>();
      const before: Record<string, Table> = {};
      for (const [name, table] of Object.entries(now)) {
        const e = house.declared.entity(name);
        const optional = Object.keys(table.columns).filter(
          (key) =>
            e.fields[key] &&
            !table.columns[key]!.notNull &&
            key !== e.stateField &&
            !(e.unique ?? []).some((u) => u.fields.includes(key as never)) &&
            key !== e.number?.[0],
        );
        const columns = optional.length ? [random.one(optional)] : [];
        const indexes = Object.keys(table.indexes).length ? [random.one(Object.keys(table.indexes))] : [];
        dropped.set(name, { columns, indexes });
        before[name] = without(table, columns, indexes);
        for (const index of Object.keys(table.indexes).filter((key) => !(key in before[name]!.indexes)))
          await db.query(`drop index if exists "${index}"`);
        for (const key of Object.keys(table.constraints).filter((value) => !(value in before[name]!.constraints)))
          await db.query(`alter table "${name}" drop constraint if exists "${key}"`);
        for (const key of Object.keys(table.references).filter((value) => !(value in before[name]!.references)))
          await db.query(`alter table "${name}" drop constraint if exists "${key}"`);
        for (const key of columns) await db.query(`alter table "${name}" drop column "${key}" cascade`);
      }
      await setState(before);
      const held = new Map<string, string>();
      for (const [name, { columns }] of dropped) held.set(name, await contents(name, columns));
      const done = await migrate(db, now);
      expect(done.refused).toEqual([]);
      const wrong: string[] = [];
      for (const [name, { columns }] of dropped) {
        if ((await contents(name, columns)) !== held.get(name)) wrong.push(`${name}: what was stored has changed`);
        for (const key of columns) {
          const initial = now[name]!.columns[key]!.initial;
          const strange = await db.one(`select 1 from "${name}" where "${key}" is distinct from ${initial ?? "null"} limit 1`);
          if (strange) wrong.push(`${name}.${key}: old rows do not hold ${initial ?? "nothing"}`);
        }
      }
      const valid = await indexNames();
      for (const [name, table] of Object.entries(now))
        for (const key of Object.keys(table.indexes)) if (!valid.has(key)) wrong.push(`${name}: the index ${key} is not there`);
      none(wrong);
      expect(await migrate(db, now)).toMatchObject({ now: [], late: [], refused: [] });
    },
  );

  test("the same schema twice asks for nothing; nothing is ever dropped in the release that stops using it", () => {
    expect(plan(now, now)).toEqual({ now: [], late: [], refused: [] });
    for (const [name, table] of Object.entries(now)) {
      for (const key of Object.keys(table.columns)) {
        const steps = plan({ [name]: table }, { [name]: without(table, [key], []) });
        expect(
          [...steps.now, ...steps.late].filter((sql) => /drop column|drop table/i.test(sql)),
          `${name}.${key}`,
        ).toEqual([]);
      }
      const gone = plan({ [name]: table }, {});
      expect(
        [...gone.now, ...gone.late].filter((sql) => /drop/i.test(sql)),
        name,
      ).toEqual([]);
    }
  });

  test("what would lose data or cannot be filled is refused by its name, for every column of every entity", () => {
    const wrong: string[] = [];
    for (const [name, table] of Object.entries(now))
      for (const [key, column] of Object.entries(table.columns)) {
        const from: Schema = { [name]: table };
        const to = (change: Partial<typeof column>): Schema => ({
          [name]: { ...table, columns: { ...table.columns, [key]: { ...column, ...change } } },
        });
        const type = column.type === "integer" ? "text" : "integer";
        if (!plan(from, to({ type })).refused.some((text) => text.includes(`${name}.${key}`)))
          wrong.push(`${name}.${key}: ${column.type} → ${type} is not refused`);
        if (column.type.startsWith("numeric")) {
          const narrower = column.type.replace(/,(\d+)\)/, (_, scale: string) => `,${Math.max(0, Number(scale) - 1)})`);
          if (narrower !== column.type && plan(from, to({ type: narrower })).refused.length === 0)
            wrong.push(`${name}.${key}: ${column.type} → ${narrower} is not refused`);
        }
        const older: Schema = {
          [name]: { ...table, columns: Object.fromEntries(Object.entries(table.columns).filter(([k]) => k !== key)) },
        };
        const required = { ...column, notNull: true, initial: undefined as string | undefined };
        if (
          !plan(older, { [name]: { ...table, columns: { ...table.columns, [key]: required } } }).refused.some((text) =>
            text.includes(`${name}.${key}`),
          )
        )
          wrong.push(`${name}.${key}: new, required and without a value is not refused`);
      }
    none(wrong);
  });

  test("a number that gets more room keeps what it holds", { timeout: 60_000 }, async () => {
    const { db } = house.kernel;
    const table = now["PromiseSlip"]!;
    const narrow = (type: string): Schema => ({
      ...now,
      PromiseSlip: { ...table, columns: { ...table.columns, share: { type, notNull: false } } },
    });
    await migrate(db, narrow("numeric(9,4)"));
    await db.query(`update "PromiseSlip" set share = 12345.6789`);
    expect((await migrate(db, narrow("numeric(20,4)"))).now).toEqual(['alter table "PromiseSlip" alter column "share" type numeric(20,4)']);
    await db.query(`update "PromiseSlip" set share = share * 1000000`);
    expect(await db.one(`select share::text as share from "PromiseSlip" limit 1`)).toEqual({ share: "12345678900.0000" });
    expect(plan(narrow("numeric(20,4)"), narrow("numeric(9,4)")).refused.join()).toContain("PromiseSlip.share");
    await setState(now);
  });

  test("a field that becomes required without a value for old rows is refused before anything is changed", () => {
    const table = now["PromiseSlip"]!;
    const to: Schema = {
      ...now,
      PromiseSlip: { ...table, columns: { ...table.columns, story: { ...table.columns["story"]!, notNull: true } } },
    };
    expect(plan(now, to).refused.join()).toContain("PromiseSlip.story");
  });

  test(
    "whoever wants to read a migration first is shown it, and nothing is done before it is carried out",
    { timeout: 60_000 },
    async () => {
      const { db } = house.kernel;
      expect(await outstanding(db, now)).toEqual({ now: [], late: [], refused: [] });
      await expect(mustBeReviewed(db, now)).resolves.toBeUndefined();
      const table = now["PromiseSlip"]!;
      const next: Schema = { ...now, PromiseSlip: { ...table, columns: { ...table.columns, later: { type: "text", notNull: false } } } };
      await expect(mustBeReviewed(db, next)).rejects.toThrow("npm run maintain -- migrate");
      expect((await outstanding(db, next)).now).toEqual(['alter table "PromiseSlip" add column "later" text']);
      expect(
        await db.one(`select 1 from information_schema.columns where table_name = 'PromiseSlip' and column_name = 'later'`),
      ).toBeNull();
      expect((await migrate(db, next)).now).toHaveLength(1);
      await expect(mustBeReviewed(db, next)).resolves.toBeUndefined();
      await setState(now);
    },
  );

  test("a process that starts beside others waits for nobody's work and stops none", { timeout: 60_000 }, async () => {
    const { db } = house.kernel;
    await migrate(db, now);
    const tables = (
      await db.query<{ name: string }>(`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`)
    ).map((entry) => `"${entry.name}"`);
    await asInstaller(db, (installer) =>
      installer.tx(async (busy) => {
        await busy.query(`lock table ${tables.join(", ")} in row exclusive mode`);
        expect(await migrate(db, now)).toMatchObject({ now: [], late: [], refused: [] });
        await keepViews(db, house.declared);
      }),
    );
  });

  test("a migration that fails leaves everything as it was", { timeout: 60_000 }, async () => {
    const { db } = house.kernel;
    const table = now["PromiseSlip"]!;
    const broken: Schema = {
      ...now,
      PromiseSlip: {
        ...table,
        columns: { ...table.columns, fresh: { type: "text", notNull: false } },
        constraints: { ...table.constraints, impossible_0: `"subject" = 'nobody has this'` },
      },
    };
    await expect(migrate(db, broken)).rejects.toThrow();
    expect(await db.one(`select 1 from information_schema.columns where table_name = 'PromiseSlip' and column_name = 'fresh'`)).toBeNull();
    expect(await migrate(db, now)).toMatchObject({ now: [], late: [] });
  });

  /** Indexes are made late, while people work; a start that dies or fails in between must not forget them. */
  test("an index whose making failed is made at the next start", { timeout: 60_000 }, async () => {
    const { db } = house.kernel;
    const e = house.declared.entity("SampleSupplier");
    const name = Object.entries(now["SampleSupplier"]!.indexes).find(([, body]) => body.startsWith("unique"))![0];
    await db.query(`drop index "${name}"`);
    await setState({ ...now, SampleSupplier: without(now["SampleSupplier"]!, [], [name]) });
    const twin = await house.make.lone(e);
    await db.query(
      `insert into "SampleSupplier" select (jsonb_populate_record(t, '{"id": "twin"}')).* from "SampleSupplier" t where id = $1`,
      [twin["id"]],
    );
    await expect(migrate(db, now)).rejects.toThrow("SampleSupplier has rows alike");
    // A twin that came in while it was being made leaves a broken index behind.
    await expect(
      db.query(
        `create unique index concurrently "${name}" on "SampleSupplier" ${now["SampleSupplier"]!.indexes[name]!.replace("unique ", "")}`,
      ),
    ).rejects.toThrow();
    expect(
      await db.one(`select 1 from pg_index i join pg_class c on c.oid = i.indexrelid where c.relname = $1 and not i.indisvalid`, [name]),
    ).not.toBeNull();
    await db.query(`delete from "SampleSupplier" where id = 'twin'`);
    await migrate(db, now);
    const valid = (await indexNames()).has(name);
    // Whatever came of it, the other tests go on with a whole schema.
    await db.query(`drop index if exists "${name}"`);
    await setState({ ...now, SampleSupplier: without(now["SampleSupplier"]!, [], [name]) });
    await migrate(db, now);
    expect(valid).toBe(true);
  });

  test(
    "rows alike where the new release wants them unique stop it in a sentence, before anything is changed",
    { timeout: 60_000 },
    async () => {
      const { db } = house.kernel;
      const slips = await house.make.lone(house.declared.entity("PromiseSlip"));
      const table = now["PromiseSlip"]!;
      const shape = (body: string): Schema => ({
        ...now,
        PromiseSlip: {
          ...table,
          columns: { ...table.columns, stamp: { type: "text", notNull: false, initial: "'same'" } },
          indexes: { ...table.indexes, PromiseSlip_once: body },
        },
      });
      const subject = shape(`unique ("subject") nulls not distinct where "subject" = 'one of a kind'`);
      await db.query(`update "PromiseSlip" set subject = 'one of a kind' where id = $1`, [slips["id"]]);
      for (const twin of ["slip-b", "slip-c"])
        await db.query(`insert into "PromiseSlip" select (jsonb_populate_record(t, $2)).* from "PromiseSlip" t where id = $1`, [
          slips["id"],
          JSON.stringify({ id: twin, slipNum: twin }),
        ]);
      await db.query(`create view "PromiseSeen" as select id from "PromiseSlip"`);
      const before = await contents("PromiseSlip", []);
      const sentence = /PromiseSlip has rows alike in subject, 1 times: one of a kind \(3 rows: .*slip-b.*\)\. Keep one of each/;
      expect((await outstanding(db, subject)).refused.join()).toMatch(sentence);
      await expect(migrate(db, subject, ["PromiseSeen"])).rejects.toThrow(sentence);
      // A column that comes with one value for all rows is unique in none of them.
      const stamped = shape(`unique ("stamp") nulls not distinct`);
      await expect(migrate(db, stamped)).rejects.toThrow("PromiseSlip has rows alike in stamp");
      expect(await contents("PromiseSlip", [])).toBe(before);
      expect(await db.one(`select id from "PromiseSeen" limit 1`), "the views stand").not.toBeNull();
      expect(await outstanding(db, now)).toEqual({ now: [], late: [], refused: [] });
      await db.query(`drop view "PromiseSeen"`);
      await db.query(`delete from "PromiseSlip" where id in ('slip-b', 'slip-c')`);
      expect((await migrate(db, subject)).late.join()).toContain("PromiseSlip_once");
      await db.query(`drop index "PromiseSlip_once"`);
      await db.query(`alter table "PromiseSlip" drop column stamp`);
      await setState(now);
    },
  );

  test(
    "the previous browser tab: a body without the new field saves and leaves that field alone, for every field of every entity",
    { timeout: 90_000 },
    async () => {
      const wrong: string[] = [];
      for (const e of house.entities.filter((entity) => entity.saves && !entity.view)) {
        const writer = house.make.writer(e);
        const opened = e.saves === "registrant" ? await kept(house, e) : null;
        const me = opened?.me ?? writer;
        const own = opened ? { userId: me.userId, [e.stateField]: opened.row[e.stateField] } : {};
        const made = await house.make.lone(e, own, { full: true });
        const stored = async () =>
          (await house.kernel.db.one<Row>(
            `select to_jsonb(t) - array['lastUpdateDate', 'lastUpdatedBy', 'versionNum'] as row from "${e.name}" t where id = $1`,
            [made["id"]],
          ))!["row"] as Row;
        const before = await stored();
        const answer = await ask(house.kernel, me, e, "saveOrUpdate", { id: made["id"], versionNum: made["versionNum"] });
        if (answer.status !== "S")
          wrong.push(
            `${e.name}: a body with nothing but its id: ${answer.code} ${JSON.stringify(answer.fieldErrors)} ${String(answer.cause ?? "")}`,
          );
        const after = await stored();
        for (const key of Object.keys(before))
          if (JSON.stringify(before[key]) !== JSON.stringify(after[key]))
            wrong.push(`${e.name}.${key}: ${JSON.stringify(before[key])} became ${JSON.stringify(after[key])}`);
        const least = await house.make.body(e);
        const fresh = await ask(house.kernel, writer, e, "saveOrUpdate", least);
        if (fresh.status !== "S") wrong.push(`${e.name}: the least body: ${fresh.code} ${JSON.stringify(fresh.fieldErrors)}`);
      }
      none(wrong);
    },
  );
});
