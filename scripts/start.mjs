/** Starts the product on a bare machine: installs and builds what is missing, then runs the server until it is told to stop. */
import { build, install, run } from "./ground.mjs";

install();
if ((await build()) !== 0) process.exit(1);

const demo = !["0", "false", "N"].includes(process.env.DEMO ?? "");
const env = {
  PORT: process.env.PORT ?? "8080",
  HOST: process.env.HOST ?? (demo ? "127.0.0.1" : "0.0.0.0"),
  DATA_DIR: process.env.DATA_DIR ?? "./data",
};
process.exitCode = await run(["main.ts", ...process.argv.slice(2)], { env });
