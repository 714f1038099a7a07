import { afterAll, beforeAll, expect, test } from "vitest";
import { save } from "../../tests/support/kernel.ts";
import { systemMe } from "#kernel/server/access/permit.ts";
import type { Row } from "#kernel/server/find/visible.ts";
import { World } from "./test-world.ts";

let world: World;
const system = systemMe("test");
beforeAll(async () => void (world = await World.open()));
afterAll(() => world?.drop());

/** What somebody was sent; that an own address is dead is told beside it. */
const of = async (userId: string, channel?: string): Promise<Row[]> =>
  (await world.deliveries(`d."userId" = $1`, [userId])).filter(
    (row) => row["eventCode"] !== "MSG_ADDRESS_BOUNCED" && (!channel || row["channel"] === channel),
  );
const states = (rows: readonly Row[]): string[] =>
  rows.map((row) => `${row["channel"]} ${row["status"]}${row["reason"] ? ` ${row["reason"]}` : ""}`);

test("messaging 1: what is rolled back tells nobody", async () => {
  const buyer = await world.person("one.buyer", ["TEST_BUYER"]);
  const paper = await world.paper({ buyerId: buyer });
  await expect(world.press(paper, "doFail")).rejects.toMatchObject({ code: "TEST_FAIL" });
  expect(await world.kernel.db.query(`select 1 from "Outbox" where "docId" = $1 and event = 'TEST_PUBLISHED'`, [paper["id"]])).toEqual([]);
  await world.turn();
  expect(await world.boxes(buyer)).toEqual([]);
  await world.press(paper, "doPublish");
  await world.turn();
  expect((await world.boxes(buyer)).map((box) => box["title"])).toEqual([`单据${paper["paperNum"]}已发布：A`]);
});

test("messaging 2: a mail server that is down for twenty minutes gets one mail when it is back, not three", async () => {
  const vendor = await world.person("two.vendor", ["TEST_VENDOR"], { userType: "SUPPLIER", supplierId: "S2" });
  const mail = world.sender("LOCAL_EMAIL");
  const before = mail.sent.length;
  mail.answer = () => ({ accepted: false, code: "ECONNECTION", text: "refused", errorClass: "TRANSIENT" });
  const paper = await world.paper({ buyerId: vendor, supplierId: "S2" });
  await world.press(paper, "doPublish");
  await world.turn();
  const seen: number[] = [];
  const began = world.at.getTime();
  for (let minute = 0; minute <= 25; minute++) {
    if (minute === 20) mail.answer = () => ({ accepted: true });
    await world.turn();
    const [row] = await of(vendor, "EMAIL");
    seen.push(row!["tryCount"]);
    world.wait(1);
  }
  const [row] = await of(vendor, "EMAIL");
  expect(row).toMatchObject({ status: "SENT", tryCount: 4 });
  const logs = await world.kernel.db.query<Row>(
    `select at, result, "nextTryAt" from "BaseMsgLog" where "deliveryId" = $1 order by "tryNo"`,
    [row!["id"]],
  );
  expect(logs.map((log) => Math.round((Date.parse(log["at"]) - began) / 60_000))).toEqual([0, 1, 6, 21]);
  expect(logs.map((log) => log["result"])).toEqual(["FAILED", "FAILED", "FAILED", "ACCEPTED"]);
  expect(mail.sent.slice(before).filter((outgoing) => outgoing.userId === vendor)).toHaveLength(1);
});

