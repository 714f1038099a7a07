import { createHash, createHmac, hkdfSync } from "node:crypto";
import { expect, test } from "vitest";
import {
  APP_ID,
  appIdOf,
  canonicalQuery,
  chainRounds,
  digitSum,
  fromBase64url,
  nonceOf,
  paramText,
  sign,
  signKeyInfo,
  signNow,
  toBase64url,
  toHex,
} from "./sign.ts";
import type { HashingNow, SignedParts } from "./sign.ts";

const range = (from: number) => Uint8Array.from({ length: 32 }, (_, i) => from + i);
const sha256 = (bytes: Uint8Array) => new Uint8Array(createHash("sha256").update(bytes).digest());
const key = new Uint8Array(hkdfSync("sha256", range(0), range(32), signKeyInfo("c_test0001"), 32));
const node: HashingNow = { sha256, hmac: (bytes) => new Uint8Array(createHmac("sha256", key).update(bytes).digest()) };
const body = '{"pageIndex":1,"pageRows":20,"language":"CN"}';
const vector: SignedParts = {
  method: "post",
  path: "/api/baseServer/v1/baseUsersRestful/listByPage",
  query: "b=中&a=1",
  timestamp: "1767225600123",
  nonce: "AAECAwQFBgcICQoLDA0ODw",
  certificate: "c_test0001",
  appId: APP_ID,
  gatewayTag: "srm-main",
  language: "CN",
  bodyHash: toHex(sha256(new TextEncoder().encode(body))),
};
const printed = {
  appsign: "v1.AAECAwQFBgcICQoLDA0ODw.AzUSUWmzNczF74z2ky1D_b2eL8AIsaOs6JDiUjOhq1w",
  paramsign: "v1.DWn1MTEal3HeYfe05QxHyxlZ0LwynGl1R3YAkJZf2L4",
};

test("shell 8: the printed vector, with node hashes", () => {
  expect(toHex(key)).toBe("d486914ded1a636f4f301b152923080b035a87fdcc78fe6ac04a323e607ceb9e");
  expect(vector.bodyHash).toBe("59a15d805a38fb533873f3521a1eba0790bb1ef262418a8f5c3a681362f917e6");
  expect(signNow(vector, node)).toEqual(printed);
});

test("shell 8: the printed vector, with browser hashes", async () => {
  const raw = await crypto.subtle.importKey("raw", range(0), "HKDF", false, ["deriveKey"]);
  const hkdf = { name: "HKDF", hash: "SHA-256", salt: range(32), info: new TextEncoder().encode(signKeyInfo("c_test0001")) };
  const signKey = await crypto.subtle.deriveKey(hkdf, raw, { name: "HMAC", hash: "SHA-256", length: 256 }, false, ["sign"]);
  const browser = {
    sha256: async (bytes: Uint8Array<ArrayBuffer>) => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)),
    hmac: async (bytes: Uint8Array<ArrayBuffer>) => new Uint8Array(await crypto.subtle.sign("HMAC", signKey, bytes)),
  };
  expect(await sign(vector, browser)).toEqual(printed);
});

test("the rounds follow the digits of the timestamp", () => {
  expect(digitSum("1767225600123")).toBe(42);
  expect(chainRounds("1767225600123")).toBe(3);
  expect(chainRounds("1767225600124")).toBe(4);
});

test("every altered part gives another parameter signature", () => {
  const changes: Partial<SignedParts>[] = [
    { method: "GET" },
    { path: "/api/x" },
    { query: "a=1" },
    { timestamp: "1767225600124" },
    { nonce: "BAECAwQFBgcICQoLDA0ODw" },
    { certificate: "c" },
    { appId: "x" },
    { gatewayTag: "x" },
    { language: "EN" },
    { bodyHash: "0" },
  ];
  for (const change of changes) expect(signNow({ ...vector, ...change }, node).paramsign).not.toBe(printed.paramsign);
});

test("one canonical query for space, plus, escapes, empty values, repeated keys and Unicode", () => {
  expect(canonicalQuery("")).toBe("");
  expect(canonicalQuery("?")).toBe("");
  expect(canonicalQuery("b=中&a=1")).toBe("a=1&b=%E4%B8%AD");
  expect(canonicalQuery("?b=%E4%B8%AD&a=1")).toBe("a=1&b=%E4%B8%AD");
  expect(canonicalQuery("q=a b")).toBe(canonicalQuery("q=a+b"));
  expect(canonicalQuery("q=a+b")).toBe("q=a%20b");
  expect(canonicalQuery("q=a%2Bb")).toBe("q=a%2Bb");
  expect(canonicalQuery("x=&y")).toBe("x=&y=");
  expect(canonicalQuery("k=2&k=10&k=1")).toBe("k=1&k=10&k=2");
  expect(canonicalQuery("a=1&&b=2&")).toBe("a=1&b=2");
  expect(canonicalQuery("a=x=y")).toBe("a=x%3Dy");
  expect(canonicalQuery("a=!'()*~-._")).toBe("a=%21%27%28%29%2A~-._");
  expect(canonicalQuery("a=%zz")).toBe("a=%25zz");
  expect(canonicalQuery("a=\ud800")).toBe("a=%EF%BF%BD");
});

test("canonical queries stay as they are", () => {
  for (const query of ["a=1", "q=a+b&c=%F0%9F%98%80", "x=%zz&x=", "b=2&a=1&a=0"]) {
    const once = canonicalQuery(query);
    expect(canonicalQuery(once)).toBe(once);
  }
});

test("the canonical string has eleven lines and no trailing newline", () => {
  const lines = paramText({ ...vector, query: "" }).split("\n");
  expect(lines).toHaveLength(11);
  expect(lines[1]).toBe("POST");
  expect(lines[3]).toBe("");
});

test("base64url goes there and back, appId carries no padding", () => {
  expect(appIdOf("BASE")).toBe("QkFTRQ");
  for (let length = 0; length < 40; length++) {
    const bytes = Uint8Array.from({ length }, (_, i) => (i * 37 + length) & 255);
    expect(fromBase64url(toBase64url(bytes))).toEqual(bytes);
  }
  expect(() => fromBase64url("a+b")).toThrow();
});

test("the nonce is read only from a well-formed appsign", () => {
  expect(nonceOf(printed.appsign)).toBe(vector.nonce);
  expect(nonceOf("v1.short.AzUS")).toBeNull();
});
