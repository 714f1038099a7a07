import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { signIn, type Client, type Prepared } from "../../../tests/support/client.ts";
import { gateHouse, type GateHouse } from "../../../tests/support/gate.ts";
import { openIds } from "./envelope.ts";

const password = "Kiln7!rope";
const list = "baseServer/v1/baseUsersRestful/listByPage";
let house: GateHouse;
let me: Client;

beforeAll(async () => {
  house = await gateHouse();
  await house.person("zhang.wei", password);
});
afterAll(() => house.close());
beforeEach(async () => {
  house.ran.clear();
  me = await house.client();
  const back = await me.login("zhang.wei", password);
  expect(back.status, `${back.code} ${back.msg}`).toBe("S");
});

const ran = () => house.ran.get("v1/baseUsersRestful/listByPage") ?? 0;

test("a signed call arrives with its body, its language and its session", async () => {
  const reply = await me.call(list, { pageIndex: 1, name: "中文 + %" });
  expect(reply).toMatchObject({
    http: 200,
    status: "S",
    data: { body: { pageIndex: 1, name: "中文 + %", language: "CN" }, session: { kind: "FULL", userId: "u-zhang.wei" } },
  });
});

test("shell 5: the same bytes sent twice are answered once", async () => {
  const request = me.prepare(list, { pageIndex: 1 });
  expect(await me.ask(request)).toMatchObject({ status: "S" });
  expect(await me.ask(request)).toMatchObject({ http: 401, code: "SIGN_REPLAY" });
  expect(ran()).toBe(1);
});

test("1000 parallel replays: one success", async () => {
  const request = me.prepare(list, { pageIndex: 1 });
  const replies = await Promise.all(Array.from({ length: 1000 }, () => me.ask(request)));
  expect(replies.filter((r) => r.status === "S")).toHaveLength(1);
  expect(replies.filter((r) => r.code === "SIGN_REPLAY")).toHaveLength(999);
  expect(ran()).toBe(1);
});

const bent: readonly (readonly [what: string, bend: (r: Prepared) => Prepared, codes: readonly string[]])[] = [
  ["a byte of the body", (r) => ({ ...r, body: String(r.body).replace("1", "2") }), ["SIGN_PARAM"]],
  ["the path", (r) => ({ ...r, url: r.url.replace("v1/baseUsersRestful/listByPage", "test/session") }), ["SIGN_PARAM"]],
  ["a query value", (r) => ({ ...r, url: r.url.replace("a=1", "a=2") }), ["SIGN_PARAM"]],
  ["a query pair more", (r) => ({ ...r, url: `${r.url}&c=3` }), ["SIGN_PARAM"]],
  ["SAAF-Language", (r) => header(r, "saaf-language", "EN"), ["SIGN_PARAM"]],
  ["SAAF-Language to nonsense", (r) => header(r, "saaf-language", "FR"), ["SIGN_HEADER"]],
  ["Gateway-Tag", (r) => header(r, "gateway-tag", "srm-other"), ["SIGN_HEADER"]],
  ["appId", (r) => header(r, "appid", "QkFTRA"), ["SIGN_HEADER"]],
  ["timestamp", (r) => header(r, "timestamp", String(Number(r.headers["timestamp"]) + 1)), ["SIGN_APP"]],
  ["timestamp to nonsense", (r) => header(r, "timestamp", "now"), ["SIGN_HEADER"]],
  ["certificate", (r) => header(r, "certificate", randomBytes(24).toString("base64url")), ["AUTH_EXPIRED"]],
  ["AuthorizationCode", (r) => header(r, "authorizationcode", randomBytes(32).toString("base64url")), ["AUTH_EXPIRED"]],
  ["AuthorizationCode to nothing", (r) => header(r, "authorizationcode", ""), ["AUTH_EXPIRED"]],
  [
    "the nonce",
    (r) => header(r, "appsign", `v1.${randomBytes(16).toString("base64url")}.${r.headers["appsign"]!.split(".")[2]}`),
    ["SIGN_APP"],
  ],
  [
    "the chain",
    (r) => header(r, "appsign", `v1.${r.headers["appsign"]!.split(".")[1]}.${randomBytes(32).toString("base64url")}`),
    ["SIGN_APP"],
  ],
  ["appsign to nonsense", (r) => header(r, "appsign", "v1.x.y"), ["SIGN_HEADER"]],
  ["paramsign", (r) => header(r, "paramsign", `v1.${randomBytes(32).toString("base64url")}`), ["SIGN_PARAM"]],
  ["paramsign to nonsense", (r) => header(r, "paramsign", "x"), ["SIGN_HEADER"]],
];

function header(request: Prepared, name: string, value: string): Prepared {
  return { ...request, headers: { ...request.headers, [name]: value } };
}

