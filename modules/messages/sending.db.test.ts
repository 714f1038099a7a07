import { afterAll, beforeAll, expect, test } from "vitest";
import { SMTPServer } from "smtp-server";
import { smtpSender } from "#bridges/mail.ts";
import { Outside } from "#kernel/server/outside/outside.ts";
import { systemMe } from "#kernel/server/access/permit.ts";
import type { Row } from "#kernel/server/find/visible.ts";
import type { Me } from "#kernel/entity.ts";
import { houseZone, msOf, shift } from "#kernel/time.ts";
import { save } from "../../tests/support/kernel.ts";
import type { SourceAccount } from "./channel.ts";
import { readStopToken, unsubscribeUrl } from "./server/token.ts";
import { World } from "./test-world.ts";

let world: World;
const system = systemMe("test");
beforeAll(async () => void (world = await World.open()));
afterAll(() => world?.drop());

const states = (rows: readonly Row[]): Record<string, number> => {
  const found: Record<string, number> = {};
  for (const row of rows) found[row["status"]] = (found[row["status"]] ?? 0) + 1;
  return found;
};

async function crowd(count: number, code: string): Promise<string> {
  await world.kernel.db.query(
    `insert into "BaseUsers" (id, "createdBy", "creationDate", "lastUpdatedBy", "lastUpdateDate", "versionNum", "userName", "displayName", "displayNameEn", "userType", email, "userStatus", "userLanguage", "timeZone", "supAdminFlag", "emailVerified", "mobileVerified", "mustChangePwd")
     select $2 || n, 'test', now(), 'test', now(), 1, lower($2) || n, $2 || n, $2, 'INTERNAL', lower($2) || n || '@example.com', 'ACTIVE', 'CN', '${houseZone}', 'N', 'N', 'N', 'N' from generate_series(1, $1) n`,
    [count, code],
  );
  const { id } = await save(
    world.kernel,
    "BaseMsgReceive",
    { receiveCode: code, nameCn: code, kind: "QUERY", value: { entity: "BaseUsers", filter: { displayNameEn: code }, field: "id" } },
    system,
  );
  return id;
}

const crowdOf = async (userId: string): Promise<string> =>
  (await save(world.kernel, "BaseMsgReceive", { receiveCode: userId, nameCn: userId, kind: "USERS", value: { userIds: [userId] } }, system))
    .id;

const meOf = async (userId: string): Promise<Me> => {
  const [responsibility] = await world.kernel.directory.responsibilities(userId, world.at);
  return world.kernel.permits.me({
    userId,
    responsibilityId: responsibility!.responsibilityId,
    supplierId: responsibility!.supplierId ?? null,
    language: "CN",
  });
};

test("messaging 8: five hundred receivers wait for a second pair of eyes, never the writer's own", async () => {
  const [writer, checker] = [
    await world.person("eight.writer", ["MSG_ADMIN", "MSG_CHECKER"]),
    await world.person("eight.checker", ["MSG_CHECKER"]),
  ];
  const receiveId = await crowd(500, "EIGHT");
  const shapes = await world.kernel.db.query<never>(`select * from "BaseMsgReceive" where id = $1`, [receiveId]);
  const userIds = await world.post.fanout.receivers.resolve(shapes, { values: {}, document: null });
  expect(userIds).toHaveLength(500);
  await world.config("TEST_CANCELLED", { receiveIds: [receiveId], channels: ["SITE"], mandatoryFlag: "Y" });
  const [config] = await world.post.settings.of("TEST_CANCELLED");
  const made = await world.post.fanout.dispatch({
    eventKey: "M8",
    orderNo: "1",
    config: config!,
    cfgId: null,
    values: { bizNo: "8" },
    about: null,
    bizNum: null,
    supplierId: null,
    senderUserId: writer,
    manual: true,
    userIds,
    template: (channel) => world.post.settings.template("TEST_CANCELLED", channel),
  });
  expect(made).toMatchObject({ status: "CHECKING" });
  await world.turn();
  expect(states(await world.deliveries(`d."instanceId" = $1`, [made!.id]))).toEqual({ WAITING: 500 });
  const writerResponsibilities = await world.kernel.directory.responsibilities(writer, world.at);
  const own = writerResponsibilities.find((responsibility) => responsibility.respCode === "MSG_CHECKER")!;
  const asWriter = await world.kernel.permits.me({
    userId: writer,
    responsibilityId: own.responsibilityId,
    supplierId: null,
    language: "CN",
  });
  await expect(world.press({ id: made!.id }, "doRelease", {}, "BaseMsgInstance", asWriter)).rejects.toMatchObject({
    code: "MSG_CHECK_SELF",
  });
  await world.press({ id: made!.id }, "doRelease", {}, "BaseMsgInstance", await meOf(checker));
  const source = (await world.post.sources.of("SITE"))[0]!;
  expect(source.sourceCode).toBe("SITE");
  await world.turn();
  expect(states(await world.deliveries(`d."instanceId" = $1`, [made!.id]))).toEqual({ SENT: 500 });
  expect(await world.kernel.db.one(`select status, "sentCount", "totalCount" from "BaseMsgInstance" where id = $1`, [made!.id])).toEqual({
    status: "DONE",
    sentCount: 500,
    totalCount: 500,
  });
});

