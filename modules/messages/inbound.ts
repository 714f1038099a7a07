/** A letter that came back: a report that ours did not arrive, a word that somebody wants no more, or an answer. */
export interface Inbound {
  readonly kind: "BOUNCE" | "UNSUBSCRIBE" | "REPLY";
  readonly from: string;
  /** The delivery it is about, as our own letters name themselves; null when it names none. */
  readonly deliveryId: string | null;
  /** The status of the report, such as 5.1.1. */
  readonly code: string | null;
  /** The address is dead for good, not only this letter refused. */
  readonly isAddress: boolean;
}

/** Reads a mailbox: every letter is handed over and taken out of the box once that went well. */
export interface InboundReader {
  poll(take: (letter: string) => Promise<void>): Promise<number>;
}

interface Part {
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** Headers unfolded, by small names; the first of a name counts. */
function partOf(text: string): Part {
  const end = text.search(/\r?\n\r?\n/);
  const head = (end < 0 ? text : text.slice(0, end)).replace(/\r?\n[ \t]+/g, " ");
  const headers = new Map<string, string>();
  for (const line of head.split(/\r?\n/)) {
    const at = line.indexOf(":");
    const name = line.slice(0, Math.max(at, 0)).trim().toLowerCase();
    if (name && !headers.has(name)) headers.set(name, line.slice(at + 1).trim());
  }
  return { headers, body: end < 0 ? "" : text.slice(end).replace(/^(\r?\n){2}/, "") };
}

const boundaryOf = (type: string): string | null => /boundary="?([^";]+)"?/i.exec(type)?.[1] ?? null;

/** The parts of a letter, those within parts too; a letter without parts is its own only part. */
function partsOf(part: Part, depth = 0): readonly Part[] {
  const boundary = boundaryOf(part.headers.get("content-type") ?? "");
  if (boundary === null || depth > 3) return [part];
  return part.body
    .split(`--${boundary}`)
    .slice(1)
    .filter((value) => !value.startsWith("--"))
    .flatMap((value) => partsOf(partOf(value.replace(/^\r?\n/, "")), depth + 1));
}

const typeOf = (part: Part): string => (part.headers.get("content-type") ?? "text/plain").split(";")[0]!.trim().toLowerCase();
const addressOf = (text: string): string => (/<([^>]+)>/.exec(text)?.[1] ?? text).trim().toLowerCase();
const own = /([0-9a-hjkmnp-tv-z]{20})@/;
const stopWord = /^\s*(TD|T|退订|UNSUBSCRIBE|STOP)\s*$/i;

/** The delivery that a report or an answer names: the letter it encloses, or the one it answers. */
function deliveryOf(whole: Part, parts: readonly Part[]): string | null {
  const enclosed = parts.filter((part) => ["message/rfc822", "text/rfc822-headers", "message/rfc822-headers"].includes(typeOf(part)));
  const named = [
    ...enclosed.flatMap((part) => {
      const inner = partOf(part.body).headers;
      return [inner.get("x-delivery-id") ? `${inner.get("x-delivery-id")}@` : "", inner.get("message-id") ?? ""];
    }),
    whole.headers.get("in-reply-to") ?? "",
    whole.headers.get("references") ?? "",
  ];
  for (const text of named) {
    const found = own.exec(text);
    if (found) return found[1]!;
  }
  return null;
}

/** What a letter in the mailbox means; null for what is only on its way (delays, out-of-office notes). */
export function readInbound(text: string): Inbound | null {
  const whole = partOf(text);
  const parts = partsOf(whole);
  const from = addressOf(whole.headers.get("from") ?? "");
  const deliveryId = deliveryOf(whole, parts);
  const report = parts.find((part) => typeOf(part) === "message/delivery-status");
  if (report) {
    const action = /^action:\s*(\w+)/im.exec(report.body)?.[1]?.toLowerCase();
    const code = /^status:\s*([245]\.\d{1,3}\.\d{1,3})/im.exec(report.body)?.[1] ?? null;
    if (action !== "failed") return null;
    return { kind: "BOUNCE", from, deliveryId, code, isAddress: code !== null && /^5\.(1\.\d+|2\.1)$/.test(code) };
  }
  if (/auto-(replied|generated)/i.test(whole.headers.get("auto-submitted") ?? "")) return null;
  const words = parts.find((part) => typeOf(part) === "text/plain")?.body ?? "";
  const firstLine = words.split(/\r?\n/).find((line) => line.trim() !== "") ?? "";
  const stops = stopWord.test(whole.headers.get("subject") ?? "") || stopWord.test(firstLine);
  return { kind: stops ? "UNSUBSCRIBE" : "REPLY", from, deliveryId, code: null, isAddress: false };
}
