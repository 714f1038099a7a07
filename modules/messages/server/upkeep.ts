import { addressHash, insertMany, live, sealAddress, stamps, type Office } from "./office.ts";
import { newId } from "#kernel/server/id.ts";
import { shift } from "#kernel/time.ts";
import { maskAddress } from "../schedule.ts";
import { settle } from "./settle.ts";
import { tellCount } from "./site.ts";

const part = 5_000;

/** What the post office does by the clock, each piece on its own. */
export class Upkeep {
  readonly #office: Office;

  constructor(office: Office) {
    this.#office = office;
  }

  /** Gives back what died in somebody's hands, ends what came too late, and carries instances that were stopped to their end. */
  async sweep(): Promise<void> {
    const { db } = this.#office.kernel;
    const now = this.#office.clock.now();
    await db.query(
      `update "BaseMsgDelivery" set status = 'RETRY', "leaseUntil" = null, "nextTryAt" = $1 where status = 'SENDING' and "carriedBy" is null and "leaseUntil" < $1`,
      [now],
    );
    const late = await db.query<{ id: string }>(
      `update "BaseMsgDelivery" set status = 'EXPIRED', "dedupeKey" = null, "lastUpdateDate" = $1 where status in ${live} and "expiresAt" <= $1 returning "instanceId" as id`,
      [now],
    );
    await settle(
      this.#office,
      late.map((row) => row.id),
      {},
    );
    const stopped = await db.query<{ id: string }>(
      `select distinct i.id from "BaseMsgInstance" i join "BaseMsgDelivery" d on d."instanceId" = i.id where i.status in ('CANCELLED', 'REFUSED', 'EXPIRED') and d.status in ${live}`,
    );
    for (const { id } of stopped) await this.stopInstance(id);
  }

  /** Nothing of a stopped instance leaves any more; what left stays counted. */
  async stopInstance(id: string): Promise<number> {
    const rows = await this.#office.kernel.db.query(
      `update "BaseMsgDelivery" set status = 'CANCELLED', "dedupeKey" = null, "leaseUntil" = null, "lastUpdateDate" = $2 where "instanceId" = $1 and status in ${live} returning id`,
      [id, this.#office.clock.now()],
    );
    return rows.length;
  }

  /** Takes back what nobody has read yet. */
  async recall(instanceIds: readonly string[]): Promise<{ readonly taken: number; readonly stopped: number }> {
    const { db } = this.#office.kernel;
    const taken = await db.query<{ userId: string; deliveryId: string }>(
      `delete from "BaseMsgBox" where "instanceId" = any($1) and "readFlag" = 'N' returning "userId", "deliveryId"`,
      [instanceIds],
    );
    await db.query(`update "BaseMsgDelivery" set status = 'CANCELLED', "lastUpdateDate" = $2 where id = any($1)`, [
      taken.map((row) => row.deliveryId),
      this.#office.clock.now(),
    ]);
    let stopped = 0;
    for (const id of instanceIds) stopped += await this.stopInstance(id);
    if (taken.length)
      await tellCount(
        this.#office,
        taken.map((row) => row.userId),
      );
    return { taken: taken.length, stopped };
  }

  /** Old deliveries move to the history without their words, old history ends, and so do logs, inbox rows and frames past their time. */
  async archive(): Promise<number> {
    const { kernel, clock } = this.#office;
    const now = clock.now();
    const [days, years] = [Number(await kernel.settings.value("MSG_LIVE_DAYS")), Number(await kernel.settings.value("MSG_HISTORY_YEARS"))];
    const before = shift(now, { days: -days });
    let moved = 0;
    for (;;) {
      const count = await this.#archivePart(before, years, now);
      moved += count;
      if (count < part) break;
    }
    await kernel.db.query(
      `delete from "BaseMsgInstance" i where i."creationDate" < $1 and i.status in ('DONE', 'PARTIAL', 'CANCELLED', 'REFUSED', 'EXPIRED') and not exists (select 1 from "BaseMsgDelivery" d where d."instanceId" = i.id)`,
      [before],
    );
    await kernel.db.query(`delete from "BaseMsgHistory" where "keepUntil" < $1`, [now]);
    await kernel.db.query(`delete from "BaseMsgBox" where ("archiveFlag" = 'Y' and "creationDate" < $1) or "expiresAt" < $2`, [
      before,
      shift(now, { days: -30 }),
    ]);
    return moved;
  }

