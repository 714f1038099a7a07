import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Random } from "../support/generate.ts";
import type { Answer, Asked, Beginning, Fate, Order } from "../support/backbone-server.ts";

type Said = Answer | { readonly alarm: string } | { readonly ready: true };

/** One process of the kernel that dies where it is told to, as by kill -9. */
class KernelProcess {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, (answer: Answer | null) => void>();
  readonly #ready: Promise<void>;
  readonly dead: Promise<void>;
  isDead = false;
  #no = 0;

  constructor(compiled: string, alarms: string[]) {
    const file = join(import.meta.dirname, "..", "support", "backbone-server.ts");
    const child = fork(file, {
      env: { ...process.env, NODE_COMPILE_CACHE: compiled },
      execArgv: ["--disable-warning=ExperimentalWarning"],
      stdio: "inherit",
    });
    this.#child = child;
    this.dead = once(child, "exit").then(() => {
      this.isDead = true;
      for (const answer of this.#waiting.values()) answer(null);
      this.#waiting.clear();
    });
    this.#ready = new Promise((ready, failed) => {
      void this.dead.then(() => failed(new Error("the process ended before it was ready")));
      child.on("message", (entry: Said) => {
        if ("ready" in entry) ready();
        else if ("alarm" in entry) alarms.push(entry.alarm);
        else {
          this.#waiting.get(entry.no)?.(entry);
          this.#waiting.delete(entry.no);
        }
      });
    });
    this.#ready.catch(() => undefined);
  }

  begin(beginning: Beginning): Promise<void> {
    this.#child.send(beginning);
    return this.#ready;
  }

  tell(order: Order): void {
    if (!this.isDead && this.#child.connected) this.#child.send(order, () => undefined);
  }

  /** Null when it died before it answered. */
  #ask(order: (no: number) => Order): Promise<Answer | null> {
    if (this.isDead) return Promise.resolve(null);
    const no = ++this.#no;
    return new Promise((answer) => {
      this.#waiting.set(no, answer);
      this.tell(order(no));
    });
  }

  act(asked: Asked): Promise<Answer | null> {
    return this.#ask((no) => ({ do: "act", no, asked }));
  }

  turn(): Promise<Answer | null> {
    return this.#ask((no) => ({ do: "turn", no }));
  }

  async kill(): Promise<void> {
    if (!this.isDead) this.#child.kill("SIGKILL");
    await this.dead;
  }
}

/** What somebody was answered, or null when he gave up after the process died on him. */
export interface Acknowledged extends Asked {
  readonly code: string | null;
  readonly made: string | null;
}

/** Two processes on one database, one of which is killed again and again while people work. */
export class Backbone {
  readonly random: Random;
  readonly asked: Acknowledged[] = [];
  readonly alarms: string[] = [];
  readonly #folder = mkdtempSync(join(tmpdir(), "base-srm-backbone-"));
  readonly #calls = join(this.#folder, "provider-calls");
  readonly #processes: KernelProcess[] = [];
  readonly #spares: KernelProcess[] = [];
  #url = "";
  #shift = 0;
  #turn = 0;

  constructor(seed: number) {
    this.random = new Random(seed);
    writeFileSync(this.#calls, "");
    for (let i = 0; i < 2; i++) this.#prepare();
  }

  #prepare(): void {
    this.#spares.push(new KernelProcess(join(this.#folder, "compiled"), this.alarms));
  }

  async #begin(seat: number): Promise<void> {
    const next = this.#spares.shift()!;
    this.#prepare();
    await next.begin({ url: this.#url, shift: this.#shift, calls: this.#calls });
    this.#processes[seat] = next;
  }

  async start(url: string): Promise<this> {
    this.#url = url;
    await Promise.all([this.#begin(0), this.#begin(1)]);
    return this;
  }

  /** Time passes for both: what died in somebody's hands is given back, timers come due. */
  wait(minutes: number): void {
    this.#shift += minutes * 60_000;
    for (const process of this.#processes) process.tell({ do: "shift", ms: this.#shift });
  }

  /** People work until the process meets its fate; another takes its place and an hour passes. */
  async round(fate: Fate, work: (over: () => boolean) => Promise<void>): Promise<void> {
    const seat = this.#turn++ % 2;
    const victim = this.#processes[seat]!;
    victim.tell({ do: "die", fate });
    await work(() => victim.isDead);
    await victim.kill();
    await this.#begin(seat);
    this.wait(61);
  }

  /** Asks either process; who gets no answer asks again under the same key, or gives up. */
  async ask(asked: Asked): Promise<Acknowledged> {
    let given: Answer | null = null;
    for (let attempt = 0; !given && attempt < 20; attempt++) {
      if (attempt > 0 && this.random.chance(0.3)) break;
      const alive = this.#processes.filter((process) => !process.isDead);
      given = await this.random.one(alive).act(asked);
    }
    const known = { ...asked, code: given?.code ?? null, made: given?.id ?? null };
    this.asked.push(known);
    return known;
  }

  /** Both do everything that waits. */
  async turn(): Promise<void> {
    await Promise.all(this.#processes.map((process) => process.turn()));
  }

  /** What the outside world was handed, in its order: [deliveryId, channel, userId, title]. */
  providerCalls(): [string, string, string, string][] {
    const lines = readFileSync(this.#calls, "utf8").trim();
    return lines ? lines.split("\n").map((line) => JSON.parse(line) as [string, string, string, string]) : [];
  }

  async end(): Promise<void> {
    await Promise.all([...this.#processes, ...this.#spares].map((process) => process.kill()));
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
