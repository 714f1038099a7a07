/**
 * The product over a real network: Chromium on a link of 100 ms and 10 Mbit/s opens the sign-in page, the home page and a table by
 * its address, each from nothing and again with a warm cache. Prints the time until a person can work, what was transferred, and how
 * many files and calls it took.
 * Usage: bench/network.ts [--rounds=3] [--waterfall] [--url=http://… of a running demonstration] [--table=purchaseOrderList]
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type CDPSession, type Page } from "playwright-core";
import { build } from "vite";
import { clock } from "#kernel/server/clock.ts";
import { startPostgres } from "#kernel/server/database/embedded-pg.ts";
import { modules } from "#modules/index.ts";
import { demoCompany } from "../demo/people.ts";
import { openProduct } from "../product.ts";
import { chromiumFlags, findChromium } from "../tests/support/chromium.ts";

const option = (name: string): string | undefined =>
  process.argv.find((argument) => argument.startsWith(`--${name}=`))?.slice(name.length + 3);
const rounds = Number(option("rounds") ?? 3);
const table = option("table") ?? "purchaseOrderList";
const showWaterfall = process.argv.includes("--waterfall");
const account = { userName: "admin", password: "Base@2026" };
const latencyMs = 100;
const bytesPerSecond = 10_000_000 / 8;

interface Transfer {
  readonly url: string;
  readonly kind: string;
  readonly beganMs: number;
  endedMs: number;
  bytes: number;
}

interface Visit {
  readonly usableMs: number;
  readonly transfers: readonly Transfer[];
}

interface Started {
  readonly url: string;
  stop(): Promise<void>;
}

/** The small demonstration on a database of its own, with freshly built pages. */
async function startDemo(): Promise<Started> {
  const folder = await mkdtemp(join(tmpdir(), "network-bench-"));
  const pages = join(folder, "pages");
  await build({ logLevel: "error", build: { outDir: pages, emptyOutDir: true } });
  const postgres = await startPostgres(join(folder, "postgres"));
  const port = 20_000 + Math.floor(Math.random() * 20_000);
  const product = await openProduct(modules, {
    databaseUrl: postgres.installerUrl,
    dataDir: join(folder, "data"),
    webRoot: pages,
    port,
    host: "127.0.0.1",
    env: { CALLS_PER_MINUTE: "0", LOG_LEVEL: "silent" },
    adminPassword: account.password,
    demo: (kernel, gate, places) => demoCompany(kernel, gate, places, account.password, clock.now, null),
  });
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      await product.stop();
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const isCall = ({ url }: Transfer): boolean => new URL(url).pathname.startsWith("/api/");

/** Everything the page requests from now on; times are seconds of the browser's clock until `since` is known. */
function record(session: CDPSession): { begin(): void; transfers(): readonly Transfer[] } {
  let open = new Map<string, Transfer>();
  let firstMs = 0;
  session.on("Network.requestWillBeSent", ({ requestId, request, type, timestamp }) => {
    if (!request.url.startsWith("http")) return;
    firstMs ||= timestamp * 1000;
    open.set(requestId, { url: request.url, kind: type ?? "Other", beganMs: timestamp * 1000 - firstMs, endedMs: 0, bytes: 0 });
  });
  session.on("Network.loadingFinished", ({ requestId, timestamp, encodedDataLength }) => {
    const transfer = open.get(requestId);
    if (transfer) Object.assign(transfer, { endedMs: timestamp * 1000 - firstMs, bytes: encodedDataLength });
  });
  return {
    begin() {
      open = new Map();
      firstMs = 0;
    },
    transfers: () => [...open.values()],
  };
}

type Recorder = ReturnType<typeof record>;

/** Opens an address and waits until a person can work there. */
async function visit(page: Page, recorder: Recorder, address: string, usable: string): Promise<Visit> {
  // Whatever the page before still has under way must not count.
  await page.goto("about:blank");
  recorder.begin();
  const began = performance.now();
  await page.goto(address, { waitUntil: "commit" });
  await page.locator(usable).first().waitFor();
  const usableMs = performance.now() - began;
  await page.waitForLoadState("networkidle");
  return { usableMs, transfers: recorder.transfers().filter(({ endedMs }) => endedMs > 0) };
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
const kilobytes = (transfers: readonly Transfer[]): string =>
  `${(transfers.reduce((sum, { bytes }) => sum + bytes, 0) / 1024).toFixed(0)} KB`;

function report(name: string, visits: readonly Visit[], barMs: number | null): boolean {
  const usableMs = median(visits.map((entry) => entry.usableMs));
  const { transfers } = visits.at(-1)!;
  const before = transfers.filter(({ beganMs }) => beganMs <= visits.at(-1)!.usableMs);
  const of = (kind: string): readonly Transfer[] => before.filter((transfer) => transfer.kind === kind);
  const fetched = (kind: string): string => `${of(kind).length} (${kilobytes(of(kind))})`;
  const good = barMs === null || usableMs <= barMs;
  console.info(
    `${name.padEnd(22)} usable after ${usableMs.toFixed(0)} ms${barMs === null ? "" : ` (bar ${barMs}: ${good ? "met" : "NOT met"})`}; ` +
      `${kilobytes(before)} transferred, ${fetched("Script")} scripts, ${fetched("Stylesheet")} style sheets, ` +
      `${before.filter(isCall).length} calls; ${kilobytes(transfers)} and ${transfers.filter(isCall).length} calls until idle`,
  );
  if (showWaterfall) for (const transfer of transfers) console.info(waterfallLine(transfer));
  return good;
}

function waterfallLine({ url, kind, beganMs, endedMs, bytes }: Transfer): string {
  const { pathname } = new URL(url);
  const [from, to] = [beganMs, endedMs].map((ms) => Math.min(60, Math.round(ms / 50)));
  const bar = `${" ".repeat(from!)}${"█".repeat(Math.max(1, to! - from!))}`.padEnd(62);
  return `  ${beganMs.toFixed(0).padStart(5)} ${endedMs.toFixed(0).padStart(5)} ${bar}${(bytes / 1024).toFixed(1).padStart(7)} KB ${kind.padEnd(10)} ${pathname}`;
}

const started = option("url") === undefined ? await startDemo() : { url: option("url")!, stop: () => Promise.resolve() };
const executablePath = findChromium();
if (executablePath === null) throw new Error("no Chromium or Chrome found: install one or name it in CHROME_PATH");
const browser = await chromium.launch({ executablePath, args: chromiumFlags });

const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: "zh-CN" });
const session = await page.context().newCDPSession(page);
await session.send("Network.enable");
const recorder = record(session);
const link = { offline: false, latency: latencyMs, downloadThroughput: bytesPerSecond, uploadThroughput: bytesPerSecond };

