import { join } from "node:path";
import { createHmac } from "node:crypto";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { WebSocket } from "ws";
import { systemMe } from "#kernel/server/access/permit.ts";
import type { Row } from "#kernel/server/find/visible.ts";
import { shift } from "#kernel/time.ts";
import { testModule } from "#modules/messages/test-world.ts";
import type { Client } from "../support/client.ts";
import { press, save } from "../support/kernel.ts";
import { openTestProduct, type TestProduct } from "../support/product.ts";
import { wholeLetters } from "../support/letters.ts";

let product: TestProduct;
const system = systemMe("test");
beforeAll(async () => void (product = await openTestProduct([testModule])));
afterAll(() => product?.drop());

const server = "messageServer/";
const paper = (more: Row): Promise<Row> => save(product.kernel, "TestPaper", { title: "W", ...more }, system);
const publish = (row: Row) => press(product.kernel, "TestPaper", row["id"], "doPublish", {}, {}, system);

interface Line {
  readonly ws: WebSocket;
  readonly frames: Row[];
}

async function socket(client: Client, lastSeq?: number): Promise<Line> {
  const { ticket } = (await client.call("baseServer/baseLoginService/wsTicket")).data;
  return open(ticket as string, lastSeq);
}

async function open(ticket: string, lastSeq?: number): Promise<Line> {
  const since = lastSeq === undefined ? "" : `&lastSeq=${lastSeq}`;
  const ws = new WebSocket(`${product.url.replace("http", "ws")}/api/websocket?ticket=${encodeURIComponent(ticket)}${since}`);
  const frames: Row[] = [];
  ws.on("message", (data) => frames.push(JSON.parse(String(data)) as Row));
  await new Promise((opened, failed) => ws.on("open", opened).on("error", failed));
  return { ws, frames };
}

const msgs = (line: Line): Row[] => line.frames.filter((frame) => frame["type"] === "msg" && frame["data"]["id"]);

test("messaging 15: four messages missed while the line was cut arrive once and in order when it is back", async () => {
  const userId = await product.person("fifteen", ["TEST_BUYER"]);
  const client = await product.signIn("fifteen");
  const first = await socket(client);
  await new Promise((done) => setTimeout(done, 1_100));
  await publish(await paper({ buyerId: userId, title: "0" }));
  await vi.waitFor(() => expect(msgs(first)).toHaveLength(1));
  const heard = msgs(first)[0]!;
  expect(heard).toMatchObject({ topic: `user:${userId}`, data: { kind: "BUSINESS", unreadCount: 1 } });
  first.ws.terminate();
  for (const title of ["1", "2", "3", "4"]) {
    await publish(await paper({ buyerId: userId, title }));
    await vi.waitFor(async () =>
      expect((await client.call(`${server}baseMsgBoxService/unreadCount`)).data.unreadCount).toBe(Number(title) + 1),
    );
  }
  const again = await socket(client, heard["seq"]);
  await vi.waitFor(() => expect(msgs(again)).toHaveLength(4));
  expect(msgs(again).map((frame) => String(frame["data"]["title"]).at(-1))).toEqual(["1", "2", "3", "4"]);
  expect(msgs(again).map((frame) => frame["seq"])).toEqual([1, 2, 3, 4].map((n) => heard["seq"] + n));
  // A line that says nothing begins with what comes now; what it asks for is replayed.
  const third = await socket(client);
  third.ws.send(JSON.stringify({ type: "sub", topic: `user:${userId}`, lastSeq: heard["seq"] + 2 }));
  await vi.waitFor(() => expect(msgs(third).map((frame) => String(frame["data"]["title"]).at(-1))).toEqual(["3", "4"]));
  third.ws.send(JSON.stringify({ type: "sub", topic: `user:${userId}`, lastSeq: 999_999 }));
  await vi.waitFor(() => expect(third.frames.some((frame) => frame["type"] === "resync")).toBe(true));
  again.ws.terminate();
  third.ws.terminate();
});

test("when somebody's grants change, every open browser is told at once to ask again", async () => {
  const client = await product.signIn("admin");
  const { ws, frames } = await socket(client);
  const { version } = (await product.kernel.db.one<{ version: number }>(
    `update "PermissionState" set version = version + 1 returning version::int`,
  ))!;
  await product.kernel.permits.refresh();
  await expect.poll(() => frames.find((frame) => frame["type"] === "perm")?.["data"]).toEqual({ version });
  ws.terminate();
});

