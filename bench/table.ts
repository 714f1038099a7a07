/**
 * A table of 500 rows × 60 columns: first paint and scrolling, ours against the component kit's table with and without its
 * virtual rows, in the same browser, rounds alternating. Beside the time on the clock stands the processor time of the page's
 * main thread, which a busy machine does not falsify. Read the ratios.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium, type CDPSession } from "playwright-core";
import { build, preview } from "vite";
import { chromiumFlags, findChromium } from "../tests/support/chromium.ts";

const rounds = Number(process.argv.find((value) => value.startsWith("--rounds="))?.slice(9) ?? 5);
const folder = fileURLToPath(new URL("../kernel/web/table/trial/", import.meta.url));
const configFile = join(folder, "vite.config.ts");
const outDir = await mkdtemp(join(tmpdir(), "table-bench-"));
const contestants = ["ours", "kit", "kit-virtual"] as const;

interface Round {
  readonly paint: number;
  readonly paintCpu: number;
  readonly frames: number;
  readonly frameCpu: number;
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

/** Processor time the main thread has spent so far, in milliseconds. */
async function spent(session: CDPSession): Promise<number> {
  const { metrics } = await session.send("Performance.getMetrics");
  return (metrics.find((metric) => metric.name === "TaskDuration")?.value ?? 0) * 1000;
}

await build({ configFile, logLevel: "error", build: { outDir, emptyOutDir: true, rollupOptions: { input: join(folder, "bench.html") } } });
const server = await preview({ configFile, logLevel: "error", build: { outDir }, preview: { port: 0, host: "127.0.0.1" } });
const executablePath = findChromium();
if (executablePath === null) throw new Error("no Chromium or Chrome found: install one or name it in CHROME_PATH");
const browser = await chromium.launch({ executablePath, args: chromiumFlags });

async function run(name: string): Promise<Round> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(`${server.resolvedUrls!.local[0]!}bench.html`);
  await page.waitForFunction("window.bench !== undefined");
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const before = await spent(session);
  const paint = (await page.evaluate(`window.bench.mount("${name}")`)) as number;
  const painted = await spent(session);
  const scrolled = (await page.evaluate("window.bench.scroll()")) as { frames: number; seconds: number };
  const after = await spent(session);
  await page.close();
  return {
    paint,
    paintCpu: painted - before,
    frames: scrolled.frames / scrolled.seconds,
    frameCpu: (after - painted) / scrolled.frames,
  };
}

const found: Record<string, Round[]> = {};
for (let round = 0; round <= rounds; round++) {
  for (const name of contestants) {
    const entry = await run(name);
    if (round > 0) (found[name] ??= []).push(entry);
  }
}
await browser.close();
await server.close();
await rm(outDir, { recursive: true, force: true });

const figure = (name: string, key: keyof Round): number => median(found[name]!.map((round) => round[key]));
const times = (name: string, key: keyof Round): string => `×${(figure(name, key) / figure("ours", key)).toFixed(1)}`;
for (const name of contestants) {
  console.info(
    `${name.padEnd(12)} first paint ${figure(name, "paint").toFixed(0)} ms (${times(name, "paint")}), cpu ${figure(name, "paintCpu").toFixed(0)} ms (${times(name, "paintCpu")})` +
      ` · scrolling ${figure(name, "frames").toFixed(0)} frames/s, cpu ${figure(name, "frameCpu").toFixed(1)} ms a frame (${times(name, "frameCpu")})`,
  );
}
const quicker = Math.min(...contestants.slice(1).map((name) => figure(name, "paintCpu") / figure("ours", "paintCpu")));
const able = 1000 / figure("ours", "frameCpu");
const good = quicker >= 3 && Math.max(able, figure("ours", "frames")) >= 40;
console.info(
  `bar: first paint at least 3× quicker (${quicker.toFixed(1)}×), main thread able to draw at least 40 frames/s (${able.toFixed(0)}): ${good ? "met" : "NOT met"}`,
);
process.exitCode = good ? 0 : 1;
