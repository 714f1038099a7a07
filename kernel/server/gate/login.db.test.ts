import { hash } from "node:crypto";
import { captchaWorkBits, captchaWorkText, hasLeadingZeros } from "#kernel/captcha-work.ts";
import { msOf } from "#kernel/time.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Client } from "../../../tests/support/client.ts";
import {
  adminResponsibility,
  gateHouse,
  internalResponsibility,
  supplierResponsibility,
  type GateHouse,
} from "../../../tests/support/gate.ts";
import { adminReset } from "./account.ts";
import { issue } from "./ticket.ts";
import { personalLink, setPasswordLink } from "./links.ts";
import { unlock } from "./lockout.ts";
import { newTotpSecret, sealTotpSecret, stepAt, totp } from "./mfa.ts";
import { takeProof } from "./recover.ts";

const minute = 60_000;
const password = "Kiln7!rope";
const login = "baseServer/baseLoginService";
const forget = "baseServer/baseForgetPwdService";
let house: GateHouse;

beforeAll(async () => {
  house = await gateHouse({
    barred: async (account) => account.supplierId === "s-black",
  });
  house.gate.doors.registration = { mode: async () => "OFF", isReserved: async (name) => name === "waiting.one" };
});
afterAll(() => house.close());

let address = 1;
/** Every test comes from its own address, so that failures of one do not count for another. */
const guest = (): Promise<Client> => house.client(undefined, `10.1.${Math.floor(address / 250)}.${(address++ % 250) + 1}`);

/** A captcha whose answer the test puts there itself: nobody can read it out of the table. */
async function plant(client: Client): Promise<{ captchaId: string; captchaCode: string }> {
  const { captchaId } = (await client.call(`${login}/generateRandomValidate`)).data;
  const answer = house.gate.keys.mac("captcha", `${client.certificate}|AB23`);
  await house.db.query(
    `update "BaseTicket" set "content" = $1 where "id" = (select max("id") from "BaseTicket" where "purpose" = 'CAPTCHA')`,
    [JSON.stringify({ answer })],
  );
  return { captchaId, captchaCode: "ab23" };
}

const lastCode = async (): Promise<string> => /\d{6}/.exec((await house.messages()).at(-1)!.content)![0];

test("shell 1: the right password opens a session whose code nobody stored", async () => {
  await house.person("li.na", password, { displayName: "李娜" });
  const client = await guest();
  const anonymous = client.certificate;
  const reply = await client.login("LI.NA", password);
  expect(reply).toMatchObject({
    status: "S",
    data: {
      mustChangePassword: false,
      sessionKind: "FULL",
      landing: "inHome",
      gatewayTag: "srm-main",
      user: { userName: "li.na", personName: "李娜", userType: "INTERNAL", supplierId: null },
      currentResponsibility: { respCode: "BUYER", homeRoute: "inHome" },
    },
  });
  const { certificate, authorizationCode, serverSalt } = reply.data;
  expect(certificate).not.toBe(authorizationCode);
  expect(Buffer.from(serverSalt, "base64url")).toHaveLength(32);
  const rows = await house.db.query<Record<string, unknown>>(`select * from "BaseLoginSession" where "certificate" = $1`, [certificate]);
  expect(rows[0]!["authCodeHash"]).toMatch(/^[0-9a-f]{64}$/);
  expect(JSON.stringify(rows)).not.toContain(authorizationCode);
  expect(await client.call("baseServer/test/session")).toMatchObject({ status: "S" });
  const log = await house.db.one(`select "account", "result", "userId" from "BaseLoginLog" order by "id" desc limit 1`);
  expect(log).toEqual({ account: "LI.NA", result: "OK", userId: "u-li.na" });
  expect(await house.db.one(`select "endReason" from "BaseLoginSession" where "certificate" = $1`, [anonymous])).toEqual({
    endReason: "LOGOUT",
  });
});

test("the handshake tells what a page must know and nothing more", async () => {
  const { handshake } = await guest();
  expect(handshake).toMatchObject({
    gatewayTag: "srm-main",
    captchaRequired: false,
    ssoProviders: [],
    registration: false,
    channels: ["EMAIL", "SMS"],
    pwdRules: { minLength: 8, minClasses: 3, history: 5 },
    version: "0",
  });
  expect(handshake.publicKey).toContain("BEGIN PUBLIC KEY");
  expect(handshake).not.toHaveProperty("demo");
  expect(handshake.serverTime).toBe(house.clock.at);
});