test("messaging 16: a ticket opens one line", async () => {
  await product.person("sixteen", ["TEST_BUYER"]);
  const client = await product.signIn("sixteen");
  const { ticket } = (await client.call("baseServer/baseLoginService/wsTicket")).data;
  const line = await open(ticket);
  await expect(open(ticket)).rejects.toThrow(/401/);
  line.ws.terminate();
});

test("messaging 17: a supplier who asks for another's document hears what is said of one that does not exist", async () => {
  await product.person("seventeen", ["TEST_VENDOR"], { userType: "SUPPLIER", supplierId: "S17" });
  const client = await product.signIn("seventeen");
  const [own, foreign] = [await paper({ supplierId: "S17" }), await paper({ supplierId: "S18" })];
  await publish(own);
  await publish(foreign);
  const line = await socket(client);
  for (const id of [foreign["id"], "nothing", own["id"]]) line.ws.send(JSON.stringify({ type: "sub", topic: `doc:TestPaper:${id}` }));
  const errors = () => line.frames.filter((frame) => frame["type"] === "error").map(({ topic, data }) => [topic, data]);
  await vi.waitFor(() =>
    expect(errors()).toEqual([
      [`doc:TestPaper:${foreign["id"]}`, { code: "DATA_NOT_FOUND" }],
      ["doc:TestPaper:nothing", { code: "DATA_NOT_FOUND" }],
    ]),
  );
  await vi.waitFor(async () => {
    await press(product.kernel, "TestPaper", foreign["id"], "doRemind", {}, {}, system);
    await save(product.kernel, "TestPaper", { id: own["id"], note: "x" }, system);
    expect(line.frames.find((frame) => frame["type"] === "doc")).toMatchObject({
      topic: `doc:TestPaper:${own["id"]}`,
      data: { entity: "TestPaper", id: own["id"], by: expect.any(String) },
    });
  });
  expect(line.frames.some((frame) => frame["topic"] === `doc:TestPaper:${foreign["id"]}` && frame["type"] === "doc")).toBe(false);
  line.ws.terminate();
});

