import { afterAll, beforeAll, expect, test } from "vitest";
import { freshDatabase, type FreshDatabase } from "../../../tests/support/database.ts";
import { doerOf, platform, save, someone } from "../../../tests/support/kernel.ts";
import { plant } from "../../../tests/support/plant.ts";
import { addsFrom, createsFrom, type Chooser } from "../../chooser.ts";
import { entity, type Me } from "../../entity.ts";
import { code, date, money, pick, ref, text } from "../../field.ts";
import { from, source } from "../../from.ts";
import { ledger } from "../../ledger.ts";
import { ledgerActions, ledgerHome, postRule, rebuildRule } from "../../ledger-rule.ts";
import { amountMoved, postingFields, postingRules } from "../../ledger-postings.ts";
import { lookup, module } from "../../module.ts";
import { refuse, type Refusal } from "../../refusal.ts";
import type { Context } from "../http/call.ts";
import { FromCalls } from "./from-calls.ts";
import { createAll } from "./from-run.ts";
import { newId } from "../act/id.ts";
import { openKernel, type Kernel } from "../kernel.ts";
import { imbalances } from "./ledger-proof.ts";
import { ship } from "../install/ship.ts";

/** Statements with lines: how much of each line was invoiced. */
const balance = { computed: true, initial: "0", least: 0 } as const;
const billed = ledger("BILLED", "已开票", "Invoiced", {
  buckets: { BILLED: ["billedAmount", money("已开票", "Invoiced", balance)] },
  figures: { openAmount: [money("未开票", "Open", { computed: true, initial: "0" }), "amount - billedAmount"] },
  names: { BILL: ["开票", "Invoice"], UNBILL: ["作废发票", "Invoice cancelled"] },
  events: { BILL: { BILLED: "+" }, UNBILL: "BILL" },
});
const postings = entity("TrialBilledPosting", "开票过账", "Invoice posting", {
  ...postingRules,
  fields: { ownerType: pick("对象类型", "Owner type", "TRIAL_OWNER", { computed: true }), ...postingFields, ...amountMoved },
  sees: { internal: "all" },
});
const statementLine = entity("TrialStatementLine", "对账单行", "Statement line", {
  fields: { item: code("项目", "Item"), amount: money("金额", "Amount"), ...billed.fields },
  computes: billed.computes,
  sees: {},
  title: ["item"],
});
const statement = entity("TrialStatement", "对账单", "Statement", {
  fields: {
    stmtNum: code("编号", "Number"),
    orgId: ref("BaseOrganization", "组织", "Organisation"),
    currency: code("币种", "Currency"),
    heldFlag: code("冻结", "Held", { optional: true }),
  },
  lines: { lines: statementLine },
  actions: ledgerActions,
  sees: { internal: (me) => ({ orgId: me.orgs }) },
  saves: "internal",
  title: ["stmtNum"],
});
const home = ledgerHome(billed, {
  document: statement,
  path: ["lines"],
  postings,
  org: "orgId",
  num: "stmtNum",
  currency: "currency",
});

const chooses: Chooser = {
  list: "listInvoiceable",
  preview: "previewInvoices",
  sources: { LINE: ["对账单行", "Statement line"] },
  columns: { stmtNum: code("对账单", "Statement"), item: code("项目", "Item"), orgId: ref("BaseOrganization", "组织", "Organisation") },
  heads: [["对账单行", "Statement line"], "stmtNum", "item"],
  groups: ["orgId"],
  left: ["未开票", "Open"],
  filters: { currency: code("币种", "Currency") },
  empty: ["没有可开票的行", "Nothing to invoice"],
};
const invoiceLine = entity("TrialInvoiceLine", "发票行", "Invoice line", {
  fields: { statementLineId: text("对账单行", "Statement line", { max: 64 }), item: code("项目", "Item"), amount: money("金额", "Amount") },
  sees: {},
  title: ["item"],
});
const invoice = entity("TrialInvoice", "发票", "Invoice", {
  fields: {
    orgId: ref("BaseOrganization", "组织", "Organisation"),
    currency: code("币种", "Currency"),
    invoiceDate: date("日期", "Date"),
    note: text("备注", "Note", { max: 100, optional: true }),
  },
  lines: { lines: invoiceLine },
  actions: {
    doCreateFrom: createsFrom("开票", "Create invoices", chooses, {
      button: "btnAdd",
      who: "internal",
      input: { note: text("备注", "Note", { max: 100, optional: true }) },
    }),
    doAddFrom: addsFrom("添加", "Add rows", chooses, { button: "btnSave", who: "internal" }),
  },
  sees: { internal: "all" },
  saves: "internal",
  title: ["currency"],
});

