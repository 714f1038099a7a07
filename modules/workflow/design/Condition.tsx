import { Mark } from "#kernel/web/block/Mark.tsx";
import { Inline, Stack, Words } from "#kernel/web/block/layout.tsx";
import { Input } from "antd";
import { useId, useState } from "react";
import { compile } from "#kernel/expression/expression.ts";
import type { Place } from "#kernel/expression/fault.ts";
import { isGroup, type Scope } from "#kernel/expression/scope.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { Text } from "#kernel/text.ts";
import { useText } from "#kernel/web/language.ts";

interface Props {
  readonly text: string;
  readonly scope: Scope;
  readonly label: Text;
  readonly disabled?: boolean | undefined;
  change(text: string): void;
}

interface Fault {
  readonly text: Text;
  readonly place: Place | null;
}

/** Why a condition cannot be used, or null when it can. */
export function faultOf(text: string, scope: Scope): Fault | null {
  if (text.trim() === "") return null;
  try {
    compile(text, scope, { type: "yesNo" });
    return null;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { text: error.text, place: (error.data as Place | undefined) ?? null };
  }
}

/** A condition in words of the rule language, checked while it is typed; fields are put in by pressing them. */
export function Condition({ text, scope, label, disabled, change }: Props) {
  const say = useText();
  const id = useId();
  const [typed, setTyped] = useState(text);
  const [seen, setSeen] = useState(text);
  if (seen !== text) {
    setSeen(text);
    setTyped(text);
  }
  const fault = faultOf(typed, scope);
  const keep = (next: string): void => {
    setTyped(next);
    if (next !== text) change(next);
  };
  const { place } = fault ?? { place: null };
  return (
    <Stack gap="xs">
      <label className="pg-label" htmlFor={id}>
        {say(label)}
      </label>
      <Input.TextArea
        id={id}
        className="bk-typed-code"
        value={typed}
        disabled={disabled ?? false}
        autoSize={{ minRows: 2, maxRows: 6 }}
        status={fault ? "error" : ""}
        placeholder={say(['例如：amount ≥ 100000 且 orderType = "URGENT"', 'For example: amount >= 100000 and orderType = "URGENT"'])}
        aria-describedby={`${id}-said`}
        onChange={(event) => keep(event.target.value)}
      />
      <p id={`${id}-said`} role={fault ? "alert" : "status"}>
        {fault ? (
          <Mark tone="error">
            {say(fault.text)} {place ? <mark>{typed.slice(place.from, Math.max(place.to, place.from + 1)) || "…"}</mark> : null}
          </Mark>
        ) : typed.trim() ? (
          <Mark tone="success">{say(["写法正确", "Valid"])}</Mark>
        ) : (
          <Words size="small">{say(["没有条件", "No condition"])}</Words>
        )}
      </p>
      {disabled ? null : (
        <Inline gap="xs" role="group" label={say(["可用字段", "Fields"])}>
          {fieldsIn(scope).map(([path, words]) => (
            <button
              key={path}
              type="button"
              className="pg-chip"
              title={path}
              onClick={() => keep(`${typed}${typed && !typed.endsWith(" ") ? " " : ""}${path} `)}
            >
              {say(words)}
            </button>
          ))}
        </Inline>
      )}
    </Stack>
  );
}

const fieldsIn = (scope: Scope): readonly (readonly [path: string, label: Text])[] =>
  Object.entries(scope)
    .flatMap(([name, entry]): readonly (readonly [string, Text])[] => (isGroup(entry) ? [] : [[name, entry.label]]))
    .slice(0, 24);
