import { randomBytes } from "node:crypto";
import type { Language } from "#kernel/text.ts";
import type { Db } from "../db.ts";
import type { Keys } from "./keys.ts";
import { denyEnded, type EndReason } from "./refusals.ts";
import { awaken, expiryOf, graceUntil, judgeCode, openRow, ranOut, readRow, readRows, takeOver, turnCodes, type Live, type Opened, type Opening, type Restriction, type SessionKind } from "./session.ts";

/** All live sessions: rows in the database, ready keys in memory, changes heard from every other process. */
export interface Sessions {
  open(opening: Opening, now: Date): Promise<Opened>;
  /** From memory at once, else from the database. */
  find(certificate: string): Live | Promise<Live | null>;
  /** Alive and the right code, else a refusal; answers later only when something has to be written or read. */
  check(live: Live, code: string, now: Date): void | Promise<void>;
  touch(live: Live, at: Date): void;
  rotate(live: Live, presented: string, now: Date): Promise<string>;
  change(live: Live, what: { kind?: SessionKind; restriction?: Restriction; responsibilityId?: string; supplierId?: string | null; language?: Language; idleMinutes?: number }): Promise<void>;
  end(certificates: readonly string[], reason: EndReason, now: Date): Promise<string[]>;
  endUser(userId: string, reason: EndReason, now: Date, except?: string): Promise<string[]>;
  /** Ends the session a leaked code belongs to; true when there was one. */
  endByCode(codeHash: string, now: Date): Promise<boolean>;
  /** Told of every session that ends here or elsewhere, so that sockets close at once. */
  onEnd(hear: (live: Live) => void): void;
  refresh(): Promise<void>;
  flush(): Promise<void>;
  sweep(now: Date): void;
  readonly size: number;
}

const channel = "gate_session";
const forgetAfterMs = 30 * 60_000;
const maxRemembered = 50_000;
/** Changes are looked for this far back again, because a transaction may commit later than its clock says. */
const overlap = "10 seconds";

