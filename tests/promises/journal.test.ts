import { PassThrough } from "node:stream";
import { buffer } from "node:stream/consumers";
import { todoTables } from "#kernel/server/home/todo.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Action, Entity, Me } from "#kernel/entity.ts";
import type { Field } from "#kernel/field.ts";
import type { Db } from "#kernel/server/database/db.ts";
import { readWorkbook } from "#kernel/server/excel/pool.ts";
import { verifyJournal } from "#kernel/server/journal/journal.ts";
import { Exports } from "#kernel/server/sheet/export.ts";
import { planExport } from "#kernel/server/sheet/plan.ts";
import { asInstaller } from "../support/database.ts";
import { system, type Row } from "../support/generate.ts";
import { openSample, save, someone, type SampleKernel } from "../support/kernel.ts";
import { sealAll } from "../support/sealed.ts";
import { ask, callOf, documentOf, none, openHouse, type House } from "./house.ts";

let house: House;
beforeAll(async () => {
  house = await openHouse(19);
  await watchWrites();
});
afterAll(() => house?.drop());

const db = (): Db => house.kernel.db;

/** Notes every row that is written, table by table, beside the product: what it says of itself is held against this. */
const watchWrites = (): Promise<void> =>
  asInstaller(db() as never, async (installer) => {
    await installer.query(`create unlogged table "RowsWritten" (xid text, entity text, id text, parent text)`);
    await installer.query(`grant insert, select on "RowsWritten" to public`);
    await installer.query(`create function note_write() returns trigger language plpgsql as $$ begin
      insert into "RowsWritten" values (pg_current_xact_id()::text, tg_table_name, new.id, to_jsonb(new)->>tg_argv[0]); return null; end $$`);
    const tables = [...house.declared.entities.values()].filter((e) => !e.view);
    await installer.query(
      tables
        .map(
          (e) =>
            `create trigger note_write after insert or update on "${e.name}" for each row execute function note_write('${house.declared.parent(e) ? "parentId" : "-"}')`,
        )
        .join(";"),
    );
  });

/** The roots of all rows a transaction wrote; deleted rows leave none, nor does a row of an owner that has an entry of its own. */
async function written(xid: string, told: ReadonlySet<string>): Promise<Set<string>> {
  const rows = await db().query<{ entity: string; id: string; parent: string | null }>(
    `select distinct entity, id, parent from "RowsWritten" where xid = $1`,
    [xid],
  );
  const roots = new Set<string>();
  for (const row of rows.filter(({ entity, id }) => !told.has(`${entity}|${id}`))) {
    let e = house.declared.entity(row.entity);
    let id = row.parent ?? row.id;
    for (let above = house.declared.parent(e); above; above = house.declared.parent(e)) {
      e = above.entity;
      const next = house.declared.parent(e)
        ? await db().one<{ parent: string }>(`select "parentId" as parent from "${e.name}" where id = $1`, [id])
        : null;
      if (next) id = next.parent;
    }
    roots.add(`${e.name}|${row.parent === null ? row.id : id}`);
  }
  return roots;
}

/** What an accepted request left in the journal must be exactly one explaining entry for each document it changed. */
async function explained(what: string, requestId: string, me: Me): Promise<string[]> {
  const entries = await db().query<Row>(
    `select no, at, xid::text as xid, "userId", "userName", entity, "docId", action, changes, ip from "Journal" where "requestId" = $1`,
    [requestId],
  );
  const wrong: string[] = [];
  const docs = entries.map((j) => `${j["entity"]}|${j["docId"]}`);
  if (new Set(docs).size !== docs.length) wrong.push(`${what}: two entries for one document: ${docs.join(", ")}`);
  for (const j of entries) {
    if (j["userId"] !== me.userId || j["userName"] !== me.userName) wrong.push(`${what}: the entry names ${j["userId"]}`);
    if (!j["action"] || !j["at"] || Math.abs(Date.parse(j["at"]) - Date.now()) > 60_000) wrong.push(`${what}: no action or time`);
    for (const c of j["changes"])
      if (!("p" in c) || !("o" in c) || !("n" in c) || (JSON.stringify(c.o) === JSON.stringify(c.n) && c.o !== "***"))
        wrong.push(`${what}: ${JSON.stringify(c)} tells no change`);
  }
  if (entries.length === 0) return wrong;
  const values = new Set(docs);
  const roots = await written(entries[0]!["xid"], values);
  // A to-do follows from its document, whose entry tells why it came and went.
  for (const root of roots)
    if (!values.has(root) && !todoTables.some((table) => root.startsWith(`${table}|`)))
      wrong.push(`${what}: ${root} was written without an entry`);
  return wrong;
}