test("messaging 3: a worker that dies after the provider took the message repeats it under the same id; the inbox has one row", async () => {
  const vendor = await world.person("three.vendor", ["TEST_VENDOR"], { userType: "SUPPLIER", supplierId: "S3" });
  const mail = world.sender("LOCAL_EMAIL");
  const seen: string[] = [];
  const paper = await world.paper({ buyerId: vendor, supplierId: "S3" });
  await world.press(paper, "doPublish");
  await world.kernel.outbox.drain();
  // The event itself is told twice, as after a crash between hearing and noting it.
  await world.kernel.db.query(`update "Outbox" set "doneAt" = null where "docId" = $1`, [paper["id"]]);
  await world.kernel.outbox.drain();
  // Accepted by the provider, never written down: the worker's claim is all that is left.
  const [source] = await world.post.sources.of("EMAIL");
  const [claimed] = await world.post.sender.claim("EMAIL", source!, 10);
  mail.answer = (message) => {
    if (message.userId === vendor) seen.push(message.deliveryId);
    return { accepted: true };
  };
  await mail.send({
    deliveryId: claimed!.id,
    kind: "",
    address: "",
    userId: vendor,
    title: "",
    content: "",
    link: null,
    unsubscribeUrl: null,
    meta: {},
  });
  await world.turn();
  expect((await of(vendor, "EMAIL")).map((row) => row["status"])).toEqual(["SENDING"]);
  world.wait(2);
  await world.post.upkeep.sweep();
  await world.turn();
  expect(new Set(seen).size).toBe(1);
  expect(seen).toHaveLength(2);
  expect(states(await of(vendor))).toEqual(["SITE SENT", "EMAIL SENT"]);
  expect(await world.boxes(vendor)).toHaveLength(1);
});

test("messaging 4: each reader gets the own language, also in money and dates", async () => {
  const [cn, en] = [
    await world.person("four.cn", ["TEST_VENDOR"], { userType: "SUPPLIER", supplierId: "S4" }),
    await world.person("four.en", ["TEST_VENDOR"], {
      userType: "SUPPLIER",
      supplierId: "S4",
      userLanguage: "EN",
      timeZone: "Europe/Berlin",
    }),
  ];
  await save(world.kernel, "BaseMsgReceive", { receiveCode: "FOUR", nameCn: "四", kind: "USERS", value: { userIds: [cn, en] } }, system);
  const [receive] = await world.kernel.db.query<Row>(`select id from "BaseMsgReceive" where "receiveCode" = 'FOUR'`);
  const own = (await world.kernel.db.one<Row>(`select "receiveIds" from "BaseMsgCfg" where "msgCfgCode" = 'TEST_PUBLISHED'`))!;
  await world.config("TEST_PUBLISHED", { receiveIds: [receive!["id"]] });
  const paper = await world.paper({ supplierId: "S4", title: "泵" });
  await world.press(paper, "doPublish");
  await world.turn();
  await world.config("TEST_PUBLISHED", { receiveIds: own["receiveIds"] });
  const [a] = await world.boxes(cn);
  const [b] = await world.boxes(en);
  expect([a!["title"], a!["content"]]).toEqual([`单据${paper["paperNum"]}已发布：泵`, "金额1,234.50，截止2043-11-20 10:00"]);
  expect([b!["titleEn"], b!["content"]]).toEqual([`Paper ${paper["paperNum"]} published: 泵`, "Amount 1,234.50, due 20 Nov 2043 03:00"]);
});

test("messaging 5: another supplier's contact who is listed by mistake is not told", async () => {
  const foreign = await world.person("five.vendor", ["TEST_VENDOR"], { userType: "SUPPLIER", supplierId: "S5-OTHER" });
  const paper = await world.paper({ buyerId: foreign, supplierId: "S5" });
  await world.press(paper, "doPublish");
  await world.turn();
  expect(states(await of(foreign))).toEqual(["SITE SUPPRESSED NO_PERMISSION", "EMAIL SUPPRESSED NO_PERMISSION"]);
  expect(await world.boxes(foreign)).toEqual([]);
  const stranger = await world.person("five.stranger", ["EMPLOYEE"]);
  const other = await world.paper({ buyerId: stranger });
  await world.press(other, "doPublish");
  await world.turn();
  expect(states(await of(stranger))).toEqual(["SITE SUPPRESSED NO_PERMISSION", "EMAIL SUPPRESSED NO_PERMISSION"]);
});

