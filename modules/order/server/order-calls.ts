import { eachAs } from "#kernel/server/each.ts";
import type { JobHandler } from "#kernel/server/job.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { systemMe } from "#kernel/server/permit.ts";
import { save as saveRow } from "./save.ts";
import { findFor } from "#kernel/server/find-for.ts";
import { houseDay, houseZone, inZone, shift } from "#kernel/time.ts";
import { addDays } from "#kernel/days.ts";
import { getProfile } from "#modules/base/index.ts";
import { ledgerDiff } from "../ledger-diff.entity.ts";
import { order } from "../order.entity.ts";
import { proveLedger } from "./proof.ts";
import type { Difference } from "#kernel/server/ledger-proof.ts";

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
      PUR_AUTO_CONFIRM: () => this.#confirmations(),
      PUR_DUE_DIGEST: ({ fireTime, createdBy }) => this.#digestAt(fireTime, createdBy),
      PUR_ORDER_STALE: () => this.#stale(),
      PUR_CHECK_LEDGER: () => this.#prove(),
    };
  }

  /** Silence past the deadline confirms where the bill type says so; elsewhere both sides are reminded. */
  async #confirmations(): Promise<readonly [string, string]> {
    const now = this.#clock.now().toISOString();
    const { db } = this.#kernel;
    const waiting = `from "SrmPurOrderHeader" o join "SrmBasePurchaseBillType" t on t.id = o."billTypeId"
      where o.status = 'PUBLISHED' and o."liveId" is null`;
    const due = await db.query<{ id: string }>(
      `select o.id ${waiting} and t."supplierConfirmMode" = 'AUTO_AFTER_DAYS' and o."confirmDeadline" < $1 order by o.id`,
      [now],
    );
    const confirmed = await this.#each(order.name, "doAutoConfirm", due);
    const late = await db.query<{ id: string }>(
      `select o.id ${waiting} and o."remindedPart" < 100
         and o."publishDate" + (o."confirmDeadline" - o."publishDate") / 2 < $1 order by o.id`,
      [now],
    );
    const reminded = await this.#each(order.name, "doRemind", late);
    return [`默认确认 ${confirmed}，提醒 ${reminded}`, `${confirmed} confirmed automatically, ${reminded} reminded`];
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
    const open = `from "SrmPurOrderDelivery" d join "SrmPurOrderLine" l on l.id = d."parentId" join "SrmPurOrderHeader" o on o.id = l."parentId"
      where o."liveId" is null and o.status in ('CONFIRMED', 'CHANGING', 'PUBLISHED') and l."lineStatus" = 'OPEN' and d."openQty" > 0`;
    const day = `coalesce(d."currentPromiseDate", d."needByDate")`;
    const rows = await this.#kernel.db.query<{ id: string; n: string; m: string; late: string }>(
      `select min(o.id) as id, count(*) filter (where ${day} between $1 and $2)::text as n, count(*) filter (where ${day} < $1)::text as m,
              count(*) filter (where ${day} < $3)::text as late ${open} and ${day} <= $2 group by o."supplierId" order by 1`,
      [today, addDays(today, 3), addDays(today, -3)],
    );
    const told = await this.#each(order.name, "doDigest", rows, ({ n, m, late }) => ({ n, m, late }));
    return [`通知 ${told} 家`, `${told} suppliers notified`];
  }

  /** A draft nobody touched for thirty days still holds what others might need. */
  async #stale(): Promise<readonly [string, string]> {
    const now = this.#clock.now();
    const before = shift(now, { days: -30 }).toISOString();
    const rows = await this.#kernel.db.query<{ id: string }>(
      `select id from "SrmPurOrderHeader" where status in ('DRAFT', 'REJECTED') and "liveId" is null and "lastUpdateDate" < $1
         and (mod(floor(extract(epoch from ($2::timestamptz - "lastUpdateDate")) / 86400)::int, 30) = 0) order by id`,
      [before, now.toISOString()],
    );
    const warned = await this.#each(order.name, "doWarnStale", rows);
    return [`提醒 ${warned}`, `${warned} warned`];
  }

  /** Proves the ledger: new differences become rows, those still there are seen again, those that went are told so. */
  async #prove(): Promise<readonly [string, string]> {
    const { db, declared } = this.#kernel;
    const found = await proveLedger(
      db,
      declared.modules.flatMap((one) => one.ledgers ?? []),
    );
    const key = (one: Pick<Difference, "ownerId" | "rule" | "bucket">): string => [one.ownerId, one.rule, one.bucket ?? ""].join("|");
    const known = await db.query<Difference & { id: string }>(
      `select id, "ownerId", rule, bucket from "SrmPurLedgerDiff" where status = 'OPEN'`,
      [],
    );
    const byKey = new Map(known.map((one) => [key(one), one.id]));
    const now = this.#clock.now();
    const fresh = found.filter((one) => !byKey.has(key(one)));
    const ids: string[] = [];
    for (const one of fresh)
      ids.push(await saveRow(this.#kernel, ledgerDiff, { ...one, foundAt: now.toISOString(), lastSeenAt: now.toISOString() }, me, now));
    const seen = new Map(found.flatMap((one) => (byKey.has(key(one)) ? [[byKey.get(key(one))!, one] as const] : [])));
    await this.#each(
      ledgerDiff.name,
      "doSeen",
      [...seen.keys()].map((id) => ({ id })),
      ({ id }) => ({ storedValue: seen.get(id)!.storedValue, provenValue: seen.get(id)!.provenValue }),
    );
    await this.#each(
      ledgerDiff.name,
      "doGone",
      known.filter((one) => !seen.has(one.id)),
    );
    if (ids[0]) await this.#each(ledgerDiff.name, "doTell", [{ id: ids[0] }], () => ({ n: String(found.length) }));
    return [`差异 ${found.length}，新增 ${fresh.length}`, `${found.length} differences, ${fresh.length} new`];
  }
}
