import { user } from "#kernel/platform/user.entity.ts";
import { alias, columns, every, joined, raw, sql, type Sql } from "#kernel/query.ts";
import { newId } from "#kernel/server/act/id.ts";
import { zoneOf } from "#kernel/server/access/permit.ts";
import type { Row } from "#kernel/server/find/visible.ts";
import { houseZone, shift } from "#kernel/time.ts";
import { afterQuiet, maskAddress, nextTry, readHours, type ErrorClass } from "../schedule.ts";
import { changes } from "#kernel/server/act/write.ts";
import { msgCfg, msgTemplate } from "../config.entity.ts";
import { msgDelivery, msgInstance, msgLog } from "../instance.entity.ts";
import { msgPreference } from "../source.entity.ts";
import type { Outgoing, Sent } from "../channel.ts";
import { documentAttached } from "./attachment.ts";
import { linkOf, mailHtml } from "./letter.ts";
import { insertMany, live, openAddress, stamps, unsent, type Office } from "./office.ts";
import { sendable, settle } from "./settle.ts";
import { classOf, noteAddresses, within, type Claimed, type Ending, type Outcome } from "./outcome.ts";
import { deliverToInboxes } from "./site.ts";
import type { Source, Sources } from "./sources.ts";
import { quickLinks } from "../quick.ts";
import { unsubscribeUrl } from "./token.ts";

const [d, i] = [every(msgDelivery), every(msgInstance)];

const stateRow = ({ one, sent, kind, status, next }: Ending): Row => ({
  id: one.id,
  tries: one.tryCount,
  status,
  kind,
  next: next?.toISOString() ?? null,
  said: sent.providerMsgId ?? null,
  error: sent.accepted ? null : (sent.text ?? "").slice(0, 500),
});

/** What an answer (x) makes of its delivery. */
const afterTry = (now: Date): Sql =>
  changes(msgDelivery, {
    status: raw("x.status"),
    errorClass: raw("x.kind"),
    errorText: raw("x.error"),
    leaseUntil: null,
    lastUpdateDate: now,
    sentAt: sql`case when x.status = 'SENT' then ${now}::timestamptz else ${d.sentAt} end`,
    providerMsgId: sql`coalesce(x.said, ${d.providerMsgId})`,
    nextTryAt: sql`coalesce(x.next, ${d.nextTryAt})`,
    tryCount: sql`${d.tryCount} - case when x.status = 'WAITING' then 1 else 0 end`,
  });

const isInHand = (claimed: Claimed): Sql => sql`${d.id} = ${claimed.id} and ${d.status} = 'SENDING'`;

/** What the sender reads of a delivery it takes in hand. */
const inHandColumns = [
  ...(["id", "instanceId", "userId", "channel", "addressSealed", "addressHash", "userLanguage", "title", "content"] as const),
  ...(["linkRoute", "tryCount", "expiresAt", "quietFlag", "mandatoryFlag", "errorClass"] as const),
];

const batch = 100;
const abreast = 25;
const leaseMs = 60_000;
const timeLimitMs = 15_000;
const pollMs = 5_000;
const outside = ["EMAIL", "SMS", "DING", "WECOM", "WEBHOOK"] as const;
const sleeps = new Set(["SMS", "DING", "WECOM", "WEBHOOK"]);

/** Sends what is due: claims a few, hands them over, writes down what was said. Several processes share the work. */
export class Sender {
  readonly #office: Office;
  readonly #sources: Sources;
  readonly #lost: (ids: readonly string[]) => Promise<void>;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | null = null;
  #again = false;
  #stopped = false;

  /** `lost` is told which deliveries failed for good and may have another way. */
  constructor(office: Office, sources: Sources, lost: (ids: readonly string[]) => Promise<void>) {
    this.#office = office;
    this.#sources = sources;
    this.#lost = lost;
  }

  start(): void {
    this.#timer = setInterval(() => this.soon(), pollMs).unref();
    this.soon();
  }

