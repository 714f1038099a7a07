/**
 * Texts and structures made to hurt, sent to every operation of the interface by somebody who may do everything, from another
 * thread: how long the server's event loop stood still, and whether anything was answered by a failure.
 * Usage: npm run bench -- worst-input [--named=6] [--entity=2] [--at-once=8]
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { once } from "node:events";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import type { Me } from "#kernel/entity.ts";
import { startPostgres } from "#kernel/server/database/embedded-pg.ts";
import { firstValue } from "#kernel/server/install/first.ts";
import { modules } from "#modules/index.ts";
import { openProduct } from "../product.ts";
import { signIn } from "../tests/support/client.ts";
import { fire, operationsOf, shotsAt, worstTexts, type Fired, type Shot } from "../tests/support/worst.ts";
import { freePort } from "../tests/support/free-port.ts";
import { option } from "./kernel/stand.ts";

const password = "Base@2026";

interface Asked {
  readonly url: string;
  readonly named: number;
  readonly entity: number;
}

/** Notices are formatted text in two languages: the longest values a save may carry. */
const longest = (): readonly Shot[] =>
  worstTexts(190_000)
    .slice(0, 50)
    .map((text) => ({ path: "baseServer/v1/baseNoticeRestful/saveOrUpdate", body: { title: text, content: text, contentEn: text } }));

type Part = "ordinary" | "hostile";

/** First the same calls with nothing in them, so that what the machine and ordinary work cost is known; then the hostile ones. */
async function send({ url, named, entity }: Asked): Promise<void> {
  const client = await signIn(url, "admin", password);
  const description = (await (await fetch(`${url}/api/openapi.json`)).json()) as Parameters<typeof operationsOf>[0];
  const operations = operationsOf(description);
  const parts: readonly [Part, readonly Shot[]][] = [
    ["ordinary", operations.map(({ path, method }) => ({ path, method }))],
    ["hostile", [...shotsAt(operations, named, entity), ...longest()]],
  ];
  await fire([client], parts[0]![1]);
  for (const [part, shots] of parts) {
    parentPort!.postMessage({ part });
    parentPort!.postMessage({ part, fired: await fire([client], shots, Number(option("at-once") ?? 8)) });
  }
}

/** Processor time of the server's thread between two ticks of a timer: how long the event loop stood still by its own work, whatever else the machine does. */
class OwnWork {
  readonly #spans: number[] = [];
  /** Whether the last report exceeded what hostile input may cost. */
  isOverBar = false;
  #before = process.threadCpuUsage();
  readonly #timer = setInterval(() => {
    const { user, system } = process.threadCpuUsage(this.#before);
    this.#before = process.threadCpuUsage();
    this.#spans.push((user + system) / 1000);
  }, 2);

  /** The figures since the last report. */
  report(): string {
    const spans = this.#spans.splice(0).toSorted((a, b) => a - b);
    const at = (share: number): string => (spans[Math.min(spans.length - 1, Math.floor(spans.length * share))] ?? 0).toFixed(1);
    this.isOverBar = Number(at(0.99)) > 50;
    return `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, p99.9 ${at(0.999)} ms, most ${at(1)} ms`;
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}

function report(part: Part, { count, statuses, failures }: Fired, delay: ReturnType<typeof monitorEventLoopDelay>, work: OwnWork): void {
  const ms = (ns: number): string => (ns / 1e6).toFixed(1);
  console.log(`${part}: ${count} calls, answered ${JSON.stringify(statuses)}`);
  console.log(`  event loop: p50 ${ms(delay.percentile(50))} ms, p99 ${ms(delay.percentile(99))} ms, most ${ms(delay.max)} ms`);
  console.log(`  of its own work: ${work.report()}`);
  for (const failure of failures) console.log(`  failed: ${failure}`);
  if (failures.length > 0 || work.isOverBar) process.exitCode = 1;
}

async function measure(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "base-srm-bench-"));
  const postgres = await startPostgres(join(folder, "postgres"));
  const port = await freePort();
  const product = await openProduct(modules, {
    databaseUrl: postgres.installerUrl,
    dataDir: folder,
    host: "127.0.0.1",
    port,
    env: { CALLS_PER_MINUTE: "0", LOG_LEVEL: "error" },
    adminPassword: password,
    demo: null,
  });
  await firstValue(product.kernel, "LOGIN_MFA", "OFF", new Date());
  await product.kernel.db.query(`update "BaseUsers" set "mustChangePwd" = 'N' where "userName" = 'admin'`);
  const { permits } = product.kernel;
  const own = permits.me.bind(permits);
  Object.assign(permits, {
    me: async (holder: Parameters<typeof own>[0]): Promise<Me> => ({
      ...(await own(holder)),
      orgs: "all",
      may: () => true,
      holds: () => true,
    }),
  });
  const asked: Asked = { url: `http://127.0.0.1:${port}`, named: Number(option("named") ?? 6), entity: Number(option("entity") ?? 2) };
  const sender = new Worker(new URL(import.meta.url), { workerData: asked });
  const delay = monitorEventLoopDelay({ resolution: 5 });
  const work = new OwnWork();
  sender.on("message", ({ part, fired }: { readonly part: Part; readonly fired?: Fired }) => {
    if (fired) report(part, fired, delay, work);
    delay.reset();
    delay.enable();
  });
  await once(sender, "exit");
  work.stop();
  await product.stop();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}

if (isMainThread) await measure();
else await send(workerData as Asked);
