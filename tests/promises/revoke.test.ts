import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { houseDay } from "#kernel/time.ts";
import { addDays } from "#kernel/days.ts";
import { openProduct, type Product } from "../../product.ts";
import { freePort } from "../support/free-port.ts";
import { overNetwork, type Client, type Reply } from "../support/client.ts";
import { system, type Row } from "../support/generate.ts";
import { press, save } from "../support/kernel.ts";
import { allModules, callOf, responsibilityOf, openOverHttp, type HttpHouse, type Signed } from "./house.ts";

let house: HttpHouse;
beforeAll(async () => void (house = await openOverHttp(13)));
afterAll(() => house?.drop());

const job = () => house.declared.entity("BaseJob");
const list = (client: Client): Promise<Reply> => client.call(callOf(job(), "listByPage"), { pageRows: 1 });

/** Calls without a pause until told to stop; remembers when each call was sent and what came back. */
function pressing(client: Client): { stop(): Promise<{ sent: number; status: string; code: string }[]> } {
  const seen: { sent: number; status: string; code: string }[] = [];
  let on = true;
  const running = (async () => {
    while (on) {
      const sent = performance.now();
      const reply = await list(client);
      seen.push({ sent, status: reply.status, code: reply.code ?? "" });
    }
  })();
  return {
    async stop() {
      on = false;
      await running;
      return seen;
    },
  };
}

/** A person with load on the wire loses something; every call sent after the loss was answered must be refused. */
async function losing(victim: Signed, lose: () => Promise<unknown>): Promise<{ before: number; after: string[] }> {
  expect((await list(victim.client)).status).toBe("S");
  const load = [pressing(victim.client), pressing(victim.client)];
  await list(victim.client);
  await lose();
  const lost = performance.now();
  // The very next call, whatever the clock says.
  const next = await list(victim.client);
  const seen = (await Promise.all(load.map((entry) => entry.stop()))).flat();
  const after = [
    next.status === "S" ? "S" : (next.code ?? ""),
    ...seen.filter((candidate) => candidate.sent > lost).map((entry) => (entry.status === "S" ? "S" : entry.code)),
  ];
  return { before: seen.filter((candidate) => candidate.status === "S").length, after };
}

/** A responsibility with the job page and its buttons, for one person alone. */
async function jobResponsibility(): Promise<{ responsibilityId: string; roleId: string; menuRoleId: string }> {
  const code = `REV${house.make.word().toUpperCase()}`;
  const as = (entity: string, row: Row) => save(house.kernel, entity, row, system);
  const role = await as("BaseRole", { roleCode: code, roleName: code, audience: "INTERNAL" });
  const resp = await as("BaseResponsibility", { respCode: code, respName: code, audience: "INTERNAL" });
  await as("BaseRespRole", { responsibilityId: resp.id, roleId: role.id });
  const menu = (await house.kernel.db.one<{ id: string }>(`select id from "BaseMenu" where "menuCode" = 'job'`))!;
  const granted = await as("BaseMenuRole", { menuId: menu.id, roleId: role.id });
  return { responsibilityId: resp.id, roleId: role.id, menuRoleId: granted.id };
}

describe("promise 13: taking away works now", () => {
  const act = (entity: string, id: string, action: string, input: Row = {}) => press(house.kernel, entity, id, action, input, {}, system);
  const yesterday = addDays(houseDay(new Date()), -2);
  const losses: [string, (victim: Signed, responsibility: Awaited<ReturnType<typeof jobResponsibility>>) => Promise<unknown>][] = [
    ["the responsibility is taken from the person", (victim) => act("BaseUserResp", victim.grantId, "delete")],
    [
      "the grant's last day was yesterday",
      (victim) => save(house.kernel, "BaseUserResp", { id: victim.grantId, startDate: "2026-01-01", endDate: yesterday }, system),
    ],
    ["the responsibility is switched off", (_, responsibility) => act("BaseResponsibility", responsibility.responsibilityId, "doDisable")],
    ["the role loses the menu", (_, responsibility) => act("BaseMenuRole", responsibility.menuRoleId, "delete")],
    [
      "the role is switched off",
      (_, responsibility) => save(house.kernel, "BaseRole", { id: responsibility.roleId, enabledFlag: "N" }, system),
    ],
    ["the account is disabled", (victim) => act("BaseUsers", victim.userId, "doDisable")],
    [
      "the account's last day was yesterday",
      (victim) => save(house.kernel, "BaseUsers", { id: victim.userId, startDate: "2026-01-01", endDate: yesterday }, system),
    ],
  ];
  test.each(losses)("under load: %s", { timeout: 60_000 }, async (_, lose) => {
    const responsibility = await jobResponsibility();
    const victim = await house.person(responsibility.responsibilityId);
    const { before, after } = await losing(victim, () => lose(victim, responsibility));
    expect(before).toBeGreaterThan(0);
    expect(after.filter((code) => code === "S")).toEqual([]);
    expect(after.length).toBeGreaterThan(0);
  });

  test("an administrator does it over the wire, and the victim cannot sign in again", { timeout: 60_000 }, async () => {
    const admin = await house.person("SYS_ADMIN");
    const responsibility = await jobResponsibility();
    const victim = await house.person(responsibility.responsibilityId);
    const { after } = await losing(victim, async () => {
      const reply = await admin.client.call(callOf(house.declared.entity("BaseUsers"), "doDisable"), { id: victim.userId });
      expect(reply.status).toBe("S");
    });
    expect(after.filter((code) => code === "S")).toEqual([]);
    await expect(victim.signIn()).rejects.toThrow(/sign-in/);
  });

  test("a second process hears of it within a second", { timeout: 60_000 }, async () => {
    const second = await secondProcess();
    try {
      const responsibility = await jobResponsibility();
      const victim = await house.person(responsibility.responsibilityId);
      const there = second.clientOf(victim.client);
      expect((await list(there)).status).toBe("S");
      await act("BaseUserResp", victim.grantId, "delete");
      const lost = performance.now();
      await expect.poll(async () => (await list(there)).status, { interval: 20 }).toBe("E");
      expect(performance.now() - lost).toBeLessThan(1_500);
    } finally {
      await second.stop();
    }
  });
});

