import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import multipart from "@fastify/multipart";
import Fastify, { type FastifyInstance, type FastifyRequest } from "fastify";
import { noSms, storedSms } from "#bridges/sms.ts";
import { spoolLetters } from "#bridges/letters.ts";
import { storedMail } from "#bridges/mail.ts";
import { declare } from "#kernel/declared.ts";
import { module } from "#kernel/module.ts";
import { gateEntities } from "#kernel/platform/session.entity.ts";
import { Refusal } from "#kernel/refusal.ts";
import { failure, success, unexpected } from "#kernel/server/http/call.ts";
import { openDb, type OpenDb } from "#kernel/server/database/db.ts";
import { gateCalls, type GateCall } from "#kernel/server/gate/calls.ts";
import type { Account, Directory, HeldResponsibility } from "#kernel/server/gate/directory.ts";
import { openGate, type Gate, type GateParts } from "#kernel/server/gate/gate.ts";
import { folderVault } from "#kernel/server/gate/vault.ts";
import { mountGate, sessionOf } from "#kernel/server/gate/verify.ts";
import { takes } from "#kernel/server/http/input.ts";
import { migrate } from "#kernel/server/database/migrate.ts";
import { schemaOf } from "#kernel/server/database/schema.ts";
import type { Language } from "#kernel/text.ts";
import { Client, type Send } from "./client.ts";
import { freshDatabase, prepareTemplate } from "./database.ts";
import { wholeLetters } from "./letters.ts";

/** A clock that stands still until a test moves it. */
export class VirtualClock {
  at: number;
  constructor(at = Date.parse("2026-11-16T01:00:00Z")) {
    this.at = at;
  }
  now = (): Date => new Date(this.at);
  move(ms: number): void {
    this.at += ms;
  }
}

export const internalResponsibility: HeldResponsibility = {
  responsibilityId: "r-buyer",
  respCode: "BUYER",
  respName: "采购员",
  respNameEn: "Buyer",
  audience: "INTERNAL",
  supplierId: null,
  supplierName: null,
  homeRoute: "inHome",
};
export const adminResponsibility: HeldResponsibility = {
  ...internalResponsibility,
  responsibilityId: "r-admin",
  respCode: "SYS_ADMIN",
  respName: "系统管理员",
  respNameEn: "Administrator",
};
export const supplierResponsibility: HeldResponsibility = {
  responsibilityId: "r-sales",
  respCode: "SUP_SALES",
  respName: "供应商销售",
  respNameEn: "Supplier sales",
  audience: "SUPPLIER",
  supplierId: "s-1",
  supplierName: "蓝灯笼纸业",
  homeRoute: "exHome",
};

const nobody: Account = {
  userId: "",
  userName: "",
  displayName: "",
  userType: "INTERNAL",
  userStatus: "ACTIVE",
  passwordHash: null,
  pepperId: null,
  pwdChangedAt: null,
  mustChangePwd: "N",
  email: null,
  emailVerified: "Y",
  mobile: null,
  mobileVerified: "Y",
  startDate: "2020-01-01",
  endDate: null,
  supplierId: null,
  language: "CN",
  timeZone: null,
  defaultRespId: null,
  mfaType: null,
  mfaSecretEnc: null,
};

/** Costs no real installation may have; here the passwords are nobody's. */
export const cheap = { memoryCost: 64, timeCost: 1 };

/** People kept in memory, as the gate asks for them. */
export class MemoryDirectory implements Directory {
  readonly people = new Map<string, Account>();
  readonly held = new Map<string, HeldResponsibility[]>();
  readonly history = new Map<string, string[]>();
  readonly profiles = new Map<string, string>();
  readonly written: { userId: string; reason: string }[] = [];
  clock: { now(): Date } = { now: () => new Date() };

