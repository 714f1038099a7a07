import type { Db } from "../database/db.ts";
import type { Row } from "../find/visible.ts";

const batchRows = 500;

/** How an export is stopped, and told how far it is. */
export interface Watching {
  readonly signal?: AbortSignal;
  readonly progress?: (rows: number) => Promise<void>;
}

let last: Promise<void> = Promise.resolve();

/** However many exports run, one batch at a time is made ready in each turn of the loop: clicks go in between. */
const turn = (): Promise<void> => (last = last.then(() => new Promise((go) => setImmediate(go))));

/** Rows in batches from a cursor: one snapshot, whatever the order, and memory for one batch. */
export async function* cursor(tx: Db, name: string, text: string, values: readonly unknown[]): AsyncGenerator<Row[]> {
  await tx.query(`declare ${name} no scroll cursor for ${text}`, values);
  for (;;) {
    const batch = await tx.query<Row>(`fetch ${batchRows} from ${name}`);
    await turn();
    if (batch.length) yield batch;
    if (batch.length < batchRows) break;
  }
  await tx.query(`close ${name}`);
}

/** Rows written so far, over all sheets of documents. */
export class Tally {
  rows = 0;
  readonly #progress: Watching["progress"];
  constructor(progress: Watching["progress"]) {
    this.#progress = progress;
  }
  async add(rows: number): Promise<void> {
    this.rows += rows;
    await this.#progress?.(this.rows);
  }
}
