import { clockText, columnOf, fromSerial, readNumber, type SheetRow, toSerial } from "./cell.ts";
import { headerAllowance, type ReadCaps, refusals } from "./caps.ts";
import type { FormatKind } from "./parts.ts";
import { attributes, eachAttribute, unescapeCell, unescapeXml, type XmlTaker } from "./xml.ts";

/** What the file says about itself beside its rows; complete when the last row has been read. */
export interface BookInfo {
  sheet: string;
  sheets: string[];
  rows: number;
  /** Ranges of merged cells, the first hundred; with the sheet's name in front where every sheet is read. */
  merged: string[];
}

/** What a sheet's cells refer to. */
export interface SheetContext {
  readonly strings: readonly string[];
  readonly formats: readonly FormatKind[];
  readonly from1904: boolean;
  readonly caps: ReadCaps;
  readonly info: BookInfo;
  /** Position of this sheet when every sheet is read. */
  readonly sheet?: number;
}

/** The text of a formula whose result the program that wrote the file never calculated. */
export const uncalculated = "#UNCALCULATED";

const lastRow = 1_048_576;

/** A cell as practically every program writes it. One native match is worth five events of the scan; whatever looks different is scanned. */
const usualCell =
  /<c r="([A-Z]{1,3})\d{1,7}"(?: s="(\d{1,6})")?(?: t="(\w{1,9})")?(?:\/>|>(?:<v>([^<]+)<\/v>|<is><t(?: xml:space="preserve")?>([^<]+)<\/t><\/is>)<\/c>)/y;

/** Turns the events of a sheet's XML into rows; blank cells at the end of a row and rows without any value are dropped. */
export class SheetTaker implements XmlTaker {
  listening = false;
  rows: SheetRow[] = [];
  readonly #context: SheetContext;
  #inData = false;
  #row = 0;
  #cells: (string | null)[] = [];
  #kinds = "";
  #column = -1;
  #type = "";
  #style = 0;
  #value: string | null = null;
  #formula = false;
  #phonetic = false;

  constructor(context: SheetContext) {
    this.#context = context;
  }

  open(name: string, tag: string): void {
    if (!this.#inData) return this.#outside(name, tag);
    switch (name) {
      case "c":
        return this.#openCell(tag);
      case "v":
        this.#value = "";
        this.listening = true;
        return;
      case "t":
        this.#value ??= "";
        this.listening = !this.#phonetic;
        return;
      case "f":
        this.#formula = true;
        return;
      case "row":
        return this.#openRow(tag);
      case "rPh":
        this.#phonetic = true;
    }
  }

  close(name: string): void {
    if (!this.#inData) return;
    switch (name) {
      case "c":
        return this.#closeCell();
      case "v":
      case "t":
        this.listening = false;
        return;
      case "row":
        return this.#closeRow();
      case "rPh":
        this.#phonetic = false;
        return;
      case "sheetData":
        this.#inData = false;
    }
  }

  quick(source: string, start: number): number {
    if (source.charCodeAt(start + 1) !== 99 || !this.#inData) return -1;
    usualCell.lastIndex = start;
    const part = usualCell.exec(source);
    if (!part) return -1;
    this.#start(columnOf(part[1]!));
    this.#style = part[2] === undefined ? 0 : Number(part[2]);
    this.#type = part[3] ?? "";
    this.#value = part[4] ?? part[5] ?? null;
    this.#closeCell();
    return usualCell.lastIndex;
  }

  text(raw: string): void {
    this.#value = this.#value === "" ? raw : this.#value + raw;
  }

  #outside(name: string, tag: string): void {
    if (name === "sheetData") this.#inData = true;
    else if (name === "mergeCell" && this.#context.info.merged.length < 100) {
      const { info, sheet } = this.#context;
      info.merged.push(`${sheet === undefined ? "" : `${info.sheets[sheet]}!`}${attributes(tag)["ref"] ?? ""}`);
    }
  }

  #openRow(tag: string): void {
    const given = attributes(tag)["r"];
    const row = given === undefined ? this.#row + 1 : Number(given);
    if (!(Number.isInteger(row) && row > this.#row && row <= lastRow))
      throw refusals.damaged(`第${this.#row}行后的行号错误`, `invalid row number after row ${this.#row}`);
    this.#row = row;
    this.#cells = [];
    this.#kinds = "";
    this.#column = -1;
  }

  #openCell(tag: string): void {
    let column = this.#column + 1;
    this.#type = "";
    this.#style = 0;
    this.#value = null;
    eachAttribute(tag, (name, raw, prefixed) => {
      if (prefixed) return;
      if (name === "r") column = columnOf(raw);
      else if (name === "s") this.#style = Number(raw);
      else if (name === "t") this.#type = raw;
    });
    this.#start(column);
  }

  #start(column: number): void {
    if (column <= this.#column) throw refusals.damaged(`第${this.#row}行的列顺序错误`, `invalid column order in row ${this.#row}`);
    this.#column = column;
    this.#formula = false;
  }

  #closeCell(): void {
    const raw = this.#value;
    if (raw === null && !this.#formula) return;
    if (raw === null) return this.#put("e", uncalculated);
    if (raw === "") return;
    switch (this.#type) {
      case "":
      case "n":
        return this.#number(raw);
      case "s": {
        const text = this.#context.strings[Number(raw)];
        if (text === undefined)
          throw refusals.damaged(`第${this.#row}行引用了不存在的文字`, `row ${this.#row} refers to a text that does not exist`);
        return text === "" ? undefined : this.#put("t", text);
      }
      case "b":
        return this.#put("b", raw.trim() === "1" || raw.trim().toLowerCase() === "true" ? "TRUE" : "FALSE");
      case "e":
        return this.#put("e", unescapeXml(raw));
      case "d":
        return this.#isoDate(unescapeXml(raw));
      default:
        return this.#put("t", unescapeCell(unescapeXml(raw)));
    }
  }

  #number(raw: string): void {
    const format = this.#style === 0 ? "number" : (this.#context.formats[this.#style] ?? "number");
    if (format !== "number") {
      const serial = Number(raw);
      if (format === "time" && serial >= 0 && serial < 1) return this.#put("h", clockText(Math.round(serial * 86_400) % 86_400));
      const date = fromSerial(serial, this.#context.from1904);
      if (date) return this.#put(date.kind === "date" ? "d" : date.kind === "time" ? "h" : "s", date.value);
    }
    const { kind, value } = readNumber(raw);
    this.#put(kind === "number" ? "n" : "t", value);
  }

  #isoDate(text: string): void {
    const serial = toSerial(text);
    const date = serial === null ? null : fromSerial(serial, false);
    if (date) this.#put(date.kind === "date" ? "d" : "s", date.value);
    else this.#put("t", text);
  }

  #put(letter: string, value: string): void {
    if (this.#column >= this.#context.caps.columns) throw refusals.columns(this.#context.caps.columns);
    while (this.#cells.length < this.#column) {
      this.#cells.push(null);
      this.#kinds += "-";
    }
    this.#cells.push(value);
    this.#kinds += letter;
  }

  #closeRow(): void {
    if (this.#cells.length === 0) return;
    const { info, caps, sheet } = this.#context;
    if (++info.rows > caps.rows + headerAllowance) throw refusals.rows(caps.rows);
    const row = { row: this.#row, cells: this.#cells, kinds: this.#kinds };
    this.rows.push(sheet === undefined ? row : { ...row, sheet });
    this.#cells = [];
    this.#kinds = "";
  }
}
