import { dayIn, inZone, msOf, toUtc } from "#kernel/time.ts";
import { addDays } from "#kernel/days.ts";

const minute = msOf({ minutes: 1 });
const hour = msOf({ hours: 1 });
export const ladderMinutes: readonly number[] = [1, 5, 15, 60, 240];
const jitterShare = 0.2;

export type ErrorClass = "TRANSIENT" | "PERMANENT_ADDRESS" | "PERMANENT_SOURCE" | "PERMANENT_CONTENT" | "SOURCE_DOWN" | "UNKNOWN";

export interface RetryPolicy {
  readonly tries?: number;
  readonly minutes?: readonly number[];
}

/** When a delivery that failed for now is tried again; null when it has been tried often enough. `chance` lies in 0..1. */
export function nextTry(
  failed: {
    readonly tries: number;
    readonly errorClass: ErrorClass;
    readonly now: Date;
    readonly expiresAt?: string | null;
    readonly retryAfterSeconds?: number | null;
  },
  chance: number,
  policy: RetryPolicy = {},
): Date | null {
  const ladder = policy.minutes?.length ? policy.minutes : ladderMinutes;
  const most = failed.errorClass === "UNKNOWN" ? 3 : (policy.tries ?? 6);
  if (failed.tries >= most) return null;
  const step = ladder[Math.min(failed.tries, ladder.length) - 1] ?? ladder[0]!;
  const jitter = 1 + (Math.min(Math.max(chance, 0), 1) * 2 - 1) * jitterShare;
  const asked = (failed.retryAfterSeconds ?? 0) * 1_000;
  const at = new Date(failed.now.getTime() + Math.max(Math.round(step * minute * jitter), asked));
  return failed.expiresAt && at.toISOString() >= failed.expiresAt ? null : at;
}

export interface Hours {
  readonly from: string;
  readonly to: string;
}

/** "22:00-07:30" as hours; null when there is no such text, or both ends are the same. */
export function readHours(text: string | null | undefined): Hours | null {
  const found = /^(\d{2}:\d{2})-(\d{2}:\d{2})$/.exec(text ?? "");
  return found && found[1] !== found[2] ? { from: found[1]!, to: found[2]! } : null;
}

/** The first moment from `at` on that lies outside the quiet hours of that zone. */
export function afterQuiet(at: Date, hours: Hours | null, zone: string): Date {
  if (!hours) return at;
  const wall = inZone(at.toISOString(), zone);
  const time = wall.slice(11, 16);
  const day = wall.slice(0, 10);
  const overNight = hours.from > hours.to;
  const isQuiet = overNight ? time >= hours.from || time < hours.to : time >= hours.from && time < hours.to;
  if (!isQuiet) return at;
  const ends = overNight && time >= hours.from ? addDays(day, 1) : day;
  return new Date(toUtc(`${ends} ${hours.to}:00`, zone));
}

/** When the next digest goes out: the full hour, or the next time the clock of that zone shows this time. */
export function digestAt(now: Date, mode: "HOURLY" | "DAILY_DIGEST", time: string, zone: string): Date {
  if (mode === "HOURLY") return new Date((Math.floor(now.getTime() / hour) + 1) * hour);
  const day = dayIn(now.toISOString(), zone);
  const today = new Date(toUtc(`${day} ${time}:00`, zone));
  return today.getTime() > now.getTime() ? today : new Date(toUtc(`${addDays(day, 1)} ${time}:00`, zone));
}

/** An address as logs and lists show it. */
export function maskAddress(address: string): string {
  const at = address.indexOf("@");
  if (at > 0) return `${address.slice(0, Math.min(2, at))}***${address.slice(at)}`;
  if (/^\+?\d{7,}$/.test(address)) return `${address.slice(0, 3)}****${address.slice(-4)}`;
  return address.length <= 4 ? "****" : `${address.slice(0, 2)}****${address.slice(-2)}`;
}

/** What an SMTP reply code, an HTTP status or a broken connection means for the delivery. */
export function classOfCode(code: string | number | null | undefined, kind: "SMTP" | "HTTP"): ErrorClass {
  const text = String(code ?? "");
  if (/^E[A-Z]+$/.test(text)) return text === "EAUTH" ? "SOURCE_DOWN" : text === "EENVELOPE" ? "PERMANENT_ADDRESS" : "TRANSIENT";
  const n = Number(text);
  if (!Number.isInteger(n) || n === 0) return "UNKNOWN";
  if (kind === "SMTP") {
    if (n === 552) return "TRANSIENT";
    if (n === 535 || n === 530 || n === 534) return "SOURCE_DOWN";
    if ([550, 551, 553].includes(n)) return "PERMANENT_ADDRESS";
    if (n === 554) return "PERMANENT_SOURCE";
    if (n >= 400 && n < 500) return "TRANSIENT";
    return n >= 500 ? "PERMANENT_ADDRESS" : "UNKNOWN";
  }
  if (n === 401 || n === 403) return "SOURCE_DOWN";
  if (n === 413) return "PERMANENT_CONTENT";
  if (n === 408 || n === 429 || n >= 500) return "TRANSIENT";
  return n >= 400 ? "PERMANENT_SOURCE" : "UNKNOWN";
}

/** Whether a source fails too often: half of at least twenty tries within five minutes. */
export function isFailing(window: readonly { readonly at: number; readonly ok: boolean }[], now: Date): boolean {
  const recent = window.filter((candidate) => candidate.at > now.getTime() - 5 * minute);
  return recent.length >= 20 && recent.filter((candidate) => !candidate.ok).length * 2 >= recent.length;
}
