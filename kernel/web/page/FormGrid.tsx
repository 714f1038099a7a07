import type { ReactNode } from "react";
import { useId } from "react";
import type { Row } from "../../page-document.ts";
import type { Cell } from "../../page.ts";
import { useText } from "../language.ts";
import { FieldInput } from "./field/FieldInput.tsx";
import { FieldText } from "./field/FieldText.tsx";

interface Props {
  readonly cells: readonly Cell[];
  readonly row: Row;
  readonly columns?: 1 | 2 | 4;
  readonly shown?: (key: string) => boolean;
  readonly required?: (key: string) => boolean;
  /** What is text here although the form is open: facts the system keeps. */
  readonly asText?: (key: string) => boolean;
  readonly message?: (key: string) => string | undefined;
  readonly changed?: (key: string) => boolean;
  /** Another editor or text for a field. */
  readonly own?: Readonly<Record<string, () => ReactNode>>;
  patch(patch: Row): void;
}

/** A form as the declaration lays it out: label above, asterisk for what is needed, the error inside its own cell. */
export function FormGrid({ cells, row, columns = 4, shown, required, asText, message, changed, own, patch }: Props) {
  const form = useId();
  return (
    <div className={`pg-form pg-form-${columns}`}>
      {cells
        .filter(({ key }) => shown?.(key) ?? true)
        .map((cell) => (
          <FormCell
            key={cell.key}
            id={`${form}-${cell.key}`}
            cell={cell}
            row={row}
            needed={required?.(cell.key) ?? false}
            text={asText?.(cell.key) ?? false}
            message={message?.(cell.key)}
            changed={changed?.(cell.key) ?? false}
            own={own?.[cell.key]}
            patch={patch}
          />
        ))}
    </div>
  );
}

interface CellProps {
  readonly id: string;
  readonly cell: Cell;
  readonly row: Row;
  readonly needed: boolean;
  readonly text: boolean;
  readonly message: string | undefined;
  readonly changed: boolean;
  readonly own: (() => ReactNode) | undefined;
  patch(patch: Row): void;
}

function FormCell({ id, cell, row, needed, text, message, changed, own, patch }: CellProps) {
  const say = useText();
  const { key, field } = cell;
  // What a choice means while it is open needs no saying once it is made.
  const hint = field.hint && !(field.kind === "ref" && row[key]) ? field.hint : undefined;
  const label = (
    <>
      {needed && !text && field.kind !== "yn" ? (
        <span className="pg-star" aria-hidden>
          *
        </span>
      ) : null}
      {say(field.label)}
      {changed ? <i className="pg-dot" role="img" title={say(["已修改", "Changed"])} aria-label={say(["已修改", "Changed"])} /> : null}
    </>
  );
  return (
    <div className={`pg-cell pg-span-${cell.span}${message ? " pg-cell-bad" : ""}`} data-field={key}>
      {text ? (
        <span className="pg-label">{label}</span>
      ) : (
        <label className="pg-label" htmlFor={id}>
          {label}
        </label>
      )}
      {own ? (
        own()
      ) : text ? (
        <FieldText field={field} fieldKey={key} row={row} />
      ) : (
        <FieldInput
          id={id}
          field={field}
          fieldKey={key}
          row={row}
          required={needed}
          status={message ? "error" : ""}
          describedBy={message ? `${id}-e` : hint ? `${id}-h` : undefined}
          patch={patch}
        />
      )}
      {message ? (
        <span id={`${id}-e`} className="pg-error" role="alert">
          {message}
        </span>
      ) : hint && !text ? (
        <span id={`${id}-h`} className="pg-hint">
          {say(hint)}
        </span>
      ) : null}
    </div>
  );
}