  change(userId: string, what: Partial<Account>): void {
    this.people.set(userId, { ...(this.people.get(userId) ?? nobody), ...what });
  }
  async byName(name: string): Promise<Account | null> {
    const wanted = name.toLowerCase();
    return [...this.people.values()].find((p) => [p.userName, p.email, p.mobile].some((value) => value?.toLowerCase() === wanted)) ?? null;
  }
  async byId(userId: string): Promise<Account | null> {
    return this.people.get(userId) ?? null;
  }
  async responsibilities(userId: string): Promise<HeldResponsibility[]> {
    return this.held.get(userId) ?? [];
  }
  async setPassword(
    userId: string,
    phc: string,
    pepperId: string,
    how: { mustChange: boolean; by: string; reason: string },
  ): Promise<void> {
    this.written.push({ userId, reason: how.reason });
    if (how.reason !== "REHASH") this.history.set(userId, [phc, ...(this.history.get(userId) ?? [])]);
    this.change(userId, {
      passwordHash: phc,
      pepperId,
      mustChangePwd: how.mustChange ? "Y" : "N",
      ...(how.reason === "REHASH" ? {} : { pwdChangedAt: this.clock.now().toISOString() }),
    });
  }
  async setSecondFactor(userId: string, mfaSecretEnc: string): Promise<void> {
    this.change(userId, { mfaType: "TOTP", mfaSecretEnc });
  }
  async passwordHistory(userId: string, n: number): Promise<string[]> {
    return (this.history.get(userId) ?? []).slice(0, n);
  }
  async profile(code: string, of?: { userId?: string; responsibilityId?: string }): Promise<string | null> {
    return this.profiles.get(`${code}@${of?.responsibilityId ?? ""}`) ?? this.profiles.get(code) ?? null;
  }
  async signedIn(): Promise<void> {}
  async stampLocks(): Promise<void> {}
  async permissionVersion(): Promise<number> {
    return 7;
  }
}

/** A gate with its doors on a small server: the calls of the gate and a few of the tests' own. */
export interface GateHouse {
  readonly gate: Gate;
  readonly db: OpenDb;
  readonly clock: VirtualClock;
  readonly directory: MemoryDirectory;
  readonly app: FastifyInstance;
  readonly alarms: string[];
  /** How often the handler of the test's own call ran, by its path. */
  readonly ran: Map<string, number>;
  person(userName: string, password: string, what?: Partial<Account>, held?: HeldResponsibility[]): Promise<string>;
  client(userAgent?: string, ip?: string): Promise<Client>;
  /** Letters and phone messages stored so far, newest last. */
  messages(): Promise<{ channel: string; kind: string; recipient: string; content: string }[]>;
  /** A second process on the same database and keys. */
  another(parts?: Partial<GateParts>): Promise<GateHouse>;
  close(): Promise<void>;
}

const declared = () => declare([module("gate", "门", "Gate", { entities: gateEntities })]);

async function template(): Promise<string> {
  await prepareTemplate("gate", async (url) => {
    const db = openDb(url, { max: 2 });
    await migrate(db, schemaOf(declared()));
    await db.close();
  });
  return "gate";
}

/** Opens everything; close it in afterAll or at the end of the test. */
export async function gateHouse(parts: Partial<GateParts> & { phone?: boolean } = {}): Promise<GateHouse> {
  const database = await freshDatabase(await template());
  const keyFolder = mkdtempSync(join(tmpdir(), "gate-keys-"));
  const clock = new VirtualClock();
  const directory = new MemoryDirectory();
  directory.clock = clock;
  const houses: GateHouse[] = [];
  const open = async (more: Partial<GateParts> & { phone?: boolean }): Promise<GateHouse> => {
    const house = await build(database.url, keyFolder, clock, directory, more, open);
    houses.push(house);
    return house;
  };
  const house = await open(parts);
  return {
    ...house,
    async close() {
      for (const entry of houses) await entry.close();
      await database.drop();
      rmSync(keyFolder, { recursive: true, force: true });
    },
  };
}

