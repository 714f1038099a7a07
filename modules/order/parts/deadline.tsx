import type { Text } from "#kernel/text.ts";
import { readTime } from "#kernel/web/clock.ts";
import { daysBetween } from "#kernel/days.ts";

/** How much time is left, in words, and how it stands: red when over, amber when under a day. */
export function leftOf(deadline: string, now: number): { readonly text: Text; readonly tone: "late" | "soon" | "far" } | null {
  if (!deadline) return null;
  const at = readTime(deadline);
  if (at === null) return null;
  const minutes = Math.round((at - now) / 60_000);
  const [days, hours, rest] = [Math.floor(Math.abs(minutes) / 1440), Math.floor((Math.abs(minutes) % 1440) / 60), Math.abs(minutes) % 60];
  const cn =
    days > 0
      ? `${days} 天${hours > 0 ? ` ${hours} 小时` : ""}`
      : hours > 0
        ? `${hours} 小时${minutes > 0 && rest > 0 ? ` ${rest} 分` : ""}`
        : `${rest} 分`;
  const en =
    days > 0
      ? `${days} d${hours > 0 ? ` ${hours} h` : ""}`
      : hours > 0
        ? `${hours} h${minutes > 0 && rest > 0 ? ` ${rest} min` : ""}`
        : `${rest} min`;
  if (minutes < 0) return { text: [`已过时限 ${cn}`, `${en} overdue`], tone: "late" };
  return { text: [`还剩 ${cn}`, `${en} left`], tone: minutes < 1440 ? "soon" : "far" };
}

/** How a due date stands today: past, within three days, or later. */
export function dueTone(day: string, today: string): "late" | "soon" | null {
  if (!day) return null;
  if (day < today) return "late";
  return daysBetween(today, day) <= 3 ? "soon" : null;
}

/** Days past a due date; nought while it is not. */
export const delayDays = (day: string, today: string): number => (day && day < today ? daysBetween(day, today) : 0);
