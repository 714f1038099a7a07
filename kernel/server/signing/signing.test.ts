import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { webcrypto } from "node:crypto";
import "reflect-metadata";
import * as x509 from "@peculiar/x509";
import { PDFDocument } from "@cantoo/pdf-lib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { shift } from "#kernel/time.ts";
import { timestampQuestion, timestampToken, type SigningKey, type Timestamp } from "./cms.ts";
import { signPdf } from "./sign.ts";
import { verifySigned, type Trust } from "./verify.ts";

const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
const has = (program: string): boolean => spawnSync(program, ["-v"]).error === undefined;
const folder = mkdtempSync(join(tmpdir(), "signing-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function pair(): Promise<webcrypto.CryptoKeyPair> {
  return webcrypto.subtle.generateKey(algorithm, true, ["sign", "verify"]) as Promise<webcrypto.CryptoKeyPair>;
}

let rootKeys: webcrypto.CryptoKeyPair;
let root: x509.X509Certificate;
const when = new Date("2026-11-19T08:00:00Z");

async function holder(name: string, serialNumber: string): Promise<SigningKey> {
  const keys = await pair();
  const made = await x509.X509CertificateGenerator.create({
    serialNumber,
    subject: `CN=${name}, O=虚构制造有限公司`,
    issuer: root.subject,
    notBefore: new Date("2026-01-01"),
    notAfter: new Date("2029-01-01"),
    publicKey: keys.publicKey as never,
    signingKey: rootKeys.privateKey as never,
    signingAlgorithm: algorithm,
    extensions: [new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature | x509.KeyUsageFlags.nonRepudiation, true)],
  });
  return { chain: [new Uint8Array(made.rawData), new Uint8Array(root.rawData)], key: keys.privateKey };
}

async function page(text: string): Promise<Uint8Array> {
  const doc = await PDFDocument.create();
  doc.addPage([595, 842]).drawText(text, { x: 60, y: 760 });
  return doc.save({ useObjectStreams: false });
}

let twice: Uint8Array;
let once: Uint8Array;
let trust: Trust;

beforeAll(async () => {
  x509.cryptoProvider.set(webcrypto as unknown as Crypto);
  rootKeys = await pair();
  root = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: "1000",
    name: "CN=Test Signing Authority, O=BASE",
    notBefore: new Date("2026-01-01"),
    notAfter: new Date("2056-01-01"),
    keys: rootKeys as never,
    signingAlgorithm: algorithm,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
    ],
  });
  trust = { root: new Uint8Array(root.rawData), revoked: new Map() };
  const [seller, buyer] = [await holder("王小明", "2001"), await holder("李工", "2002")];
  const stampOf = async (x: number) => ({ pdf: await page("stamp"), page: 0, x, y: 60 });
  const reason = "同意合同";
  once = await signPdf(
    await page("A contract"),
    { field: "supplier", signer: "王小明", reason, at: when, stamp: await stampOf(40) },
    seller,
  );
  twice = await signPdf(once, { field: "buyer", signer: "李工", reason, at: when, stamp: await stampOf(300) }, buyer);
});

const flipped = (bytes: Uint8Array, at: number): Uint8Array => {
  const made = Uint8Array.from(bytes);
  made[at] = made[at]! ^ 1;
  return made;
};
const faults = async (bytes: Uint8Array, by: Trust = trust): Promise<readonly (readonly string[])[]> =>
  (await verifySigned(bytes, by)).signatures.map((entry) => entry.faults);

