/** Time inside the product is an ISO text in UTC; people and callers see "yyyy-MM-dd HH:mm:ss" in their own zone. */

/** Where the house counts its days unless an organisation or a person says otherwise. */
export const houseZone = "Asia/Shanghai";

/** Elapsed time. A day of it is 24 hours, whatever clocks do. */
export interface Duration {
  readonly days?: number;
  readonly hours?: number;
  readonly minutes?: number;
}

/** In milliseconds. */
export const msOf = ({ days = 0, hours = 0, minutes = 0 }: Duration): number => ((days * 24 + hours) * 60 + minutes) * 60_000;

/** The moment so much later; negative durations lead back. */
export function shift(at: string, by: Duration): string;
export function shift(at: Date, by: Duration): Date;
export function shift(at: string | Date, by: Duration): string | Date {
  const moved = new Date(new Date(at).getTime() + msOf(by));
  return typeof at === "string" ? moved.toISOString() : moved;
}

/** Complete hours from one moment to another, negative where `to` is earlier. */
export const hoursBetween = (from: string, to: string): number => Math.floor((Date.parse(to) - Date.parse(from)) / msOf({ hours: 1 }));

/** Complete days of 24 hours from one moment to another. */
export const wholeDaysBetween = (from: string, to: string): number => Math.floor((Date.parse(to) - Date.parse(from)) / msOf({ days: 1 }));

const quarter = msOf({ minutes: 15 });
const span = msOf({ days: 2 });
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat("en-GB", {
      timeZone: zone,
      hourCycle: "h23",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
    });
    formats.set(zone, format);
  }
  return format;
}

function readOffset(ms: number, zone: string): number {
  const parts: Record<string, number> = {};
  for (const part of formatOf(zone).formatToParts(ms)) parts[part.type] = Number(part.value);
  return Date.UTC(parts["year"]!, parts["month"]! - 1, parts["day"], parts["hour"], parts["minute"], parts["second"]) - ms;
}

/** What was read is kept by zone and place; a visitor of many centuries does not fill the memory. */
function kept<T>(read: (place: number, zone: string) => T): (place: number, zone: string) => T {
  const zones = new Map<string, Map<number, T>>();
  return (place, zone) => {
    let places = zones.get(zone);
    if (!places) zones.set(zone, (places = new Map()));
    let found = places.get(place);
    if (found === undefined) {
      found = read(place, zone);
      if (places.size > 5_000) places.clear();
      places.set(place, found);
    }
    return found;
  };
}

/** No clock is put forward and back within two days: where a span begins and ends alike, it is so all through. */
const spanOffset = kept((place, zone) => {
  const offset = readOffset(place * span, zone);
  return readOffset((place + 1) * span, zone) === offset ? offset : null;
});
const quarterOffset = kept((place, zone) => readOffset(place * quarter, zone));

/** How far the zone is ahead of UTC at this moment; zones change only at quarters of an hour. */
export function offsetAt(ms: number, zone: string): number {
  if (Number.isNaN(ms)) return ms;
  return spanOffset(Math.floor(ms / span), zone) ?? quarterOffset(Math.floor(ms / quarter), zone);
}

export function isZone(zone: string): boolean {
  try {
    formatOf(zone);
    return true;
  } catch {
    return false;
  }
}

let lastShown = { iso: "", zone: "", shown: "" };

/** ISO UTC → "yyyy-MM-dd HH:mm:ss" as a clock in that zone shows it. The rows of one save bear one stamp: the last answer is kept. */
export function inZone(iso: string, zone: string): string {
  if (iso === lastShown.iso && zone === lastShown.zone) return lastShown.shown;
  const ms = Date.parse(iso);
  const shown = new Date(ms + offsetAt(ms, zone)).toISOString().slice(0, 19).replace("T", " ");
  lastShown = { iso, zone, shown };
  return shown;
}

/** The day of the house. Accounts, roles and grants begin and end with it: nobody moves an own limit by choosing another zone. */
export const houseDay = (now: Date): string => dayIn(now.toISOString(), houseZone);

/** The day it is in that zone. */
export const dayIn = (iso: string, zone: string): string => inZone(iso, zone).slice(0, 10);

/** The day that counts in business for somebody: the organisation's, whatever zone the person reads times in. */
export const businessDay = (iso: string, me: { readonly zone: string; readonly orgZone?: string }): string =>
  dayIn(iso, me.orgZone ?? me.zone);

/** "yyyy-MM-dd HH:mm:ss" in the zone → ISO UTC; a local time skipped by a clock change becomes the next valid one. */
export function toUtc(local: string, zone: string): string {
  const wall = Date.parse(`${local.replace(" ", "T")}Z`);
  const first = wall - offsetAt(wall, zone);
  return new Date(wall - offsetAt(first, zone)).toISOString();
}

const dayPattern = /^\d{4}-\d{2}-\d{2}$/;

const firstDay = "0001-01-02";

/** A real calendar day: 2026-02-30 is none, and neither is what no database can store in every zone. */
export const isDay = (text: string): boolean => {
  if (!dayPattern.test(text) || text < firstDay) return false;
  const parsed = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(text);
};

const wallPattern = /^(\d{4}-\d{2}-\d{2})[ T]([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/;
const isoPattern = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,6})?(Z|[+-]\d{2}:?\d{2})$/;

/** Reads either form callers may send; null when it is no time. */
export function readTime(text: string, zone: string): string | null {
  const day = text.slice(0, 10);
  if (!isDay(day)) return null;
  if (isoPattern.test(text)) return storable(Date.parse(text));
  if (!wallPattern.test(text)) return null;
  return storable(Date.parse(toUtc(text.length === 16 ? `${text}:00` : text, zone)));
}

/** Offsets of a hundred hours are no time, and neither are the hours of a zone behind the last day. */
function storable(ms: number): string | null {
  if (Number.isNaN(ms)) return null;
  const iso = new Date(ms).toISOString();
  return iso.length === 24 && iso >= firstDay ? iso : null;
}
