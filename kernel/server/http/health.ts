import type { Kernel } from "../kernel.ts";

/** What somebody who watches the system wants to know: does it answer, and what waits. */
export async function health(kernel: Kernel, version: string): Promise<Record<string, unknown>> {
  const [events, jobs] = await Promise.all([
    kernel.db.one<{ n: number }>(`select count(*)::int as n from "Outbox" where "doneAt" is null`),
    kernel.db.one<{ n: number }>(
      `select count(*)::int as n from "BaseScheduleRequest" where "scheduleFlag" = 'N' and status in ('WAITING', 'RUNNING')`,
    ),
  ]);
  return { status: "S", version, database: "up", storage: "up", queue: { events: events!.n, jobs: jobs!.n } };
}
