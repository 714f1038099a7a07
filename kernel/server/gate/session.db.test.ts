import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { msOf } from "#kernel/time.ts";
import { Client } from "../../../tests/support/client.ts";
import { gateHouse, type GateHouse } from "../../../tests/support/gate.ts";
import { buildExternalUrl, openExternalToken, redeem, sessionTicket } from "./links.ts";

const minute = 60_000;
const hour = 60 * minute;
const password = "Kiln7!rope";
const any = "baseServer/test/session";
let house: GateHouse;

beforeAll(async () => {
  house = await gateHouse({
    externalPage: async (pageName) =>
      pageName === "oa" ? "https://oa.example.com/start?x=1" : pageName === "bad" ? "https://evil.example.com/" : null,
  });
});
afterAll(() => house.close());

async function signedIn(name: string, at = house): Promise<Client> {
  if (!house.directory.people.has(`u-${name}`)) await house.person(name, password);
  const client = await at.client();
  const reply = await client.login(name, password);
  expect(reply.status, reply.code).toBe("S");
  return client;
}

/** The same session speaking to another process. */
function at(other: GateHouse, client: Client): Client {
  const twin = new Client(async ({ method, url, headers, body }) => {
    const reply = await other.app.inject({
      method: method as "POST",
      url,
      headers,
      ...(body === undefined ? {} : { payload: Buffer.from(body as Uint8Array) }),
    });
    return { status: reply.statusCode, headers: new Headers(), body: reply.rawPayload };
  });
  return Object.assign(twin, {
    handshake: client.handshake,
    certificate: client.certificate,
    code: client.code,
    tag: client.tag,
    key: client.key,
    now: client.now,
  });
}

async function within(ms: number, done: () => Promise<boolean>): Promise<boolean> {
  for (const end = performance.now() + ms; performance.now() < end;) {
    if (await done()) return true;
    await pause(20);
  }
  return false;
}

test("shell 22: the old code works until the new one is seen, and 60 seconds more", async () => {
  const client = await signedIn("beat.one");
  const old = client.code;
  expect(await client.heartbeat()).toMatchObject({
    status: "S",
    data: { permissionVersion: 7, buildVersion: "0", unreadCount: 0, serverTime: house.clock.at },
  });
  const fresh = client.code;
  expect(fresh).not.toBe(old);
  const as = async (code: string) => {
    client.code = code;
    return (await client.call(any)).code ?? "S";
  };
  house.clock.move(30 * minute);
  expect(await as(old)).toBe("S");
  expect(await as(fresh)).toBe("S");
  house.clock.move(59_000);
  expect(await as(old)).toBe("S");
  house.clock.move(2_000);
  expect(await as(old)).toBe("AUTH_EXPIRED");
  expect(await as(fresh), "a code used too late was stolen: the session is over").toBe("AUTH_EXPIRED");
});

test("a heartbeat whose answer was lost locks nobody out", async () => {
  const client = await signedIn("beat.two");
  const old = client.code;
  const lost = await client.call("baseServer/baseLoginService/heartbeat");
  expect(lost.status).toBe("S");
  expect(client.code).toBe(old);
  expect(await client.heartbeat()).toMatchObject({ status: "S" });
  expect(await client.call(any)).toMatchObject({ status: "S" });
  client.code = lost.data.authorizationCode;
  expect(await client.call(any)).toMatchObject({ code: "AUTH_EXPIRED" });
});

test("a heartbeat without action does not move the idle limit, with action it does", async () => {
  const client = await signedIn("idle.one");
  const acted = house.clock.at;
  house.clock.move(hour);
  expect((await client.heartbeat(acted)).data.expiresAt).toBe(new Date(acted + 2 * hour).toISOString());
  house.clock.move(50 * minute);
  expect((await client.heartbeat(house.clock.at - 10 * minute)).data.expiresAt).toBe(new Date(house.clock.at + 110 * minute).toISOString());
  house.clock.move(110 * minute);
  expect(await client.call(any)).toMatchObject({
    http: 401,
    code: "AUTH_EXPIRED",
    data: { reason: "IDLE" },
    msg: "登录已失效，请重新登录（空闲超时）",
  });
});

test("a client cannot claim to act in the future", async () => {
  const client = await signedIn("idle.two");
  expect((await client.heartbeat(house.clock.at + 10 * hour)).data.expiresAt).toBe(new Date(house.clock.at + 2 * hour).toISOString());
});

test("twelve hours are the end, however busy", async () => {
  const client = await signedIn("abs.one");
  for (let n = 0; n < 11; n++) {
    house.clock.move(hour);
    expect(await client.call(any)).toMatchObject({ status: "S" });
  }
  expect((await client.heartbeat()).data.expiresAt).toBe(new Date(house.clock.at + hour).toISOString());
  house.clock.move(hour);
  expect(await client.call(any)).toMatchObject({ code: "AUTH_EXPIRED", data: { reason: "ABSOLUTE" } });
});

