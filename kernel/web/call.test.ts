// @vitest-environment happy-dom
import { constants, createDecipheriv, createHash, createHmac, generateKeyPairSync, privateDecrypt } from "node:crypto";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { APP_ID, envelopeAad, nonceOf, signNow, toHex } from "../sign.ts";
import { call, callBytes, download } from "./call.ts";
import { importSignKey } from "./crypto.ts";
import type { Envelope } from "./crypto.ts";
import { useLanguage } from "./language.ts";
import { answerProofs } from "./prove.ts";
import { ask } from "./together.ts";
import { openDoor } from "./wire.ts";
import type { Signer } from "./wire.ts";

const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const raw = Uint8Array.from({ length: 32 }, (_, i) => i);
const sha256 = (bytes: Uint8Array) => new Uint8Array(createHash("sha256").update(bytes).digest());
const hashing = { sha256, hmac: (bytes: Uint8Array) => new Uint8Array(createHmac("sha256", raw).update(bytes).digest()) };

interface Sent {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: Uint8Array;
  readonly method: string;
}
const sent: Sent[] = [];
let answers: (() => Response | Promise<Response>)[] = [];
const lost = vi.fn<(error: unknown) => void>();
const renewed = vi.fn<() => void>();
let kind: Signer["kind"] = "session";

const json =
  (value: object, status = 200, headers: Record<string, string> = {}) =>
  () =>
    new Response(JSON.stringify({ requestId: "R1", ...value }), { status, headers: { "Content-Type": "application/json", ...headers } });
const ok = json({ status: "S", data: { id: "1" } });
const text = (entry: Sent | undefined) => JSON.parse(new TextDecoder().decode(entry!.body)) as Record<string, unknown>;

const signer = async (certificate = "c_test"): Promise<Signer> => ({
  kind,
  certificate,
  authorizationCode: "ac_1",
  gatewayTag: "srm-main",
  keyId: "k1",
  publicKey: publicKey.export({ type: "spki", format: "pem" }) as string,
  key: await importSignKey(raw),
});

beforeEach(() => {
  sent.length = 0;
  kind = "session";
  answers = [];
  lost.mockReset();
  renewed.mockReset();
  useLanguage.getState().setLanguage("CN");
  openDoor({ signer, renewAnonymous: () => (renewed(), signer("c_new")), lost });
  vi.stubGlobal("fetch", async (url: string, init: { method: string; headers: Record<string, string>; body: Uint8Array | null }) => {
    sent.push({ url, headers: init.headers, body: init.body ?? new Uint8Array(0), method: init.method });
    return (answers.shift() ?? ok)();
  });
});
afterEach(() => vi.unstubAllGlobals());

function signaturesOf(entry: Sent) {
  const h = entry.headers;
  const [path = "", query = ""] = entry.url.split("?");
  const parts = {
    method: entry.method,
    path,
    query,
    timestamp: h["timestamp"]!,
    nonce: nonceOf(h["appsign"]!)!,
    certificate: h["certificate"]!,
    appId: APP_ID,
    gatewayTag: h["Gateway-Tag"]!,
    language: h["SAAF-Language"]!,
    bodyHash: toHex(sha256(entry.body)),
  };
  return signNow(parts, hashing);
}

test("a call is signed over its exact bytes and carries the language twice", async () => {
  useLanguage.getState().setLanguage("EN");
  await call("baseServer/v1/baseUsersRestful/listByPage?b=中&a=1", { pageIndex: 1 });
  const [entry] = sent;
  expect(text(entry)).toEqual({ pageIndex: 1, language: "EN" });
  expect(entry!.headers).toMatchObject({ "SAAF-Language": "EN", AuthorizationCode: "ac_1", appId: "QkFTRQ", ...signaturesOf(entry!) });
  expect(entry!.headers["Idempotency-Key"]).toMatch(/^[\w-]{22}$/);
});

test("a GET names the language in its query", async () => {
  await call("baseServer/baseOrganizationService/list", {}, { method: "GET" });
  expect(sent[0]).toMatchObject({
    method: "GET",
    url: "/api/baseServer/baseOrganizationService/list?language=CN",
    headers: signaturesOf(sent[0]!),
  });
});

test("shell 7: a wrong clock is corrected by the server's time, once, with a new nonce", async () => {
  const serverTime = Date.now() + 7_200_000;
  answers = [json({ status: "E", code: "SIGN_TIME", msg: "t", data: { serverTime } }, 401)];
  await call("baseServer/x/find");
  expect(sent).toHaveLength(2);
  expect(Number(sent[1]!.headers["timestamp"]) - serverTime).toBeLessThan(60_000);
  expect(sent[0]!.headers["appsign"]).not.toBe(sent[1]!.headers["appsign"]);
  answers = [
    json({ status: "E", code: "SIGN_TIME", msg: "t", data: { serverTime: Date.now() } }, 401),
    json({ status: "E", code: "SIGN_TIME", msg: "again" }, 401),
  ];
  await expect(call("baseServer/x/find")).rejects.toMatchObject({ code: "SIGN_TIME", msg: "again" });
});

