const quarter = 900_000;
const offsets = new Map<string, Map<number, number>>();
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
    });
    formats.set(zone, format);
  }
  return format;
}

/** How far a zone's clocks are ahead of UTC at a moment, in milliseconds. They change on quarters of an hour only, so one look-up serves a quarter. */
export function zoneOffset(time: number, zone = "UTC"): number {
  if (Number.isNaN(time)) return time;
  let known = offsets.get(zone);
  if (!known) offsets.set(zone, (known = new Map()));
  const start = Math.floor(time / quarter) * quarter;
  let offset = known.get(start);
  if (offset === undefined) {
    const part: Record<string, number> = {};
    for (const { type, value } of formatOf(zone).formatToParts(start)) part[type] = Number(value);
    offset = Date.UTC(part["year"]!, part["month"]! - 1, part["day"], part["hour"], part["minute"]) - start;
    if (known.size > 10_000) known.clear();
    known.set(start, offset);
  }
  return offset;
}
