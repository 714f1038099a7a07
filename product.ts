import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { spoolLetters } from "#bridges/letters.ts";
import { storedMail } from "#bridges/mail.ts";
import { storedSms } from "#bridges/sms.ts";
import { scannerAt } from "#bridges/scan.ts";
import { openStorages, type Storages } from "#bridges/storage.ts";
import type { Module } from "#kernel/module.ts";
import { alone } from "#kernel/server/database/alone.ts";
import { adminCalls } from "#kernel/server/admin/calls.ts";
import type { Call } from "#kernel/server/http/call.ts";
import { clock } from "#kernel/server/clock.ts";
import { DueDates } from "#kernel/server/constructs/due.ts";
import { fileCalls } from "#kernel/server/file/calls.ts";
import { openPreview } from "#kernel/server/file/preview/engine.ts";
import { purgeFiles } from "#kernel/server/file/purge.ts";
import { rescanFiles } from "#kernel/server/file/scan.ts";
import { fileTeller } from "#kernel/server/file/told.ts";
import { followStorages, openFiles } from "#kernel/server/files.ts";
import { firstAdministrator } from "#kernel/server/install/first.ts";
import { gateCalls } from "#kernel/server/gate/calls.ts";
import { originsOf } from "#kernel/server/gate/headers.ts";
import { openGate, type Gate } from "#kernel/server/gate/gate.ts";
import { argonFrom } from "#kernel/server/gate/password.ts";
import { folderVault } from "#kernel/server/gate/vault.ts";
import { openKernel, type Kernel } from "#kernel/server/kernel.ts";
import { Outside } from "#kernel/server/outside/outside.ts";
import { secretOf } from "#kernel/server/access/secret.ts";
import { readTrustProxy } from "#kernel/server/http/proxy.ts";
import { health } from "#kernel/server/http/health.ts";
import { needing } from "#kernel/server/http/need.ts";
import { openapi } from "#kernel/server/http/openapi.ts";
import { revisionCalls } from "#kernel/server/constructs/revision-calls.ts";
import { ownNeeds } from "#kernel/server/http/own-needs.ts";
import { platformCalls } from "#kernel/server/http/platform-calls.ts";
import { Push } from "#kernel/server/push/push.ts";
import type { JobHandler } from "#kernel/server/jobs/job.ts";
import { httpProgram } from "#kernel/server/jobs/job-http.ts";
import { purgeRequests } from "#kernel/server/jobs/job-report.ts";
import { serve } from "#kernel/server/http/serve.ts";
import { backExportJob, expireExports } from "#kernel/server/sheet/back-export.ts";
import { Exports } from "#kernel/server/sheet/export.ts";
import { exportCalls } from "#kernel/server/sheet/export-calls.ts";
import { Imports } from "#kernel/server/sheet/import.ts";
import { importCalls } from "#kernel/server/sheet/import-calls.ts";
import type { SheetParts } from "#kernel/server/sheet/parts.ts";
import { ship, shipRows } from "#kernel/server/install/ship.ts";
import { togetherCall } from "#kernel/server/http/together.ts";
import type { Text } from "#kernel/text.ts";
import type { Premises, Side } from "#kernel/server/install/side.ts";
import { sides as ownSides } from "#modules/server.ts";

const here = import.meta.dirname;
export const { version } = JSON.parse(readFileSync(join(here, "package.json"), "utf8")) as { version: string };

/** An account the sign-in page of a demonstration offers with one press. */
export interface DemoAccount {
  readonly userName: string;
  readonly password: string;
  readonly label: Text;
  readonly hint: Text;
}

export interface ProductOptions {
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly port: number;
  readonly host: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The first administrator's password; null makes a one-time password that must be changed. */
  readonly adminPassword: string | null;
  /** Fills a fresh database with the demonstration's company and answers its accounts; null without a demonstration. */
  readonly demo: ((kernel: Kernel, gate: Gate, places: { storages: Storages; dataDir: string }) => Promise<readonly DemoAccount[]>) | null;
  /** The server halves of the modules; the product's own unless said. */
  readonly sides?: readonly Side[];
  /** The folder of the built pages; `dist` unless said. */
  readonly webRoot?: string;
}