  soon(): void {
    if (this.#timer && !this.#stopped) void this.drain().catch(this.#office.alarm);
  }

  /** Everything that is due now, sent as far as the sources' rates allow. */
  drain(): Promise<void> {
    this.#again = true;
    return (this.#running ??= this.#sendAll());
  }

  async #sendAll(): Promise<void> {
    try {
      while (this.#again && !this.#stopped) {
        this.#again = false;
        while (!this.#stopped && (await this.#round()));
      }
    } finally {
      this.#running = null;
    }
  }

  async #round(): Promise<boolean> {
    let some = await deliverToInboxes(this.#office);
    for (const channel of await this.#dueChannels()) some = (await this.#channel(channel)) || some;
    return some;
  }

  async #dueChannels(): Promise<readonly string[]> {
    const rows = await this.#office.kernel.db.query<{ channel: string }>(
      sql`select asked.channel from unnest(${outside}::text[]) as asked(channel)
        where exists (select 1 from ${d} where ${d.channel} = asked.channel and ${d.status} in ${live} and ${d.nextTryAt} <= ${this.#office.clock.now()} and ${d.digestKey} is null)`,
    );
    return rows.map((row) => row.channel);
  }

  /** One batch over one source of the channel; the next source is asked when the first has nothing it may take. */
  async #channel(channel: string): Promise<boolean> {
    const tried: string[] = [];
    for (let source = await this.#sources.pick(channel); source; source = await this.#sources.pick(channel, tried)) {
      tried.push(source.id);
      const granted = await this.#sources.take(source, batch);
      const claimed = granted > 0 ? await this.claim(channel, source, granted) : [];
      const going = await this.#holdBack(claimed);
      await this.#sources.giveBack(source, granted - going.length);
      if (going.length) await this.#handOver(source, going);
      if (claimed.length) return true;
    }
    return false;
  }