test("a state-changing call keeps its request key over a network fault, a new nonce each time", async () => {
  answers = [() => Promise.reject(new TypeError("network")), ok];
  await call("srmServer/v1/srmOrderRestful/saveOrUpdate", { a: 1 });
  expect(sent).toHaveLength(2);
  expect(sent[0]!.headers["Idempotency-Key"]).toMatch(/^[\w-]{22}$/);
  expect(sent[1]!.headers["Idempotency-Key"]).toBe(sent[0]!.headers["Idempotency-Key"]);
  expect(sent[1]!.headers["appsign"]).not.toBe(sent[0]!.headers["appsign"]);
  await call("srmServer/v1/srmOrderRestful/doSubmit", {}, { key: "mine" });
  expect(sent[2]!.headers["Idempotency-Key"]).toBe("mine");
});

test("every request keeps its key when it is sent again, whatever its call is named and however it is sealed", async () => {
  const fault = () => Promise.reject(new TypeError("network"));
  const sends: readonly (() => Promise<unknown>)[] = [
    ...["publish", "startSign", "openAccount", "newVersion", "listByPage"].map((name) => () => call(`s/v1/x/${name}`, { id: "1" })),
    () => call("baseServer/baseLoginService/login", { userName: "a" }, { sealed: { password: "Right#Pass9" } }),
    () => call("fileServer/v2/file/batchDelete", { ids: ["1"] }, { sealBody: true }),
    () => callBytes("largeFileServer/v1/largeFile/chunk?uploadId=u&index=3", new Uint8Array([1])),
  ];
  for (const send of sends) {
    sent.length = 0;
    answers = [fault, ok];
    await send();
    const [first, again] = sent.map((entry) => entry.headers["Idempotency-Key"]);
    expect(first, sent[0]!.url).toMatch(/^[\w-]{22}$/);
    expect(again, sent[0]!.url).toBe(first);
  }
});

test("a refused call throws its words, code, fields and number", async () => {
  answers = [
    json({
      status: "E",
      code: "VERSION_CONFLICT",
      msg: "数据已被他人修改，请刷新后重试",
      fieldErrors: [{ path: "lines[2].qty", code: "X", msg: "y" }],
    }),
  ];
  await expect(call("s/x/find")).rejects.toMatchObject({
    code: "VERSION_CONFLICT",
    msg: "数据已被他人修改，请刷新后重试",
    requestId: "R1",
    fieldErrors: [{ path: "lines[2].qty" }],
  });
  answers = [() => new Response("<html>", { status: 502 })];
  await expect(call("s/x/find")).rejects.toMatchObject({ code: "SYS_BUSY", http: 502 });
});

test("an ended session is told to the session, a refused password is not", async () => {
  answers = [json({ status: "E", code: "AUTH_KICKED", msg: "账号已在其他地方登录" }, 401)];
  await expect(call("s/x/find")).rejects.toMatchObject({ code: "AUTH_KICKED" });
  expect(lost).toHaveBeenCalledWith(expect.objectContaining({ code: "AUTH_KICKED" }));
  lost.mockReset();
  kind = "anonymous";
  answers = [json({ status: "E", code: "AUTH_BAD", msg: "账号或密码错误" }, 401)];
  await expect(call("s/x/login")).rejects.toMatchObject({ code: "AUTH_BAD" });
  expect(lost).not.toHaveBeenCalled();
});

test("an anonymous session that grew too old is made anew, once", async () => {
  kind = "anonymous";
  answers = [json({ status: "E", code: "AUTH_EXPIRED", msg: "x" }, 401), ok];
  await call("s/x/generateRandomValidate");
  expect(renewed).toHaveBeenCalledTimes(1);
  expect(sent[1]!.headers["certificate"]).toBe("c_new");
});

test("shell 11: sealed fields and bodies open only with this request's certificate, time and path", async () => {
  const open = (envelope: Envelope, aad: string) => {
    const key = privateDecrypt(
      { key: privateKey, oaepHash: "sha256", padding: constants.RSA_PKCS1_OAEP_PADDING },
      Buffer.from(envelope.ek, "base64url"),
    );
    const data = Buffer.from(envelope.data, "base64url");
    const cipher = createDecipheriv("aes-256-gcm", key, Buffer.from(envelope.iv, "base64url"))
      .setAAD(Buffer.from(aad))
      .setAuthTag(data.subarray(-16));
    return JSON.parse(Buffer.concat([cipher.update(data.subarray(0, -16)), cipher.final()]).toString()) as unknown;
  };
  await call("baseServer/baseLoginService/login", { userName: "a" }, { sealed: { password: "Right#Pass9" } });
  const aad = envelopeAad("c_test", sent[0]!.headers["timestamp"]!, "/api/baseServer/baseLoginService/login");
  expect(open(text(sent[0])["password"] as Envelope, aad)).toBe("Right#Pass9");
  expect(() => open(text(sent[0])["password"] as Envelope, aad.replace("login", "other"))).toThrow();
  await call("fileServer/v2/file/batchDelete", { ids: ["1", "2"] }, { sealBody: true });
  const { language, ...envelope } = text(sent[1]) as unknown as Envelope & { language: string };
  expect(language).toBe("CN");
  expect(open(envelope, envelopeAad("c_test", sent[1]!.headers["timestamp"]!, "/api/fileServer/v2/file/batchDelete"))).toEqual({
    ids: ["1", "2"],
  });
});

