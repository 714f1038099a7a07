import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Outside } from "#kernel/server/outside/outside.ts";
import type { Outgoing, SourceAccount } from "#modules/messages/index.ts";
import { aliLikeSms, genericSms, tencentLikeSms } from "./sms.ts";
import { chatApp, groupBot } from "./webhook.ts";

const outside = new Outside("127.0.0.1:*", { log: () => undefined });
let server: Server;
let base = "";
let host = "";
const asked: { url: string; headers: IncomingMessage["headers"]; body: string }[] = [];
let answer: { status: number; body: string; headers?: Record<string, string> } = { status: 200, body: "{}" };

beforeAll(async () => {
  server = createServer((request, reply) => {
    let body = "";
    request.on("data", (part: Buffer) => (body += part.toString("utf8")));
    request.on("end", () => {
      asked.push({ url: request.url ?? "", headers: request.headers, body });
      reply.writeHead(answer.status, answer.headers).end(answer.body);
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  host = `127.0.0.1:${(server.address() as { port: number }).port}`;
  base = `http://${host}`;
});
afterAll(() => void server.close());

const account = (more: Partial<SourceAccount> = {}): SourceAccount => ({
  id: "s",
  sourceCode: "S",
  channel: "SMS",
  provider: "GENERIC_HTTP_SMS",
  endpoint: `${base}/send`,
  method: "POST",
  headers: null,
  bodyTemplate: null,
  successExpr: 'code = "0"',
  idExpr: "data.id",
  errorExpr: "code",
  account: "acc",
  secret: "key",
  fromName: "签名",
  fromAddress: null,
  allowedHosts: [host],
  ...more,
});
const message: Outgoing = {
  deliveryId: "d1",
  kind: "K",
  address: "13800000000",
  userId: "u",
  title: "T",
  content: '您"好"',
  link: "https://x",
  unsubscribeUrl: null,
  meta: { templateId: "T1", language: "CN" },
};
const now = new Date("2026-11-15T04:00:00.000Z");

test("the generic interface: what is sent, what counts as success, what an error means", async () => {
  answer = { status: 200, body: '{"code":"0","data":{"id":"m-1"}}' };
  const sender = genericSms(
    outside,
    account({ bodyTemplate: '{"to":"${address}","text":"${content}","ref":"${deliveryId}"}', headers: { "x-key": "${secret}" } }),
  );
  expect(await sender.send(message, now)).toMatchObject({ accepted: true, providerMsgId: "m-1" });
  expect(JSON.parse(asked.at(-1)!.body)).toEqual({ to: "13800000000", text: '您"好"', ref: "d1" });
  expect(asked.at(-1)!.headers["x-key"]).toBe("key");
  answer = { status: 200, body: '{"code":"MOBILE_NUMBER_ILLEGAL"}' };
  expect(await sender.send(message, now)).toMatchObject({
    accepted: false,
    code: "MOBILE_NUMBER_ILLEGAL",
    errorClass: "PERMANENT_ADDRESS",
  });
  answer = { status: 200, body: '{"code":"TEMPLATE_REFUSED"}' };
  expect(await sender.send(message, now)).toMatchObject({ accepted: false, errorClass: "PERMANENT_SOURCE" });
  answer = { status: 429, body: "slow", headers: { "retry-after": "30" } };
  expect(await sender.send(message, now)).toMatchObject({ accepted: false, errorClass: "TRANSIENT", retryAfterSeconds: 30 });
  answer = { status: 401, body: "" };
  expect(await sender.send(message, now)).toMatchObject({ accepted: false, errorClass: "SOURCE_DOWN" });
  expect(await sender.probe()).toEqual({ accepted: true });
});

test("a host that is not on the list is never called", async () => {
  const before = asked.length;
  expect(await genericSms(outside, account({ allowedHosts: [] })).send(message, now)).toMatchObject({
    accepted: false,
    code: "HOST",
    errorClass: "SOURCE_DOWN",
  });
  expect(asked).toHaveLength(before);
});

test("the two named interfaces sign what they send", async () => {
  answer = { status: 200, body: '{"Code":"OK","BizId":"b-1"}' };
  expect(await aliLikeSms(outside, account({ successExpr: null, idExpr: null, errorExpr: null })).send(message, now)).toMatchObject({
    accepted: true,
    providerMsgId: "b-1",
  });
  const form = new URLSearchParams(asked.at(-1)!.body);
  expect([form.get("PhoneNumbers"), form.get("OutId"), form.get("Signature")?.length]).toEqual(["13800000000", "d1", 28]);
  answer = { status: 200, body: '{"Response":{"SendStatusSet":[{"Code":"Ok","SerialNo":"n-1"}]}}' };
  expect(await tencentLikeSms(outside, account({ successExpr: null, idExpr: null, errorExpr: null })).send(message, now)).toMatchObject({
    accepted: true,
    providerMsgId: "n-1",
  });
  expect(asked.at(-1)!.headers.authorization).toMatch(
    /^TC3-HMAC-SHA256 Credential=acc\/2026-11-15\/sms\/tc3_request, SignedHeaders=content-type;host, Signature=[0-9a-f]{64}$/,
  );
});

test("a group's robot and a chat app: signed, with the link, the secret nowhere in the body", async () => {
  answer = { status: 200, body: '{"errcode":0,"msgid":"c-1"}' };
  expect(await groupBot(outside, account({ successExpr: null, idExpr: null, errorExpr: null })).send(message, now)).toMatchObject({
    accepted: true,
  });
  const url = new URL(asked.at(-1)!.url, base);
  expect(url.searchParams.get("sign")).toBe(createHmac("sha256", "key").update(`${now.getTime()}\nkey`).digest("base64"));
  expect(asked.at(-1)!.body).toContain("[查看详情](https://x)");
  expect(asked.at(-1)!.body).not.toContain('"key"');
  expect(
    await chatApp(outside, account({ successExpr: null, idExpr: null, errorExpr: null })).send({ ...message, address: "zhang" }, now),
  ).toMatchObject({ accepted: true, providerMsgId: "c-1" });
  answer = { status: 200, body: '{"errcode":60121}' };
  expect(await chatApp(outside, account({ successExpr: null, idExpr: null, errorExpr: null })).send(message, now)).toMatchObject({
    accepted: false,
    errorClass: "PERMANENT_ADDRESS",
  });
});