test.each(bent)("shell 6: changed %s is refused and no handler runs", async (_what, bend, codes) => {
  const reply = await me.ask(bend(me.prepare(list, { pageIndex: 1 }, { query: "a=1" })));
  expect(codes).toContain(reply.code);
  expect(reply).toMatchObject({ http: 401, status: "E" });
  expect(house.ran.size).toBe(0);
});

test("each missing header is refused", async () => {
  for (const name of ["timestamp", "appid", "gateway-tag", "saaf-language", "certificate", "authorizationcode", "appsign", "paramsign"]) {
    const request = me.prepare(list);
    delete request.headers[name];
    expect((await me.ask(request)).http, name).toBe(401);
  }
  expect(house.ran.size).toBe(0);
});

test("the method is signed", async () => {
  const request = me.prepare("baseServer/test/session", {}, { method: "GET" });
  expect(await me.ask({ ...request, method: "POST" })).toMatchObject({ code: "SIGN_PARAM" });
  expect(await me.ask(request)).toMatchObject({ status: "S" });
});

test("the payload's language must be the header's, in body, query and upload", async () => {
  const text = JSON.stringify({ language: "EN" });
  const request = me.prepare(list);
  const headers = { ...me.sign("POST", "/api/" + list, "", Buffer.from(text), String(me.now())), "content-type": "application/json" };
  expect(await me.ask({ ...request, headers, body: text })).toMatchObject({ http: 401, code: "SIGN_HEADER" });
  const bare = { ...me.sign("POST", "/api/" + list, "", Buffer.from("{}"), String(me.now())), "content-type": "application/json" };
  expect(await me.ask({ ...request, headers: bare, body: "{}" })).toMatchObject({ code: "SIGN_HEADER" });
  const get = me.sign("GET", "/api/baseServer/test/session", "", Buffer.alloc(0), String(me.now()));
  expect(await me.ask({ method: "GET", url: "/api/baseServer/test/session", headers: get, body: undefined })).toMatchObject({
    code: "SIGN_HEADER",
  });
});

test("shell 7: an old or a future timestamp is told the server's time", async () => {
  for (const shift of [-301_000, 301_000]) {
    const reply = await me.call(list, {}, { timestamp: house.clock.at + shift });
    expect(reply).toMatchObject({ http: 401, code: "SIGN_TIME", data: { serverTime: house.clock.at } });
  }
  house.clock.move(400_000);
  expect(await me.call(list, {}, { timestamp: house.clock.at - 300_000 })).toMatchObject({ status: "S" });
  expect(await me.call(list, {}, { timestamp: house.clock.at + 300_000 })).toMatchObject({ status: "S" });
});

test("shell 7: a client whose clock is two hours wrong works from the second try on", async () => {
  let offset = 7_200_000;
  me.now = () => house.clock.at + offset;
  const first = await me.call(list);
  expect(first.code).toBe("SIGN_TIME");
  offset += first.data.serverTime - me.now();
  expect(await me.call(list)).toMatchObject({ status: "S" });
});

test("what was signed before this process started is refused, because replays of it could not be known", async () => {
  const later = await house.another();
  const before = house.clock.at;
  house.clock.move(1000);
  const again = await house.another();
  const client = await again.client();
  expect(await client.call("baseServer/test/anonymous", {}, { timestamp: before })).toMatchObject({ code: "SIGN_TIME" });
  expect(await client.call("baseServer/test/anonymous")).toMatchObject({ status: "S" });
  expect(later.gate.nonces.since).toBe(before);
});

test("shell 9: code and certificate without the sign key open nothing", async () => {
  const thief = await house.client();
  thief.certificate = me.certificate;
  thief.code = me.code;
  expect(await thief.call(list)).toMatchObject({ http: 401, code: "SIGN_APP" });
  expect(await thief.call("baseServer/test/session", {}, { method: "GET" })).toMatchObject({ code: "SIGN_APP" });
  expect(house.ran.size).toBe(0);
});

test("twenty failed signatures in five minutes end the session and raise the alarm", async () => {
  const thief = await house.client();
  thief.certificate = me.certificate;
  thief.code = me.code;
  for (let n = 0; n < 19; n++) expect((await thief.call(list)).code).toBe("SIGN_APP");
  expect(await me.call(list)).toMatchObject({ status: "S" });
  expect((await thief.call(list)).code).toBe("SIGN_APP");
  expect(await me.call(list)).toMatchObject({ http: 401, code: "AUTH_EXPIRED", data: { reason: "SIGNATURES" } });
  expect(house.alarms).toContain("SIGN_FAILURES");
});

test("failures of strangers without the code are not counted against anybody", async () => {
  const stranger = await house.client();
  stranger.certificate = me.certificate;
  stranger.code = "guess";
  for (let n = 0; n < 30; n++) expect((await stranger.call(list)).code).toBe("AUTH_EXPIRED");
  expect(await me.call(list)).toMatchObject({ status: "S" });
});