export interface Product {
  readonly kernel: Kernel;
  readonly gate: Gate;
  readonly accounts: readonly DemoAccount[];
  /** The first administrator's password, told once when the account was just made. */
  readonly oneTime: string | null;
  stop(): Promise<void>;
}

const publicUrlOf = ({ env, port }: Pick<ProductOptions, "env" | "port">): string => env["PUBLIC_URL"] ?? `http://localhost:${port}`;

const outsideOf = ({ env }: Pick<ProductOptions, "env">): Outside =>
  new Outside(env["OUTBOUND_ALLOW"] ?? "", env["LOG_LEVEL"] === "silent" ? { log: () => undefined } : {});

const storagesOf = (kernel: Kernel, { dataDir, env }: Pick<ProductOptions, "dataDir" | "env">): Promise<Storages> =>
  openStorages(kernel.db, join(dataDir, "files"), outsideOf({ env }), (ref) => secretOf(env, "FILE_STORAGE", ref));

/** What a database must hold before anybody can sign in: what the modules ship, keys, the first administrator, the demonstration. */
async function fill(
  kernel: Kernel,
  { dataDir, env, adminPassword, demo, sides = ownSides, ...options }: ProductOptions,
): Promise<Pick<Product, "gate" | "oneTime" | "accounts">> {
  await ship(kernel, clock.now);
  for (const side of sides) await shipRows(kernel, side, clock.now);
  let accounts: readonly DemoAccount[] = [];
  spoolLetters(kernel.db, join(dataDir, "letters"));
  const gate = await openGate({
    db: kernel.db,
    directory: kernel.directory,
    mail: storedMail(kernel.db),
    sms: storedSms(kernel.db),
    security: kernel.security,
    vault: folderVault(join(dataDir, "keys")),
    clock,
    settings: {
      version,
      buildVersion: version,
      demo: () => (accounts.length ? { accounts } : null),
      multiNode: env["MULTI_NODE"] === "1",
      publicUrl: publicUrlOf({ env, ...options }),
      origins: originsOf(`${publicUrlOf({ env, ...options })} ${env["ALLOWED_ORIGINS"] ?? ""}`),
      ...(env["CALLS_PER_MINUTE"] ? { callsPerMinute: Number(env["CALLS_PER_MINUTE"]) } : {}),
      argon: argonFrom(env),
    },
  });
  const oneTime = await firstAdministrator(kernel, gate.passwords, clock.now(), adminPassword);
  accounts = (await demo?.(kernel, gate, { storages: await storagesOf(kernel, { dataDir, env }), dataDir })) ?? [];
  return { gate, oneTime, accounts };
}

const count = (n: number): Text => [`处理 ${n} 条`, `${n} handled`];

/** What the platform's own programs do. */
const ownPrograms = (sheets: SheetParts, gate: Gate): Readonly<Record<string, JobHandler>> => {
  const { kernel, files } = sheets;
  return {
    BACK_EXPORT_RUN: backExportJob(sheets),
    EXPORT_EXPIRE: () => expireExports(sheets),
    FILE_PURGE: async () => {
      const purged = await purgeFiles(files, kernel.db, clock.now());
      return [
        `恢复 ${purged.restored}，删除 ${purged.removed}，清理上传 ${purged.uploads}`,
        `${purged.restored} restored, ${purged.removed} removed, ${purged.uploads} uploads cleared`,
      ];
    },
    FILE_RESCAN: async () => count(await rescanFiles(files, kernel.db)),
    SESSION_PURGE: () => gate.purge(),
    REQUEST_PURGE: async () => count(await purgeRequests(kernel.db, clock.now())),
    COMPEN_RUN: async (run) => count(await kernel.steps.drain(run.signal)),
    NONCE_PURGE: async () => {
      await gate.nonces.purge(clock.now());
      await kernel.once.purge(clock.now());
    },
  };
};

