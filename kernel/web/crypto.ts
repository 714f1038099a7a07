import { bytesOf, signKeyInfo, toBase64url } from "../sign.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** A session's sign key: locked inside the browser, or plain bytes where the page runs without https. */
export type SignKey = { readonly kind: "locked"; readonly key: CryptoKey } | { readonly kind: "plain"; readonly bytes: Bytes };

/** A sealed value that only the server opens. */
export interface Envelope {
  readonly keyId: string;
  readonly ek: string;
  readonly iv: string;
  readonly data: string;
}

/** The server's public key as the handshake gives it. */
export interface ServerKey {
  readonly keyId: string;
  readonly publicKey: string;
}

const subtle: SubtleCrypto | undefined = globalThis.crypto.subtle;
const plain = () => import("./crypto-plain.ts");
const HMAC = { name: "HMAC", hash: "SHA-256", length: 256 };

export const randomBytes = (length: number): Bytes => crypto.getRandomValues(new Uint8Array(length));
export const randomId = (): string => toBase64url(randomBytes(16));

export const sha256 = async (bytes: Bytes): Promise<Bytes> =>
  subtle ? new Uint8Array(await subtle.digest("SHA-256", bytes)) : (await plain()).sha256(bytes);

export async function hmac(key: SignKey, bytes: Bytes): Promise<Bytes> {
  if (key.kind === "plain") return (await plain()).hmac(key.bytes, bytes);
  return new Uint8Array(await subtle!.sign("HMAC", key.key, bytes));
}

/** The anonymous key of the handshake. */
export async function importSignKey(bytes: Bytes): Promise<SignKey> {
  if (!subtle) return { kind: "plain", bytes };
  return { kind: "locked", key: await subtle.importKey("raw", bytes, HMAC, false, ["sign"]) };
}

/** The signed-in key: neither request nor reply alone reveals it, and script cannot read it back. */
export async function deriveSignKey(clientKey: Bytes, serverSalt: Bytes, certificate: string): Promise<SignKey> {
  const info = signKeyInfo(certificate);
  if (!subtle) return { kind: "plain", bytes: (await plain()).hkdf(clientKey, serverSalt, info) };
  const raw = await subtle.importKey("raw", clientKey, "HKDF", false, ["deriveKey"]);
  return {
    kind: "locked",
    key: await subtle.deriveKey({ name: "HKDF", hash: "SHA-256", salt: serverSalt, info: bytesOf(info) }, raw, HMAC, false, ["sign"]),
  };
}

const readPem = (pem: string): Bytes => Uint8Array.from(atob(pem.replace(/-----[^-]+-----|\s/g, "")), (char) => char.charCodeAt(0));

/** Seals one JSON value for the server, tied by aad to the request that carries it. */
export async function seal(value: unknown, server: ServerKey, aad: string): Promise<Envelope> {
  const [aesKey, iv] = [randomBytes(32), randomBytes(12)];
  const [spki, text, bound] = [readPem(server.publicKey), bytesOf(JSON.stringify(value)), bytesOf(aad)];
  const form = (ek: Bytes, data: Bytes): Envelope => ({
    keyId: server.keyId,
    ek: toBase64url(ek),
    iv: toBase64url(iv),
    data: toBase64url(data),
  });
  if (!subtle) {
    const script = await plain();
    return form(script.rsaOaep(spki, aesKey, randomBytes(32)), script.aesGcm(aesKey, iv, text, bound));
  }
  const rsa = await subtle.importKey("spki", spki, { name: "RSA-OAEP", hash: "SHA-256" }, false, ["encrypt"]);
  const aes = await subtle.importKey("raw", aesKey, "AES-GCM", false, ["encrypt"]);
  const [ek, data] = await Promise.all([
    subtle.encrypt({ name: "RSA-OAEP" }, rsa, aesKey),
    subtle.encrypt({ name: "AES-GCM", iv, additionalData: bound, tagLength: 128 }, aes, text),
  ]);
  return form(new Uint8Array(ek), new Uint8Array(data));
}
