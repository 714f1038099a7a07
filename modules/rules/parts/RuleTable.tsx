import type { CellProblem } from "#kernel/cell.ts";
import type { Text } from "#kernel/text.ts";
import { Words } from "#kernel/web/block/layout.tsx";
import { Mark } from "#kernel/web/block/Mark.tsx";
import { useText } from "#kernel/web/language.ts";
import { DataTable } from "#kernel/web/table/DataTable.tsx";
import type { Column, Row, RowAction } from "#kernel/web/table/types.ts";
import { ArrowDown, ArrowUp } from "lucide-react";
import { useEffect, useMemo } from "react";
import { useStore } from "zustand";
import type { Finding } from "../engine/rule-set.ts";
import type { FieldRow } from "../stored.ts";
import { cellKey } from "./ruleRows.ts";
import type { RuleModel } from "./ruleModel.tsx";

const label = (field: FieldRow): Text => [field.labelCn || field.name, field.labelEn || field.labelCn || field.name];

const problemOf = (finding: Finding | undefined): CellProblem | null =>
  finding ? { code: finding.code, text: finding.text, level: "error" } : null;

/** One column for each field, its cells in plain notation: "< 100", "A,B", "10..20", "-". */
function fieldColumns(model: RuleModel, part: "c" | "o", fields: readonly FieldRow[]): Column[] {
  return fields
    .filter((field) => field.name !== "")
    .map((field) => {
      const key = cellKey(part, field.name);
      return {
        key,
        title: label(field),
        width: part === "c" ? 114 : 140,
        cellType: "text" as const,
        editType: "text" as const,
        sortable: false,
        render: (row: Row) => <CellText value={row[key]} part={part} />,
        validate: { fn: (_: unknown, row: Row) => problemOf(model.state.getState().judged.cells.get(row)?.[key]) },
      };
    });
}

function CellText({ value, part }: { readonly value: unknown; readonly part: "c" | "o" }) {
  const text = value === null || value === undefined ? "" : String(value);
  if (text === "") return <span className="pg-none">–</span>;
  return part === "o" ? <Words tone="info">{text}</Words> : <span className="pg-figure">{text}</span>;
}

const short: Partial<Record<Finding["code"], Text>> = {
  UNREACHABLE: ["不可达", "Dead"],
  NEVER: ["矛盾", "Contradicts"],
  OVERLAP: ["重叠", "Overlaps"],
};

/** Whether the row can decide anything, in a word; the sentence stands below the table and in the tip. */
function RowVerdict({ finding, off, unread }: { readonly finding: Finding | undefined; readonly off: boolean; readonly unread: boolean }) {
  const say = useText();
  if (off) return <span className="pg-faint">{say(["未启用", "Off"])}</span>;
  // While one cell cannot be read, nothing is known of how rows cover each other.
  if (!finding && unread) return <span className="pg-none">–</span>;
  if (!finding) return <Mark tone="success">{say(["可达", "Reachable"])}</Mark>;
  return (
    <Mark tone={finding.code === "OVERLAP" ? "warning" : "error"} tip={say(finding.text)}>
      {say(short[finding.code] ?? ["问题", "Problem"])}
      <span className="pg-sr">{say(finding.text)}</span>
    </Mark>
  );
}

/** The decision table itself. Rows are edited, copied and moved like the lines of any document. */
export function RuleTable({ model, editable }: { readonly model: RuleModel; readonly editable: boolean }) {
  const { head, judged } = useStore(model.state);
  const edits = useStore(model.rules.state, (state) => state.rows);
  const rows = useMemo(() => edits.map((edit) => edit.row), [edits]);
  const columns = useMemo((): Column[] => {
    const conditions: Column[] =
      head.kind === "TREE"
        ? fieldColumns(model, "c", [{ name: "expression", labelCn: "条件", labelEn: "Condition", type: "TEXT" }]).map((fieldColumn) => ({
            ...fieldColumn,
            width: 380,
          }))
        : fieldColumns(model, "c", head.inputFields);
    const answers = fieldColumns(model, "o", head.outputFields);
    const unread = judged.cells.size > 0;
    return [
      {
        key: "verdict",
        title: ["检查", "Check"],
        width: 92,
        sortable: false,
        render: (row) => <RowVerdict finding={judged.rows.get(row)} off={row.enabledFlag === "N"} unread={unread} />,
      },
      ...(conditions.length ? [{ key: "when", title: ["如果", "When"] as Text, children: conditions }] : []),
      ...(answers.length ? [{ key: "then", title: ["那么", "Then"] as Text, children: answers }] : []),
      { key: "remark", title: ["备注", "Remark"], width: 180, cellType: "text", editType: "text", sortable: false },
      {
        key: "enabledFlag",
        title: ["启用", "On"],
        width: 64,
        cellType: "switch",
        editType: "switch",
        trueValue: "Y",
        falseValue: "N",
        sortable: false,
      },
    ];
  }, [model, head.kind, head.inputFields, head.outputFields, judged]);
  // What is wrong is marked from the first look, not only after a change.
  useEffect(() => void (editable && model.rules.check()), [model, editable]);
  const move = (row: Row, by: -1 | 1): void => {
    const key = model.rules.state.getState().rows.find((edit) => edit.row === row)?.key;
    if (key) model.rules.move(key, by, "seq");
  };
  const actions = (row: Row): readonly RowAction[] => {
    const living = model.rules.state.getState().rows.filter((edit) => !edit.deleted);
    const at = living.findIndex((edit) => edit.row === row);
    return [
      {
        label: ["上移", "Move up"],
        icon: ArrowUp,
        iconOnly: true,
        disabled: () => at === 0 && (["已是第一行", "It is the first row"] as const),
        handler: () => move(row, -1),
      },
      {
        label: ["下移", "Move down"],
        icon: ArrowDown,
        iconOnly: true,
        disabled: () => at === living.length - 1 && (["已是最后一行", "It is the last row"] as const),
        handler: () => move(row, 1),
      },
    ];
  };
  return (
    <DataTable
      config={{
        name: `BaseRuleSet.${head.ruleCode}.rules`,
        label: ["规则行", "Rules"],
        columns,
        ...(editable ? { store: model.rules } : { rows: rows as Row[] }),
        isEdit: editable,
        canAdd: editable,
        canDelete: editable,
        selection: editable ? "multiple" : false,
        showIndex: true,
        isShowPage: false,
        tools: editable,
        height: "content",
        seqField: "seq",
        newRow: () => ({ seq: edits.length + 1, enabledFlag: "Y" }),
        rowTone: (row) => {
          const code = judged.rows.get(row)?.code;
          return code === "UNREACHABLE" || code === "NEVER" ? "late" : row.enabledFlag === "N" ? "muted" : null;
        },
        ...(editable ? { operateSlot: actions, operateWidth: 76 } : {}),
        empty: {
          title: ["还没有规则行", "No rows yet"],
          detail: ["没有行时按默认结果处理。", "Without rows the default applies."],
        },
      }}
    />
  );
}
