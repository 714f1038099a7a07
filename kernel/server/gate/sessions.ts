import { randomBytes } from "node:crypto";
import type { ProofWay } from "#kernel/proof.ts";
import type { Language } from "#kernel/text.ts";
import type { Db } from "../database/db.ts";
import type { Keys } from "./keys.ts";
import { denyEnded, type EndReason } from "./refusals.ts";
import {
  awaken,
  expiryOf,
  graceUntil,
  judgeCode,
  openRow,
  ranOut,
  readRow,
  readRows,
  takeOver,
  turnCodes,
  type Live,
  type Opened,
  type Opening,
  type Restriction,
  type SessionInfo,
  type SessionKind,
  responsibilityColumns,
} from "./session.ts";

const channel = "gate_session";
const forgetAfterMs = 30 * 60_000;
const maxRemembered = 50_000;
const readAgainMs = 200;
/** Changes are looked for this far back again, because a transaction may commit later than its clock says. */
const overlap = "10 seconds";

interface Change {
  readonly kind?: SessionKind;
  readonly restriction?: Restriction;
  readonly responsibilityId?: string;
  readonly supplierId?: string | null;
  readonly language?: Language;
  readonly idleMinutes?: number;
}

/** All live sessions: rows in the database, ready keys in memory, changes heard from every other process. */
export class Sessions {
  readonly #db: Db;
  readonly #keys: Keys;
  readonly #cache = new Map<string, Live>();
  readonly #loading = new Map<string, Promise<Live | null>>();
  readonly #touched = new Set<Live>();
  readonly #readLately = new WeakMap<Live, number>();
  readonly #hearers: ((live: Live) => void)[] = [];
  readonly #stolen: ((live: Live, ip: string) => void)[] = [];
  /** What this process said itself it need not hear. */
  readonly #self = randomBytes(6).toString("hex");
  #since: string | null = null;

  constructor(db: Db, keys: Keys) {
    this.#db = db;
    this.#keys = keys;
  }

  /** Listens to the other processes and learns the database's time. */
  async start(): Promise<this> {
    await this.#db.listen(
      channel,
      (value) => {
        const [from, certificate = ""] = value.split(" ");
        if (from !== this.#self && this.#cache.has(certificate)) void this.#reload(certificate).catch(() => undefined);
      },
      () => this.#cache.clear(),
    );
    await this.refresh();
    return this;
  }

  get size(): number {
    return this.#cache.size;
  }

