import { dayIn, inZone, toUtc } from "../time.ts";

let offset = 0;

/** The server's time as this page knows it; the browser's own clock is never trusted for signing or counting down. */
export const serverNow = (): number => Date.now() + offset;

/** Learns the server's time from a reply: milliseconds, or a time with zone. */
export function learnServerTime(serverTime: unknown): void {
  const at = readTime(serverTime);
  if (at !== null) offset = at - Date.now();
}

interface Zones {
  /** times are read and written in it */
  readonly person: string;
  /** business days begin and end in it */
  readonly organisation: string;
}

const KEY = "srm.zones";
let zones: Zones | null = null;

/** Until the server has named one, and before sign-in: the machine's own. */
export const machineZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

function known(): Zones {
  if (zones !== null) return zones;
  const [person, organisation = person] = (globalThis.sessionStorage?.getItem(KEY) ?? "").split(";");
  zones = person ? { person, organisation: organisation! } : { person: machineZone(), organisation: machineZone() };
  return zones;
}

/** Every reply to a signed-in person names both zones; without a header nothing was said. */
export function learnZones(header: string | null): void {
  if (!header) return;
  const [person, organisation = person] = header.split(";");
  if (!person || !organisation || (zones?.person === person && zones.organisation === organisation)) return;
  zones = { person, organisation };
  globalThis.sessionStorage?.setItem(KEY, header);
}

/** The zone every time on the screen is shown in: the person's own, whatever the machine is set to. */
export const ownZone = (): string => known().person;

/** Now, as a clock in the person's zone shows it: "yyyy-MM-dd HH:mm:ss". */
export const nowText = (): string => timeText(serverNow());

/** A moment as a clock in the person's zone shows it: "yyyy-MM-dd HH:mm:ss". */
export const timeText = (ms: number): string => inZone(new Date(ms).toISOString(), known().person);

/** The business day it is: the organisation's. */
export const today = (): string => dayIn(new Date(serverNow()).toISOString(), known().organisation);

const isWall = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d(:\d\d)?$/;

/** Milliseconds of a time on the wire, or null when it is none. A time without zone is in the person's. */
export function readTime(time: unknown): number | null {
  if (typeof time === "number") return Number.isFinite(time) ? time : null;
  if (typeof time !== "string" || time === "") return null;
  if (/^\d+$/.test(time)) return Number(time);
  const at = Date.parse(isWall.test(time) ? toUtc(time.length === 16 ? `${time}:00` : time, known().person) : time.replace(" ", "T"));
  return Number.isNaN(at) ? null : at;
}

/** How far a zone is from UTC now, as people write it: "UTC+8", "UTC+5:30". */
export function utcOffset(zone: string): string {
  const now = Math.floor(serverNow() / 60_000) * 60_000;
  const minutes = Math.round((Date.parse(`${inZone(new Date(now).toISOString(), zone).replace(" ", "T")}Z`) - now) / 60_000);
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `UTC${minutes < 0 ? "−" : "+"}${hours}${rest > 0 ? `:${String(rest).padStart(2, "0")}` : ""}`;
}
