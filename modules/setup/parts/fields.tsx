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
    <div data-wide={wide || undefined}>
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
          {options.map((text) => (
            <option key={text} value={text} />
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
        {options.some((option) => option.value === value) ? null : <option value={value} />}
        {options.map((entry) => (
          <option key={entry.value} value={entry.value}>
            {entry.label}
          </option>
        ))}
      </select>
    </Frame>
  );
}
