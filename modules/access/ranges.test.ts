import { expect, test } from "vitest";
import { isRange, isWithinRanges } from "./ranges.ts";

test("an address lies in a range whatever way it is written", () => {
  expect(isWithinRanges("10.1.2.3", "10.0.0.0/8")).toBe(true);
  expect(isWithinRanges("::ffff:10.1.2.3", "10.0.0.0/8")).toBe(true);
  expect(isWithinRanges("192.168.1.1", "10.0.0.0/8, 172.16.0.0/12")).toBe(false);
  expect(isWithinRanges("172.31.255.255", "10.0.0.0/8\n172.16.0.0/12")).toBe(true);
  expect(isWithinRanges("8.8.8.8", "0.0.0.0/0")).toBe(true);
  expect(isWithinRanges("10.0.0.1", "10.0.0.1")).toBe(true);
  expect(isWithinRanges("10.0.0.2", "10.0.0.1/32")).toBe(false);
  expect(isWithinRanges("2001:db8::1", "2001:db8::/32")).toBe(true);
  expect(isWithinRanges("2001:db9::1", "2001:db8::/32")).toBe(false);
  expect(isWithinRanges("::1", "127.0.0.0/8")).toBe(false);
});

test("an empty list lets everybody in, a list that cannot be read nobody", () => {
  expect(isWithinRanges("1.2.3.4", null)).toBe(true);
  expect(isWithinRanges("1.2.3.4", " , ")).toBe(true);
  expect(isWithinRanges("1.2.3.4", "nonsense")).toBe(false);
  expect(isWithinRanges("nonsense", "0.0.0.0/0")).toBe(false);
});

test("what is no range is told apart", () => {
  for (const good of ["10.0.0.0/8", "1.2.3.4", "::/0", "2001:db8::1", "fe80::1:2:3/64"])
    expect([good, isRange(good)]).toEqual([good, true]);
  for (const bad of ["10.0.0.0/33", "256.1.1.1", "10.0.0", "1.2.3.4/x", "1::2::3", "1:2:3:4:5:6:7", ":::", "a.b.c.d", "10.0.0.0/8/8"])
    expect([bad, isRange(bad)]).toEqual([bad, false]);
});