const callback = (source: string, body: string, secret: string, at = Date.now()) =>
  fetch(`${product.url}/api/messageServer/callback/${source}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-timestamp": String(at),
      "x-signature": createHmac("sha256", secret).update(`${at}.${body}`).digest("hex"),
    },
    body,
  });

test("messaging 18: a receipt with a wrong signature changes nothing; a right one does, and TD stops the phone", async () => {
  await product.person("eighteen.admin", ["MSG_ADMIN"]);
  const admin = await product.signIn("eighteen.admin");
  const { data: source } = await admin.call(`${server}v1/baseMsgSourceRestful/saveOrUpdate`, {
    sourceCode: "SMSX",
    nameCn: "短信",
    channel: "SMS",
    provider: "GENERIC_HTTP_SMS",
    endpoint: "https://sms.example.com/send",
    successExpr: 'code = "0"',
  });
  expect((await admin.call(`${server}baseMsgSourceCfgService/setSecret`, { id: source.id, secret: "s3cret" })).data).toEqual({
    hasSecret: "Y",
  });
  const shown = await admin.call(`${server}v1/baseMsgSourceRestful/findById`, { id: source.id });
  expect(shown.data).toMatchObject({ hasSecret: "Y" });
  expect(JSON.stringify(shown.data)).not.toContain("s3cret");
  const buyer = await product.person("eighteen", ["TEST_BUYER"], { mobile: "13800000018" });
  const row = await paper({ buyerId: buyer });
  await press(product.kernel, "TestPaper", row["id"], "doRemind", {}, {}, system);
  const find = async () =>
    (await product.kernel.db.query<Row>(`select * from "BaseMsgDelivery" where "userId" = $1 and channel = 'SMS'`, [buyer]))[0];
  await vi.waitFor(async () => expect(await find()).toBeDefined());
  // No host is on the list, so nothing has left; a provider that took it is written in by hand.
  await product.kernel.db.query(`update "BaseMsgDelivery" set status = 'SENT', "providerMsgId" = 'P-1', "sourceId" = $2 where id = $1`, [
    (await find())!["id"],
    source.id,
  ]);
  const body = JSON.stringify({
    receipts: [
      { providerMsgId: "P-1", state: "DELIVERED" },
      { providerMsgId: "P-2", state: "DELIVERED" },
    ],
  });
  expect((await callback("SMSX", body, "wrong")).status).toBe(401);
  expect((await callback("SMSX", body, "s3cret", shift(new Date(), { hours: -1 }).getTime())).status).toBe(401);
  expect((await callback("NOBODY", body, "s3cret")).status).toBe(401);
  expect((await find())!["status"]).toBe("SENT");
  const good = await callback("SMSX", body, "s3cret");
  expect([good.status, ((await good.json()) as Row)["data"]]).toEqual([200, { known: 1, unknown: 1, stopped: 0 }]);
  expect((await find())!["status"]).toBe("DELIVERED");
  const response = await callback("SMSX", JSON.stringify({ replies: [{ from: "13800000018", text: " td " }] }), "s3cret");
  expect(((await response.json()) as Row)["data"]).toMatchObject({ stopped: 1 });
  await press(product.kernel, "TestPaper", row["id"], "doRemind", {}, {}, system);
  await vi.waitFor(async () =>
    expect(
      await product.kernel.db.query(
        `select reason from "BaseMsgDelivery" where "userId" = $1 and channel = 'SMS' and status = 'SUPPRESSED'`,
        [buyer],
      ),
    ).toEqual([{ reason: "UNSUBSCRIBED" }]),
  );
});

test("messaging §6: nobody to send to, a source that does not answer, and a state that does not allow it are told by their codes", async () => {
  await product.person("six.admin", ["MSG_ADMIN"]);
  const admin = await product.signIn("six.admin");
  const compose = (receivers: Row) =>
    admin.call(`${server}baseMsgInstanceService/sendManual`, { channels: ["SITE"], titleCn: "停产通知", receivers });
  expect(await compose({})).toMatchObject({ code: "MSG_NO_RECEIVER", msg: "未解析到接收人" });
  expect(await compose({ userNames: ["six.admin", "six.nobody"] })).toMatchObject({
    code: "MSG_NO_RECEIVER",
    msg: "未找到接收人：six.nobody",
  });
  admin.language = "EN";
  expect(await compose({})).toMatchObject({ msg: "No receiver resolved" });

  const { data: source } = await admin.call(`${server}v1/baseMsgSourceRestful/saveOrUpdate`, {
    sourceCode: "SMS6",
    nameCn: "短信",
    channel: "SMS",
    provider: "GENERIC_HTTP_SMS",
    endpoint: "https://sms.nowhere.example/send",
    successExpr: 'code = "0"',
  });
  const trial = () => admin.call(`${server}baseMsgSourceCfgService/test`, { id: source.id, address: "13800000006" });
  const refused = await trial();
  expect(refused.code).toBe("MSG_SOURCE_TEST");
  expect(refused.msg).toMatch(/^Test send failed: ./);
  expect(await admin.call(`${server}v1/baseMsgSourceRestful/doDisable`, { id: source.id })).toMatchObject({ status: "S" });
  expect(await trial()).toMatchObject({ code: "MSG_SOURCE_TEST", msg: "Test send failed: the source is disabled" });

  const { data: sent } = await compose({ userNames: ["six.admin"] });
  const statusOf = async () =>
    (await product.kernel.db.one<{ status: string }>(`select status from "BaseMsgInstance" where id = $1`, [sent.id]))!.status;
  await vi.waitFor(async () => expect(await statusOf()).toBe("DONE"));
  for (const action of ["doPause", "doResume", "doCancel"])
    expect(await admin.call(`${server}baseMsgInstanceService/${action}`, { id: sent.id }), action).toMatchObject({ code: "MSG_STATE" });
  expect(await statusOf()).toBe("DONE");
});

test("messaging 20: what is public stands before sign-in; what is meant for suppliers is nobody else's", async () => {
  await product.person("twenty.editor", ["ARTICLE_EDITOR"]);
  const editor = await product.signIn("twenty.editor");
  const write = async (audience: string, more: Row = {}) => {
    const { data } = await editor.call(`${server}v1/baseArticleRestful/saveOrUpdate`, {
      categoryCode: "HELP",
      titleCn: `文章${audience}`,
      titleEn: `Article ${audience}`,
      contentCn: "<p>内容</p>",
      contentEn: "<p>Text</p>",
      audience,
      ...more,
    });
    return data as Row;
  };
  const half = await write("PUBLIC", { titleEn: null, contentEn: null });
  const asked = await editor.call(`${server}v1/baseArticleRestful/doPublish`, { id: half["id"] });
  expect([asked.code, asked.data.asks[0].code]).toEqual(["CONFIRM_NEEDED", "ARTICLE_LANG"]);
  expect((await editor.call(`${server}v1/baseArticleRestful/doPublish`, { id: half["id"], confirmed: ["ARTICLE_LANG"] })).status).toBe("S");
  const [forSuppliers, inside] = [await write("SUPPLIER"), await write("INTERNAL")];
  for (const row of [forSuppliers, inside])
    expect((await editor.call(`${server}baseArticleService/publish`, { id: row["id"] })).status).toBe("S");
  const anybody = async (name: string, body: Row) =>
    (await (
      await fetch(`${product.url}/api/${server}baseArticleService/${name}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      })
    ).json()) as Row;
  expect((await anybody("listPublic", {}))["data"].map((row: Row) => row["title"])).toEqual(["文章PUBLIC"]);
  expect((await anybody("findPublic", { id: half["id"] }))["data"]["content"]).toBe("<p>内容</p>");
  for (const row of [forSuppliers, inside]) expect((await anybody("findPublic", { id: row["id"] }))["code"]).toBe("DATA_NOT_FOUND");
  await product.person("twenty.vendor", ["TEST_VENDOR"], { userType: "SUPPLIER", supplierId: "S20" });
  const vendor = await product.signIn("twenty.vendor");
  expect((await vendor.call(`${server}baseArticleService/listForReader`, {})).data.map((row: Row) => row["title"]).sort()).toEqual([
    "文章PUBLIC",
    "文章SUPPLIER",
  ]);
  expect((await vendor.call(`${server}baseArticleService/findForReader`, { id: inside["id"] })).code).toBe("DATA_NOT_FOUND");
  expect((await vendor.call(`${server}baseArticleService/feedback`, { id: forSuppliers["id"], useful: "Y" })).data).toEqual({
    useful: 1,
    useless: 0,
  });
  await product.person("twenty.reader", ["TEST_BUYER"]);
  const reader = await product.signIn("twenty.reader");
  expect((await reader.call(`${server}baseArticleService/findForReader`, { id: forSuppliers["id"] })).code).toBe("DATA_NOT_FOUND");
});

