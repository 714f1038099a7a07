import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asInstaller } from "../../../tests/support/database.ts";
import { doerOf, openSample, press, save, someone, type SampleKernel } from "../../../tests/support/kernel.ts";
import { sealAll } from "../../../tests/support/sealed.ts";
import { seal, verifyJournal } from "../journal/journal.ts";

let kernel: SampleKernel;
let supplierId: string;

beforeAll(async () => {
  kernel = await openSample();
  supplierId = (await save(kernel, "SampleSupplier", { supplierCode: "s-1", supplierName: "纸鸢包装", supplierNameEn: "Paper Kite" })).id;
});
afterAll(() => kernel.drop());

const line = (lineNum: number, more: object = {}) => ({
  lineNum,
  item: `item ${lineNum}`,
  qty: "2.5",
  price: "3.1",
  rows: [{ qty: "1", needDate: "2026-12-01" }],
  ...more,
});
const order = (more: object = {}) => ({
  title: "Boxes",
  orgCode: "E1",
  supplierId,
  orderType: "STANDARD",
  orderDate: "2026-11-14",
  lines: [line(10), line(20)],
  ...more,
});
const refused = (work: Promise<unknown>) =>
  work.then(
    () => ({ code: "none", fieldErrors: [] as { path: string; code: string }[], data: undefined as any }),
    (e) => e,
  );

describe("saving", () => {
  test("a document with lines and rows is numbered, computed and answered with names", async () => {
    const made = await save(kernel, "SampleOrder", order());
    expect(made.orderNum).toMatch(/^SO\d{8}0001$/);
    expect(made).toMatchObject({
      total: "15.50",
      status: "DRAFT",
      supplierCode: "S-1",
      supplierName: "Paper Kite",
      createdByName: "Buyer",
      versionNum: 1,
    });
    expect(made.lines[0]).toMatchObject({ qty: "2.5", amount: "7.75", rows: [{ qty: "1", needDate: "2026-12-01" }] });
    const read = await kernel.finder.byId(kernel.declared.entity("SampleOrder"), made.id, someone());
    expect(read).toMatchObject({
      total: "15.50",
      supplierName: "Paper Kite",
      lines: [{ lineNum: 10, qty: "2.5", price: "3.1", amount: "7.75" }, { lineNum: 20 }],
    });
  });

  test("only what changed is written, lines come and go, the version rises", async () => {
    const made = await save(kernel, "SampleOrder", order());
    const next = await save(kernel, "SampleOrder", { id: made.id, versionNum: 1, lines: [{ id: made.lines[0].id, qty: "4" }, line(30)] });
    expect(next.supplierName, "in the caller's language, changed or not").toBe("Paper Kite");
    expect(next.versionNum).toBe(2);
    expect(next.lines.map((l: any) => [l.lineNum, l.qty])).toEqual([
      [10, "4"],
      [30, "2.5"],
    ]);
    expect(next.total).toBe("20.15");
    const delta = await save(kernel, "SampleOrder", { id: made.id, versionNum: 2, lines: { changed: [], removed: [next.lines[1].id] } });
    expect(delta.lines).toHaveLength(1);
    const again = await save(kernel, "SampleOrder", { id: made.id, versionNum: 3, title: "Boxes" });
    expect(again.versionNum).toBe(3);
  });

  test("every error is collected with its path", async () => {
    const error = await refused(
      save(
        kernel,
        "SampleOrder",
        order({ title: "", orderType: "NOPE", nonsense: 1, lines: [line(10, { qty: 1.5 }), line(20, { qty: "-1" })] }),
      ),
    );
    expect(error.fieldErrors.map((f: any) => [f.path, f.code])).toEqual([
      ["orderType", "LOOKUP_VALUE"],
      ["nonsense", "FIELD_UNKNOWN"],
      ["lines[0].qty", "FIELD_TYPE"],
      ["lines[1].qty", "TABLE_RANGE"],
    ]);
    const required = await refused(save(kernel, "SampleOrder", order({ title: "" })));
    expect(required.fieldErrors.map((f: any) => [f.path, f.code])).toEqual([["title", "TABLE_REQUIRED"]]);
  });

  test("a field the server keeps may be sent back unchanged, never changed", async () => {
    const made = await save(kernel, "SampleOrder", order());
    await save(kernel, "SampleOrder", { ...made, title: "Other" });
    expect((await refused(save(kernel, "SampleOrder", { id: made.id, total: "1.00" }))).fieldErrors[0]).toMatchObject({
      path: "total",
      code: "FIELD_READONLY",
    });
  });

  test("a stale version is refused and shows what the other one wrote", async () => {
    const made = await save(kernel, "SampleOrder", order());
    await save(kernel, "SampleOrder", { id: made.id, versionNum: 1, title: "Theirs" });
    const error = await refused(save(kernel, "SampleOrder", { id: made.id, versionNum: 1, title: "Mine" }));
    expect(error.code).toBe("VERSION_CONFLICT");
    expect(error.data.theirs).toMatchObject({ title: "Theirs", supplierName: "Paper Kite" });
  });

  test("a reference outside the caller's rows is answered like a missing one", async () => {
    const blind = someone({ audience: "supplier", supplierId: "x" });
    expect((await refused(save(kernel, "SampleOrder", order({ supplierId: "nobody" })))).fieldErrors[0]).toMatchObject({
      path: "supplierId",
      code: "DATA_NOT_FOUND",
    });
    expect((await refused(save(kernel, "SampleOrder", order(), blind))).code).toBe("PERM_DENIED");
  });

  test("a duplicate is told in words of the declaration", async () => {
    const error = await refused(save(kernel, "SampleSupplier", { supplierCode: "S-1", supplierName: "twice" }));
    expect(error).toMatchObject({ code: "DATA_DUPLICATE" });
    expect(error.fieldErrors[0].path).toBe("supplierCode");
  });

  test("what is used cannot be deleted; what is not, can", async () => {
    const suppliers = kernel.declared.entity("SampleSupplier");
    await save(kernel, "SampleOrder", order());
    expect((await refused(press(kernel, "SampleSupplier", supplierId, "delete"))).code).toBe("DATA_IN_USE");
    const lone = await save(kernel, "SampleSupplier", { supplierCode: "lone", supplierName: "Lone" });
    await press(kernel, "SampleSupplier", lone.id, "delete");
    expect((await refused(kernel.finder.byId(suppliers, lone.id, someone()))).code).toBe("DATA_NOT_FOUND");
  });
});

