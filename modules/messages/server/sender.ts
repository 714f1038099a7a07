import { newId } from "#kernel/server/id.ts";
import { orgZoneOf } from "#kernel/server/permit.ts";
import type { Row } from "#kernel/server/visible.ts";
import { houseZone, shift } from "#kernel/time.ts";
import { afterQuiet, maskAddress, nextTry, readHours, type ErrorClass } from "../schedule.ts";
import type { Outgoing, Sent } from "../channel.ts";
import { documentAttached } from "./attachment.ts";
import { linkOf, mailHtml } from "./letter.ts";
import { insertMany, live, openAddress, stamps, type Office } from "./office.ts";
import { sendable, settle } from "./settle.ts";
import { classOf, noteAddresses, within, type Claimed, type Ending, type Outcome } from "./outcome.ts";
import { deliverToInboxes } from "./site.ts";
import type { Source, Sources } from "./sources.ts";
import { quickLinks } from "../quick.ts";
import { unsubscribeUrl } from "./token.ts";

const stateRow = ({ one, sent, kind, status, next }: Ending): Row => ({
  ...{ id: one.id, tries: one.tryCount, status, kind, next: next?.toISOString() ?? null },
  ...{ said: sent.providerMsgId ?? null, error: sent.accepted ? null : (sent.text ?? "").slice(0, 500) },
});

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
      `select c.channel from unnest($2::text[]) as c(channel) where exists (select 1 from "BaseMsgDelivery" d where d.channel = c.channel and d.status in ${live} and d."nextTryAt" <= $1 and d."digestKey" is null)`,
      [this.#office.clock.now(), outside],
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
    return this.#office.kernel.db.query<Claimed>(
      `with due as (
         select d.id from "BaseMsgDelivery" d join "BaseMsgInstance" i on i.id = d."instanceId"
         where d.channel = $1 and d.status in ${live} and d."nextTryAt" <= $2 and d."digestKey" is null and i.status in ${sendable}
           and (d."errorClass" is distinct from 'PERMANENT_SOURCE' or d."sourceId" is distinct from $3)
           and not exists (select 1 from "BaseMsgDelivery" e where e."orderKey" = d."orderKey" and e."orderNo" < d."orderNo" and e.status in ('WAITING', 'RETRY', 'SENDING'))
         order by d.priority, d.id limit $4 for update of d skip locked),
       taken as (update "BaseMsgDelivery" d set status = 'SENDING', "leaseUntil" = $5, "tryCount" = d."tryCount" + 1, "sourceId" = $3, "lastUpdateDate" = $2 from due where d.id = due.id returning d.*)
       select t.id, t."instanceId", t."userId", t.channel, t."addressSealed", t."addressHash", t."userLanguage", t.title, t.content, t."linkRoute", t."tryCount", t."expiresAt", t."quietFlag", t."mandatoryFlag", t."errorClass",
         i."msgKind", c."msgCfgCode" as "cfgCode", m."smsProviderTemplateId" as "providerTemplateId", m."attachmentsRule", i."bizEntity", i."bizId", u."userStatus", coalesce(u."timeZone", ${orgZoneOf("u")}, '${houseZone}') as zone, f."quietFrom", f."quietTo"
       from taken t join "BaseMsgInstance" i on i.id = t."instanceId" left join "BaseMsgCfg" c on c.id = i."msgCfgId"
         left join "BaseMsgTemplate" m on m."templateCode" = c."templateCodes"->>t.channel and m.channel = t.channel and m.status = 'PUBLISHED'
         left join "BaseUsers" u on u.id = t."userId" left join "BaseMsgPreference" f on f."userId" = t."userId"
       order by t.priority, t.id`,
      [channel, now, source.id, most, new Date(now.getTime() + leaseMs)],
    );
  }

  /** What must not leave now: too late, too early in the morning, too many for one phone, or to somebody who is gone. */
  async #holdBack(claimed: readonly Claimed[]): Promise<readonly Claimed[]> {
    const { kernel, clock } = this.#office;
    const now = clock.now();
    const house = readHours(await kernel.settings.value("QUIET_HOURS"));
    const going: Claimed[] = [];
    const ended: string[] = [];
    for (const one of claimed) {
      const hours = one.quietFrom && one.quietTo ? { from: one.quietFrom, to: one.quietTo } : house;
      const rests = sleeps.has(one.channel) && one.quietFlag === "Y" ? afterQuiet(now, hours, one.zone ?? houseZone) : now;
      const later = rests.getTime() > now.getTime() ? rests : await this.#phoneFree(one, now);
      if (one.expiresAt !== null && one.expiresAt <= now.toISOString()) ended.push(await this.#end(one, "EXPIRED", null));
      else if (one.userStatus === "DISABLED") ended.push(await this.#end(one, "SUPPRESSED", "DISABLED"));
      else if (later) await this.#later(one, later);
      else going.push(one);
    }
    if (ended.length) await settle(this.#office, ended, {});
    return going;
  }

  async #end(one: Claimed, status: string, reason: string | null): Promise<string> {
    await this.#office.kernel.db.query(
      `update "BaseMsgDelivery" set status = $2, reason = $3, "leaseUntil" = null, "dedupeKey" = null where id = $1 and status = 'SENDING'`,
      [one.id, status, reason],
    );
    return one.instanceId;
  }

  async #later(one: Claimed, at: Date): Promise<void> {
    await this.#office.kernel.db.query(
      `update "BaseMsgDelivery" set status = 'WAITING', "tryCount" = "tryCount" - 1, "leaseUntil" = null, "nextTryAt" = $2 where id = $1 and status = 'SENDING'`,
      [one.id, at],
    );
  }

  /** Five messages an hour and ten a day are enough for one phone, apart from what must be said; null when it may go. */
  async #phoneFree(one: Claimed, now: Date): Promise<Date | null> {
    if (one.channel !== "SMS" || one.mandatoryFlag === "Y" || !one.addressHash) return null;
    const ago = (hours: number) => shift(now, { hours: -hours });
    const row = await this.#office.kernel.db.one<{ hour: number; day: number; oldest: string | null }>(
      `select count(*) filter (where "sentAt" > $2)::int as hour, count(*)::int as day, min("sentAt") filter (where "sentAt" > $2) as oldest
       from "BaseMsgDelivery" where "addressHash" = $1 and channel = 'SMS' and "mandatoryFlag" = 'N' and "sentAt" > $3`,
      [one.addressHash, ago(1), ago(24)],
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
        part.map(async (one): Promise<Outcome> => {
          const began = performance.now();
          const answer = await within(timeLimitMs, async () => sender.send(await this.#outgoing(one), this.#office.clock.now()));
          return { one, sent: answer, ms: Math.round(performance.now() - began) };
        }),
      );
      await this.#write(source, sent);
      outcomes.push(...sent);
      // Nobody is asked again at a door that was shut in our face: the rest waits for another source.
      if (sent.some(({ sent: answer }) => answer.errorClass === "SOURCE_DOWN")) {
        const rest = claimed.slice(i + abreast);
        for (const one of rest) await this.#later(one, new Date(this.#office.clock.now().getTime() + 60_000));
        break;
      }
    }
    await this.#sources.note(
      source,
      outcomes.map((o) => o.sent),
    );
  }

  async #outgoing(one: Claimed): Promise<Outgoing> {
    const link = linkOf(this.#office, one.linkRoute);
    const canStop = one.channel === "EMAIL" && one.mandatoryFlag === "N" && one.msgKind !== "SYSTEM" && one.userId !== null;
    const unsubscribe = canStop
      ? unsubscribeUrl(this.#office, { userId: one.userId!, scope: "KIND", scopeValue: one.msgKind, channel: "EMAIL" })
      : null;
    const content = one.content ?? "";
    const { userId, userLanguage: language, bizEntity, bizId } = one;
    const prints = one.channel === "EMAIL" && one.attachmentsRule === "DOCUMENT";
    const attachments = prints ? await documentAttached(this.#office, { userId, language, bizEntity, bizId }) : [];
    const quick = one.channel === "EMAIL" ? await quickLinks(this.#office.kernel, one.userId, one.linkRoute) : [];
    return {
      deliveryId: one.id,
      kind: one.cfgCode ?? one.msgKind,
      address: openAddress(this.#office, one.addressSealed),
      userId: one.userId,
      title: one.title ?? "",
      content:
        one.channel === "EMAIL"
          ? mailHtml({ content, link, unsubscribe, language: one.userLanguage, zone: one.zone ?? houseZone, quick })
          : content,
      link,
      ...(attachments.length ? { attachments } : {}),
      unsubscribeUrl: unsubscribe,
      meta: { templateId: one.providerTemplateId, language: one.userLanguage, title: one.title },
    };
  }

  /** What was said becomes state and log in one transaction for the batch, a few statements however many they are. */
  async #write(source: Source, outcomes: readonly Outcome[]): Promise<void> {
    const now = this.#office.clock.now();
    const ends = outcomes.map((outcome) => this.#conclude(source, outcome, now));
    const mine = await this.#office.kernel.db.tx(async (tx) => {
      await insertMany(
        tx,
        "BaseMsgLog",
        ends.map((end) => this.#logRow(source, end, now)),
      );
      // What was given to another meanwhile is his to write and to count.
      const written = await tx.query<{ id: string }>(
        `update "BaseMsgDelivery" d set status = x.status, "sentAt" = case when x.status = 'SENT' then $2::timestamptz else d."sentAt" end, "providerMsgId" = coalesce(x.said, d."providerMsgId"),
           "errorClass" = x.kind, "errorText" = x.error, "nextTryAt" = coalesce(x.next, d."nextTryAt"), "leaseUntil" = null, "tryCount" = d."tryCount" - case when x.status = 'WAITING' then 1 else 0 end, "lastUpdateDate" = $2
         from jsonb_to_recordset($1::jsonb) as x(id text, tries int, status text, said text, kind text, error text, next timestamptz)
         where d.id = x.id and d.status = 'SENDING' and d."tryCount" = x.tries returning d.id`,
        [JSON.stringify(ends.map(stateRow)), now],
      );
      const ids = new Set(written.map((row) => row.id));
      const own = ends.filter(({ one }) => ids.has(one.id));
      // What a digest carried shares its fate.
      const over = own.filter(({ status }) => status === "SENT" || status === "FAILED");
      await tx.query(
        `update "BaseMsgDelivery" d set status = x.status, "sentAt" = case when x.status = 'SENT' then $2::timestamptz end, "lastUpdateDate" = $2 from jsonb_to_recordset($1::jsonb) as x(id text, status text) where d."carriedBy" = x.id and d.status = 'SENDING'`,
        [JSON.stringify(over.map(({ one, status }) => ({ id: one.id, status }))), now],
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

  #next(sent: Sent, kind: ErrorClass | null, one: Claimed, source: Source, now: Date): Date | null {
    if (sent.accepted || kind === null || kind === "PERMANENT_ADDRESS" || kind === "PERMANENT_CONTENT") return null;
    // Refused by one source, another of the channel is asked once.
    if (kind === "PERMANENT_SOURCE") return one.errorClass === "PERMANENT_SOURCE" ? null : now;
    const { tryCount: tries, expiresAt } = one;
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
