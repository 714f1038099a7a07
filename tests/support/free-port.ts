import { once } from "node:events";
import { createServer } from "node:net";
import { threadId } from "node:worker_threads";

/** Below the range from which the system takes the ports of outgoing connections: none of those can take it in between. */
const [first, last] = [20_000, 32_000];
// Runs beside each other begin apart, threads of one run too.
let next = first + ((process.pid * 97 + threadId * 1_009) % (last - first));

const isFree = async (port: number): Promise<boolean> => {
  const probe = createServer().listen(port, "127.0.0.1");
  const free = await Promise.race([once(probe, "listening").then(() => true), once(probe, "error").then(() => false)]);
  if (free) await new Promise((closed) => probe.close(closed));
  return free;
};

/** A port nobody listens on, and none that this thread was given before. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < last - first; attempt++) {
    const port = next + 1 < last ? next + 1 : first;
    next = port;
    if (await isFree(port)) return port;
  }
  throw new Error("no free port");
}