test("shell 11: an envelope is opened in its own request only, a plain list is refused", async () => {
  const ids = Array.from({ length: 300 }, (_, i) => `f${i}`);
  const path = "/api/" + list;
  const carrier = { certificate: me.certificate, timestamp: String(me.now()), path };
  const envelope = me.seal({ ids }, carrier.timestamp, path);
  const open = (value: unknown, more: object = {}) => openIds(house.gate.keys, value, { ...carrier, ...more }, house.clock.now());
  expect(await open(envelope)).toEqual(ids);
  expect(await open({ ...envelope, language: "CN" })).toEqual(ids);
  for (const value of [
    { ids },
    null,
    "x",
    { ...envelope, data: envelope["iv"] },
    { ...envelope, keyId: "other" },
    { ...envelope, ek: envelope["data"] },
  ])
    await expect(open(value)).rejects.toMatchObject({ code: "ENVELOPE_REQUIRED" });
  for (const more of [{ timestamp: "1" }, { path: "/api/x" }, { certificate: "c" }])
    await expect(open(envelope, more)).rejects.toMatchObject({ code: "ENVELOPE_REQUIRED" });
  const tooMany = me.seal({ ids: Array.from({ length: 2001 }, String) }, carrier.timestamp, path);
  await expect(open(tooMany)).rejects.toMatchObject({ code: "ENVELOPE_REQUIRED" });
});

test("every spelling of a query signs and verifies", async () => {
  const odd = [
    "",
    "a=1",
    "b=2&a=1",
    "q=a+b",
    "q=a%20b",
    "q=a%2Bb",
    "x=",
    "x",
    "k=2&k=10&k=1",
    "n=%E4%B8%AD%E6%96%87",
    "e=%F0%9F%98%80",
    "s=!'()*~-._",
    "a=x%3Dy%26z",
    "z=%zz",
    "&&a=1&",
    "a=1&A=1&a=0",
  ];
  for (const query of odd) expect(await me.call("baseServer/test/session", {}, { query }), query).toMatchObject({ status: "S" });
  for (let n = 0; n < 60; n++) {
    const pairs = Array.from(
      { length: 1 + (n % 4) },
      () => [randomBytes(3).toString("latin1"), randomBytes(n % 7).toString("latin1")] as const,
    );
    const query =
      n % 2 === 0
        ? new URLSearchParams(pairs as unknown as string[][]).toString()
        : pairs.map(([k, v]) => `${encodeURIComponent(k)}=${encodeURIComponent(v)}`).join("&");
    expect(await me.call("baseServer/test/session", {}, { query }), query).toMatchObject({ status: "S" });
  }
});

test("a body that is no object, or tries to poison one, is refused after its signature", async () => {
  for (const text of ["[]", "1", "{", '{"__proto__":{"a":1},"language":"CN"}']) {
    const headers = { ...me.sign("POST", "/api/" + list, "", Buffer.from(text), String(me.now())), "content-type": "application/json" };
    expect(await me.ask({ method: "POST", url: "/api/" + list, headers, body: text }), text).toMatchObject({
      http: 400,
      code: "REQUEST_BAD",
    });
  }
  expect(house.ran.size).toBe(0);
});

test("uploads: meta is signed, every file is held against it", async () => {
  const files = [
    { name: "报价.txt", bytes: Buffer.from("one") },
    { name: "b.txt", bytes: Buffer.from("two") },
  ];
  expect(await me.upload("baseServer/test/upload", files)).toMatchObject({
    status: "S",
    data: [
      { name: "报价.txt", text: "one" },
      { name: "b.txt", text: "two" },
    ],
  });
  const swap = (from: string, to: string) => {
    const request = me.prepareUpload("baseServer/test/upload", files);
    return {
      ...request,
      body: Buffer.from(
        Buffer.from(request.body as Uint8Array)
          .toString("latin1")
          .replace(from, to),
        "latin1",
      ),
    };
  };
  expect(await me.ask(swap("two", "six"))).toMatchObject({ http: 401, code: "SIGN_PARAM" });
  expect(await me.ask(swap("two", "twoo"))).toMatchObject({ code: "SIGN_PARAM" });
  expect(await me.ask(swap('"functionId":""', '"functionId":"x"'))).toMatchObject({ code: "SIGN_PARAM" });
  expect(await me.ask(swap('name="meta"', 'name="else"'))).toMatchObject({ code: "SIGN_PARAM" });
  expect(house.ran.get("test/upload")).toBe(1);
});

