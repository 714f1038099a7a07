import { isUtf8 } from "node:buffer";
import { headerAllowance, type ReadCaps, refusals } from "./caps.ts";
import type { SheetRow } from "./cell.ts";
import type { BookInfo } from "./sheet.ts";

const trigger = /^[=+\-@|%\t\r\n＝＋－＠｜％]/;
const plainNumber = /^[+-]?\d+(?:\.\d+)?$/;

/** Text a spreadsheet would run when it opens the CSV file; text that already has the mark counts too, so that taking it off is exact. */
export const needsMark = (text: string): boolean => {
  const bare = text.replace(/^'+/, "");
  return trigger.test(bare) && !plainNumber.test(bare);
};

const mark = (text: string): string => (needsMark(text) ? `'${text}` : text);

/** Takes off exactly the mark that writing puts on. */
export const unmark = (text: string): string => (text.startsWith("'") && needsMark(text) ? text.slice(1) : text);

/** A field as CSV: quoted wherever any program might part it, also those that part at semicolons or tabs. */
function field(value: unknown): string {
  if (value === null || value === undefined) return "";
  const text = mark(
    typeof value === "string"
      ? value
      : value instanceof Date
        ? value.toISOString()
        : typeof value === "object"
          ? JSON.stringify(value)
          : String(value),
  );
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** CSV text of batches of rows, with the byte order mark by which spreadsheets recognise UTF-8. */
export async function* writeCsv(
  titles: readonly string[],
  batches: AsyncIterable<readonly (readonly unknown[])[]> | Iterable<readonly (readonly unknown[])[]>,
): AsyncGenerator<string> {
  const line = (values: readonly unknown[]): string => `${values.map(field).join(",")}\r\n`;
  yield `\ufeff${line(titles)}`;
  for await (const batch of batches) yield batch.map(line).join("");
}

/** Text of a CSV file: marked UTF-8 or UTF-16, else UTF-8 if the bytes are, else GB18030 as Chinese spreadsheets save it. */
export function decodeCsv(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  if (isUtf8(bytes)) return new TextDecoder().decode(bytes);
  try {
    return new TextDecoder("gb18030", { fatal: true }).decode(bytes);
  } catch {
    throw refusals.encoding();
  }
}

/** The separator: said by a sep= line, else the one of , ; TAB that parts the first records most evenly. */
export function separatorOf(text: string): string {
  let best = ",";
  let most = 0;
  for (const separator of [",", ";", "\t"]) {
    const counts: number[] = [];
    let quoted = false;
    let count = 0;
    for (let i = 0; i < text.length && i < 20_000 && counts.length < 10; i++) {
      const c = text[i]!;
      if (c === '"') quoted = !quoted;
      else if (quoted) continue;
      else if (c === separator) count++;
      else if (c === "\n") {
        counts.push(count);
        count = 0;
      }
    }
    if (count > 0) counts.push(count);
    const filled = counts.filter((n) => n > 0);
    const even = filled.filter((n) => n === filled[0]).length;
    const score = filled.length === 0 ? 0 : (even * 1000) / counts.length + Math.min(filled[0]!, 999);
    if (score > most) [best, most] = [separator, score];
  }
  return best;
}

/** Parts the text into records; a field in quotes may hold separators, line breaks and doubled quotes. */
function* records(text: string, separator: string, caps: ReadCaps): Generator<{ row: number; fields: string[] }> {
  let row = 1;
  let fields: string[] = [];
  let at = 0;
  const ends = new RegExp(`[${separator}\\r\\n]`, "g");
  const push = (value: string): void => {
    if (value.length > caps.text) throw refusals.tooLarge("单元格文字过长", "a cell with too much text");
    if (fields.length >= caps.columns && value !== "") throw refusals.columns(caps.columns);
    if (fields.length < caps.columns) fields.push(unmark(value));
  };
  while (at < text.length) {
    let value: string;
    if (text[at] === '"') {
      value = "";
      let from = at + 1;
      for (;;) {
        const quote = text.indexOf('"', from);
        if (quote < 0) throw refusals.openQuote(row);
        value += text.slice(from, quote);
        from = quote + 1;
        if (text[from] !== '"') break;
        value += '"';
        from++;
      }
      at = from;
    } else value = "";
    ends.lastIndex = at;
    const end = ends.exec(text)?.index ?? text.length;
    push(value + text.slice(at, end));
    at = end + 1;
    if (text[end] === separator && at < text.length) continue;
    if (text[end] === "\r" && text[at] === "\n") at++;
    yield { row, fields };
    row++;
    fields = [];
  }
}

/** Reads a CSV file: every value is text, blank lines keep their number but give no row. */
export async function* readCsv(bytes: Buffer, caps: ReadCaps, info: BookInfo, signal?: AbortSignal): AsyncGenerator<SheetRow[]> {
  let text = decodeCsv(bytes);
  let separator = "";
  const match = /^sep=([,;|\t])\r?\n/.exec(text);
  if (match) {
    separator = match[1]!;
    text = text.slice(match[0].length);
  } else separator = separatorOf(text);
  let batch: SheetRow[] = [];
  for (const { row, fields } of records(text, separator, caps)) {
    const cells = fields.map((value) => (value === "" ? null : value));
    while (cells.length > 0 && cells.at(-1) === null) cells.pop();
    if (cells.length === 0) continue;
    if (++info.rows > caps.rows + headerAllowance) throw refusals.rows(caps.rows);
    batch.push({ row, cells, kinds: cells.map((value) => (value === null ? "-" : "t")).join("") });
    if (batch.length < 500) continue;
    signal?.throwIfAborted();
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
