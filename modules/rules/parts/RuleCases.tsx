import type { Text } from "#kernel/text.ts";
import { Stack, Words } from "#kernel/web/block/layout.tsx";
import { Mark } from "#kernel/web/block/Mark.tsx";
import { useText } from "#kernel/web/language.ts";
import { DataTable } from "#kernel/web/table/DataTable.tsx";
import type { Column, Row } from "#kernel/web/table/types.ts";
import { useMemo } from "react";
import { useStore } from "zustand";
import type { FieldRow } from "../stored.ts";
import { cellKey } from "./ruleRows.ts";
import type { JudgedCase, RuleModel } from "./ruleModel.tsx";

const label = (field: FieldRow): Text => [field.labelCn || field.name, field.labelEn || field.labelCn || field.name];
const column = (part: "i" | "o", field: FieldRow): Column => ({
  key: cellKey(part, field.name),
  title: label(field),
  width: 130,
  cellType: "text",
  editType: "text",
  sortable: false,
});

export const shownValue = (value: unknown): string =>
  value === null || value === undefined
    ? "–"
    : value === true
      ? "Y"
      : value === false
        ? "N"
        : Array.isArray(value)
          ? value.map(shownValue).join(", ")
          : String(value);

function Outcome({ one }: { readonly one: JudgedCase | undefined }) {
  const say = useText();
  if (!one) return null;
  const answer = Object.entries(one.decision.outputs)
    .map(([name, value]) => `${name} = ${shownValue(value)}`)
    .join("，");
  return (
    <Mark tone={one.green ? "success" : "error"} tip={answer} note={answer}>
      {one.green ? say(["通过", "Passed"]) : say(["未通过", "Failed"])}
    </Mark>
  );
}

/** Which row decided and why the others did not. */
export function Reasons({ reasons }: { readonly reasons: readonly string[] }) {
  return (
    <Stack gap="xs">
      {reasons.map((reason, at) => (
        <Words key={at} as="p" size="small">
          {reason}
        </Words>
      ))}
    </Stack>
  );
}

/** Examples that must come out right: green or red at once, and why on opening a row. */
export function RuleCases({ model, editable }: { readonly model: RuleModel; readonly editable: boolean }) {
  const say = useText();
  const { head, judged } = useStore(model.state);
  const edits = useStore(model.cases.state, (state) => state.rows);
  const rows = useMemo(() => edits.map((edit) => edit.row), [edits]);
  const columns = useMemo(
    (): Column[] => [
      {
        key: "caseName",
        title: ["用例", "Case"],
        width: 180,
        cellType: "text",
        editType: "text",
        sortable: false,
        validate: { required: true, maxLength: 100 },
      },
      { key: "outcome", title: ["结果", "Outcome"], width: 210, sortable: false, render: (row) => <Outcome one={judged.cases.get(row)} /> },
      ...(head.inputFields.length
        ? [{ key: "given", title: ["给定", "Given"] as Text, children: head.inputFields.map((inputField) => column("i", inputField)) }]
        : []),
      ...(head.outputFields.length
        ? [
            {
              key: "expected",
              title: ["期望", "Expected"] as Text,
              children: head.outputFields.map((outputField) => column("o", outputField)),
            },
          ]
        : []),
    ],
    [head.inputFields, head.outputFields, judged],
  );
  return (
    <DataTable
      config={{
        name: `BaseRuleSet.${head.ruleCode}.cases`,
        label: ["用例", "Test cases"],
        columns,
        ...(editable ? { store: model.cases } : { rows: rows as Row[] }),
        isEdit: editable,
        canAdd: editable,
        canDelete: editable,
        selection: editable ? "multiple" : false,
        showIndex: true,
        isShowPage: false,
        tools: editable,
        height: "content",
        newRow: () => ({ seq: edits.length + 1 }),
        expand: (row) => <Reasons reasons={(judged.cases.get(row)?.told ?? []).map(say)} />,
        empty: {
          title: ["还没有用例", "No test cases yet"],
          detail: [
            "每个用例给出输入和期望结果；发布前须全部通过。",
            "Each gives inputs and the expected answer; all must pass before publishing.",
          ],
        },
      }}
    />
  );
}
