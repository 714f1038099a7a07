import { envelopeAad } from "#kernel/sign.ts";
import { readContent } from "./content.ts";
import { openGcm, type Keys } from "./keys.ts";
import { deny } from "./refusals.ts";

/** What travels instead of a secret: a wrapped key, a vector and the ciphertext, all base64url. */
export interface Envelope {
  readonly keyId: string;
  readonly ek: string;
  readonly iv: string;
  readonly data: string;
}

/** The request an envelope belongs to; opened in any other it is worthless. */
export interface Carrier {
  readonly certificate: string;
  readonly timestamp: string;
  readonly path: string;
}

const isEnvelope = (value: unknown): value is Envelope => {
  const e = value as Partial<Envelope> | null;
  return typeof e === "object" && e !== null && [e.keyId, e.ek, e.iv, e.data].every((part) => typeof part === "string");
};

/** The JSON value inside, or ENVELOPE_REQUIRED together with the key that is valid now. */
export async function openEnvelope(keys: Keys, value: unknown, carrier: Carrier, now: Date): Promise<unknown> {
  const plain = isEnvelope(value) ? await unpack(keys, value, carrier, now) : null;
  if (plain === null) throw deny("ENVELOPE_REQUIRED", { data: keys.envelope() });
  return plain.value;
}

async function unpack(keys: Keys, envelope: Envelope, carrier: Carrier, now: Date): Promise<{ value: unknown } | null> {
  const key = await keys.unwrap(envelope.keyId, Buffer.from(envelope.ek, "base64url"), now);
  const iv = Buffer.from(envelope.iv, "base64url");
  const data = Buffer.from(envelope.data, "base64url");
  if (!key || key.length !== 32 || iv.length !== 12 || data.length < 16) return null;
  const plain = openGcm(key, iv, data, envelopeAad(carrier.certificate, carrier.timestamp, carrier.path));
  if (!plain) return null;
  return { value: readContent(plain.toString("utf8")) };
}

/** A secret text such as a password. */
export async function openText(keys: Keys, value: unknown, carrier: Carrier, now: Date): Promise<string> {
  const text = await openEnvelope(keys, value, carrier, now);
  if (typeof text !== "string") throw deny("ENVELOPE_REQUIRED", { data: keys.envelope() });
  return text;
}

/** The client's half of the sign key: 32 bytes as a base64url text. */
export async function openClientKey(keys: Keys, value: unknown, carrier: Carrier, now: Date): Promise<Buffer> {
  const bytes = Buffer.from(await openText(keys, value, carrier, now), "base64url");
  if (bytes.length !== 32) throw deny("ENVELOPE_REQUIRED", { data: keys.envelope() });
  return bytes;
}

/** A list of ids to delete, at most 2,000. */
export async function openIds(keys: Keys, value: unknown, carrier: Carrier, now: Date): Promise<string[]> {
  const body = (await openEnvelope(keys, value, carrier, now)) as { ids?: unknown } | null;
  const ids = body?.ids;
  if (!Array.isArray(ids) || ids.length > 2000 || !ids.every((id) => typeof id === "string")) throw deny("ENVELOPE_REQUIRED");
  return ids as string[];
}
