import { bytesOf } from "../sign.ts";
import { Sha256 } from "./file/sha256.ts";

/**
 * The same algorithms as WebCrypto in plain script. Browsers offer WebCrypto on https only;
 * this file is loaded on plain-http test installations and nowhere else.
 */

type Bytes = Uint8Array<ArrayBuffer>;

export const sha256 = (bytes: Uint8Array): Bytes => new Sha256().update(bytes).digest();

const join = (...parts: readonly Uint8Array[]): Bytes => {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  parts.reduce((at, part) => (out.set(part, at), at + part.length), 0);
  return out;
};
const xor = (a: Uint8Array, b: Uint8Array): Bytes => Uint8Array.from(a, (byte, i) => byte ^ b[i]!);

export function hmac(key: Uint8Array, bytes: Uint8Array): Bytes {
  const block = new Uint8Array(64);
  block.set(key.length > 64 ? sha256(key) : key);
  return sha256(
    join(
      block.map((byte) => byte ^ 0x5c),
      sha256(
        join(
          block.map((byte) => byte ^ 0x36),
          bytes,
        ),
      ),
    ),
  );
}

/** HKDF-SHA256 for one block of 32 bytes, all a sign key needs. */
export const hkdf = (ikm: Uint8Array, salt: Uint8Array, info: string): Bytes =>
  hmac(hmac(salt, ikm), join(bytesOf(info), Uint8Array.of(1)));

const double = (byte: number): number => ((byte << 1) ^ (byte & 0x80 ? 0x11b : 0)) & 0xff;
const SBOX = (() => {
  const box = new Uint8Array(256);
  let p = 1;
  let q = 1;
  do {
    p = p ^ double(p);
    q ^= q << 1;
    q ^= q << 2;
    q ^= q << 4;
    q &= 0xff;
    if (q & 0x80) q ^= 0x09;
    box[p] = (q ^ (q << 1) ^ (q >>> 7) ^ (q << 2) ^ (q >>> 6) ^ (q << 3) ^ (q >>> 5) ^ (q << 4) ^ (q >>> 4) ^ 0x63) & 0xff;
  } while (p !== 1);
  box[0] = 0x63;
  return box;
})();

/** AES-256 key schedule: fifteen round keys of 16 bytes. */
function expandKey(key: Uint8Array): Uint8Array {
  const out = new Uint8Array(240);
  out.set(key);
  let rcon = 1;
  for (let i = 32; i < 240; i += 4) {
    let word = out.slice(i - 4, i);
    if (i % 32 === 0) {
      word = Uint8Array.of(SBOX[word[1]!]! ^ rcon, SBOX[word[2]!]!, SBOX[word[3]!]!, SBOX[word[0]!]!);
      rcon = double(rcon);
    } else if (i % 32 === 16) word = word.map((byte) => SBOX[byte]!);
    for (let j = 0; j < 4; j++) out[i + j] = out[i - 32 + j]! ^ word[j]!;
  }
  return out;
}

function encryptBlock(roundKeys: Uint8Array, input: Uint8Array): Bytes {
  let state = xor(input, roundKeys);
  for (let round = 1; round <= 14; round++) {
    const next = new Uint8Array(16);
    for (let i = 0; i < 16; i++) next[i] = SBOX[state[(i + 4 * (i % 4)) % 16]!]!;
    if (round < 14) {
      for (let c = 0; c < 16; c += 4) {
        const col = next.slice(c, c + 4);
        const all = col[0]! ^ col[1]! ^ col[2]! ^ col[3]!;
        for (let r = 0; r < 4; r++) next[c + r] = col[r]! ^ all ^ double(col[r]! ^ col[(r + 1) % 4]!);
      }
    }
    state = xor(next, roundKeys.subarray(round * 16));
  }
  return state;
}

