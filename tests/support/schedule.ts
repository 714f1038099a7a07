import { module, type ProgramShape } from "#kernel/module.ts";
import { openKernel, type Kernel } from "#kernel/server/kernel.ts";
import { ship } from "#kernel/server/install/ship.ts";
import { admin } from "#modules/admin/index.ts";
import { schedule } from "#modules/schedule/index.ts";
import { freshDatabase, prepareTemplate } from "./database.ts";

/** Monday, 2 March 2026, midnight in UTC. */
export const monday = Date.parse("2026-03-02T00:00:00.000Z");

export interface Nodes {
  readonly url: string;
  readonly nodes: readonly Kernel[];
  readonly clock: { now(): Date };
  /** What the programs of the trial do; a test fills it in before it lets time pass. */
  readonly handlers: Record<string, Parameters<Kernel["jobs"]["on"]>[1]>;
  /** Lets time pass; every process looks once per step. */
  pass(seconds: number, step?: number): Promise<void>;
  /** Every process looks once, and what it began comes as far as it can by itself. */
  beat(): Promise<void>;
  another(): Promise<Kernel>;
  drop(): Promise<void>;
}

const minutely = { cron: "* * * * *", zone: "UTC" } as const;
const programs: Readonly<Record<string, ProgramShape>> = {
  TICK: { label: ["每分钟", "Every minute"], ...minutely, overlap: "PARALLEL" },
  SLOW: { label: ["慢", "Slow"], ...minutely, overlap: "SKIP" },
  ONCE: {
    label: ["一次", "Once"],
    params: {
      day: { label: ["日期", "Day"], type: "DATE", required: true, initial: "${today-1}" },
      n: { label: ["数", "Number"], type: "INT" },
    },
  },
  OTHER: { label: ["其他", "Other"], incompatible: ["ONCE"] },
  QUICK: { label: ["快", "Quick"], timeoutSec: 60, retries: 0 },
  LATE: { label: ["忽略错过", "Ignores missed"], ...minutely, misfire: "IGNORE", overlap: "PARALLEL" },
};
const trial = module("trial", "试验", "Trial", { entities: [], programs });

/** Two processes on one database, under one clock that only the test moves. */
export async function openNodes(count = 2): Promise<Nodes> {
  let now = monday;
  const clock = { now: () => new Date(now) };
  const modules = [admin, schedule, trial];
  await prepareTemplate("schedule", async (url) => {
    const first = await openKernel(modules, url, clock);
    await ship(first, clock.now);
    // What the product itself runs by the clock would only be in the way here; the trial's own begin when a test asks.
    await first.db.query(`update "BaseScheduleJob" set "enabledFlag" = 'N'`);
    await first.close();
  });
  const fresh = await freshDatabase("schedule");
  const nodes: Kernel[] = [];
  const handlers: Nodes["handlers"] = {};
  const another = async (): Promise<Kernel> => {
    const kernel = await openKernel(modules, fresh.url, clock);
    for (const code of Object.keys(programs)) kernel.jobs.on(code, async (run) => handlers[code]?.(run));
    nodes.push(kernel);
    return kernel;
  };
  while (nodes.length < count) await another();
  const settle = () => new Promise((done) => setTimeout(done, 5));
  const beat = async (): Promise<void> => {
    await Promise.all(nodes.map((kernel) => kernel.jobs.beat()));
    await settle();
  };
  return {
    url: fresh.url,
    nodes,
    clock,
    handlers,
    another,
    beat,
    async pass(seconds, step = 10) {
      for (let left = seconds; left > 0; left -= step) {
        now += Math.min(step, left) * 1_000;
        await beat();
      }
    },
    async drop() {
      for (const kernel of nodes) await kernel.close();
      await fresh.drop();
    },
  };
}
