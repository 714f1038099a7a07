import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { WebSocket } from "ws";
import { ownSecurityEvent, securityEvent, securityKinds, type SecurityKind } from "#kernel/security.ts";
import { clock } from "#kernel/server/clock.ts";
import type { Client } from "../support/client.ts";
import { codeOf, openWorld, type Person, type World } from "./admin-world.ts";

const real = clock.now;
let world: World;
let ahead = 0;
let officer: Person;

beforeAll(async () => {
  world = await openWorld();
  officer = await world.person("officer", ["SEC_ADMIN"]);
  clock.now = () => new Date(Date.now() + ahead);
});
afterAll(async () => {
  clock.now = real;
  await world.drop();
});

const login = "baseServer/baseLoginService";
const account = "baseServer/baseUsersService";

const follows = (client: Client): Client => {
  client.now = () => Date.now() + ahead;
  return client;
};

/** What the system log says of a kind, newest last. */
const logged = (kind: string) =>
  world.kernel.db.query<{ level: string; message: string; detail: Record<string, unknown> }>(
    `select level, message, detail from "BaseSystemLog" where logger = 'security' and detail->>'kind' = $1 order by time, id`,
    [kind],
  );

/** Who was told of an event, on the site. */
const told = async (event: string): Promise<string[]> =>
  (
    await world.kernel.db.query<{ userId: string }>(
      `select d."userId" from "BaseMsgDelivery" d join "BaseMsgInstance" i on i.id = d."instanceId" where i."eventCode" = $1 and d.channel = 'SITE'`,
      [event],
    )
  ).map((row) => row.userId);

describe("a security event", () => {
  test("a session whose old code comes back: true reason, log with person and address, word to person and officer", async () => {
    const person = await world.person("kim", ["YARD_CLERK"]);
    const client = follows(await person.signIn());
    const old = client.code;
    client.code = (await client.call(`${login}/heartbeat`)).data.authorizationCode;
    expect(codeOf(await client.call(`${account}/findOwn`))).toBe("S");
    ahead += 120_000;
    const current = client.code;
    client.code = old;
    expect(await client.call(`${account}/findOwn`)).toMatchObject({ http: 401, code: "AUTH_EXPIRED", data: { reason: "STOLEN" } });
    client.code = current;
    const ended = await client.call(`${account}/findOwn`);
    expect(ended).toMatchObject({ http: 401, data: { reason: "STOLEN" }, msg: expect.stringContaining("疑似被盗") });
    expect(ended.msg).not.toContain("管理员结束");
    await world.product.gate.idle();
    const [row] = await logged("SESSION_STOLEN");
    expect(row).toMatchObject({ level: "ERROR", detail: { userId: person.id, ip: "127.0.0.1" } });
    expect(row!.message).toContain(person.userName);
    await vi.waitFor(async () => expect(await told(ownSecurityEvent("SESSION_STOLEN"))).toEqual([person.id]), 15_000);
    await vi.waitFor(async () => expect(await told(securityEvent("SESSION_STOLEN"))).toContain(officer.id), 15_000);
  });

  test("twenty wrong signatures, a code in an address", async () => {
    const person = await world.person("lou", ["YARD_CLERK"]);
    const client = follows(await person.signIn());
    const request = () => client.prepare(`${account}/findOwn`);
    for (let n = 0; n < 20; n++) {
      const sent = request();
      await client.ask({ ...sent, headers: { ...sent.headers, paramsign: `v1.${"A".repeat(43)}` } });
    }
    expect(await client.call(`${account}/findOwn`)).toMatchObject({ data: { reason: "SIGNATURES" }, msg: expect.stringContaining("签名") });
    const second = follows(await person.signIn());
    await fetch(`${world.base}/api/baseServer/baseLoginService/handshake?authorizationCode=${second.code}`);
    expect(await second.call(`${account}/findOwn`)).toMatchObject({ data: { reason: "LEAKED" } });
    await world.product.gate.idle();
    expect((await logged("SESSION_FORGED"))[0]).toMatchObject({ detail: { userId: person.id, ip: "127.0.0.1" } });
    expect((await logged("SESSION_LEAKED"))[0]).toMatchObject({ detail: { userId: person.id } });
  });

  test("the second factor and the way passwords are recovered", async () => {
    const person = await world.person("max", ["YARD_CLERK"], { emailVerified: "Y" });
    const client = follows(await person.signIn());
    const contact = { channel: "EMAIL", target: "max.new@example.com" };
    await client.call(`${account}/sendBindCode`, contact);
    await world.product.gate.idle();
    const letter = (await world.letters(person.id)).findLast((candidate) => candidate.recipient === contact.target)!;
    expect(codeOf(await client.call(`${account}/bindOwn`, { ...contact, code: /\d{6}/.exec(letter.content)![0] }))).toBe("S");
    expect(codeOf(await client.call(`${account}/saveOwnMfa`, { mfaType: "EMAIL" }))).toBe("S");
    await world.product.gate.idle();
    expect((await logged("RECOVERY_CHANGED"))[0]).toMatchObject({ detail: { userId: person.id } });
    expect((await logged("SECOND_FACTOR_CHANGED"))[0]).toMatchObject({ detail: { userId: person.id, ip: "127.0.0.1" } });
    await vi.waitFor(async () => expect(await told(ownSecurityEvent("SECOND_FACTOR_CHANGED"))).toEqual([person.id]), 15_000);
  });

  test("administrators made, programs failed, callbacks forged", async () => {
    const person = await world.person("nina", ["YARD_CLERK"]);
    const admin = follows(await world.admin());
    const grant = { userId: person.id, responsibilityId: world.responsibility("SYS_ADMIN") };
    expect(codeOf(await admin.call("baseServer/v1/baseUserRespRestful/saveOrUpdate", grant))).toBe("S");
    const failure = { job: "夜间核对", jobEn: "Nightly proof", msg: "磁盘已满", msgEn: "disk full", alertUserIds: [] };
    await world.kernel.outbox.add("JOB_FAILED", failure, clock.now());
    const forged = await fetch(`${world.base}/api/messageServer/callback/NOBODY`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{}",
    });
    expect(forged.status).toBe(401);
    await vi.waitFor(async () => {
      expect((await logged("ADMINISTRATOR_CHANGED"))[0]!.message).toContain("nina");
      expect(await told(ownSecurityEvent("ADMINISTRATOR_CHANGED"))).toEqual([person.id]);
      expect((await logged("JOB_FAILED"))[0]!.message).toContain("disk full");
      expect((await logged("SIGNATURE_FORGED"))[0]).toMatchObject({ level: "ERROR", detail: { ip: "127.0.0.1" } });
    }, 15_000);
  });

  test("lock-outs; the same thing again is said once", async () => {
    const person = await world.person("olga", ["YARD_CLERK"]);
    const client = follows(await person.signIn());
    for (let n = 0; n < 7; n++) await client.prove(`wrong-${n}`);
    await world.product.gate.idle();
    expect(await logged("ACCOUNT_LOCKED")).toEqual([
      expect.objectContaining({ level: "WARN", detail: expect.objectContaining({ userId: person.id }) }),
    ]);
    ahead += 20 * 60_000;
  });

  test("every declared kind is raised somewhere, in both languages, and told to somebody", () => {
    const root = join(import.meta.dirname, "../..");
    const sources = globSync(["kernel/**/*.ts", "modules/**/*.ts"], { cwd: root }).filter(
      (file) => !/\.test\.ts$|kernel[\\/]security\.ts$/.test(file),
    );
    const text = sources.map((file) => readFileSync(join(root, file), "utf8")).join("\n");
    for (const [code, kind] of Object.entries(securityKinds) as [string, SecurityKind][]) {
      expect(text, code).toMatch(new RegExp(`(security|raise|#raise)\\(\\s*"${code}"`));
      const event = world.kernel.declared.event(kind.from ?? securityEvent(code));
      expect(event?.tells?.to.length ?? 0, code).toBeGreaterThan(0);
      for (const words of [kind.label, kind.text, kind.own ?? kind.text])
        expect(
          words.every((word) => word.length > 1),
          code,
        ).toBe(true);
    }
  });
});