test("shell 2: five wrong passwords lock for 15 minutes, the right one included; the second lock lasts 30", async () => {
  await house.person("wang.fang", password);
  house.directory.profiles.set("LOGIN_CAPTCHA_MODE", "OFF");
  const client = await guest();
  for (let n = 0; n < 5; n++) expect((await client.login("wang.fang", "Wrong7!rope")).code).toBe("AUTH_BAD");
  expect(await client.login("wang.fang", password)).toMatchObject({
    http: 200,
    code: "AUTH_LOCKED",
    data: { minutes: 15 },
    msg: "账号已锁定，请15分钟后再试或通过找回密码解锁",
  });
  expect(await client.login("wang.fang@example.com", password)).toMatchObject({ code: "AUTH_LOCKED" });
  house.clock.move(15 * minute);
  const again = await guest();
  expect(await again.login("wang.fang", password)).toMatchObject({ status: "S" });
  const third = await guest();
  for (let n = 0; n < 5; n++) await third.login("wang.fang", "Wrong7!rope");
  expect(await third.login("wang.fang", password)).toMatchObject({ code: "AUTH_LOCKED", data: { minutes: 30 } });
  const letters = (await house.messages()).filter((m) => m.kind === "USER_LOCKED");
  expect(letters).toHaveLength(2);
  expect(letters[0]).toMatchObject({ recipient: "wang.fang@example.com", content: expect.stringContaining("Chrome, Windows") });
  await unlock(house.db, "wang.fang", house.clock.now());
  expect(await (await guest()).login("wang.fang", password)).toMatchObject({ status: "S" });
  house.directory.profiles.delete("LOGIN_CAPTCHA_MODE");
});

test("a hundred guesses at once are five guesses", async () => {
  await house.person("zhao.lei", password);
  house.directory.profiles.set("LOGIN_CAPTCHA_MODE", "OFF");
  const client = await guest();
  const codes = (await Promise.all(Array.from({ length: 24 }, () => client.login("zhao.lei", "Wrong7!rope")))).map((r) => r.code);
  expect(codes.filter((c) => c === "AUTH_BAD")).toHaveLength(5);
  expect(codes.filter((c) => c === "AUTH_LOCKED")).toHaveLength(19);
  house.directory.profiles.delete("LOGIN_CAPTCHA_MODE");
});

test("shell 3: an unknown account gets the same answers, after the same work", async () => {
  await house.person("known.one", password);
  house.directory.profiles.set("LOGIN_CAPTCHA_MODE", "OFF");
  const answers = async (name: string) => {
    const client = await guest();
    const got = [];
    for (let n = 0; n < 6; n++) {
      const { code, msg, data } = await client.login(name, "Wrong7!rope");
      got.push({ code, msg, data });
    }
    return got;
  };
  const hashed = () => {
    let count = 0;
    const { matches } = house.gate.passwords;
    house.gate.passwords.matches = (...args) => (count++, matches(...args));
    return () => ((house.gate.passwords.matches = matches), count);
  };
  const first = hashed();
  const known = await answers("known.one");
  const knownWork = first();
  const second = hashed();
  expect(await answers("nobody.here")).toEqual(known);
  expect(second()).toBe(knownWork);
  expect(known.map((k) => k.code)).toEqual([...Array.from({ length: 5 }, () => "AUTH_BAD"), "AUTH_LOCKED"]);
  expect((await house.messages()).filter((m) => m.recipient.includes("nobody"))).toEqual([]);
  house.directory.profiles.delete("LOGIN_CAPTCHA_MODE");
});

test("shell 4: a captcha is demanded after the second failure and is good once", async () => {
  await house.person("chen.jie", password);
  const client = await guest();
  expect(await client.login("chen.jie", "Wrong7!rope")).toMatchObject({ code: "AUTH_BAD", data: { captchaRequired: false } });
  expect(await client.login("chen.jie", "Wrong7!rope")).toMatchObject({ code: "AUTH_BAD", data: { captchaRequired: true } });
  expect(await client.login("chen.jie", password)).toMatchObject({ code: "AUTH_CAPTCHA", data: { captchaRequired: true } });
  const captcha = await plant(client);
  expect(await client.login("chen.jie", "Wrong7!rope", captcha)).toMatchObject({ code: "AUTH_BAD" });
  expect(await client.login("chen.jie", password, captcha)).toMatchObject({ code: "AUTH_CAPTCHA" });
  const foreign = await plant(await guest());
  expect(await client.login("chen.jie", password, foreign)).toMatchObject({ code: "AUTH_CAPTCHA" });
  const late = await plant(client);
  house.clock.move(120_000);
  expect(await client.login("chen.jie", password, late)).toMatchObject({ code: "AUTH_CAPTCHA" });
  expect(await client.login("chen.jie", password, { ...(await plant(client)), captchaCode: "zz99" })).toMatchObject({
    code: "AUTH_CAPTCHA",
  });
  expect(await client.login("chen.jie", password, await plant(client))).toMatchObject({ status: "S" });
});

