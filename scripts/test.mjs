/** Everything that can be proven about this tree, on a bare machine; --only=unit|server|browser runs one part of the tests alone. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { build, continueOnOurNode, install, root, run } from "./ground.mjs";
import { staticChecks, step, vitest } from "./static.mjs";

const parts = ["unit", "server", "browser"];
const options = process.argv.slice(2);
const only = options.find((option) => option.startsWith("--only="))?.slice("--only=".length);
const chosen = only === undefined ? parts : only.split(",");
const rest = options.filter((option) => !option.startsWith("--only="));
const unknown = chosen.filter((part) => !parts.includes(part));
if (unknown.length > 0) {
  console.error(`Unknown part ${unknown.join(", ")}: choose from ${parts.join(", ")}.`);
  process.exit(1);
}

const mayInstall = process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");

function installPackages(packages) {
  const apt = (...args) =>
    spawnSync("apt-get", ["-o", "DPkg::Lock::Timeout=300", "-y", "-qq", ...args], {
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
  apt("update");
  apt("install", "--no-install-recommends", ...packages);
}

/** Journeys need a browser; root may install Debian's, everybody else is told what to install. */
async function chromiumPresent() {
  const { findChromium } = await import("../tests/support/chromium.ts");
  if (findChromium()) return 0;
  const packages = ["chromium", "fonts-noto-cjk"];
  if (!mayInstall) {
    console.error(`No Chromium or Chrome found. Install ${packages.join(" and ")} (or name a browser in CHROME_PATH) and run again.`);
    return 1;
  }
  installPackages(packages);
  return findChromium() ? 0 : 1;
}

/** Signatures are also judged by a program that is not ours; without it that test is skipped. */
function installSignatureJudge() {
  if (mayInstall && !existsSync("/usr/bin/pdfsig")) installPackages(["poppler-utils"]);
}

/** A file that does not load and an error outside every test are failures too, though no test carries them. */
function count(reportFile, code) {
  if (!existsSync(reportFile)) return { passed: 0, failed: 1, failures: [], slowest: [] };
  const report = JSON.parse(readFileSync(reportFile, "utf8"));
  const broken = report.testResults.filter(
    (file) => file.status === "failed" && !file.assertionResults.some((test) => test.status === "failed"),
  );
  const failed = report.numFailedTests + broken.length;
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && code !== 0 ? 1 : failed,
    failures: failures(report),
    slowest: slowest(report),
  };
}

/** Where the time of the run goes. */
function slowest(report, most = 30) {
  const seconds = (file) => (file.endTime - file.startTime) / 1000;
  const files = report.testResults.toSorted((a, b) => seconds(b) - seconds(a)).slice(0, most);
  return files.map((file) => `${seconds(file).toFixed(0).padStart(5)} s  ${relative(root, file.name)}`);
}

/** What failed and why, in a line or two each: whoever sees only the end of the output still learns everything that is wrong. */
function failures(report) {
  const brief = (text) => stripVTControlCharacters(text).replace(/\s+/g, " ").slice(0, 240);
  return report.testResults.flatMap((file) => {
    const name = relative(root, file.name);
    const tests = file.assertionResults.filter((test) => test.status === "failed");
    if (tests.length === 0) return file.status === "failed" ? [`${name}\n  ${brief(file.message ?? "")}`] : [];
    return tests.map((test) => `${name} › ${test.fullName.slice(0, 160)}\n  ${brief(test.failureMessages[0] ?? "")}`);
  });
}

async function tests() {
  const report = join(root, ".cache", `tests-${process.pid}.json`);
  const projects = chosen.flatMap((part) => ["--project", part]);
  const database = process.env.TEST_DATABASE_URL ?? process.env.DATABASE_URL;
  const env = database ? { TEST_DATABASE_URL: database } : {};
  let code = 1;
  const args = [
    vitest,
    "run",
    ...projects,
    "--passWithNoTests",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
    ...rest,
  ];
  await step("tests", async () => (code = await run(args, { env })));
  const counted = count(report, code);
  rmSync(report, { force: true });
  return counted;
}

install();
await continueOnOurNode();

installSignatureJudge();
let failed = only === undefined ? await staticChecks() : 0;
if (chosen.includes("browser")) {
  if (!(await step("browser present", chromiumPresent))) failed += 1;
  if (!(await step("web bundle", build))) failed += 1;
}
const counted = await tests();
failed += counted.failed;
if (counted.slowest.length > 0) console.log(`Slowest files:\n${counted.slowest.join("\n")}`);
for (const failure of counted.failures) console.log(`FAILED ${failure}`);
console.log(`${counted.passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
