import type { Db } from "../database/db.ts";
import type { RaiseSecurityEvent, SecurityFacts, SecurityKindCode } from "#kernel/security.ts";
import { houseZone, msOf, shift } from "#kernel/time.ts";
import { layGround } from "../database/ground.ts";
import { locks } from "../database/locks.ts";
import type { Account, Directory } from "./directory.ts";
import type { Doors } from "./doors.ts";
import { openKeys, type Keys } from "./keys.ts";
import { memoryNonces, nonceTable, tableNonces, type Nonces } from "./nonce.ts";
import { argonFrom, openPasswords, type Argon, type Passwords } from "./password.ts";
import type { Mail, Sms } from "./post.ts";
import { openFailures, openRates, type Failures, type Rates } from "./rate.ts";
import { Sessions } from "./sessions.ts";
import type { Vault } from "./vault.ts";

export interface GateSettings {
  /** The fixed tag of this deployment; requests with another one are refused. */
  readonly gatewayTag: string;
  readonly version: string;
  /** Changes with every build; browsers that see another one offer a refresh. */
  readonly buildVersion: string;
  /** What a demonstration wants to show on the sign-in page; null shows nothing. */
  readonly demo: () => unknown;
  /** Several processes behind one address: nonces go through the database. */
  readonly multiNode: boolean;
  /** Calls per minute and session; 0 switches the limit off. */
  readonly callsPerMinute: number;
  readonly argon: Argon;
  /** Where links in mails lead: https://srm.example.com */
  readonly publicUrl: string;
  readonly zone: string;
  /** Further origins whose pages may open a socket here. */
  readonly origins: readonly string[];
}

export type Alarm = (
  what: "SIGN_FAILURES" | "CODE_LEAKED" | "CODE_STOLEN" | "BACKGROUND",
  facts: Readonly<Record<string, unknown>>,
) => void;

/** What the gate is given: the world outside and everything it cannot know itself. */
export interface GateParts {
  readonly db: Db;
  readonly directory: Directory;
  readonly mail: Mail;
  readonly sms: Sms;
  readonly vault: Vault;
  readonly clock: { now(): Date };
  readonly settings?: Partial<GateSettings>;
  readonly alarm?: Alarm;
  /** Writes security events down and tells those concerned. */
  readonly security?: RaiseSecurityEvent;
  /** Blacklisted suppliers whose people may not sign in. */
  readonly barred?: (account: Account, now: Date) => Promise<boolean>;
  readonly unreadCount?: (userId: string) => Promise<number>;
  /** The outside address behind a menu, if this session may open it. */
  readonly externalPage?: (pageName: string, menuId: string, responsibilityId: string | null) => Promise<string | null>;
}

/** Everything that decides who comes in and what a request is worth. */
export interface Gate extends Omit<GateParts, "vault" | "settings" | "security"> {
  readonly settings: GateSettings;
  readonly alarm: Alarm;
  /** Something a security officer must know of; nobody waits for the telling. */
  security(kind: SecurityKindCode, facts: SecurityFacts): void;
  readonly keys: Keys;
  readonly sessions: Sessions;
  readonly nonces: Nonces;
  readonly rates: Rates;
  readonly signFailures: Failures;
  readonly passwords: Passwords;
  /** Ways in beside the password; whoever keeps one puts it here when the product starts. */
  readonly doors: Doors;
  /** Work nobody waits for (mails); its failure is an alarm, not an error of the call. */
  later(work: Promise<unknown>): void;
  /** Resolves when no such work is left. */
  idle(): Promise<void>;
  /** Rows nobody needs any more; the scheduler's SESSION_PURGE and NONCE_PURGE. */
  purge(): Promise<void>;
  close(): Promise<void>;
}

const defaults: GateSettings = {
  gatewayTag: "srm-main",
  version: "0",
  buildVersion: "0",
  demo: () => null,
  multiNode: false,
  callsPerMinute: 1200,
  argon: argonFrom({}),
  publicUrl: "",
  zone: houseZone,
  origins: [],
};

