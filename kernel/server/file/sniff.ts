import { open, type FileHandle } from "node:fs/promises";
import { fileTypeFromBuffer } from "file-type";
import { fileNo } from "#kernel/file.ts";
import { isOle, oleKind } from "./ole.ts";
import { zipKind } from "./zip.ts";

/** Which contents an extension may have. An extension not named here may hold anything that is not one of these contents. */
const contents: Readonly<Record<string, readonly string[]>> = {
  pdf: ["pdf"],
  ai: ["pdf", "ps", "text"],
  eps: ["eps", "ps", "text"],
  rtf: ["rtf"],
  jpg: ["jpg"],
  jpeg: ["jpg"],
  png: ["png", "apng"],
  gif: ["gif"],
  bmp: ["bmp"],
  webp: ["webp"],
  tif: ["tif"],
  tiff: ["tif"],
  heic: ["heic"],
  heif: ["heic"],
  ico: ["ico"],
  psd: ["psd"],
  svg: ["svg"],
  doc: ["doc"],
  dot: ["doc"],
  wps: ["doc", "docx"],
  xls: ["xls"],
  xlt: ["xls"],
  et: ["xls", "xlsx"],
  ppt: ["ppt"],
  pps: ["ppt"],
  dps: ["ppt", "pptx"],
  msg: ["msg"],
  vsd: ["vsd"],
  mpp: ["mpp"],
  docx: ["docx", "encrypted"],
  docm: ["docm", "encrypted"],
  dotx: ["dotx"],
  xlsx: ["xlsx", "encrypted"],
  xlsm: ["xlsm", "encrypted"],
  xlsb: ["xlsb", "encrypted"],
  xltx: ["xltx"],
  pptx: ["pptx", "encrypted"],
  pptm: ["pptm", "encrypted"],
  ppsx: ["ppsx"],
  potx: ["potx"],
  vsdx: ["vsdx"],
  odt: ["odt"],
  ods: ["ods"],
  odp: ["odp"],
  ofd: ["ofd"],
  epub: ["epub"],
  rar: ["rar"],
  "7z": ["7z"],
  gz: ["gz"],
  tgz: ["gz"],
  tar: ["tar"],
  bz2: ["bz2"],
  xz: ["xz"],
  mp3: ["mp3", "mp2", "mp1"],
  wav: ["wav"],
  m4a: ["m4a", "mp4"],
  mp4: ["mp4", "m4v", "mov"],
  m4v: ["m4v", "mp4"],
  mov: ["mov", "mp4"],
  avi: ["avi"],
  mkv: ["mkv"],
  webm: ["webm"],
  wmv: ["asf"],
  txt: ["text", "xml"],
  csv: ["text"],
  log: ["text", "xml"],
  md: ["text"],
  json: ["text"],
  xml: ["xml", "text"],
  yaml: ["text"],
  yml: ["text"],
  ini: ["text"],
  eml: ["text"],
};

const anyZip = new Set(["zip", "3mf", "kmz"]);
const strong = new Set(
  Object.values(contents)
    .flat()
    .filter((kind) => kind !== "text" && kind !== "xml"),
);
const never = new Set([
  "exe",
  "elf",
  "macho",
  "class",
  "lnk",
  "msi",
  "html",
  "wasm",
  "apk",
  "crx",
  "deb",
  "rpm",
  "jar",
  "xpi",
  "chm",
  "swf",
  "reg",
  "script",
]);
const pictures = new Set(["jpg", "png", "apng", "gif", "bmp", "webp", "tif", "heic", "ico", "psd"]);

const mimes: Readonly<Record<string, string>> = {
  pdf: "application/pdf",
  rtf: "application/rtf",
  zip: "application/zip",
  svg: "image/svg+xml",
  text: "text/plain",
  xml: "application/xml",
  html: "text/html",
  jpg: "image/jpeg",
  png: "image/png",
  apng: "image/png",
  gif: "image/gif",
  bmp: "image/bmp",
  ofd: "application/ofd",
  doc: "application/msword",
  xls: "application/vnd.ms-excel",
  ppt: "application/vnd.ms-powerpoint",
  msg: "application/vnd.ms-outlook",
  encrypted: "application/x-ole-storage",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  pptx: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
  odt: "application/vnd.oasis.opendocument.text",
  ods: "application/vnd.oasis.opendocument.spreadsheet",
  odp: "application/vnd.oasis.opendocument.presentation",
};

const edge = 65536;

async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await handle.read(buffer, 0, length, position);
  return buffer.subarray(0, bytesRead);
}

/** No control bytes but the usual white space, or a UTF-16 mark: people's text in whatever encoding. */
function looksText(head: Buffer): boolean {
  if (head.length >= 2 && (head.readUInt16LE(0) === 0xfeff || head.readUInt16LE(0) === 0xfffe)) return true;
  return !head.some((byte) => byte < 9 || (byte > 13 && byte < 32 && byte !== 26 && byte !== 27) || byte === 127);
}