  async open(opening: Opening, now: Date): Promise<Opened> {
    const opened = await openRow(this.#db, this.#keys, opening, now);
    this.#remember(opened.live);
    await this.#markEnded(opened.kicked, "KICKED");
    return opened;
  }

  /** From memory at once, else from the database. */
  find(certificate: string): Live | Promise<Live | null> {
    return this.#cache.get(certificate) ?? this.#reload(certificate);
  }

  /** Alive and the right code, else a refusal; answers later only when something has to be written or read. */
  check(live: Live, code: string, now: Date, ip: string): void | Promise<void> {
    if (live.ended) throw denyEnded(live.ended);
    if (ranOut(live, now.getTime()) || judgeCode(live, code, now.getTime()) !== "ok") return this.#checkAgain(live, code, now, ip);
  }

  /** Somebody acted: the idle limit moves. */
  touch(live: Live, at: Date): void {
    if (at.getTime() <= live.lastActiveAt) return;
    live.lastActiveAt = at.getTime();
    this.#touched.add(live);
  }

  /** A new code; the presented one stays good until the new one is seen, and a minute more. */
  async rotate(live: Live, presented: string, now: Date): Promise<string> {
    const next = randomBytes(32).toString("base64url");
    const turned = turnCodes(live, presented, next);
    Object.assign(live, turned, { prevUntil: null });
    await this.#write(live, {
      authCodeHash: turned.codeHash,
      prevAuthCodeHash: turned.prevHash,
      prevValidUntil: null,
      lastActiveAt: new Date(live.lastActiveAt),
      expiresAt: new Date(expiryOf(live)),
      lastUpdateDate: now,
    });
    return next;
  }

  async change(live: Live, what: Change): Promise<void> {
    const { kind, idleMinutes, ...rest } = what;
    live.info = { ...live.info, ...(kind ? { kind } : {}), ...rest };
    if (idleMinutes !== undefined) live.idleMs = idleMinutes * 60_000;
    const { responsibilityId, ...others } = rest;
    await this.#write(live, {
      ...(kind ? { sessionKind: kind } : {}),
      ...(idleMinutes === undefined ? {} : { idleMinutes }),
      ...(responsibilityId === undefined ? {} : responsibilityColumns(responsibilityId)),
      ...others,
    });
  }

  /** Password or second factor were right: what guards account and money is open in this session for a few minutes. */
  async prove(live: Live, way: ProofWay, now: Date): Promise<void> {
    live.info = { ...live.info, proof: { at: now.toISOString(), way } };
    await this.#write(live, { provenAt: now, provenWay: way });
  }

  end(certificates: readonly string[], reason: EndReason, now: Date): Promise<string[]> {
    return this.#endWhere(`"certificate" = any($3)`, [certificates], reason, now);
  }

  endUser(userId: string, reason: EndReason, now: Date, except?: string): Promise<string[]> {
    return this.#endWhere(`"userId" = $3 and "certificate" <> $4`, [userId, except ?? ""], reason, now);
  }

  /** Ends the session a leaked code belongs to, and answers it where there was one. */
  async endByCode(codeHash: string, now: Date): Promise<SessionInfo | null> {
    const [ended] = await this.#endWhere(`("authCodeHash" = $3 or "prevAuthCodeHash" = $3)`, [codeHash], "LEAKED", now);
    return ended === undefined ? null : ((await this.find(ended))?.info ?? null);
  }

  /** Told of every session that ends here or elsewhere, so that sockets close at once. */
  onEnd(hear: (live: Live) => void): void {
    this.#hearers.push(hear);
  }

  /** Told once of every session whose old code somebody used, and of the address it came from. */
  onStolen(hear: (live: Live, ip: string) => void): void {
    this.#stolen.push(hear);
  }

  /** One statement for all sessions: what did other processes change since last time? */
  async refresh(): Promise<void> {
    const rows = await this.#db.query<{ at: string; certificate: string | null; changedAt: string | null }>(
      {
        name: "gate-poll",
        text: `with t as (select clock_timestamp() as at) select t.at::text as "at", s."certificate", s."changedAt" from t left join "BaseLoginSession" s on s."changedAt" > coalesce($1::timestamptz, t.at) - interval '${overlap}'`,
      },
      [this.#since],
    );
    this.#since = rows[0]?.at ?? this.#since;
    const stale = rows
      .filter((row) => row.certificate !== null && (this.#cache.get(row.certificate)?.changedAt ?? row.changedAt) !== row.changedAt)
      .map((row) => row.certificate!);
    if (stale.length === 0) return;
    for (const row of await readRows(this.#db, stale)) {
      const live = this.#cache.get(row.certificate);
      if (live) this.#overtake(live, () => takeOver(live, row));
    }
  }

  /** Writes down who was active since the last time, all in one statement. */
  async flush(): Promise<void> {
    if (this.#touched.size === 0) return;
    const list = [...this.#touched];
    this.#touched.clear();
    await this.#db.query(
      `update "BaseLoginSession" s set "lastActiveAt" = greatest(s."lastActiveAt", v.at), "expiresAt" = greatest(s."expiresAt", v.expires), "language" = v.language
       from unnest($1::text[], $2::timestamptz[], $3::timestamptz[], $4::text[]) as v(id, at, expires, language) where s."id" = v.id and s."endReason" is null`,
      [
        list.map((l) => l.info.id),
        list.map((l) => new Date(l.lastActiveAt)),
        list.map((l) => new Date(expiryOf(l))),
        list.map((l) => l.info.language),
      ],
    );
  }

  /** Forgets what is over or was not used for half an hour; it can be read again. */
  sweep(now: Date): void {
    for (const [certificate, live] of this.#cache) {
      if (this.#touched.has(live)) continue;
      if (live.ended || expiryOf(live) < now.getTime() || live.lastActiveAt + forgetAfterMs < now.getTime())
        this.#cache.delete(certificate);
    }
  }

  #remember(live: Live): Live {
    this.#cache.set(live.info.certificate, live);
    if (this.#cache.size > maxRemembered) this.#cache.delete(this.#cache.keys().next().value!);
    return live;
  }

  /** Changes a session and tells the listeners when that ended it. */
  #overtake(live: Live, change: () => void): void {
    const before = live.ended;
    change();
    if (live.ended && !before) for (const hear of this.#hearers) hear(live);
  }

  async #load(certificate: string): Promise<Live | null> {
    const row = await readRow(this.#db, certificate);
    const known = this.#cache.get(certificate);
    if (!row) {
      this.#cache.delete(certificate);
      return null;
    }
    if (!known) {
      const live = awaken(row, this.#keys);
      return live && this.#remember(live);
    }
    this.#overtake(known, () => takeOver(known, row));
    return known;
  }

  #reload(certificate: string): Promise<Live | null> {
    const running = this.#loading.get(certificate);
    if (running) return running;
    const started = this.#load(certificate).finally(() => this.#loading.delete(certificate));
    this.#loading.set(certificate, started);
    return started;
  }

  /** Whoever tries codes makes us read a row five times a second at most; changes are heard anyway. */
  async #reloadSometimes(live: Live): Promise<Live | null> {
    const at = performance.now();
    if (at - (this.#readLately.get(live) ?? -Infinity) < readAgainMs) return live;
    this.#readLately.set(live, at);
    return this.#reload(live.info.certificate);
  }

  /** The slow way: the row may have moved in another process, or something has to be written down. */
  async #checkAgain(live: Live, code: string, now: Date, ip: string): Promise<void> {
    const fresh = await this.#reloadSometimes(live);
    if (!fresh || fresh.ended) throw denyEnded(fresh?.ended ?? null);
    const over = ranOut(fresh, now.getTime());
    if (over) {
      await this.end([fresh.info.certificate], over, now);
      throw denyEnded(over);
    }
    const answer = judgeCode(fresh, code, now.getTime());
    if (answer === "firstSight") {
      fresh.prevUntil = graceUntil(now.getTime());
      await this.#write(fresh, { prevValidUntil: new Date(fresh.prevUntil) });
    } else if (answer === "stolen") {
      const ended = await this.end([fresh.info.certificate], "STOLEN", now);
      if (ended.length) for (const hear of this.#stolen) hear(fresh, ip);
      throw denyEnded("STOLEN");
    } else if (answer === "unknown") throw denyEnded(null);
  }

  async #write(live: Live, columns: Readonly<Record<string, unknown>>): Promise<void> {
    const names = Object.keys(columns);
    const sets = names.map((name, i) => `"${name}" = $${i + 2}`).join(", ");
    const row = await this.#db.one<{ changedAt: string }>(
      `update "BaseLoginSession" set ${sets}, "changedAt" = clock_timestamp(), "versionNum" = "versionNum" + 1 where "id" = $1 returning "changedAt"`,
      [live.info.id, ...names.map((name) => columns[name])],
    );
    if (row) live.changedAt = row.changedAt;
    await this.#say(live.info.certificate);
  }

  #say(certificate: string): Promise<void> {
    return this.#db.notify(channel, `${this.#self} ${certificate}`);
  }

  async #endWhere(condition: string, values: readonly unknown[], reason: EndReason, now: Date): Promise<string[]> {
    const rows = await this.#db.query<{ certificate: string }>(
      `update "BaseLoginSession" set "endReason" = $1, "endedAt" = $2, "changedAt" = clock_timestamp(), "versionNum" = "versionNum" + 1 where "endReason" is null and ${condition} returning "certificate"`,
      [reason, now, ...values],
    );
    const ended = rows.map((row) => row.certificate);
    await this.#markEnded(ended, reason);
    return ended;
  }

  async #markEnded(certificates: readonly string[], reason: EndReason): Promise<void> {
    for (const certificate of certificates) {
      const live = this.#cache.get(certificate);
      if (live) this.#overtake(live, () => void (live.ended ??= reason));
    }
    await Promise.all(certificates.map((certificate) => this.#say(certificate)));
  }
}