export async function openSessions(db: Db, keys: Keys): Promise<Sessions> {
  const cache = new Map<string, Live>();
  const loading = new Map<string, Promise<Live | null>>();
  const touched = new Set<Live>();
  const hearers: ((live: Live) => void)[] = [];
  let since: string | null = null;

  const told = (live: Live, before: EndReason | null) => {
    if (live.ended && !before) for (const hear of hearers) hear(live);
  };

  const remember = (live: Live): Live => {
    cache.set(live.info.certificate, live);
    if (cache.size > maxRemembered) cache.delete(cache.keys().next().value!);
    return live;
  };

  async function load(certificate: string): Promise<Live | null> {
    const row = await readRow(db, certificate);
    const known = cache.get(certificate);
    if (!row) {
      cache.delete(certificate);
      return null;
    }
    if (known) {
      const before = known.ended;
      takeOver(known, row);
      told(known, before);
      return known;
    }
    const live = awaken(row, keys);
    return live && remember(live);
  }

  const reload = (certificate: string): Promise<Live | null> => {
    const running = loading.get(certificate);
    if (running) return running;
    const started = load(certificate).finally(() => loading.delete(certificate));
    loading.set(certificate, started);
    return started;
  };

  /** What this process said itself it need not hear. */
  const self = randomBytes(6).toString("hex");
  const say = (certificate: string) => db.notify(channel, `${self} ${certificate}`);
  const hear = (said: string) => {
    const [from, certificate = ""] = said.split(" ");
    if (from !== self && cache.has(certificate)) void reload(certificate).catch(() => undefined);
  };

  async function write(live: Live, columns: Readonly<Record<string, unknown>>): Promise<void> {
    const names = Object.keys(columns);
    const sets = names.map((name, i) => `"${name}" = $${i + 2}`).join(", ");
    const row = await db.one<{ changedAt: string }>(
      `update "BaseLoginSession" set ${sets}, "changedAt" = clock_timestamp(), "versionNum" = "versionNum" + 1 where "id" = $1 returning "changedAt"`,
      [live.info.id, ...names.map((name) => columns[name])],
    );
    if (row) live.changedAt = row.changedAt;
    await say(live.info.certificate);
  }

  async function markEnded(certificates: readonly string[], reason: EndReason): Promise<void> {
    for (const certificate of certificates) {
      const live = cache.get(certificate);
      if (live && !live.ended) {
        live.ended = reason;
        told(live, null);
      }
    }
    await Promise.all(certificates.map(say));
  }

  async function endWhere(condition: string, values: readonly unknown[], reason: EndReason, now: Date): Promise<string[]> {
    const rows = await db.query<{ certificate: string }>(
      `update "BaseLoginSession" set "endReason" = $1, "endedAt" = $2, "changedAt" = clock_timestamp(), "versionNum" = "versionNum" + 1 where "endReason" is null and ${condition} returning "certificate"`,
      [reason, now, ...values],
    );
    const ended = rows.map((row) => row.certificate);
    await markEnded(ended, reason);
    return ended;
  }

  const sessions: Sessions = {
    async open(opening, now) {
      const opened = await openRow(db, keys, opening, now);
      remember(opened.live);
      await markEnded(opened.kicked, "KICKED");
      return opened;
    },

    find: (certificate) => cache.get(certificate) ?? reload(certificate),

    check(live, code, now) {
      if (live.ended) throw denyEnded(live.ended);
      if (ranOut(live, now.getTime())) return checkAgain(live, code, now);
      const answer = judgeCode(live, code, now.getTime());
      return answer === "ok" ? undefined : checkAgain(live, code, now);
    },

    touch(live, at) {
      if (at.getTime() <= live.lastActiveAt) return;
      live.lastActiveAt = at.getTime();
      touched.add(live);
    },

    async rotate(live, presented, now) {
      const next = randomBytes(32).toString("base64url");
      const turned = turnCodes(live, presented, next);
      Object.assign(live, turned, { prevUntil: null });
      await write(live, { authCodeHash: turned.codeHash, prevAuthCodeHash: turned.prevHash, prevValidUntil: null, lastActiveAt: new Date(live.lastActiveAt), expiresAt: new Date(expiryOf(live)), lastUpdateDate: now });
      return next;
    },

    async change(live, what) {
      const { kind, idleMinutes, ...rest } = what;
      live.info = { ...live.info, ...(kind ? { kind } : {}), ...rest };
      if (idleMinutes !== undefined) live.idleMs = idleMinutes * 60_000;
      await write(live, { ...(kind ? { sessionKind: kind } : {}), ...(idleMinutes === undefined ? {} : { idleMinutes }), ...rest });
    },

    end: (certificates, reason, now) => endWhere(`"certificate" = any($3)`, [certificates], reason, now),
    endUser: (userId, reason, now, except) => endWhere(`"userId" = $3 and "certificate" <> $4`, [userId, except ?? ""], reason, now),
    endByCode: async (codeHash, now) => (await endWhere(`("authCodeHash" = $3 or "prevAuthCodeHash" = $3)`, [codeHash], "ADMIN", now)).length > 0,
    onEnd: (listener) => void hearers.push(listener),

    async refresh() {
      const rows = await db.query<{ at: string; certificate: string | null; changedAt: string | null }>(
        { name: "gate-poll", text: `with t as (select clock_timestamp() as at) select t.at::text as "at", s."certificate", s."changedAt" from t left join "BaseLoginSession" s on s."changedAt" > coalesce($1::timestamptz, t.at) - interval '${overlap}'` },
        [since],
      );
      since = rows[0]?.at ?? since;
      const stale = rows.filter((row) => row.certificate !== null && (cache.get(row.certificate)?.changedAt ?? row.changedAt) !== row.changedAt).map((row) => row.certificate!);
      if (stale.length === 0) return;
      for (const row of await readRows(db, stale)) {
        const live = cache.get(row.certificate);
        if (!live) continue;
        const before = live.ended;
        takeOver(live, row);
        told(live, before);
      }
    },

    async flush() {
      if (touched.size === 0) return;
      const list = [...touched];
      touched.clear();
      await db.query(
        `update "BaseLoginSession" s set "lastActiveAt" = greatest(s."lastActiveAt", v.at), "expiresAt" = greatest(s."expiresAt", v.expires), "language" = v.language
         from unnest($1::text[], $2::timestamptz[], $3::timestamptz[], $4::text[]) as v(id, at, expires, language) where s."id" = v.id and s."endReason" is null`,
        [list.map((l) => l.info.id), list.map((l) => new Date(l.lastActiveAt)), list.map((l) => new Date(expiryOf(l))), list.map((l) => l.info.language)],
      );
    },

    sweep(now) {
      for (const [certificate, live] of cache) {
        if (touched.has(live)) continue;
        if (live.ended || expiryOf(live) < now.getTime() || live.lastActiveAt + forgetAfterMs < now.getTime()) cache.delete(certificate);
      }
    },

    get size() {
      return cache.size;
    },
  };

  /** The slow way: the row may have moved in another process, or something has to be written down. */
  async function checkAgain(live: Live, code: string, now: Date): Promise<void> {
    const fresh = await reload(live.info.certificate);
    if (!fresh || fresh.ended) throw denyEnded(fresh?.ended ?? null);
    const over = ranOut(fresh, now.getTime());
    if (over) {
      await sessions.end([fresh.info.certificate], over, now);
      throw denyEnded(over);
    }
    const answer = judgeCode(fresh, code, now.getTime());
    if (answer === "firstSight") {
      fresh.prevUntil = graceUntil(now.getTime());
      await write(fresh, { prevValidUntil: new Date(fresh.prevUntil) });
    } else if (answer === "stolen") {
      await sessions.end([fresh.info.certificate], "ADMIN", now);
      throw denyEnded("ADMIN");
    } else if (answer === "unknown") throw denyEnded(null);
  }

  await db.listen(channel, hear, () => cache.clear());
  await sessions.refresh();
  return sessions;
}
