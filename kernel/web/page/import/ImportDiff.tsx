import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useMemo, useRef } from "react";
import type { CSSProperties } from "react";
import type { Text } from "../../../text.ts";
import { useText } from "../../language.ts";
import { useLookup } from "../lookup.ts";
import type { Kind } from "./findings.ts";
import { fits, isHeld, itemsOf, placeKey, rowsOf, filledColumns, withAbove } from "./findings.ts";
import type { CellFinding, CheckedRow, CheckedSheet, ImportAnswer, Place } from "./importCall.ts";

interface Props {
  readonly answer: ImportAnswer;
  readonly kind: Kind;
  readonly hideSame: boolean;
  /** The row to bring into view. */
  readonly at: Place | null;
}

const signs: Readonly<Record<CheckedRow["result"], readonly [string, Text]>> = {
  new: ["+", ["新增", "New"]],
  changed: ["~", ["更新", "Changed"]],
  same: ["=", ["不变", "Same"]],
  wrong: ["!", ["错误", "Wrong"]],
  removed: ["–", ["删除", "Removed"]],
};

type Levelled = CellFinding & { readonly level: "error" | "warning" | "held" };

const text = (value: unknown): string => (value === null || value === undefined ? "" : String(value));
const numeric = new Set(["qty", "price", "money", "rate", "percent", "int"]);

/** Findings of a cell, and under no column those of the whole row. */
function findingsOf(answer: ImportAnswer): ReadonlyMap<string, Levelled> {
  const by = new Map<string, Levelled>();
  for (const warning of answer.warnings) by.set(`${placeKey(warning)}.${warning.column}`, { ...warning, level: "warning" });
  for (const error of answer.errors) by.set(`${placeKey(error)}.${error.column}`, { ...error, level: isHeld(error) ? "held" : "error" });
  return by;
}

const gridOf = (columns: number, depth: number): CSSProperties => ({
  gridTemplateColumns: `56px 96px ${depth > 0 ? `${depth * 22}px ` : ""}repeat(${columns}, minmax(110px, 1fr))`,
});

/** The person's own rows in their own order, lines under their document, against what the system holds: sign and word, not only colour. */
export function ImportDiff({ answer, kind, hideSame, at }: Props) {
  const say = useText();
  const box = useRef<HTMLDivElement>(null);
  const items = useMemo(() => {
    const warned = new Set(answer.warnings.map(placeKey));
    return itemsOf(withAbove(rowsOf(answer), (row) => fits(row, kind, warned) && !(hideSame && row.result === "same")));
  }, [answer, kind, hideSame]);
  const findings = useMemo(() => findingsOf(answer), [answer]);
  const tall = useMemo(() => new Set([...answer.errors, ...answer.warnings].map(placeKey)), [answer]);
  const sheets = useMemo(() => filledColumns(answer), [answer]);
  const list = useVirtualizer({
    count: items.length,
    getScrollElement: () => box.current,
    estimateSize: (index) => {
      const item = items[index]!;
      return "head" in item ? 28 : tall.has(placeKey(item.row)) ? 50 : 36;
    },
    overscan: 12,
  });
  useEffect(() => {
    const index = at === null ? -1 : items.findIndex((item) => "row" in item && placeKey(item.row) === placeKey(at));
    if (index < 0) return;
    list.scrollToIndex(index, { align: "center" });
    // The cell itself may stand beyond the right edge.
    const frame = requestAnimationFrame(() =>
      box.current?.querySelector(`[data-index="${index}"] .pg-import-error`)?.scrollIntoView({ block: "nearest", inline: "nearest" }),
    );
    return () => cancelAnimationFrame(frame);
  }, [at, items, list]);
  const widest = Math.max(...[...sheets.values()].map((sheet) => sheet.columns.length), 1);
  const minWidth = 152 + widest * 130;
  return (
    <div
      className="pg-import-grid"
      ref={box}
      role="table"
      aria-label={say(["核对结果", "Check result"])}
      aria-rowcount={items.length + 1}
      tabIndex={0}
    >
      <HeadRow sheet={sheets.get("") ?? answer.sheets[0]!} depth={0} style={{ minWidth }} />
      <div style={{ height: list.getTotalSize(), minWidth, position: "relative" }}>
        {list.getVirtualItems().map(({ key, index, size, start }) => {
          const item = items[index]!;
          const style = { height: size, transform: `translateY(${start}px)`, position: "absolute", left: 0, right: 0 } as const;
          const sheet = sheets.get("head" in item ? item.head : item.row.path);
          if (!sheet) return null;
          if ("head" in item) return <HeadRow key={key} sheet={sheet} depth={item.depth} style={style} />;
          return <DiffRow key={key} row={item.row} depth={item.depth} sheet={sheet} findings={findings} style={style} index={index} />;
        })}
      </div>
    </div>
  );
}

