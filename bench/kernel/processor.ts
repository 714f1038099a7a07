import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import type { Db } from "#kernel/server/database/db.ts";

const inMs = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1e3;

/** Milliseconds of processor time that the database connections of this name have used; none where the system does not say how long a process ran. */
async function backendTime(db: Pick<Db, "query">, connections: string): Promise<number> {
  const backends = await db.query<{ pid: number }>(
    `select pid from pg_stat_activity where backend_type = 'client backend' and application_name like $1`,
    [`${connections}%`],
  );
  const spent = backends.map(({ pid }) => `/proc/${pid}/schedstat`).filter(existsSync);
  return spent.reduce((sum, file) => sum + Number(readFileSync(file, "utf8").split(" ")[0]) / 1e6, 0);
}

/** The same of a server in a process of its own and its connections. */
export async function processorTime(server: ChildProcess, db: Pick<Db, "query">, connections: string): Promise<number> {
  server.send("usage");
  const [{ cpu }] = (await once(server, "message")) as [{ cpu: NodeJS.CpuUsage }];
  return inMs(cpu) + (await backendTime(db, connections));
}

/** The same of work done by this very process over these connections. */
export const ownTime = async (db: Pick<Db, "query">, connections: string): Promise<number> =>
  inMs(process.cpuUsage()) + (await backendTime(db, connections));
