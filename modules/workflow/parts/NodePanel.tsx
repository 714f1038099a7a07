import { Stack } from "#kernel/web/block/layout.tsx";
import type { Form } from "#kernel/seen.ts";
import { Select } from "antd";
import { useMemo } from "react";
import { useStore } from "zustand";
import type { Text } from "#kernel/text.ts";
import { useText } from "#kernel/web/language.ts";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import { billContext, type BillContext } from "../design/bill.tsx";
import { Approvers } from "../design/Approvers.tsx";
import { Condition } from "../design/Condition.tsx";
import { Line } from "../design/Line.tsx";
import type { ApproverRule } from "../engine/definition.ts";
import { useDocumentFields } from "./billFields.tsx";
import type { billNode, billType } from "../bill-type.entity.ts";
import type { RowStore } from "#kernel/web/table/rowStore.ts";

/** The line of a collection that has the focus, or the first one. */
function useFocused<R extends object>(
  model: EditModel<typeof billType>,
  collection: string,
  lines: RowStore<R>,
): { readonly key: string; readonly row: R } | null {
  const focus = useStore(model.state, (state) => state.focus);
  const rows = useStore(lines.state, (state) => state.rows);
  const live = rows.filter((edit) => !edit.deleted);
  const found = (focus?.collection === collection ? live.find((edit) => edit.key === focus.key) : undefined) ?? live[0];
  return found ? { key: found.key, row: found.row } : null;
}

function useBillOf(model: EditModel<typeof billType>): BillContext {
  const { entity } = useDocumentFields(model);
  const doc = useStore(model.state, (state) => state.doc);
  return useMemo(() => billContext(doc, entity), [doc, entity]);
}

const conditionText = (value: unknown): string =>
  typeof value === "string"
    ? value
    : String(
        (value as { expression?: string; ruleCode?: string } | null)?.expression ?? (value as { ruleCode?: string } | null)?.ruleCode ?? "",
      );

/** Who handles the focused node, when it applies, and what may be written there. */
export function NodePanel({ model }: { readonly model: EditModel<typeof billType> }) {
  const say = useText();
  const bill = useBillOf(model);
  const focused = useFocused(model, "nodes", model.lines.nodes!);
  const readOnly = !model.editable();
  if (!focused)
    return (
      <p className="pg-faint">
        {say([
          "还没有节点。没有节点也没有流程时，由持有一步审批权限的人审批。",
          "No steps yet. Without steps and process, anyone with the one-step permission approves.",
        ])}
      </p>
    );
  const { key, row } = focused;
  const set = (patch: Form<typeof billNode>): void =>
    model.lines.nodes!.set(Object.entries(patch).map(([field, value]) => ({ key, field, value })));
  return (
    <Stack>
      <h3 className="pg-h3">
        {String(row.nodeName || say(["未命名节点", "Unnamed node"]))} <span className="pg-code">{String(row.nodeCode ?? "")}</span>
      </h3>
      <Approvers
        rule={(row.approverRule as ApproverRule | null) ?? null}
        value={row.ruleValue ?? {}}
        bill={bill}
        disabled={readOnly}
        change={(approverRule, ruleValue) => set({ approverRule, ruleValue })}
      />
      <Condition
        label={["什么时候需要这个节点", "When it applies"]}
        text={conditionText(row.conditionJson)}
        scope={bill.scope}
        disabled={readOnly}
        change={(text) => set({ conditionJson: text.trim() ? { expression: text.trim() } : null })}
      />
      <FieldsPick
        label={["审批时可修改的字段", "Fields that may be changed"]}
        bill={bill}
        value={row.editableFields}
        readOnly={readOnly}
        change={(editableFields) => set({ editableFields })}
      />
    </Stack>
  );
}

/** Which facts the task card, the message and the phone show. */
export function SubjectPanel({ model }: { readonly model: EditModel<typeof billType> }) {
  const say = useText();
  const bill = useBillOf(model);
  const focused = useFocused(model, "subjects", model.lines.subjects!);
  if (!focused)
    return (
      <p className="pg-faint">{say(["先添加一个审批主题，再选它显示的字段。", "Add a subject first, then choose the fields it shows."])}</p>
    );
  return (
    <Stack>
      <h3 className="pg-h3">{String(focused.row.subjectName || focused.row.subjectCode || "")}</h3>
      <FieldsPick
        label={["卡片上的字段", "Fields on the card"]}
        bill={bill}
        value={focused.row.summaryFields}
        readOnly={!model.editable()}
        change={(summaryFields) => model.lines.subjects!.set([{ key: focused.key, field: "summaryFields", value: summaryFields }])}
      />
    </Stack>
  );
}

interface PickProps {
  readonly label: Text;
  readonly bill: BillContext;
  readonly value: unknown;
  readonly readOnly: boolean;
  change(keys: readonly string[]): void;
}

function FieldsPick({ label, bill, value, readOnly, change }: PickProps) {
  const say = useText();
  return (
    <Line label={label}>
      {(id) => (
        <Select
          id={id}
          mode="multiple"
          className="pg-fill"
          allowClear
          disabled={readOnly}
          showSearch={{ optionFilterProp: "label" }}
          value={Array.isArray(value) ? value.map(String) : []}
          options={bill.fields.map((field) => ({ value: field.key, label: say(field.label) }))}
          onChange={(keys: string[]) => change(keys)}
        />
      )}
    </Line>
  );
}
