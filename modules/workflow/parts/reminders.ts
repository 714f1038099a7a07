import type { Text } from "#kernel/text.ts";
import { daysBetween, weekday } from "#kernel/days.ts";
import { addWorking, type Calendar, type Hours } from "../engine/calendar.ts";

export interface ReminderRule {
  readonly firstAfterHours: number;
  readonly repeatHours: number;
  readonly maxTimes: number;
  readonly escalateTo: string | null;
}

const day: Hours = ["09:00", "18:00"];
const usual: Calendar = { zone: "UTC", week: { 1: [day], 2: [day], 3: [day], 4: [day], 5: [day] }, days: {} };
/** A Monday, 10:00: the example every rule is told by. */
const arrival = "2026-11-16T10:00:00.000Z";
const weekdays: readonly Text[] = [
  ["周日", "Sun"],
  ["周一", "Mon"],
  ["周二", "Tue"],
  ["周三", "Wed"],
  ["周四", "Thu"],
  ["周五", "Fri"],
  ["周六", "Sat"],
];
const most = 4;

const sentenceOf = (iso: string): Text => {
  const [day, time] = [iso.slice(0, 10), iso.slice(11, 16)];
  const weeks = Math.floor(daysBetween("2026-11-16", day) / 7);
  const [cn, en] = weekdays[weekday(day)]!;
  return weeks === 0
    ? [`${cn} ${time}`, `${en} ${time}`]
    : [`${weeks === 1 ? "下" : `${weeks} 周后`}${cn} ${time}`, `${en} ${time} (+${weeks} wk)`];
};

/** What a rule comes to for a task that arrives on Monday at ten, counted in working hours from nine to six. */
export function reminders({ firstAfterHours, repeatHours, maxTimes, escalateTo }: ReminderRule): Text {
  const times: string[] = [];
  let at = addWorking(usual, arrival, firstAfterHours * 60);
  for (let n = 0; n < Math.max(1, maxTimes); n++) {
    times.push(at);
    at = addWorking(usual, at, Math.max(1, repeatHours) * 60);
  }
  const shown = times.slice(0, most).map(sentenceOf);
  const rest = times.length - shown.length;
  const cn = `${shown.map((text) => text[0]).join("、")}${rest > 0 ? ` 等 ${times.length} 次` : ""}`;
  const en = `${shown.map((text) => text[1]).join(", ")}${rest > 0 ? ` … ${times.length} times` : ""}`;
  const last = sentenceOf(at);
  return [
    `周一 10:00 到达 → 提醒 ${cn}${escalateTo ? ` → ${last[0]} 升级给${escalateTo}` : ""}`,
    `Arrives Mon 10:00 → remind ${en}${escalateTo ? ` → ${last[1]} escalate to ${escalateTo}` : ""}`,
  ];
}
