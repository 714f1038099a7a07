import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { Sha256 } from "./sha256.ts";

const wanted = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");

describe("the quick check sum", () => {
  test.each([0, 1, 55, 56, 57, 63, 64, 65, 119, 120, 1000])("%i bytes", (length) => {
    const bytes = Uint8Array.from({ length }, (_, i) => (i * 31 + 7) & 255);
    expect(hex(new Sha256().update(bytes).digest())).toBe(wanted(bytes));
  });

  test("does not care how the pieces are cut", () => {
    let seed = 11;
    const next = (most: number) => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) % most;
    for (let round = 0; round < 60; round += 1) {
      const bytes = Uint8Array.from({ length: next(2000) }, () => next(256));
      const hash = new Sha256();
      for (let at = 0; at < bytes.length;) {
        const take = 1 + next(150);
        hash.update(bytes.subarray(at, at + take));
        at += take;
      }
      expect(hex(hash.digest())).toBe(wanted(bytes));
    }
  });
});