test("a code that was sent stands in no table and in no reply; whoever runs the server finds the letter in its folder", async () => {
  const person = await world.person("pia", ["YARD_CLERK"]);
  const client = follows(await person.signIn());
  const contact = { channel: "EMAIL", target: "pia.new@example.com" };
  expect(codeOf(await client.call(`${account}/sendBindCode`, contact))).toBe("S");
  await world.product.gate.idle();
  const letter = (await world.letters(person.id)).findLast((candidate) => candidate.recipient === contact.target)!;
  const code = /\d{6}/.exec(letter.content)![0];
  const tables = await world.kernel.db.query<{ name: string }>(`select tablename as name from pg_tables where schemaname = 'public'`);
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await world.kernel.db.query(`select 1 from "${name}" t where t::text ~ $1 limit 1`, [
      `(^|[^0-9A-Za-z.])${code}([^0-9A-Za-z]|$)`,
    ]);
    if (rows.length) found.push(name);
  }
  expect(found).toEqual([]);
  const admin = follows(await world.admin());
  const sent = await admin.call("baseServer/v1/baseSentMessageRestful/listByPage", { pageRows: 500 });
  expect(JSON.stringify(sent.data)).toContain("•••");
  expect(JSON.stringify(sent.data)).not.toContain(code);
});

test("a socket is opened for the own page, not for a foreign one", async () => {
  const client = follows(await world.admin());
  const open = async (origin: string): Promise<string> => {
    const { ticket } = (await client.call(`${login}/wsTicket`)).data;
    const socket = new WebSocket(`${world.base.replace("http", "ws")}/api/websocket?ticket=${ticket}`, { origin });
    return new Promise((answer) => {
      socket.on("open", () => (socket.close(), answer("open")));
      socket.on("unexpected-response", (_request, response) => answer(String(response.statusCode)));
      socket.on("error", () => answer("error"));
    });
  };
  expect(await open("https://evil.example")).toBe("403");
  expect(await open(world.base)).toBe("open");
});