test("the idle limit is never shorter than one heartbeat", async () => {
  house.directory.profiles.set("SESSION_IDLE_MINUTES", "5");
  const client = await signedIn("idle.three");
  house.clock.move(60 * minute);
  expect(await client.heartbeat()).toMatchObject({ status: "S" });
  house.directory.profiles.delete("SESSION_IDLE_MINUTES");
});

test("a fourth session ends the oldest", async () => {
  const clients: Client[] = [];
  for (let n = 0; n < 4; n++) {
    clients.push(await signedIn("many.one"));
    house.clock.move(1000);
  }
  expect(await clients[0]!.call(any)).toMatchObject({ http: 401, code: "AUTH_KICKED", msg: "账号已在其他地方登录" });
  for (const client of clients.slice(1)) expect(await client.call(any)).toMatchObject({ status: "S" });
});

test("shell 23: a password changed in one window ends the other windows", async () => {
  const client = await signedIn("pwd.one");
  const two = await signedIn("pwd.one");
  expect(
    await client.call("baseServer/baseUsersService/changePassword", {}, { sealed: { oldPassword: password, newPassword: "Lamp1-Quartz" } }),
  ).toMatchObject({ status: "S" });
  expect(await two.call(any)).toMatchObject({ http: 401, code: "AUTH_EXPIRED", data: { reason: "PASSWORD_CHANGED" } });
  expect(await client.call(any)).toMatchObject({ status: "S" });
});

test("logging out ends the session", async () => {
  const client = await signedIn("out.one");
  expect(await client.call("baseServer/baseLoginService/logout")).toMatchObject({ status: "S" });
  expect(await client.call(any)).toMatchObject({ code: "AUTH_EXPIRED", data: { reason: "LOGOUT" } });
});

test("promise 13: taken away in one process, refused in every other within a second, sockets told", async () => {
  const other = await house.another();
  const client = await signedIn("gone.one");
  const there = at(other, client);
  expect(await there.call(any)).toMatchObject({ status: "S" });
  const values: string[] = [];
  other.gate.sessions.onEnd((live) => values.push(live.info.certificate));
  await house.gate.sessions.endUser("u-gone.one", "DISABLED", house.clock.now());
  expect(await client.call(any), "here at once").toMatchObject({ code: "AUTH_EXPIRED", data: { reason: "DISABLED" } });
  expect(await within(30_000, async () => (await there.call(any)).code === "AUTH_EXPIRED")).toBe(true);
  expect(values).toEqual([client.certificate]);
});

test("promise 13: the poll alone sees it too, when nobody notified", async () => {
  const client = await signedIn("gone.two");
  expect(await client.call(any)).toMatchObject({ status: "S" });
  await house.db.query(`update "BaseLoginSession" set "endReason" = 'ADMIN', "changedAt" = clock_timestamp() where "certificate" = $1`, [
    client.certificate,
  ]);
  await house.gate.sessions.refresh();
  expect(await client.call(any)).toMatchObject({ code: "AUTH_EXPIRED", data: { reason: "ADMIN" } });
});

test("a code rotated in one process is known in the other at its first use", async () => {
  const other = await house.another();
  const client = await signedIn("far.one");
  const there = at(other, client);
  expect(await there.call(any)).toMatchObject({ status: "S" });
  await client.heartbeat();
  there.code = client.code;
  expect(await there.call(any)).toMatchObject({ status: "S" });
});

test("a session survives a restart of the process, a foreign master key does not open it", async () => {
  const client = await signedIn("re.start");
  house.clock.move(1000);
  const again = await house.another();
  expect(await at(again, client).call(any)).toMatchObject({ status: "S" });
  await house.db.query(
    `update "BaseLoginSession" set "signKeyEnc" = 'm1.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' where "certificate" = $1`,
    [client.certificate],
  );
  house.clock.move(1000);
  const third = await house.another();
  expect(await at(third, client).call(any)).toMatchObject({ code: "AUTH_EXPIRED" });
});

test("activity is written down in one statement and forgotten sessions leave the memory", async () => {
  const client = await signedIn("act.one");
  house.clock.move(5 * minute);
  await client.call(any);
  const statements: string[] = [];
  const stop = house.db.onStatement((text) => statements.push(text));
  await house.gate.sessions.flush();
  stop();
  expect(statements.filter((s) => s.includes("unnest"))).toHaveLength(1);
  const row = await house.db.one<{ lastActiveAt: string }>(`select "lastActiveAt" from "BaseLoginSession" where "certificate" = $1`, [
    client.certificate,
  ]);
  expect(row!.lastActiveAt).toBe(house.clock.now().toISOString());
  house.clock.move(3 * hour);
  house.gate.sessions.sweep(house.clock.now());
  expect(house.gate.sessions.size).toBe(0);
});