test("one's own inbox: read, star, archive; nobody else's, the administrator's neither", async () => {
  const buyer = await product.person("inbox", ["TEST_BUYER"]);
  const client = await product.signIn("inbox");
  for (const title of ["a", "b", "c"]) await publish(await paper({ buyerId: buyer, title }));
  const mine = () => client.call(`${server}baseMsgBoxService/findMine`, { pageRows: 10 });
  await vi.waitFor(async () => expect((await mine()).data).toHaveLength(3));
  const rows = (await mine()).data as Row[];
  expect((await client.call(`${server}baseMsgBoxService/findById`, { id: rows[0]!["id"] })).data).toMatchObject({
    readFlag: "Y",
    linkState: "OPEN",
    linkRoute: "msgtest/papers",
  });
  expect((await client.call(`${server}baseMsgBoxService/unreadCount`)).data).toEqual({ unreadCount: 2 });
  await client.call(`${server}baseMsgBoxService/doStar`, { ids: [rows[1]!["id"]] });
  await client.call(`${server}baseMsgBoxService/doArchive`, { ids: [rows[2]!["id"]] });
  expect((await mine()).data).toHaveLength(2);
  expect((await client.call(`${server}baseMsgBoxService/doRead`, { all: true })).data).toEqual({ changed: 2 });
  const admin = await product.signIn("admin");
  expect((await admin.call(`${server}baseMsgBoxService/findMine`, { userId: buyer })).data).toEqual([]);
  expect((await admin.call(`${server}baseMsgBoxService/findById`, { id: rows[0]!["id"] })).code).toBe("DATA_NOT_FOUND");
  expect((await admin.call(`${server}v1/baseMsgBoxRestful/listByPage`, {})).data.filter((row: Row) => row["userId"] === buyer)).toEqual([]);
});

