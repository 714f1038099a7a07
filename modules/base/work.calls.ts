import { Refusal } from "#kernel/refusal.ts";
import type { JobHandler } from "#kernel/server/job.ts";
import { newId } from "#kernel/server/id.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { systemMe } from "#kernel/server/permit.ts";
import type { Row } from "#kernel/server/visible.ts";
import type { Text } from "#kernel/text.ts";
import { dayIn, inZone } from "#kernel/time.ts";
import { getProfile } from "./doors.ts";
import { findFor } from "./server/reader.ts";
import { daysBetween } from "./rate.ts";

const zone = "Asia/Shanghai";

/** What base data does by itself: notices go out and end, letters grow late, what is missing is told. */
export class BaseWork {
  readonly #kernel: Kernel;
  readonly #clock: { now(): Date };

  constructor(kernel: Kernel, clock: { now(): Date }) {
    this.#kernel = kernel;
    this.#clock = clock;
  }

  async #each(entity: string, action: string, rows: readonly { readonly id: string }[]): Promise<number> {
    let done = 0;
    for (const { id } of rows)
      try {
        await this.#kernel.actor.act(
          { entity: this.#kernel.declared.entity(entity), action, targets: [{ id, input: {} }] },
          { me: systemMe("base"), now: this.#clock.now(), requestId: newId(), ip: null },
        );
        done += 1;
      } catch (error) {
        // Somebody was quicker: the next round finds it as it is.
        if (!(error instanceof Refusal)) throw error;
      }
    return done;
  }

  #ids(sql: string, values: readonly unknown[]): Promise<{ id: string }[]> {
    return this.#kernel.db.query<{ id: string }>(sql, [...values]);
  }

  async #profile(code: string): Promise<number> {
    return Number((await getProfile(findFor(this.#kernel, { me: systemMe("base") }), code)).value);
  }

  async #tell(event: string, data: Row): Promise<void> {
    await this.#kernel.outbox.add(event, data, this.#clock.now());
  }

  async notices(): Promise<number> {
    const now = this.#clock.now();
    const due = await this.#ids(
      `select id from "SrmBaseNotice" where status = 'SCHEDULED' and "publishPlanDate" <= $1 order by id limit 200`,
      [now],
    );
    const over = await this.#ids(`select id from "SrmBaseNotice" where status = 'PUBLISHED' and "expireDate" <= $1 order by id limit 200`, [
      now,
    ]);
    const files = await this.#ids(
      `select id from "SrmBaseCommonFile" where status = 'PUBLISHED' and "validTo" < $1 order by id limit 200`,
      [dayIn(now.toISOString(), zone)],
    );
    return (
      (await this.#each("SrmBaseNotice", "doGoOut", due)) +
      (await this.#each("SrmBaseNotice", "doExpire", over)) +
      (await this.#each("SrmBaseCommonFile", "doExpire", files))
    );
  }

  async letters(): Promise<number> {
    const late = await this.#ids(
      `select id from "SrmBaseNotificationReceiver" where "openFlag" = 'Y' and "ackMode" <> 'NONE' and "replyDueDate" < $1
         and ("ackStatus" in ('UNREAD', 'RETURNED') or ("ackStatus" = 'READ' and "ackMode" <> 'READ')) order by id limit 500`,
      [this.#clock.now()],
    );
    return this.#each("SrmBaseNotificationReceiver", "doOverdue", late);
  }

  /** Suppliers that have a day left to reply; asked every hour, so each is told once. */
  async repliesDue(): Promise<number> {
    const now = this.#clock.now();
    const rows = await this.#kernel.db.query<{ id: string; title: string; due: string; suppliers: string[] }>(
      `select n.id, n.title, n."replyDueDate" as due, array_agg(p."supplierId") as suppliers
       from "SrmBaseNotice" n join "SrmBaseSupplierPending" p on p."bizId" = n.id and p."pendingType" = 'NOTICE_REPLY' and p.status = 'OPEN'
       where n.status = 'PUBLISHED' and n."replyDueDate" > $1::timestamptz + interval '23 hours' and n."replyDueDate" <= $1::timestamptz + interval '24 hours' group by n.id, n.title, n."replyDueDate"`,
      [now],
    );
    for (const row of rows)
      await this.#tell("NOTICE_REPLY_DUE", {
        id: row.id,
        title: row.title,
        due: inZone(new Date(row.due).toISOString(), zone).slice(0, 16),
        supplierIds: row.suppliers,
      });
    return rows.length;
  }

  async remind(): Promise<number> {
    const hours = await this.#profile("PENDING_REMIND_HOURS");
    const now = this.#clock.now();
    const rows = await this.#kernel.db.query<{ userId: string; n: number }>(
      `select "userId", count(*)::int as n from "SrmBaseInsidePending" where status = 'OPEN' and "userId" is not null
         and "dueDate" > $1 and "dueDate" <= $1::timestamptz + make_interval(hours => $2) group by 1`,
      [now, hours],
    );
    for (const row of rows) await this.#tell("PENDING_REMIND", { n: row.n, h: hours, userId: row.userId, route: "insidePendingList" });
    return rows.length;
  }

  /** Pairs that were kept up once and are no longer usable today. */
  async missingRates(): Promise<number> {
    const days = await this.#profile("FX_MAX_STALE_DAYS");
    const today = dayIn(this.#clock.now().toISOString(), zone);
    const rows = await this.#kernel.db.query<{ pair: string; date: string }>(
      `select "fromCurrency" || '→' || "toCurrency" as pair, max("effectiveDate")::text as date from "SrmBaseExchangeRate"
       where status = 'ACTIVE' and "rateType" = 'CORPORATE' group by 1`,
    );
    const stale = rows.filter((row) => daysBetween(row.date, today) > days && daysBetween(row.date, today) <= days + 90);
    for (const row of stale) await this.#tell("FX_MISSING", { pair: row.pair, date: row.date, days });
    return stale.length;
  }

  async withoutBuyer(): Promise<number> {
    const today = dayIn(this.#clock.now().toISOString(), zone);
    const rows = await this.#kernel.db.query<{ org: string; n: number }>(
      `select o."orgName" as org, count(*)::int as n from "BaseOrganization" o cross join "SrmBasePurchaseCategory" c
       where o."orgType" = 'BU' and o."enabledFlag" = 'Y' and c."leafFlag" = 'Y' and c."enabledFlag" = 'Y'
         and not exists (select 1 from "SrmBaseCategoryBuyer" b where b."orgId" = o.id and b."buyerRole" = 'EXECUTION'
           and b."parentId" = any(string_to_array(c."idPath", '/')) and b."startDate" <= $1 and coalesce(b."endDate", '9999-12-31') >= $1)
       group by 1`,
      [today],
    );
    for (const row of rows) await this.#tell("CATEGORY_NO_BUYER", { n: row.n, org: row.org });
    return rows.length;
  }

  programs(): Readonly<Record<string, JobHandler>> {
    const said = (n: number): Text => [`处理 ${n} 条`, `${n} handled`];
    return {
      NOTICE_TICK: async () => said(await this.notices()),
      NOTIFICATION_TICK: async () => said(await this.letters()),
      NOTICE_REPLY_DUE: async () => said(await this.repliesDue()),
      PENDING_REMIND: async () => said(await this.remind()),
      FX_MISSING: async () => said(await this.missingRates()),
      CATEGORY_NO_BUYER: async () => said(await this.withoutBuyer()),
    };
  }
}
