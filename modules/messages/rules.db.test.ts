import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Me } from "#kernel/entity.ts";
import { systemMe } from "#kernel/server/access/permit.ts";
import type { Row } from "#kernel/server/find/visible.ts";
import { Random } from "../../tests/support/generate.ts";
import { save, someone } from "../../tests/support/kernel.ts";
import { conditionOf } from "./server/notices.ts";
import { World } from "./test-world.ts";

let world: World;
const system = systemMe("test");
beforeAll(async () => void (world = await World.open()));
afterAll(() => world?.drop());

const press = (entity: string, id: string, action: string, input: Row = {}, me: Me = someone()) =>
  world.press({ id }, action, input, entity, me);

describe("templates", () => {
  const draft = ({ n = 1, ...more }: Row) =>
    save(world.kernel, "BaseMsgTemplate", { templateCode: `T${n}`, channel: "SITE", titleCn: "甲", titleEn: "A", ...more });
  const eventId = async () =>
    (await world.kernel.db.one<Row>(`select id from "BaseMsgEvent" where "eventCode" = 'TEST_PUBLISHED'`))!["id"] as string;

  test("publishing refuses what its event does not carry, a missing language and a long SMS; the new version takes the old one's place", async () => {
    const bad = await draft({ n: 1, eventId: await eventId(), titleCn: "{title}与{price}", titleEn: "${title}" });
    expect(bad.titleCn).toBe("${title}与${price}");
    await expect(press("BaseMsgTemplate", bad.id, "doPublish")).rejects.toMatchObject({ code: "MSG_TPL_VAR" });
    await save(world.kernel, "BaseMsgTemplate", { id: bad.id, titleCn: "{title}", titleEn: null });
    await expect(press("BaseMsgTemplate", bad.id, "doPublish")).rejects.toMatchObject({ code: "MSG_TPL_LANG" });
    await save(world.kernel, "BaseMsgTemplate", { id: bad.id, titleEn: "{title}" });
    expect(await press("BaseMsgTemplate", bad.id, "doPublish")).toMatchObject({ status: "PUBLISHED", version: 1 });
    await press("BaseMsgTemplate", bad.id, "doRevise");
    const [next] = await world.kernel.db.query<Row>(
      `select id, version from "BaseMsgTemplate" where "templateCode" = 'T1' and status = 'DRAFT'`,
    );
    expect(next!["version"]).toBe(2);
    await press("BaseMsgTemplate", next!["id"], "doPublish");
    expect(
      await world.kernel.db.query(`select version, status from "BaseMsgTemplate" where "templateCode" = 'T1' order by version`),
    ).toEqual([
      { version: 1, status: "INVALID" },
      { version: 2, status: "PUBLISHED" },
    ]);
    const sms = await draft({ n: 2, channel: "SMS", contentCn: "字".repeat(300), contentEn: "x" });
    await expect(press("BaseMsgTemplate", sms.id, "doPublish")).rejects.toMatchObject({ code: "MSG_SMS_LEN" });
    await expect(draft({ n: 3, channel: "SMS", contentCn: "{#lines}{x}{/lines}" })).rejects.toMatchObject({ code: "MSG_TPL_LIST" });
    await expect(draft({ n: 4, contentCn: "{#lines}" })).rejects.toMatchObject({ code: "MSG_TPL_FORM" });
  });
});

test("a business rule becomes the configuration of its event, read-only here, and is switched off there", async () => {
  const vendorAdmin = await world.person("notice.vendor", ["TEST_VENDOR"], { userType: "SUPPLIER", supplierId: "SN", supAdminFlag: "Y" });
  const rule = await save(
    world.kernel,
    "SrmBaseNoticeConfig",
    {
      eventCode: "TEST_CANCELLED",
      configName: "取消通知",
      channels: ["SITE"],
      titleCn: "贵司单据${bizNo}已取消",
      titleEn: "Your paper ${bizNo} is cancelled",
      bodyCn: "<p>${title}</p>",
      bodyEn: "<p>${title}</p>",
      conditionJson: { all: [{ field: "amount", op: ">", value: 1000 }] },
      receivers: [{ receiverRule: "SUPPLIER_ADMIN" }],
    },
    system,
  );
  await press("SrmBaseNoticeConfig", rule.id, "doEnabled", {}, system);
  await world.post.notices.enabled({ data: { id: rule.id } });
  const cfg = (await world.kernel.db.one<Row>(`select * from "BaseMsgCfg" where "msgCfgCode" = 'TEST_CANCELLED'`))!;
  expect(cfg).toMatchObject({ source: "NOTICE_CONFIG", conditionText: "amount > 1000", enabledFlag: "Y" });
  await expect(save(world.kernel, "BaseMsgCfg", { id: cfg["id"], priority: 1 })).rejects.toMatchObject({ code: "MSG_NOTICE_CONFIG" });
  const cancel = async (amount: string) => {
    const paper = await world.paper({ supplierId: "SN", amount });
    await world.press(paper, "doPublish");
    await world.press(paper, "doCancel");
    await world.turn();
  };
  await cancel("500");
  expect(await world.boxes(vendorAdmin)).toEqual([]);
  await cancel("1500");
  expect((await world.boxes(vendorAdmin)).map((box) => [box["title"].slice(0, 4), box["content"]])).toEqual([["贵司单据", "A"]]);
  await press("SrmBaseNoticeConfig", rule.id, "doInvalid", {}, system);
  await world.post.notices.invalid({ data: { id: rule.id } });
  await cancel("1500");
  expect(await world.boxes(vendorAdmin)).toHaveLength(1);
  expect([conditionOf(null), conditionOf("a = 1"), conditionOf({ level: "A", n: 2 })]).toEqual([null, "a = 1", 'level = "A" and n = 2']);
});