test("a captcha comes as a picture, and ALWAYS means always", async () => {
  house.directory.profiles.set("LOGIN_CAPTCHA_MODE", "ALWAYS");
  const client = await guest();
  expect(client.handshake["captchaRequired"]).toBe(true);
  const { data } = await client.call(`${login}/generateRandomValidate`);
  expect(data).toMatchObject({
    captchaId: expect.stringMatching(/^tk_/),
    image: expect.stringMatching(/^data:image\/svg\+xml;base64,/),
    workBits: captchaWorkBits,
  });
  expect(JSON.stringify(data), "nothing a script could listen to").not.toContain("audio");
  expect(await client.login("li.na", password)).toMatchObject({ code: "AUTH_CAPTCHA" });
  house.directory.profiles.delete("LOGIN_CAPTCHA_MODE");
});

test("who cannot see the picture is told it for a second of work, this captcha's and this session's", async () => {
  const client = await guest();
  const { captchaId } = (await client.call(`${login}/generateRandomValidate`)).data;
  const tell = (who: Client, body: object) => who.call(`${login}/tellCaptcha`, { captchaId, ...body });
  let work = 0;
  while (!hasLeadingZeros(hash("sha256", captchaWorkText(captchaId, work), "buffer"), captchaWorkBits)) work++;
  expect(await tell(client, { work: work + 1 })).toMatchObject({ code: "AUTH_CAPTCHA" });
  expect(await tell(client, {})).toMatchObject({ code: "AUTH_CAPTCHA" });
  expect(await tell(await guest(), { work }), "another session").toMatchObject({ code: "AUTH_CAPTCHA" });
  const message = await tell(client, { work });
  expect(message).toMatchObject({ status: "S", data: { captchaCode: expect.stringMatching(/^[2-9A-Z]{4}$/) } });
  for (let n = 0; n < 3; n++) await tell(client, { work });
  expect(await tell(client, { work })).toMatchObject({ code: "RATE_LIMIT" });
});

test("thirty failures over any accounts shut the address out, five ask it for captchas", async () => {
  house.directory.profiles.set("LOGIN_CAPTCHA_MODE", "OFF");
  const client = await guest();
  for (let n = 0; n < 30; n++) expect((await client.login(`spray.${n}`, "Wrong7!rope")).code).toBe("AUTH_BAD");
  expect(await client.login("li.na", password)).toMatchObject({ code: "AUTH_IP_BLOCKED" });
  expect(await (await guest()).login("li.na", password)).toMatchObject({ status: "S" });
  house.directory.profiles.delete("LOGIN_CAPTCHA_MODE");
  const half = await guest();
  for (let n = 0; n < 5; n++) await half.login(`other.${n}`, "Wrong7!rope");
  expect(await half.login("li.na", password)).toMatchObject({ code: "AUTH_CAPTCHA" });
  house.clock.move(15 * minute);
  const later = await house.client(undefined, "10.1.0.99");
  expect(await later.login("li.na", password)).toMatchObject({ status: "S" });
});

test("disabled, not yet or no longer valid, barred, without responsibility: each after the right password only", async () => {
  await house.person("off.one", password, { userStatus: "DISABLED" });
  await house.person("early.one", password, { startDate: "2027-01-01" });
  await house.person("late.one", password, { endDate: "2026-11-15" });
  await house.person("last.day", password, { endDate: "2026-11-17" });
  await house.person("no.responsibility", password, {}, []);
  await house.person("wrong.responsibility", password, { userType: "SUPPLIER" }, [internalResponsibility]);
  await house.person("barred.one", password, { userType: "SUPPLIER", supplierId: "s-black" }, [supplierResponsibility]);
  await house.person("robot", password, { userType: "SYSTEM" });
  const code = async (name: string, pw = password) => (await (await guest()).login(name, pw)).code;
  expect(await code("off.one")).toBe("AUTH_DISABLED");
  expect(await code("off.one", "Wrong7!rope")).toBe("AUTH_BAD");
  expect(await code("early.one")).toBe("AUTH_DISABLED");
  expect(await code("late.one")).toBe("AUTH_DISABLED");
  expect(await code("last.day")).toBeUndefined();
  expect(await code("no.responsibility")).toBe("AUTH_NO_RESP");
  expect(await code("wrong.responsibility")).toBe("AUTH_NO_RESP");
  expect(await code("barred.one")).toBe("AUTH_DISABLED");
  expect(await code("robot")).toBe("AUTH_BAD");
  const results = await house.db.query<{ account: string; result: string }>(
    `select "account", "result" from "BaseLoginLog" where "account" in ('off.one','late.one','no.responsibility') order by "id"`,
  );
  expect(results.map((r) => r.result)).toEqual(["DISABLED", "BAD_CREDENTIAL", "EXPIRED", "NO_RESP"]);
});