/** Puts the parts together: kernel, gate, files, spreadsheets, calls, pages and push on one database, listening on one port. */
export async function openProduct(modules: readonly Module[], options: ProductOptions): Promise<Product> {
  const { databaseUrl, dataDir, port, host, env } = options;
  mkdirSync(dataDir, { recursive: true });
  const sides = options.sides ?? ownSides;
  const answers = sides.flatMap((side) => side.answers ?? []);
  const kernel = await openKernel(modules, databaseUrl, clock, { review: env["MIGRATE"] === "review", answers });
  const { gate, oneTime, accounts } = await alone(kernel.db, "start", () => fill(kernel, options));

  const preview = await openPreview({ temp: join(dataDir, "temp") });
  const push = new Push(kernel, gate, clock, kernel.bus);
  const files = openFiles(kernel, {
    storages: await followStorages(kernel, () => storagesOf(kernel, options)),
    temp: join(dataDir, "temp"),
    scanner: scannerAt(env["FILE_SCANNER"]),
    keys: gate.keys,
    preview,
    company: "BASE SRM",
    tell: fileTeller(kernel, gate, clock, (userId, frame) => push.tell(userId, frame)),
  });
  const exports = new Exports(kernel, databaseUrl, files);
  const sheets = { kernel, exports, imports: new Imports(kernel), files, clock, push };
  kernel.outsideLog.keepIn(files);
  const outside = outsideOf(options);
  kernel.jobs.onHttp(httpProgram(kernel.settings, kernel.outsideLog, outside));
  for (const [code, handler] of Object.entries(ownPrograms(sheets, gate))) kernel.jobs.on(code, handler);

  const publicUrl = publicUrlOf(options);
  const premises: Premises = { kernel, gate, files, push, clock, env, outside, databaseUrl, dataDir, publicUrl, calls: () => calls };

  const calls: readonly Call[] = [
    ...needing(
      [
        ...gateCalls(gate),
        ...platformCalls(kernel),
        ...revisionCalls(kernel),
        ...fileCalls(files),
        ...exportCalls(sheets),
        ...importCalls(sheets),
        ...adminCalls(kernel, gate),
        togetherCall(kernel, gate, () => calls),
      ],
      ownNeeds,
    ),
    ...sides.flatMap((side) => needing(side.calls?.(premises) ?? [], side.needs)),
  ];
  for (const [code, handler] of Object.entries(new DueDates(kernel, clock).programs())) kernel.jobs.on(code, handler);
  for (const side of sides) for (const [code, handler] of Object.entries(side.programs?.(premises) ?? {})) kernel.jobs.on(code, handler);
  const ends = sides.map((side) => side.start?.(premises));
  const app = await serve({
    kernel,
    gate,
    calls,
    clock,
    webRoot: options.webRoot ?? join(here, "dist"),
    health: () => health(kernel, version),
    openapi: () => openapi(kernel.declared, calls, version, publicUrl),
    ...(env["LOG_LEVEL"] ? { logLevel: env["LOG_LEVEL"] } : {}),
    trustProxy: readTrustProxy(env["TRUST_PROXY"]),
    secure: env["PUBLIC_URL"]?.startsWith("https:") ?? false,
  });
  await push.start(app.server);
  await kernel.jobs.start();
  kernel.outbox.start();
  await app.listen({ port, host });
  return {
    kernel,
    gate,
    accounts,
    oneTime,
    async stop() {
      await push.stop();
      // Whoever is still sending after five seconds is cut off: a stop must not wait for a stranger.
      const cut = setTimeout(() => app.server.closeAllConnections(), 5_000);
      await app.close().finally(() => clearTimeout(cut));
      await Promise.all(ends.map((end) => end?.()));
      await gate.close();
      await Promise.all([exports.close(), preview.close()]);
      await kernel.close();
    },
  };
}