const invoicesFrom = from(invoice, "doCreateFrom", {
  sources: {
    LINE: source([statement, statementLine], {
      offers: () => ({ openAmount: { not: ["0"] }, parent: { heldFlag: null } as never }),
      left: ([, line]) => line.openAmount,
      row: ([of, line]) => ({ stmtNum: of.stmtNum, orgId: of.orgId, currency: of.currency, item: line.item }),
      matches: (asked) => (asked["currency"] ? { parent: { currency: asked["currency"] } as never } : {}),
      called: (keyword) => ({ any: [{ item: { contains: keyword } }, { parent: { stmtNum: { contains: keyword } } as never }] }),
      posts: { home, event: "BILL", deltas: ({ qty }) => ({ BILLED: qty }) },
    }),
  },
  refuses: ({ row }) => (row.item === "BAD" ? refuse("TRIAL_BAD", "不可开票", "Cannot be invoiced") : null),
  groupBy: ({ row }) => [row.orgId, row.currency],
  head: ([first], _, { at, input }) => ({
    orgId: first!.row.orgId,
    currency: first!.row.currency,
    invoiceDate: at.today,
    note: (input as { note?: string }).note ?? null,
  }),
  lines: ["lines", ({ id, row, qty }) => ({ statementLineId: id, item: row.item, amount: qty })],
  adds: ["doAddFrom", (doc) => [doc.orgId, doc.currency]],
  links: { LINE: "statementLineId" },
});

const trial = module("trial", "试验", "Trial", {
  entities: [postings, statement, invoice],
  lookups: { TRIAL_OWNER: lookup("对象类型", "Owner type", { BILLED: billed.label }) },
  rules: [postRule(home, statement), rebuildRule(home)],
  ledgers: [home],
  froms: [invoicesFrom],
});

let fresh: FreshDatabase;
let kernel: Kernel;
/** Another process on the same database. */
let other: Kernel;
beforeAll(async () => {
  const clock = { now: () => new Date() };
  fresh = await freshDatabase();
  kernel = await openKernel([platform, trial], fresh.url, clock);
  await ship(kernel, clock.now);
  other = await openKernel([platform, trial], fresh.url, clock);
  for (const id of ["ORG", "ORG2"])
    await plant(kernel.db, "BaseOrganization", id, { orgCode: id, orgName: id, orgType: "BU", enabledFlag: "Y" });
});
afterAll(async () => {
  await Promise.all([kernel.close(), other.close()]);
  await fresh.drop();
});

interface Statement {
  readonly id: string;
  readonly lines: readonly { readonly id: string; readonly openAmount: string; readonly billedAmount: string }[];
}
const stated = async (amounts: readonly string[], more: Record<string, unknown> = {}): Promise<Statement> =>
  save(kernel, "TrialStatement", {
    stmtNum: newId(),
    orgId: "ORG",
    currency: "CNY",
    ...more,
    lines: amounts.map((amount, i) => ({ item: `I${i}`, amount })),
  });
const create = async (chosen: unknown, on: Kernel = kernel, key?: string, me: Me = someone(), input: object = {}) =>
  on.actor.act(
    {
      entity: invoice,
      action: "doCreateFrom",
      targets: [{ input: { chosen, ...input } }],
      brings: true,
      asList: true,
      ...(key ? { key: { key, bodyHash: key } } : {}),
    },
    doerOf(me),
  );
const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "done",
    (error: Refusal) => error.code ?? String(error),
  );
