/**
 * A table of 500 rows × 60 columns: first paint and frames a second while scrolling, ours against the component kit's
 * table with and without its virtual rows, in the same browser, rounds alternating. Read the ratios.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { build, preview } from "vite";
import { chromiumFlags, findChromium } from "../tests/support/chromium.ts";

const rounds = Number(process.argv.find((one) => one.startsWith("--rounds="))?.slice(9) ?? 5);
const folder = fileURLToPath(new URL("../kernel/web/table/trial/", import.meta.url));
const configFile = join(folder, "vite.config.ts");
const outDir = await mkdtemp(join(tmpdir(), "table-bench-"));
const contestants = ["ours", "kit", "kit-virtual"] as const;
const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

await build({ configFile, logLevel: "error", build: { outDir, emptyOutDir: true, rollupOptions: { input: join(folder, "bench.html") } } });
const server = await preview({ configFile, logLevel: "error", build: { outDir }, preview: { port: 0, host: "127.0.0.1" } });
const executablePath = findChromium();
if (executablePath === null) throw new Error("no Chromium or Chrome found: install one or name it in CHROME_PATH");
const browser = await chromium.launch({ executablePath, args: chromiumFlags });
const paint: Record<string, number[]> = {};
const frames: Record<string, number[]> = {};

for (let round = 0; round <= rounds; round++) {
  for (const name of contestants) {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(`${server.resolvedUrls!.local[0]!}bench.html`);
    await page.waitForFunction("window.bench !== undefined");
    const took = (await page.evaluate(`window.bench.mount("${name}")`)) as number;
    const fps = (await page.evaluate("window.bench.scroll()")) as number;
    if (round > 0) {
      (paint[name] ??= []).push(took);
      (frames[name] ??= []).push(fps);
    }
    await page.close();
  }
}
await browser.close();
await server.close();
await rm(outDir, { recursive: true, force: true });

const own = { paint: median(paint["ours"]!), frames: median(frames["ours"]!) };
for (const name of contestants) {
  const took = median(paint[name]!);
  const fps = median(frames[name]!);
  console.info(
    `${name.padEnd(12)} first paint ${took.toFixed(0).padStart(5)} ms (×${(took / own.paint).toFixed(1)})   scrolling ${fps.toFixed(0).padStart(3)} frames/s (×${(fps / own.frames).toFixed(2)})`,
  );
}
const quicker = Math.min(...contestants.slice(1).map((name) => median(paint[name]!) / own.paint));
const good = quicker >= 3 && own.frames >= 40;
console.info(
  `bar: first paint at least 3× quicker (${quicker.toFixed(1)}×), at least 40 frames/s (${own.frames.toFixed(0)}): ${good ? "met" : "NOT met"}`,
);
process.exitCode = good ? 0 : 1;