test("a signed call in a warm process asks the database nothing", async () => {
  const client = await signedIn("warm.one");
  await client.call(any);
  await house.gate.sessions.flush();
  const statements: string[] = [];
  const stop = house.db.onStatement((text) => statements.push(text));
  for (let n = 0; n < 20; n++) await client.call(any);
  stop();
  // The housekeeping beside the calls speaks of all sessions at once: what changed elsewhere, who was active.
  const housekeeping = /clock_timestamp\(\) as at|"certificate" = any\(\$1\)|from unnest\(/;
  expect(statements.filter((s) => !housekeeping.test(s))).toEqual([]);
});

test("messaging 16: a socket ticket is good once, for a minute, while its session lives", async () => {
  const client = await signedIn("ws.one");
  const ticket = async () => (await client.call("baseServer/baseLoginService/wsTicket")).data.ticket as string;
  const first = await ticket();
  expect((await redeem(house.gate, first, "WS", house.clock.now()))?.live.info.userId).toBe("u-ws.one");
  expect(await redeem(house.gate, first, "WS", house.clock.now())).toBeNull();
  expect(await redeem(house.gate, await ticket(), "VIEW", house.clock.now())).toBeNull();
  const late = await ticket();
  house.clock.move(minute);
  expect(await redeem(house.gate, late, "WS", house.clock.now())).toBeNull();
  const orphan = await ticket();
  await client.call("baseServer/baseLoginService/logout");
  expect(await redeem(house.gate, orphan, "WS", house.clock.now())).toBeNull();
});

test("a viewer code names its file and cannot be mistaken for a session code", async () => {
  const client = await signedIn("view.one");
  const live = await house.gate.sessions.find(client.certificate);
  const { ticket } = await sessionTicket(house.gate, live!.info, "VIEW", { fileId: "f1" }, house.clock.now());
  expect(ticket).toMatch(/^vc_/);
  expect((await redeem(house.gate, ticket, "VIEW", house.clock.now()))?.content).toEqual({ fileId: "f1" });
});

test("an outside address is built for listed hosts only, its token opens once within ten minutes", async () => {
  house.directory.profiles.set("IFRAME_ORIGINS", "https://oa.example.com");
  const client = await signedIn("ext.one");
  const build = (pageName: string) => client.call("baseServer/baseLoginService/buildExternalUrl", { pageName, menuId: "m1" });
  for (const name of ["bad", "none"]) expect(await build(name)).toMatchObject({ http: 403, code: "PERM_DENIED" });
  const url = new URL((await build("oa")).data.url as string);
  expect(url.origin + url.pathname).toBe("https://oa.example.com/start");
  const token = url.searchParams.get("token")!;
  expect(await openExternalToken(house.gate, token, house.clock.now())).toMatchObject({
    pageName: "oa",
    menuId: "m1",
    userId: "u-ext.one",
  });
  expect(await openExternalToken(house.gate, token, house.clock.now())).toBeNull();
  const live = await house.gate.sessions.find(client.certificate);
  const late = new URL((await buildExternalUrl(house.gate, live!.info, "oa", "m1", house.clock.now())).url).searchParams.get("token")!;
  expect(await openExternalToken(house.gate, late.slice(0, -2) + "AA", house.clock.now())).toBeNull();
  house.clock.move(10 * minute);
  expect(await openExternalToken(house.gate, late, house.clock.now())).toBeNull();
});

test("ending devices: one's own freely, others' only with the button", async () => {
  const [mine, also, foreign] = [await signedIn("dev.one"), await signedIn("dev.one"), await signedIn("dev.two")];
  const idOf = async (client: Client) => (await house.gate.sessions.find(client.certificate))!.info.id;
  const kick = async (client: Client) => mine.call("baseServer/v1/baseLoginSessionRestful/doKick", { ids: [await idOf(client)] });
  expect(await kick(foreign)).toMatchObject({ status: "S", data: { count: 0 } });
  expect(await kick(also)).toMatchObject({ status: "S", data: { count: 1 } });
  expect(await also.call(any)).toMatchObject({ code: "AUTH_EXPIRED", data: { reason: "OWN" } });
  expect(await foreign.call(any)).toMatchObject({ status: "S" });
});

test("what nobody needs any more is purged", async () => {
  await house.client();
  house.clock.move(msOf({ days: 400 }));
  await house.gate.purge();
  for (const table of ["BaseLoginSession", "BaseTicket", "BaseVerifyCode", "BaseLoginLock", "BaseLoginLog"])
    expect(await house.db.one(`select count(*)::int as n from "${table}"`), table).toEqual({ n: 0 });
});