describe("promise 20: who, what, when, before, after", () => {
  test("every accepted save and delete of every entity leaves one entry for each document it changed", { timeout: 240_000 }, async () => {
    const wrong: string[] = [];
    let accepted = 0;
    for (const e of house.entities.filter((entity) => entity.saves && !entity.view)) {
      const me = house.make.writer(e);
      const made = await ask(house.kernel, me, e, "saveOrUpdate", await house.make.body(e), { requestId: `made-${e.name}` });
      if (made.status !== "S") wrong.push(`${e.name}: ${made.code} ${JSON.stringify(made.fieldErrors)} ${String(made.cause ?? "")}`);
      wrong.push(...(await explained(`${e.name} made`, `made-${e.name}`, me)));
      if (made.status !== "S") continue;
      const entry = await db().one<Row>(`select count(*)::int as n from "Journal" where "requestId" = $1`, [`made-${e.name}`]);
      if (entry!["n"] < 1) wrong.push(`${e.name}: made without an entry`);
      const changed = await ask(
        house.kernel,
        me,
        e,
        "saveOrUpdate",
        { id: made.data.id, ...plainChange(e, made.data) },
        { requestId: `changed-${e.name}` },
      );
      if (changed.status === "S") {
        accepted += 1;
        wrong.push(...(await explained(`${e.name} changed`, `changed-${e.name}`, me)));
      }
      const home = await documentOf(house, e, made.data.id);
      const gone = await ask(house.kernel, me, e, "delete", { id: made.data.id }, { requestId: `gone-${e.name}` });
      if (gone.status === "S") {
        // A line goes from its document, and is told there.
        const rows = await db().query<Row>(`select changes from "Journal" where "requestId" = $1 and "docId" = $2`, [
          `gone-${e.name}`,
          home,
        ]);
        if (rows.length !== 1 || !JSON.stringify(rows[0]!["changes"]).includes("$removed"))
          wrong.push(`${e.name}: deleted, and the journal says ${JSON.stringify(rows)}`);
      }
    }
    expect(accepted).toBeGreaterThan(15);
    none(wrong);
  });

  /** A change any entity accepts: another text or flag. */
  function plainChange(e: Entity, row: Row): Row {
    const text = Object.entries(e.fields).find(
      ([key, f]) =>
        (f.kind === "text" || f.kind === "longtext") &&
        !f.computed &&
        !f.fixed &&
        !f.format &&
        !f.hidden &&
        !(e.unique ?? []).some((u) => u.fields.includes(key as never)) &&
        e.name !== "BaseNumberRule",
    );
    if (text) return { [text[0]]: `w ${house.make.word()}`.slice(-(text[1].max ?? 60)) };
    const flag = Object.entries(e.fields).find(([, f]) => f.kind === "yn" && !f.computed);
    return flag ? { [flag[0]]: row[flag[0]] === "Y" ? "N" : "Y" } : {};
  }

  test("every accepted action leaves one entry for each document it changed, with the reason given", { timeout: 240_000 }, async () => {
    const wrong: string[] = [];
    let accepted = 0;
    for (const e of house.entities.filter((entity) => !entity.view))
      for (const [name, action] of Object.entries(e.actions as Record<string, Action>)) {
        const row = e.states && action.from ? await house.make.inState(e, action.from[0]!) : await house.make.lone(e);
        const me = someone({ userId: "u7", userName: "seventh" });
        const answer = await ask(
          house.kernel,
          me,
          e,
          name,
          { ...(action.creates ? {} : { id: row["id"] }), ...(await house.make.input(e, name)), reason: "because" },
          { requestId: `do-${e.name}-${name}` },
        );
        if (answer.status !== "S") continue;
        accepted += 1;
        wrong.push(...(await explained(`${e.name}.${name}`, `do-${e.name}-${name}`, me)));
        const own = await db().query<Row>(`select action, why from "Journal" where "requestId" = $1`, [`do-${e.name}-${name}`]);
        const changed = answer.data && !Array.isArray(answer.data) && answer.data.versionNum !== row["versionNum"];
        if (changed && own.length === 0) wrong.push(`${e.name}.${name}: changed, and no entry`);
        if (own.some((j) => j["why"] !== "because")) wrong.push(`${e.name}.${name}: the reason is lost`);
      }
    expect(accepted).toBeGreaterThan(15);
    none(wrong);
  });

  test("what is refused leaves no entry, what changes nothing leaves none either", async () => {
    const e = house.declared.entity("PromiseSlip");
    const made = await house.make.lone(e);
    const count = async () => (await db().one<Row>(`select count(*)::int as n from "Journal"`))!["n"];
    const before = await count();
    await ask(house.kernel, someone(), e, "saveOrUpdate", { id: made["id"] });
    await ask(house.kernel, someone(), e, "saveOrUpdate", { id: made["id"], total: "7.00" });
    await ask(house.kernel, someone(), e, "doCheck", { id: made["id"] });
    await ask(house.kernel, someone(), e, "whatIf", { id: made["id"], action: "doSend", input: {} });
    expect(await count()).toBe(before);
  });

  test("history tells of every line, whatever people call it", async () => {
    const e = house.declared.entity("BasePositionLevel");
    const wrong: string[] = [];
    for (const billTypeCode of ["A.B", "A].B", "X#Y", "[Z", "P.Q[R].S#T"]) {
      const made = await house.make.lone(e, { limits: [{ billTypeCode, maxAmount: "1.00" }] });
      const changed = { limits: { changed: [{ id: made["limits"][0].id, maxAmount: "2.00" }] } };
      await ask(house.kernel, someone(), e, "saveOrUpdate", { id: made["id"], ...changed });
      const answer = await ask(house.kernel, someone(), e, "history", { id: made["id"] });
      const change = (answer.data?.[0]?.changes ?? []).find((c: Row) => Number(c["old"]) === 1 && Number(c["new"]) === 2);
      if (!change?.label.includes("Up to"))
        wrong.push(`a line called ${billTypeCode}: ${JSON.stringify(answer.data?.[0]?.changes ?? answer.code)}`);
    }
    none(wrong);
  });

  test("a line that holds nothing is told when it comes and when it goes, and nobody reads ids", async () => {
    const e = house.declared.entity("SrmSupRegister");
    const { id } = await house.make.inState(e, "INFO_FILLING");
    // What the page reckons from its lines moves with them and is told beside them.
    const last = async (): Promise<Row[]> =>
      (await ask(house.kernel, someone(), e, "history", { id })).data[0].changes.filter((c: Row) => String(c["path"]).includes("$"));
    const made = await ask(house.kernel, system, e, "saveOrUpdate", { id, customers: { changed: [{}] } });
    const added = await last();
    expect(added.map((c: Row) => [c["label"], c["old"], c["new"]])).toEqual([[expect.stringMatching(/^[\w ]+ \(added\)$/), null, null]]);
    await ask(house.kernel, system, e, "saveOrUpdate", { id, customers: { removed: [made.data.customers[0].id] } });
    const gone = await last();
    expect(gone.map((c: Row) => [c["label"], c["old"], c["new"]])).toEqual([[expect.stringMatching(/^[\w ]+ \(removed\)$/), null, null]]);
    const nested = house.declared.entity("PromiseSlip");
    const slip = await house.make.lone(nested, {}, { lines: 1 });
    const item = slip["items"][0];
    const parts = { removed: [item.parts[0].id] };
    await ask(house.kernel, someone(), nested, "saveOrUpdate", { id: slip["id"], items: { changed: [{ id: item.id, parts }] } });
    const changes = (await ask(house.kernel, someone(), nested, "history", { id: slip["id"] })).data[0].changes as Row[];
    expect(changes.find((c) => String(c["path"]).endsWith("$removed"))).toMatchObject({
      label: `Promise item ${item.lineNum} · Promise part ${item.parts[0].lineNum} (removed)`,
      old: String(item.parts[0].lineNum),
      new: null,
    });
  });

  test("an entry is the server's own: nothing in a request changes who, when or from where", async () => {
    const e = house.declared.entity("SampleSupplier");
    const answer = await ask(
      house.kernel,
      someone(),
      e,
      "saveOrUpdate",
      { ...(await house.make.body(e)), requestId: "forged", reason: "plain" },
      { requestId: "true-id" },
    );
    expect(answer.status).toBe("S");
    expect(await db().query(`select "userId", why, ip from "Journal" where "requestId" = 'true-id'`)).toEqual([
      { userId: "u1", why: "plain", ip: "10.0.0.9" },
    ]);
  });
});

