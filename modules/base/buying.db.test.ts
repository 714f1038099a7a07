import { afterAll, beforeAll, expect, test } from "vitest";
import { systemMe } from "#kernel/server/access/permit.ts";
import type { Client } from "../../tests/support/client.ts";
import { press, save } from "../../tests/support/kernel.ts";
import { openTestProduct, type TestProduct } from "../../tests/support/product.ts";
import { itemFacts, lastPaid } from "./panorama.ts";

const system = systemMe("test");
let product: TestProduct;
let buyer: Client, steward: Client, admin: Client;
const orgs: string[] = [];
let itemId = "";
let adminId = "";

const made = (entity: string, input: object) => save(product.kernel, entity, { ...input }, system);
const rows = <T = Record<string, any>>(sql: string, ...values: unknown[]) => product.kernel.db.query<T>(sql, values);
const orgRows = () => rows(`select * from "SrmBaseItemOrg" where "itemId" = $1 order by "creationDate", id`, itemId);

beforeAll(async () => {
  product = await openTestProduct();
  await product.person("buy.buyer", ["BUYER"]);
  await product.person("buy.steward", ["MASTER_DATA"]);
  adminId = await product.person("buy.admin", ["SYS_ADMIN"]);
  [buyer, steward, admin] = await Promise.all([product.signIn("buy.buyer"), product.signIn("buy.steward"), product.signIn("buy.admin")]);
  const unit = await made("BaseOrganization", { orgCode: "BUYBU", orgName: "采购单位", orgType: "BU", functionalCurrency: "CNY" });
  for (const orgCode of ["INV1", "INV2", "INV3"])
    orgs.push((await made("BaseOrganization", { orgCode, orgName: `工厂 ${orgCode}`, orgType: "INV", parentOrgId: unit.id })).id);
  const leaf = await made("SrmBasePurchaseCategory", {
    categoryCode: "BUYING",
    categoryName: "采购件",
    purchaseKind: "DIRECT",
    importanceLevel: "ROUTINE",
  });
  const item = await made("SrmBaseItem", { itemCode: "BUY1", itemName: "轴承座", categoryId: leaf.id, itemType: "RAW", primaryUom: "EA" });
  itemId = item.id;
  await press(product.kernel, "SrmBaseItem", itemId, "doSubmit", {}, {}, system);
});
afterAll(() => product?.drop());

const call = (by: Client, name: string, body: object) => by.call(`srmServer/v1/${name}`, body);

test("an item comes to further organisations at once, like the one named, and what is there stays", async () => {
  const assign = (body: object) => call(steward, "srmBaseItemRestful/doAssignOrg", { ids: [itemId], ...body });
  expect(await assign({ orgIds: [orgs[0]] })).toMatchObject({ status: "S" });
  const [first] = await orgRows();
  expect(first).toMatchObject({ orgId: orgs[0], status: "ACTIVE", purchasableFlag: "Y" });
  await made("SrmBaseItemOrg", { id: first!["id"], moq: "12", leadTimeDays: 9 });
  expect(await assign({ orgIds: [orgs[0], orgs[1], orgs[2]], copyFromOrgId: orgs[0] })).toMatchObject({ status: "S" });
  const all = await orgRows();
  expect(all.map((row) => [row["orgId"], Number(row["moq"]), row["leadTimeDays"], row["categoryId"]])).toEqual(
    orgs.map((orgId) => [orgId, 12, 9, first!["categoryId"]]),
  );
  const [unit] = await rows(`select id from "BaseOrganization" where "orgCode" = 'BUYBU'`);
  expect(await assign({ orgIds: [unit!["id"]] })).toMatchObject({ status: "E" });
  expect(await call(buyer, "srmBaseItemRestful/doAssignOrg", { ids: [itemId], orgIds: [orgs[0]] })).toMatchObject({ code: "PERM_DENIED" });
});

test("rows edited in the table are saved together: one that somebody was quicker with keeps all of them back and is named", async () => {
  const [one, two] = await orgRows();
  const edit = (first: object, second: object) =>
    call(buyer, "srmBaseItemOrgRestful/doBatchSaveOrUpdate", {
      rows: [
        { id: one!["id"], versionNum: one!["versionNum"], ...first },
        { id: two!["id"], versionNum: two!["versionNum"], ...second },
      ],
    });
  await made("SrmBaseItemOrg", { id: two!["id"], mpq: "3" });
  const stale = await edit({ moq: "20" }, { moq: "30" });
  expect(stale).toMatchObject({ status: "E", code: "VERSION_CONFLICT", data: { theirs: { id: two!["id"], mpq: "3" } } });
  expect(
    (await orgRows()).map((row) => Number(row["moq"])),
    "nothing is half applied",
  ).toEqual([12, 12, 12]);
  two!["versionNum"] += 1;
  const wrong = await edit({ moq: "20", maxOrderQty: "10" }, { overReceiveTolerance: "130" });
  expect(wrong).toMatchObject({
    status: "E",
    fieldErrors: expect.arrayContaining([expect.objectContaining({ path: "rows[1].overReceiveTolerance" })]),
  });
  expect(await edit({ moq: "20" }, { moq: "30", aslRequired: "Y" })).toMatchObject({ status: "S" });
  expect((await orgRows()).map((row) => Number(row["moq"]))).toEqual([20, 30, 12]);
});

