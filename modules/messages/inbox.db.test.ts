import { afterAll, beforeAll, expect, test } from "vitest";
import { save } from "../../tests/support/kernel.ts";
import { systemMe } from "#kernel/server/access/permit.ts";
import type { Row } from "#kernel/server/find/visible.ts";
import { report } from "./test-report.ts";
import { World } from "./test-world.ts";

let world: World;
const system = systemMe("test");
beforeAll(async () => void (world = await World.open()));
afterAll(() => world?.drop());

const of = (userId: string) => world.deliveries(`d."userId" = $1 and i."eventCode" is distinct from 'MSG_ADDRESS_BOUNCED'`, [userId]);
const states = (rows: readonly Row[]) =>
  rows.map((row) => `${String(row["channel"])} ${String(row["status"])}${row["reason"] ? ` ${String(row["reason"])}` : ""}`);
const book = (userId: string) =>
  world.kernel.db.one<Row>(`select state, "bounceCount" from "BaseMsgAddress" where "userId" = $1 and channel = 'EMAIL'`, [userId]);

/** A mail server that takes everything and a mailbox that says later what became of it. */
async function connect(letters: string[]): Promise<void> {
  world.mailbox = {
    async poll(take) {
      const now = letters.splice(0);
      for (const letter of now) await take(letter);
      return now.length;
    },
  };
  world.sender("LOCAL_EMAIL").answer = ({ deliveryId }) => ({ accepted: true, providerMsgId: deliveryId });
  const row = await world.kernel.db.one<Row>(`select id from "BaseMsgSource" where "sourceCode" = 'LOCAL_EMAIL'`);
  await save(world.kernel, "BaseMsgSource", { id: row!["id"], inboxEndpoint: "pop3s://mail.example.com" }, system);
  world.post.sources.forget();
}

test("messaging 12 by mailbox: letters that come back twice end an address, and the phone is used instead", async () => {
  const vendor = await world.person("back.vendor", ["TEST_VENDOR"], { userType: "SUPPLIER", supplierId: "S31", mobile: "13800000061" });
  await world.post.upkeep.fillReachBook();
  await world.config("TEST_TENDER", { fallbackChannels: ["SMS"] });
  const letters: string[] = [];
  await connect(letters);
  const paper = await world.paper({ supplierId: "S31" });
  await world.press(paper, "doPublish");
  const fire = async () => {
    await world.kernel.outbox.add("TEST_TENDER", { userId: vendor, title: "T" }, world.at, { entity: "TestPaper", docId: paper["id"] });
    await world.turn();
    await world.turn();
  };
  const comesBack = async (action: string, status: string) => {
    const last = (await of(vendor)).findLast((row) => row["channel"] === "EMAIL")!;
    letters.push(report(action, status, String(last["id"])));
    expect(await world.post.inboxes.read()).toBe(1);
    await world.turn();
  };
  await fire();
  expect(states(await of(vendor))).toEqual(["SITE SENT", "EMAIL SENT"]);
  await comesBack("delayed", "4.4.1");
  expect(states(await of(vendor)), "a delay changes nothing").toEqual(["SITE SENT", "EMAIL SENT"]);
  await comesBack("failed", "5.1.1");
  expect(states(await of(vendor))).toEqual(["SITE SENT", "EMAIL FAILED", "SMS SENT"]);
  expect(await book(vendor)).toEqual({ state: "OK", bounceCount: 1 });
  await comesBack("failed", "5.1.1");
  expect(await book(vendor), "the same report again is no second failure").toEqual({ state: "OK", bounceCount: 1 });

  await fire();
  expect(await book(vendor), "that the server took it is no proof").toEqual({ state: "OK", bounceCount: 1 });
  await comesBack("failed", "5.1.1");
  expect(await book(vendor)).toEqual({ state: "BOUNCED", bounceCount: 2 });
  await fire();
  expect(states(await of(vendor)).slice(6)).toEqual(["SITE SENT", "EMAIL SUPPRESSED BOUNCED", "SMS SENT"]);
  await world.config("TEST_TENDER", { fallbackChannels: [] });
});