describe("promise 20: no secret leaves or is written down", () => {
  /** A word that exists nowhere else and is of the field's kind. */
  function canary(key: string, field: Field): string {
    if (field.format === "phone") return `90770077${String(parseInt(house.make.word(), 36)).padStart(8, "0")}4321`;
    const word = `CANARY${key}${house.make.word()}`.replace(/[^\w]/g, "");
    return (field.kind === "code" ? word.toUpperCase() : word).slice(-(field.max ?? 60));
  }
  const isSecret = (e: Entity, key: string): boolean => e.fields[key]!.hidden === "all" || e.fields[key]!.kind === "secret";

  /** A document whose secret and masked fields hold words that exist nowhere else. */
  async function guarded(e: Entity): Promise<{ row: Row; words: [string, string][] }> {
    const words: [string, string][] = [];
    const fill = (of: Entity): Row =>
      Object.fromEntries(
        Object.entries(of.fields)
          .filter(([, f]) => (f.hidden || f.kind === "secret") && ["text", "code", "secret", "longtext"].includes(f.kind))
          .map(([key, f]) => {
            const word = canary(key, f);
            words.push([`${of.name}.${key}`, isSecret(of, key) ? word : word.slice(0, -4)]);
            return [key, word];
          }),
      );
    const body = await house.make.body(e);
    for (const [key, line] of Object.entries(e.lines) as [string, Entity][])
      for (const row of (body[key] ?? []) as Row[]) Object.assign(row, fill(line));
    return { row: await save(house.kernel, e.name, { ...body, ...fill(e) }, system), words };
  }

  const holders = () =>
    house.entities.filter(
      (e) =>
        !e.view &&
        !house.declared.parent(e) &&
        [e, ...Object.values(e.lines as Record<string, Entity>)].some((entity) =>
          Object.values(entity.fields).some((f) => f.hidden || f.kind === "secret"),
        ),
    );

  test("no reply of any call carries a secret or the hidden part of a masked value", { timeout: 240_000 }, async () => {
    const wrong: string[] = [];
    expect(holders().length).toBeGreaterThan(4);
    for (const e of holders()) {
      const { row, words } = await guarded(e);
      const id = row["id"];
      const exporter = new Exports(house.kernel, house.url);
      const replies: [string, string][] = [["the system's own save", JSON.stringify(row)]];
      for (const me of [
        someone(),
        ...(e.sees.supplier
          ? [someone({ audience: "supplier", supplierId: row["supplierId"] ?? "x", userId: row["userId"] ?? row["ownerUserId"] ?? "u1" })]
          : []),
      ])
        for (const [name, body] of [
          ["findById", { id }],
          ["listByPage", { id }],
          ["history", { id }],
          ["pickByPage", { ids: [id] }],
          ["saveOrUpdate", { id, versionNum: 77 }],
          ["delete", { id, versionNum: 77 }],
          ["whatIf", { id, action: "delete", input: {} }],
          [
            "whatIf",
            {
              id,
              action: "saveOrUpdate",
              input: Object.fromEntries(
                Object.entries(e.fields)
                  .filter(([, f]) => f.hidden && !f.computed)
                  .map(([key]) => [key, "OTHER"]),
              ),
            },
          ],
          [
            "whatIf",
            {
              id,
              action: "saveOrUpdate",
              input: Object.fromEntries(
                Object.keys(e.lines)
                  .filter((key) => Array.isArray(row[key]))
                  .map((key) => [key, []]),
              ),
            },
          ],
          [
            "whatIf",
            {
              id,
              action: "saveOrUpdate",
              input: Object.fromEntries(
                (Object.entries(e.lines) as [string, Entity][])
                  .filter(([key]) => row[key]?.[0])
                  .map(([key, line]) => [
                    key,
                    {
                      changed: [
                        {
                          id: row[key][0].id,
                          ...Object.fromEntries(
                            Object.entries(line.fields)
                              .filter(([, f]) => (f.hidden || f.kind === "secret") && !f.computed)
                              .map(([k]) => [k, "OTHER"]),
                          ),
                        },
                      ],
                    },
                  ]),
              ),
            },
          ],
          ...Object.keys(e.actions).map((name) => ["whatIf", { id, action: name, input: {} }] as [string, Row]),
          ...Object.keys(e.lines).map((key) => ["saveOrUpdate", { id, [key]: { changed: [{ id: "nobody" }] } }] as [string, Row]),
        ] as [string, Row][])
          replies.push([`${name} ${body["action"] ?? ""} by ${me.audience}`, (await ask(house.kernel, me, e, name, body)).text]);
      replies.push(["export", await exported(exporter, e, id)]);
      await exporter.close();
      for (const [what, text] of replies)
        for (const [field, word] of words) if (text.includes(word)) wrong.push(`${e.name}: ${what} tells ${field}`);
    }
    none([...new Set(wrong)]);
  });

  /** All visible columns of one row as a workbook, read back. */
  async function exported(exporter: Exports, e: Entity, id: string): Promise<string> {
    const columns = [...house.kernel.finder.visible(e, someone())].filter((key) => key !== "parentId").map((key) => ({ key }));
    try {
      const plan = await planExport(
        house.kernel,
        { requestUrl: `/${callOf(e, "listByPage")}`, columns, requestParams: { id } },
        someone(),
        100,
      );
      const out = new PassThrough();
      const [bytes] = await Promise.all([buffer(out), exporter.write(plan, out)]);
      const rows: unknown[] = [];
      for await (const batch of readWorkbook(bytes, {})) rows.push(...batch);
      return JSON.stringify(rows);
    } catch (error) {
      return String(error);
    }
  }

  test("no secret stands in journal, outbox, stored replies or logs of the database", { timeout: 240_000 }, async () => {
    const wrong: string[] = [];
    const known: [string, string][] = [];
    const before = await db().one<Row>(`select coalesce(max(no), 0)::int as no from "Journal"`);
    for (const e of holders()) {
      const { row, words } = await guarded(e);
      await ask(house.kernel, someone(), e, "saveOrUpdate", { id: row["id"] }, { key: `secret-${e.name}` });
      await ask(
        house.kernel,
        system,
        e,
        "saveOrUpdate",
        {
          id: row["id"],
          ...Object.fromEntries(
            Object.entries(e.fields)
              .filter(([, f]) => f.hidden && ["text", "code", "secret"].includes(f.kind))
              .map(([key, f]) => [key, canary(key, f)]),
          ),
        },
        { key: `later-${e.name}` },
      );
      known.push(...words);
    }
    for (const [table, column] of [
      ["Journal", "changes::text"],
      ["Journal", `coalesce("docNum", '')`],
      ["Outbox", "data::text"],
      ["RequestKey", "reply"],
      ["BaseOperateLog", `coalesce("changeText", '')`],
    ]) {
      // The words are new with this test: what was written before cannot hold them.
      const since = table === "Journal" ? ` where no > ${before!["no"]}` : "";
      const texts = await db().query<{ text: string | null }>(`select ${column} as text from "${table}"${since}`);
      const all = texts.map((text) => text.text ?? "").join("\n");
      for (const [field, word] of known) if (all.includes(word)) wrong.push(`${table}.${column} tells ${field}`);
    }
    none([...new Set(wrong)]);
  });

  test("what is revealed once is stored nowhere, with a request key or without", async () => {
    const e = house.declared.entity("PromiseSlip");
    const made = await house.make.lone(e);
    const first = await ask(house.kernel, someone(), e, "doReveal", { id: made["id"], word: "nowhere1" });
    const second = await ask(house.kernel, someone(), e, "doReveal", { id: made["id"], word: "nowhere2" }, { key: "reveal" });
    expect([first.text.includes("once-nowhere1"), second.text.includes("once-nowhere2")]).toEqual([true, true]);
    const found: string[] = [];
    for (const [table, column] of [
      ["Journal", "changes::text"],
      ["Outbox", "data::text"],
      ["RequestKey", "reply"],
    ])
      if (await db().one(`select 1 from "${table}" where ${column} like '%once-nowhere%'`)) found.push(table!);
    expect(found).toEqual([]);
  });
});