test("secrets travel in envelopes or not at all", async () => {
  const client = await guest();
  expect(await client.call(`${login}/login`, { userName: "li.na", password })).toMatchObject({
    code: "ENVELOPE_REQUIRED",
    data: { keyId: client.handshake.keyId },
  });
  const stolen = client.prepare(`${login}/login`, { userName: "li.na" }, { sealed: { password, sessionKey: "x" } });
  const replay = JSON.parse(String(stolen.body)) as { password: unknown; sessionKey: unknown };
  expect(await (await guest()).call(`${login}/login`, { userName: "li.na", ...replay })).toMatchObject({ code: "ENVELOPE_REQUIRED" });
});

test("a first password must be changed before anything else; changing it frees the session", async () => {
  await house.person("new.hire", password, { mustChangePwd: "Y" });
  const client = await guest();
  expect(await client.login("new.hire", password)).toMatchObject({
    status: "S",
    data: { mustChangePassword: true, sessionKind: "RESTRICTED" },
  });
  expect(await client.call("baseServer/test/session")).toMatchObject({ http: 403, code: "PERM_DENIED" });
  expect(await client.call("baseServer/test/restricted")).toMatchObject({ code: "PERM_DENIED" });
  expect(await client.heartbeat()).toMatchObject({ status: "S" });
  const change = (oldPassword: string, newPassword: string) =>
    client.call("baseServer/baseUsersService/changePassword", {}, { sealed: { oldPassword, newPassword } });
  expect(await change("Wrong7!rope", "Lamp9-Quartz")).toMatchObject({ code: "AUTH_BAD" });
  expect(await change(password, "Hire.new!1")).toMatchObject({ status: "S" });
  expect(await client.call("baseServer/test/session")).toMatchObject({ status: "S" });
});

test("weak and old passwords are refused with their reasons", async () => {
  await house.person("sun.li", password);
  const client = await guest();
  await client.login("sun.li", password);
  const change = (oldPassword: string, newPassword: string) =>
    client.call("baseServer/baseUsersService/changePassword", {}, { sealed: { oldPassword, newPassword } });
  client.language = "EN";
  expect(await change(password, "short")).toMatchObject({
    code: "PWD_WEAK",
    data: { rules: ["LENGTH", "CLASSES"] },
    msg: "Password is too weak: 8 to 64 characters, At least 3 of upper case, lower case, digits, symbols",
  });
  expect(await change(password, "Sun.Li-4711x")).toMatchObject({ code: "PWD_WEAK", data: { rules: ["ACCOUNT"] } });
  expect(await change(password, password)).toMatchObject({ code: "PWD_REUSED", msg: "One of the last 5 passwords cannot be reused" });
  let current = password;
  for (const next of ["Lamp1-Quartz", "Lamp2-Quartz", "Lamp3-Quartz", "Lamp4-Quartz"]) {
    expect(await change(current, next)).toMatchObject({ status: "S" });
    current = next;
    house.clock.move(minute);
  }
  expect(await change(current, password)).toMatchObject({ code: "PWD_REUSED" });
  expect(await change(current, "Lamp5-Quartz")).toMatchObject({ status: "S" });
  house.clock.move(minute);
  expect(await change("Lamp5-Quartz", password)).toMatchObject({ status: "S" });
});

test("admin 10: a responsibility may demand longer passwords", async () => {
  await house.person("qian.qi", password);
  house.directory.profiles.set("PWD_MIN_LENGTH@r-buyer", "12");
  const client = await guest();
  await client.login("qian.qi", password);
  const change = (newPassword: string) =>
    client.call("baseServer/baseUsersService/changePassword", {}, { sealed: { oldPassword: password, newPassword } });
  expect(await change("Lamp1-Quar")).toMatchObject({ code: "PWD_WEAK", msg: "密码不符合复杂度要求：长度12至64位" });
  expect(await change("Lamp1-Quartz")).toMatchObject({ status: "S" });
  house.directory.profiles.delete("PWD_MIN_LENGTH@r-buyer");
});

test("a password that is too old must be changed, one that soon will be is announced", async () => {
  await house.person("zhou.yu", password);
  house.directory.profiles.set("PWD_MAX_AGE_DAYS", "90");
  house.clock.move(msOf({ days: 85 }));
  expect(await (await guest()).login("zhou.yu", password)).toMatchObject({ data: { mustChangePassword: false, passwordDaysLeft: 5 } });
  house.clock.move(msOf({ days: 5 }));
  expect(await (await guest()).login("zhou.yu", password)).toMatchObject({ data: { mustChangePassword: true } });
  house.directory.profiles.delete("PWD_MAX_AGE_DAYS");
});

