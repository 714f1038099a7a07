import { expect, test } from "vitest";
import { reasonsOf, sumOf } from "./stages.ts";

test("figures of channels add up, and reasons are counted over all of them", () => {
  const site = { channel: "SITE", total: 4, suppressed: 1, sent: 3, delivered: 3, read: 1, waiting: 0, failed: 0, stopped: 0 };
  const mail = { channel: "EMAIL", total: 5, suppressed: 2, sent: 1, delivered: 0, read: 0, waiting: 1, failed: 1, stopped: 0 };
  expect(sumOf([site, mail])).toEqual({ total: 9, suppressed: 3, sent: 4, delivered: 3, read: 1, waiting: 1, failed: 1, stopped: 0 });
  expect(
    reasonsOf([
      { reason: "NO_ADDRESS", count: 1 },
      { reason: "UNSUBSCRIBED", count: 1 },
      { reason: "UNSUBSCRIBED", count: 1 },
    ]),
  ).toEqual([
    ["UNSUBSCRIBED", 2],
    ["NO_ADDRESS", 1],
  ]);
});
