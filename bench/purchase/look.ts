import type { Client } from "../../tests/support/client.ts";
import { load, wire } from "../kernel/load.ts";

export type Who = "buyer" | "vendor" | "chief" | "keeper";

/** One thing somebody looks at: what the page asks of the product, and the least SQL that answers the same. */
export interface Look {
  readonly name: string;
  readonly who: Who;
  readonly path: string;
  readonly body: object;
  readonly bar: number;
  readonly text: string;
  /** The total beside the rows, where the page shows one. */
  readonly count?: string;
  readonly values: readonly unknown[];
}

interface Ports {
  readonly product: number;
  readonly bare: number;
}

const at = (times: readonly number[], part: number): number => times.toSorted((a, b) => a - b)[Math.floor(times.length * part)]!;
const show = (times: readonly number[]): string => `${at(times, 0.5).toFixed(1)} / ${at(times, 0.95).toFixed(1)}`;

/** Product and bare floor in turns, one request at a time, so that whatever else the machine does falls on both alike: at least five of each, and as many as fit in some seconds. */
async function inTurns(client: Client, ports: Ports, look: Look): Promise<{ product: number[]; bare: number[] }> {
  const times = { product: [] as number[], bare: [] as number[] };
  const ask = {
    product: () => {
      const ready = client.prepare(look.path, look.body);
      return wire(ports.product, ready.method, ready.url, ready.headers, String(ready.body));
    },
    bare: () =>
      wire(
        ports.bare,
        "POST",
        look.count ? `/list/${encodeURIComponent(look.name)}` : `/read/${encodeURIComponent(look.name)}`,
        {},
        JSON.stringify({ values: look.values, countValues: look.values }),
      ),
  };
  for (const side of ["bare", "product"] as const) await load(ports[side], [ask[side]()], 1);
  const began = performance.now();
  for (let n = 0; n < 5 || (n < 60 && performance.now() - began < 4000); n++)
    for (const side of n % 2 ? (["bare", "product"] as const) : (["product", "bare"] as const))
      times[side].push(...(await load(ports[side], [ask[side]()], 1)));
  return times;
}

/** The statements the bare floor must know before it is asked. */
export const textsOf = (looks: readonly Look[]): Record<string, string> =>
  Object.fromEntries(looks.flatMap(({ name, text, count }) => [[name, text], ...(count ? [[`${name}.count`, count]] : [])]));

/** Measures every look and writes the table. */
export async function compare(clients: Readonly<Record<Who, Client>>, ports: Ports, looks: readonly Look[]): Promise<void> {
  console.log("| work | product p50 / p95 ms | bare p50 / p95 ms | p50 ratio | bar |\n|---|---|---|---|---|");
  for (const look of looks) {
    const { product, bare } = await inTurns(clients[look.who], ports, look);
    console.log(`| ${look.name} | ${show(product)} | ${show(bare)} | ×${(at(product, 0.5) / at(bare, 0.5)).toFixed(2)} | ≤ ×${look.bar} |`);
  }
}
