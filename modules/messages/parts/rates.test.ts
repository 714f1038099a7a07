import { expect, test } from "vitest";
import { ratesByDay } from "./rates.ts";

test("sources of a channel count together, days stand in order, a day without messages is a gap", () => {
  const row = (channel: string, day: string, total: number, arrived: number) => ({ channel, day, total, arrived });
  expect(
    ratesByDay([
      row("EMAIL", "2026-11-02", 3, 2),
      row("EMAIL", "2026-11-02", 1, 1),
      row("SMS", "2026-11-01", 2, 1),
      row("EMAIL", "2026-11-03", 0, 0),
    ]),
  ).toEqual({
    days: ["2026-11-01", "2026-11-02", "2026-11-03"],
    channels: [
      { channel: "EMAIL", rates: [null, 75, null] },
      { channel: "SMS", rates: [50, null, null] },
    ],
    total: 6,
    arrived: 4,
  });
  expect(ratesByDay([])).toEqual({ days: [], channels: [], total: 0, arrived: 0 });
});