test("messaging 9: cancelled at two hundred of five hundred, two hundred were sent and three hundred stay", async () => {
  const admin = await world.person("nine.admin", ["MSG_ADMIN"]);
  const receiveId = await crowd(500, "NINE");
  await world.config("TEST_TENDER", { receiveIds: [receiveId], channels: ["EMAIL"] });
  await world.kernel.db.query(`update "BaseMsgSource" set "ratePerSecond" = 200, tokens = null where "sourceCode" = 'LOCAL_EMAIL'`);
  world.post.sources.forget();
  await world.kernel.outbox.add("TEST_TENDER", { title: "nine" }, world.at);
  await world.kernel.outbox.drain();
  const instance = (await world.kernel.db.one<Row>(`select id, status from "BaseMsgInstance" where "eventCode" = 'TEST_TENDER'`))!;
  expect(instance["status"]).toBe("CHECKING");
  await world.press(instance, "doRelease", {}, "BaseMsgInstance", await meOf(await world.person("nine.checker", ["MSG_CHECKER"])));
  // The bucket holds two hundred; without time passing no more are given.
  await world.post.sender.drain();
  const of = () => world.deliveries(`d."instanceId" = $1`, [instance["id"]]);
  expect(states(await of())).toEqual({ SENT: 200, WAITING: 300 });
  expect((await world.kernel.db.one<Row>(`select status from "BaseMsgInstance" where id = $1`, [instance["id"]]))!["status"]).toBe(
    "SENDING",
  );
  await world.press(instance, "doCancel", {}, "BaseMsgInstance", await meOf(admin));
  await world.post.followInstances([instance["id"]]);
  world.wait(10);
  await world.turn();
  expect(states(await of())).toEqual({ SENT: 200, CANCELLED: 300 });
  expect(await world.kernel.db.one(`select status, "sentCount" from "BaseMsgInstance" where id = $1`, [instance["id"]])).toEqual({
    status: "CANCELLED",
    sentCount: 200,
  });
  await world.kernel.db.query(`update "BaseMsgSource" set "ratePerSecond" = 1000, tokens = null where "sourceCode" = 'LOCAL_EMAIL'`);
  world.post.sources.forget();
});

test("two workers share one bucket, one queue and never one delivery", async () => {
  const receiveId = await crowd(120, "SHARE");
  await world.config("TEST_TENDER", { receiveIds: [receiveId], channels: ["EMAIL", "SITE"] });
  const mail = world.sender("LOCAL_EMAIL");
  const before = mail.sent.length;
  await world.kernel.outbox.add("TEST_TENDER", { title: "share" }, world.at);
  await world.kernel.outbox.drain();
  const other = world.office();
  await Promise.all([world.post.sender.drain(), other.sender.drain()]);
  const sent = mail.sent.slice(before).map((outgoing) => outgoing.deliveryId);
  expect(sent).toHaveLength(120);
  expect(new Set(sent).size).toBe(120);
  const boxes = await world.kernel.db.one<Row>(
    `select count(*)::int as n, count(distinct "userId")::int as people from "BaseMsgBox" where title like '%share'`,
  );
  expect(boxes).toEqual({ n: 120, people: 120 });
});

test("messages about one document reach a person in the order they happened, however long the first one waits", async () => {
  const buyer = await world.person("order.buyer", ["TEST_BUYER"], { mobile: "13800000030" });
  const sms = world.sender("LOCAL_SMS");
  let down = true;
  sms.answer = () => (down ? { accepted: false, code: "503", errorClass: "TRANSIENT" } : { accepted: true });
  await world.config("TEST_REMIND", { channels: ["SMS"] });
  const paper = await world.paper({ buyerId: buyer, title: "first" });
  await world.press(paper, "doRemind");
  await world.turn();
  await world.kernel.outbox.add("TEST_REMIND", { userId: buyer, title: "second" }, world.at, { entity: "TestPaper", docId: paper["id"] });
  down = false;
  await world.turn();
  expect(sms.sent).toEqual([]);
  world.wait(2);
  await world.turn();
  expect(sms.sent.map((outgoing) => outgoing.title)).toEqual(["提醒first", "提醒second"]);
});