/** Indexes and the one table that declarations cannot say. */
const groundSql = [
  // Processes that start together wait for the first.
  `select pg_advisory_xact_lock(${locks.gate})`,
  nonceTable,
  `create index if not exists "BaseLoginSession_changed" on "BaseLoginSession" ("changedAt")`,
  `create index if not exists "BaseLoginSession_user" on "BaseLoginSession" ("userId") where "endReason" is null`,
  `create index if not exists "BaseLoginSession_prev" on "BaseLoginSession" ("prevAuthCodeHash") where "prevAuthCodeHash" is not null`,
  `create index if not exists "BaseLoginLog_time" on "BaseLoginLog" ("loginTime")`,
  `create index if not exists "BaseTicket_expires" on "BaseTicket" ("expiresAt")`,
  `create index if not exists "BaseVerifyCode_target" on "BaseVerifyCode" ("targetHash", "creationDate")`,
  `create index if not exists "BaseVerifyCode_ip" on "BaseVerifyCode" ("ip", "creationDate")`,
];

/** Opens the gate on tables that already exist: keys, sessions, the poll for what other processes changed. */
export async function openGate(parts: GateParts): Promise<Gate> {
  const { db, clock, vault } = parts;
  const settings = { ...defaults, ...parts.settings };
  await db.tx((tx) => layGround(tx, "gate", groundSql));
  const start = clock.now();
  const keys = await openKeys(db, vault, start);
  const sessions = await new Sessions(db, keys).start();
  const running = new Set<Promise<unknown>>();
  const alarm: Alarm = parts.alarm ?? (() => undefined);

  const gate: Gate = {
    ...parts,
    settings,
    alarm,
    security: (kind, facts) => gate.later(parts.security?.(kind, facts) ?? Promise.resolve()),
    keys,
    sessions,
    nonces: settings.multiNode ? tableNonces(db) : memoryNonces(start),
    rates: openRates(),
    signFailures: openFailures(5 * 60_000),
    passwords: openPasswords(keys, settings.argon),
    doors: {},
    later(work) {
      const settled = work.catch((error: unknown) => alarm("BACKGROUND", { error: String(error) })).finally(() => running.delete(settled));
      running.add(settled);
    },
    async idle() {
      while (running.size) await Promise.all(running);
    },
    async purge() {
      const now = clock.now();
      const before = (days: number) => shift(now, { days: -days });
      await db.query(`delete from "BaseLoginSession" where ("userId" is null and "expiresAt" < $1) or ("expiresAt" < $2)`, [
        now,
        before(90),
      ]);
      await db.query(`delete from "BaseTicket" where "expiresAt" < $1`, [before(1)]);
      await db.query(`delete from "BaseVerifyCode" where "creationDate" < $1`, [before(2)]);
      await db.query(`delete from "BaseLoginLock" where "lastUpdateDate" < $1`, [before(2)]);
      await db.query(`delete from "BaseLoginLog" where "loginTime" < $1`, [before(365)]);
      await gate.nonces.purge(now);
    },
    close,
  };

  sessions.onStolen((live, ip) => {
    alarm("CODE_STOLEN", { certificate: live.info.certificate, userId: live.info.userId });
    gate.security("SESSION_STOLEN", { userId: live.info.userId, ip });
  });
  const stop = [
    every(500, () => sessions.refresh()),
    every(30_000, () => sessions.flush()),
    every(60_000, async () => {
      const now = clock.now();
      sessions.sweep(now);
      gate.rates.sweep(now);
      gate.signFailures.sweep(now);
    }),
    every(msOf({ hours: 1 }), () => keys.renew(clock.now())),
  ];

  /** Runs again only after the last run is over; a failing database is an alarm, not a crash. */
  function every(ms: number, work: () => Promise<void>): () => Promise<void> {
    let busy: Promise<void> | null = null;
    const timer = setInterval(() => {
      busy ??= work()
        .catch((error: unknown) => alarm("BACKGROUND", { error: String(error) }))
        .finally(() => (busy = null));
    }, ms);
    timer.unref();
    return async () => {
      clearInterval(timer);
      await busy;
    };
  }

  async function close(): Promise<void> {
    await Promise.all(stop.map((end) => end()));
    await gate.idle();
    await sessions.flush();
  }

  return gate;
}
