import { afterEach, describe, expect, test } from "vitest";
import { msOf } from "#kernel/time.ts";
import { clock } from "../clock.ts";
import { newId } from "./id.ts";

const real = clock.now;
afterEach(() => void (clock.now = real));

/** Makes an id while the clock shows another moment. */
function idAt(offset: number): string {
  clock.now = () => new Date(real().getTime() + offset);
  return newId();
}

describe("ids are ordered by time", () => {
  test("within one millisecond", () => {
    const at = new Date();
    clock.now = () => at;
    const ids = Array.from({ length: 2000 }, newId);
    expect(ids.toSorted()).toEqual(ids);
  });

  test("across a clock corrected by some seconds", () => {
    const before = idAt(0);
    expect(idAt(-20_000) > before).toBe(true);
  });

  test("and follow a clock that was far ahead and is set back", () => {
    const ahead = idAt(msOf({ days: 365 }));
    const now = idAt(0);
    expect(now < ahead).toBe(true);
    expect(idAt(0) > now).toBe(true);
  });
});