test("one phone gets five messages an hour; the sixth waits until the first is an hour old", async () => {
  const buyer = await world.person("phone.buyer", ["TEST_BUYER"], { mobile: "13800000031" });
  const paper = await world.paper({ buyerId: buyer });
  for (let n = 0; n < 6; n++) {
    await world.press(paper, "doRemind");
    await world.turn();
    world.wait(1);
  }
  const of = () => world.deliveries(`d."userId" = $1 and d.channel = 'SMS'`, [buyer]);
  expect(states(await of())).toEqual({ SENT: 5, WAITING: 1 });
  world.wait(60);
  await world.turn();
  expect(states(await of())).toEqual({ SENT: 6 });
});

test("a source that fails too often is left alone, probed each minute, and put down after three bad answers", async () => {
  const second = await save(
    world.kernel,
    "BaseMsgSource",
    {
      sourceCode: "SPARE",
      nameCn: "备用",
      channel: "SMS",
      provider: "GENERIC_HTTP_SMS",
      endpoint: "https://sms.example.com/send",
      weight: 1,
      ratePerSecond: 100,
    },
    system,
  );
  const first = await save(
    world.kernel,
    "BaseMsgSource",
    {
      sourceCode: "MAIN",
      nameCn: "主用",
      channel: "SMS",
      provider: "GENERIC_HTTP_SMS",
      endpoint: "https://sms2.example.com/send",
      weight: 100,
      ratePerSecond: 100,
    },
    system,
  );
  const { sources } = world.post;
  sources.forget();
  const main = (await sources.of("SMS")).find((source) => source.id === first.id)!;
  await sources.note(
    main,
    Array.from({ length: 20 }, (_, n) => (n % 2 ? { accepted: true } : { accepted: false, errorClass: "TRANSIENT" as const, text: "503" })),
  );
  expect((await sources.of("SMS")).find((source) => source.id === first.id)!.state).toBe("DEGRADED");
  expect((await sources.pick("SMS"))!.id).toBe(second.id);
  world.sender("MAIN").up = false;
  for (let n = 0; n < 3; n++) {
    world.wait(1.1);
    await sources.probe();
  }
  expect((await sources.of("SMS")).find((source) => source.id === first.id)!.state).toBe("DOWN");
  expect(await world.kernel.db.query(`select 1 from "Outbox" where event = 'MSG_SOURCE_DOWN' and data->>'source' = 'MAIN'`)).toHaveLength(
    1,
  );
  world.sender("MAIN").up = true;
  world.wait(1.1);
  await sources.probe();
  expect((await sources.of("SMS")).find((source) => source.id === first.id)!.state).toBe("UP");
  // Credentials that are refused put it down at once, and what was in hand goes back without a try lost.
  const buyer = await world.person("down.buyer", ["TEST_BUYER"], { mobile: "13800000032" });
  world.sender("MAIN").answer = () => ({ accepted: false, code: "401", text: "bad key", errorClass: "SOURCE_DOWN" });
  await world.press(await world.paper({ buyerId: buyer }), "doRemind");
  await world.turn();
  const [row] = await world.deliveries(`d."userId" = $1`, [buyer]);
  expect(row).toMatchObject({ status: "WAITING", tryCount: 0 });
  expect((await sources.of("SMS")).find((source) => source.id === first.id)!.state).toBe("DOWN");
  world.wait(2);
  await world.turn();
  expect(world.sender("SPARE").sent.filter((outgoing) => outgoing.userId === buyer)).toHaveLength(1);
  for (const id of [first.id, second.id]) await world.press({ id }, "doDisable", {}, "BaseMsgSource");
  sources.forget();
});

test("what came too late is not sent", async () => {
  const buyer = await world.person("late.buyer", ["TEST_BUYER"], { mobile: "13800000033" });
  await world.config("TEST_REMIND", { expireMinutes: 10 });
  world.sender("LOCAL_SMS").answer = () => ({ accepted: false, code: "503", errorClass: "TRANSIENT" });
  await world.press(await world.paper({ buyerId: buyer }), "doRemind");
  await world.turn();
  world.wait(30);
  await world.post.upkeep.sweep();
  world.sender("LOCAL_SMS").answer = () => ({ accepted: true });
  await world.turn();
  expect(states(await world.deliveries(`d."userId" = $1`, [buyer]))).toEqual({ EXPIRED: 1 });
  await world.config("TEST_REMIND", { expireMinutes: null });
});