describe("actions", () => {
  test("states guard, questions are asked, notes are kept, events are told", async () => {
    const made = await save(kernel, "SampleOrder", order({ lines: [line(10, { price: "0" })] }));
    expect(await refused(press(kernel, "SampleOrder", made.id, "doSubmit"))).toMatchObject({ code: "CONFIRM_NEEDED" });
    const done = await press(kernel, "SampleOrder", made.id, "doSubmit", {}, { confirmed: ["SAMPLE_ZERO"], reason: "trial" });
    expect(done.status).toBe("SUBMITTED");
    expect((await refused(press(kernel, "SampleOrder", made.id, "doSubmit"))).code).toBe("STATE_NOT_ALLOWED");
    expect(await kernel.db.query(`select event from "Outbox" where "docId" = $1`, [made.id])).toEqual([{ event: "SAMPLE_SUBMITTED" }]);
    const history = (await kernel.history.of(kernel.declared.entity("SampleOrder"), made.id, someone())) as any[];
    expect(history[0]).toMatchObject({ action: "doSubmit", why: "trial", changes: [{ path: "status", old: "DRAFT", new: "SUBMITTED" }] });
  });

  test("a limited thing is never given twice, however many ask at once", async () => {
    const stock = await save(kernel, "SampleStock", { stockCode: "LIMIT", limitQty: "7" });
    const orders = await Promise.all(
      Array.from({ length: 20 }, () => save(kernel, "SampleOrder", order({ lines: [line(10, { qty: "1", stockId: stock.id })] }))),
    );
    const results = await Promise.all(orders.map((o) => refused(press(kernel, "SampleOrder", o.id, "doSubmit"))));
    expect(results.filter((r) => r.code === "none")).toHaveLength(7);
    expect(results.filter((r) => r.code === "SAMPLE_OUT")).toHaveLength(13);
    expect((await kernel.db.one<any>(`select "takenQty" from "SampleStock" where id = $1`, [stock.id])).takenQty).toBe("7.000000");
  });

  test("two lines on one row both count", async () => {
    const stock = await save(kernel, "SampleStock", { stockCode: "TWICE", limitQty: "7" });
    const made = await save(
      kernel,
      "SampleOrder",
      order({ lines: [line(10, { qty: "3", stockId: stock.id }), line(20, { qty: "4", stockId: stock.id })] }),
    );
    await press(kernel, "SampleOrder", made.id, "doSubmit");
    expect((await kernel.db.one<any>(`select trim_scale("takenQty") as n from "SampleStock" where id = $1`, [stock.id])).n).toBe("7");
  });

  test("why not and what if are the same decision, without writing", async () => {
    const stock = await save(kernel, "SampleStock", { stockCode: "TRIAL", limitQty: "1" });
    const made = await save(kernel, "SampleOrder", order({ lines: [line(10, { qty: "1", stockId: stock.id })] }));
    const entity = kernel.declared.entity("SampleOrder");
    const trial = await kernel.actor.trial({ entity, action: "doSubmit", targets: [{ id: made.id, input: {} }] }, doerOf());
    expect(trial.refusals).toEqual([]);
    expect(trial.outcome!.changed.map((c) => [c.entity.name, c.changes.map((f) => f.path)])).toEqual([
      ["SampleOrder", ["status"]],
      ["SampleStock", ["takenQty"]],
    ]);
    expect((await kernel.db.one<any>(`select trim_scale("takenQty") as n from "SampleStock" where id = $1`, [stock.id])).n).toBe("0");
  });

  test("statements per action do not grow with the lines", async () => {
    const count = async (lines: number) => {
      let n = 0;
      const stop = kernel.db.onStatement(() => n++);
      await save(kernel, "SampleOrder", order({ lines: Array.from({ length: lines }, (_, i) => line(i + 1)) }));
      stop();
      return n;
    };
    await count(1);
    const few = await count(2);
    expect(await count(1000)).toBe(few);
    expect(few).toBeLessThanOrEqual(6);
  });
});

