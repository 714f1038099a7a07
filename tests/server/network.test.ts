import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Client, overNetwork } from "../support/client.ts";
import { openTestProduct, type TestProduct } from "../support/product.ts";

let product: TestProduct;

beforeAll(async () => {
  product = await openTestProduct([], [], { TRUST_PROXY: "1" });
  const admin = await product.signIn("admin");
  // A riddle after some failures would stop the tries before the lock does.
  await admin.call("baseServer/baseProfileService/saveValue", { profileCode: "LOGIN_CAPTCHA_MODE", level: "SITE", value: "OFF" });
});
afterAll(() => product?.drop());

/** A caller behind the one proxy: the proxy adds where the call came from to whatever the caller had written. */
const behind = (address: string, forged: () => string): Promise<Client> => {
  const send = overNetwork(product.url);
  return new Client((request) =>
    send({ ...request, headers: { ...request.headers, "x-forwarded-for": [forged(), address].filter(Boolean).join(", ") } }),
  ).connect();
};

test("a forged address moves no lock, no count and no line of the log", async () => {
  let turn = 0;
  const client = await behind("203.0.113.9", () => `198.51.100.${(turn += 1)}`);
  for (let i = 0; i < 30; i++) await client.login(`nobody.${i}`, "Wrong-Pass1");
  expect((await client.login("nobody.more", "Wrong-Pass1")).code).toBe("AUTH_IP_BLOCKED");
  const logged = await product.kernel.db.query(`select distinct ip from "BaseLoginLog" where account like 'nobody.%'`);
  expect(logged).toEqual([{ ip: "203.0.113.9" }]);
  const locks = await product.kernel.db.query(
    `select "lockKey" as key from "BaseLoginLock" where "lockKey" like 'ip|%' and "lockKey" <> 'ip|127.0.0.1'`,
  );
  expect(locks).toEqual([{ key: "ip|203.0.113.9" }]);
  // Nobody else pays for it, though the caller named their address all the time.
  const other = await behind("198.51.100.7", () => "");
  expect((await other.login("nobody.other", "Wrong-Pass1")).code).not.toBe("AUTH_IP_BLOCKED");
});

/** Sends bytes as they are, which no HTTP client does, and returns the status line and headers of the reply. */
const raw = (lines: readonly string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(product.url);
    const socket = connect(Number(port), hostname, () => socket.write(`${lines.join("\r\n")}\r\n\r\n`));
    let reply = "";
    socket.on("data", (bytes) => {
      reply += bytes.toString("latin1");
      if (reply.includes("\r\n\r\n")) socket.destroy();
    });
    socket.on("close", () => resolve(reply.split("\r\n\r\n")[0]!));
    socket.on("error", reject);
  });

describe("what travels is compressed", () => {
  const described = (accepts: string) => fetch(`${product.url}/api/openapi.json`, { headers: { "accept-encoding": accepts } });

  test.each([
    ["gzip, deflate, br", "br"],
    ["gzip", "gzip"],
    ["br;q=0, gzip;q=0.5", "gzip"],
    ["identity", null],
  ])("for a caller that accepts %s: %s", async (accepts, encoding) => {
    const reply = await described(accepts);
    expect([reply.headers.get("content-encoding"), reply.headers.get("vary")]).toEqual([encoding, "accept-encoding"]);
    expect(await reply.json()).toMatchObject({ openapi: "3.1.0" });
  });

  test("a call's reply too, unless it fits one packet", async () => {
    const client = await product.signIn("admin");
    const encodingOf = async (pageRows: number): Promise<string | null> => {
      const asked = client.prepare("baseServer/v1/baseMenuRestful/listByPage", { pageRows });
      const { headers } = await client.send({ ...asked, headers: { ...asked.headers, "accept-encoding": "br" } });
      return headers.get("content-encoding");
    };
    expect([await encodingOf(100), await encodingOf(1)]).toEqual(["br", null]);
  });
});

describe("what anybody on the network sees", () => {
  test.each(["/", "/login", "/api/openapi.json", "/api/nothing/here", "/api/health"])("%s allows no other origin", async (path) => {
    const { headers } = await fetch(product.url + path, { headers: { origin: "https://elsewhere.example" } });
    expect(headers.get("access-control-allow-origin")).toBeNull();
    expect(headers.get("referrer-policy")).toBe("same-origin");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("x-powered-by")).toBeNull();
  });

  test.each(["TRACE", "TRACK", "CONNECT", "PROPFIND", "SPOIL"])("%s is refused", async (method) => {
    const reply = await raw([`${method} / HTTP/1.1`, "Host: product.example", "X-Marker: mirrored", "Connection: close"]);
    expect(reply).not.toMatch(/^HTTP\/1\.1 2/);
    expect(reply).not.toContain("mirrored");
  });

  const smuggled = [
    ["a length and chunks", ["Content-Length: 4", "Transfer-Encoding: chunked"]],
    ["two lengths", ["Content-Length: 4", "Content-Length: 5"]],
    ["a length with a sign", ["Content-Length: +4"]],
    ["an encoding nobody knows", ["Transfer-Encoding: chunked, identity"]],
  ] as const;
  test.each(smuggled)("a message with %s is refused", async (_, headers) => {
    const reply = await raw(["POST /api/openapi.json HTTP/1.1", "Host: product.example", ...headers]);
    expect(reply).toMatch(/^HTTP\/1\.1 400 /);
  });

  const hidden = [
    ...["/.git/config", "/.git/HEAD", "/.env", "/package.json", "/package-lock.json", "/main.ts", "/product.ts", "/tsconfig.json"],
    ...["/../package.json", "/assets/../../package.json", "/%2e%2e/package.json", "/assets/%2e%2e%2f%2e%2e%2fpackage.json"],
    ...["/assets/", "/assets", "/keys/", "/data/", "/kernel/server/http/serve.ts", "/node_modules/fastify/package.json"],
  ];
  test.each(hidden)("%s is neither a file nor a folder", async (path) => {
    const reply = await raw([`GET ${path} HTTP/1.1`, "Host: product.example", "Connection: close"]);
    // An address that is no file is a page of the product, or nothing.
    expect(reply).toMatch(/^HTTP\/1\.1 (200|400|403|404) /);
    if (reply.startsWith("HTTP/1.1 200")) expect(reply.toLowerCase()).toContain("content-type: text/html");
  });
});