test("a hash made with other costs is made again without anybody noticing", async () => {
  const older = await house.another({ settings: { argon: { memoryCost: 128, timeCost: 2 } } });
  await older.person("rehash.me", password);
  const before = house.directory.people.get("u-rehash.me")!;
  expect(await (await guest()).login("rehash.me", password)).toMatchObject({ status: "S" });
  await house.gate.idle();
  const after = house.directory.people.get("u-rehash.me")!;
  expect(after.passwordHash).toContain("m=64,t=1,p=1");
  expect(before.passwordHash).toContain("m=128");
  expect(after.pwdChangedAt).toBe(before.pwdChangedAt);
  expect(await (await guest()).login("rehash.me", password)).toMatchObject({ status: "S" });
});

test("shell 17: what a page sends and gets follows the chosen language", async () => {
  const client = await guest();
  client.language = "EN";
  expect(await client.login("li.na", "Wrong7!rope")).toMatchObject({ code: "AUTH_BAD", msg: "Account or password is wrong" });
  expect(await client.login("li.na", password)).toMatchObject({ data: { user: { language: "EN" } } });
  expect(await client.call("baseServer/test/session")).toMatchObject({ data: { body: { language: "EN" }, session: { language: "EN" } } });
  client.language = "CN";
  expect(await client.call("baseServer/test/session")).toMatchObject({ data: { session: { language: "CN" } } });
});

test("shell 18: a supplier cannot put on an internal responsibility, and lands on its own home", async () => {
  const other = {
    ...supplierResponsibility,
    responsibilityId: "r-quality",
    respCode: "SUP_QUALITY",
    supplierId: "s-2",
    supplierName: "红杉模具",
  };
  await house.person("s1.user", password, { userType: "SUPPLIER", supplierId: "s-1" }, [
    supplierResponsibility,
    other,
    internalResponsibility,
  ]);
  const client = await guest();
  expect(await client.login("s1.user", password)).toMatchObject({
    data: {
      landing: "exHome",
      user: { supplierId: "s-1", supplierName: "蓝灯笼纸业" },
      responsibilities: [{ respCode: "SUP_SALES" }, { respCode: "SUP_QUALITY" }],
    },
  });
  expect(await client.call(`${login}/switchResponsibility`, { responsibilityId: internalResponsibility.responsibilityId })).toMatchObject({
    http: 403,
    code: "PERM_DENIED",
  });
  expect(await client.call(`${login}/switchResponsibility`, { responsibilityId: "r-quality" })).toMatchObject({
    data: { currentResponsibility: { respCode: "SUP_QUALITY" }, user: { supplierId: "s-2" } },
  });
  expect(await client.call("baseServer/test/session")).toMatchObject({
    data: { session: { responsibilityId: "r-quality", supplierId: "s-2" } },
  });
  expect(await (await guest()).login("s1.user", password), "the responsibility worn last").toMatchObject({
    data: { currentResponsibility: { respCode: "SUP_QUALITY" } },
  });
});

test("an applicant gets a restricted session for the registration, by password or by the personal link, once", async () => {
  const userId = await house.person("applicant", password, { userType: "SUPPLIER", userStatus: "REGISTERING" }, [supplierResponsibility]);
  const client = await guest();
  expect(await client.login("applicant", password)).toMatchObject({
    data: { sessionKind: "RESTRICTED", mustChangePassword: false, landing: "/registerInfoEdit" },
  });
  expect(await client.call("baseServer/test/restricted")).toMatchObject({ status: "S" });
  expect(await client.call("baseServer/test/session")).toMatchObject({ code: "PERM_DENIED" });
  const { url } = await personalLink(house.gate, userId, house.clock.now());
  const ticket = new URL(url).searchParams.get("ticket")!;
  house.clock.move(msOf({ days: 13 }));
  expect(await (await guest()).comeIn("exchangeTicket", { ticket })).toMatchObject({ data: { sessionKind: "RESTRICTED" } });
  expect(await (await guest()).comeIn("exchangeTicket", { ticket })).toMatchObject({ code: "AUTH_BAD" });
  const framed = await issue(
    house.gate.db,
    "SIGN_IN",
    { userId, content: { pageName: "registerInfoEdit", menuId: "m1" } },
    house.clock.now(),
  );
  expect(await (await guest()).comeIn("exchangeTicket", { ticket: framed.ticket }), "a page inside another system").toMatchObject({
    data: { pageName: "registerInfoEdit", menuId: "m1" },
  });
});

test("shell 21: recovery says the same of every account, sends only where it can, and dies after five wrong codes", async () => {
  await house.person("no.phone", password, { mobile: null });
  const client = await guest();
  const before = (await house.messages()).length;
  expect(await client.call(`${forget}/sendPhoneCode`, { userName: "no.phone" })).toMatchObject({ code: "AUTH_CAPTCHA" });
  expect(await client.call(`${forget}/sendPhoneCode`, { userName: "no.phone", ...(await plant(client)) })).toMatchObject({ status: "S" });
  expect(await client.call(`${forget}/sendEmailCode`, { userName: "nobody.at.all", ...(await plant(client)) })).toMatchObject({
    status: "S",
  });
  expect(await house.messages()).toHaveLength(before);
  expect(await client.call(`${forget}/sendEmailCode`, { userName: "no.phone", ...(await plant(client)) })).toMatchObject({ status: "S" });
  const code = await lastCode();
  const wrong = code === "000000" ? "000001" : "000000";
  for (let n = 0; n < 5; n++)
    expect(await client.call(`${forget}/checkEmailCode`, { userName: "no.phone", code: wrong })).toMatchObject({ code: "CODE_BAD" });
  expect(await client.call(`${forget}/checkEmailCode`, { userName: "no.phone", code })).toMatchObject({ code: "CODE_BAD" });
});

