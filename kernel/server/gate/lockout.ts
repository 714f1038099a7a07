import { msOf } from "#kernel/time.ts";
import type { Db } from "../database/db.ts";
import { insertRow } from "./rows.ts";

/** Failures of one account name or address. Times are milliseconds. */
export interface LockState {
  readonly fails: readonly number[];
  readonly lockedUntil: number | null;
  readonly level: number;
  readonly lastLockAt: number | null;
}

export interface LockRules {
  readonly maxFails: number;
  readonly windowMs: number;
  readonly lockMs: number;
  /** Each further lock within a day lasts twice as long, up to this. */
  readonly longestMs: number;
}

const minute = 60_000;
const day = msOf({ days: 1 });

export const noFailures: LockState = { fails: [], lockedUntil: null, level: 0, lastLockAt: null };
export const accountRules = (maxFails = 5, lockMinutes = 15): LockRules => ({
  maxFails,
  windowMs: 15 * minute,
  lockMs: lockMinutes * minute,
  longestMs: 240 * minute,
});
/** An address is not locked longer the second time: many people may stand behind it. */
export const addressRules: LockRules = { maxFails: 30, windowMs: 15 * minute, lockMs: 15 * minute, longestMs: 15 * minute };

const recent = (state: LockState, rules: LockRules, now: number): number[] => state.fails.filter((at) => at > now - rules.windowMs);

export const isLocked = (state: LockState, now: number): boolean => state.lockedUntil !== null && state.lockedUntil > now;

/** A try is presumed to fail until it has proved right, so that a thousand parallel guesses are still five guesses. */
export function presume(state: LockState, rules: LockRules, now: number): { readonly state: LockState; readonly allowed: boolean } {
  if (isLocked(state, now)) return { state, allowed: false };
  const fails = recent(state, rules, now);
  if (fails.length >= rules.maxFails) return { state: lock({ ...state, fails }, rules, now), allowed: false };
  return { state: { ...state, fails: [...fails, now] }, allowed: true };
}

/** The presumed failure was one: enough of them lock. */
export function confirmFailure(state: LockState, rules: LockRules, now: number): LockState {
  if (isLocked(state, now)) return state;
  const fails = recent(state, rules, now);
  return fails.length >= rules.maxFails ? lock({ ...state, fails }, rules, now) : { ...state, fails };
}

function lock(state: LockState, rules: LockRules, now: number): LockState {
  const again = state.lastLockAt !== null && now - state.lastLockAt < day;
  const level = again ? state.level + 1 : 1;
  return { fails: [], level, lastLockAt: now, lockedUntil: now + Math.min(rules.lockMs * 2 ** (level - 1), rules.longestMs) };
}

/** A right password clears the count; the memory of earlier locks stays for its day. */
export const forgive = (state: LockState): LockState => ({ ...state, fails: [], lockedUntil: null });

/** Takes one presumed failure back without forgiving the others. */
export function takeBack(state: LockState, at: number): LockState {
  const index = state.fails.lastIndexOf(at);
  return index < 0 ? state : { ...state, fails: state.fails.toSpliced(index, 1) };
}

export const minutesLeft = (state: LockState, now: number): number => Math.max(1, Math.ceil(((state.lockedUntil ?? now) - now) / minute));

export const accountKey = (name: string): string => `account|${name.trim().toLowerCase().slice(0, 200)}`;
export const addressKey = (ip: string): string => `ip|${ip}`;

interface LockRow {
  failTimes: number[];
  lockedUntil: string | null;
  lockLevel: number;
  lastLockAt: string | null;
}

const stateOf = (row: LockRow | null): LockState =>
  row === null
    ? noFailures
    : {
        fails: row.failTimes,
        level: row.lockLevel,
        lockedUntil: row.lockedUntil === null ? null : Date.parse(row.lockedUntil),
        lastLockAt: row.lastLockAt === null ? null : Date.parse(row.lastLockAt),
      };

const columns = `"failTimes", "lockedUntil", "lockLevel", "lastLockAt"`;

export const readLock = async (db: Pick<Db, "one">, key: string): Promise<LockState> =>
  stateOf(await db.one<LockRow>(`select ${columns} from "BaseLoginLock" where "lockKey" = $1`, [key]));

/** Reads, decides and writes one row with nobody in between; a name never seen gets its row first. */
export async function withLock<T>(
  db: Db,
  key: string,
  now: Date,
  decide: (state: LockState) => { readonly state: LockState; readonly answer: T },
): Promise<T> {
  return db.tx(async (tx) => {
    const read = () => tx.one<LockRow>(`select ${columns} from "BaseLoginLock" where "lockKey" = $1 for update`, [key]);
    let row = await read();
    if (!row) {
      await tx.query("select pg_advisory_xact_lock(hashtextextended($1, 11))", [key]);
      row = await read();
      if (!row) await insertRow(tx, "BaseLoginLock", { lockKey: key, failTimes: [], lockLevel: 0 }, now);
    }
    const { state, answer } = decide(stateOf(row));
    await tx.query(
      `update "BaseLoginLock" set "failTimes" = $2, "lockedUntil" = $3, "lockLevel" = $4, "lastLockAt" = $5, "lastUpdateDate" = $6 where "lockKey" = $1`,
      [
        key,
        JSON.stringify(state.fails),
        state.lockedUntil === null ? null : new Date(state.lockedUntil),
        state.level,
        state.lastLockAt === null ? null : new Date(state.lastLockAt),
        now,
      ],
    );
    return answer;
  });
}

/** What an administrator's unlock and a finished password recovery do. */
export const unlock = (db: Db, userName: string, now: Date): Promise<void> =>
  withLock(db, accountKey(userName), now, (state) => ({ state: forgive(state), answer: undefined }));