test("after ninety days a delivery becomes history without its words", async () => {
  const before = world.at;
  world.at = shift(world.at, { days: 91 });
  expect(await world.post.upkeep.archive()).toBeGreaterThan(500);
  const row = (await world.kernel.db.one<Row>(`select * from "BaseMsgHistory" where "eventCode" = 'TEST_TENDER' limit 1`))!;
  expect(row).toMatchObject({ msgKind: "BUSINESS", cfgCode: "TEST_TENDER" });
  expect(Date.parse(row["keepUntil"]) - Date.parse(row["creationDate"])).toBeGreaterThan(msOf({ days: 3 * 365 }) - 1);
  expect(await world.deliveries(`d.status in ('SENT', 'READ')`)).toEqual([]);
  world.at = before;
});

test("a mail over SMTP: TLS, both forms, one click to stop, the delivery's id as its own", async () => {
  const letters: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    onRcptTo: ({ address }, _session, done) =>
      done(address.startsWith("nobody") ? Object.assign(new Error("no such mailbox"), { responseCode: 550 }) : null),
    onData(stream, _session, done) {
      let text = "";
      stream.on("data", (part: Buffer) => (text += part.toString("utf8")));
      stream.on("end", () => {
        letters.push(text);
        done();
      });
    },
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const { port } = server.server.address() as { port: number };
  const account = {
    endpoint: `smtp://127.0.0.1:${port}?verify=N`,
    fromAddress: "srm@example.com",
    fromName: "BASE SRM",
    provider: "SMTP",
    channel: "EMAIL",
    account: null,
  } as unknown as SourceAccount;
  const outside = new Outside("127.0.0.1:*", { log: () => undefined });
  const sender = smtpSender(outside, account);
  const stop = unsubscribeUrl(world.post.office, { userId: "u1", scope: "KIND", scopeValue: "BUSINESS", channel: "EMAIL" });
  const message = {
    deliveryId: "d-1",
    kind: "K",
    address: "a@example.com",
    userId: "u1",
    title: "标题 title",
    content: "<p>Hello <b>you</b></p>",
    link: null,
    unsubscribeUrl: stop,
    meta: {},
  };
  try {
    expect(await sender.probe()).toEqual({ accepted: true });
    expect(await sender.send(message, world.at)).toMatchObject({ accepted: true, providerMsgId: "d-1" });
    expect(letters[0]).toContain("Message-ID: <d-1@example.com>");
    expect(letters[0]).toContain("List-Unsubscribe-Post: List-Unsubscribe=One-Click");
    expect(letters[0]).toContain("multipart/alternative");
    expect(await sender.send({ ...message, address: "nobody@example.com" }, world.at)).toMatchObject({
      accepted: false,
      code: "550",
      errorClass: "PERMANENT_ADDRESS",
    });
    const strict = smtpSender(outside, { ...account, endpoint: `smtp://127.0.0.1:${port}` });
    expect(await strict.send(message, world.at)).toMatchObject({ accepted: false, errorClass: "TRANSIENT" });
    strict.close!();
  } finally {
    sender.close!();
    await new Promise<void>((done) => server.close(done));
  }
  expect(await smtpSender(outside, account).send(message, world.at)).toMatchObject({ accepted: false, errorClass: "TRANSIENT" });
  const token = new URL(stop).searchParams.get("token")!;
  expect(readStopToken(world.post.office, token)).toEqual({ userId: "u1", scope: "KIND", scopeValue: "BUSINESS", channel: "EMAIL" });
  expect(readStopToken(world.post.office, `${token.slice(0, -1)}x`)).toBeNull();
});

test("what failed in a process that died before it looked for another way finds one, once", async () => {
  const buyer = await world.person("died.buyer", ["TEST_BUYER"], { mobile: "13800000031" });
  await world.config("TEST_TENDER", { receiveIds: [await crowdOf(buyer)], channels: ["EMAIL"], fallbackChannels: [{ channel: "SMS" }] });
  await world.kernel.outbox.add("TEST_TENDER", { title: "died" }, world.at);
  await world.turn();
  await world.kernel.db.query(`update "BaseMsgDelivery" set status = 'FAILED' where "userId" = $1`, [buyer]);
  world.wait(2);
  await world.post.detours.afterDeath();
  await world.post.detours.afterDeath();
  await world.turn();
  const found = await world.deliveries(`d."userId" = $1`, [buyer]);
  expect(found.map((d) => [d["channel"], d["status"]])).toEqual([
    ["EMAIL", "FAILED"],
    ["SMS", "SENT"],
  ]);
  await world.config("TEST_TENDER", { fallbackChannels: [] });
});