test("a forgotten password: code, ticket, new password, lock lifted, sessions ended, owner told", async () => {
  await house.person("hu.ming", password, { mobile: "13800000000" });
  const open = await guest();
  await open.login("hu.ming", password);
  house.directory.profiles.set("LOGIN_CAPTCHA_MODE", "OFF");
  const client = await guest();
  for (let n = 0; n < 5; n++) await client.login("hu.ming", "Wrong7!rope");
  await client.call(`${forget}/sendPhoneCode`, { userName: "13800000000", ...(await plant(client)) });
  const code = await lastCode();
  expect((await house.messages()).at(-1)).toMatchObject({
    channel: "SMS",
    recipient: "13800000000",
    content: `验证码${code}，10分钟内有效，请勿告知他人`,
  });
  const { resetTicket } = (await client.call(`${forget}/checkPhoneCode`, { userName: "hu.ming", code })).data;
  expect(await client.call(`${forget}/checkPhoneCode`, { userName: "hu.ming", code })).toMatchObject({ code: "CODE_BAD" });
  const set = (by: Client, pw: string) => by.call(`${forget}/changePassword`, { resetTicket }, { sealed: { password: pw } });
  expect(await set(await guest(), "Lamp1-Quartz")).toMatchObject({ code: "CODE_BAD" });
  expect(await set(client, "weak")).toMatchObject({ code: "PWD_WEAK" });
  expect(await set(client, "Lamp1-Quartz")).toMatchObject({ status: "S" });
  expect(await set(client, "Lamp2-Quartz")).toMatchObject({ code: "CODE_BAD" });
  expect(await open.call("baseServer/test/session")).toMatchObject({ code: "AUTH_EXPIRED", data: { reason: "PASSWORD_CHANGED" } });
  expect(await client.login("hu.ming", "Lamp1-Quartz")).toMatchObject({ status: "S" });
  expect(
    (await house.messages())
      .filter((m) => m.kind === "PWD_CHANGED")
      .map((m) => m.channel)
      .sort(),
  ).toEqual(expect.arrayContaining(["EMAIL", "SMS"]));
  house.directory.profiles.delete("LOGIN_CAPTCHA_MODE");
});

test("codes: once a minute, five a day and target, twenty a day and address, ten minutes each, the newest only", async () => {
  const client = await guest();
  const send = async (target: string) =>
    (await client.call("baseServer/baseRegisterService/sendCode", { channel: "EMAIL", target, ...(await plant(client)) })).code;
  const check = (target: string, code: string) =>
    client.call("baseServer/baseRegisterService/checkCode", { channel: "EMAIL", target, code });
  expect(await send("a@example.com")).toBeUndefined();
  const first = await lastCode();
  expect(await send("A@example.com")).toBe("CODE_LIMIT");
  house.clock.move(minute);
  expect(await send("a@example.com")).toBeUndefined();
  expect(await check("a@example.com", first)).toMatchObject({ code: "CODE_BAD" });
  const late = await lastCode();
  house.clock.move(10 * minute);
  expect(await check("a@example.com", late)).toMatchObject({ code: "CODE_BAD" });
  for (let n = 0; n < 3; n++) {
    house.clock.move(minute);
    expect(await send("a@example.com")).toBeUndefined();
  }
  house.clock.move(minute);
  expect(await send("a@example.com")).toBe("CODE_LIMIT");
  for (let n = 0; n < 15; n++) expect(await send(`b${n}@example.com`)).toBeUndefined();
  expect(await send("c@example.com")).toBe("CODE_LIMIT");
  expect(await send("not an address")).toBe("CODE_BAD");
});

test("a proof belongs to one address and one session", async () => {
  const client = await guest();
  await client.call("baseServer/baseRegisterService/sendCode", { channel: "SMS", target: "+86 139 0000 0001", ...(await plant(client)) });
  const { proofTicket } = (
    await client.call("baseServer/baseRegisterService/checkCode", { channel: "SMS", target: "+86 139 0000 0001", code: await lastCode() })
  ).data;
  const proved = (target: string, certificate: string) => takeProof(house.gate, proofTicket, "SMS", target, certificate, house.clock.now());
  expect(await proved("+86 139 0000 0002", client.certificate)).toBe(false);
  expect(await proved("+86 139 0000 0001", "other")).toBe(false);
  expect(await proved("+86 139 0000 0001", client.certificate)).toBe(true);
  expect(await proved("+86 139 0000 0001", client.certificate)).toBe(false);
});

