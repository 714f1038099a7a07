import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { connect, type Client } from "../support/client.ts";
import { freePort } from "../support/free-port.ts";
import { adminPassword, type Copy } from "../support/product.ts";

/** The real server as a process that can be killed in the middle of anything and started again on the same data. */
export class KillableServer {
  readonly #copy: Copy;
  #child: ChildProcess | null = null;
  #said = "";
  base = "";

  constructor(copy: Copy) {
    this.#copy = copy;
  }

  async start(): Promise<this> {
    const port = await freePort();
    this.base = `http://127.0.0.1:${port}`;
    const env = {
      ...process.env,
      PORT: String(port),
      HOST: "127.0.0.1",
      DATA_DIR: this.#copy.dataDir,
      DATABASE_URL: this.#copy.url,
      DEMO: "small",
      CALLS_PER_MINUTE: "0",
      ARGON2_MEMORY_KIB: "19456",
      ARGON2_ROUNDS: "2",
    };
    const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", "main.ts"], {
      cwd: join(import.meta.dirname, "..", ".."),
      env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => (this.#said = (this.#said + text).slice(-20_000)));
    this.#child = child;
    for (let attempt = 0; attempt < 10_800 && child.exitCode === null; attempt++) {
      const up = await fetch(`${this.base}/api/health`, { signal: AbortSignal.timeout(5_000) }).then(
        (r) => r.ok,
        () => false,
      );
      if (up) return this;
      await pause(50);
    }
    throw new Error(`the server did not start:\n${this.#said.slice(-3_000)}`);
  }

  async admin(): Promise<Client> {
    const client = await connect(this.base);
    const reply = await client.login("admin", adminPassword);
    if (reply.status !== "S") throw new Error(`sign-in: ${reply.code} ${reply.msg}`);
    const resp = reply.data.responsibilities.find((responsibility: { respCode: string }) => responsibility.respCode === "SYS_ADMIN");
    await client.call("baseServer/baseLoginService/switchResponsibility", { responsibilityId: resp.responsibilityId });
    return client;
  }

  /** No farewell: what was not committed is gone, what was not answered stays unanswered. */
  async kill(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  }
}
