import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Me } from "#kernel/entity.ts";
import { houseZone } from "#kernel/time.ts";
import type { Client } from "../../tests/support/client.ts";
import type { Db } from "#kernel/server/database/db.ts";
import { load, wire, type Wire } from "./load.ts";
import { processorTime } from "./processor.ts";

/** One thing that is measured: the product's request, and the same in a bare handler. */
export interface Case {
  readonly name: string;
  readonly bar: number | null;
  readonly n: number;
  readonly reads?: true;
  readonly product: (i: number) => { path: string; body: object; key?: string };
  readonly bare: (i: number) => { path: string; body: object };
}

interface Ports {
  readonly product: number;
  readonly bare: number;
}

const rounds = 3;
type Side = "product" | "bare";
const sides: readonly Side[] = ["product", "bare"];
type Spent = Readonly<Record<Side, () => Promise<number>>>;

/** Milliseconds: how long a caller waits, and what one request costs of the processor. */
interface Measured {
  readonly p50: number;
  readonly p95: number;
  readonly cpu: number;
}

const part = (list: readonly number[], share: number): number => list.toSorted((a, b) => a - b)[Math.floor(list.length * share)]!;

export const option = (name: string): string | undefined => process.argv.find((a) => a.startsWith(`--${name}=`))?.slice(name.length + 3);

/** Whoever asks in the measurements, so that the bare side asks the very same statements. */
export const askingFor = (orgs: Me["orgs"]): Me => ({
  userId: "x",
  userName: "x",
  displayName: "x",
  audience: "internal",
  supplierId: null,
  responsibilityId: "x",
  respCode: "x",
  language: "CN",
  zone: houseZone,
  orgs,
  categories: "all",
  items: "all",
  selfOnly: false,
  may: () => true,
  holds: () => true,
  opens: () => true,
  picks: () => true,
});

/** The product and the bare floor beside each other, each in a process of its own. */
export class Stand {
  readonly #children: ChildProcess[] = [];

  async start(file: string, args: readonly string[]): Promise<ChildProcess> {
    const child = fork(join(import.meta.dirname, file), args as string[], {
      stdio: ["ignore", "pipe", "inherit", "ipc"],
      execArgv: ["--disable-warning=ExperimentalWarning"],
    });
    this.#children.push(child);
    await new Promise<void>((done, fail) => {
      child.stdout!.on("data", (text: Buffer) => text.includes("ready") && done());
      child.once("exit", (code) => fail(new Error(`${file} ended with ${code}`)));
    });
    return child;
  }

  /** Gives the bare floor the statements it answers with. */
  async teach(port: number, texts: Readonly<Record<string, string>>): Promise<void> {
    await fetch(`http://127.0.0.1:${port}/texts`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(texts),
    });
  }

  /** Measures every case with one client and with eight, and writes the table: times as a caller sees them, and what both spent of the processor, which other work on the machine hardly changes. */
  async compare(client: Client, ports: Ports, db: Pick<Db, "query">, cases: readonly Case[], only?: string): Promise<void> {
    const turn = { n: 1 };
    const [product, bare] = this.#children as [ChildProcess, ChildProcess];
    const spent: Spent = {
      product: () => processorTime(product, db, "base-srm"),
      bare: () => processorTime(bare, db, "bare"),
    };
    console.log(
      "| work | clients | product p50 / p95 ms | bare p50 / p95 ms | p50 ratio | processor ms, product / bare | processor ratio | bar |\n|---|---|---|---|---|---|---|---|",
    );
    for (const example of cases.filter((c) => !only || c.name.includes(only)))
      for (const clients of example.n > 100 ? [1, 8] : [1]) {
        const found = await measure(client, ports, example, clients, turn, spent);
        const show = (m: Measured) => `${m.p50.toFixed(2)} / ${m.p95.toFixed(2)}`;
        const ratio = (of: (m: Measured) => number) => `×${(of(found.product) / of(found.bare)).toFixed(2)}`;
        console.log(
          `| ${example.name} | ${clients} | ${show(found.product)} | ${show(found.bare)} | ${ratio((m) => m.p50)} | ${found.product.cpu.toFixed(2)} / ${found.bare.cpu.toFixed(2)} | ${ratio((m) => m.cpu)} | ${example.bar && clients === 1 ? `≤ ×${example.bar}` : "–"} |`,
        );
      }
  }

  async stop(): Promise<void> {
    for (const child of this.#children) child.kill("SIGTERM");
    await Promise.all(this.#children.map((child) => (child.exitCode === null ? once(child, "exit") : null)));
  }
}

/** So many requests are sent to one side before the other has its turn: whatever else the machine does falls on both alike. */
const slice = 25;

async function measure(
  client: Client,
  ports: Ports,
  entry: Case,
  clients: number,
  turn: { n: number },
  spent: Spent,
): Promise<Readonly<Record<Side, Measured>>> {
  const times: Record<Side, number[]> = { product: [], bare: [] };
  const cpu: Record<Side, number[]> = { product: [], bare: [] };
  const asked = Math.max(6, entry.n * rounds);
  const warm = Math.max(6, Math.round(entry.n * 0.3));
  for (let done = -warm; done < asked; done += slice) {
    const requests: Record<Side, Wire[]> = { product: [], bare: [] };
    for (let i = 0; i < Math.min(slice, asked - done); i++) {
      const at = turn.n++;
      const ours = entry.product(at);
      const ready = client.prepare(ours.path, ours.body, ours.key ? { key: ours.key } : {});
      requests.product.push(wire(ports.product, ready.method, ready.url, ready.headers, String(ready.body)));
      const floor = entry.bare(at);
      requests.bare.push(wire(ports.bare, "POST", floor.path, {}, JSON.stringify(floor.body)));
    }
    // The pages of a read are brought to memory first, for both alike; writes take turns in going first.
    if (entry.reads) await load(ports.bare, requests.bare, clients);
    for (const side of (done / slice) % 2 ? sides : sides.toReversed()) {
      const before = await spent[side]();
      const took = await load(ports[side], requests[side], clients);
      const after = await spent[side]();
      if (done < 0) continue;
      times[side].push(...took);
      cpu[side].push((after - before) / took.length);
    }
  }
  const settled = (side: Side): Measured => ({ p50: part(times[side], 0.5), p95: part(times[side], 0.95), cpu: part(cpu[side], 0.5) });
  return { product: settled("product"), bare: settled("bare") };
}
