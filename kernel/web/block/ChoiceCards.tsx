import { useId } from "react";
import type { Text } from "../../text.ts";
import { useText } from "../language.ts";

interface CardsProps {
  readonly label: Text;
  readonly value: string;
  readonly options: readonly { readonly code: string; readonly label: Text; readonly hint: Text }[];
  choose(code: string): void;
}

/** A few ways to choose from, each with a word on what it means. */
export function ChoiceCards({ label, value, options, choose }: CardsProps) {
  const say = useText();
  const name = useId();
  return (
    <fieldset className="bk-choices">
      <legend className="s-label">{say(label)}</legend>
      {options.map((option) => (
        <label key={option.code} data-on={option.code === value || undefined}>
          <input type="radio" name={name} checked={option.code === value} onChange={() => choose(option.code)} />
          <span>
            <b>{say(option.label)}</b>
            <small>{say(option.hint)}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

interface TickProps {
  readonly label: Text;
  readonly hint: Text;
  readonly checked: boolean;
  change(on: boolean): void;
}

/** One thing that is or is not, with a word on what it means. */
export function TickHint({ label, hint, checked, change }: TickProps) {
  const say = useText();
  return (
    <label className="bk-tick-hint">
      <input type="checkbox" checked={checked} onChange={(event) => change(event.target.checked)} />
      <span>
        {say(label)}
        <small>{say(hint)}</small>
      </span>
    </label>
  );
}