test("messaging 6: the same event twice within ten minutes is one message", async () => {
  const buyer = await world.person("six.buyer", ["TEST_BUYER"]);
  await world.config("TEST_REMIND", { dedupeMinutes: 10, channels: ["SITE"] });
  const paper = await world.paper({ buyerId: buyer });
  await world.press(paper, "doRemind");
  await world.turn();
  world.wait(5);
  await world.press(paper, "doRemind");
  await world.turn();
  expect(await world.boxes(buyer)).toHaveLength(1);
  world.wait(11);
  await world.press(paper, "doRemind");
  await world.turn();
  expect(await world.boxes(buyer)).toHaveLength(2);
  await world.config("TEST_REMIND", { dedupeMinutes: 0, channels: ["SITE", "SMS"] });
});

test("messaging 7: who stopped business mails gets them in the inbox alone; a tender still comes by mail and cannot be stopped", async () => {
  const vendor = await world.person("seven.vendor", ["TEST_VENDOR"], { userType: "SUPPLIER", supplierId: "S7" });
  const responsibilities = await world.kernel.directory.responsibilities(vendor, world.at);
  const me = await world.kernel.permits.me({
    userId: vendor,
    responsibilityId: responsibilities[0]!.responsibilityId,
    supplierId: "S7",
    language: "CN",
  });
  const stop = (input: Row) =>
    world.kernel.actor.act(
      { entity: world.kernel.declared.entity("BaseMsgUnsubscribe"), action: "doUnsubscribe", targets: [{ input }] },
      { me, now: world.at, requestId: "r", ip: null },
    );
  await stop({ scope: "KIND", scopeValue: "BUSINESS", channel: "EMAIL" });
  const paper = await world.paper({ buyerId: vendor, supplierId: "S7" });
  await world.press(paper, "doPublish");
  await world.turn();
  expect(states(await of(vendor))).toEqual(["SITE SENT", "EMAIL SUPPRESSED UNSUBSCRIBED"]);
  await world.kernel.outbox.add("TEST_TENDER", { userId: vendor, title: "T", bizNo: "1" }, world.at, {
    entity: "TestPaper",
    docId: paper["id"],
  });
  await world.turn();
  expect(states(await of(vendor)).slice(2)).toEqual(["SITE SENT", "EMAIL SENT"]);
  await expect(stop({ scope: "CFG", scopeValue: "TEST_TENDER", channel: "EMAIL" })).rejects.toMatchObject({ code: "MSG_MANDATORY" });
});

test("messaging 11: a script in a value is shown as text", async () => {
  const vendor = await world.person("eleven.vendor", ["TEST_VENDOR"], { userType: "SUPPLIER", supplierId: "S11" });
  const [template] = await world.kernel.db.query<Row>(
    `select id from "BaseMsgTemplate" where "templateCode" = 'TEST_TENDER' and channel = 'EMAIL'`,
  );
  await world.kernel.db.query(`update "BaseMsgTemplate" set "contentCn" = '<p>\${title}</p>' where id = $1`, [template!["id"]]);
  world.kernel.bus.say([{ entity: "BaseMsgTemplate", id: template!["id"] }]);
  const paper = await world.paper({ supplierId: "S11" });
  await world.press(paper, "doPublish");
  await world.kernel.outbox.add("TEST_TENDER", { userId: vendor, title: "<script>alert(1)</script>" }, world.at, {
    entity: "TestPaper",
    docId: paper["id"],
  });
  await world.turn();
  const mail = world.sender("LOCAL_EMAIL").sent.findLast((outgoing) => outgoing.userId === vendor)!;
  expect(mail.content).toContain("<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>");
  expect(mail.content).not.toContain("<script>");
  expect(mail.title).toBe("招标通知<script>alert(1)</script>");
});

