import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "./free-port.ts";

export interface RunningServer {
  readonly url: string;
  /** What the server has said so far. */
  said(): string;
  stop(): Promise<void>;
}

const answers = (url: string): Promise<boolean> =>
  fetch(url, { signal: AbortSignal.timeout(5_000) }).then(
    (reply) => reply.status < 500,
    () => false,
  );

/** Starts the real server as a process of its own on the given database; stop it in afterAll. */
export async function startServer(databaseUrl: string, env: Readonly<Record<string, string>> = {}): Promise<RunningServer> {
  const dataDir = mkdtempSync(join(tmpdir(), "base-srm-data-"));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  // The year of buying takes most of a start and is asked for by name.
  const settings = { PORT: String(port), HOST: "127.0.0.1", DATA_DIR: dataDir, DATABASE_URL: databaseUrl, DEMO: "small", ...env };
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", "main.ts"], {
    cwd: join(import.meta.dirname, "..", ".."),
    env: { ...process.env, ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let value = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (value = (value + text).slice(-100_000)));
  const ended = once(child, "exit");
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  const stop = async () => {
    if (isRunning()) child.kill("SIGTERM");
    await ended;
    rmSync(dataDir, { recursive: true, force: true });
  };
  for (let attempt = 0; attempt < 5_400; attempt += 1) {
    if (!isRunning()) break;
    if (await answers(url)) return { url, said: () => value, stop };
    await pause(100);
  }
  await stop();
  throw new Error(`the server did not start:\n${value.slice(-4_000)}`);
}
