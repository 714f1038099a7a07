import type { Refusal } from "#kernel/refusal.ts";
import { alias, every, raw, sql } from "#kernel/query.ts";
import { secretOf } from "#kernel/server/access/secret.ts";
import type { Row } from "#kernel/server/find/visible.ts";
import { houseDay } from "#kernel/time.ts";
import { changes } from "#kernel/server/act/write.ts";
import type { ChannelSender, Sent, SourceAccount } from "../channel.ts";
import { isFailing, type RetryPolicy } from "../schedule.ts";
import { msgSource } from "../source.entity.ts";
import type { Office } from "./office.ts";

/** A source as the sender uses it. */
export interface Source extends SourceAccount {
  readonly state: "UP" | "DEGRADED" | "DOWN";
  readonly weight: number;
  readonly ratePerSecond: number;
  readonly dailyLimit: number | null;
  readonly unitPrice: string | null;
  readonly retryPolicy: RetryPolicy | null;
  readonly fault: Refusal | null;
}

type Try = { readonly at: number; readonly ok: boolean };

const s = every(msgSource);
const windowSize = 200;
const probeMs = 60_000;
const probesToDown = 3;

/** The secret of a row; where its reference opens nothing, why. */
function secretIn(row: Row, keys: Office["keys"], env: Office["env"]): Pick<Source, "secret" | "fault"> {
  if (row["secretSealed"]) return { secret: keys.unseal(row["secretSealed"], "msg-source")?.toString("utf8") ?? null, fault: null };
  try {
    return { secret: row["secretRef"] ? secretOf(env, "MESSAGE", String(row["secretRef"])) : null, fault: null };
  } catch (error) {
    return { secret: null, fault: error as Refusal };
  }
}

/** Nothing leaves by a source whose secret cannot be opened. */
function refusing({ code, text }: Refusal): ChannelSender {
  const answer = (): Promise<Sent> => Promise.resolve({ accepted: false, code, text: text[1], errorClass: "SOURCE_DOWN" });
  return { send: answer, probe: answer };
}

/** The accounts messages leave by: who is well, who has tokens left today, and who is asked again whether it lives. */
export class Sources {
  readonly #office: Office;
  #read: Promise<readonly Source[]> | null = null;
  #readAt = 0;
  readonly #senders = new Map<string, { readonly key: string; readonly sender: ChannelSender }>();

  constructor(office: Office) {
    this.#office = office;
    office.kernel.bus.watch(["BaseMsgSource"], () => this.forget());
  }

  forget(): void {
    this.#read = null;
  }

  /** Everything that is switched on; other processes change states too, so that it is read anew every few seconds. */
  async all(): Promise<readonly Source[]> {
    const now = this.#office.clock.now().getTime();
    if (!this.#read || Math.abs(now - this.#readAt) > 5_000) {
      this.#readAt = now;
      this.#read = this.#load();
      this.#read.catch(() => (this.#read = null));
    }
    return this.#read;
  }