describe("a PDF that two people signed", () => {
  test("is accepted, with the names of both, and the first signature survives the second", async () => {
    const verdict = await verifySigned(twice, trust);
    expect(verdict).toMatchObject({ ok: true, whole: true });
    expect(verdict.signatures.map((entry) => [entry.signer, entry.company, entry.faults])).toEqual([
      ["王小明", "虚构制造有限公司", []],
      ["李工", "虚构制造有限公司", []],
    ]);
    expect((await verifySigned(once, trust)).ok).toBe(true);
  });

  test("one changed byte breaks every signature over it, and none before it", async () => {
    expect(await faults(flipped(twice, 200))).toEqual([["INTEGRITY"], ["INTEGRITY"]]);
    const end = Buffer.from(twice).lastIndexOf("startxref");
    expect(await faults(flipped(twice, end + 1))).toEqual([[], ["INTEGRITY"]]);
  });

  test("truncated, lengthened, re-ordered: nothing of it is accepted", async () => {
    expect((await verifySigned(twice.subarray(0, twice.length - 20), trust)).ok).toBe(false);
    expect((await verifySigned(Buffer.concat([twice, Buffer.from("\n% more\n")]), trust)).ok).toBe(false);
    const update = twice.subarray(once.length);
    expect((await verifySigned(Buffer.concat([update, once]), trust)).ok).toBe(false);
  });

  test("bytes in the unused room of a signature are noticed", async () => {
    const text = Buffer.from(once).toString("latin1");
    const gap = text.indexOf("0".repeat(512));
    const made = Uint8Array.from(once);
    made[gap + 256] = "1".charCodeAt(0);
    expect(await faults(made)).toEqual([["PADDING"]]);
  });

  test("a revoked certificate and a foreign authority are refused", async () => {
    const revoked = new Map([["2001", when]]);
    expect(await faults(twice, { ...trust, revoked })).toEqual([["REVOKED"], []]);
    const other = await x509.X509CertificateGenerator.createSelfSigned({
      name: "CN=Other",
      notBefore: new Date("2026-01-01"),
      notAfter: new Date("2056-01-01"),
      keys: (await pair()) as never,
      signingAlgorithm: algorithm,
    });
    expect((await faults(twice, { ...trust, root: new Uint8Array(other.rawData) })).map((list) => list.includes("CHAIN"))).toEqual([
      true,
      true,
    ]);
  });

  test.skipIf(!has("pdfsig"))("pdfsig accepts both signatures (needs poppler-utils)", () => {
    const file = join(folder, "twice.pdf");
    writeFileSync(file, twice);
    const said = execFileSync("pdfsig", ["-nocert", file]).toString();
    expect(said.match(/Signature is Valid/g)).toHaveLength(2);
    expect(said).toContain("Total document signed");
    const broken = join(folder, "broken.pdf");
    writeFileSync(broken, flipped(twice, 200));
    expect(spawnSync("pdfsig", ["-nocert", broken]).stdout.toString()).toContain("Digest Mismatch");
  });

  test.skipIf(!has("openssl"))("openssl accepts the signature as CAdES (needs openssl)", () => {
    const text = Buffer.from(once).toString("latin1");
    const range = /\/ByteRange \[ 0 (\d+) (\d+) (\d+) \]/.exec(text)!.slice(1).map(Number) as [number, number, number];
    const [start, end] = range;
    const held = Buffer.from(text.slice(start + 1, end - 1), "hex");
    const at = (name: string) => join(folder, name);
    writeFileSync(at("cms.der"), held.subarray(0, held.readUInt16BE(2) + 4));
    writeFileSync(at("content"), Buffer.concat([once.subarray(0, start), once.subarray(end)]));
    writeFileSync(at("root.pem"), root.toString("pem"));
    const how = ["cms", "-verify", "-cades", "-binary", "-inform", "DER", "-in", at("cms.der"), "-content", at("content")];
    const said = spawnSync("openssl", [...how, "-CAfile", at("root.pem"), "-purpose", "any", "-out", at("out")]);
    expect(said.stderr.toString()).toContain("erification successful");
  });

  test.skipIf(!has("openssl"))("a timestamp is put into the signature and read from it (needs openssl)", async () => {
    const at = (name: string) => join(folder, name);
    const run = (...args: string[]): void => void execFileSync("openssl", args, { stdio: "pipe", cwd: folder });
    writeFileSync(
      at("tsa.cnf"),
      `[tsa]\ndefault_tsa=t\n[t]\nserial=${at("serial")}\ndefault_policy=1.2.3.4\ndigests=sha256\nsigner_digest=sha256\naccuracy=secs:1\ness_cert_id_alg=sha256\n[ext]\nextendedKeyUsage=critical,timeStamping\nkeyUsage=critical,digitalSignature\n`,
    );
    writeFileSync(at("serial"), "01");
    run(
      "req",
      "-x509",
      "-newkey",
      "rsa:2048",
      "-nodes",
      "-keyout",
      "tsa.key",
      "-out",
      "tsa.pem",
      "-days",
      "30",
      "-subj",
      "/CN=TSA",
      "-addext",
      "extendedKeyUsage=critical,timeStamping",
    );
    const timestamp: Timestamp = async (digest) => {
      writeFileSync(at("query"), timestampQuestion(digest));
      run(
        "ts",
        "-reply",
        "-config",
        "tsa.cnf",
        "-section",
        "t",
        "-queryfile",
        "query",
        "-inkey",
        "tsa.key",
        "-signer",
        "tsa.pem",
        "-out",
        "reply",
      );
      return timestampToken(readFileSync(at("reply")));
    };
    const now = new Date();
    const signed = await signPdf(
      await page("stamped"),
      { field: "s", signer: "王", reason: "r", at: now },
      await holder("王", "2003"),
      timestamp,
    );
    const verdict = await verifySigned(signed, trust);
    expect(verdict).toMatchObject({ ok: true, signatures: [{ stamped: true }] });
    const later = new Map([["2003", shift(now, { hours: 1 })]]);
    expect((await verifySigned(signed, { ...trust, revoked: later })).ok).toBe(true);
  });
});
