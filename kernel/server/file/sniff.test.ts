import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, describe, expect, test } from "vitest";
import { Refusal } from "#kernel/refusal.ts";
import { sniff } from "./sniff.ts";
import { bmp, docx, exe, lyingZip, ole, pdf, xlsx, zip } from "./test-files.ts";
import { checkBomb } from "./zip.ts";

const folder = mkdtempSync(join(tmpdir(), "base-srm-sniff-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let n = 0;
const put = (bytes: Uint8Array | string): string => {
  const path = join(folder, `f${(n += 1)}`);
  writeFileSync(path, bytes);
  return path;
};

/** The whole judgement of contents: what it is, or the code it is refused with. */
async function judged(bytes: Uint8Array | string, suffix: string): Promise<string> {
  const path = put(bytes);
  try {
    const { mimeType, isZip } = await sniff(path, suffix);
    if (isZip) await checkBomb(path, Buffer.from(bytes as string).length);
    return mimeType;
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}

const picture = (format: "png" | "jpeg" | "gif"): Promise<Buffer> =>
  sharp({ create: { width: 20, height: 10, channels: 3, background: "#2b5ce6" } })
    .toFormat(format)
    .toBuffer();
const plainZip = () => zip({ "a.txt": "hello" });
const wordZip = () => docx("<w:p><w:r><w:t>x</w:t></w:r></w:p>");

describe("honest files", () => {
  test.each<readonly [string, () => Promise<Uint8Array | string> | Uint8Array | string, string]>([
    ["pdf", () => pdf(), "application/pdf"],
    ["png", () => picture("png"), "image/png"],
    ["jpg", () => picture("jpeg"), "image/jpeg"],
    ["jpeg", () => picture("jpeg"), "image/jpeg"],
    ["gif", () => picture("gif"), "image/gif"],
    ["bmp", () => bmp(3, 2), "image/bmp"],
    ["txt", () => "你好，世界", "text/plain"],
    ["txt", () => new Uint8Array([0xc4, 0xe3, 0xba, 0xc3]), "text/plain"],
    ["txt", () => "", "text/plain"],
    ["csv", () => "a,b\r\n1,2", "text/plain"],
    ["xml", () => '<?xml version="1.0"?><a/>', "application/xml"],
    ["docx", wordZip, "application/vnd.openxmlformats-officedocument.wordprocessingml.document"],
    ["xlsx", () => xlsx({ a: [[1]] }), "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"],
    ["zip", plainZip, "application/zip"],
    ["ofd", () => zip({ "OFD.xml": "<a/>" }), "application/ofd"],
    ["doc", () => ole(["WordDocument"]), "application/msword"],
    ["xls", () => ole(["Workbook"]), "application/vnd.ms-excel"],
    ["docx", () => ole(["EncryptedPackage", "EncryptionInfo"]), "application/x-ole-storage"],
    ["dwg", () => Buffer.concat([Buffer.from("AC1032"), Buffer.alloc(200, 1)]), "image/vnd.dwg"],
    ["step", () => "ISO-10303-21;\nHEADER;", "text/plain"],
    ["svg", () => '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>', "image/svg+xml"],
  ])("%s", async (suffix, make, mime) => expect(await judged(await make(), suffix)).toBe(mime));
});

const mismatch: readonly (readonly [string, string, () => Promise<Uint8Array | string> | Uint8Array | string])[] = [
  ["table 11: a renamed program", "pdf", () => exe()],
  ["a program under an unknown ending", "dwg", () => exe()],
  ["a program called text", "txt", () => exe()],
  ["a Linux program", "zip", () => Buffer.concat([Buffer.from("7f454c46", "hex"), Buffer.alloc(200)])],
  ["an installer called doc", "doc", () => ole(["x"], "84100c0000000000c000000000000046")],
  ["a spreadsheet called doc", "doc", () => ole(["Workbook"])],
  ["a broken container", "xls", () => ole(["Workbook"]).subarray(0, 700)],
  ["a page called pdf", "pdf", () => "<html><script>alert(1)</script>"],
  ["a page called txt", "txt", () => "  <!DOCTYPE html><p>"],
  ["a page in UTF-16", "txt", () => Buffer.from("\ufeff<html>", "utf16le")],
  ["a shell script", "txt", () => "#!/bin/sh\nrm -rf /"],
  ["a drawing with a script", "svg", () => '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
  ["a drawing with a handler", "svg", () => '<svg onload="alert(1)"/>'],
  ["a drawing with an entity", "svg", () => '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg>&x;</svg>'],
  ["a drawing called png", "png", () => '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  ["XML with entities", "xml", () => '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>'],
  ["a picture that is also an archive", "gif", async () => Buffer.concat([await picture("gif"), await plainZip()])],
  ["a pdf that is also an archive", "pdf", async () => Buffer.concat([pdf(), await plainZip()])],
  ["text that is also an archive", "txt", async () => Buffer.concat([Buffer.from("hello "), await zip({ "a.txt": "x" }, false)])],
  ["a picture that is also a pdf", "jpg", async () => Buffer.concat([(await picture("jpeg")).subarray(0, 20), pdf()])],
  ["a picture that carries a page", "png", async () => Buffer.concat([await picture("png"), Buffer.from("<script>alert(1)</script>")])],
  [
    "an office file that is also a pdf",
    "docx",
    async () => zip({ "[Content_Types].xml": "wordprocessingml.document.main+xml", "word/document.xml": "%PDF-1.4 startxref" }, false),
  ],
  ["a zip called docx", "docx", plainZip],
  ["a document called xlsx", "xlsx", wordZip],
  ["macros under a macro-free ending", "docx", () => docx("", { "word/vbaProject.bin": "x" })],
  ["only the name of an office part", "docx", () => zip({ "[Content_Types].xml": "wordprocessingml.document.main+xml" })],
  ["text called zip", "zip", () => "PK is not enough"],
  ["a picture called zip", "zip", () => picture("png")],
  ["a cut archive", "zip", async () => (await plainZip()).subarray(0, 60)],
  ["nothing called pdf", "pdf", () => ""],
];

describe("promise 22: hostile and mistaken files", () => {
  test.each(mismatch)("%s (.%s) is refused", async (_what, suffix, make) =>
    expect(await judged(await make(), suffix)).toBe("FILE_MISMATCH"),
  );
});

describe("promise 22: archives that grow", () => {
  test("growth beyond a hundredfold", async () =>
    expect(await judged(await zip({ "a.bin": Buffer.alloc(20 << 20) }), "zip")).toBe("FILE_ZIP"));
  test("an office file that grows", async () =>
    expect(await judged(await docx("", { "word/media/a.png": Buffer.alloc(30 << 20) }), "docx")).toBe("FILE_ZIP"));
  test("growth hidden in archives inside", async () => {
    const inner = await zip({ "a.bin": Buffer.alloc(8 << 20) });
    expect(
      await judged(
        await zip({ "1.zip": inner, "pad.bin": Buffer.from(Array.from({ length: 20_000 }, (_, i) => (i * 7919) % 251)) }, false),
        "zip",
      ),
    ).toBe("FILE_ZIP");
  });
  test("archives in archives without end", async () => {
    let inner = await zip({ "a.txt": "x" });
    for (let depth = 0; depth < 6; depth += 1) inner = await zip({ "n.zip": inner });
    expect(await judged(inner, "zip")).toBe("FILE_ZIP");
  });
  test("more entries than anyone needs", async () => {
    const archive = await plainZip();
    archive.writeUInt16LE(10_001, archive.length - 22 + 8);
    archive.writeUInt16LE(10_001, archive.length - 22 + 10);
    expect(await judged(archive, "zip")).toBe("FILE_ZIP");
  });
  test("a header that lies about its size", async () =>
    expect(await judged(lyingZip(Buffer.alloc(3 << 20, 1), 1000), "zip")).toBe("FILE_ZIP"));
  test("entries that share their bytes", async () => {
    const archive = await zip({ "a.txt": "hello hello", "b.txt": "hello hello" });
    const second = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 1, 2]));
    archive.writeUInt32LE(0, second + 42);
    expect(await judged(archive, "zip")).toBe("FILE_ZIP");
  });
  test("a path inside an archive is only a name: we never unpack to disk", async () => {
    const archive = await zip({ "xx/evil.txt": "x" });
    const renamed = Buffer.from(archive.toString("latin1").replaceAll("xx/evil", "../evil"), "latin1");
    expect(await judged(renamed, "zip")).toBe("application/zip");
  });
});