test("messaging 12: an address that bounced twice is left, and the phone is used instead", async () => {
  const vendor = await world.person("twelve.vendor", ["TEST_VENDOR"], { userType: "SUPPLIER", supplierId: "S12", mobile: "13800000012" });
  await world.config("TEST_TENDER", { fallbackChannels: ["SMS"] });
  const mail = world.sender("LOCAL_EMAIL");
  mail.answer = (message) =>
    message.userId === vendor
      ? { accepted: false, code: "550", text: "no such mailbox", errorClass: "PERMANENT_ADDRESS" }
      : { accepted: true };
  const paper = await world.paper({ supplierId: "S12" });
  await world.press(paper, "doPublish");
  const fire = async () => {
    await world.kernel.outbox.add("TEST_TENDER", { userId: vendor, title: "T" }, world.at, { entity: "TestPaper", docId: paper["id"] });
    await world.turn();
    await world.turn();
  };
  await fire();
  expect(states(await of(vendor))).toEqual(["SITE SENT", "EMAIL FAILED", "SMS SENT"]);
  const book = () =>
    world.kernel.db.one<Row>(`select state, "bounceCount" from "BaseMsgAddress" where "userId" = $1 and channel = 'EMAIL'`, [vendor]);
  expect(await book()).toEqual({ state: "OK", bounceCount: 1 });
  await fire();
  expect(await book()).toEqual({ state: "BOUNCED", bounceCount: 2 });
  await fire();
  expect(states(await of(vendor)).slice(6)).toEqual(["SITE SENT", "EMAIL SUPPRESSED BOUNCED", "SMS SENT"]);
  expect(world.sender("LOCAL_SMS").sent.filter((outgoing) => outgoing.userId === vendor)).toHaveLength(3);
  const matchingBoxes = (await world.boxes(vendor)).filter((row) => row["title"] === "您的邮箱无法送达，请更新");
  expect(matchingBoxes, "told once, in the inbox, to mend it").toMatchObject([{ linkRoute: "userCenter" }]);
  // A new address begins without the old one's bad name.
  await save(world.kernel, "BaseUsers", { id: vendor, email: "new.twelve@example.com" }, system);
  mail.answer = () => ({ accepted: true });
  await fire();
  expect(states(await of(vendor)).slice(9)).toEqual(["SITE SENT", "EMAIL SENT"]);
  await world.config("TEST_TENDER", { fallbackChannels: [] });
});

test("messaging 13: at night the inbox rings at once and the phone in the morning, unless it must not wait", async () => {
  world.at = new Date("2043-11-18T15:00:00.000Z");
  const buyer = await world.person("thirteen.buyer", ["TEST_BUYER"], { mobile: "13800000013" });
  const paper = await world.paper({ buyerId: buyer });
  await world.press(paper, "doRemind");
  await world.turn();
  expect(states(await of(buyer))).toEqual(["SITE SENT", "SMS WAITING"]);
  expect((await of(buyer, "SMS"))[0]!["nextTryAt"]).toBe("2043-11-18T23:30:00.000Z");
  world.at = new Date("2043-11-18T23:29:00.000Z");
  await world.turn();
  expect((await of(buyer, "SMS"))[0]!["status"]).toBe("WAITING");
  world.at = new Date("2043-11-18T23:30:00.000Z");
  await world.turn();
  expect((await of(buyer, "SMS"))[0]!["status"]).toBe("SENT");
  world.at = new Date("2043-11-19T15:00:00.000Z");
  await world.config("TEST_REMIND", { quietRespect: "N" });
  await world.press(paper, "doRemind");
  await world.turn();
  expect(states(await of(buyer)).slice(2)).toEqual(["SITE SENT", "SMS SENT"]);
  await world.config("TEST_REMIND", { quietRespect: "Y" });
});

