import { createSecretKey, hkdfSync } from "node:crypto";
import { expect, test } from "vitest";
import { APP_ID, signKeyInfo } from "#kernel/sign.ts";
import { hasLeadingZeros } from "#kernel/captcha-work.ts";
import { captchaAlphabet, captchaSvg } from "./captcha-image.ts";
import { deviceOf } from "./device.ts";
import { apiHeaders, contentSecurityPolicy, isOwnOrigin, originsOf, pageHeaders } from "./headers.ts";
import { fromBase32, newTotpSecret, stepAt, totp } from "./mfa.ts";
import { memoryNonces } from "./nonce.ts";
import { argonFrom, queue, randomPassword } from "./password.ts";
import { openFailures, openRates } from "./rate.ts";
import { deny, denyEnded, endReasons, gateTexts, type EndReason } from "./refusals.ts";
import { judgeCode, hashCode, turnCodes, type Live } from "./session.ts";
import { appChain, paramMac } from "./verify.ts";
import { failedRules, passwordFloor } from "#kernel/password.ts";

const bytes = (from: number) => Buffer.from(Array.from({ length: 32 }, (_, i) => from + i));

test("shell 8: the server's own functions give the printed signatures", () => {
  const key = createSecretKey(Buffer.from(hkdfSync("sha256", bytes(0), bytes(32), signKeyInfo("c_test0001"), 32)));
  const parts = {
    method: "POST",
    path: "/api/baseServer/v1/baseUsersRestful/listByPage",
    query: "b=中&a=1",
    timestamp: "1767225600123",
    nonce: "AAECAwQFBgcICQoLDA0ODw",
    certificate: "c_test0001",
    appId: APP_ID,
    gatewayTag: "srm-main",
    language: "CN",
    bodyHash: "59a15d805a38fb533873f3521a1eba0790bb1ef262418a8f5c3a681362f917e6",
  };
  expect(appChain(key, parts)).toBe("v1.AAECAwQFBgcICQoLDA0ODw.AzUSUWmzNczF74z2ky1D_b2eL8AIsaOs6JDiUjOhq1w");
  expect(paramMac(key, parts)).toBe("v1.DWn1MTEal3HeYfe05QxHyxlZ0LwynGl1R3YAkJZf2L4");
});

test("every refusal speaks both languages and keeps its placeholders in both", () => {
  for (const [code, [http, cn, en]] of Object.entries(gateTexts)) {
    expect(cn, code).toMatch(/[一-鿿]/);
    expect(en, code).toMatch(/^[A-Z][\x20-\x7e]+$/);
    expect([200, 400, 401, 403, 413, 429, 503]).toContain(http);
    const holes = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();
    expect(holes(cn), code).toEqual(holes(en));
  }
  expect(deny("AUTH_LOCKED", { values: { n: 15 } }).text).toEqual([
    "账号已锁定，请15分钟后再试或通过找回密码解锁",
    "Account locked. Try again in 15 minutes or reset the password",
  ]);
  for (const reason of Object.keys(endReasons) as EndReason[])
    expect(denyEnded(reason).code).toBe(reason === "KICKED" ? "AUTH_KICKED" : "AUTH_EXPIRED");
  expect(denyEnded("IDLE").text).toEqual(["登录已失效，请重新登录（空闲超时）", "Session ended, please sign in again (Idle)"]);
});

test("RFC 6238: the published codes", () => {
  const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
  expect(fromBase32(secret).toString()).toBe("12345678901234567890");
  for (const [at, code] of [
    [59, "287082"],
    [1111111109, "081804"],
    [1111111111, "050471"],
    [1234567890, "005924"],
    [2000000000, "279037"],
    [20000000000, "353130"],
  ] as const)
    expect(totp(secret, stepAt(new Date(at * 1000)))).toBe(code);
  expect(newTotpSecret()).toMatch(/^[A-Z2-7]{32}$/);
});

test("a captcha's picture holds strokes only", () => {
  expect(captchaAlphabet).toBe("23456789ABCDEFGHJKMNPQRSTUVWXYZ");
  for (const character of captchaAlphabet) {
    const svg = captchaSvg(character.repeat(4));
    expect(svg).not.toMatch(/<text|<tspan|<title|<desc|id=|class=/);
    expect(svg.match(/<path /g)!.length).toBeGreaterThan(6);
    expect(svg.length).toBeLessThan(12_000);
  }
});

test("a page may run only its own scripts and be framed only by listed origins", () => {
  const csp = contentSecurityPolicy(["https://oa.example.com"]);
  expect(csp).toContain("script-src 'self';");
  expect(csp).toContain("object-src 'none'");
  expect(csp).toContain("base-uri 'none'");
  expect(csp).toContain("frame-ancestors 'self' https://oa.example.com");
  expect(csp).not.toContain("unsafe-eval");
  expect(originsOf("https://a.example.com/x, javascript:alert(1) ; http://b.example.com:8080\nnonsense")).toEqual([
    "https://a.example.com",
    "http://b.example.com:8080",
  ]);
  expect(pageHeaders([], true)).toMatchObject({
    "x-frame-options": "SAMEORIGIN",
    "referrer-policy": "same-origin",
    "strict-transport-security": expect.any(String),
  });
  expect(pageHeaders(["https://oa.example.com"], false)).not.toHaveProperty("x-frame-options");
  expect(apiHeaders(false)).toMatchObject({ "cache-control": "no-store", "x-content-type-options": "nosniff" });
});

