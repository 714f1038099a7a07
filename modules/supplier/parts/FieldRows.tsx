import type { Field } from "#kernel/field.ts";
import type { Row } from "#kernel/page-document.ts";
import { useText } from "#kernel/web/language.ts";
import { FieldInput } from "#kernel/web/page/field/FieldInput.tsx";
import { FieldText } from "#kernel/web/page/field/FieldText.tsx";
import { useLookup } from "#kernel/web/page/lookup.ts";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import { companions } from "#kernel/entity.ts";
import { Button, Input } from "antd";
import { Pencil, Undo2 } from "lucide-react";
import { useState } from "react";
import { changeable, type FilePart } from "../change.ts";
import { guardOf } from "../guards.ts";
import { touchedAt, type LineWriter, type Touched } from "./changeStore.tsx";

interface Props {
  readonly model: EditModel;
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
    <span className="sc-tag" data-level={level}>
      {reader.meaning(level)}
    </span>
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
    <table className="sc-table">
      <thead>
        <tr>
          <th className="sc-name">{say(["字段", "Field"])}</th>
          {stored ? <th className="sc-now">{say(["当前值", "Current value"])}</th> : null}
          <th>{say(["新值", "New value"])}</th>
        </tr>
      </thead>
      <tbody>
        {keys.map((key) => (
          <FieldRow key={key} {...props} fieldKey={key} />
        ))}
      </tbody>
    </table>
  );
}

const isEnglishHalf = (part: FilePart, key: string): boolean =>
  Object.values(part.entity.fields).some((field) => field.english === key) && part.entity.fields[key.replace(/En$/, "")] === undefined;

/** A sensitive value is typed in the open: nobody checks sixteen dots. */
const typed = (field: Field): Field => ({ ...field, hidden: undefined as never, english: undefined as never });

function FieldRow({ part, rowId, stored, touched, writer, fieldKey }: Props & { readonly fieldKey: string }) {
  const say = useText();
  const field = part.entity.fields[fieldKey]!;
  const line = touchedAt(touched, part, rowId, fieldKey);
  const [open, setOpen] = useState(false);
  const level = guardOf(part.entity.name, fieldKey);
  const isNew = stored === undefined;
  const names = companions(fieldKey);
  const value = line ? line.row["newValue"] : field.hidden ? null : (stored?.[fieldKey] ?? field.initial ?? null);
  const row: Row = {
    [fieldKey]: value,
    [names.name]: line ? line.row["newName"] : stored?.[names.name],
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
      field.kind === "ref" ? { newName: patch[names.name] ?? null } : {},
    );
  const editing = isNew || open || line !== undefined;
  return (
    <tr data-touched={line && !isNew ? "" : undefined}>
      <td className="sc-name">
        {say(field.label)}
        {isNew && !field.optional ? <span className="pg-required"> *</span> : null}
        <GuardTag level={level} />
      </td>
      {isNew ? null : (
        <td className="sc-now">
          <FieldText field={{ ...field, english: undefined as never }} fieldKey={fieldKey} row={stored} plain />
        </td>
      )}
      <td>
        {editing ? (
          <>
            <div className="sc-new">
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
            </div>
            {line && level !== "FREE" && (!isNew || fieldKey === "accountName") ? (
              <Input
                className="sc-reason"
                size="small"
                maxLength={300}
                value={String(line.row["reason"] ?? "")}
                placeholder={say(["变更原因", "Reason for this change"])}
                aria-label={say([`${field.label[0]}的变更原因`, `Reason for ${field.label[1]}`])}
                onChange={(event) => writer.set(line, "reason", event.target.value || null)}
              />
            ) : null}
          </>
        ) : (
          <Button
            type="text"
            size="small"
            icon={<Pencil size={13} />}
            aria-label={say([`修改${field.label[0]}`, `Change ${field.label[1]}`])}
            onClick={() => setOpen(true)}
          >
            {say(["修改", "Change"])}
          </Button>
        )}
      </td>
    </tr>
  );
}
