import { user } from "#kernel/platform/user.entity.ts";
import { columns, every, sql } from "#kernel/query.ts";
import { newId } from "#kernel/server/act/id.ts";
import { shift } from "#kernel/time.ts";
import { person } from "#modules/admin/index.ts";
import { changes, coming, conflicting, insertFrom, stored } from "#kernel/server/act/write.ts";
import { msgBox, msgHistory } from "../box.entity.ts";
import { msgCfg } from "../config.entity.ts";
import { msgDelivery, msgInstance, msgLog } from "../instance.entity.ts";
import { maskAddress } from "../schedule.ts";
import { msgAddress } from "../source.entity.ts";
import { addressHash, insertMany, live, sealAddress, stamps, unsent, type Office } from "./office.ts";
import { settle } from "./settle.ts";
import { tellCount } from "./site.ts";

const part = 5_000;
const [d, i, c] = [every(msgDelivery), every(msgInstance), every(msgCfg)];
const [b, h, l] = [every(msgBox), every(msgHistory), every(msgLog)];

const [hash, newHash] = [stored(msgAddress, "addressHash"), coming(msgAddress, "addressHash")];
const [verified, newVerified] = [stored(msgAddress, "verifiedFlag"), coming(msgAddress, "verifiedFlag")];
/** An address that is in the reach book already changes where it is another one, or was verified meanwhile. */
const readAnew = sql`on conflict ${conflicting(msgAddress, "userId", "channel")} do update set ${changes(msgAddress, {
  address: coming(msgAddress, "address"),
  addressSealed: coming(msgAddress, "addressSealed"),
  addressHash: newHash,
  verifiedFlag: newVerified,
  state: sql`case when ${hash} = ${newHash} then ${stored(msgAddress, "state")} else 'OK' end`,
  bounceCount: sql`case when ${hash} = ${newHash} then ${stored(msgAddress, "bounceCount")} else 0 end`,
})} where ${hash} <> ${newHash} or ${verified} <> ${newVerified}`;

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
      sql`update ${d} set ${changes(msgDelivery, { status: "RETRY", leaseUntil: null, nextTryAt: now })} where ${d.status} = 'SENDING' and ${d.carriedBy} is null and ${d.leaseUntil} < ${now}`,
    );
    const late = await db.query<{ id: string }>(
      sql`update ${d} set ${changes(msgDelivery, { status: "EXPIRED", dedupeKey: null, lastUpdateDate: now })} where ${d.status} in ${live} and ${d.expiresAt} <= ${now} returning ${d.instanceId} as id`,
    );
    await settle(
      this.#office,
      late.map((row) => row.id),
      {},
    );
    const stopped = await db.query<{ id: string }>(
      sql`select distinct ${i.id} from ${i} join ${d} on ${d.instanceId} = ${i.id} where ${i.status} in ('CANCELLED', 'REFUSED', 'EXPIRED') and ${d.status} in ${live}`,
    );
    for (const { id } of stopped) await this.stopInstance(id);
  }

  /** Nothing of a stopped instance leaves any more; what left stays counted. */
  async stopInstance(id: string): Promise<number> {
    const cancelled = changes(msgDelivery, {
      status: "CANCELLED",
      dedupeKey: null,
      leaseUntil: null,
      lastUpdateDate: this.#office.clock.now(),
    });
    const rows = await this.#office.kernel.db.query(
      sql`update ${d} set ${cancelled} where ${d.instanceId} = ${id} and ${d.status} in ${live} returning ${d.id}`,
    );
    return rows.length;
  }

  /** Takes back what nobody has read yet. */
  async recall(instanceIds: readonly string[]): Promise<{ readonly taken: number; readonly stopped: number }> {
    const { db } = this.#office.kernel;
    const taken = await db.query<{ userId: string; deliveryId: string }>(
      sql`delete from ${b} where ${b.instanceId} = any(${instanceIds}) and ${b.readFlag} = 'N' returning ${columns(b, "userId", "deliveryId")}`,
    );
    const cancelled = changes(msgDelivery, { status: "CANCELLED", lastUpdateDate: this.#office.clock.now() });
    await db.query(sql`update ${d} set ${cancelled} where ${d.id} = any(${taken.map((row) => row.deliveryId)})`);
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
      sql`delete from ${i} where ${i.creationDate} < ${before} and ${i.status} in ('DONE', 'PARTIAL', 'CANCELLED', 'REFUSED', 'EXPIRED') and not exists (select 1 from ${d} where ${d.instanceId} = ${i.id})`,
    );
    await kernel.db.query(sql`delete from ${h} where ${h.keepUntil} < ${now}`);
    await kernel.db.query(
      sql`delete from ${b} where (${b.archiveFlag} = 'Y' and ${b.creationDate} < ${before}) or ${b.expiresAt} < ${shift(now, { days: -30 })}`,
    );
    return moved;
  }

  async #archivePart(before: Date, years: number, now: Date): Promise<number> {
    return this.#office.kernel.db.tx(async (tx) => {
      const rows = await tx.query<{ id: string }>(
        sql`select ${d.id} from ${d} where ${d.creationDate} < ${before} and ${d.status} not in ${unsent} order by ${d.id} limit ${part} for update skip locked`,
      );
      const ids = rows.map((row) => row.id);
      if (ids.length === 0) return 0;
      const history = {
        id: d.id,
        createdBy: d.createdBy,
        creationDate: d.creationDate,
        lastUpdatedBy: d.lastUpdatedBy,
        lastUpdateDate: now,
        versionNum: 1,
        instanceNum: i.instanceNum,
        cfgCode: c.msgCfgCode,
        eventCode: i.eventCode,
        msgKind: i.msgKind,
        bizEntity: i.bizEntity,
        bizId: i.bizId,
        bizNum: i.bizNum,
        userId: d.userId,
        supplierId: d.supplierId,
        channel: d.channel,
        address: d.address,
        title: d.title,
        result: d.status,
        errorText: d.errorText,
        sentAt: d.sentAt,
        deliveredAt: d.deliveredAt,
        readAt: d.readAt,
        keepUntil: sql`${d.creationDate} + make_interval(years => case when ${c.keepLongFlag} = 'Y' then 10 else ${years}::int end)`,
      };
      const from = sql`from ${d} join ${i} on ${i.id} = ${d.instanceId} left join ${c} on ${c.id} = ${i.msgCfgId} where ${d.id} = any(${ids}) on conflict do nothing`;
      await tx.query(insertFrom(msgHistory, history, from));
      await tx.query(sql`delete from ${l} where ${l.deliveryId} = any(${ids})`);
      await tx.query(sql`delete from ${d} where ${d.id} = any(${ids})`);
      return ids.length;
    });
  }

  /** Tells the checkers of mass messages that have waited two hours. */
  async remindCheckers(): Promise<number> {
    const { kernel, clock } = this.#office;
    const now = clock.now();
    const row = await kernel.db.one<{ n: number }>(
      sql`select count(*)::int as n from ${i} where ${i.status} = 'CHECKING' and ${i.creationDate} < ${shift(now, { hours: -2 })}`,
    );
    if (row!.n > 0) await kernel.outbox.add("MSG_CHECK_WAITING", { n: row!.n }, now);
    return row!.n;
  }

  /** Writes everybody's addresses into the reach book; an address that changed begins anew, unverified and unblamed. */
  async fillReachBook(): Promise<number> {
    const { kernel, clock } = this.#office;
    const now = clock.now();
    const [u, p] = [every(user), every(person)];
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
        sql`select ${columns(u, "id", "email", "mobile", "emailVerified", "mobileVerified")}, ${p.chatUserId} as chat
          from ${u} left join ${p} on ${p.id} = ${u.personId} where ${u.id} > ${after} order by ${u.id} limit 1000`,
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
                  userId: u.id,
                  channel,
                  address: maskAddress(address),
                  addressSealed: sealAddress(this.#office, address),
                  addressHash: addressHash(this.#office, address),
                  verifiedFlag: verifiedFlag ?? "N",
                  state: "OK",
                  bounceCount: 0,
                },
              ]
            : [],
        ),
      );
      written += (await insertMany(kernel.db, msgAddress, rows, readAnew)).length;
    }
  }
}
