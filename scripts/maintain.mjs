/** Backup, restore and verification: npm run maintain -- backup DIR | restore DIR | verify. */
import { install, run } from "./ground.mjs";

install();
process.exitCode = await run(["maintain.ts", ...process.argv.slice(2)]);
