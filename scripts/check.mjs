/** The quick look before a commit: static checks and the tests that need neither database nor browser. */
import { continueOnOurNode, install, run } from "./ground.mjs";
import { staticChecks, step, vitest } from "./static.mjs";

install();
await continueOnOurNode();
const failed = await staticChecks();
const tested = await step("unit tests", () => run([vitest, "run", "--project", "unit", ...process.argv.slice(2)]));
process.exitCode = failed === 0 && tested ? 0 : 1;