describe("promise 19: the journal cannot be bent", () => {
  /** A small business whose whole journal is quickly read: every bend is looked for in all of it. */
  let small: SampleKernel;
  beforeAll(async () => {
    small = await openSample();
    const made = (n: number) => save(small, "SampleSupplier", { supplierCode: `J${n}`, supplierName: `J${n}` });
    for (let n = 0; n < 12; n++) await made(n);
    await sealAll(small.db);
    for (let n = 12; n < 24; n++) await made(n);
    await sealAll(small.db);
    for (let n = 0; n < 6; n++) await house.make.lone(house.declared.entity("PromiseSlip"));
    await sealAll(db());
  });
  afterAll(() => small?.drop());

  const columns = [
    "no",
    "xid",
    "at",
    "userId",
    "userName",
    "onBehalfOf",
    "responsibilityId",
    "entity",
    "docId",
    "docNum",
    "action",
    "why",
    "changes",
    "requestId",
    "ip",
  ];
  const bent: Record<string, string> = {
    xid: `(("xid"::text)::bigint + 1)::text::xid8`,
    at: `at + interval '1 millisecond'`,
    changes: `jsonb_set(changes, '{0,n}', '"bent"')`,
  };

  /** Bends the database the way only its installer can, looks, and puts everything back. */
  async function whileBent(change: (tx: Db) => Promise<void>): Promise<Awaited<ReturnType<typeof verifyJournal>>> {
    let verdict: Awaited<ReturnType<typeof verifyJournal>> | undefined;
    await asInstaller(small.db, (installer) =>
      installer.tx(async (tx) => {
        await tx.query("set local session_replication_role = replica");
        await change(tx);
        verdict = await verifyJournal(tx);
        throw new Error("back");
      }),
    ).catch((error: unknown) => {
      if ((error as Error).message !== "back") throw error;
    });
    return verdict!;
  }

  test("whole, it is whole: every row sealed, none broken, every column known to this test", async () => {
    for (const entry of [db(), small.db]) expect(await verifyJournal(entry)).toMatchObject({ broken: null, unsealed: 0 });
    const known = await db().query<{ name: string }>(
      `select column_name as name from information_schema.columns where table_name = 'Journal' order by ordinal_position`,
    );
    expect(known.map((c) => c.name)).toEqual(columns);
  });

  test.each(columns)("a byte flipped in %s is found, and the row named", { timeout: 240_000 }, async (column) => {
    const { no } = (await small.db.one<{ no: number }>(`select no::int as no from "Journal" order by no desc offset 7 limit 1`))!;
    const verdict = await whileBent(async (tx) => {
      if (column === "no") {
        await tx.query(
          `insert into "Journal" overriding system value select (jsonb_populate_record(j, jsonb_build_object('no', j.no + 1000000))).* from "Journal" j where no = $1`,
          [no],
        );
        await tx.query(`delete from "Journal" where no = $1`, [no]);
      } else await tx.query(`update "Journal" set "${column}" = ${bent[column] ?? `coalesce("${column}", '') || 'x'`} where no = $1`, [no]);
    });
    expect(verdict.broken).toMatchObject({ row: no });
  });

  test("a row taken out is missed; a row put in, for whatever time, is found", async () => {
    const { no, xid } = (await small.db.one<{ no: number; xid: string }>(
      `select no::int as no, xid::text as xid from "Journal" order by no desc offset 9 limit 1`,
    ))!;
    expect((await whileBent(async (tx) => void (await tx.query(`delete from "Journal" where no = $1`, [no])))).broken).toMatchObject({
      row: no,
      what: "missing",
    });
    const forged = await whileBent(
      async (tx) =>
        void (await tx.query(
          `insert into "Journal" (xid, at, "userId", "userName", entity, "docId", action, changes, "requestId") values ($1::xid8, now(), 'u1', 'forged', 'PromiseSlip', 'x', 'doCheck', '[]', 'r')`,
          [xid],
        )),
    );
    expect(forged.broken ?? `not found: ${forged.unsealed} unsealed`).toMatchObject({ row: expect.any(Number) });
  });

  test.each(["at", "uptoXid", "rows", "hashes", "head"])("a seal whose %s was changed is found", async (column) => {
    const change: Record<string, string> = {
      at: `at + interval '1 day'`,
      uptoXid: `(("uptoXid"::text)::bigint + 1000000)::text::xid8`,
      rows: `rows[2:]`,
      hashes: `array_cat(array['00'], hashes[2:])`,
      head: `'00' || substr(head, 3)`,
    };
    const { no } = (await small.db.one<{ no: number }>(`select max(no)::int as no from "JournalSeal"`))!;
    const verdict = await whileBent(
      async (tx) => void (await tx.query(`update "JournalSeal" set "${column}" = ${change[column]} where no = $1`, [no])),
    );
    expect(verdict.broken).toMatchObject({ seal: no });
  });

  test("a seal in the middle taken out is found", async () => {
    const { no } = (await small.db.one<{ no: number }>(`select min(no)::int as no from "JournalSeal"`))!;
    const verdict = await whileBent(async (tx) => void (await tx.query(`delete from "JournalSeal" where no = $1`, [no])));
    expect(verdict.broken).not.toBeNull();
  });

  const appendOnly = ["Journal", "JournalSeal"];
  test.each(["update", "delete", "truncate"])("the database refuses to %s what is only ever added", async (how) => {
    const tables = [...appendOnly, ...[...house.declared.entities.values()].filter((e) => e.appendOnly && !e.view).map((e) => e.name)];
    const wrong: string[] = [];
    for (const table of tables) {
      if (house.declared.entities.has(table) && !(await db().one(`select 1 from "${table}" limit 1`)))
        await house.make.lone(house.declared.entity(table), {}, {}, system);
      const key = table.startsWith("Journal") ? "no" : "id";
      const sql =
        how === "update"
          ? `update "${table}" set ${key} = ${key} where true`
          : how === "delete"
            ? `delete from "${table}"`
            : `truncate "${table}" cascade`;
      const done = await db()
        .tx(async (tx) => {
          await tx.query(sql);
          throw new Error("it went through");
        })
        .catch((error: unknown) => String((error as Error).message));
      if (done === "it went through") wrong.push(`${how} ${table}`);
    }
    none(wrong);
  });
});
