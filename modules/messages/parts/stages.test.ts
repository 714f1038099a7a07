import { expect, test } from "vitest";
import { funnelOf } from "./stages.ts";

test("every delivery is counted once in its channel, and each stage is part of the one before", () => {
  const { channels, all, reasons } = funnelOf([
    { channel: "SITE", status: "READ" },
    { channel: "SITE", status: "SENT" },
    { channel: "EMAIL", status: "DELIVERED" },
    { channel: "EMAIL", status: "FAILED" },
    { channel: "EMAIL", status: "RETRY" },
    { channel: "EMAIL", status: "SUPPRESSED", reason: "UNSUBSCRIBED" },
    { channel: "SMS", status: "SUPPRESSED", reason: "NO_ADDRESS" },
    { channel: "SMS", status: "SUPPRESSED", reason: "UNSUBSCRIBED" },
  ]);
  expect(all).toEqual({ total: 8, suppressed: 3, sent: 3, delivered: 2, read: 1, waiting: 1, failed: 1 });
  expect(Object.fromEntries(channels)["EMAIL"]).toMatchObject({
    total: 4,
    suppressed: 1,
    sent: 1,
    delivered: 1,
    read: 0,
    waiting: 1,
    failed: 1,
  });
  for (const [, one] of channels) expect(one.total).toBe(one.suppressed + one.sent + one.waiting + one.failed);
  expect(reasons).toEqual([
    ["UNSUBSCRIBED", 2],
    ["NO_ADDRESS", 1],
  ]);
});
