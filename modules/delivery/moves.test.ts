import { expect, test } from "vitest";
import { lineState, noteState, noticeState } from "./moves.ts";

const called = (shippedQty: string, openQty: string) => [{ shippedQty, openQty }];

test("a live notice stands where its lines are; one that ended stays ended", () => {
  expect(noticeState("CONFIRMED", called("0", "60"))).toBe("CONFIRMED");
  expect(noticeState("CONFIRMED", called("20", "40"))).toBe("PARTIAL");
  expect(noticeState("PARTIAL", called("60", "0"))).toBe("SHIPPED");
  expect(noticeState("SHIPPED", called("0", "60"))).toBe("CONFIRMED");
  expect(noticeState("CONFIRMED", called("0", "0"))).toBe("CLOSED");
  expect(noticeState("PUBLISHED", called("0", "60"))).toBe("PUBLISHED");
  expect(noticeState("CANCELLED", called("0", "60"))).toBe("CANCELLED");
});

test("a note under way stands where its goods are", () => {
  const lines = (arrivedQty: string, inTransitQty: string) => [{ arrivedQty, inTransitQty }];
  const note = (status: string, arriveTime: string | null = null) => ({ status, arriveTime });
  expect(noteState(note("SHIPPED"), lines("0", "10"))).toBe("SHIPPED");
  expect(noteState(note("SHIPPED"), lines("4", "6"))).toBe("PARTIAL");
  expect(noteState(note("PARTIAL"), lines("10", "0"))).toBe("RECEIVED");
  expect(noteState(note("RECEIVED", "2026-11-16T01:00:00.000Z"), lines("0", "10"))).toBe("ARRIVED");
  expect(noteState(note("CLOSED"), lines("4", "0"))).toBe("CLOSED");
  expect(lineState("PARTIAL", { arrivedQty: "0", inTransitQty: "3" })).toBe("ARRIVED");
  expect(lineState("PARTIAL", { arrivedQty: "3", inTransitQty: "0" })).toBe("RECEIVED");
});
