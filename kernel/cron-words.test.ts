import { expect, test } from "vitest";
import { cronWords } from "./cron-words.ts";

test.each([
  ["* * * * *", "每分钟", "Every minute"],
  ["*/5 * * * *", "每 5 分钟", "Every 5 minutes"],
  ["15 * * * *", "每小时第 15 分", "At minute 15 of every hour"],
  ["30 2 * * *", "每天 02:30", "At 02:30, every day"],
  ["0 8,20 * * *", "每天 08:00、20:00", "At 08:00 and 20:00, every day"],
  ["0 */6 * * *", "每 6 小时第 0 分", "At minute 0, every 6 hours"],
  ["0 9 * * MON-FRI", "每周一至周五 09:00", "At 09:00, Monday to Friday"],
  ["0 9 * * 1,3", "每周一、周三 09:00", "At 09:00, every Monday and Wednesday"],
  ["0 0 1 * *", "每月 1 日 00:00", "At 00:00, on day 1 of the month"],
  ["0 0 L * *", "每月最后一天 00:00", "At 00:00, on the last day of the month"],
  ["0 0 ? * 5L", "每月最后一个周五 00:00", "At 00:00, the last Friday of the month"],
  ["0 0 1 1,7 *", "1、7 月，每月 1 日 00:00", "At 00:00, on day 1 of the month, in January and July"],
  ["*/10 9-17 * * 1-5", "每周一至周五 9 至 17 时每 10 分钟", "Every 10 minutes from 09:00 to 17:59, Monday to Friday"],
  ["30 0 2 * * *", "每天 02:00，第 30 秒", "At 02:00, every day, at second 30"],
])("%s in words", (text, cn, en) => expect(cronWords(text)).toEqual([cn, en]));

test("what is no expression has no words", () => expect(cronWords("never")).toBeNull());
