import type { Text } from "#kernel/text.ts";
import { serverNow, today, readTime } from "#kernel/web/clock.ts";

/** "2026-11-15 09:12:00" as the session shows it; within this year the year is left out. */
export const shortTime = (at: string | null | undefined): string => {
  if (!at) return "";
  return at.slice(0, 4) === today().slice(0, 4) ? at.slice(5, 16) : at.slice(0, 16);
};

/** A span of minutes as people say it. */
export function span(minutes: number): Text {
  const m = Math.max(0, Math.round(minutes));
  const [days, hours, rest] = [Math.floor(m / 1440), Math.floor((m % 1440) / 60), m % 60];
  if (days > 0) return [`${days} 天${hours ? ` ${hours} 小时` : ""}`, `${days} d${hours ? ` ${hours} h` : ""}`];
  if (hours > 0) return [`${hours} 小时${rest ? ` ${rest} 分` : ""}`, `${hours} h${rest ? ` ${rest} min` : ""}`];
  return [`${rest} 分钟`, `${rest} min`];
}

/** Minutes from now to a time shown in the session's zone; negative when it is past. */
export function minutesUntil(due: string | null): number | null {
  if (!due) return null;
  const at = readTime(due);
  return at === null ? null : Math.round((at - serverNow()) / 60_000);
}