const pages = [
  { name: "sign-in", path: "/login", usable: "input[autocomplete=username]", bars: [700, null] },
  { name: "home", path: "/main/inHome", usable: ".h-figure b", bars: [1_200, null] },
  { name: "table", path: `/main/${table}`, usable: '[data-r="0"]', bars: [2_000, 800] },
] as const;

let met = true;
for (const { name, path, usable, bars } of pages) {
  if (name === "home") await signIn();
  const visits: Record<"cold" | "warm", Visit[]> = { cold: [], warm: [] };
  await session.send("Network.emulateNetworkConditions", link);
  for (let round = 0; round < rounds; round++) {
    await session.send("Network.clearBrowserCache");
    for (const cache of ["cold", "warm"] as const) visits[cache].push(await visit(page, recorder, `${started.url}${path}`, usable));
  }
  met = report(`${name}, empty cache`, visits.cold, bars[0]) && met;
  met = report(`${name}, warm cache`, visits.warm, bars[1]) && met;
}
await browser.close();
await started.stop();
process.exit(met ? 0 : 1);

async function signIn(): Promise<void> {
  await page.goto(`${started.url}/login`);
  await page.locator("input[autocomplete=username]").fill(account.userName);
  await page.locator("input[autocomplete=current-password]").fill(account.password);
  await page.keyboard.press("Enter");
  await page.locator(".s-main h1:visible").first().waitFor();
}