test("the all-round view says what other areas know, the three newest prices, and nothing of an organisation one may not see", async () => {
  const ask = (orgId: string) => call(buyer, "srmBaseItemRestful/find360", { itemId, orgId });
  expect((await ask(orgs[0]!)).data).toMatchObject({ item: { itemCode: "BUY1" }, prices: [], facts: [], answered: true });
  const end = product.kernel.declared.answers.add(
    itemFacts.answeredBy(async (_, asked) => [
      ...["01", "04", "02", "03"].map((day) => ({
        kind: "PRICE" as const,
        title: ["试验供应商", "Trial supplier"] as const,
        value: `1${day}.50`,
        at: `2026-11-${day}`,
      })),
      { kind: "QUALITY" as const, title: ["不良率", "Defects"] as const, value: asked.orgIds?.[0] === orgs[0] ? "120" : "0" },
    ]),
  );
  try {
    const { data } = await ask(orgs[0]!);
    expect(data.prices.map((price: any) => [price.title, price.at])).toEqual(
      ["04", "03", "02"].map((day) => ["试验供应商", `2026-11-${day}`]),
    );
    expect([data.ppm, data.answered]).toEqual(["120", true]);
    expect((await ask("nowhere")).data.facts, "no row of this organisation, no facts").toEqual([]);
  } finally {
    end();
  }
});

test("beside the lists: how many organisations have an item, what was paid for it last by whoever buys for the plant", async () => {
  const counted = await call(buyer, "srmBaseItemRestful/orgCounts", { ids: [itemId] });
  expect(counted.data[itemId]).toBe((await orgRows()).length);
  const [row] = await orgRows();
  const unit = (await rows(`select "parentOrgId" as id from "BaseOrganization" where id = $1`, row!["orgId"]))[0]!["id"];
  const ask = async () => (await call(buyer, "srmBaseItemOrgRestful/lastPaid", { ids: [row!["id"]] })).data;
  expect(await ask()).toEqual({});
  const paid = (orgId: string, day: string, price: string) => ({
    itemId,
    orgId,
    price,
    currency: "CNY",
    uom: "PCS",
    supplier: ["试验供应商", "Trial supplier"] as const,
    day,
  });
  const end = product.kernel.declared.answers.add(
    lastPaid.answeredBy(async () => [
      paid(row!["orgId"], "2026-11-01", "10"),
      paid(unit, "2026-11-03", "11"),
      paid("elsewhere", "2026-11-05", "99"),
    ]),
  );
  try {
    expect((await ask())[row!["id"]]).toMatchObject({ price: "11", supplier: "试验供应商" });
  } finally {
    end();
  }
});

test("a notice rule is read before it is sent: both languages, what is unknown named, and sent to nobody but whom it is tried on", async () => {
  const rule = {
    eventCode: "NOTICE_PUBLISHED",
    configName: "试发",
    channels: ["SITE", "EMAIL"],
    titleCn: "【公告】${title}",
    titleEn: "[Notice] ${title}",
    bodyCn: "<p>请阅读 ${title} ${nothing}</p>",
    bodyEn: "<p>Please read ${title}</p>",
  };
  const send = (by: Client, body: object) => call(by, "srmBaseNoticeConfigRestful/testSend", body);
  expect(await send(buyer, { draft: rule })).toMatchObject({ status: "E", code: "PERM_DENIED" });
  const tried = await send(admin, { draft: rule });
  expect(tried).toMatchObject({ status: "S", data: { sent: [] } });
  expect(tried.data.rendered.map((entry: any) => [entry.channel, entry.language, entry.title])).toEqual([
    ["SITE", "CN", "【公告】title"],
    ["SITE", "EN", "[Notice] titleEn"],
    ["EMAIL", "CN", "【公告】title"],
    ["EMAIL", "EN", "[Notice] titleEn"],
  ]);
  expect(tried.data.rendered[0]).toMatchObject({ content: "请阅读 title ", missing: ["nothing"] });
  expect(tried.data.variables.map((variable: any) => variable.key)).toContain("title");
  expect(await send(admin, { draft: rule, toUserId: adminId })).toMatchObject({ status: "S", data: { sent: ["SITE", "EMAIL"] } });
  await expect
    .poll(async () =>
      (await rows(`select "userId", title from "BaseMsgBox" where title like '%公告%'`)).map((row) => [row["userId"], row["title"]]),
    )
    .toEqual([[adminId, "【公告】title"]]);
  expect(await send(admin, { draft: { ...rule, eventCode: "NO_SUCH" } })).toMatchObject({ status: "E", code: "MSG_EVENT_UNKNOWN" });
});