  async #archivePart(before: Date, years: number, now: Date): Promise<number> {
    return this.#office.kernel.db.tx(async (tx) => {
      const rows = await tx.query<{ id: string }>(
        `select d.id from "BaseMsgDelivery" d where d."creationDate" < $1 and d.status not in ('WAITING', 'RETRY', 'SENDING') order by d.id limit ${part} for update of d skip locked`,
        [before],
      );
      const ids = rows.map((row) => row.id);
      if (ids.length === 0) return 0;
      await tx.query(
        `insert into "BaseMsgHistory" (id, "createdBy", "creationDate", "lastUpdatedBy", "lastUpdateDate", "versionNum", "instanceNum", "cfgCode", "eventCode", "msgKind", "bizEntity", "bizId", "bizNum",
           "userId", "supplierId", channel, address, title, result, "sentAt", "deliveredAt", "readAt", "errorText", "keepUntil")
         select d.id, d."createdBy", d."creationDate", d."lastUpdatedBy", $2, 1, i."instanceNum", c."msgCfgCode", i."eventCode", i."msgKind", i."bizEntity", i."bizId", i."bizNum",
           d."userId", d."supplierId", d.channel, d.address, d.title, d.status, d."sentAt", d."deliveredAt", d."readAt", d."errorText",
           d."creationDate" + make_interval(years => case when c."keepLongFlag" = 'Y' then 10 else $3::int end)
         from "BaseMsgDelivery" d join "BaseMsgInstance" i on i.id = d."instanceId" left join "BaseMsgCfg" c on c.id = i."msgCfgId" where d.id = any($1) on conflict do nothing`,
        [ids, now, years],
      );
      await tx.query(`delete from "BaseMsgLog" where "deliveryId" = any($1)`, [ids]);
      await tx.query(`delete from "BaseMsgDelivery" where id = any($1)`, [ids]);
      return ids.length;
    });
  }

  /** Tells the checkers of mass messages that have waited two hours. */
  async remindCheckers(): Promise<number> {
    const { kernel, clock } = this.#office;
    const now = clock.now();
    const row = await kernel.db.one<{ n: number }>(
      `select count(*)::int as n from "BaseMsgInstance" where status = 'CHECKING' and "creationDate" < $1`,
      [shift(now, { hours: -2 })],
    );
    if (row!.n > 0) await kernel.outbox.add("MSG_CHECK_WAITING", { n: row!.n }, now);
    return row!.n;
  }

  /** Writes everybody's addresses into the reach book; an address that changed begins anew, unverified and unblamed. */
  async fillReachBook(): Promise<number> {
    const { kernel, clock } = this.#office;
    const now = clock.now();
    let written = 0;
    for (let after = ""; ;) {
      const people = await kernel.db.query<{
        id: string;
        email: string | null;
        mobile: string | null;
        emailVerified: string;
        mobileVerified: string;
        chat: string | null;
      }>(
        `select u.id, u.email, u.mobile, u."emailVerified", u."mobileVerified", p."chatUserId" as chat from "BaseUsers" u left join "BasePerson" p on p.id = u."personId" where u.id > $1 order by u.id limit 1000`,
        [after],
      );
      if (people.length === 0) return written;
      after = people.at(-1)!.id;
      const rows = people.flatMap((u) =>
        [
          { channel: "EMAIL", address: u.email, verifiedFlag: u.emailVerified },
          { channel: "SMS", address: u.mobile, verifiedFlag: u.mobileVerified },
          { channel: "DING", address: u.chat, verifiedFlag: "N" },
        ].flatMap(({ channel, address, verifiedFlag }) =>
          address
            ? [
                {
                  ...stamps(newId(), "system:messages", now),
                  ...{ userId: u.id, channel, address: maskAddress(address), addressSealed: sealAddress(this.#office, address) },
                  ...{ addressHash: addressHash(this.#office, address), verifiedFlag: verifiedFlag ?? "N", state: "OK", bounceCount: 0 },
                },
              ]
            : [],
        ),
      );
      const changed = await insertMany(
        kernel.db,
        "BaseMsgAddress",
        rows,
        `on conflict ("userId", channel) do update set address = excluded.address, "addressSealed" = excluded."addressSealed", "addressHash" = excluded."addressHash", "verifiedFlag" = excluded."verifiedFlag",
           state = case when "BaseMsgAddress"."addressHash" = excluded."addressHash" then "BaseMsgAddress".state else 'OK' end,
           "bounceCount" = case when "BaseMsgAddress"."addressHash" = excluded."addressHash" then "BaseMsgAddress"."bounceCount" else 0 end
         where "BaseMsgAddress"."addressHash" <> excluded."addressHash" or "BaseMsgAddress"."verifiedFlag" <> excluded."verifiedFlag"`,
      );
      written += changed.length;
    }
  }
}