test("a download that holds an error in JSON is an error, never a file", async () => {
  answers = [json({ status: "E", code: "PERM_DENIED", msg: "没有操作权限" })];
  await expect(download("fileServer/v2/file/downloadBody", { id: "1" })).rejects.toMatchObject({ msg: "没有操作权限" });
  answers = [
    () =>
      new Response("bytes", {
        headers: {
          "Content-Type": "application/pdf",
          "Content-Disposition": "attachment; filename=\"x.pdf\"; filename*=UTF-8''%E5%90%88%E5%90%8C.pdf",
        },
      }),
  ];
  expect((await download("fileServer/v2/file/downloadBody", { id: "1" })).fileName).toBe("合同.pdf");
});

test("a piece of a large file is signed over its raw bytes", async () => {
  await callBytes("largeFileServer/v1/largeFile/chunk?uploadId=u&index=3", new Uint8Array([1, 2, 3]));
  expect(sent[0]!.headers).toMatchObject({ "Content-Type": "application/octet-stream", ...signaturesOf(sent[0]!) });
});

test("asked for a proof of identity, the person is asked once and the very same request goes again", async () => {
  const asked = vi.fn<() => Promise<boolean>>(async () => true);
  const leave = answerProofs(asked);
  const refused = json({ status: "E", code: "PROOF_NEEDED", msg: "?" });
  answers = [refused, ok];
  expect((await call("baseServer/v1/thingRestful/doReveal", { id: "1", typed: "kept" })).data).toEqual({ id: "1" });
  expect(asked).toHaveBeenCalledTimes(1);
  expect(sent).toHaveLength(2);
  expect(text(sent[1])).toEqual(text(sent[0]));
  expect(sent[1]!.headers["Idempotency-Key"]).toBe(sent[0]!.headers["Idempotency-Key"]);
  asked.mockResolvedValue(false);
  answers = [refused];
  await expect(call("baseServer/v1/thingRestful/doReveal", { id: "1" })).rejects.toMatchObject({ code: "PROOF_NEEDED" });
  leave();
  answers = [refused];
  await expect(call("baseServer/v1/thingRestful/doReveal", { id: "1" }), "nobody to ask").rejects.toMatchObject({ code: "PROOF_NEEDED" });
});

test("what is asked at one moment travels in one request, and each question gets its own answer", async () => {
  const reply = (data: string) => ({ http: 200, reply: { status: "S", data, requestId: "R1" } });
  const refused = { http: 403, reply: { status: "E", code: "PERM_DENIED", msg: "不行", requestId: "R1" } };
  answers = [json({ status: "S", data: [reply("a"), refused, reply("c")] })];
  const asked = ["x/a", "x/b", "x/c"].map((path) => ask<string>(path, { path }));
  const [first, second, third] = await Promise.allSettled(asked);
  expect(sent.map(({ url }) => url)).toEqual(["/api/baseServer/baseCallService/readTogether"]);
  expect(text(sent[0])["calls"]).toEqual(["x/a", "x/b", "x/c"].map((path) => ({ path, body: { path } })));
  expect(
    [first, third].map((promiseRejectedResult) => promiseRejectedResult?.status === "fulfilled" && promiseRejectedResult.value.data),
  ).toEqual(["a", "c"]);
  expect(second).toMatchObject({ status: "rejected", reason: { code: "PERM_DENIED", http: 403, msg: "不行" } });
});

test("one question travels alone; more than twelve travel in several requests; no connection is told to each", async () => {
  await ask("x/alone", { n: 1 });
  expect(sent.map(({ url }) => url)).toEqual(["/api/x/alone"]);
  sent.length = 0;
  answers = [
    () => Promise.reject(new TypeError("offline")),
    () => Promise.reject(new TypeError("offline")),
    () => Promise.reject(new TypeError("offline")),
  ];
  answers.push(...answers);
  const many = await Promise.allSettled(Array.from({ length: 14 }, (_, n) => ask("x/many", { n })));
  expect(many.map(({ status }) => status)).toEqual(Array.from({ length: 14 }, () => "rejected"));
  const sizes = sent.map((entry) => (text(entry)["calls"] as unknown[]).length);
  expect(new Set(sizes)).toEqual(new Set([12, 2]));
});
