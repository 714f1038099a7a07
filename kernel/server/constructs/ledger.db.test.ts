import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freshDatabase, type FreshDatabase } from "../../../tests/support/database.ts";
import { doerOf, platform, press, save, someone } from "../../../tests/support/kernel.ts";
import { plant } from "../../../tests/support/plant.ts";
import { systemMe } from "../access/permit.ts";
import { entity } from "../../entity.ts";
import { code, money, pick, qty, ref } from "../../field.ts";
import { ledger } from "../../ledger.ts";
import type { Post } from "../../ledger-book.ts";
import { ledgerActions, ledgerHome, postRule, rebuildRule } from "../../ledger-rule.ts";
import { amountMoved, postingFields, postingRules } from "../../ledger-postings.ts";
import { lookup, module } from "../../module.ts";
import { refuse, type Refusal } from "../../refusal.ts";
import { newId } from "../act/id.ts";
import { openKernel, type Kernel } from "../kernel.ts";
import { imbalances } from "./ledger-proof.ts";
import { Explanations } from "./ledger-why.ts";
import { ship } from "../install/ship.ts";

const balance = { computed: true, initial: "0", least: 0, currency: "currency" } as const;

/** Payables with lines: what of each was paid and deducted, in its currency and in base currency. */
const owed = ledger("OWED", "应付", "Owed", {
  buckets: {
    PAID: ["paidAmount", money("已付", "Paid", balance), "paidBase"],
    OFF: ["deductedAmount", money("扣款", "Deducted", balance)],
  },
  figures: { openAmount: [money("未付", "Open", { computed: true, initial: "0" }), "amount - paidAmount - deductedAmount"] },
  names: { PAY: ["付款", "Pay"], UNPAY: ["退回付款", "Payment returned"], DEDUCT: ["扣款", "Deduct"] },
  events: { PAY: { PAID: "+" }, UNPAY: "PAY", DEDUCT: { OFF: "+" } },
  caps: {
    amount: {
      of: "paidAmount + deductedAmount",
      within: "amount",
      refuse: ({ left, asked }) => refuse("OWED_OVER", `剩余${left}，本次${asked}`, `${left} left, ${asked} asked`),
    },
  },
});

const postings = entity("TrialOwedPosting", "应付过账", "Payable posting", {
  ...postingRules,
  fields: { ownerType: pick("对象类型", "Owner type", "TRIAL_OWNER", { computed: true }), ...postingFields, ...amountMoved },
  sees: { internal: "all" },
});
const line = entity("TrialOwedLine", "应付行", "Payable line", {
  fields: { item: code("项目", "Item"), amount: money("金额", "Amount"), ...owed.fields },
  computes: owed.computes,
  holds: owed.holds,
  sees: {},
  title: ["item"],
});
const payable = entity("TrialOwed", "应付单", "Payable", {
  fields: { owedNum: code("编号", "Number"), orgId: ref("BaseOrganization", "组织", "Organisation"), currency: code("币种", "Currency") },
  lines: { lines: line },
  actions: ledgerActions,
  sees: { internal: "all" },
  saves: "internal",
  title: ["owedNum"],
});
const home = ledgerHome(owed, {
  document: payable,
  path: ["lines"],
  postings,
  org: "orgId",
  num: "owedNum",
  currency: "currency",
});

/** A shelf that owns its buckets itself. */
const shelfLedger = ledger("SHELF", "货架", "Shelf", {
  buckets: { HERE: ["hereQty", qty("在架", "On the shelf", { computed: true, initial: "0", least: 0 })] },
  names: { PUT: ["上架", "Put"] },
  events: { PUT: { HERE: "±" } },
});
const shelf = entity("TrialShelf", "货架", "Shelf", {
  fields: { shelfNum: code("编号", "Number"), orgId: ref("BaseOrganization", "组织", "Organisation"), ...shelfLedger.fields },
  actions: ledgerActions,
  sees: { internal: "all" },
  saves: "internal",
});
const shelfHome = ledgerHome(shelfLedger, { document: shelf, path: [], postings, org: "orgId", num: "shelfNum" });