test("messaging 14: a task done before the digest is not in it, and an empty digest is not sent", async () => {
  world.at = new Date("2043-11-20T02:00:00.000Z");
  await world.post.digests.run();
  await world.turn();
  const buyer = await world.person("fourteen.buyer", ["TEST_BUYER"]);
  const mail = world.sender("LOCAL_EMAIL");
  const [done, open] = [await world.paper({ buyerId: buyer }), await world.paper({ buyerId: buyer })];
  await world.press(done, "doTask", { userId: buyer });
  await world.turn();
  await world.press(done, "doDone");
  world.at = new Date("2043-11-20T10:00:00.000Z");
  const before = mail.sent.length;
  expect(await world.post.digests.run()).toBe(0);
  await world.turn();
  expect(mail.sent).toHaveLength(before);
  expect(states(await of(buyer, "EMAIL"))).toEqual(["EMAIL SUPPRESSED OBSOLETE"]);

  world.at = new Date("2043-11-21T02:00:00.000Z");
  const third = await world.paper({ buyerId: buyer });
  for (const paper of [open, third]) await world.press(paper, "doTask", { userId: buyer });
  await world.press(third, "doDone");
  await world.turn();
  world.at = new Date("2043-11-21T10:00:00.000Z");
  expect(await world.post.digests.run()).toBe(1);
  expect(await world.post.digests.run()).toBe(0);
  await world.turn();
  const sent = mail.sent.slice(before).filter((outgoing) => outgoing.userId === buyer);
  expect(sent).toHaveLength(1);
  expect(sent[0]!.content).toContain(`任务${open["paperNum"]}`);
  expect(sent[0]!.content).not.toContain(third["paperNum"]);
  expect(states(await of(buyer, "EMAIL"))).toEqual(["EMAIL SUPPRESSED OBSOLETE", "EMAIL SENT", "EMAIL SUPPRESSED OBSOLETE", "EMAIL SENT"]);
});

test("messaging 19: a withdrawn notice takes its unread messages back and stops what has not left", async () => {
  const [reads, waits] = [
    await world.person("nineteen.a", ["TEST_VENDOR"], { userType: "SUPPLIER", supplierId: "S19" }),
    await world.person("nineteen.b", ["TEST_VENDOR"], { userType: "SUPPLIER", supplierId: "S19" }),
  ];
  const { markRead } = await import("./server/inbox-calls.ts");
  world.sender("LOCAL_EMAIL").answer = (message) =>
    message.userId === waits ? { accepted: false, code: "ETIMEDOUT", errorClass: "TRANSIENT" } : { accepted: true };
  await save(
    world.kernel,
    "BaseMsgReceive",
    { receiveCode: "NINETEEN", nameCn: "十九", kind: "USERS", value: { userIds: [reads, waits] } },
    system,
  );
  const [receive] = await world.kernel.db.query<Row>(`select id from "BaseMsgReceive" where "receiveCode" = 'NINETEEN'`);
  const own = (await world.kernel.db.one<Row>(`select "receiveIds" from "BaseMsgCfg" where "msgCfgCode" = 'TEST_PUBLISHED'`))!;
  await world.config("TEST_PUBLISHED", { receiveIds: [receive!["id"]] });
  const paper = await world.paper({ supplierId: "S19" });
  await world.press(paper, "doPublish");
  await world.turn();
  await world.config("TEST_PUBLISHED", { receiveIds: own["receiveIds"] });
  await markRead(world.post.office, reads, "all");
  world.wait(1);
  await world.press(paper, "doWithdraw");
  await world.post.followDocument("TestPaper", paper["id"]);
  expect(await world.boxes(reads)).toHaveLength(1);
  expect(await world.boxes(waits)).toEqual([]);
  expect(world.frames.findLast((frame) => frame.userId === waits)!.frame.data).toEqual({ unreadCount: 0 });
  expect(states(await of(waits))).toEqual(["SITE CANCELLED", "EMAIL CANCELLED"]);
  expect(states(await of(reads))).toEqual(["SITE READ", "EMAIL SENT"]);
  world.sender("LOCAL_EMAIL").answer = () => ({ accepted: true });
});
