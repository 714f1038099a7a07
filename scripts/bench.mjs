/** Runs the measurements in bench/ one after another, or only those named: npm run bench -- excel. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { install, root, run } from "./ground.mjs";

install();
const named = process.argv.slice(2).filter((argument) => !argument.startsWith("-"));
const flags = process.argv.slice(2).filter((argument) => argument.startsWith("-"));
const measures = readdirSync(join(root, "bench"))
  .filter((file) => /^[a-z][a-z-]*\.ts$/.test(file))
  .filter((file) => named.length === 0 || named.includes(file.slice(0, -".ts".length)));
let failed = 0;
for (const file of measures) {
  console.log(`— ${file.slice(0, -".ts".length)}`);
  if ((await run([join("bench", file), ...flags])) !== 0) failed += 1;
}
process.exitCode = failed === 0 && measures.length > 0 ? 0 : 1;