test("is the name taken? Told to applicants who proved an address, ten times a minute; to strangers every name is free", async () => {
  const client = await guest();
  const ask = (userName: string, more: object = {}) =>
    client.call("baseServer/baseUsersService/validateExistedByUserName", { userName, ...more });
  expect(await ask("LI.NA")).toMatchObject({ status: "S", data: { exists: false } });
  expect(await ask("LI.NA", { proofTicket: "tk_made.up" })).toMatchObject({ data: { exists: false } });
  const contact = { channel: "EMAIL", target: "applicant@example.com" };
  await client.call("baseServer/baseRegisterService/sendCode", { ...contact, ...(await plant(client)) });
  const { proofTicket } = (await client.call("baseServer/baseRegisterService/checkCode", { ...contact, code: await lastCode() })).data;
  expect(await ask("LI.NA", { proofTicket })).toMatchObject({ data: { exists: true } });
  expect(await ask("waiting.one", { proofTicket })).toMatchObject({ data: { exists: true } });
  const stranger = await guest();
  const foreign = await stranger.call("baseServer/baseUsersService/validateExistedByUserName", { userName: "LI.NA", proofTicket });
  expect(foreign, "another session's proof").toMatchObject({ data: { exists: false } });
  for (let n = 0; n < 6; n++) expect(await ask(`free.${n}`, { proofTicket })).toMatchObject({ data: { exists: false } });
  expect(await ask("one.more", { proofTicket })).toMatchObject({ http: 429, code: "RATE_LIMIT" });
});

test("a second factor by authenticator app: five tries, each code once", async () => {
  const userId = await house.person("admin.one", password, {}, [adminResponsibility]);
  const secret = newTotpSecret();
  house.directory.change(userId, { mfaType: "TOTP", mfaSecretEnc: sealTotpSecret(house.gate, userId, secret) });
  const client = await guest();
  const asked = await client.login("admin.one", password);
  expect(asked).toMatchObject({ http: 200, code: "AUTH_MFA_REQUIRED", data: { type: "TOTP", mfaTicket: expect.any(String) } });
  expect(await client.call("baseServer/test/session")).toMatchObject({ code: "AUTH_EXPIRED" });
  const { mfaTicket } = asked.data;
  const code = totp(secret, stepAt(house.clock.now()));
  expect(await client.comeIn("verifyMfa", { mfaTicket, code: code === "000000" ? "111111" : "000000" })).toMatchObject({
    code: "CODE_BAD",
  });
  expect(await (await guest()).comeIn("verifyMfa", { mfaTicket, code })).toMatchObject({ code: "CODE_BAD" });
  expect(await client.comeIn("verifyMfa", { mfaTicket, code })).toMatchObject({ status: "S", data: { sessionKind: "FULL" } });
  const again = await guest();
  const second = await again.login("admin.one", password);
  expect(await again.comeIn("verifyMfa", { mfaTicket: second.data.mfaTicket, code })).toMatchObject({ code: "CODE_BAD" });
  house.clock.move(5 * minute);
  expect(
    await again.comeIn("verifyMfa", { mfaTicket: second.data.mfaTicket, code: totp(secret, stepAt(house.clock.now())) }),
  ).toMatchObject({ code: "CODE_BAD" });
});

test("a second factor by mail: demanded of everybody, or chosen by an administrator", async () => {
  house.directory.profiles.set("LOGIN_MFA", "ADMIN_ONLY");
  expect(await (await guest()).login("li.na", password)).toMatchObject({ status: "S" });
  const chosen = await house.person("admin.two", password, {}, [adminResponsibility]);
  house.directory.change(chosen, { mfaType: "EMAIL" });
  await house.person("mail.me", password);
  house.directory.profiles.set("LOGIN_MFA", "ALL");
  for (const name of ["admin.two", "mail.me"]) {
    const client = await guest();
    const asked = await client.login(name, password);
    expect(asked).toMatchObject({ code: "AUTH_MFA_REQUIRED", data: { type: "EMAIL", target: `${name[0]}***@example.com` } });
    expect(await client.comeIn("verifyMfa", { mfaTicket: asked.data.mfaTicket, code: await lastCode() })).toMatchObject({ status: "S" });
  }
  house.directory.profiles.delete("LOGIN_MFA");
});