const trial = module("trial", "试验", "Trial", {
  entities: [postings, payable, shelf],
  lookups: { TRIAL_OWNER: lookup("对象类型", "Owner type", { OWED: owed.label, SHELF: shelfLedger.label }) },
  rules: [postRule(home, payable), rebuildRule(home), postRule(shelfHome, shelf), rebuildRule(shelfHome)],
  ledgers: [home, shelfHome],
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
  await plant(kernel.db, "BaseOrganization", "ORG", { orgCode: "ORG", orgName: "Org", orgType: "BU", enabledFlag: "Y" });
});
afterAll(async () => {
  await Promise.all([kernel.close(), other.close()]);
  await fresh.drop();
});

interface Payable {
  readonly id: string;
  readonly lines: readonly (Readonly<Record<string, string>> & { readonly id: string })[];
}
const made = async (...amounts: readonly string[]): Promise<Payable> =>
  (await save(kernel, "TrialOwed", {
    owedNum: newId(),
    orgId: "ORG",
    currency: "USD",
    lines: amounts.map((amount, i) => ({ item: `I${i}`, amount })),
  })) as unknown as Payable;
const paid = (owner: string, amount: string, more: Partial<Post<typeof owed>> = {}): Post<typeof owed> => ({
  owner,
  event: "PAY",
  deltas: { PAID: amount },
  rate: "7.2",
  causeType: "TrialOwed",
  causeId: "P1",
  causeLineId: "P1-1",
  ...more,
});
const post = (on: Kernel, id: string, posts: readonly Post<typeof owed>[]) =>
  press(on, "TrialOwed", id, "doPost", { postings: posts }, {}, systemMe("test")) as unknown as Promise<Payable>;
const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "done",
    (error: Refusal) => error.code ?? String(error),
  );
const rowsOf = (owner: string) =>
  kernel.db.query<Record<string, string>>(
    `select bucket, delta::text, "baseDelta"::text, currency, "eventCode" from "TrialOwedPosting" where "ownerId" = $1 order by id`,
    [owner],
  );
const found = async () => (await imbalances(kernel.db, [home, shelfHome])).map((imbalance) => ({ ...imbalance }));

test("postings move balances in both currencies and work out the open amount", async () => {
  const doc = await made("1000", "500");
  const [one, two] = doc.lines;
  const after = await post(kernel, doc.id, [paid(one!.id, "100"), paid(two!.id, "500", { event: "DEDUCT", deltas: { OFF: "500" } })]);
  expect(after.lines).toMatchObject([
    { paidAmount: "100.00", paidBase: "720.00", openAmount: "900.00" },
    { deductedAmount: "500.00", openAmount: "0.00" },
  ]);
  expect(await rowsOf(one!.id)).toEqual([{ bucket: "PAID", delta: "100.00", baseDelta: "720.00", currency: "USD", eventCode: "PAY" }]);
  expect(await codeOf(post(kernel, doc.id, [paid(two!.id, "0.01")]))).toBe("OWED_OVER");
});

test("what is sent twice under one key counts once, also by two processes at the same moment", async () => {
  const doc = await made("1000");
  const [entry] = doc.lines;
  const again = () => [paid(entry!.id, "300", { key: "PAYMENT-7" })];
  await post(kernel, doc.id, again());
  await Promise.all([post(kernel, doc.id, again()), post(other, doc.id, again())]);
  expect(await rowsOf(entry!.id)).toHaveLength(1);
  expect(await codeOf(post(other, doc.id, [paid(entry!.id, "301", { key: "PAYMENT-7" })]))).toBe("LEDGER_KEY");
});

test("two processes that post to one cap at the same moment never pass it", async () => {
  const doc = await made("1000");
  const [entry] = doc.lines;
  const tries = Array.from({ length: 12 }, (_, i) => codeOf(post(i % 2 ? kernel : other, doc.id, [paid(entry!.id, "150")])));
  const values = (await Promise.all(tries)).toSorted();
  expect(values.filter((code) => code === "done")).toHaveLength(6);
  expect(new Set(values)).toEqual(new Set(["done", "OWED_OVER"]));
  const [sum] = await kernel.db.query(`select "paidAmount"::text as paid from "TrialOwedLine" where id = $1`, [entry!.id]);
  expect(sum).toEqual({ paid: "900.00" });
});

