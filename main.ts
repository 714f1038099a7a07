import { mkdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { storedMail } from "#bridges/mail.ts";
import { storedSms } from "#bridges/sms.ts";
import { openStorages } from "#bridges/storage.ts";
import { clock } from "#kernel/server/clock.ts";
import { startPostgres } from "#kernel/server/embedded-pg.ts";
import { fileCalls } from "#kernel/server/file/calls.ts";
import { openPreview } from "#kernel/server/file/preview/engine.ts";
import { purgeFiles } from "#kernel/server/file/purge.ts";
import { openFiles } from "#kernel/server/files.ts";
import { firstAdministrator } from "#kernel/server/first.ts";
import { gateCalls } from "#kernel/server/gate/calls.ts";
import { openGate } from "#kernel/server/gate/gate.ts";
import { argonFrom } from "#kernel/server/gate/password.ts";
import { folderVault } from "#kernel/server/gate/vault.ts";
import { openKernel } from "#kernel/server/kernel.ts";
import { openapi } from "#kernel/server/openapi.ts";
import { platformCalls } from "#kernel/server/platform-calls.ts";
import { Push } from "#kernel/server/push.ts";
import { serve } from "#kernel/server/serve.ts";
import { backExportJob, sheetCalls } from "#kernel/server/sheet/calls.ts";
import { Exports } from "#kernel/server/sheet/export.ts";
import { Imports } from "#kernel/server/sheet/import.ts";
import { ship } from "#kernel/server/ship.ts";
import { modules } from "#modules/index.ts";

/** The process: database, kernel, gate, calls and pages put together, until it is told to stop. */
const here = import.meta.dirname;
const { version } = JSON.parse(readFileSync(join(here, "package.json"), "utf8")) as { version: string };
const env = process.env;
const isDemo = !["0", "false", "N"].includes(env["DEMO"] ?? "");
const demoPassword = "Base@2026";
const dataDir = resolve(env["DATA_DIR"] ?? "data");
const port = Number(env["PORT"] ?? 8080);
const host = env["HOST"] ?? (isDemo ? "127.0.0.1" : "0.0.0.0");

mkdirSync(dataDir, { recursive: true });
const postgres = env["DATABASE_URL"] ? null : await startPostgres(join(dataDir, "postgres"));
const databaseUrl = env["DATABASE_URL"] ?? postgres!.url;
const kernel = await openKernel(modules, databaseUrl, clock);
await ship(kernel, clock.now);

const demoAccounts = [{ userName: "admin", password: demoPassword, label: ["系统管理员", "Administrator"], hint: ["用户、权限、设置", "Users, grants, settings"] }];
const gate = await openGate({
  db: kernel.db,
  directory: kernel.directory,
  mail: storedMail(kernel.db),
  sms: storedSms(kernel.db),
  vault: folderVault(join(dataDir, "keys")),
  clock,
  settings: {
    version,
    buildVersion: version,
    demo: isDemo ? { accounts: demoAccounts } : false,
    multiNode: env["MULTI_NODE"] === "1",
    publicUrl: env["PUBLIC_URL"] ?? `http://localhost:${port}`,
    ...(env["CALLS_PER_MINUTE"] ? { callsPerMinute: Number(env["CALLS_PER_MINUTE"]) } : {}),
    argon: argonFrom(env),
  },
});
const oneTime = await firstAdministrator(kernel, gate.passwords, clock.now(), isDemo ? demoPassword : null);

const preview = await openPreview({ temp: join(dataDir, "temp") });
const files = openFiles(kernel, {
  storages: await openStorages(kernel.db, join(dataDir, "files"), (ref) => Promise.resolve(env[ref] ?? "")),
  temp: join(dataDir, "temp"),
  scanner: null,
  keys: gate.keys,
  preview,
  company: "BASE SRM",
});
const exports = new Exports(kernel, databaseUrl);
const sheets = { kernel, exports, imports: new Imports(kernel), files, clock, push: () => push };
kernel.jobs.on("BACK_EXPORT", backExportJob(sheets));
kernel.jobs.every("FILE_PURGE", 86_400_000, async () => void (await purgeFiles(files, kernel.db, clock.now())));

const calls = [...gateCalls(gate), ...platformCalls(kernel), ...fileCalls(files), ...sheetCalls(sheets)];
const app = await serve({
  kernel, gate, calls, clock,
  webRoot: join(here, "dist"),
  health: async () => ({ status: "S", version, database: (await kernel.db.one(`select 1 as ok`)) ? "up" : "down", storage: "local", queue: (await kernel.db.one<{ n: number }>(`select count(*)::int as n from "Outbox" where "doneAt" is null`))!.n }),
  openapi: () => openapi(kernel.declared, calls, version),
  ...(env["LOG_LEVEL"] ? { logLevel: env["LOG_LEVEL"] } : {}),
});
const push = new Push(kernel, gate, clock, kernel.bus);
await push.start(app.server);
await kernel.jobs.start();
await app.listen({ port, host });

const say = (text: string): void => void process.stdout.write(`${text}\n`);
say(`BASE SRM ${version} · http://${host === "0.0.0.0" ? "localhost" : host}:${port}`);
if (isDemo) say(`Demo accounts: ${demoAccounts.map((a) => a.userName).join(", ")} · password ${demoPassword}`);
else if (oneTime) say(`Administrator: admin · one-time password ${oneTime} (shown only now)`);

let stopping: Promise<void> | undefined;
const stop = (): Promise<void> =>
  (stopping ??= (async () => {
    await push.stop();
    await app.close();
    await gate.close();
    await Promise.all([exports.close(), preview.close()]);
    await kernel.close();
    await postgres?.stop();
  })());
for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => void stop().then(() => process.exit(0)));