const ask = async (name: string, body: object, me: Me = someone()): Promise<any> => {
  const call = new FromCalls(kernel).calls().find((candidate) => candidate.path.endsWith(`/${name}`))!;
  return call.handle({ me, now: new Date(), language: me.language } as unknown as Context, body as never);
};
const opened = async (id: string) => ((await kernel.finder.byId(statement, id, someone())) as unknown as Statement).lines;
const count = async () => (await kernel.db.one<{ n: number }>(`select count(*)::int as n from "TrialInvoice"`))!.n;

test("rows of several documents become one document for each group, and what is taken is posted", async () => {
  const [one, two, abroad] = [await stated(["100", "50"]), await stated(["30"]), await stated(["70"], { currency: "USD" })];
  const before = await count();
  const outcome = await create(
    [{ id: one.lines[0]!.id, qty: "40" }, { id: two.lines[0]!.id }, { id: abroad.lines[0]!.id, source: "LINE", qty: "70" }],
    kernel,
    undefined,
    someone(),
    { note: "March" },
  );
  expect(outcome.documents).toMatchObject([
    {
      currency: "CNY",
      note: "March",
      lines: [
        { statementLineId: one.lines[0]!.id, amount: "40" },
        { statementLineId: two.lines[0]!.id, amount: "30.00" },
      ],
    },
    { currency: "USD", note: "March", lines: [{ amount: "70" }] },
  ]);
  expect(await count()).toBe(before + 2);
  expect(await opened(one.id)).toMatchObject([{ billedAmount: "40.00", openAmount: "60.00" }, { openAmount: "50.00" }]);
  const posted = await kernel.db.query<Record<string, string>>(
    `select "causeType", "causeId", "causeLineId", delta::text from "TrialBilledPosting" where "ownerId" = $1`,
    [abroad.lines[0]!.id],
  );
  const made = outcome.documents[1] as any;
  expect(await ask("listCreatedFrom", { source: "LINE", ids: [abroad.lines[0]!.id, one.lines[1]!.id] })).toEqual([
    { rowId: abroad.lines[0]!.id, lineId: made.lines[0].id, id: made.id, title: "USD" },
  ]);
  expect(posted).toEqual([{ causeType: "TrialInvoice", causeId: made.id, causeLineId: made.lines[0].id, delta: "70.00" }]);
  expect(await imbalances(kernel.db, [home])).toEqual([]);
});

test("more than is left, nothing, a row twice and no row at all are refused, and nothing is created", async () => {
  const { id, lines } = await stated(["100", "50"]);
  const before = await count();
  const row = lines[0]!.id;
  for (const [chosen, expected] of [
    [[{ id: row, qty: "100.01" }], "FROM_OVER"],
    [[{ id: row, qty: "0" }], "FROM_QTY"],
    [[{ id: row, qty: "-1" }], "FROM_OVER"],
    [
      [
        { id: row, qty: "1" },
        { id: row, qty: "2" },
      ],
      "FROM_TWICE",
    ],
    [[], "FROM_EMPTY"],
    [[{ id: lines[1]!.id }, { id: row, qty: "101" }], "FROM_OVER"],
  ] as const)
    expect(await codeOf(create(chosen)), expected).toBe(expected);
  expect(await count()).toBe(before);
  expect(await opened(id)).toMatchObject([{ openAmount: "100.00" }, { openAmount: "50.00" }]);
});

test("what is owed back is taken with its sign", async () => {
  const { lines } = await stated(["-80"]);
  expect(await codeOf(create([{ id: lines[0]!.id, qty: "10" }]))).toBe("FROM_OVER");
  expect(await codeOf(create([{ id: lines[0]!.id, qty: "-80.01" }]))).toBe("FROM_OVER");
});