const toBig = (bytes: Uint8Array): bigint => bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
const fromBig = (value: bigint, length: number): Bytes => {
  const out = new Uint8Array(length);
  for (let i = length - 1, rest = value; i >= 0; i--, rest >>= 8n) out[i] = Number(rest & 0xffn);
  return out;
};

/** Multiplication in the Galois field of GCM. */
function multiply(x: bigint, y: bigint): bigint {
  let product = 0n;
  for (let bit = 127n, v = y; bit >= 0n; bit--) {
    if ((x >> bit) & 1n) product ^= v;
    v = v & 1n ? (v >> 1n) ^ (0xe1n << 120n) : v >> 1n;
  }
  return product;
}

const padded = (bytes: Uint8Array): Bytes => join(bytes, new Uint8Array((16 - (bytes.length % 16)) % 16));

/** AES-256-GCM with a 12-byte iv: ciphertext followed by its 16-byte tag. */
export function aesGcm(key: Uint8Array, iv: Uint8Array, plain: Uint8Array, aad: Uint8Array): Bytes {
  const keys = expandKey(key);
  const counter = (n: number): Bytes => encryptBlock(keys, join(iv, fromBig(BigInt(n), 4)));
  const cipher = new Uint8Array(plain.length);
  for (let at = 0; at < plain.length; at += 16) cipher.set(xor(plain.subarray(at, at + 16), counter(2 + at / 16)), at);
  const h = toBig(encryptBlock(keys, new Uint8Array(16)));
  const lengths = join(fromBig(BigInt(aad.length) * 8n, 8), fromBig(BigInt(plain.length) * 8n, 8));
  const hashed = join(padded(aad), padded(cipher), lengths);
  let sum = 0n;
  for (let at = 0; at < hashed.length; at += 16) sum = multiply(sum ^ toBig(hashed.subarray(at, at + 16)), h);
  return join(cipher, xor(fromBig(sum, 16), counter(1)));
}

/** Modulus and exponent of an RSA public key in SPKI form. */
function readSpki(der: Uint8Array): { modulus: Bytes; exponent: bigint } {
  let at = 0;
  const enter = (tag: number): number => {
    if (der[at++] !== tag) throw new Error("not an RSA public key");
    const first = der[at++]!;
    if (first < 0x80) return first;
    let length = 0;
    for (let left = first & 0x7f; left > 0; left--) length = (length << 8) | der[at++]!;
    return length;
  };
  const skip = (length: number): void => void (at += length);
  enter(0x30);
  skip(enter(0x30));
  enter(0x03);
  at++;
  enter(0x30);
  const integer = (): Bytes => {
    const length = enter(0x02);
    at += length;
    return der.slice(at - length, at);
  };
  const modulus = integer();
  return { modulus: modulus[0] === 0 ? modulus.slice(1) : modulus, exponent: toBig(integer()) };
}

function mask(seed: Uint8Array, length: number): Bytes {
  let out = new Uint8Array(0);
  for (let i = 0; out.length < length; i++) out = join(out, sha256(join(seed, fromBig(BigInt(i), 4))));
  return out.slice(0, length);
}

/** RSA-OAEP with SHA-256 and MGF1-SHA-256. */
export function rsaOaep(spki: Uint8Array, plain: Uint8Array, seed: Uint8Array): Bytes {
  const { modulus, exponent } = readSpki(spki);
  const data = new Uint8Array(modulus.length - 33);
  data.set(sha256(new Uint8Array(0)));
  data[data.length - plain.length - 1] = 1;
  data.set(plain, data.length - plain.length);
  const maskedData = xor(data, mask(seed, data.length));
  const maskedSeed = xor(seed, mask(maskedData, 32));
  const n = toBig(modulus);
  let result = 1n;
  for (let base = toBig(join(Uint8Array.of(0), maskedSeed, maskedData)), e = exponent; e > 0n; e >>= 1n, base = (base * base) % n) {
    if (e & 1n) result = (result * base) % n;
  }
  return fromBig(result, modulus.length);
}