async function build(
  url: string,
  keyFolder: string,
  clock: VirtualClock,
  directory: MemoryDirectory,
  parts: Partial<GateParts> & { phone?: boolean },
  open: (parts: Partial<GateParts>) => Promise<GateHouse>,
): Promise<GateHouse> {
  const db = openDb(url, { max: 8 });
  const letters = join(keyFolder, "letters");
  spoolLetters(db, letters);
  const alarms: string[] = [];
  const gate = await openGate({
    db,
    directory,
    mail: storedMail(db),
    sms: parts.phone === false ? noSms : storedSms(db),
    vault: folderVault(keyFolder),
    clock,
    alarm: (what) => alarms.push(what),
    ...parts,
    settings: { argon: cheap, callsPerMinute: 0, publicUrl: "https://srm.example.com", ...parts.settings },
  });
  const ran = new Map<string, number>();
  const app = await serve(gate, ran);
  const send =
    (userAgent: string, ip: string): Send =>
    async ({ method, url: address, headers, body }) => {
      const reply = await app.inject({
        method: method as "POST",
        url: address,
        headers: { "user-agent": userAgent, ...headers },
        remoteAddress: ip,
        ...(body === undefined ? {} : { payload: Buffer.from(body as Uint8Array) }),
      });
      return { status: reply.statusCode, headers: new Headers(reply.headers as Record<string, string>), body: reply.rawPayload };
    };
  return {
    gate,
    db,
    clock,
    directory,
    app,
    alarms,
    ran,
    async person(userName, password, what = {}, held = [internalResponsibility]) {
      const userId = `u-${userName}`;
      const { phc, pepperId } = await gate.passwords.hash(password);
      directory.change(userId, {
        userId,
        userName,
        displayName: userName,
        passwordHash: phc,
        pepperId,
        pwdChangedAt: clock.now().toISOString(),
        email: `${userName}@example.com`,
        ...what,
      });
      directory.history.set(userId, [phc]);
      directory.held.set(userId, held);
      return userId;
    },
    async client(userAgent = "Mozilla/5.0 (Windows NT 10.0) Chrome/140.0", ip = "10.0.0.1") {
      const client = new Client(send(userAgent, ip));
      client.now = () => clock.at;
      return client.connect();
    },
    async messages() {
      await gate.idle();
      const rows = await db.query<{ id: string; channel: string; kind: string; recipient: string; content: string }>(
        `select "id", "channel", "kind", "recipient", "content" from "BaseSentMessage" order by "id"`,
      );
      return wholeLetters(rows, letters).map(({ id: _, ...row }) => row);
    },
    another: (more = {}) => open(more),
    async close() {
      await app.close();
      await gate.close();
      await db.close();
    },
  };
}

const languageOf = (request: FastifyRequest): Language =>
  request.passage?.language ?? (request.headers["saaf-language"] === "EN" ? "EN" : "CN");

/** Calls that only tests have: an echo for each guard, and one that takes files. */
function testCalls(ran: Map<string, number>): GateCall[] {
  const count = (path: string) => ran.set(path, (ran.get(path) ?? 0) + 1);
  const echo = (path: string, guard: GateCall["guard"], more: Partial<GateCall> = {}): GateCall => ({
    service: "baseServer",
    path,
    guard,
    input: takes(),
    async handle(ctx, body) {
      count(path);
      return { body, query: ctx.request.query, session: sessionOf(ctx.request) };
    },
    ...more,
  });
  return [
    echo("test/public", "public"),
    echo("test/anonymous", "anonymous"),
    echo("test/restricted", "restricted"),
    echo("test/session", "session"),
    echo("test/session", "session", { method: "GET" }),
    echo("test/limited", "session", { perMinute: 3 }),
    echo("v1/baseUsersRestful/listByPage", "session"),
    {
      service: "baseServer",
      path: "test/upload",
      guard: "session",
      input: takes(),
      async handle(ctx) {
        const taken: { name: string; text: string }[] = [];
        for await (const file of ctx.request.passage!.upload!.files()) {
          const chunks: Buffer[] = [];
          for await (const chunk of file.stream) chunks.push(chunk as Buffer);
          taken.push({ name: file.name, text: Buffer.concat(chunks).toString("utf8") });
        }
        count("test/upload");
        return taken;
      },
    },
    {
      service: "baseServer",
      path: "test/chunk",
      guard: "session",
      input: takes(),
      async handle(ctx) {
        return { length: (ctx.request.body as Buffer).length };
      },
    },
  ];
}

async function serve(gate: Gate, ran: Map<string, number>): Promise<FastifyInstance> {
  const app = Fastify({ logger: false });
  await app.register(multipart, { limits: { fieldSize: 1_000_000, fileSize: 10_000_000 } });
  app.setErrorHandler((error, request, reply) => {
    const refusal = error instanceof Refusal ? error : unexpected(request.id);
    if (!(error instanceof Refusal) && process.env["GATE_DEBUG"]) console.error(error);
    return reply.status(refusal.http).send(failure(refusal, languageOf(request), request.id));
  });
  await app.register(async (api) => {
    mountGate(api, gate);
    for (const call of [...gateCalls(gate), ...testCalls(ran)])
      api.route({
        method: call.method ?? "POST",
        url: `/api/${call.service}/${call.path}`,
        config: { guard: call.guard, ...(call.perMinute ? { perMinute: call.perMinute } : {}) },
        handler: async (request) => {
          const ctx = {
            now: gate.clock.now(),
            ip: request.ip,
            userAgent: request.headers["user-agent"] ?? "",
            language: languageOf(request),
            request,
            me: { may: () => false },
          };
          return success(await call.handle(ctx, (request.body ?? {}) as Record<string, unknown>), request.id);
        },
      });
  });
  await app.ready();
  return app;
}
