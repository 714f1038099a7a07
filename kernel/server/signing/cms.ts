import { webcrypto } from "node:crypto";
import { Integer, ObjectIdentifier, OctetString, Sequence, fromBER } from "asn1js";
import {
  AlgorithmIdentifier,
  Attribute,
  Certificate,
  ContentInfo,
  CryptoEngine,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  MessageImprint,
  setEngine,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
} from "pkijs";

setEngine("node", new CryptoEngine({ name: "node", crypto: webcrypto as unknown as Crypto }));

export const oid = {
  data: "1.2.840.113549.1.7.1",
  signedData: "1.2.840.113549.1.7.2",
  contentType: "1.2.840.113549.1.9.3",
  messageDigest: "1.2.840.113549.1.9.4",
  signingCertificateV2: "1.2.840.113549.1.9.16.2.47",
  timestamp: "1.2.840.113549.1.9.16.2.14",
  sha256: "2.16.840.1.101.3.4.2.1",
} as const;

export const tight = (bytes: Uint8Array): ArrayBuffer => Uint8Array.from(bytes).buffer;
export const sha256 = async (bytes: Uint8Array): Promise<Uint8Array> =>
  new Uint8Array(await webcrypto.subtle.digest("SHA-256", tight(bytes)));
export const readCertificate = (der: Uint8Array): Certificate => Certificate.fromBER(tight(der));

/** Asks an authority for the time of a digest; answers its token. */
export type Timestamp = (digest: Uint8Array) => Promise<Uint8Array>;

export interface SigningKey {
  /** The signer's certificate first, then those above it. */
  readonly chain: readonly Uint8Array[];
  readonly key: webcrypto.CryptoKey;
}

const attribute = (type: string, value: unknown): Attribute => new Attribute({ type, values: [value] });

/** The hash of the certificate inside what is signed: another certificate with the same key cannot be put in its place. */
const namesCertificate = async (der: Uint8Array): Promise<Attribute> =>
  attribute(
    oid.signingCertificateV2,
    new Sequence({
      value: [new Sequence({ value: [new Sequence({ value: [new OctetString({ valueHex: tight(await sha256(der)) })] })] })],
    }),
  );

/** A detached signature as PAdES wants it: no signing time inside, the certificate named, a timestamp where an authority is given. */
export async function signDetached(content: Uint8Array, signer: SigningKey, timestamp: Timestamp | null): Promise<Uint8Array> {
  const certificates = signer.chain.map(readCertificate);
  const [own] = certificates;
  const info = new SignerInfo({
    version: 1,
    sid: new IssuerAndSerialNumber({ issuer: own!.issuer, serialNumber: own!.serialNumber }),
    signedAttrs: new SignedAndUnsignedAttributes({
      type: 0,
      attributes: [
        attribute(oid.contentType, new ObjectIdentifier({ value: oid.data })),
        attribute(oid.messageDigest, new OctetString({ valueHex: tight(await sha256(content)) })),
        await namesCertificate(signer.chain[0]!),
      ],
    }),
  });
  const signed = new SignedData({
    version: 1,
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: oid.data }),
    signerInfos: [info],
    certificates,
  });
  await signed.sign(signer.key as never, 0, "SHA-256", tight(content));
  if (timestamp) {
    const token = await timestamp(await sha256(new Uint8Array(info.signature.valueBlock.valueHexView)));
    info.unsignedAttrs = new SignedAndUnsignedAttributes({
      type: 1,
      attributes: [attribute(oid.timestamp, fromBER(tight(token)).result)],
    });
  }
  return new Uint8Array(new ContentInfo({ contentType: oid.signedData, content: signed.toSchema(true) }).toSchema().toBER());
}

/** The question to a timestamp authority about a digest. */
export function timestampQuestion(digest: Uint8Array): Uint8Array {
  const request = new TimeStampReq({
    version: 1,
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithmId: oid.sha256 }),
      hashedMessage: new OctetString({ valueHex: tight(digest) }),
    }),
    nonce: new Integer({
      valueHex: tight(webcrypto.getRandomValues(new Uint8Array(8)).map((byte, i) => (i === 0 ? (byte & 0x3f) | 1 : byte))),
    }),
    certReq: true,
  });
  return new Uint8Array(request.toSchema().toBER());
}

/** The token of its answer. */
export function timestampToken(answer: Uint8Array): Uint8Array {
  const { status, timeStampToken } = TimeStampResp.fromBER(tight(answer));
  if (!timeStampToken || (status.status !== 0 && status.status !== 1)) throw new Error("the timestamp authority refused");
  return new Uint8Array(timeStampToken.toSchema().toBER());
}

export interface ReadSignature {
  readonly signed: SignedData;
  readonly info: SignerInfo;
  readonly certificate: Certificate | null;
}

const serialOf = (certificate: Certificate): string => Buffer.from(certificate.serialNumber.valueBlock.valueHexView).toString("hex");
export { serialOf };

export function readSignature(cms: Uint8Array): ReadSignature {
  const signed = new SignedData({ schema: ContentInfo.fromBER(tight(cms)).content });
  const info = signed.signerInfos[0]!;
  const sid = info.sid as IssuerAndSerialNumber;
  const all = (signed.certificates ?? []).filter((entry): entry is Certificate => entry instanceof Certificate);
  const certificate =
    all.find((candidate) => candidate.serialNumber.isEqual(sid.serialNumber) && candidate.issuer.isEqual(sid.issuer)) ?? null;
  return { signed, info, certificate };
}

/** The parts inside a part of a structure; none where it has no parts. */
const inside = (part: unknown): readonly unknown[] => (part instanceof Sequence ? part.valueBlock.value : []);

/** Is the signer's certificate the one that the signed part names? */
export async function isNamed({ info, certificate }: ReadSignature): Promise<boolean> {
  const named: unknown = info.signedAttrs?.attributes.find((entry) => entry.type === oid.signingCertificateV2)?.values[0];
  const hash = inside(inside(inside(named)[0])[0]).find((part) => part instanceof OctetString);
  if (!hash || !certificate) return false;
  return Buffer.from(hash.valueBlock.valueHexView).equals(Buffer.from(await sha256(new Uint8Array(certificate.toSchema().toBER()))));
}

/** The time an authority vouches for; null without a token, and an error where the token is about something else. */
export async function timeOf(info: SignerInfo): Promise<Date | null> {
  const token = info.unsignedAttrs?.attributes.find((entry) => entry.type === oid.timestamp)?.values[0];
  if (!token) return null;
  const signed = new SignedData({ schema: new ContentInfo({ schema: token }).content });
  const stated = TSTInfo.fromBER(signed.encapContentInfo.eContent!.getValue());
  const signature = tight(info.signature.valueBlock.valueHexView);
  const digest = await sha256(new Uint8Array(signature));
  if (!Buffer.from(stated.messageImprint.hashedMessage.valueBlock.valueHexView).equals(Buffer.from(digest)))
    throw new Error("the timestamp belongs to another signature");
  if (!(await signed.verify({ signer: 0, checkChain: false, data: signature }))) throw new Error("the timestamp is damaged");
  return stated.genTime;
}