test("an administrator without a second factor sets up an authenticator before the first session", async () => {
  house.directory.profiles.set("LOGIN_MFA", "ADMIN_ONLY");
  const userId = await house.person("admin.three", password, {}, [adminResponsibility]);
  const client = await guest();
  const asked = await client.login("admin.three", password);
  const { mfaTicket, type, secret, uri } = asked.data;
  expect([asked.code, type, uri]).toEqual(["AUTH_MFA_REQUIRED", "SETUP", expect.stringContaining(secret)]);
  expect(await client.call("baseServer/test/session")).toMatchObject({ code: "AUTH_EXPIRED" });
  // Somebody else who knows the password was offered a secret too.
  const thief = await guest();
  const other = (await thief.login("admin.three", password)).data;
  expect(other.secret).not.toBe(secret);
  const code = totp(secret, stepAt(house.clock.now()));
  expect(await client.comeIn("verifyMfa", { mfaTicket, code: code === "000000" ? "111111" : "000000" })).toMatchObject({
    code: "CODE_BAD",
  });
  expect(house.directory.people.get(userId)?.mfaType).toBeNull();
  expect(await thief.comeIn("verifyMfa", { mfaTicket, code })).toMatchObject({ code: "CODE_BAD" });
  const entered = await client.comeIn("verifyMfa", { mfaTicket, code });
  expect(entered).toMatchObject({ status: "S", data: { sessionKind: "FULL", recoveryCodes: expect.any(Array) } });
  expect(entered.data.recoveryCodes).toHaveLength(8);
  // What was set up is not set up again by a password alone, and the ticket is spent.
  house.clock.move(minute);
  expect(
    await thief.comeIn("verifyMfa", { mfaTicket: other.mfaTicket, code: totp(other.secret, stepAt(house.clock.now())) }),
  ).toMatchObject({ code: "CODE_BAD" });
  const again = await guest();
  const next = await again.login("admin.three", password);
  expect(next.data.type).toBe("TOTP");
  expect(await again.comeIn("verifyMfa", { mfaTicket: next.data.mfaTicket, code: totp(secret, stepAt(house.clock.now())) })).toMatchObject({
    status: "S",
  });
  expect(JSON.stringify(await house.db.query(`select to_jsonb(t)::text as row from "BaseTicket" t`))).not.toContain(secret);
  house.directory.profiles.delete("LOGIN_MFA");
});

test("a set-password link works once within 24 hours; an administrator's password must be changed", async () => {
  const userId = await house.person("link.me", password);
  const { url } = await setPasswordLink(house.gate, userId, house.clock.now());
  const resetTicket = new URL(url).searchParams.get("ticket")!;
  const client = await guest();
  expect(await client.call(`${forget}/changePassword`, { resetTicket }, { sealed: { password: "Lamp1-Quartz" } })).toMatchObject({
    status: "S",
  });
  expect(await client.call(`${forget}/changePassword`, { resetTicket }, { sealed: { password: "Lamp2-Quartz" } })).toMatchObject({
    code: "CODE_BAD",
  });
  const { password: shown } = await adminReset(house.gate, userId, "SHOW_ONCE", "u-admin.one", house.clock.now());
  expect(await (await guest()).login("link.me", shown!)).toMatchObject({ data: { mustChangePassword: true } });
  await adminReset(house.gate, userId, "LINK", "u-admin.one", house.clock.now());
  const letter = (await house.messages()).at(-1)!;
  expect(letter).toMatchObject({ kind: "USER_CREATED", recipient: "link.me@example.com" });
  const late = new URL(/https:\S+/.exec(letter.content)![0]).searchParams.get("ticket")!;
  house.clock.move(msOf({ days: 1 }));
  expect(
    await (await guest()).call(`${forget}/changePassword`, { resetTicket: late }, { sealed: { password: "Lamp3-Quartz" } }),
  ).toMatchObject({ code: "CODE_BAD" });
});

test("a new device is told to the owner, a known one is not", async () => {
  await house.person("gao.yun", password);
  const told = async () => (await house.messages()).filter((m) => m.kind === "USER_NEW_DEVICE" && m.recipient.startsWith("gao.yun")).length;
  await (await guest()).login("gao.yun", password);
  await (await guest()).login("gao.yun", password);
  expect(await told()).toBe(0);
  await (await house.client("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1", "10.2.0.1")).login("gao.yun", password);
  expect(await told()).toBe(1);
});

test("no password, code or key lies anywhere in the tables", async () => {
  const client = await guest();
  await client.login("li.na", password);
  const tables = ["BaseLoginSession", "BaseLoginLog", "BaseLoginLock", "BaseTicket", "BaseVerifyCode", "BaseServerKey"];
  const all = (await Promise.all(tables.map((table) => house.db.query(`select to_jsonb(t)::text as row from "${table}" t`)))).flat();
  const dump = JSON.stringify(all);
  for (const secret of [
    password,
    client.code,
    client.key.export().toString("base64url"),
    client.key.export().toString("hex"),
    "PRIVATE KEY",
  ])
    expect(dump).not.toContain(secret);
});
