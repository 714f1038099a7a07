import { expect, test } from "vitest";
import { msOf } from "#kernel/time.ts";
import {
  accountRules,
  addressRules,
  confirmFailure,
  forgive,
  isLocked,
  minutesLeft,
  noFailures,
  presume,
  takeBack,
  type LockState,
} from "./lockout.ts";

const minute = 60_000;
const rules = accountRules();

/** One wrong password at this moment; false when it was not even looked at. */
function wrong(state: LockState, at: number, by = rules): { state: LockState; looked: boolean } {
  const presumed = presume(state, by, at);
  return { state: presumed.allowed ? confirmFailure(presumed.state, by, at) : presumed.state, looked: presumed.allowed };
}

const wrongs = (state: LockState, times: readonly number[], by = rules): LockState =>
  times.reduce((s, at) => wrong(s, at, by).state, state);

test("shell 2: five failures inside 15 minutes lock for 15", () => {
  const state = wrongs(
    noFailures,
    [0, 1, 2, 3, 4].map((n) => n * minute),
  );
  expect(isLocked(state, 4 * minute)).toBe(true);
  expect(minutesLeft(state, 4 * minute)).toBe(15);
  expect(minutesLeft(state, 4 * minute + 1)).toBe(15);
  expect(minutesLeft(state, 18 * minute + 1)).toBe(1);
  expect(isLocked(state, 19 * minute - 1)).toBe(true);
  expect(isLocked(state, 19 * minute)).toBe(false);
});

test("five failures over more than 15 minutes do not lock, a sliding window of five does", () => {
  const state = wrongs(
    noFailures,
    [0, 5, 10, 14].map((n) => n * minute),
  );
  expect(isLocked(wrong(state, 15 * minute).state, 15 * minute)).toBe(false);
  const later = wrongs(state, [15 * minute, 16 * minute]);
  expect(isLocked(later, 16 * minute)).toBe(true);
});

test("a lock within a day doubles: 15, 30, 60, 120, 240, 240 minutes, and starts anew after a quiet day", () => {
  let state: LockState = noFailures;
  let at = 0;
  const lengths: number[] = [];
  for (let n = 0; n < 6; n++) {
    state = wrongs(
      state,
      [0, 1, 2, 3, 4].map((i) => at + i),
    );
    lengths.push(minutesLeft(state, at + 4));
    at = state.lockedUntil!;
  }
  expect(lengths).toEqual([15, 30, 60, 120, 240, 240]);
  at = state.lastLockAt! + msOf({ days: 1 }) + 1;
  state = wrongs(
    state,
    [0, 1, 2, 3, 4].map((i) => at + i),
  );
  expect(minutesLeft(state, at + 4)).toBe(15);
});

test("a success clears the count but not the memory of the lock", () => {
  let state = forgive(wrongs(noFailures, [0, 1, 2, 3]));
  expect(state.fails).toEqual([]);
  state = forgive(wrongs(state, [10, 11, 12, 13, 14]));
  expect(isLocked(state, 15)).toBe(false);
  state = wrongs(state, [20, 21, 22, 23, 24]);
  expect(minutesLeft(state, 24)).toBe(30);
});

test("guesses that arrive together are counted before they are answered", () => {
  let state: LockState = noFailures;
  let allowed = 0;
  for (let n = 0; n < 1000; n++) {
    const presumed = presume(state, rules, 0);
    state = presumed.state;
    if (presumed.allowed) allowed++;
  }
  expect(allowed).toBe(5);
  expect(isLocked(state, 0)).toBe(true);
});

test("a taken-back presumption leaves the others", () => {
  const state = presume(presume(noFailures, rules, 1).state, rules, 2).state;
  expect(takeBack(state, 2).fails).toEqual([1]);
  expect(takeBack(state, 9).fails).toEqual([1, 2]);
});

test("an address is refused after 30 failures for 15 minutes, and again no longer", () => {
  let state = wrongs(
    noFailures,
    Array.from({ length: 30 }, (_, i) => i),
    addressRules,
  );
  expect(wrong(state, 30, addressRules).looked).toBe(false);
  const at = state.lockedUntil!;
  state = wrongs(
    state,
    Array.from({ length: 30 }, (_, i) => at + i),
    addressRules,
  );
  expect(minutesLeft(state, at + 29)).toBe(15);
});
