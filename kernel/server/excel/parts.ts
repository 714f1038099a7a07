import { type Archive } from "./archive.ts";
import { type ReadCaps, refusals } from "./caps.ts";
import { attributes, unescapeCell, unescapeXml, XmlScanner, type XmlTaker } from "./xml.ts";

/** A workbook's table of contents. */
export interface Contents {
  readonly sheets: readonly { readonly name: string; readonly path: string; readonly hidden: boolean }[];
  readonly strings: string | null;
  readonly styles: string | null;
  readonly from1904: boolean;
}

/** What a number format makes of a number. */
export type FormatKind = "number" | "date" | "time";

const quiet = { listening: false, close: () => {}, text: () => {} };

async function scan(archive: Archive, path: string, caps: ReadCaps, taker: XmlTaker): Promise<void> {
  const scanner = new XmlScanner(taker, caps.text);
  for await (const piece of archive.text(path)) scanner.push(piece);
  scanner.end();
}

interface Link {
  readonly type: string;
  readonly path: string;
}

/** Resolves a target inside the archive; it is only ever a key of the archive's directory, never a path on a disk. */
function resolve(target: string, folder: string): string {
  const steps = target.startsWith("/") ? [] : folder.split("/").filter(Boolean);
  for (const step of target.split("/")) {
    if (step === "..") steps.pop();
    else if (step !== "" && step !== ".") steps.push(step);
  }
  return steps.join("/");
}

async function links(archive: Archive, part: string, caps: ReadCaps): Promise<Map<string, Link>> {
  const cut = part.lastIndexOf("/") + 1;
  const folder = part.slice(0, cut);
  const path = `${folder}_rels/${part.slice(cut)}.rels`;
  const found = new Map<string, Link>();
  if (!archive.has(path)) return found;
  await scan(archive, path, caps, {
    ...quiet,
    open: (name, tag) => {
      if (name !== "Relationship") return;
      const { Id = "", Type = "", Target = "", TargetMode } = attributes(tag);
      if (TargetMode !== "External") found.set(Id, { type: Type.slice(Type.lastIndexOf("/") + 1), path: resolve(Target, folder) });
    },
  });
  return found;
}

const yes = (flag: string | undefined): boolean => flag === "1" || flag === "true";

/** Finds the sheets the way spreadsheet programs do: package → workbook → relations, not by guessing file names. */
export async function contents(archive: Archive, caps: ReadCaps): Promise<Contents> {
  const names = archive.names();
  if (names.some((name) => name.endsWith("vbaproject.bin"))) throw refusals.macros();
  if (names.includes("encryptedpackage")) throw refusals.encrypted();
  if (archive.has("mimetype") && archive.has("content.xml")) throw refusals.openDocument();
  const roots = [...(await links(archive, "", caps)).values()];
  const workbook = roots.find((link) => link.type === "officeDocument")?.path ?? "xl/workbook.xml";
  if (workbook.toLowerCase().endsWith(".bin")) throw refusals.binaryFormat();
  if (!archive.has(workbook) || !archive.has("[Content_Types].xml")) throw refusals.notSheet();
  const related = await links(archive, workbook, caps);
  const sheets: { name: string; path: string; hidden: boolean }[] = [];
  let from1904 = false;
  let isWorkbook = false;
  await scan(archive, workbook, caps, {
    ...quiet,
    open: (name, tag) => {
      if (name === "workbook") isWorkbook = true;
      else if (name === "workbookPr") from1904 = yes(attributes(tag)["date1904"]);
      else if (name === "sheet") {
        const { name: title = "", id = "", state } = attributes(tag);
        const link = related.get(id);
        if (link?.type === "worksheet") sheets.push({ name: title, path: link.path, hidden: state === "hidden" || state === "veryHidden" });
      }
    },
  });
  if (!isWorkbook || sheets.length === 0) throw refusals.notSheet();
  const byType = (type: string): string | null => [...related.values()].find((link) => link.type === type)?.path ?? null;
  return { sheets, strings: byType("sharedStrings"), styles: byType("styles"), from1904 };
}

/** The shared strings; formatted runs are joined, readings of Asian characters (phonetic runs) left out. */
export async function sharedStrings(archive: Archive, path: string, caps: ReadCaps): Promise<string[]> {
  const strings: string[] = [];
  let current = "";
  let phonetic = false;
  const taker: XmlTaker = {
    listening: false,
    open: (name) => {
      if (name === "si") current = "";
      else if (name === "rPh") phonetic = true;
      else if (name === "t") taker.listening = !phonetic;
    },
    close: (name) => {
      if (name === "t") taker.listening = false;
      else if (name === "rPh") phonetic = false;
      else if (name === "si") {
        if (strings.length >= caps.strings) throw refusals.tooLarge("文字过多", "too many texts");
        strings.push(current);
      }
    },
    text: (raw) => {
      const text = unescapeCell(unescapeXml(raw));
      current = current === "" ? text : current + text;
    },
  };
  await scan(archive, path, caps, taker);
  return strings;
}

const builtInDates = new Set([14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 34, 35, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58]);
const builtInTimes = new Set([18, 19, 20, 21, 32, 33, 45, 46, 47]);

/** Whether a format shows a date or a time: quoted text, colours and escaped characters say nothing about it. */
export function formatKind(code: string): FormatKind {
  const first = code
    .slice(0, 500)
    .replace(/"[^"]*"|\\.|[_*].|\[(?!(?:h+|m+|s+)\])[^\]]*\]/gi, "")
    .split(";")[0]!;
  if (/general/i.test(first)) return "number";
  if (/[yd]/i.test(first) || (/m/i.test(first) && !/[hs]/i.test(first))) return "date";
  return /[hs]/i.test(first) ? "time" : "number";
}

/** For each cell style, what it makes of a number. */
export async function formatKinds(archive: Archive, path: string, caps: ReadCaps): Promise<FormatKind[]> {
  const own = new Map<number, FormatKind>();
  const kinds: FormatKind[] = [];
  let inCells = false;
  await scan(archive, path, caps, {
    ...quiet,
    open: (name, tag) => {
      if (name === "numFmt") {
        const { numFmtId, formatCode = "" } = attributes(tag);
        own.set(Number(numFmtId), formatKind(formatCode));
      } else if (name === "cellXfs") inCells = true;
      else if (name === "xf" && inCells) {
        const id = Number(attributes(tag)["numFmtId"] ?? 0);
        kinds.push(own.get(id) ?? (builtInDates.has(id) ? "date" : builtInTimes.has(id) ? "time" : "number"));
      }
    },
    close: (name) => {
      if (name === "cellXfs") inCells = false;
    },
  });
  return kinds;
}
