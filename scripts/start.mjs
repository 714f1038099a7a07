/** Starts the product on a bare machine: installs and builds what is missing, then runs the server until it is told to stop. */
import { build, install, run } from "./ground.mjs";

install();
if ((await build()) !== 0) process.exit(1);
process.exitCode = await run(["main.ts", ...process.argv.slice(2)]);
