let offset = 0;

/** The server's time as this page knows it; the browser's own clock is never trusted for signing or counting down. */
export const serverNow = (): number => Date.now() + offset;

/** Learns the server's time from a reply: milliseconds, or a time with zone. */
export function learnServerTime(serverTime: unknown): void {
  const at = readTime(serverTime);
  if (at !== null) offset = at - Date.now();
}

/** Milliseconds of a time on the wire, or null when it is none. */
export function readTime(time: unknown): number | null {
  if (typeof time === "number") return Number.isFinite(time) ? time : null;
  if (typeof time !== "string" || time === "") return null;
  if (/^\d+$/.test(time)) return Number(time);
  const at = Date.parse(time.replace(" ", "T"));
  return Number.isNaN(at) ? null : at;
}
