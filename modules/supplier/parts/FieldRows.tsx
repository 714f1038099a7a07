import type { Field } from "#kernel/field.ts";
import type { Row } from "#kernel/page-document.ts";
import { Inline, Stack } from "#kernel/web/block/layout.tsx";
import { Badge } from "#kernel/web/block/Notice.tsx";
import { PlainTable } from "#kernel/web/block/PlainTable.tsx";
import { useText } from "#kernel/web/language.ts";
import { FieldInput } from "#kernel/web/page/field/FieldInput.tsx";
import { FieldText } from "#kernel/web/page/field/FieldText.tsx";
import { useLookup } from "#kernel/web/page/lookup.ts";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import { companions } from "#kernel/entity.ts";
import { Button, Input } from "antd";
import { Pencil, Undo2 } from "lucide-react";
import { useState } from "react";
import type { supplierChange } from "../change.entity.ts";
import { changeable, type FilePart } from "../change.ts";
import { guardOf } from "../guards.ts";
import { touchedAt, type LineWriter, type Touched } from "./changeStore.tsx";

interface Props {
  readonly model: EditModel<typeof supplierChange>;
  readonly part: FilePart;
  readonly rowId: string;
  /** The row as it is; none for a new one. */
  readonly stored: Row | undefined;
  readonly touched: ReadonlyMap<string, Touched>;
  readonly writer: LineWriter;
}

/** How much care a field asks for, said where it is more than none. */
export function GuardTag({ level }: { readonly level: unknown }) {
  const reader = useLookup("GUARD_LEVEL");
  return level === "GUARDED" || level === "CRITICAL" ? (
    <Badge tone={level === "CRITICAL" ? "error" : "warning"}>{reader.meaning(level)}</Badge>
  ) : null;
}

/** The fields of one row of the file: what is there at the left, what shall be at the right. */
export function FieldRows(props: Props) {
  const say = useText();
  const { part, model, stored } = props;
  const keys = changeable(part, model.viewer.audience).filter(
    (key) => part.entity.fields[key]!.kind !== "files" && !isEnglishHalf(part, key),
  );
  return (
    <PlainTable
      stacked
      label={say(part.entity.label)}
      rows={keys}
      rowKey={(key) => key}
      rowTone={(key) => (stored && touchedAt(props.touched, part, props.rowId, key) ? "info" : undefined)}
      columns={[
        {
          key: "field",
          title: say(["字段", "Field"]),
          width: 200,
          cell: (key) => <FieldName part={part} fieldKey={key} isNew={!stored} />,
        },
        stored
          ? {
              key: "now",
              title: say(["当前值", "Current value"]),
              width: "32%",
              cell: (key) => <FieldText field={{ ...part.entity.fields[key]!, english: undefined }} fieldKey={key} row={stored} plain />,
            }
          : null,
        { key: "new", title: say(["新值", "New value"]), cell: (key) => <NewValue {...props} fieldKey={key} /> },
      ]}
    />
  );
}

function FieldName({ part, fieldKey, isNew }: { readonly part: FilePart; readonly fieldKey: string; readonly isNew: boolean }) {
  const say = useText();
  const field = part.entity.fields[fieldKey]!;
  return (
    <>
      {say(field.label)}
      {isNew && !field.optional ? <span className="pg-required"> *</span> : null} <GuardTag level={guardOf(part.entity.name, fieldKey)} />
    </>
  );
}

const isEnglishHalf = (part: FilePart, key: string): boolean =>
  Object.values(part.entity.fields).some((field) => field.english === key) && part.entity.fields[key.replace(/En$/, "")] === undefined;

/** A sensitive value is typed in the open: nobody checks sixteen dots. */
const typed = (field: Field): Field => ({ ...field, hidden: undefined, english: undefined });

function NewValue({ part, rowId, stored, touched, writer, fieldKey }: Props & { readonly fieldKey: string }) {
  const say = useText();
  const field = part.entity.fields[fieldKey]!;
  const line = touchedAt(touched, part, rowId, fieldKey);
  const [open, setOpen] = useState(false);
  const level = guardOf(part.entity.name, fieldKey);
  const isNew = stored === undefined;
  const names = companions(fieldKey);
  const value = line ? line.row.newValue : field.hidden ? null : (stored?.[fieldKey] ?? field.initial ?? null);
  const row: Row = {
    [fieldKey]: value,
    [names.name]: line ? line.row.newName : stored?.[names.name],
    [names.code]: line ? "" : stored?.[names.code],
    ...(field.currency ? { [field.currency]: stored?.[field.currency] } : {}),
  };
  const write = (patch: Row): void =>
    writer.write(
      part,
      rowId,
      fieldKey,
      patch[fieldKey] ?? null,
      stored,
      field.kind === "ref" ? { newName: (patch[names.name] ?? null) as string | null } : {},
    );
  const editing = isNew || open || line !== undefined;
  if (!editing)
    return (
      <Button
        type="text"
        size="small"
        icon={<Pencil size={13} />}
        aria-label={say([`修改${field.label[0]}`, `Change ${field.label[1]}`])}
        onClick={() => setOpen(true)}
      >
        {say(["修改", "Change"])}
      </Button>
    );
  return (
    <Stack gap="xs">
      <Inline noWrap align="start">
        <FieldInput field={typed(field)} fieldKey={fieldKey} row={row} label={say(field.label)} patch={write} narrow />
        {isNew ? null : (
          <Button
            type="text"
            icon={<Undo2 size={14} />}
            aria-label={say([`还原${field.label[0]}`, `Undo ${field.label[1]}`])}
            onClick={() => {
              setOpen(false);
              if (line) writer.forget([line]);
            }}
          />
        )}
      </Inline>
      {line && level !== "FREE" && (!isNew || fieldKey === "accountName") ? (
        <Input
          size="small"
          maxLength={300}
          value={String(line.row.reason ?? "")}
          placeholder={say(["变更原因", "Reason for this change"])}
          aria-label={say([`${field.label[0]}的变更原因`, `Reason for ${field.label[1]}`])}
          onChange={(event) => writer.set(line, "reason", event.target.value || null)}
        />
      ) : null}
    </Stack>
  );
}