describe("request keys", () => {
  const key = (name: string, bodyHash = "h") => ({ key: { key: name, bodyHash } });
  test("promise 1: the same key has one effect and one reply; another body is refused", async () => {
    const entity = kernel.declared.entity("SampleOrder");
    const command = { entity, action: "saveOrUpdate", targets: [{ input: order({ title: "once" }) }], ...key("k1") };
    const replies = await Promise.all(Array.from({ length: 50 }, () => kernel.actor.act(command, doerOf()).then((o) => o.stored)));
    expect(new Set(replies).size).toBe(1);
    expect(await kernel.db.one(`select count(*)::int as n from "SampleOrder" where title = 'once'`)).toEqual({ n: 1 });
    expect((await refused(kernel.actor.act({ ...command, ...key("k1", "other") }, doerOf()))).code).toBe("IDEMPOTENCY_CONFLICT");
  });

  test("a repeated action gets the first answer although the state has moved on", async () => {
    const made = await save(kernel, "SampleOrder", order());
    const first = await kernel.actor.act(
      { entity: kernel.declared.entity("SampleOrder"), action: "doSubmit", targets: [{ id: made.id, input: {} }], ...key("k2") },
      doerOf(),
    );
    const second = await kernel.actor.act(
      { entity: kernel.declared.entity("SampleOrder"), action: "doSubmit", targets: [{ id: made.id, input: {} }], ...key("k2") },
      doerOf(),
    );
    expect(second.stored).toBe(first.stored);
  });
});