test("who was told what stands on the document, for whoever may open it", async () => {
  const vendor = await product.person("panel.vendor", ["TEST_VENDOR"], { userType: "SUPPLIER", supplierId: "S30" });
  await product.person("panel.buyer", ["TEST_BUYER"]);
  const row = await paper({ buyerId: vendor, supplierId: "S30" });
  await publish(row);
  const buyer = await product.signIn("panel.buyer");
  const told = () => buyer.call(`${server}baseMsgInstanceService/findByBiz`, { bizEntity: "TestPaper", bizId: row["id"] });
  await vi.waitFor(async () =>
    expect((await told()).data.map((entry: Row) => [entry["channel"], entry["userName"], entry["status"]]).sort()).toEqual([
      ["EMAIL", "panel.vendor", "SENT"],
      ["SITE", "panel.vendor", "SENT"],
    ]),
  );
  const titles = async (language: Client["language"]): Promise<readonly unknown[]> => {
    buyer.language = language;
    return [...new Set((await told()).data.map((entry: Row) => entry["title"]))];
  };
  expect([await titles("CN"), await titles("EN")]).toEqual([
    [`单据${row["paperNum"]}已发布：${row["title"]}`],
    [`Paper ${row["paperNum"]} published: ${row["title"]}`],
  ]);
  expect((await buyer.call(`${server}baseMsgInstanceService/findByBiz`, { bizEntity: "TestPaper", bizId: "none" })).code).toBe(
    "DATA_NOT_FOUND",
  );
  // The mail lies where an administrator can open it.
  const [letter] = await product.kernel.db.query<Row>(
    `select kind, recipient, content from "BaseSentMessage" where "userId" = $1 and kind <> 'USER_CREATED'`,
    [vendor],
  );
  expect(letter).toMatchObject({ kind: "TEST_PUBLISHED", recipient: "panel.vendor@example.com" });
  const stranger = await product.person("panel.other", ["TEST_VENDOR"], { userType: "SUPPLIER", supplierId: "S31" });
  expect(stranger).toBeTypeOf("string");
  const other = await product.signIn("panel.other");
  expect((await other.call(`${server}baseMsgInstanceService/findByBiz`, { bizEntity: "TestPaper", bizId: row["id"] })).code).toBe(
    "DATA_NOT_FOUND",
  );
});

test("preferences: what may be chosen is kept, what may not is refused; a link in a mail stops without a session", async () => {
  const userId = await product.person("prefer", ["TEST_BUYER"]);
  const client = await product.signIn("prefer");
  const found = (await client.call(`${server}baseMsgPreferenceService/findMine`)).data as Row;
  const cell = (of: Row, kind: string, channel: string) =>
    of["matrix"].find((row: Row) => row["kind"] === kind).cells.find((row: Row) => row["channel"] === channel);
  expect(cell(found, "BUSINESS", "EMAIL")).toMatchObject({ choice: "DIGEST", locked: false });
  expect(cell(found, "TASK", "SITE")).toMatchObject({ choice: "ON", locked: true });
  const saved = await client.call(`${server}baseMsgPreferenceService/save`, {
    matrix: { BUSINESS: { EMAIL: "ON", SMS: "OFF" } },
    quietFrom: "20:00",
    quietTo: "08:00",
    preferredLanguage: "EN",
  });
  expect(cell(saved.data, "BUSINESS", "EMAIL").choice).toBe("ON");
  expect((await client.call(`${server}baseMsgPreferenceService/save`, { matrix: { TASK: { SITE: "OFF" } } })).code).toBe("MSG_MANDATORY");
  await publish(await paper({ buyerId: userId }));
  await vi.waitFor(async () =>
    expect(
      await product.kernel.db.query(`select 1 from "BaseSentMessage" where "userId" = $1 and kind <> 'USER_CREATED'`, [userId]),
    ).toHaveLength(1),
  );
  const rows = await product.kernel.db.query<{ id: string; subject: string; content: string }>(
    `select id, subject, content from "BaseSentMessage" where "userId" = $1 and kind <> 'USER_CREATED'`,
    [userId],
  );
  expect(rows[0]!.content, "administrators read no token").not.toMatch(/token=[\w.-]{16}/);
  const [letter] = wholeLetters(rows, join(product.dataDir, "letters"));
  expect(letter!["subject"]).toMatch(/^Paper /);
  const link = /(\/api\/messageServer\/baseMsgUnsubscribeService\/unsubscribe\?token=[\w.-]+)/.exec(letter!["content"])![1]!;
  const page = await fetch(product.url + link);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("<form")]);
  expect(await product.kernel.db.query(`select 1 from "BaseMsgUnsubscribe" where "userId" = $1`, [userId])).toEqual([]);
  const stop = await fetch(product.url + link, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: "List-Unsubscribe=One-Click",
  });
  expect(stop.status).toBe(200);
  const mine = (await client.call(`${server}baseMsgUnsubscribeService/listMine`, {})).data as Row[];
  expect(mine).toMatchObject([{ scope: "KIND", scopeValue: "BUSINESS", channel: "EMAIL", source: "LINK" }]);
  expect((await client.call(`${server}baseMsgUnsubscribeService/restore`, { id: mine[0]!["id"] })).status).toBe("S");
  expect((await fetch(`${product.url}/api/messageServer/baseMsgUnsubscribeService/unsubscribe?token=x.y`)).status).toBe(400);
});

