import { PlainTable } from "#kernel/web/block/PlainTable.tsx";
import { Select } from "antd";
import type { Text } from "#kernel/text.ts";
import { useText } from "#kernel/web/language.ts";
import type { NodeSettings } from "../engine/definition.ts";
import type { BillContext } from "./bill.tsx";

type Right = "READ" | "EDIT" | "REQUIRED" | "HIDDEN";
type Rights = Pick<NodeSettings, "editableFields" | "requiredFields" | "hiddenFields">;

const words: Readonly<Record<Right, Text>> = {
  READ: ["只读", "Read"],
  EDIT: ["可改", "Editable"],
  REQUIRED: ["必填", "Required"],
  HIDDEN: ["隐藏", "Hidden"],
};

const rightOf = (rights: Rights, key: string): Right =>
  rights.hiddenFields.includes(key)
    ? "HIDDEN"
    : rights.requiredFields.includes(key)
      ? "REQUIRED"
      : rights.editableFields.includes(key)
        ? "EDIT"
        : "READ";

/** A required field is one that may be written as well. */
function withRight(rights: Rights, key: string, right: Right): Rights {
  const without = (list: readonly string[]): readonly string[] => list.filter((value) => value !== key);
  return {
    editableFields: [...without(rights.editableFields), ...(right === "EDIT" || right === "REQUIRED" ? [key] : [])],
    requiredFields: [...without(rights.requiredFields), ...(right === "REQUIRED" ? [key] : [])],
    hiddenFields: [...without(rights.hiddenFields), ...(right === "HIDDEN" ? [key] : [])],
  };
}

interface Props {
  readonly rights: Rights;
  readonly bill: BillContext;
  readonly disabled?: boolean | undefined;
  change(rights: Rights): void;
}

/** What the holder of a step may see and write of the document; everything else is read only. */
export function FieldRights({ rights, bill, disabled, change }: Props) {
  const say = useText();
  const named = [...new Set([...rights.editableFields, ...rights.requiredFields, ...rights.hiddenFields])];
  const known = bill.fields.filter((field) => field.kind !== "files");
  const rows = [
    ...known,
    ...named.filter((key) => !known.some((billField) => billField.key === key)).map((key) => ({ key, label: [key, key] as Text })),
  ];
  if (rows.length === 0)
    return <p className="pg-faint">{say(["先在上方选择单据类型，才能列出字段。", "Choose a document type above to list its fields."])}</p>;
  return (
    <PlainTable
      dense
      label={say(["字段权限", "Field rights"])}
      rows={rows}
      rowKey={({ key }) => key}
      columns={[
        { key: "field", title: say(["字段", "Field"]), cell: ({ key, label }) => <span title={key}>{say(label)}</span> },
        {
          key: "right",
          title: say(["权限", "Right"]),
          width: 118,
          cell: ({ key, label }) => (
            <Select<Right>
              size="small"
              className="pg-fill"
              variant="borderless"
              disabled={disabled ?? false}
              aria-label={say(label)}
              value={rightOf(rights, key)}
              options={(Object.entries(words) as [Right, Text][]).map(([value, text]) => ({ value, label: say(text) }))}
              onChange={(right) => change(withRight(rights, key, right))}
            />
          ),
        },
      ]}
    />
  );
}
