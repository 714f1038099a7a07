import { Input, Switch } from "antd";
import type { Field } from "../../../field.ts";
import { isDecimalKind, scaleOf } from "../../../field.ts";
import type { Row } from "../../../page-document.ts";
import { useText } from "../../language.ts";
import { DateInput } from "./DateInput.tsx";
import { FieldText } from "./FieldText.tsx";
import { NumberInput } from "./NumberInput.tsx";
import { PickInput } from "./PickInput.tsx";
import { RefInput } from "./RefInput.tsx";
import { RefsInput } from "./RefsInput.tsx";
import { RichInput } from "./RichInput.tsx";
import { RowsInput } from "./RowsInput.tsx";
import { SecretInput } from "./SecretInput.tsx";

/** What an input of any kind needs; the answer is a patch, because a reference brings its code and name along. */
export interface FieldInputProps {
  readonly field: Field;
  readonly fieldKey: string;
  readonly row: Row;
  readonly id?: string | undefined;
  readonly disabled?: boolean | undefined;
  readonly required?: boolean | undefined;
  readonly status?: "error" | "warning" | "" | undefined;
  readonly describedBy?: string | undefined;
  readonly autoFocus?: boolean | undefined;
  readonly placeholder?: string | undefined;
  /** The spoken name where no visible label stands beside it. */
  readonly label?: string | undefined;
  /** Leaves out the record window of references, where there is no room. */
  readonly narrow?: boolean | undefined;
  patch(patch: Row): void;
}

/** The editor of one field, whatever its kind. */
export function FieldInput(props: FieldInputProps) {
  const { field, fieldKey, row, id, disabled, status, describedBy, autoFocus, placeholder, label, required, patch } = props;
  const say = useText();
  const value = row[fieldKey];
  const set = (next: unknown): void => patch({ [fieldKey]: next });
  const shared = { id, disabled, status, describedBy, autoFocus, label, placeholder };
  if (field.kind === "secret" || field.hidden === "last4")
    return <SecretInput {...shared} value={value} existing={Boolean(row["id"] && (field.kind === "secret" || value))} change={set} />;
  if (isDecimalKind(field.kind) || field.kind === "int")
    return (
      <NumberInput
        {...shared}
        required={required}
        value={value}
        scale={field.kind === "int" ? 0 : scaleOf(field)}
        suffix={field.kind === "percent" ? "%" : undefined}
        change={(next) => set(field.kind === "int" && next !== null && /^-?\d{1,15}$/.test(next) ? Number(next) : next)}
      />
    );
  switch (field.kind) {
    case "date":
    case "datetime":
    case "month":
    case "year":
      return <DateInput {...shared} kind={field.kind} value={value} change={set} />;
    case "yn":
      return (
        <Switch
          {...(id ? { id } : {})}
          checked={value === "Y"}
          disabled={disabled ?? false}
          aria-label={label ?? say(field.label)}
          onChange={(on) => set(on ? "Y" : "N")}
        />
      );
    case "pick":
    case "picks":
      return <PickInput {...shared} field={field} row={row} value={value} many={field.kind === "picks"} change={set} />;
    case "ref":
      return <RefInput {...shared} field={field} fieldKey={fieldKey} row={row} window={!props.narrow} patch={patch} />;
    case "refs":
      return <RefsInput {...shared} field={field} value={value} change={set} />;
    case "rows":
      return (
        <RowsInput
          field={field}
          value={value}
          disabled={disabled}
          change={set}
          cell={(entry, key, of, name, put) => <FieldInput field={entry} fieldKey={key} row={of} label={name} patch={put} narrow />}
        />
      );
    case "richtext":
      return disabled ? (
        <FieldText field={field} fieldKey={fieldKey} row={row} />
      ) : (
        <RichInput
          field={field}
          row={row}
          id={id}
          value={value}
          label={label ?? say(field.label)}
          describedBy={describedBy}
          bad={status === "error"}
          change={set}
        />
      );
    case "files":
    case "snapshot":
    case "payload":
      return <FieldText field={field} fieldKey={fieldKey} row={row} />;
    default:
      return field.english ? <PairInput {...props} /> : <TextInput {...props} />;
  }
}

function TextInput({
  field,
  fieldKey,
  row,
  id,
  disabled,
  required,
  status,
  describedBy,
  autoFocus,
  placeholder,
  label,
  patch,
}: FieldInputProps) {
  const value = row[fieldKey];
  const shared = {
    id,
    value: value === null || value === undefined ? "" : String(value),
    disabled: disabled ?? false,
    status: status ?? ("" as const),
    autoFocus: autoFocus ?? false,
    ...(placeholder ? { placeholder } : {}),
    ...(field.max ? { maxLength: field.max } : {}),
    "aria-describedby": describedBy,
    "aria-label": label,
    "aria-required": required,
    "aria-invalid": status === "error" || undefined,
  };
  const set = (text: string): void => patch({ [fieldKey]: text === "" ? null : text });
  if (field.kind === "longtext")
    return (
      <Input.TextArea
        {...shared}
        autoSize={{ minRows: 2, maxRows: 8 }}
        showCount={field.max !== undefined && shared.value.length > field.max * 0.8}
        onChange={(e) => set(e.target.value)}
      />
    );
  return (
    <Input
      {...shared}
      type={field.format === "email" ? "email" : field.format === "phone" ? "tel" : "text"}
      autoComplete="off"
      onChange={(e) => set(e.target.value)}
    />
  );
}

/** A bilingual text: the Chinese half above, the English below, each saying which it is. */
function PairInput(props: FieldInputProps) {
  const { field, fieldKey, id } = props;
  const say = useText();
  const english: Field = { ...field, english: undefined as never, optional: true };
  const name = say(field.label);
  return (
    <span className="pg-pair">
      <TextInput
        {...props}
        field={{ ...field, english: undefined as never }}
        fieldKey={fieldKey}
        placeholder={say(["中文", "Chinese"])}
        label={`${name} ${say(["中文", "Chinese"])}`}
      />
      <TextInput
        {...props}
        required={false}
        status=""
        field={english}
        fieldKey={field.english!}
        id={id ? `${id}-en` : undefined}
        placeholder={say(["英文", "English"])}
        label={`${name} ${say(["英文", "English"])}`}
      />
    </span>
  );
}
