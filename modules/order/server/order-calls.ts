import { columns, every, sql } from "#kernel/query.ts";
import { eachAs } from "#kernel/server/act/each.ts";
import type { JobHandler } from "#kernel/server/jobs/job.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { systemMe } from "#kernel/server/access/permit.ts";
import { save as saveRow } from "./save.ts";
import { findFor } from "#kernel/server/find/find-for.ts";
import { houseDay, houseZone, inZone } from "#kernel/time.ts";
import { addDays } from "#kernel/days.ts";
import { getProfile } from "#modules/base/index.ts";
import { ledgerDiff } from "../ledger/ledger-diff.entity.ts";
import { orderDelivery, orderLine } from "../order-line.entity.ts";
import { order } from "../order.entity.ts";
import { proveLedger } from "./proof.ts";
import type { Difference } from "#kernel/server/constructs/ledger-proof.ts";

const me = systemMe("order");

/** What orders do by the clock. */
export class OrderClock {
  readonly #kernel: Kernel;
  readonly #clock: { now(): Date };
  readonly #each: ReturnType<typeof eachAs>;

  constructor(kernel: Kernel, clock: { now(): Date }) {
    this.#kernel = kernel;
    this.#clock = clock;
    this.#each = eachAs(kernel, clock, "order");
  }

  programs(): Readonly<Record<string, JobHandler>> {
    return {
      PUR_DUE_DIGEST: ({ fireTime, createdBy }) => this.#digestAt(fireTime, createdBy),
      PUR_CHECK_LEDGER: () => this.#prove(),
    };
  }

  /** Begun early in the day it waits for the hour the house has set; from then on it tells. */
  async #digestAt(fireTime: Date, by: string): Promise<readonly [string, string]> {
    const { value } = await getProfile(findFor(this.#kernel, me), "PUR_DIGEST_TIME");
    const clock = /^([01]\d|2[0-3]):[0-5]\d$/.test(value) ? value : "08:30";
    const day = houseDay(fireTime);
    if (inZone(fireTime.toISOString(), houseZone).slice(11, 16) >= clock) return this.#digest();
    const runAt = new Date(`${day}T${clock}:00+08:00`);
    await this.#kernel.jobs.add("PUR_DUE_DIGEST", {}, by, { runAt, key: `PUR_DUE_DIGEST@${day}` });
    return [`将于 ${clock} 通知`, `Notified at ${clock}`];
  }

  /** Each supplier learns once a day what is due soon and overdue; what is long overdue goes to the buyer's side too. */
  async #digest(): Promise<readonly [string, string]> {
    const today = houseDay(this.#clock.now());
    const [d, l, o] = [every(orderDelivery), every(orderLine), every(order)];
    const open = sql`from ${d} join ${l} on ${l.id} = ${d.parentId} join ${o} on ${o.id} = ${l.parentId}
      where ${o.liveId} is null and ${o.status} in ('CONFIRMED', 'CHANGING', 'PUBLISHED') and ${l.lineStatus} = 'OPEN' and ${d.openQty} > 0`;
    const day = sql`coalesce(${d.currentPromiseDate}, ${d.needByDate})`;
    const soon = addDays(today, 3);
    const rows = await this.#kernel.db.query<{ id: string; n: string; m: string; late: string }>(
      sql`select min(${o.id}) as id, count(*) filter (where ${day} between ${today} and ${soon})::text as n, count(*) filter (where ${day} < ${today})::text as m,
              count(*) filter (where ${day} < ${addDays(today, -3)})::text as late ${open} and ${day} <= ${soon} group by ${o.supplierId} order by 1`,
    );
    const count = await this.#each(order.name, "doDigest", rows, ({ n, m, late }) => ({ n, m, late }));
    return [`通知 ${count} 家`, `${count} suppliers notified`];
  }

  /** Proves the ledger: new differences become rows, those still there are seen again, those that went are told so. */
  async #prove(): Promise<readonly [string, string]> {
    const { db, declared } = this.#kernel;
    const found = await proveLedger(
      db,
      declared.modules.flatMap((module) => module.ledgers ?? []),
    );
    const key = (difference: Pick<Difference, "ownerId" | "rule" | "bucket">): string =>
      [difference.ownerId, difference.rule, difference.bucket ?? ""].join("|");
    const f = every(ledgerDiff);
    const known = await db.query<Difference & { id: string }>(
      sql`select ${columns(f, "id", "ownerId", "rule", "bucket")} from ${f} where ${f.status} = 'OPEN'`,
    );
    const byKey = new Map(known.map((row) => [key(row), row.id]));
    const now = this.#clock.now();
    const fresh = found.filter((difference) => !byKey.has(key(difference)));
    const ids: string[] = [];
    for (const difference of fresh)
      ids.push(
        await saveRow(this.#kernel, ledgerDiff, { ...difference, foundAt: now.toISOString(), lastSeenAt: now.toISOString() }, me, now),
      );
    const seen = new Map(
      found.flatMap((difference) => (byKey.has(key(difference)) ? [[byKey.get(key(difference))!, difference] as const] : [])),
    );
    await this.#each(
      ledgerDiff.name,
      "doSeen",
      [...seen.keys()].map((id) => ({ id })),
      ({ id }) => ({ storedValue: seen.get(id)!.storedValue, provenValue: seen.get(id)!.provenValue }),
    );
    await this.#each(
      ledgerDiff.name,
      "doGone",
      known.filter((row) => !seen.has(row.id)),
    );
    if (ids[0]) await this.#each(ledgerDiff.name, "doTell", [{ id: ids[0] }], () => ({ n: String(found.length) }));
    return [`差异 ${found.length}，新增 ${fresh.length}`, `${found.length} differences, ${fresh.length} new`];
  }
}