test("an answer of TD by mail stops that kind for whoever got the letter, and nothing that must be said", async () => {
  const buyer = await world.person("td.buyer", ["TEST_BUYER"]);
  const letters: string[] = [];
  await connect(letters);
  const paper = await world.paper({ buyerId: buyer });
  await world.press(paper, "doPublish");
  await world.turn();
  const mail = (await of(buyer)).find((row) => row["channel"] === "EMAIL");
  expect(mail, "a mail went out").toBeDefined();
  letters.push(`From: x@example.com\r\nSubject: TD\r\nIn-Reply-To: <${String(mail!["id"])}@example.com>\r\n\r\n`);
  await world.post.inboxes.read();
  const stopped = () =>
    world.kernel.db.query<Row>(`select "scopeValue", channel from "BaseMsgUnsubscribe" where "userId" = $1 and status = 'LIVE'`, [buyer]);
  expect(await stopped()).toEqual([{ scopeValue: "BUSINESS", channel: "EMAIL" }]);
});

test("a mailbox that does not answer says so on its source and stops nobody", async () => {
  await connect([]);
  world.mailbox = { poll: () => Promise.reject(new Error("mailbox: -ERR wrong")) };
  expect(await world.post.inboxes.read()).toBe(0);
  const error = () => world.kernel.db.one<Row>(`select "inboxError" from "BaseMsgSource" where "sourceCode" = 'LOCAL_EMAIL'`);
  expect(await error()).toEqual({ inboxError: "mailbox: -ERR wrong" });
  world.mailbox = { poll: async () => 0 };
  await world.post.inboxes.read();
  expect(await error()).toEqual({ inboxError: null });
  const row = await world.kernel.db.one<Row>(`select id from "BaseMsgSource" where "sourceCode" = 'LOCAL_SMS'`);
  await expect(save(world.kernel, "BaseMsgSource", { id: row!["id"], inboxEndpoint: "pop3s://x" }, system)).rejects.toMatchObject({
    code: "MSG_SOURCE_INBOX",
  });
});

test("the document goes along with its mail as its reader may see it, in the reader's language", async () => {
  const buyer = await world.person("paper.buyer", ["TEST_BUYER"], { userLanguage: "EN" });
  const vendor = await world.person("paper.vendor", ["TEST_VENDOR"], { userType: "SUPPLIER", supplierId: "S41" });
  await world.kernel.db.query(`update "BaseMsgTemplate" set "attachmentsRule" = 'DOCUMENT' where channel = 'EMAIL'`);
  const paper = await world.paper({ buyerId: buyer, supplierId: "S41", title: "Brackets", note: "OURS" });
  await world.press(paper, "doPublish");
  for (const userId of [buyer, vendor])
    await world.kernel.outbox.add("TEST_TENDER", { userId, title: "T" }, world.at, { entity: "TestPaper", docId: paper["id"] });
  await world.turn();
  await world.turn();
  const mailTo = (userId: string) => world.sender("LOCAL_EMAIL").sent.findLast((outgoing) => outgoing.userId === userId);
  const [ours] = mailTo(buyer)?.attachments ?? [];
  expect([ours?.name, ours?.mimeType]).toEqual([`Test paper ${String(paper["paperNum"])}.pdf`, "application/pdf"]);
  expect(String(ours?.bytes)).toMatch(/"Title","Brackets"/);
  expect(String(ours?.bytes)).toMatch(/OURS/);
  const [theirs] = mailTo(vendor)?.attachments ?? [];
  expect(theirs?.name).toBe(`试验单据 ${String(paper["paperNum"])}.pdf`);
  expect(String(theirs?.bytes), "what suppliers are not shown is not printed for them").not.toMatch(/OURS/);
  await world.kernel.db.query(`update "BaseMsgTemplate" set "attachmentsRule" = null`);
});