test("a foreign row is answered like a missing one; a row that is not offered or not fit is refused", async () => {
  const { lines } = await stated(["100"], { orgId: "ORG2" });
  const limited = someone({ orgs: ["ORG"] });
  const [foreign, missing] = await Promise.all(
    [lines[0]!.id, "no-such-row"].map((id) => create([{ id, qty: "1" }], kernel, undefined, limited).catch((error: unknown) => error)),
  );
  expect(foreign).toMatchObject({ code: "DATA_NOT_FOUND" });
  expect(missing).toEqual(foreign);
  const held = await stated(["100"], { heldFlag: "Y" });
  expect(await codeOf(create([{ id: held.lines[0]!.id }]))).toBe("FROM_NOT_OFFERED");
  const bad = await save(kernel, "TrialStatement", {
    stmtNum: newId(),
    orgId: "ORG",
    currency: "CNY",
    lines: [{ item: "BAD", amount: "1" }],
  });
  expect(await codeOf(create([{ id: bad.lines[0].id }]))).toBe("TRIAL_BAD");
  expect(await codeOf(create([{ source: "NONE", id: lines[0]!.id }]))).toBe("DATA_NOT_FOUND");
});

test("two callers at once never take more than is left, and one request key creates once", async () => {
  const { id, lines } = await stated(["100"]);
  const tries = [kernel, other, kernel, other].map((on) => codeOf(create([{ id: lines[0]!.id, qty: "60" }], on)));
  expect((await Promise.all(tries)).toSorted()).toEqual(["FROM_OVER", "FROM_OVER", "FROM_OVER", "done"]);
  expect(await opened(id)).toMatchObject([{ openAmount: "40.00" }]);
  const before = await count();
  const key = newId();
  const [first, second] = [
    await create([{ id: lines[0]!.id, qty: "10" }], kernel, key),
    await create([{ id: lines[0]!.id, qty: "10" }], other, key),
  ];
  expect(second.stored).toBe(first.stored);
  expect(await count()).toBe(before + 1);
  expect(await opened(id)).toMatchObject([{ openAmount: "30.00" }]);
});

test("the list has what is left of the rows a reader sees, a page at a time", async () => {
  await kernel.db.query(`update "TrialStatement" set "heldFlag" = 'Y'`);
  const own = [await stated(["10", "20", "30"]), await stated(["40"], { currency: "EUR" })];
  await stated(["50"], { orgId: "ORG2" });
  await stated(["60"], { heldFlag: "Y" });
  const limited = someone({ orgs: ["ORG"] });
  const first = await ask("listInvoiceable", { pageRows: 3 }, limited);
  expect(first.data).toMatchObject([{ left: "10.00", item: "I0", orgName: "ORG", source: "LINE" }, { left: "20.00" }, { left: "30.00" }]);
  const rest = await ask("listInvoiceable", { pageRows: 3, after: first.more.next }, limited);
  expect(rest.data).toMatchObject([{ id: own[1]!.lines[0]!.id, left: "40.00" }]);
  expect(rest.more).toEqual({});
  expect((await ask("listInvoiceable", { currency: "EUR" }, limited)).data).toHaveLength(1);
  expect((await ask("listInvoiceable", { keyword: "I1" }, limited)).data).toMatchObject([{ left: "20.00" }]);
});

test("all rows that match are taken together, with the quantities somebody wrote and without those left out", async () => {
  await kernel.db.query(`update "TrialStatement" set "heldFlag" = 'Y'`);
  const { lines } = await stated(["10", "20", "30"], { currency: "GBP" });
  await stated(["99"], { currency: "JPY" });
  const matching = { currency: "GBP", except: [lines[2]!.id] };
  expect((await ask("previewInvoices", matching)).groups).toMatchObject([{ rows: 2, qty: "30.00" }]);
  const outcome = await create([{ id: lines[1]!.id, qty: "5" }], kernel, undefined, someone(), { matching });
  expect(outcome.documents).toMatchObject([{ currency: "GBP", lines: [{ amount: "5" }, { amount: "10.00" }] }]);
});

test("rows are added to a document they go with, and to no other", async () => {
  const [row, abroad] = [await stated(["10", "20"]), await stated(["30"], { currency: "USD" })];
  const made = (await create([{ id: row.lines[0]!.id }])).documents[0] as any;
  const adding = (chosen: unknown) =>
    kernel.actor.act({ entity: invoice, action: "doAddFrom", targets: [{ id: made.id, input: { chosen } }] }, doerOf());
  const { documents } = await adding([{ id: row.lines[1]!.id, qty: "5" }]);
  expect(documents).toMatchObject([{ id: made.id, lines: [{ amount: "10.00" }, { statementLineId: row.lines[1]!.id, amount: "5" }] }]);
  expect(await opened(row.id)).toMatchObject([{ openAmount: "0.00" }, { openAmount: "15.00" }]);
  expect(await codeOf(adding([{ id: abroad.lines[0]!.id }]))).toBe("FROM_SEVERAL");
  expect(await codeOf(adding([{ id: row.lines[1]!.id, qty: "16" }]))).toBe("FROM_OVER");
  expect(await opened(abroad.id)).toMatchObject([{ openAmount: "30.00" }]);
});

