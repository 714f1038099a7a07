import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Action, Entity } from "#kernel/entity.ts";
import { sideOf, type Row } from "../support/generate.ts";
import { doerOf, someone } from "../support/kernel.ts";
import { madeBySystem } from "./hints.ts";
import { ask, callOf, documentOf, none, openHouse, openOverHttp, reached, type House, type HttpHouse } from "./house.ts";

const atOnce = 4;

describe("promise 1: once", () => {
  let house: House;
  beforeAll(async () => void (house = await openHouse(1)));
  afterAll(() => house?.drop());

  const entries = async (e: Entity, id: string): Promise<number> => {
    const home = await documentOf(house, e, id);
    const mine = home === id ? "" : ` and changes::text like '%' || $2 || '].%'`;
    return (await house.kernel.db.one<{ n: number }>(
      `select count(*)::int as n from "Journal" where "docId" = $1${mine}`,
      mine ? [home, id] : [id],
    ))!.n;
  };

  /** Sends the same request many times at the same moment and twice more afterwards. */
  async function repeated(e: Entity, name: string, body: Row, key: string): Promise<string[]> {
    const me = name === "saveOrUpdate" ? house.make.writer(e) : someone();
    const send = () => ask(house.kernel, me, e, name, body, { key });
    const answers = [...(await Promise.all(Array.from({ length: atOnce }, send))), await send()];
    const wrong: string[] = [];
    // A refusal leaves nothing to remember: it is decided again and must come out the same.
    const values = answers.map((t) => (answers[0]!.status === "S" ? t.text : t.code));
    if (new Set(values).size !== 1)
      wrong.push(`${e.name}.${name}: ${new Set(values).size} different replies: ${answers.map((t) => t.code || t.status).join()}`);
    if (answers[0]!.code === "SYS_ERROR") wrong.push(`${e.name}.${name}: ${String(answers[0]!.cause)}`);
    const other = await ask(house.kernel, me, e, name, { ...body, reason: "another body" }, { key });
    if (answers[0]!.status === "S" && other.code !== "IDEMPOTENCY_CONFLICT")
      wrong.push(`${e.name}.${name}: the key with another body got ${other.code || other.status}`);
    return wrong;
  }

  const saved = reached.filter((e) => e.saves && !madeBySystem.has(e.name) && sideOf(e.saves) !== null);

  test("there are many entities to save", () => expect(saved.length).toBeGreaterThan(20));

  test.each(saved)("a save: one row, one entry, one reply; the key is good for nothing else: $name", async (e) => {
    const wrong: string[] = [];
    const body = await house.make.body(e);
    const count = async (): Promise<number> => (await house.kernel.db.one<{ n: number }>(`select count(*)::int as n from "${e.name}"`))!.n;
    const before = await count();
    wrong.push(...(await repeated(e, "saveOrUpdate", body, `once-${e.name}`)));
    const after = await count();
    if (after !== before + 1) {
      const answer = await ask(house.kernel, house.make.writer(e), e, "saveOrUpdate", body, { key: `once-${e.name}` });
      return none([...wrong, `${after - before} rows: ${answer.text.slice(0, 400)} ${String(answer.cause ?? "")}`]);
    }
    const [made] = await house.kernel.db.query<{ id: string; versionNum: number }>(
      `select id, "versionNum" from "${e.name}" order by "creationDate" desc, id desc limit 1`,
    );
    const { id, versionNum } = made!;
    if ((await entries(e, id)) !== 1) wrong.push(`${await entries(e, id)} entries`);
    const flag = Object.entries(e.fields).find(([, f]) => f.kind === "text" && !f.computed && !f.fixed && !f.format && !f.hidden);
    if (flag) {
      const value = `once ${house.make.word()}`.slice(-(flag[1].max ?? 40));
      wrong.push(...(await repeated(e, "saveOrUpdate", { id, versionNum, [flag[0]]: value }, `again-${e.name}`)));
      if ((await entries(e, id)) > 2) wrong.push(`a repeated change left ${await entries(e, id)} entries`);
    }
    none(wrong);
  });

  let accepted = 0;

  test.each(reached.filter((e) => !e.view && Object.keys(e.actions).length))(
    "an action the declaration can satisfy: one entry, one reply, also after the state has moved on: $name",
    async (e) => {
      const wrong: string[] = [];
      for (const [name, action] of Object.entries(e.actions as Record<string, Action>)) {
        const row = e.states && action.from ? await house.make.inState(e, action.from[0]!) : await house.make.lone(e);
        const body = { ...(action.creates ? {} : { id: row["id"] }), ...(await house.make.input(e, name)) };
        const before = await entries(e, row["id"]);
        const send = () => ask(house.kernel, someone({ userId: "u9" }), e, name, body, { key: `do-${e.name}-${name}` });
        const first = await send();
        if (first.status !== "S") continue;
        accepted += 1;
        const again = await Promise.all([send(), send(), send()]);
        // What is shown once is shown once: the stored answer is the first one without it.
        const json = JSON.stringify({ ...JSON.parse(first.text), revealed: undefined });
        if (again.some((t) => t.text !== json))
          wrong.push(`${name}: repeated, it answered ${again.find((t) => t.text !== first.text)!.text.slice(0, 200)}`);
        if (!action.creates && (await entries(e, row["id"])) > before + 1)
          wrong.push(`${name}: ${(await entries(e, row["id"])) - before} entries`);
      }
      none(wrong);
    },
  );

  test("many actions were satisfied", () => expect(accepted).toBeGreaterThan(15));

  test("200 at once, and one of them in a batch of its own", async () => {
    const e = house.declared.entity("SampleOrder");
    const body = await house.make.body(e, { lines: 5 });
    const rows = await Promise.all(
      Array.from({ length: 200 }, () => ask(house.kernel, someone(), e, "saveOrUpdate", body, { key: "two hundred" })),
    );
    expect(new Set(rows.map((t) => t.text)).size).toBe(1);
    expect(await entries(e, rows[0]!.data.id)).toBe(1);
  });

  test("batches are answered alike when repeated: saved together, deleted together, pressed one by one", async () => {
    const e = house.declared.entity("PromiseSlip");
    const wrong: string[] = [];
    const same = async (what: string, name: string, body: Row) => {
      const [first, second] = [
        await ask(house.kernel, someone(), e, name, body, { key: what }),
        await ask(house.kernel, someone(), e, name, body, { key: what }),
      ];
      // Documents pressed one by one have an answer stored each; only the envelope around them names the new request.
      const describe = (text: string) => (what === "press one by one" ? text.replace(/,"requestId":"\w+"\}$/, "}") : text);
      if (describe(first.text) !== describe(second.text))
        wrong.push(`${what}:\n  ${first.text.slice(0, 300)}\n  ${second.text.slice(0, 300)}`);
      return first;
    };
    const two = await same("save two", "doBatchSaveOrUpdate", { rows: [await house.make.body(e), await house.make.body(e)] });
    await same("press one by one", "doSend", { ids: two.data.map((r: Row) => r["id"]) });
    const more = await same("save two more", "doBatchSaveOrUpdate", { rows: [await house.make.body(e), await house.make.body(e)] });
    await same("press together", "doPrice", { ids: more.data.map((r: Row) => r["id"]), margin: "1.00" });
    await same("delete two", "doBatchDelete", { ids: more.data.map((r: Row) => r["id"]) });
    none(wrong);
  });

  test("a batch of one is answered as a list, with a key and without", async () => {
    const e = house.declared.entity("SampleSupplier");
    const [plain, keyed] = [
      await ask(house.kernel, someone(), e, "doBatchSaveOrUpdate", { rows: [await house.make.body(e)] }),
      await ask(house.kernel, someone(), e, "doBatchSaveOrUpdate", { rows: [await house.make.body(e)] }, { key: "batch of one" }),
    ];
    expect([Array.isArray(plain.data), Array.isArray(keyed.data)]).toEqual([true, true]);
  });

  test("the key is one person's own: another person's same key is another request", async () => {
    const e = house.declared.entity("SampleSupplier");
    const [a, b] = [
      await ask(house.kernel, someone(), e, "saveOrUpdate", await house.make.body(e), { key: "shared" }),
      await ask(house.kernel, someone({ userId: "u2" }), e, "saveOrUpdate", await house.make.body(e), { key: "shared" }),
    ];
    expect([a.status, b.status]).toEqual(["S", "S"]);
    expect(a.data.id).not.toBe(b.data.id);
  });

  test("a request named in its body is as good as one named in a header", async () => {
    const e = house.declared.entity("SampleSupplier");
    const body = { ...(await house.make.body(e)), requestId: "named in the body" };
    const send = () => ask(house.kernel, someone(), e, "saveOrUpdate", body);
    const [first, again] = [await send(), await send()];
    expect([first.status, again.text]).toEqual(["S", first.text]);
    expect(await entries(e, first.data.id)).toBe(1);
  });

  test("a batch beyond what one reply keeps is refused before anything happens", async () => {
    const e = house.declared.entity("SampleSupplier");
    const targets = Array.from({ length: 501 }, (_, i) => ({ input: { supplierCode: `MANY${i}`, supplierName: "x" } }));
    await expect(house.kernel.actor.act({ entity: e, action: "saveOrUpdate", targets }, doerOf())).rejects.toMatchObject({
      code: "BATCH_SIZE",
    });
  });
});

describe("promise 1: over the wire", () => {
  let house: HttpHouse;
  beforeAll(async () => void (house = await openOverHttp(31)));
  afterAll(() => house?.drop());

  test("parallel duplicates of a signed request get byte-equal replies", async () => {
    const { client } = await house.person("SYS_ADMIN");
    const e = house.declared.entity("BaseJob");
    const body = await house.make.body(e);
    const raw = await Promise.all(
      Array.from({ length: 20 }, () => client.send(client.prepare(callOf(e, "saveOrUpdate"), body, { key: "wire" }))),
    );
    expect(new Set(raw.map((r) => r.body.toString("utf8"))).size).toBe(1);
    expect((await client.call(callOf(e, "saveOrUpdate"), { ...body, description: "other" }, { key: "wire" })).code).toBe(
      "IDEMPOTENCY_CONFLICT",
    );
    expect(await house.kernel.db.one(`select count(*)::int as n from "BaseJob" where "jobCode" = $1`, [body["jobCode"]])).toEqual({ n: 1 });
  });
});
