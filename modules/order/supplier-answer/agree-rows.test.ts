import { expect, test } from "vitest";
import { timeStands } from "../order-dates.ts";

test("reminders say how the time stands: nothing is late at half of it, and nobody is nought hours late", () => {
  const at = (now: string): readonly string[] => timeStands("2026-11-17T12:00:00Z", now);
  expect(at("2026-11-16T12:00:00Z")).toEqual(["，还剩24小时", "with 24 h left"]);
  expect(at("2026-11-17T11:30:00Z")).toEqual(["，时限不足1小时", "with under an hour left"]);
  expect(at("2026-11-17T12:00:00Z")).toEqual(["已超时不足1小时", "for under an hour past deadline"]);
  expect(at("2026-11-17T15:20:00Z")).toEqual(["已超时3小时", "for 3 h past deadline"]);
});
