/** The product's system code; every request names it in its appId header. */
export const SYSTEM_CODE = "BASE";

/** A request older or younger than this is refused, so that a captured one soon becomes worthless. */
export const TIMESTAMP_WINDOW_MS = 300_000;

/** In it a reply names the entities whose documents its call changed beside those it brings: never which ones, whose ids the caller may not know. */
export const CHANGED_HEADER = "x-changed";

/** In it a reply names the zone its times are written in and the zone business days are counted in: "person;organisation". */
export const ZONE_HEADER = "x-zone";

const utf8 = new TextEncoder();

/** Text as the bytes that are hashed and signed. */
export const bytesOf = (text: string): Uint8Array<ArrayBuffer> => utf8.encode(text) as Uint8Array<ArrayBuffer>;

/** Binary values travel as base64url without padding. */
export function toBase64url(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The way back; throws on anything that is not base64url. */
export function fromBase64url(text: string): Uint8Array<ArrayBuffer> {
  if (!/^[A-Za-z0-9_-]*$/.test(text)) throw new Error("not base64url");
  const raw = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(raw, (char) => char.charCodeAt(0));
}

export const toHex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** What is signed and checked: 16 random bytes make a nonce of 22 characters. */
export const NONCE_BYTES = 16;

/** The encoded system code: BASE becomes QkFTRQ. */
export const appIdOf = (systemCode: string): string => toBase64url(bytesOf(systemCode));
export const APP_ID = appIdOf(SYSTEM_CODE);

/** HKDF info that binds a derived sign key to its session. */
export const signKeyInfo = (certificate: string): string => `SRM-SIGN-v1|${certificate}`;

/** Ties an envelope to the one request that carries it. */
export const envelopeAad = (certificate: string, timestamp: string, path: string): string => `${certificate}|${timestamp}|${path}`;

export const digitSum = (timestamp: string): number => [...timestamp].reduce((sum, digit) => sum + Number(digit), 0);

/** How often the app signature is hashed again; it follows the digits of the timestamp. */
export const chainRounds = (timestamp: string): number => 3 + (digitSum(timestamp) % 7);

/** First link of the app signature, before the repeated hashing. */
export const appText = (part: { timestamp: string; nonce: string; certificate: string; appId: string }): string =>
  `APP|${part.timestamp}|${part.nonce}|${part.certificate}|${part.appId}`;

/** RFC 3986: encodeURIComponent leaves five characters that the standard reserves. */
const encode3986 = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);

/** Reads one side of a query pair as the server's own parser does: plus is a space, a broken escape stays as written. */
function decodePart(text: string): string {
  const spaced = text.replaceAll("+", " ");
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}

const byCode = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** One spelling for every way to write the same query (with or without leading question mark). */
export function canonicalQuery(query: string): string {
  const pairs = query
    .replace(/^\?/, "")
    .split("&")
    .filter((pair) => pair !== "")
    .map((pair) => {
      const at = pair.indexOf("=");
      const key = at < 0 ? pair : pair.slice(0, at);
      return [encode3986(decodePart(key)), encode3986(decodePart(at < 0 ? "" : pair.slice(at + 1)))] as const;
    });
  return pairs
    .sort((a, b) => byCode(a[0], b[0]) || byCode(a[1], b[1]))
    .map(([key, value]) => `${key}=${value}`)
    .join("&");
}

/** Everything a parameter signature pins down. */
export interface SignedParts {
  readonly method: string;
  /** as sent, percent-encoded, without query: /api/… */
  readonly path: string;
  /** raw query as sent, with or without question mark */
  readonly query: string;
  readonly timestamp: string;
  readonly nonce: string;
  readonly certificate: string;
  readonly appId: string;
  readonly gatewayTag: string;
  readonly language: string;
  /** lower hex SHA-256 of the exact body bytes (of the meta part for multipart) */
  readonly bodyHash: string;
}

/** The canonical string of the parameter signature. */
export const paramText = (part: SignedParts): string =>
  [
    "SRM-PARAM-v1",
    part.method.toUpperCase(),
    part.path,
    canonicalQuery(part.query),
    part.timestamp,
    part.nonce,
    part.certificate,
    part.appId,
    part.gatewayTag,
    part.language,
    part.bodyHash,
  ].join("\n");

/** What a state-changing websocket frame signs. @public */
export const frameText = (connId: string, n: number, timestamp: string, dataHash: string): string =>
  `WS|${connId}|${n}|${timestamp}|${dataHash}`;

/** Input of each further round of the app signature: the last hash followed by the timestamp. */
export function chainInput(previous: Uint8Array, timestamp: string): Uint8Array<ArrayBuffer> {
  const tail = bytesOf(timestamp);
  const joined = new Uint8Array(previous.length + tail.length);
  joined.set(previous);
  joined.set(tail, previous.length);
  return joined;
}

export interface Signatures {
  readonly appsign: string;
  readonly paramsign: string;
}

/** The two hashes a signature needs; the browser answers later, the server at once. */
export interface Hashing {
  sha256(bytes: Uint8Array<ArrayBuffer>): Uint8Array | Promise<Uint8Array>;
  hmac(bytes: Uint8Array<ArrayBuffer>): Uint8Array | Promise<Uint8Array>;
}

/** Signs with hashes that answer later (WebCrypto). */
export async function sign(part: SignedParts, hashing: Hashing): Promise<Signatures> {
  let link = await hashing.hmac(bytesOf(appText(part)));
  for (let round = chainRounds(part.timestamp); round > 0; round--) link = await hashing.sha256(chainInput(link, part.timestamp));
  const mac = await hashing.hmac(bytesOf(paramText(part)));
  return { appsign: `v1.${part.nonce}.${toBase64url(link)}`, paramsign: `v1.${toBase64url(mac)}` };
}

export interface HashingNow {
  sha256(bytes: Uint8Array): Uint8Array;
  hmac(bytes: Uint8Array): Uint8Array;
}

/** The app signature alone, with hashes that answer at once (server): it is checked before the body is read. */
export function appsignNow(part: { timestamp: string; nonce: string; certificate: string; appId: string }, hashing: HashingNow): string {
  let link = hashing.hmac(bytesOf(appText(part)));
  for (let round = chainRounds(part.timestamp); round > 0; round--) link = hashing.sha256(chainInput(link, part.timestamp));
  return `v1.${part.nonce}.${toBase64url(link)}`;
}

/** The parameter signature alone, with hashes that answer at once. */
export const paramsignNow = (part: SignedParts, hashing: HashingNow): string => `v1.${toBase64url(hashing.hmac(bytesOf(paramText(part))))}`;

/** The nonce inside an appsign header, or null when the header has another form. */
export const nonceOf = (appsign: string): string | null => /^v1\.([A-Za-z0-9_-]{22})\.[A-Za-z0-9_-]{43}$/.exec(appsign)?.[1] ?? null;

/** Both signatures at once. */
export const signNow = (part: SignedParts, hashing: HashingNow): Signatures => ({
  appsign: appsignNow(part, hashing),
  paramsign: paramsignNow(part, hashing),
});