test("a configuration that cancels others stops what has not left, and two configurations of one event tell a reader once", async () => {
  const buyer = await world.person("twice.buyer", ["TEST_BUYER"]);
  await world.config("TEST_PUBLISHED", { delayMinutes: 30 });
  const own = (await world.kernel.db.one<Row>(`select * from "BaseMsgCfg" where "msgCfgCode" = 'TEST_PUBLISHED'`))!;
  await world.config("TEST_REMIND", { cancelsEvents: ["TEST_PUBLISHED"], channels: ["SITE"] });
  const paper = await world.paper({ buyerId: buyer });
  await world.press(paper, "doPublish");
  await world.turn();
  await world.press(paper, "doRemind");
  await world.turn();
  expect((await world.deliveries(`d."userId" = $1`, [buyer])).map((d) => [d["eventCode"], d["channel"], d["status"]])).toEqual([
    ["TEST_PUBLISHED", "SITE", "CANCELLED"],
    ["TEST_PUBLISHED", "EMAIL", "CANCELLED"],
    ["TEST_REMIND", "SITE", "SENT"],
  ]);
  await world.config("TEST_PUBLISHED", { delayMinutes: 0 });
  await save(
    world.kernel,
    "BaseMsgCfg",
    {
      msgCfgCode: "TWICE",
      eventId: own["eventId"],
      msgKind: "BUSINESS",
      channels: ["SITE"],
      receiveIds: own["receiveIds"],
      templateCodes: own["templateCodes"],
    },
    system,
  );
  const second = await world.paper({ buyerId: buyer });
  await world.press(second, "doPublish");
  await world.turn();
  expect((await world.boxes(buyer)).filter((box) => box["bizId"] === second["id"])).toHaveLength(1);
  expect((await world.deliveries(`i."bizId" = $1 and d.channel = 'SITE'`, [second["id"]])).map((d) => d["reason"]).sort()).toEqual([
    "DUPLICATE",
    null,
  ]);
});

test("messaging: unsubscribing and restoring in any order lead to the last choice", async () => {
  const buyer = await world.person("choice.buyer", ["TEST_BUYER"]);
  const [responsibility] = await world.kernel.directory.responsibilities(buyer, world.at);
  const me = await world.kernel.permits.me({
    userId: buyer,
    responsibilityId: responsibility!.responsibilityId,
    supplierId: null,
    language: "CN",
  });
  const random = new Random(11);
  let stopped = false;
  for (let step = 0; step < 12; step++) {
    const stop = random.chance(0.5);
    const [live] = await world.kernel.db.query<Row>(`select id from "BaseMsgUnsubscribe" where "userId" = $1 and status = 'LIVE'`, [buyer]);
    if (stop && !live)
      await world.kernel.actor.act(
        {
          entity: world.kernel.declared.entity("BaseMsgUnsubscribe"),
          action: "doUnsubscribe",
          targets: [{ input: { scope: "KIND", scopeValue: "BUSINESS", channel: "SITE" } }],
        },
        { me, now: world.at, requestId: `s${step}`, ip: null },
      );
    if (!stop && live) await press("BaseMsgUnsubscribe", live["id"], "doRestore", {}, me);
    stopped = stop;
    const before = (await world.boxes(buyer)).length;
    await world.press(await world.paper({ buyerId: buyer }), "doPublish");
    await world.turn();
    expect((await world.boxes(buyer)).length - before).toBe(stopped ? 0 : 1);
  }
});