test("a bucket gives a minute's worth at once and then evenly", () => {
  const rates = openRates();
  const at = (ms: number) => new Date(1_000_000 + ms);
  expect(Array.from({ length: 12 }, () => rates.allow("k", 10, at(0))).filter(Boolean)).toHaveLength(10);
  expect(rates.allow("other", 10, at(0))).toBe(true);
  expect(rates.allow("k", 10, at(5_999))).toBe(false);
  expect(rates.allow("k", 10, at(6_000))).toBe(true);
  expect(rates.allow("k", 10, at(6_001))).toBe(false);
  rates.sweep(at(200_000));
  expect(rates.size).toBe(0);
});

test("failures count within their window", () => {
  const failures = openFailures(300_000);
  const at = (ms: number) => new Date(ms);
  for (let n = 1; n <= 19; n++) expect(failures.add("c", at(n * 1000))).toBe(n);
  expect(failures.add("c", at(400_000))).toBe(1);
});

test("a nonce is good once for at least ten minutes", () => {
  const nonces = memoryNonces(new Date(0));
  const take = (nonce: string, minutes: number) => nonces.take("c", nonce, new Date(minutes * 60_000));
  expect(take("a", 0)).toBe(true);
  expect(take("a", 0)).toBe(false);
  expect(nonces.take("d", "a", new Date(0))).toBe(true);
  expect(take("b", 4)).toBe(true);
  expect(take("b", 13.9)).toBe(false);
  expect(take("a", 9.9)).toBe(false);
  expect(take("a", 40)).toBe(true);
});

test("at most four at once, fifty wait, the next is told to come later", async () => {
  const turn = queue(4, 50);
  const free: (() => void)[] = [];
  let [running, most] = [0, 0];
  const work = () =>
    turn(async () => {
      most = Math.max(most, ++running);
      await new Promise<void>((done) => free.push(done));
      running--;
    });
  const all = Array.from({ length: 54 }, work);
  await expect(work()).rejects.toMatchObject({ code: "SYS_BUSY", http: 503 });
  for (let n = 0; n < 54; n++) {
    while (free.length === 0) await Promise.resolve();
    free.shift()!();
  }
  await Promise.all(all);
  expect(most).toBe(4);
});

test("a password made for somebody keeps every rule", () => {
  for (let n = 0; n < 50; n++) {
    const made = randomPassword("zhang.wei");
    expect(made).toHaveLength(16);
    expect(failedRules(made, "zhang.wei", passwordFloor)).toEqual([]);
  }
});

test("a password hash never costs less than the floor", () => {
  expect(argonFrom({})).toEqual({ memoryCost: 65_536, timeCost: 3 });
  expect(argonFrom({ ARGON2_MEMORY_KIB: "19456", ARGON2_ROUNDS: "2" })).toEqual({ memoryCost: 19_456, timeCost: 2 });
  expect(argonFrom({ ARGON2_MEMORY_KIB: "64", ARGON2_ROUNDS: "1" })).toEqual({ memoryCost: 19_456, timeCost: 2 });
  expect(argonFrom({ ARGON2_MEMORY_KIB: "lots" })).toEqual({ memoryCost: 65_536, timeCost: 3 });
});

test("devices have names people know", () => {
  expect(
    deviceOf("Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 Edg/140.0"),
  ).toBe("Edge, Windows");
  expect(deviceOf("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1")).toBe("Safari, iOS");
  expect(deviceOf("")).toBe("-");
});

test("shell 22: which code is good when", () => {
  const live = { info: { kind: "FULL" }, codeHash: hashCode("new"), prevHash: hashCode("old"), prevUntil: null } as Live;
  expect(judgeCode(live, "old", 0)).toBe("ok");
  expect(judgeCode(live, "new", 0)).toBe("firstSight");
  expect(judgeCode(live, "other", 0)).toBe("unknown");
  live.prevUntil = 60_000;
  expect(judgeCode(live, "new", 5)).toBe("ok");
  expect(judgeCode(live, "old", 59_000)).toBe("ok");
  expect(judgeCode(live, "old", 61_000)).toBe("stolen");
});

test("a rotation whose answer was lost is repeated without losing the code in use", () => {
  const live = { codeHash: hashCode("never seen"), prevHash: hashCode("in use"), prevUntil: null } as Live;
  expect(turnCodes(live, "in use", "next")).toEqual({ codeHash: hashCode("next"), prevHash: hashCode("in use") });
  expect(turnCodes({ ...live, prevHash: null }, "never seen", "next")).toEqual({
    codeHash: hashCode("next"),
    prevHash: hashCode("never seen"),
  });
});

test("work is counted in leading zero bits", () => {
  expect([0, 8, 9, 16].map((bits) => hasLeadingZeros(Uint8Array.of(0, 0x7f, 1), bits))).toEqual([true, true, true, false]);
  expect(hasLeadingZeros(Uint8Array.of(0, 0x80), 9)).toBe(false);
});

test("a socket is opened by pages of the own origin and of allowed ones", () => {
  const allowed = ["https://srm.example.com"];
  const may = (origin: string | undefined) => isOwnOrigin(origin, "10.0.0.5:8080", allowed);
  expect([undefined, "http://10.0.0.5:8080", "https://srm.example.com"].map(may)).toEqual([true, true, true]);
  expect(["https://evil.example", "null", "http://10.0.0.5", "https://srm.example.com.evil.example"].map(may)).toEqual([
    false,
    false,
    false,
    false,
  ]);
});
