import { isBlank, isNumberKind, readDate, readMoment, readNumber, settleNumber, type CellKind, type CellRules } from "./cell.ts";
import type { Text } from "./text.ts";

/** One choice of a select cell; a disabled one can be read but not chosen. */
export interface Choice {
  readonly value: string;
  readonly label: string;
  readonly disabled?: boolean;
}

/** A column as a paste sees it: where the value goes and what it may be. */
export interface PasteColumn extends CellRules<never> {
  readonly editable: boolean;
  readonly choices?: readonly Choice[];
}

/** A piece of the block that found no place, told instead of guessed. */
export interface Unmatched {
  readonly row: number;
  readonly key: string | null;
  readonly typed: string;
  readonly why: Text;
}

export interface PastePlan {
  readonly cells: readonly { readonly row: number; readonly key: string; readonly value: unknown }[];
  readonly unmatched: readonly Unmatched[];
  readonly rows: number;
}

/** Reads a block as spreadsheets put it on the clipboard: tabs between cells, lines between rows, quotes around cells with either. */
export function readBlock(text: string): string[][] {
  const rows: string[][] = [];
  const row: string[] = [];
  let cell = "";
  let quoted = false;
  const body = text.replace(/\r\n?/g, "\n").replace(/\n$/, "");
  for (let i = 0; i < body.length; i++) {
    const c = body[i]!;
    if (quoted) {
      if (c !== '"') cell += c;
      else if (body[i + 1] === '"') cell += body[i++];
      else quoted = false;
    } else if (c === '"' && cell === "") quoted = true;
    else if (c === "\t" || c === "\n") {
      row.push(cell);
      cell = "";
      if (c === "\n") rows.push(row.splice(0));
    } else cell += c;
  }
  rows.push([...row, cell]);
  return rows;
}

const quoteCell = (cell: string): string => (/["\t\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** A block for the clipboard, the way spreadsheets read it. */
export const writeBlock = (rows: readonly (readonly string[])[]): string => rows.map((row) => row.map(quoteCell).join("\t")).join("\n");

const yes = new Set(["y", "yes", "true", "1", "是", "√", "✓"]);
const no = new Set(["n", "no", "false", "0", "否", "×", "✗"]);

const readOnly: Text = ["该列只读", "This cell is read-only"];
const noSuchChoice: Text = ["没有这个选项", "No such option"];
const notNumber: Text = ["不是数字", "Not a number"];
const notDate: Text = ["不是日期", "Not a date"];
const mustChoose: Text = ["需要在选择框中选取", "Choose it in its window"];
const outside: Text = ["超出表格右侧", "Past the last column"];
const tooMany: Text = ["没有更多行", "No more rows"];

/** A choice by its code or by its meaning; two choices with one meaning are no match. */
export function matchChoice(choices: readonly Choice[], typed: string): Choice | null {
  const text = typed.trim().toLowerCase();
  const open = choices.filter((choice) => choice.disabled !== true);
  const byCode = open.find((choice) => choice.value.toLowerCase() === text);
  if (byCode !== undefined) return byCode;
  const byLabel = open.filter((choice) => choice.label.trim().toLowerCase() === text);
  return byLabel.length === 1 ? byLabel[0]! : null;
}

type Reading = { readonly value: unknown } | { readonly why: Text };

const byKind: Partial<Record<CellKind, (column: PasteColumn, typed: string, at: { today: string; zone: string }) => Reading>> = {
  select: readChoice,
  radio: readChoice,
  tag: readChoice,
  tree: readChoice,
  multiSelect: (column, typed) => {
    const found = typed
      .split(/[,，;；、]/)
      .filter((part) => part.trim() !== "")
      .map((part) => matchChoice(column.choices ?? [], part));
    return found.every((choice) => choice !== null) ? { value: found.map((choice) => choice.value).join(",") } : { why: noSuchChoice };
  },
  checkbox: readCheck,
  switch: readCheck,
  date: readDay,
  month: readDay,
  year: readDay,
  datetime: readDay,
  remoteSelect: () => ({ why: mustChoose }),
  picker: () => ({ why: mustChoose }),
  cascader: () => ({ why: mustChoose }),
  attachment: () => ({ why: mustChoose }),
};

function readChoice(column: PasteColumn, typed: string): Reading {
  const choice = matchChoice(column.choices ?? [], typed);
  return choice === null ? { why: noSuchChoice } : { value: choice.value };
}

function readCheck(column: PasteColumn, typed: string): Reading {
  const text = typed.trim().toLowerCase();
  const t = column.trueValue ?? "Y";
  const f = column.falseValue ?? "N";
  if (typed.trim() === String(t) || yes.has(text)) return { value: t };
  return typed.trim() === String(f) || no.has(text) ? { value: f } : { why: noSuchChoice };
}

function readDay(column: PasteColumn, typed: string, at: { today: string; zone: string }): Reading {
  const kind = column.editType ?? "date";
  const value = readDate(typed, kind, at.today);
  if (value === null) return { why: notDate };
  return { value: kind === "datetime" ? readMoment(value, at.zone) : value };
}

/** One pasted cell as a value of its column, or why it is none. */
export function readPasted(column: PasteColumn, typed: string, at: { today: string; zone: string }): Reading {
  if (!column.editable) return { why: readOnly };
  if (isBlank(typed.trim())) return { value: null };
  const kind = column.editType ?? "text";
  const reader = byKind[kind];
  if (reader !== undefined) return reader(column, typed, at);
  if (!isNumberKind(kind)) return { value: kind === "textarea" ? typed : typed.trim() };
  const decimal = readNumber(typed);
  return decimal === null ? { why: notNumber } : { value: settleNumber(decimal, column.precision) };
}

/** A first line that only repeats the column titles is a header, as our own copies carry one. */
const isHeader = (line: readonly string[], columns: readonly PasteColumn[]): boolean =>
  line.length > 0 && line.every((cell, i) => columns[i]?.title.includes(cell.trim()) === true);

/** Where each cell of a block goes, by position from the focused cell; `columns` begin there, `space` is how many rows may be filled. */
export function planPaste(
  text: string,
  columns: readonly PasteColumn[],
  space: number,
  at: { readonly today: string; readonly zone: string },
  mayFill: (row: number, key: string) => boolean = () => true,
): PastePlan {
  const block = readBlock(text);
  const lines = isHeader(block[0] ?? [], columns) ? block.slice(1) : block;
  const cells: { row: number; key: string; value: unknown }[] = [];
  const unmatched: Unmatched[] = [];
  lines.forEach((line, row) => {
    line.forEach((typed, i) => {
      const column = columns[i];
      const tell = (why: Text) => unmatched.push({ row, key: column?.key ?? null, typed, why });
      if (column === undefined) return void (typed.trim() === "" || tell(outside));
      if (row >= space) return void tell(tooMany);
      if (column.editable && !mayFill(row, column.key)) return void (typed.trim() === "" || tell(readOnly));
      const reading = readPasted(column, typed, at);
      if ("value" in reading) cells.push({ row, key: column.key, value: reading.value });
      else if (typed.trim() !== "") tell(reading.why);
    });
  });
  return { cells, unmatched, rows: Math.min(lines.length, space) };
}