describe("promise 13: open sockets", () => {
  const openSocket = async (client: Client): Promise<{ ws: WebSocket; frames: Row[]; closed: Promise<number> }> => {
    const ticket = (await client.call("baseServer/baseLoginService/wsTicket")).data.ticket as string;
    const ws = new WebSocket(`${house.base.replace("http", "ws")}/api/websocket?ticket=${encodeURIComponent(ticket)}`);
    const frames: Row[] = [];
    ws.on("message", (data) => frames.push(JSON.parse(String(data)) as Row));
    const closed = new Promise<number>((done) => ws.on("close", (code) => done(code)));
    await new Promise((open, failed) => ws.on("open", open).on("error", failed));
    return { ws, frames, closed };
  };
  const touch = (id: string) => save(house.kernel, "BaseJob", { id, description: house.make.word() }, system);

  test("whoever loses the page hears nothing more of its documents", { timeout: 60_000 }, async () => {
    const responsibility = await jobResponsibility();
    const victim = await house.person(responsibility.responsibilityId);
    const made = await house.make.lone(job());
    const { ws, frames } = await openSocket(victim.client);
    try {
      ws.send(JSON.stringify({ type: "sub", topic: `doc:BaseJob:${made["id"]}` }));
      await expect
        .poll(async () => {
          await touch(made["id"]);
          return frames.some((f) => f["type"] === "doc");
        })
        .toBe(true);
      await press(house.kernel, "BaseUserResp", victim.grantId, "delete", {}, {}, system);
      expect((await list(victim.client)).status).toBe("E");
      // Frames of the versions saved before may still be under way; of those saved from here on none may come.
      const later = await touch(made["id"]);
      // A frame to another topic that is still allowed would have come by now: ask the server one more thing over the same connection.
      ws.send(JSON.stringify({ type: "sub", topic: "doc:BaseJob:none" }));
      await touch(made["id"]);
      await list(victim.client);
      const heard = frames.filter((f) => f["type"] === "doc" && f["data"].versionNum >= later.versionNum);
      expect(heard).toEqual([]);
    } finally {
      ws.terminate();
    }
  });

  test("a disabled account's socket is closed", { timeout: 60_000 }, async () => {
    const responsibility = await jobResponsibility();
    const victim = await house.person(responsibility.responsibilityId);
    const { ws, closed } = await openSocket(victim.client);
    try {
      await press(house.kernel, "BaseUsers", victim.userId, "doDisable", {}, {}, system);
      const code = await Promise.race([closed, new Promise<string>((late) => setTimeout(() => late("still open after 5 s"), 5_000))]);
      expect(code).toBe(4401);
    } finally {
      ws.terminate();
    }
  });

  test("nobody subscribes to what he may not see", async () => {
    const blind = await house.person(await responsibilityOf(house.kernel, "EXPERT"));
    const made = await house.make.lone(job());
    const { ws, frames } = await openSocket(blind.client);
    try {
      for (const topic of [`doc:BaseJob:${made["id"]}`, "doc:BaseTicket:x", "doc:constructor:x", "user:admin", "*"])
        ws.send(JSON.stringify({ type: "sub", topic }));
      await list(blind.client);
      await touch(made["id"]);
      await list(blind.client);
      expect(frames.filter((f) => f["type"] === "doc")).toEqual([]);
    } finally {
      ws.terminate();
    }
  });
});

interface Second {
  clientOf(client: Client): Client;
  stop(): Promise<void>;
}

/** Another process of the same product on the same database and keys, here only another set of everything. */
async function secondProcess(): Promise<Second> {
  const url = house.kernel.db.pool.options.connectionString!;
  const dataDir = mkdtempSync(join(tmpdir(), "base-srm-second-"));
  cpSync(join(house.product.dataDir, "keys"), join(dataDir, "keys"), { recursive: true });
  const port = await freePort();
  const product: Product = await openProduct(allModules, {
    databaseUrl: url,
    dataDir,
    port,
    host: "127.0.0.1",
    env: { CALLS_PER_MINUTE: "0", LOG_LEVEL: "silent" },
    adminPassword: null,
    demo: null,
  });
  return {
    clientOf: (client) =>
      Object.assign(Object.create(Object.getPrototypeOf(client) as object) as Client, client, {
        send: overNetwork(`http://127.0.0.1:${port}`),
      }),
    async stop() {
      await product.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
