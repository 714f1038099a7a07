/** The quick look before a commit: static checks and the tests that need neither database nor browser. */
import { continueOnOurNode, install } from "./ground.mjs";
import { staticChecks, vitest } from "./static.mjs";

install();
await continueOnOurNode();
const failed = await staticChecks(["unit tests", vitest, "run", "--project", "unit", ...process.argv.slice(2)]);
process.exitCode = failed === 0 ? 0 : 1;
