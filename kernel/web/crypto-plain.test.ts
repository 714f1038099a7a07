import { createDecipheriv, createHash, createHmac, generateKeyPairSync, hkdfSync, privateDecrypt, randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { toHex } from "../sign.ts";
import { aesGcm, hkdf, hmac, rsaOaep, sha256 } from "./crypto-plain.ts";
import { Sha256 } from "./file/sha256.ts";

const node = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const sample = (length: number) => Uint8Array.from({ length }, (_, i) => (i * 31 + length) & 255);

test("the plain script hashes like the platform, at every block edge", () => {
  for (const length of [0, 1, 55, 56, 57, 63, 64, 65, 119, 120, 128, 1000])
    expect(toHex(sha256(sample(length)))).toBe(node(sample(length)));
});

test("a file hashed in pieces gives the hash of the whole", () => {
  const all = sample(5000);
  const pieces = new Sha256().update(all.subarray(0, 7)).update(all.subarray(7, 3000)).update(all.subarray(3000));
  expect(toHex(pieces.digest())).toBe(node(all));
});

test("keyed hash and key derivation equal the platform's", () => {
  for (const length of [1, 32, 64, 65]) {
    expect(toHex(hmac(sample(length), sample(99)))).toBe(createHmac("sha256", sample(length)).update(sample(99)).digest("hex"));
  }
  expect(toHex(hkdf(sample(32), sample(31), "SRM-SIGN-v1|c"))).toBe(
    toHex(new Uint8Array(hkdfSync("sha256", sample(32), sample(31), "SRM-SIGN-v1|c", 32))),
  );
});

test("an envelope made by the plain script opens with the platform's AES-GCM", () => {
  const [key, iv, aad] = [sample(32), sample(12), sample(21)];
  for (const length of [0, 1, 15, 16, 17, 300]) {
    const sealed = aesGcm(key, iv, sample(length), aad);
    const open = createDecipheriv("aes-256-gcm", key, iv).setAAD(aad).setAuthTag(sealed.slice(-16));
    expect(toHex(new Uint8Array(Buffer.concat([open.update(sealed.slice(0, -16)), open.final()])))).toBe(toHex(sample(length)));
  }
});

test("an AES key wrapped by the plain script is unwrapped by the server's RSA-OAEP", () => {
  const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const spki = new Uint8Array(publicKey.export({ type: "spki", format: "der" }));
  const wrapped = rsaOaep(spki, sample(32), new Uint8Array(randomBytes(32)));
  expect(toHex(new Uint8Array(privateDecrypt({ key: privateKey, oaepHash: "sha256" }, wrapped)))).toBe(toHex(sample(32)));
});
