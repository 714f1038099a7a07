import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useMemo, useRef } from "react";
import type { Entity } from "../../../entity.ts";
import { fieldOf } from "../../../entity.ts";
import { useText } from "../../language.ts";
import { useLookup } from "../lookup.ts";
import type { Text } from "../../../text.ts";
import type { Kind } from "./findings.ts";
import { fits, rowsOf, warningsOf } from "./findings.ts";
import type { CellFinding, CheckedRow, ImportAnswer } from "./importCall.ts";

interface Props {
  readonly entity: Entity;
  readonly answer: ImportAnswer;
  readonly kind: Kind;
  /** The row number to bring into view. */
  readonly at: number | null;
}

const signs: Readonly<Record<CheckedRow["result"], readonly [string, Text]>> = {
  new: ["+", ["新增", "New"]],
  changed: ["~", ["更新", "Changed"]],
  same: ["=", ["不变", "Same"]],
  wrong: ["!", ["错误", "Wrong"]],
};

const text = (value: unknown): string => (value === null || value === undefined ? "" : String(value));

/** The person's own rows in their own order, against what the system holds: sign and word, not only colour. */
export function ImportDiff({ entity, answer, kind, at }: Props) {
  const say = useText();
  const box = useRef<HTMLDivElement>(null);
  const warned = useMemo(() => new Set(warningsOf(answer).map((one) => one.row)), [answer]);
  const rows = useMemo(() => rowsOf(answer).filter((row) => fits(row, kind, warned)), [answer, kind, warned]);
  const findings = useMemo(() => {
    const by = new Map<string, CellFinding & { readonly level: "error" | "warning" }>();
    for (const one of warningsOf(answer)) by.set(`${one.row}.${one.column}`, { ...one, level: "warning" });
    for (const one of answer.errors) by.set(`${one.row}.${one.column}`, { ...one, level: "error" });
    return by;
  }, [answer]);
  const columns = useMemo(() => columnsOf(entity, answer, say), [entity, answer, say]);
  const tall = useMemo(() => new Set([...answer.errors, ...warningsOf(answer)].map((one) => one.row)), [answer]);
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: (index) => (tall.has(rows[index]!.row) ? 50 : 36),
    overscan: 12,
  });
  useEffect(() => {
    const index = at === null ? -1 : rows.findIndex((row) => row.row === at);
    if (index >= 0) list.scrollToIndex(index, { align: "center" });
  }, [at, rows, list]);
  const grid = `56px 84px repeat(${columns.length}, minmax(110px, 1fr))`;
  const width = 140 + columns.length * 130;
  return (
    <div
      className="pg-import-grid"
      ref={box}
      role="table"
      aria-label={say(["核对结果", "Result of the check"])}
      aria-rowcount={rows.length + 1}
      tabIndex={0}
    >
      <div className="pg-import-row pg-import-th" role="row" style={{ gridTemplateColumns: grid, minWidth: width }}>
        <span role="columnheader" className="pg-right">
          {say(["行", "Row"])}
        </span>
        <span role="columnheader">{say(["结果", "Result"])}</span>
        {columns.map((column) => (
          <span key={column.key} role="columnheader" className={column.right ? "pg-right" : ""}>
            {column.label}
          </span>
        ))}
      </div>
      <div style={{ height: list.getTotalSize(), minWidth: width, position: "relative" }}>
        {list.getVirtualItems().map((item) => {
          const row = rows[item.index]!;
          const [sign, word] = signs[row.result];
          return (
            <div
              key={item.key}
              role="row"
              className={`pg-import-row pg-import-${row.result}`}
              style={{
                gridTemplateColumns: grid,
                height: item.size,
                transform: `translateY(${item.start}px)`,
                position: "absolute",
                left: 0,
                right: 0,
              }}
            >
              <span role="cell" className="pg-right pg-figure">
                {row.row}
              </span>
              <span role="cell">
                <i className="pg-import-sign" aria-hidden>
                  {sign}
                </i>
                {say(word)}
              </span>
              {columns.map((column) => (
                <DiffCell key={column.key} row={row} column={column} finding={findings.get(`${row.row}.${column.key}`)} />
              ))}
            </div>
          );
        })}
      </div>
    </div>
  );
}

interface DiffColumn {
  readonly key: string;
  readonly label: string;
  readonly right: boolean;
  readonly lookup: string | undefined;
}

function columnsOf(entity: Entity, answer: ImportAnswer, say: (t: Text) => string): readonly DiffColumn[] {
  const keys =
    answer.columns ??
    [...new Set(rowsOf(answer).flatMap((row) => Object.keys(row.values)))].map((key) => ({
      key,
      label: say(fieldOf(entity, key)?.label ?? [key, key]),
    }));
  return keys.map(({ key, label }) => ({
    key,
    label,
    right: ["qty", "price", "money", "rate", "percent", "int"].includes(fieldOf(entity, key)?.kind ?? ""),
    lookup: fieldOf(entity, key)?.lookup,
  }));
}

function DiffCell({
  row,
  column,
  finding,
}: {
  readonly row: CheckedRow;
  readonly column: DiffColumn;
  readonly finding: (CellFinding & { level: string }) | undefined;
}) {
  const reader = useLookup(column.lookup);
  const said = (value: unknown): string => (column.lookup ? reader.meaning(value) : text(value));
  const now = said(row.values[column.key] ?? finding?.value);
  const before = said(row.old?.[column.key]);
  const changed = row.result === "changed" && row.old !== undefined && column.key in row.old && now !== "" && before !== now;
  const tone = finding ? ` pg-import-${finding.level}` : changed ? " pg-import-cell-changed" : "";
  return (
    <span
      role="cell"
      className={`${column.right ? "pg-right pg-figure" : ""}${tone}`}
      title={finding?.msg ?? (changed ? `${before} → ${now}` : now)}
    >
      <span className={changed ? "pg-import-value pg-import-pair" : "pg-import-value"}>
        {changed ? (
          <>
            <del>{before || "–"}</del> <b>{now || "–"}</b>
          </>
        ) : (
          now || (finding ? "–" : "")
        )}
      </span>
      {finding ? <small>{finding.msg}</small> : null}
    </span>
  );
}
