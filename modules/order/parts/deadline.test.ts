import { expect, test } from "vitest";
import { delayDays, dueTone, leftOf } from "./deadline.tsx";

const now = new Date("2026-11-14T05:26:00Z").getTime();

test("a deadline is told as a distance, red when over and amber within a day", () => {
  expect(leftOf("2026-11-14T10:38:00Z", now)).toEqual({ text: ["还剩 5 小时 12 分", "5 h 12 min left"], tone: "soon" });
  expect(leftOf("2026-11-14T02:20:00Z", now)).toEqual({ text: ["已过时限 3 小时", "3 h overdue"], tone: "late" });
  expect(leftOf("2026-11-16T01:26:00Z", now)).toMatchObject({ text: ["还剩 1 天 20 小时", "1 d 20 h left"], tone: "far" });
  expect(leftOf("", now)).toBeNull();
});

test("a due date is late when past and soon within three days", () => {
  expect(dueTone("2026-11-13", "2026-11-14")).toBe("late");
  expect(dueTone("2026-11-17", "2026-11-14")).toBe("soon");
  expect(dueTone("2026-11-18", "2026-11-14")).toBeNull();
  expect(delayDays("2026-11-10", "2026-11-14")).toBe(4);
  expect(delayDays("2026-11-20", "2026-11-14")).toBe(0);
});
