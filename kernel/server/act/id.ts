import { randomBytes } from "node:crypto";
import { clock } from "../clock.ts";

const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";
let last = 0;
let pool = randomBytes(1024);
let used = 0;

const perMillisecond = 1024;
const correctionLimit = 60_000 * perMillisecond;

/**
 * Time-ordered ids of twenty characters: later rows sort after earlier ones, also within one millisecond of one process and
 * when the clock is corrected by some seconds. A clock set back further was wrong before: ids follow it, as after a restart.
 */
export function newId(): string {
  const time = clock.now().getTime() * perMillisecond;
  const now = last - time > correctionLimit ? time : Math.max(time, last + 1);
  last = now;
  let rest = now;
  let text = "";
  for (let i = 0; i < 12; i++) {
    text = alphabet[rest % 32] + text;
    rest = Math.floor(rest / 32);
  }
  if (used + 8 > pool.length) {
    pool = randomBytes(1024);
    used = 0;
  }
  for (let i = 0; i < 8; i++) text += alphabet[pool[used++]! % 32];
  return text;
}