test("messaging: whoever is listed, nobody without the right to read the document is told", async () => {
  const random = new Random(5);
  const people: { id: string; may: (supplierId: string) => boolean }[] = [];
  for (let n = 0; n < 4; n++) {
    people.push({ id: await world.person(`r.buyer${n}`, ["TEST_BUYER"]), may: () => true });
    people.push({ id: await world.person(`r.none${n}`, ["EMPLOYEE"]), may: () => false });
    people.push({ id: await world.person(`r.bare${n}`, []), may: () => false });
    people.push({
      id: await world.person(`r.vendor${n}`, ["TEST_VENDOR"], { userType: "SUPPLIER", supplierId: `SR${n}` }),
      may: (supplierId) => supplierId === `SR${n}`,
    });
  }
  const { id } = await save(
    world.kernel,
    "BaseMsgReceive",
    { receiveCode: "RANDOM", nameCn: "随机", kind: "USERS", value: { userIds: ["x"] } },
    system,
  );
  await world.config("TEST_TENDER", { receiveIds: [id], channels: ["SITE"] });
  for (let round = 0; round < 8; round++) {
    const listed = people.filter(() => random.chance(0.6));
    await save(world.kernel, "BaseMsgReceive", { id, value: { userIds: ["nobody", ...listed.map((row) => row.id)] } }, system);
    const supplierId = `SR${random.int(0, 4)}`;
    const paper = await world.paper({ supplierId });
    await world.press(paper, "doPublish");
    await world.kernel.outbox.add("TEST_TENDER", { title: String(round) }, world.at, { entity: "TestPaper", docId: paper["id"] });
    await world.turn();
    const rows = await world.kernel.db.query<{ userId: string }>(
      `select "userId" from "BaseMsgBox" where "bizId" = $1 and title like '招标%' order by 1`,
      [paper["id"]],
    );
    expect(rows.map((row) => row.userId)).toEqual(
      listed
        .filter((row) => row.may(supplierId))
        .map((row) => row.id)
        .sort(),
    );
  }
});

test("messaging: a process that dies anywhere loses nothing and writes no inbox row twice", async () => {
  const random = new Random(23);
  const buyers = await Promise.all(
    ["c1", "c2", "c3"].map((name) => world.person(`crash.${name}`, ["TEST_BUYER"], { mobile: `1390000${name.slice(1)}000` })),
  );
  const { id } = await save(
    world.kernel,
    "BaseMsgReceive",
    { receiveCode: "CRASH", nameCn: "崩溃", kind: "USERS", value: { userIds: buyers } },
    system,
  );
  await world.config("TEST_TENDER", { receiveIds: [id], channels: ["SITE", "EMAIL"] });
  const mail = world.sender("LOCAL_EMAIL");
  const accepted = new Set<string>();
  // Some sendings are taken by the provider and then the process is gone: the answer never comes back.
  mail.answer = (message) => {
    accepted.add(message.deliveryId);
    if (random.chance(0.3)) throw new Error("the process died");
    return { accepted: true };
  };
  for (let n = 0; n < 10; n++) await world.kernel.outbox.add("TEST_TENDER", { title: `crash ${n}` }, world.at);
  for (let step = 0; step < 60; step++) {
    const what = random.int(0, 4);
    if (what === 0) await world.kernel.outbox.drain();
    // Heard, but the note that it was heard is lost.
    if (what === 1)
      await world.kernel.db.query(
        `update "Outbox" set "doneAt" = null, "nextTryAt" = $1 where no in (select no from "Outbox" where event = 'TEST_TENDER' order by random() limit 3)`,
        [world.at],
      );
    if (what === 2) {
      // Claimed by a worker that never comes back.
      const [source] = await world.post.sources.of("EMAIL");
      await world.post.sender.claim("EMAIL", source!, 3);
    }
    if (what === 3) await world.turn();
    if (what === 4) await world.post.upkeep.sweep();
    world.wait(random.int(0, 3));
  }
  mail.answer = () => ({ accepted: true });
  for (let n = 0; n < 8; n++) {
    await world.turn();
    world.wait(300);
    await world.post.upkeep.sweep();
  }
  await world.turn();
  const rows = await world.kernel.db.query<Row>(
    `select title, count(*)::int as n, count(distinct "userId")::int as people from "BaseMsgBox" where title like '%crash%' group by title`,
  );
  expect(rows).toHaveLength(10);
  expect(rows.every((row) => row["n"] === 3 && row["people"] === 3)).toBe(true);
  const mails = await world.deliveries(`d.channel = 'EMAIL' and d.title like '%crash%'`);
  expect(mails).toHaveLength(30);
  expect(mails.every((row) => row["status"] === "SENT")).toBe(true);
  expect([...accepted].every((value) => mails.some((row) => row["id"] === value))).toBe(true);
});
