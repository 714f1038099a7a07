import { join, resolve } from "node:path";
import { clock } from "#kernel/server/clock.ts";
import { databaseHome } from "#kernel/server/database/database-home.ts";
import { startPostgres } from "#kernel/server/database/embedded-pg.ts";
import { modules } from "#modules/index.ts";
import { demoRates } from "./demo/base-rates.ts";
import { demoCompanies } from "./demo/companies.ts";
import { demoCompany } from "./demo/people.ts";
import { wholeYear } from "./demo/year/plan.ts";
import { openProduct, version } from "./product.ts";

/** The process: reads the environment, brings a database of its own when none is named, and runs until it is told to stop. */
const { env } = process;
const isDemo = !["0", "false", "N"].includes(env["DEMO"] ?? "");
const year = env["DEMO"] === "small" ? null : wholeYear;
const demoPassword = "Base@2026";
const dataDir = resolve(env["DATA_DIR"] || "data");
const port = Number(env["PORT"] ?? 8080);
const host = env["HOST"] ?? (isDemo ? "127.0.0.1" : "0.0.0.0");

if (isDemo) {
  demoRates(dataDir, clock.now());
  demoCompanies(dataDir);
}
const database = await databaseHome(
  env,
  () => startPostgres(join(dataDir, "postgres")),
  (text) => void process.stderr.write(`${text}\n`),
);
const product = await openProduct(modules, {
  databaseUrl: database.url,
  dataDir,
  port,
  host,
  env,
  adminPassword: isDemo ? demoPassword : null,
  demo: isDemo ? (kernel, gate, places) => demoCompany(kernel, gate, places, demoPassword, clock.now, year) : null,
}).catch(async (error: unknown) => {
  // A start that fails leaves no database server behind.
  await database.stop();
  throw error;
});

const say = (text: string): void => void process.stdout.write(`${text}\n`);
say(`BASE SRM ${version} · http://${host === "0.0.0.0" ? "localhost" : host}:${port}`);
if (isDemo) say(`Demo accounts, password ${demoPassword}: ${product.accounts.map((a) => a.userName).join(", ")}`);
else if (product.oneTime) say(`Administrator admin, one-time password (shown only now): ${product.oneTime}`);

let stopping: Promise<void> | undefined;
const stop = (): Promise<void> => (stopping ??= product.stop().then(() => database.stop()));
for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => void stop().then(() => process.exit(0)));
