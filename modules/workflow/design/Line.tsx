import { Select } from "antd";
import { useId, type ReactNode } from "react";
import type { Text } from "#kernel/text.ts";
import { useText } from "#kernel/web/language.ts";

interface Props {
  readonly label: Text;
  readonly hint?: Text | undefined;
  readonly required?: boolean;
  children(id: string): ReactNode;
}

/** One labelled setting of the property pane. */
export function Line({ label, hint, required, children }: Props) {
  const say = useText();
  const id = useId();
  return (
    <div className="pg-cell">
      <label className="pg-label" htmlFor={id}>
        {required ? <span className="pg-star">*</span> : null}
        {say(label)}
      </label>
      {children(id)}
      {hint ? <span className="pg-hint">{say(hint)}</span> : null}
    </div>
  );
}

interface ChoiceProps<K extends string> {
  readonly label: Text;
  readonly hint?: Text | undefined;
  readonly words: Readonly<Record<K, Text>>;
  readonly value: K | null;
  readonly required?: boolean;
  readonly disabled?: boolean | undefined;
  change(value: K): void;
}

/** One of a few named choices. */
export function Choice<K extends string>({ label, hint, words, value, required, disabled, change }: ChoiceProps<K>) {
  const say = useText();
  return (
    <Line label={label} hint={hint} {...(required ? { required } : {})}>
      {(id) => (
        <Select<K>
          id={id}
          className="pg-fill"
          value={value}
          disabled={disabled ?? false}
          placeholder={say(["请选择", "Choose"])}
          options={(Object.entries(words) as [K, Text][]).map(([code, text]) => ({ value: code, label: say(text) }))}
          onChange={change}
        />
      )}
    </Line>
  );
}