/** The headings of the documents, or of the lines below one. */
function HeadRow({ sheet, depth, style }: { readonly sheet: CheckedSheet; readonly depth: number; readonly style: CSSProperties }) {
  const say = useText();
  return (
    <div
      className={`pg-import-row ${depth === 0 ? "pg-import-th" : "pg-import-sub"}`}
      role="row"
      style={{ ...gridOf(sheet.columns.length, depth), ...style }}
    >
      <span role="columnheader" className="pg-right">
        {depth === 0 ? say(["行", "Row"]) : ""}
      </span>
      <span role="columnheader" title={sheet.label}>
        {depth === 0 ? say(["结果", "Result"]) : sheet.label}
      </span>
      {depth > 0 ? <span aria-hidden /> : null}
      {sheet.columns.map((column) => (
        <span key={column.key} role="columnheader" className={numeric.has(column.kind) ? "pg-right" : ""}>
          {column.label}
        </span>
      ))}
    </div>
  );
}

interface RowProps {
  readonly row: CheckedRow;
  readonly depth: number;
  readonly sheet: CheckedSheet;
  readonly findings: ReadonlyMap<string, Levelled>;
  readonly style: CSSProperties;
  readonly index: number;
}

const waits: readonly [string, Text] = ["·", ["暂缓", "Left out"]];

function DiffRow({ row, depth, sheet, findings, style, index }: RowProps) {
  const say = useText();
  const own = (key: string): Levelled | undefined => findings.get(`${placeKey(row)}.${key}`);
  // What is wrong with the whole row is said in its first cell that has nothing of its own to say.
  const whole = own("");
  const held = whole?.level === "held";
  const [sign, word] = held ? waits : signs[row.result];
  const first = sheet.columns.find((column) => !own(column.key))?.key;
  return (
    <div
      role="row"
      data-index={index}
      className={`pg-import-row pg-import-${held ? "waits" : row.result}`}
      style={{ ...gridOf(sheet.columns.length, depth), ...style }}
    >
      <span role="cell" className="pg-right pg-figure" title={row.sheet}>
        {row.row || "·"}
      </span>
      <span role="cell">
        <i className="pg-import-sign" aria-hidden>
          {sign}
        </i>
        {say(word)}
      </span>
      {depth > 0 ? <span className="pg-import-branch" aria-hidden /> : null}
      {sheet.columns.map((column) => (
        <DiffCell key={column.key} row={row} column={column} finding={own(column.key) ?? (column.key === first ? whole : undefined)} />
      ))}
    </div>
  );
}

interface CellProps {
  readonly row: CheckedRow;
  readonly column: CheckedSheet["columns"][number];
  readonly finding: Levelled | undefined;
}

const yn: Readonly<Record<string, Text>> = { Y: ["是", "Yes"], N: ["否", "No"] };

function DiffCell({ row, column, finding }: CellProps) {
  const say = useText();
  const reader = useLookup(column.lookup);
  const describe = (value: unknown): string =>
    column.lookup ? reader.meaning(value) : column.kind === "yn" && yn[text(value)] ? say(yn[text(value)]!) : text(value);
  const given = column.key in row.values;
  const now = describe(row.values[column.key] ?? (finding?.column === column.key ? finding.value : undefined));
  const before = describe(row.old?.[column.key]);
  const changed = given && row.result !== "same" && row.old !== undefined && before !== now && finding?.level !== "error";
  const gone = row.result === "removed";
  const tone = finding && finding.level !== "held" ? ` pg-import-${finding.level}` : changed ? " pg-import-cell-changed" : "";
  return (
    <span
      role="cell"
      className={`${numeric.has(column.kind) ? "pg-right pg-figure" : ""}${tone}`}
      title={finding?.msg ?? (changed ? `${before} → ${now}` : now || before)}
    >
      <span className={changed ? "pg-import-value pg-import-pair" : "pg-import-value"}>
        {changed ? (
          <>
            <del>{before || "–"}</del> <b>{now || "–"}</b>
          </>
        ) : gone ? (
          <del>{before}</del>
        ) : (
          now || (given ? "" : <i className="pg-faint">{row.row === 0 ? "" : before}</i>)
        )}
      </span>
      {finding ? <small>{finding.msg}</small> : null}
    </span>
  );
}
