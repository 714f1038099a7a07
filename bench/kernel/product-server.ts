import { firstValue } from "#kernel/server/install/first.ts";
import { modules } from "#modules/index.ts";
import { openProduct } from "../../product.ts";
import { benchModule } from "./business.ts";

/** The real product, everything on, with the measured business beside its own modules. */
const [, , databaseUrl = "", dataDir = "", port = "0"] = process.argv;
const product = await openProduct([...modules, benchModule], {
  databaseUrl,
  dataDir,
  port: Number(port),
  host: "127.0.0.1",
  env: { CALLS_PER_MINUTE: "0", LOG_LEVEL: "error" },
  adminPassword: "Bench@2026x",
  demo: null,
});
// The measuring client signs in as the administrator by password alone.
await firstValue(product.kernel, "LOGIN_MFA", "OFF", new Date());
process.stdout.write("ready\n");
process.on("SIGTERM", () => void product.stop().then(() => process.exit(0)));
process.on("message", (ask) => {
  if (ask === "usage") process.send?.({ cpu: process.cpuUsage(), rss: process.memoryUsage().rss });
});