test("a chunk is signed over its bytes", async () => {
  const bytes = randomBytes(100_000);
  expect(await me.bytes("baseServer/test/chunk", bytes, "uploadId=u1&index=0")).toMatchObject({ status: "S", data: { length: 100_000 } });
  const headers = {
    ...me.sign("POST", "/api/baseServer/test/chunk", "", bytes, String(me.now())),
    "content-type": "application/octet-stream",
  };
  bytes[5]! ^= 1;
  expect(await me.ask({ method: "POST", url: "/api/baseServer/test/chunk", headers, body: bytes })).toMatchObject({ code: "SIGN_PARAM" });
});

test("shell 25: a session code in an address is refused and ends the session; a viewer code is not one", async () => {
  const code = me.code;
  expect(
    await me.ask({ method: "POST", url: `/api/baseServer/test/public?fileId=1&authorizationCode=vc_abc`, headers: {}, body: undefined }),
  ).toMatchObject({ status: "S" });
  expect(await me.call(list)).toMatchObject({ status: "S" });
  const stranger = await house.client();
  expect(
    await stranger.ask({
      method: "POST",
      url: `/api/baseServer/test/public?fileId=1&authorizationCode=${encodeURIComponent(code)}`,
      headers: {},
      body: undefined,
    }),
  ).toMatchObject({ http: 401, code: "AUTH_EXPIRED" });
  expect(await me.call(list)).toMatchObject({ http: 401, code: "AUTH_EXPIRED" });
  expect(house.alarms).toContain("CODE_LEAKED");
});

test("too many calls of one kind are refused with 429, other sessions go on", async () => {
  const answers = [];
  for (let n = 0; n < 5; n++) answers.push((await me.call("baseServer/test/limited")).http);
  expect(answers).toEqual([200, 200, 200, 429, 429]);
  const other = await house.client();
  await other.login("zhang.wei", password);
  expect(await other.call("baseServer/test/limited")).toMatchObject({ status: "S" });
  house.clock.move(20_000);
  expect(await me.call("baseServer/test/limited")).toMatchObject({ status: "S" });
});

test("anonymous sessions open anonymous calls only, public ones need nothing", async () => {
  const guest = await house.client();
  expect(await guest.call("baseServer/test/anonymous")).toMatchObject({
    status: "S",
    data: { session: { kind: "ANONYMOUS", userId: null } },
  });
  expect(await guest.call("baseServer/test/session")).toMatchObject({ http: 401, code: "AUTH_EXPIRED" });
  expect(await guest.call("baseServer/test/restricted")).toMatchObject({ http: 401, code: "AUTH_EXPIRED" });
  expect(
    await guest.ask({
      method: "POST",
      url: "/api/baseServer/test/public",
      headers: { "content-type": "application/json" },
      body: '{"a":1}',
    }),
  ).toMatchObject({ status: "S", data: { body: { a: 1 } } });
  house.clock.move(30 * 60_000);
  expect(await guest.call("baseServer/test/anonymous")).toMatchObject({ code: "AUTH_EXPIRED" });
});

test("strangers trying certificates are slowed down", async () => {
  const guest = await house.client(undefined, "10.9.9.9");
  const codes: (string | undefined)[] = [];
  for (let n = 0; n < 110; n++) {
    guest.certificate = randomBytes(24).toString("base64url");
    codes.push((await guest.call("baseServer/test/anonymous")).code);
  }
  expect(codes.filter((c) => c === "AUTH_EXPIRED")).toHaveLength(100);
  expect(codes.filter((c) => c === "RATE_LIMIT")).toHaveLength(10);
});

test("several processes share their nonces through the database", async () => {
  const settings = { multiNode: true };
  const [one, two] = [await house.another({ settings }), await house.another({ settings })];
  const client = await one.client();
  await client.login("zhang.wei", password);
  const request = client.prepare(list);
  const inTwo = new (client.constructor as typeof Client)(async (r) => {
    const reply = await two.app.inject({ method: "POST", url: r.url, headers: r.headers, payload: r.body as string });
    return { status: reply.statusCode, headers: new Headers(), body: reply.rawPayload };
  });
  const replies = await Promise.all(Array.from({ length: 40 }, (_, i) => (i % 2 ? client : inTwo).ask(request)));
  expect(replies.filter((r) => r.status === "S")).toHaveLength(1);
  expect(replies.filter((r) => r.code === "SIGN_REPLAY")).toHaveLength(39);
});

test("the same conversation over the network", async () => {
  const url = await house.app.listen({ port: 0, host: "127.0.0.1" });
  const client = await signIn(url, "zhang.wei", password, "EN");
  expect(await client.call(list, { pageIndex: 1 })).toMatchObject({ status: "S", data: { body: { pageIndex: 1, language: "EN" } } });
  expect(await client.upload("baseServer/test/upload", [{ name: "a.txt", bytes: Buffer.from("one") }])).toMatchObject({
    status: "S",
    data: [{ name: "a.txt", text: "one" }],
  });
  await expect(signIn(url, "zhang.wei", "Wrong7!rope")).rejects.toThrow("AUTH_BAD");
});
