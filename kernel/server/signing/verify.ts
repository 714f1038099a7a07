import { isNamed, readCertificate, readSignature, serialOf, tight, timeOf } from "./cms.ts";

/** What is wrong with a signature, in the order a reader should know. */
export type Fault =
  | "STRUCTURE"
  | "PADDING"
  | "INTEGRITY"
  | "CERTIFICATE"
  | "CHAIN"
  | "VALIDITY"
  | "REVOKED"
  | "TIMESTAMP"
  | "ADDED_LATER"
  | "ORDER";

export interface Checked {
  readonly signer: string;
  readonly company: string;
  readonly serial: string;
  readonly at: string | null;
  /** An authority vouches for the time. */
  readonly stamped: boolean;
  /** The bytes of the file it covers, from the first one on. */
  readonly covers: number;
  readonly faults: readonly Fault[];
}

export interface Verdict {
  readonly signatures: readonly Checked[];
  /** The last signature covers the file to its last byte. */
  readonly whole: boolean;
  readonly ok: boolean;
}

export interface Trust {
  readonly root: Uint8Array;
  readonly revoked: ReadonlyMap<string, Date>;
  /** When these very bytes are known to have existed, by a record beside them. */
  readonly existedAt?: Date | null;
}

interface Found {
  readonly start: number;
  readonly end: number;
  readonly last: number;
  readonly at: Date | null;
  readonly isClean: boolean;
}

const commonName = "2.5.4.3";
const organisation = "2.5.4.10";

const timeIn = (text: string): Date | null => {
  const part = /\/M\s*\(D:(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})Z\)/.exec(text);
  const [year, month, day, ...time] = part?.slice(1) ?? [];
  const at = part && new Date(`${[year, month, day].join("-")}T${time.join(":")}Z`);
  return at && !Number.isNaN(at.getTime()) ? at : null;
};

/** All byte ranges of a file, in their order. */
function placesIn(pdf: Buffer): Found[] {
  const text = pdf.toString("latin1");
  return [...text.matchAll(/\/ByteRange\s*\[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s*\]/g)].map((match) => {
    const [from, start, end, rest] = match.slice(1).map(Number) as [number, number, number, number];
    const gap = text.slice(start, end);
    const object = text.slice(text.lastIndexOf(" obj", match.index), text.indexOf("endobj", match.index));
    return { start, end, last: end + rest, at: timeIn(object), isClean: from === 0 && /^<[0-9a-fA-F]+>$/.test(gap) && end < pdf.length };
  });
}

/** The signature inside the gap, and whether everything behind it is empty. */
function cmsIn(pdf: Buffer, place: Found): { readonly cms: Buffer; readonly isPadded: boolean } {
  const held = Buffer.from(pdf.subarray(place.start + 1, place.end - 1).toString("latin1"), "hex");
  // A DER structure says itself how long it is.
  const long = held[1]! & 0x80 ? held[1]! & 0x7f : 0;
  const length = long ? held.readUIntBE(2, Math.min(long, 6)) + 2 + long : held[1]! + 2;
  return { cms: held.subarray(0, length), isPadded: held.subarray(length).every((byte) => byte === 0) };
}

const nameOf = (subject: ReturnType<typeof readCertificate>["subject"], type: string): string =>
  subject.typesAndValues.find((part) => part.type === type)?.value.valueBlock.value ?? "";

async function checked(pdf: Buffer, place: Found, trust: Trust): Promise<Checked> {
  const none = { signer: "", company: "", serial: "", at: place.at?.toISOString() ?? null, stamped: false, covers: place.last };
  if (!place.isClean || place.last > pdf.length) return { ...none, faults: ["STRUCTURE"] };
  const faults: Fault[] = [];
  try {
    const { cms, isPadded } = cmsIn(pdf, place);
    if (!isPadded) faults.push("PADDING");
    const signature = readSignature(cms);
    const { signed, certificate, info } = signature;
    if (!certificate || !(await isNamed(signature))) faults.push("CERTIFICATE");
    if (!certificate) return { ...none, faults };
    const content = Buffer.concat([pdf.subarray(0, place.start), pdf.subarray(place.end, place.last)]);
    const isWhole = await signed.verify({ signer: 0, data: tight(content), checkChain: false }).catch(() => false);
    if (!isWhole) faults.push("INTEGRITY");
    const root = readCertificate(trust.root);
    const isOurs = certificate.issuer.isEqual(root.subject) && (await certificate.verify(root).catch(() => false));
    if (!isOurs) faults.push("CHAIN");
    const stamped = await timeOf(info).catch(() => "bad" as const);
    if (stamped === "bad") faults.push("TIMESTAMP");
    const at = stamped instanceof Date ? stamped : place.at;
    if (!at || at < certificate.notBefore.value || at > certificate.notAfter.value) faults.push("VALIDITY");
    const serial = serialOf(certificate);
    const revokedAt = trust.revoked.get(serial);
    // What the signature says of its own time proves nothing against a revocation.
    const proven = stamped instanceof Date ? stamped : (trust.existedAt ?? null);
    if (revokedAt && !(proven && proven < revokedAt)) faults.push("REVOKED");
    return {
      signer: nameOf(certificate.subject, commonName),
      company: nameOf(certificate.subject, organisation),
      serial,
      at: at?.toISOString() ?? null,
      stamped: stamped instanceof Date,
      covers: place.last,
      faults,
    };
  } catch {
    return { ...none, faults: [...faults, "STRUCTURE"] };
  }
}

/**
 * Every signature of a PDF: are the bytes those that were signed, by whom, was he certified and not revoked, and was
 * anything added after the last of them? Each must cover the ones before it, and the last one the whole file.
 */
export async function verifySigned(pdf: Uint8Array, trust: Trust): Promise<Verdict> {
  const bytes = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
  const places = placesIn(bytes);
  const signatures: Checked[] = [];
  for (const [i, place] of places.entries()) {
    const found = await checked(bytes, place, trust);
    const isOrdered = i === 0 || (place.start > places[i - 1]!.last && place.last > places[i - 1]!.last);
    const isLast = i === places.length - 1;
    signatures.push({
      ...found,
      faults: [
        ...found.faults,
        ...(isOrdered ? [] : (["ORDER"] as const)),
        ...(isLast && place.last !== bytes.length ? (["ADDED_LATER"] as const) : []),
      ],
    });
  }
  const whole = places.at(-1)?.last === bytes.length;
  return { signatures, whole, ok: whole && signatures.length > 0 && signatures.every((entry) => entry.faults.length === 0) };
}