  /** Takes deliveries in hand for a minute; of one person's messages about one document only the oldest. */
  async claim(channel: string, source: Source, most: number): Promise<readonly Claimed[]> {
    const now = this.#office.clock.now();
    const [before, c, m] = [every(msgDelivery), every(msgCfg), every(msgTemplate)];
    const [u, f] = [every(user), every(msgPreference)];
    const [moment, sourceId] = [sql`${now}`, sql`${source.id}`];
    const lease = new Date(now.getTime() + leaseMs);
    const inHand = { status: "SENDING", leaseUntil: lease, tryCount: sql`${d.tryCount} + 1`, sourceId, lastUpdateDate: moment };
    return this.#office.kernel.db.query<Claimed>(
      sql`with due as (
         select ${d.id} from ${d} join ${i} on ${i.id} = ${d.instanceId}
         where ${d.channel} = ${channel} and ${d.status} in ${live} and ${d.nextTryAt} <= ${moment} and ${d.digestKey} is null and ${i.status} in ${sendable}
           and (${d.errorClass} is distinct from 'PERMANENT_SOURCE' or ${d.sourceId} is distinct from ${sourceId})
           and not exists (select 1 from ${before} where ${before.orderKey} = ${d.orderKey} and ${before.orderNo} < ${d.orderNo} and ${before.status} in ${unsent})
         order by ${d.priority}, ${d.id} limit ${most} for update of ${alias(d)} skip locked),
       taken as (update ${d} set ${changes(msgDelivery, inHand)} from due where ${d.id} = due.id returning ${columns(d, ...inHandColumns, "priority")})
       select ${joined(inHandColumns.map((key) => raw(`taken."${key}"`)))},
         ${columns(i, "msgKind", "bizEntity", "bizId")}, ${c.msgCfgCode} as "cfgCode", ${m.smsProviderTemplateId} as "providerTemplateId", ${m.attachmentsRule},
         ${u.userStatus}, ${zoneOf(u)} as zone, ${f.quietFrom}, ${f.quietTo}
       from taken join ${i} on ${i.id} = taken."instanceId" left join ${c} on ${c.id} = ${i.msgCfgId}
         left join ${m} on ${m.templateCode} = ${c.templateCodes}->>taken.channel and ${m.channel} = taken.channel and ${m.status} = 'PUBLISHED'
         left join ${u} on ${u.id} = taken."userId" left join ${f} on ${f.userId} = taken."userId"
       order by taken.priority, taken.id`,
    );
  }

  /** What must not leave now: too late, too early in the morning, too many for one phone, or to somebody who is gone. */
  async #holdBack(claimed: readonly Claimed[]): Promise<readonly Claimed[]> {
    const { kernel, clock } = this.#office;
    const now = clock.now();
    const house = readHours(await kernel.settings.value("QUIET_HOURS"));
    const going: Claimed[] = [];
    const ended: string[] = [];
    for (const row of claimed) {
      const hours = row.quietFrom && row.quietTo ? { from: row.quietFrom, to: row.quietTo } : house;
      const rests = sleeps.has(row.channel) && row.quietFlag === "Y" ? afterQuiet(now, hours, row.zone ?? houseZone) : now;
      const later = rests.getTime() > now.getTime() ? rests : await this.#phoneFree(row, now);
      if (row.expiresAt !== null && row.expiresAt <= now.toISOString()) ended.push(await this.#end(row, "EXPIRED", null));
      else if (row.userStatus === "DISABLED") ended.push(await this.#end(row, "SUPPRESSED", "DISABLED"));
      else if (later) await this.#later(row, later);
      else going.push(row);
    }
    if (ended.length) await settle(this.#office, ended, {});
    return going;
  }

  async #end(claimed: Claimed, status: string, reason: string | null): Promise<string> {
    const ended = changes(msgDelivery, { status, reason, leaseUntil: null, dedupeKey: null });
    await this.#office.kernel.db.query(sql`update ${d} set ${ended} where ${isInHand(claimed)}`);
    return claimed.instanceId;
  }

  async #later(claimed: Claimed, at: Date): Promise<void> {
    const later = changes(msgDelivery, { status: "WAITING", tryCount: sql`${d.tryCount} - 1`, leaseUntil: null, nextTryAt: at });
    await this.#office.kernel.db.query(sql`update ${d} set ${later} where ${isInHand(claimed)}`);
  }

  /** Five messages an hour and ten a day are enough for one phone, apart from what must be said; null when it may go. */
  async #phoneFree(claimed: Claimed, now: Date): Promise<Date | null> {
    if (claimed.channel !== "SMS" || claimed.mandatoryFlag === "Y" || !claimed.addressHash) return null;
    const isSince = (hours: number) => sql`${d.sentAt} > ${shift(now, { hours: -hours })}`;
    const row = await this.#office.kernel.db.one<{ hour: number; day: number; oldest: string | null }>(
      sql`select count(*) filter (where ${isSince(1)})::int as hour, count(*)::int as day, min(${d.sentAt}) filter (where ${isSince(1)}) as oldest
       from ${d} where ${d.addressHash} = ${claimed.addressHash} and ${d.channel} = 'SMS' and ${d.mandatoryFlag} = 'N' and ${isSince(24)}`,
    );
    if (!row || (row.hour < 5 && row.day < 10)) return null;
    return shift(row.day < 10 && row.oldest ? new Date(row.oldest) : now, { hours: 1 });
  }

  async #handOver(source: Source, claimed: readonly Claimed[]): Promise<void> {
    const sender = this.#sources.senderOf(source);
    const outcomes: Outcome[] = [];
    for (let i = 0; i < claimed.length; i += abreast) {
      const part = claimed.slice(i, i + abreast);
      const sent = await Promise.all(
        part.map(async (row): Promise<Outcome> => {
          const began = performance.now();
          const answer = await within(timeLimitMs, async () => sender.send(await this.#outgoing(row), this.#office.clock.now()));
          return { one: row, sent: answer, ms: Math.round(performance.now() - began) };
        }),
      );
      await this.#write(source, sent);
      outcomes.push(...sent);
      // Nobody is asked again at a door that was shut in our face: the rest waits for another source.
      if (sent.some(({ sent: answer }) => answer.errorClass === "SOURCE_DOWN")) {
        const rest = claimed.slice(i + abreast);
        for (const row of rest) await this.#later(row, new Date(this.#office.clock.now().getTime() + 60_000));
        break;
      }
    }
    await this.#sources.note(
      source,
      outcomes.map((o) => o.sent),
    );
  }

  async #outgoing(claimed: Claimed): Promise<Outgoing> {
    const link = linkOf(this.#office, claimed.linkRoute);
    const canStop = claimed.channel === "EMAIL" && claimed.mandatoryFlag === "N" && claimed.msgKind !== "SYSTEM" && claimed.userId !== null;
    const unsubscribe = canStop
      ? unsubscribeUrl(this.#office, { userId: claimed.userId!, scope: "KIND", scopeValue: claimed.msgKind, channel: "EMAIL" })
      : null;
    const content = claimed.content ?? "";
    const { userId, userLanguage: language, bizEntity, bizId } = claimed;
    const prints = claimed.channel === "EMAIL" && claimed.attachmentsRule === "DOCUMENT";
    const attachments = prints ? await documentAttached(this.#office, { userId, language, bizEntity, bizId }) : [];
    const quick = claimed.channel === "EMAIL" ? await quickLinks(this.#office.kernel, claimed.userId, claimed.linkRoute) : [];
    return {
      deliveryId: claimed.id,
      kind: claimed.cfgCode ?? claimed.msgKind,
      address: openAddress(this.#office, claimed.addressSealed),
      userId: claimed.userId,
      title: claimed.title ?? "",
      content:
        claimed.channel === "EMAIL"
          ? mailHtml({ content, link, unsubscribe, language: claimed.userLanguage, zone: claimed.zone ?? houseZone, quick })
          : content,
      link,
      ...(attachments.length ? { attachments } : {}),
      unsubscribeUrl: unsubscribe,
      meta: { templateId: claimed.providerTemplateId, language: claimed.userLanguage, title: claimed.title },
    };
  }

  /** What was said becomes state and log in one transaction for the batch, a few statements however many they are. */
  async #write(source: Source, outcomes: readonly Outcome[]): Promise<void> {
    const now = this.#office.clock.now();
    const ends = outcomes.map((outcome) => this.#conclude(source, outcome, now));
    const mine = await this.#office.kernel.db.tx(async (tx) => {
      await insertMany(
        tx,
        msgLog,
        ends.map((end) => this.#logRow(source, end, now)),
      );
      // What was given to another meanwhile is his to write and to count.
      const written = await tx.query<{ id: string }>(
        sql`update ${d} set ${afterTry(now)}
         from jsonb_to_recordset(${JSON.stringify(ends.map(stateRow))}::jsonb) as x(id text, tries int, status text, said text, kind text, error text, next timestamptz)
         where ${d.id} = x.id and ${d.status} = 'SENDING' and ${d.tryCount} = x.tries returning ${d.id}`,
      );
      const ids = new Set(written.map((row) => row.id));
      const own = ends.filter(({ one }) => ids.has(one.id));
      // What a digest carried shares its fate.
      const over = own.filter(({ status }) => status === "SENT" || status === "FAILED");
      const fates = JSON.stringify(over.map(({ one, status }) => ({ id: one.id, status })));
      const shared = {
        status: raw("x.status"),
        sentAt: sql`case when x.status = 'SENT' then ${now}::timestamptz end`,
        lastUpdateDate: now,
      };
      await tx.query(
        sql`update ${d} set ${changes(msgDelivery, shared)} from jsonb_to_recordset(${fates}::jsonb) as x(id text, status text) where ${d.carriedBy} = x.id and ${d.status} = 'SENDING'`,
      );
      await noteAddresses(this.#office, tx, ends, now);
      const of = (list: readonly Ending[], status?: string) =>
        list.flatMap((end) => (status === undefined || end.status === status ? [end.one.instanceId] : []));
      await settle(this.#office, of(own), { sent: of(own, "SENT"), failed: of(own, "FAILED") }, tx);
      return own;
    });
    const failed = mine.flatMap(({ one, status }) => (status === "FAILED" ? [one.id] : []));
    if (failed.length) await this.#lost(failed);
  }

  #conclude(source: Source, outcome: Outcome, now: Date): Ending {
    const { one, sent } = outcome;
    const kind = classOf(sent, one);
    const next = this.#next(sent, kind, one, source, now);
    const status = sent.accepted ? "SENT" : kind === "SOURCE_DOWN" ? "WAITING" : next ? "RETRY" : "FAILED";
    return { ...outcome, kind, status, next: status === "WAITING" ? new Date(now.getTime() + 60_000) : next };
  }

  #logRow(source: Source, { one, sent, ms, kind, status, next }: Ending, now: Date): Row {
    return {
      ...stamps(newId(), "system:messages", now),
      deliveryId: one.id,
      tryNo: one.tryCount,
      at: now.toISOString(),
      channel: one.channel,
      sourceId: source.id,
      requestMasked: maskAddress(openAddress(this.#office, one.addressSealed) || (source.endpoint ?? "")),
      responseMasked: sent.text?.slice(0, 1000) ?? null,
      providerCode: sent.code?.slice(0, 60) ?? null,
      result: sent.accepted ? "ACCEPTED" : "FAILED",
      errorClass: kind,
      nextTryAt: status === "RETRY" ? (next?.toISOString() ?? null) : null,
      ms,
    };
  }

  #next(sent: Sent, kind: ErrorClass | null, claimed: Claimed, source: Source, now: Date): Date | null {
    if (sent.accepted || kind === null || kind === "PERMANENT_ADDRESS" || kind === "PERMANENT_CONTENT") return null;
    // Refused by one source, another of the channel is asked once.
    if (kind === "PERMANENT_SOURCE") return claimed.errorClass === "PERMANENT_SOURCE" ? null : now;
    const { tryCount: tries, expiresAt } = claimed;
    return nextTry(
      { tries, errorClass: kind, now, expiresAt, retryAfterSeconds: sent.retryAfterSeconds ?? null },
      this.#office.chance(),
      source.retryPolicy ?? {},
    );
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    await this.#running?.catch(() => undefined);
  }
}
