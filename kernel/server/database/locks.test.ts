import { expect, test } from "vitest";
import { locks } from "./locks.ts";

test("no two locks share a number: a second process waited for the first to fill the database, and its start failed", () => {
  const numbers = Object.values(locks);
  expect(new Set(numbers).size).toBe(numbers.length);
});