test("the database holds the limit by itself", async () => {
  const doc = await made("10");
  const bend = kernel.db.query(`update "TrialOwedLine" set "paidAmount" = 11 where "parentId" = $1`, [doc.id]);
  await expect(bend).rejects.toThrow(/withinAmount/);
});

test("the number of statements does not grow with the number of lines", async () => {
  const [small, large] = [await made("10"), await made(...Array.from({ length: 60 }, () => "10"))];
  const statements = async (doc: Payable): Promise<number> => {
    let count = 0;
    const stop = kernel.db.onStatement(() => (count += 1));
    await post(
      kernel,
      doc.id,
      doc.lines.map((row) => paid(row.id, "1", { key: newId() })),
    );
    stop();
    return count;
  };
  await statements(await made("10"));
  expect(await statements(large)).toBe(await statements(small));
});

describe("the nightly proof", () => {
  test("finds a planted imbalance in both currencies, and rebuilding mends it", async () => {
    const doc = await made("1000");
    const [entry] = doc.lines;
    await post(kernel, doc.id, [paid(entry!.id, "100"), paid(entry!.id, "50")]);
    expect(await found()).toEqual([]);
    await kernel.db.query(`update "TrialOwedLine" set "paidAmount" = 149, "paidBase" = 1 where id = $1`, [entry!.id]);
    const entries = await found();
    expect(entries).toMatchObject([
      { ownerType: "OWED", ownerId: entry!.id, docType: "TrialOwed", docId: doc.id, rule: "LEDGER", bucket: "PAID" },
      { bucket: "PAID" },
    ]);
    expect(entries.map(({ storedValue, provenValue }) => [storedValue, provenValue]).toSorted()).toEqual([
      ["1", "1080"],
      ["149", "150"],
    ]);
    await press(kernel, "TrialOwed", doc.id, "doRebuild", { ownerId: entry!.id, bucket: "PAID" }, {}, systemMe("test"));
    expect(await found()).toEqual([]);
  });

  test("finds one on a document that owns its buckets, and refuses to rebuild what is not its own", async () => {
    const { id } = await save(kernel, "TrialShelf", { shelfNum: "S1", orgId: "ORG" });
    await kernel.db.query(`update "TrialShelf" set "hereQty" = 3 where id = $1`, [id]);
    expect(await found()).toMatchObject([{ ownerType: "SHELF", ownerId: id, docId: id, storedValue: "3", provenValue: "0" }]);
    const rebuild = (ownerId: string, bucket: string) =>
      codeOf(press(kernel, "TrialShelf", id, "doRebuild", { ownerId, bucket }, {}, systemMe("test")));
    expect(await rebuild(id, "GONE")).toBe("LEDGER_OWNER");
    expect(await rebuild(id, "HERE")).toBe("done");
    expect(await found()).toEqual([]);
  });
});

test("a figure is explained by its postings, in their order and with the figure after each", async () => {
  const doc = await made("1000");
  const [entry] = doc.lines;
  await post(kernel, doc.id, [paid(entry!.id, "100")]);
  await post(kernel, doc.id, [paid(entry!.id, "20", { event: "DEDUCT", deltas: { OFF: "20" } })]);
  const why = new Explanations(kernel, postings);
  const ctx = { ...doerOf(), me: someone() } as never;
  const answer = await why.answer(ctx, { docType: "TrialOwed", docId: doc.id, ownerIds: [entry!.id], buckets: { PAID: -1, OFF: -1 } });
  expect(answer.rows.map(({ eventCode, delta, balance: after }) => [eventCode, Number(delta), Number(after)])).toEqual([
    ["PAY", -100, -100],
    ["DEDUCT", -20, -120],
  ]);
  expect(await codeOf(why.answer(ctx, { docType: "TrialOwed", docId: doc.id, ownerIds: ["elsewhere"], buckets: { PAID: 1 } }))).toBe(
    "DATA_NOT_FOUND",
  );
});