const htmlMark = /^(?:<!--[\s\S]*?-->\s*)*<(?:!doctype\s+html|html|head|body|script|iframe|meta|title|base|style|table|div|a)[\s>/]/i;
const activeMark = /<script|<html|<svg|<iframe|<\?php|javascript:/i;

function textKind(head: Buffer): string {
  const mark = head.length >= 2 ? head.readUInt16LE(0) : 0;
  const even = head.subarray(0, head.length & ~1);
  const start = (
    mark === 0xfeff ? head.toString("utf16le") : mark === 0xfffe ? Buffer.from(even).swap16().toString("utf16le") : head.toString("latin1")
  )
    .replace(/^\u00ef\u00bb\u00bf|^\ufeff/, "")
    .trimStart();
  if (start.startsWith("#!")) return "script";
  if (/^(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)*(?:<!DOCTYPE\s+svg[^>]*>\s*)?<svg[\s>]/i.test(start)) return "svg";
  if (htmlMark.test(start)) return "html";
  return start.startsWith("<?xml") ? "xml" : "text";
}

async function kindOf(path: string, handle: FileHandle, head: Buffer): Promise<string> {
  if (isOle(head)) return oleKind(head, (position, length) => readAt(handle, position, length));
  const first = head.length >= 4 ? head.readUInt32BE(0) : 0;
  if (first === 0x504b0304 || first === 0x504b0506) return zipKind(path);
  if (head[0] === 0x4d && head[1] === 0x5a && head.subarray(0, 512).includes(0)) return "exe";
  if (first === 0xcafebabe) return "class";
  const start = head.toString("latin1", 0, 5);
  if (start === "%PDF-") return "pdf";
  if (start === "{\\rtf") return "rtf";
  if (looksText(head)) return textKind(head);
  return (await fileTypeFromBuffer(head))?.ext ?? "binary";
}

/** A working zip directory at the end of something that is no zip, or a working PDF inside something that is no PDF. */
async function isPolyglot(kind: string, isZip: boolean, handle: FileHandle, size: number, head: Buffer): Promise<boolean> {
  const tail = await readAt(handle, Math.max(0, size - edge), edge);
  if (!isZip)
    for (
      let at = tail.lastIndexOf("PK\x05\x06", undefined, "latin1");
      at >= 0;
      at = at === 0 ? -1 : tail.lastIndexOf("PK\x05\x06", at - 1, "latin1")
    ) {
      if (at + 22 > tail.length || tail.readUInt16LE(at + 10) === 0) continue;
      const directory = size - tail.length + at - tail.readUInt32LE(at + 12);
      if (directory >= 0 && (await readAt(handle, directory, 4)).toString("latin1") === "PK\x01\x02") return true;
    }
  if (kind !== "pdf" && kind !== "zip" && kind !== "tar" && head.subarray(0, 1024).includes("%PDF-") && tail.includes("startxref"))
    return true;
  return pictures.has(kind) && (activeMark.test(head.toString("latin1")) || activeMark.test(tail.toString("latin1")));
}

/** Drawings that may be shown must not act: no scripts, no handlers, no foreign content, no entities. */
const activeSvg =
  /<script|\son\w+\s*=|javascript:|<foreignObject|<!ENTITY|<!DOCTYPE|<iframe|<embed|<use[^>]+href\s*=\s*["'](?!#)|href\s*=\s*["']\s*(?:https?:|data:text)/i;

const hasEntities = (head: Buffer): boolean => /<!(?:ENTITY|DOCTYPE[^>]*\[)/i.test(head.toString("latin1"));

async function agrees(suffix: string, kind: string, isZip: boolean, handle: FileHandle, size: number, head: Buffer): Promise<boolean> {
  if (never.has(kind)) return false;
  if (anyZip.has(suffix)) return isZip;
  const wanted = contents[suffix];
  if (wanted ? !wanted.includes(kind) : strong.has(kind)) return false;
  if (kind === "svg") return size <= 4 << 20 && !activeSvg.test((await readAt(handle, 0, size)).toString("utf8"));
  return kind !== "xml" || !hasEntities(head);
}

/** Says what the bytes really are; refuses what does not agree with the extension and what is two things at once. An empty file agrees with text only. */
export async function sniff(path: string, suffix: string): Promise<{ readonly mimeType: string; readonly isZip: boolean }> {
  const handle = await open(path, "r");
  try {
    const { size } = await handle.stat();
    const head = await readAt(handle, 0, edge);
    const isZip = head.length >= 4 && (head.readUInt32BE(0) === 0x504b0304 || head.readUInt32BE(0) === 0x504b0506);
    const kind = await kindOf(path, handle, head).catch((error: Error) => {
      if ("code" in error && error.code === "FILE_ZIP") throw error;
      return "broken";
    });
    if (
      kind === "broken" ||
      !(await agrees(suffix, kind, isZip, handle, size, head)) ||
      (await isPolyglot(kind, isZip, handle, size, head))
    )
      throw fileNo.mismatch();
    const detected = isZip ? undefined : (await fileTypeFromBuffer(head))?.mime;
    return { mimeType: mimes[kind] ?? detected ?? "application/octet-stream", isZip };
  } finally {
    await handle.close();
  }
}