  async #load(): Promise<readonly Source[]> {
    const { kernel, keys, env } = this.#office;
    const [rows, hosts] = await Promise.all([
      kernel.db.query<Row>(sql`select ${alias(s)}.* from ${s} where ${s.enabledFlag} = 'Y' order by ${s.sourceCode}`),
      kernel.settings.value("MSG_HTTP_ALLOW"),
    ]);
    return rows.map((row) => ({
      ...(row as unknown as Source),
      ...secretIn(row, keys, env),
      allowedHosts: hosts
        .split(",")
        .map((host) => host.trim().toLowerCase())
        .filter(Boolean),
    }));
  }

  /** Sources of a channel that may be used now. What is kept here is used only where nothing outside is connected. */
  async of(channel: string): Promise<readonly Source[]> {
    const all = (await this.all()).filter((source) => source.channel === channel);
    const outside = all.filter((source) => source.provider !== "CAPTURE");
    return outside.length ? outside : all;
  }

  /** One that is well, by weight; while some are well, the degraded get nothing but their probes. */
  async pick(channel: string, not: readonly string[] = []): Promise<Source | null> {
    const standing = (await this.of(channel)).filter((source) => source.state !== "DOWN" && !not.includes(source.id));
    const well = standing.filter((source) => source.state === "UP");
    const among = well.length ? well : standing;
    const total = among.reduce((sum, source) => sum + Math.max(source.weight, 1), 0);
    let left = this.#office.chance() * total;
    for (const source of among) {
      left -= Math.max(source.weight, 1);
      if (left < 0) return source;
    }
    return among.at(-1) ?? null;
  }

  senderOf(source: Source): ChannelSender {
    const key = JSON.stringify([
      source.provider,
      source.endpoint,
      source.method,
      source.headers,
      source.bodyTemplate,
      source.account,
      source.secret,
      source.fromAddress,
      source.fromName,
      source.successExpr,
      source.idExpr,
      source.errorExpr,
      source.allowedHosts,
      source.fault?.code,
    ]);
    const known = this.#senders.get(source.id);
    if (known?.key === key) return known.sender;
    known?.sender.close?.();
    const sender = source.fault ? refusing(source.fault) : this.#office.openSender(source);
    this.#senders.set(source.id, { key, sender });
    return sender;
  }

  /** As many tokens as are there, at most `wanted`: one bucket in the database for all processes, and one count for the day. */
  async take(source: Source, wanted: number): Promise<number> {
    const now = this.#office.clock.now();
    const [moment, day, most] = [sql`${now}::timestamptz`, sql`${houseDay(now)}::date`, sql`${wanted}::int`];
    const passed = sql`greatest(extract(epoch from (${moment} - coalesce(${s.tokensAt}, ${moment})))::numeric, 0)`;
    const taken = changes(msgSource, {
      tokens: raw("round(given.avail - given.n, 3)"),
      tokensAt: moment,
      sentToday: raw("given.sent + given.n"),
      sentDay: day,
    });
    const row = await this.#office.kernel.db.one<{ granted: number; sent: number; before: number }>(
      sql`with held as (select ${s.id}, ${s.dailyLimit} as most, case when ${s.sentDay} = ${day} then ${s.sentToday} else 0 end as sent,
           least(${s.ratePerSecond}::numeric, coalesce(${s.tokens}, ${s.ratePerSecond}) + ${passed} * ${s.ratePerSecond}) as avail
         from ${s} where ${s.id} = ${source.id} for update),
       given as (select id, avail, sent, greatest(0, least(${most}, floor(avail)::int, coalesce(most - sent, ${most}))) as n from held)
       update ${s} set ${taken} from given where ${s.id} = given.id returning given.n as granted, given.sent + given.n as sent, given.sent as before`,
    );
    if (row && source.dailyLimit && row.sent * 10 >= source.dailyLimit * 9 && row.before * 10 < source.dailyLimit * 9)
      await this.#tell(source, `${row.sent}/${source.dailyLimit}`, "LIMIT");
    return row?.granted ?? 0;
  }

  /** Gives back what was not needed. */
  async giveBack(source: Source, count: number): Promise<void> {
    if (count > 0)
      await this.#office.kernel.db.query(
        sql`update ${s} set ${changes(msgSource, {
          tokens: sql`least(${s.ratePerSecond}, coalesce(${s.tokens}, 0) + ${count})`,
          sentToday: sql`greatest(0, ${s.sentToday} - ${count})`,
        })} where ${s.id} = ${source.id}`,
      );
  }

  /** Notes how tries went; half of twenty failing within five minutes takes the source out of the ring, refused credentials at once. */
  async note(source: Source, results: readonly Sent[]): Promise<void> {
    const now = this.#office.clock.now();
    // An address nobody has is no fault of the source.
    const tries = results.map((r): Try => ({
      at: now.getTime(),
      ok: r.accepted || r.errorClass === "PERMANENT_ADDRESS" || r.errorClass === "PERMANENT_CONTENT",
    }));
    const refused = results.find((r) => r.errorClass === "SOURCE_DOWN");
    const changed = await this.#office.kernel.db.tx(async (tx) => {
      const row = (await tx.one<{ state: string; failureWindow: Try[] | null }>(
        sql`select ${s.state}, ${s.failureWindow} from ${s} where ${s.id} = ${source.id} for update`,
      ))!;
      const window = [...(row.failureWindow ?? []), ...tries].filter((t) => t.at > now.getTime() - 300_000).slice(-windowSize);
      const state = refused ? "DOWN" : row.state === "UP" && isFailing(window, now) ? "DEGRADED" : row.state;
      const lastError = results.findLast((r) => !r.accepted)?.text?.slice(0, 500) ?? null;
      const next = sql`coalesce(${s.nextProbeAt}, ${new Date(now.getTime() + probeMs)}::timestamptz)`;
      const noted = changes(msgSource, {
        failureWindow: JSON.stringify(window),
        state,
        nextProbeAt: state === "UP" ? null : next,
        lastError: sql`coalesce(${lastError}, ${s.lastError})`,
      });
      await tx.query(sql`update ${s} set ${noted} where ${s.id} = ${source.id}`);
      return state === row.state ? null : state;
    });
    if (!changed) return;
    this.forget();
    if (changed === "DOWN") await this.#tell(source, refused?.text ?? "", "DOWN");
  }

  /** Asks those that are not well whether they are again: one good answer brings a source back, three bad ones put it down. */
  async probe(): Promise<number> {
    const now = this.#office.clock.now();
    const due = await this.#office.kernel.db.query<{ id: string }>(
      sql`update ${s} set ${changes(msgSource, { nextProbeAt: new Date(now.getTime() + probeMs) })}
       where ${s.enabledFlag} = 'Y' and ${s.state} <> 'UP' and ${s.nextProbeAt} <= ${now} returning ${s.id}`,
    );
    this.forget();
    const all = await this.all();
    for (const { id } of due) {
      const source = all.find((row) => row.id === id);
      if (!source) continue;
      const answer = await this.senderOf(source)
        .probe()
        .catch((error: unknown): Sent => ({ accepted: false, text: String(error) }));
      await this.#probed(source, answer);
    }
    return due.length;
  }

  async #probed(source: Source, answer: Sent): Promise<void> {
    const { db } = this.#office.kernel;
    if (answer.accepted) {
      const well = changes(msgSource, { state: "UP", probeFails: 0, failureWindow: "[]", nextProbeAt: null, lastError: null });
      await db.query(sql`update ${s} set ${well} where ${s.id} = ${source.id}`);
      return this.forget();
    }
    const failed = changes(msgSource, {
      probeFails: sql`${s.probeFails} + 1`,
      lastError: (answer.text ?? "").slice(0, 500),
      state: sql`case when ${s.probeFails} + 1 >= ${probesToDown} then 'DOWN' else ${s.state} end`,
    });
    const row = await db.one<{ fails: number }>(
      sql`update ${s} set ${failed} where ${s.id} = ${source.id} returning ${s.probeFails} as fails`,
    );
    this.forget();
    if (row?.fails === probesToDown && source.state !== "DOWN") await this.#tell(source, answer.text ?? "", "DOWN");
  }

  async #tell(source: Source, msg: string, state: "DOWN" | "LIMIT"): Promise<void> {
    const { kernel, clock } = this.#office;
    await kernel.outbox.add("MSG_SOURCE_DOWN", { source: source.sourceCode, state, msg: msg.slice(0, 200) }, clock.now());
  }

  close(): void {
    for (const { sender } of this.#senders.values()) sender.close?.();
    this.#senders.clear();
  }
}
