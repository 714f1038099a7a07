import { every, sql } from "#kernel/query.ts";
import { findFor } from "#kernel/server/find/find-for.ts";
import { newId } from "#kernel/server/act/id.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { systemMe } from "#kernel/server/access/permit.ts";
import { dayIn, houseDay, houseZone } from "#kernel/time.ts";
import { supplierInfo } from "../supplier.entity.ts";
import { tradeDays } from "../trading.ts";

const me = systemMe("supplier");

interface File {
  readonly id: string;
  readonly first: string | null;
  readonly last: string | null;
}

/** Keeps the first and the last day of business on a supplier's file: with every posting, and by looking through the books once a day. */
export class TradeDays {
  readonly #kernel: Kernel;
  readonly #clock: { now(): Date };

  constructor(kernel: Kernel, clock: { now(): Date }) {
    this.#kernel = kernel;
    this.#clock = clock;
  }

  #files(ids: readonly string[]): Promise<File[]> {
    const s = every(supplierInfo);
    return this.#kernel.db.query<File>(
      sql`select ${s.id}, ${s.firstTradeDate}::text as first, ${s.lastTradeDate}::text as last from ${s} where ${s.id} = any(${ids})`,
    );
  }

  async #note(id: string, tradeDate: string): Promise<void> {
    await this.#kernel.actor.act(
      { entity: supplierInfo, action: "doTrade", targets: [{ id, input: { tradeDate } }] },
      { me, now: this.#clock.now(), requestId: newId(), ip: null },
    );
  }

  async #keep(file: File, first: string, last: string): Promise<boolean> {
    const [isFirst, isLast] = [file.first === null || first < file.first, file.last === null || last > file.last];
    for (const day of new Set([...(isFirst ? [first] : []), ...(isLast ? [last] : [])])) await this.#note(file.id, day);
    return isFirst || isLast;
  }

  /** Everything the books know; answers how many files were behind. */
  async all(): Promise<number> {
    const until = houseDay(this.#clock.now());
    const known = await tradeDays.ask(findFor(this.#kernel, me), { db: this.#kernel.db, until });
    const files = new Map((await this.#files(known.map((entry) => entry.supplierId))).map((file) => [file.id, file]));
    let done = 0;
    for (const { supplierId, first, last } of known) {
      const file = files.get(supplierId);
      if (file && (await this.#keep(file, first, last))) done++;
    }
    return done;
  }

  /** From now on every order put before a supplier and every posting counts at once. */
  follow(): void {
    const hear = async (supplierId: unknown, day: string): Promise<void> => {
      const [file] = await this.#files([String(supplierId)]);
      if (file) await this.#keep(file, day, day);
    };
    this.#kernel.outbox.on("PUR_TXN_POSTED", ({ data }) => hear(data["supplierId"], String(data["day"])));
    this.#kernel.outbox.on("PUR_ORDER_PUBLISHED", ({ data, at }) => hear(data["supplierId"], dayIn(at, houseZone)));
  }
}
