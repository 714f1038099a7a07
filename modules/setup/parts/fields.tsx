import { useText } from "#kernel/web/language.ts";
import type { Text } from "#kernel/text.ts";
import { useId, type ReactNode } from "react";
import type { Option } from "./useSetup.tsx";

interface FieldProps {
  readonly label: Text;
  readonly value: string;
  onChange(value: string): void;
  readonly error?: string | undefined;
  readonly required?: boolean;
  readonly hint?: Text | undefined;
  readonly wide?: boolean;
}

function Frame({
  label,
  error,
  required,
  hint,
  wide,
  id,
  children,
}: Omit<FieldProps, "value" | "onChange"> & { readonly id: string; readonly children: ReactNode }) {
  const t = useText();
  return (
    <div className="su-field" data-wide={wide ?? false}>
      <label className="s-label" data-required={required ?? false} htmlFor={id}>
        {t(label)}
      </label>
      <div className="s-box" data-bad={error !== undefined}>
        {children}
      </div>
      {error === undefined ? null : (
        <span className="s-error" id={`${id}-error`}>
          {error}
        </span>
      )}
      {hint && error === undefined ? <span className="s-hint">{t(hint)}</span> : null}
    </div>
  );
}

interface TextProps extends FieldProps {
  readonly type?: string;
  readonly options?: readonly string[];
  readonly inputMode?: "decimal" | "email" | "tel";
}

export function TextField({ type = "text", options, inputMode, ...field }: TextProps) {
  const id = useId();
  const { value, onChange, error, required } = field;
  return (
    <Frame {...field} id={id}>
      <input
        {...{ id, type, value, inputMode }}
        required={required}
        autoComplete="off"
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
        list={options ? `${id}-list` : undefined}
        onChange={(event) => onChange(event.target.value)}
      />
      {options ? (
        <datalist id={`${id}-list`}>
          {options.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
      ) : null}
    </Frame>
  );
}

export function ChoiceField({ options, ...field }: FieldProps & { readonly options: readonly Option[] }) {
  const id = useId();
  const { value, onChange } = field;
  return (
    <Frame {...field} id={id}>
      <select id={id} value={value} onChange={(event) => onChange(event.target.value)}>
        {options.some((one) => one.value === value) ? null : <option value={value} />}
        {options.map((one) => (
          <option key={one.value} value={one.value}>
            {one.label}
          </option>
        ))}
      </select>
    </Frame>
  );
}

interface CardsProps {
  readonly label: Text;
  readonly value: string;
  readonly options: readonly { readonly code: string; readonly label: Text; readonly hint: Text }[];
  onChange(code: string): void;
}

/** A few ways to choose from, each with a word on what it means. */
export function Cards({ label, value, options, onChange }: CardsProps) {
  const t = useText();
  const name = useId();
  return (
    <fieldset className="su-cards">
      <legend className="s-label">{t(label)}</legend>
      {options.map((one) => (
        <label key={one.code} className="su-card" data-on={one.code === value}>
          <input type="radio" name={name} checked={one.code === value} onChange={() => onChange(one.code)} />
          <span>
            <b>{t(one.label)}</b>
            <small>{t(one.hint)}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

export function Tick({
  label,
  hint,
  checked,
  onChange,
}: {
  readonly label: Text;
  readonly hint: Text;
  readonly checked: boolean;
  onChange(on: boolean): void;
}) {
  const t = useText();
  return (
    <label className="su-tick">
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} />
      <span>
        {t(label)}
        <small>{t(hint)}</small>
      </span>
    </label>
  );
}
