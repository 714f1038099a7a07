import type { FixPlace } from "../../call-error.ts";
import type { CellFinding, CheckedRow, CheckedSheet, ImportAnswer, Place } from "./importCall.ts";

export type Kind = "all" | "new" | "changed" | "same" | "wrong" | "warned";

/** Problems of one cause, the most frequent first. */
export interface Cause {
  readonly msg: string;
  readonly level: "error" | "warning" | "held";
  readonly rows: readonly Place[];
  /** The page that puts it right. */
  readonly fix?: FixPlace | undefined;
}

export const placeKey = ({ sheet, row }: Place): string => `${row} ${sheet}`;

const inOrder = (sheets: readonly string[]) => (a: Place, b: Place) => sheets.indexOf(a.sheet) - sheets.indexOf(b.sheet) || a.row - b.row;

export function causesOf(answer: ImportAnswer): readonly Cause[] {
  const sheets = answer.sheets.map((sheet) => sheet.name);
  const group = (list: readonly CellFinding[], level: Cause["level"]): Cause[] =>
    [...Map.groupBy(list, (cellFinding) => cellFinding.msg)]
      .map(([msg, found]) => {
        const places = new Map(found.map(({ sheet, row }) => [placeKey({ sheet, row }), { sheet, row }]));
        const fix = found.find((cellFinding) => cellFinding.fix)?.fix;
        return { msg, level, rows: [...places.values()].sort(inOrder(sheets)), ...(fix ? { fix } : {}) };
      })
      .sort((a, b) => b.rows.length - a.rows.length);
  const own = answer.errors.filter((error) => !isHeld(error));
  return [...group(own, "error"), ...group(answer.warnings, "warning"), ...group(answer.errors.filter(isHeld), "held")];
}

/** A good row that waits for a wrong one of its document. */
export const isHeld = ({ code }: Pick<CellFinding, "code">): boolean => code === "IMPORT_HELD";

/** The columns something stands in, by level: a template has many that nobody fills. */
export function filledColumns(answer: ImportAnswer): ReadonlyMap<string, CheckedSheet> {
  const used = new Map<string, Set<string>>();
  const enter = (path: string, key: string): void => void (used.get(path) ?? used.set(path, new Set()).get(path)!).add(key);
  for (const row of rowsOf(answer))
    for (const values of [row.values, row.old ?? {}])
      for (const [key, value] of Object.entries(values)) if (value !== null && value !== undefined && value !== "") enter(row.path, key);
  for (const error of [...answer.errors, ...answer.warnings])
    enter(answer.sheets.find((sheet) => sheet.name === error.sheet)?.path ?? "", error.column);
  const kept = (sheet: CheckedSheet) => sheet.columns.filter((column) => used.get(sheet.path)?.has(column.key));
  return new Map(answer.sheets.map((sheet) => [sheet.path, { ...sheet, columns: kept(sheet) }]));
}

/** "7, 52" in a file of one sheet, "Items 7, 8 · Deliveries 3" in a file of several. */
export function placesText(rows: readonly Place[], many: boolean, comma: string, most = 8): string {
  const shown = rows.slice(0, most);
  const parts = [...Map.groupBy(shown, (place) => place.sheet)].map(
    ([sheet, of]) => `${many ? `${sheet} ` : ""}${of.map((place) => place.row).join(comma)}`,
  );
  return parts.join(" · ") + (rows.length > most ? " …" : "");
}

/** What each counter shows; new, changed, same and wrong add up to all, warnings are a part of what can be written. */
export function countsOf(answer: ImportAnswer): Readonly<Record<Kind, number>> {
  const warned = new Set(answer.warnings.map(placeKey)).size;
  return { all: answer.total, new: answer.inserts, changed: answer.updates, same: answer.same, wrong: answer.failed, warned };
}

/** Rows to draw: those the server described, else only the wrong ones as far as errors tell. */
export function rowsOf(answer: ImportAnswer): readonly CheckedRow[] {
  if (answer.rows) return answer.rows;
  const pathOf = (sheet: string): string => answer.sheets.find((checkedSheet) => checkedSheet.name === sheet)?.path ?? "";
  return [...Map.groupBy(answer.errors, placeKey).values()].map((found) => ({
    sheet: found[0]!.sheet,
    row: found[0]!.row,
    path: pathOf(found[0]!.sheet),
    result: "wrong" as const,
    values: Object.fromEntries(found.map((cellFinding) => [cellFinding.column, cellFinding.value])),
  }));
}

export function fits(row: CheckedRow, kind: Kind, warned: ReadonlySet<string>): boolean {
  if (kind === "all") return true;
  return kind === "warned" ? warned.has(placeKey(row)) : row.result === kind || (kind === "changed" && row.result === "removed");
}

const depthOf = ({ path }: CheckedRow): number => (path === "" ? 0 : path.split("/").length);

/** The rows that pass, each under the rows it belongs to, whether those pass or not. */
export function withAbove(rows: readonly CheckedRow[], keep: (row: CheckedRow) => boolean): readonly CheckedRow[] {
  const checkedRows: CheckedRow[] = [];
  let needed = 0;
  for (let i = rows.length - 1; i >= 0; i--) {
    const row = rows[i]!;
    const depth = depthOf(row);
    if (keep(row) || depth < needed) {
      checkedRows.push(row);
      needed = depth;
    } else if (depth === 0) needed = 0;
  }
  return checkedRows.reverse();
}

/** What the list draws: a row, or the headings above the lines of a document. */
export type Item = { readonly row: CheckedRow; readonly depth: number } | { readonly head: string; readonly depth: number };

/** Headings of a collection come once for each document, and again below every row that has lines of its own. */
export function itemsOf(rows: readonly CheckedRow[]): readonly Item[] {
  const items: Item[] = [];
  let headed = new Set<string>();
  for (const row of rows) {
    const depth = depthOf(row);
    if (depth === 0) headed = new Set();
    else if (!headed.has(row.path)) {
      headed.add(row.path);
      items.push({ head: row.path, depth });
    }
    items.push({ row, depth });
  }
  return items;
}