test("another system sends with its own key, only what it was given, each reference once", async () => {
  const admin = await product.signIn("admin");
  const [cfg] = (await admin.call(`${server}v1/baseMsgCfgRestful/listByPage`, { msgCfgCode: "TEST_TENDER" })).data as Row[];
  const { data: account } = await admin.call(`${server}v1/baseMsgUserRestful/saveOrUpdate`, {
    accountCode: "ERP",
    nameCn: "外部系统",
    kind: "OAUTH_APP",
    allowedCfgIds: [cfg!["id"]],
    dailyQuota: 2,
  });
  const { key } = (await admin.call(`${server}baseMsgUserService/rotate`, { id: account.id })).data as Row;
  const buyer = await product.person("erp.buyer", ["TEST_BUYER"]);
  const send = async (bearer: string, body: Row) =>
    (await (
      await fetch(`${product.url}/api/messageServer/open/send`, {
        method: "POST",
        headers: { "content-type": "application/json", authorization: `Bearer ${bearer}` },
        body: JSON.stringify(body),
      })
    ).json()) as Row;
  const body = { cfgCode: "TEST_TENDER", payload: { userId: buyer, title: "erp" }, idempotencyKey: "k1" };
  expect((await send("ERP.wrong", body))["code"]).toBe("AUTH_SIGN");
  expect((await send(key, { ...body, cfgCode: "TEST_REMIND" }))["code"]).toBe("MSG_EVENT_UNKNOWN");
  const first = await send(key, body);
  expect(first["data"]).toMatchObject({ repeated: false });
  expect((await send(key, body))["data"]).toEqual({ instanceNum: first["data"]["instanceNum"], repeated: true });
  expect((await send(key, { ...body, idempotencyKey: "k2" }))["code"]).toBe("MSG_QUOTA");
});

test("an event whose listener fails is seen by whoever looks after messages, and told again at a press", async () => {
  let broken = "the shelf is missing";
  const heard: string[] = [];
  product.kernel.outbox.on("TEST_STUCK", async ({ docId }) => {
    if (broken) throw new Error(broken);
    heard.push(docId);
  });
  await product.person("stuck.ops", ["OPS"]);
  await product.person("stuck.buyer", ["TEST_BUYER"]);
  const [ops, buyer] = [await product.signIn("stuck.ops"), await product.signIn("stuck.buyer")];
  const waiting = async (client: Client) => client.call(`${server}v1/baseMsgOutboxRestful/listByPage`, { eventCode: "TEST_STUCK" });
  const again = (client: Client, id: unknown) => client.call(`${server}baseMsgOutboxService/retry`, { id });
  await product.kernel.outbox.add("TEST_STUCK", { secret: "never shown" }, new Date(), { entity: "TestPaper", docId: "p1" });
  await product.kernel.outbox.drain();
  const { data } = await waiting(ops);
  expect(data).toMatchObject([{ eventCode: "TEST_STUCK", bizType: "TestPaper", bizId: "p1", lastError: expect.stringContaining(broken) }]);
  expect(JSON.stringify(data)).not.toContain("never shown");
  expect([(await waiting(buyer)).code, (await again(buyer, data[0].id)).code]).toEqual(["PERM_DENIED", "PERM_DENIED"]);
  expect((await again(ops, data[0].id)).data.error).toContain(broken);
  broken = "";
  expect((await again(ops, data[0].id)).data).toEqual({ error: null });
  expect([heard, (await waiting(ops)).data]).toEqual([["p1"], []]);
  expect((await again(ops, data[0].id)).code).toBe("MSG_STATE");
});