test("promise 19: the journal is sealed, and a bent row is named", async () => {
  await save(kernel, "SampleOrder", order());
  await sealAll(kernel.db);
  const good = await verifyJournal(kernel.db);
  expect(good.broken).toBeNull();
  expect(good.rows).toBeGreaterThan(5);
  await expect(kernel.db.query(`update "Journal" set why = 'x' where no = 3`)).rejects.toThrow(/permission denied/);
  await asInstaller(kernel.db, async (installer) => {
    await expect(installer.query(`update "Journal" set why = 'x' where no = 3`)).rejects.toThrow(/only ever added/);
    await installer.query(`alter table "Journal" disable trigger all`);
    await installer.query(`update "Journal" set why = 'bent' where no = 3`);
  });
  expect((await verifyJournal(kernel.db)).broken).toMatchObject({ row: 3, what: "changed" });
});

test("promise 19: a transaction larger than a seal is sealed by itself", async () => {
  const fresh = await openSample();
  const supplier = (n: number) => ({ supplierCode: `many-${n}`, supplierName: `纸鸢 ${n}`, supplierNameEn: `Kite ${n}` });
  const targets = Array.from({ length: 7 }, (_, n) => ({ input: supplier(n) }));
  await fresh.actor.act({ entity: fresh.declared.entity("SampleSupplier"), action: "saveOrUpdate", targets, asList: true }, doerOf());
  await save(fresh, "SampleSupplier", supplier(7));
  while ((await verifyJournal(fresh.db)).unsealed > 0) await seal(fresh.db, new Date(), 3);
  expect(await verifyJournal(fresh.db)).toMatchObject({ unsealed: 0, broken: null });
  await fresh.drop();
});

describe("reading", () => {
  test("lists filter, sort, count and sum under the caller's scope", async () => {
    const e = kernel.declared.entity("SampleOrder");
    for (const org of ["Z1", "Z1", "Z2"]) await save(kernel, "SampleOrder", order({ orgCode: org, title: `scope ${org}` }));
    const me = someone({ orgs: ["Z1"] });
    const all = await kernel.finder.list(e, { keyword: "scope", needSums: ["total"] }, me);
    expect(all.rows.map((r) => r["orgCode"])).toEqual(["Z1", "Z1"]);
    expect(all.page).toMatchObject({ count: 2, curIndex: 1, sums: { total: "31.00" } });
    expect(all.rows[0]).toMatchObject({ supplierName: "Paper Kite", total: "15.50" });
    expect((await kernel.finder.list(e, { orgCode: "Z2" }, me)).rows).toEqual([]);
    expect((await refused(kernel.finder.list(e, { nonsense: "x" }, me))).code).toBe("FILTER_UNKNOWN");
    expect((await kernel.finder.list(e, { orderDateFrom: "2026-11-15" }, me)).rows).toEqual([]);
    expect((await kernel.finder.list(e, { view: "draft", pageRows: 1, pageIndex: 2, count: "exact" }, me)).page).toMatchObject({
      count: 2,
      curIndex: 2,
    });
    expect(await kernel.finder.countViews(e, { keyword: "scope" }, me)).toEqual({ all: { count: 2 }, draft: { count: 2 } });
  });

  test("a supplier sees its own submitted orders, and of them only what is shown", async () => {
    const e = kernel.declared.entity("SampleOrder");
    const made = await save(kernel, "SampleOrder", order({ secretNote: "cheap", bankAccount: "6222000011112222" }));
    const them = someone({ audience: "supplier", supplierId });
    expect((await refused(kernel.finder.byId(e, made.id, them))).code).toBe("DATA_NOT_FOUND");
    await press(kernel, "SampleOrder", made.id, "doSubmit");
    const seen = await kernel.finder.byId(e, made.id, them);
    expect(seen).toMatchObject({ orderNum: made.orderNum, status: "SUBMITTED" });
    expect(seen).not.toHaveProperty("secretNote");
    expect(seen).not.toHaveProperty("orgCode");
    expect((await kernel.finder.byId(e, made.id, someone()))["bankAccount"]).toBe("****2222");
    expect((await refused(kernel.finder.list(e, { secretNote: "cheap" }, them))).code).toBe("FILTER_UNKNOWN");
  });
});