test("a program creates documents from any number of rows, piece by piece", async () => {
  await kernel.db.query(`update "TrialStatement" set "heldFlag" = 'Y'`);
  for (const currency of ["SEK", "NOK"])
    await stated(
      Array.from({ length: 700 }, () => "1"),
      { currency },
    );
  const before = await count();
  const ids = await createAll(kernel, invoicesFrom, {}, {}, doerOf());
  expect(await count()).toBe(before + 2);
  const sums = await kernel.db.query(
    `select "parentId" as id, count(*)::int as rows, sum(amount)::int as total from "TrialInvoiceLine" where "parentId" = any($1) group by 1 order by 1`,
    [ids],
  );
  expect(sums).toEqual(ids.toSorted().map((id) => ({ id, rows: 700, total: 700 })));
  expect((await ask("listInvoiceable", {})).data).toEqual([]);
  expect(await imbalances(kernel.db, [home])).toEqual([]);
});

test("the number of statements grows neither with the rows nor with their documents", async () => {
  const statements = async (count: number): Promise<number> => {
    const docs = await Promise.all(Array.from({ length: count }, () => stated(["10", "20"])));
    let notifiedCount = 0;
    const chosen = docs.flatMap((doc) => doc.lines.map(({ id }) => ({ id, qty: "1" })));
    const stop = kernel.db.onStatement(() => (notifiedCount += 1));
    await create(chosen);
    stop();
    return notifiedCount;
  };
  await statements(1);
  expect(await statements(40)).toBe(await statements(2));
});

test("more rows than one call takes are previewed piece by piece, and taken only when narrowed", async () => {
  const long = await stated(
    Array.from({ length: 1201 }, () => "1"),
    { currency: "CHF" },
  );
  const read: number[] = [];
  const stop = kernel.db.onStatement(() => read.push(1));
  const { groups, most } = await ask("previewInvoices", { currency: "CHF" });
  stop();
  expect(groups).toMatchObject([{ rows: 1201, qty: "1201.00", lines: [] }]);
  expect(read.length, "two statements for each piece of 500").toBe(6);
  expect(most).toBe(1000);
  const before = await count();
  expect(await codeOf(create([], kernel, undefined, someone(), { matching: { currency: "CHF" } }))).toBe("FROM_TOO_MANY");
  expect(await count()).toBe(before);
  const except = long.lines.slice(900).map(({ id }) => id);
  const outcome = await create([], kernel, undefined, someone(), { matching: { currency: "CHF", except } });
  expect((outcome.documents[0] as any).lines).toHaveLength(900);
});

test("the preview groups rows, carries drafts for a page, and says what stands in the way of which row", async () => {
  const [one, two] = [await stated(["10", "20"]), await stated(["40"], { currency: "EUR" })];
  const chosen = [{ id: one.lines[0]!.id, qty: "4" }, { id: one.lines[1]!.id, qty: "21" }, { id: two.lines[0]!.id }, { id: "no-such-row" }];
  const before = await count();
  const { groups, refusals } = await ask("previewInvoices", { chosen, input: { note: "x" } });
  expect(groups).toMatchObject([
    { rows: 1, qty: "4", head: { currency: "CNY", note: "x", orgName: "ORG" }, lines: [{ item: "I0", amount: "4" }] },
    { rows: 1, qty: "40.00", head: { currency: "EUR" } },
  ]);
  expect(refusals).toMatchObject([
    { id: "no-such-row", code: "DATA_NOT_FOUND" },
    { id: one.lines[1]!.id, code: "FROM_OVER", msg: "20.00 left, 21 asked" },
  ]);
  expect(await count(), "a preview creates nothing").toBe(before);
});
