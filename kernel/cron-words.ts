import { readCron, type Cron } from "./cron.ts";
import type { Text } from "./text.ts";

const weekCn = ["周日", "周一", "周二", "周三", "周四", "周五", "周六"];
const weekEn = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const monthEn = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];
const nthEn = ["", "first", "second", "third", "fourth", "fifth"];

const two = (n: number): string => String(n).padStart(2, "0");
const listEn = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;

/** The distance between values that stand evenly all around the clock; 0 when they do not. */
function stepOf(values: readonly number[], size: number): number {
  const step = (values[1] ?? 0) - (values[0] ?? 0);
  const isEven = step > 0 && size % step === 0 && values.length === size / step && values[0]! < step;
  return isEven && values.every((v, i) => v === values[0]! + i * step) ? step : 0;
}

const isRun = (values: readonly number[]): boolean => values.length > 2 && values.every((v, i) => v === values[0]! + i);

function minuteWords({ minutes }: Cron): Text {
  const step = stepOf(minutes, 60);
  if (minutes.length === 60) return ["每分钟", "every minute"];
  if (step) return [`每 ${step} 分钟`, `every ${step} minutes`];
  return [`第 ${minutes.join("、")} 分`, `at minute ${listEn(minutes.map(String))}`];
}

function timeWords(cron: Cron): Text {
  const { hours, minutes } = cron;
  const [cn, en] = minuteWords(cron);
  if (hours.length === 24) return cn.startsWith("每") ? [cn, en] : [`每小时${cn}`, `${en} of every hour`];
  const step = stepOf(hours, 24);
  if (step && hours.length > 2 && minutes.length === 1) return [`每 ${step} 小时${cn}`, `${en}, every ${step} hours`];
  if (hours.length * minutes.length <= 6) {
    const times = hours.flatMap((h) => minutes.map((m) => `${two(h)}:${two(m)}`));
    return [times.join("、"), `at ${listEn(times)}`];
  }
  if (isRun(hours)) return [`${hours[0]} 至 ${hours.at(-1)} 时${cn}`, `${en} from ${two(hours[0]!)}:00 to ${two(hours.at(-1)!)}:59`];
  return [`${hours.join("、")} 时${cn}`, `${en} of the hours ${listEn(hours.map(String))}`];
}

function weekWords({ weekdays }: Cron): Text {
  const named = [...weekdays.set].sort((a, b) => ((a + 6) % 7) - ((b + 6) % 7));
  const order = named.map((d) => (d + 6) % 7);
  const cn: string[] = [];
  const en: string[] = [];
  if (isRun(order)) {
    cn.push(`每${weekCn[named[0]!]!}至${weekCn[named.at(-1)!]!}`);
    en.push(`${weekEn[named[0]!]!} to ${weekEn[named.at(-1)!]!}`);
  } else if (named.length) {
    cn.push(`每${named.map((d) => weekCn[d]).join("、")}`);
    en.push(`every ${listEn(named.map((d) => weekEn[d]!))}`);
  }
  for (const { day, n } of weekdays.nth) {
    cn.push(`每月第 ${n} 个${weekCn[day]!}`);
    en.push(`the ${nthEn[n]!} ${weekEn[day]!} of the month`);
  }
  for (const day of weekdays.last) {
    cn.push(`每月最后一个${weekCn[day]!}`);
    en.push(`the last ${weekEn[day]!} of the month`);
  }
  return [cn.join("、"), listEn(en)];
}

function dayWords({ days }: Cron): Text {
  const named = [...days.set].sort((a, b) => a - b);
  const cn = [
    ...(isRun(named) ? [`${named[0]} 至 ${named.at(-1)} 日`] : named.length ? [`${named.join("、")} 日`] : []),
    ...days.back.map((back) => (back === 0 ? "最后一天" : `倒数第 ${back + 1} 天`)),
  ];
  const en = [
    ...(isRun(named) ? [`days ${named[0]} to ${named.at(-1)}`] : named.length ? [`day ${listEn(named.map(String))}`] : []),
    ...days.back.map((back) => (back === 0 ? "the last day" : `${back} days before the last day`)),
  ];
  return [`每月${named.length ? " " : ""}${cn.join("、")}`, `on ${listEn(en)} of the month`];
}

function whenWords(cron: Cron): Text | null {
  const { days, weekdays } = cron;
  if (days.all && weekdays.all) return null;
  if (days.all) return weekWords(cron);
  if (weekdays.all) return dayWords(cron);
  const [d, w] = [dayWords(cron), weekWords(cron)];
  return [`${d[0]}或${w[0]}`, `${d[1]} or ${w[1]}`];
}

/** What an expression means, in words; null when it is none. */
export function cronWords(text: string): Text | null {
  let cron: Cron;
  try {
    cron = readCron(text);
  } catch {
    return null;
  }
  const [cn, en] = timeWords(cron);
  const when = whenWords(cron);
  const months = cron.months.size === 12 ? null : [...cron.months].sort((a, b) => a - b);
  const isOften = cn.startsWith("每");
  const cnDay = when ? `${when[0]} ` : isOften ? "" : "每天 ";
  const enDay = when ? `, ${when[1]}` : isOften || en.includes("every") ? "" : ", every day";
  const cnMonths = months ? `${months.join("、")} 月，` : "";
  const enMonths = months ? `, in ${listEn(months.map((m) => monthEn[m - 1]!))}` : "";
  const odd = cron.seconds.length !== 1 || cron.seconds[0] !== 0;
  const seconds: Text =
    cron.seconds.length === 60
      ? ["，每秒", ", every second"]
      : [`，第 ${cron.seconds.join("、")} 秒`, `, at second ${listEn(cron.seconds.map(String))}`];
  const english = `${en}${enDay}${enMonths}${odd ? seconds[1] : ""}`;
  return [`${cnMonths}${cnDay}${cn}${odd ? seconds[0] : ""}`, `${english[0]!.toUpperCase()}${english.slice(1)}`];
}
