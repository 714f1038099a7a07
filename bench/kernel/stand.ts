import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";
import type { Me } from "#kernel/entity.ts";
import { houseZone } from "#kernel/time.ts";
import type { Client } from "../../tests/support/client.ts";
import { load, wire, type Measured, type Wire } from "./load.ts";

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
const middle = (list: number[]): number => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)]!;

export const option = (name: string): string | undefined => process.argv.find((a) => a.startsWith(`--${name}=`))?.slice(name.length + 3);

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, "close");
  return port;
}

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

  /** Measures every case with one client and with eight, and writes the table. */
  async compare(client: Client, ports: Ports, cases: readonly Case[], only?: string): Promise<void> {
    const turn = { n: 1 };
    console.log(
      "| work | clients | product p50 / p95 ms | bare p50 / p95 ms | p50 ratio | req/s ratio | bar |\n|---|---|---|---|---|---|---|",
    );
    for (const one of cases.filter((c) => !only || c.name.includes(only)))
      for (const clients of one.n > 100 ? [1, 8] : [1]) {
        const { product, bare } = await measure(client, ports, one, clients, turn);
        const show = (m: Measured) => `${m.p50.toFixed(2)} / ${m.p95.toFixed(2)}`;
        console.log(
          `| ${one.name} | ${clients} | ${show(product)} | ${show(bare)} | ×${(product.p50 / bare.p50).toFixed(2)} | ×${(product.perSecond / bare.perSecond).toFixed(2)} | ${one.bar && clients === 1 ? `≤ ×${one.bar}` : "–"} |`,
        );
      }
  }

  async stop(): Promise<void> {
    for (const child of this.#children) child.kill("SIGTERM");
    await Promise.all(this.#children.map((child) => (child.exitCode === null ? once(child, "exit") : null)));
  }
}

async function measure(
  client: Client,
  ports: Ports,
  one: Case,
  clients: number,
  turn: { n: number },
): Promise<{ product: Measured; bare: Measured }> {
  const found: { product: Measured[]; bare: Measured[] } = { product: [], bare: [] };
  for (let round = 0; round <= rounds; round++) {
    const n = Math.max(6, Math.round(one.n * (round === 0 ? 0.3 : 1)));
    const signed: Wire[] = [];
    const plain: Wire[] = [];
    for (let i = 0; i < n; i++) {
      const at = turn.n++;
      const asked = one.product(at);
      const ready = client.prepare(asked.path, asked.body, asked.key ? { key: asked.key } : {});
      signed.push(wire(ports.product, ready.method, ready.url, ready.headers, String(ready.body)));
      const floor = one.bare(at);
      plain.push(wire(ports.bare, "POST", floor.path, {}, JSON.stringify(floor.body)));
    }
    // The pages of a read are brought to memory first, for both alike; writes take turns in going first.
    if (one.reads) await load(ports.bare, plain, clients);
    const turns = [() => load(ports.product, signed, clients), () => load(ports.bare, plain, clients)] as const;
    const first = await turns[round % 2]!();
    const second = await turns[(round + 1) % 2]!();
    const [product, bare] = round % 2 ? [second, first] : [first, second];
    if (round > 0) {
      found.product.push(product);
      found.bare.push(bare);
    }
  }
  const settle = (list: Measured[]): Measured => ({
    p50: middle(list.map((m) => m.p50)),
    p95: middle(list.map((m) => m.p95)),
    perSecond: middle(list.map((m) => m.perSecond)),
  });
  return { product: settle(found.product), bare: settle(found.bare) };
}
