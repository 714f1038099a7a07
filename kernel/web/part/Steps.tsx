import { Check, Minus, X } from "lucide-react";
import type { ReactNode } from "react";
import type { Text } from "../../text.ts";
import { useText } from "../language.ts";

export interface StepRow {
  readonly key: string;
  /** null: not asked, because an earlier step already decided. */
  readonly ok: boolean | null;
  readonly title: ReactNode;
  readonly note?: ReactNode;
  /** The place that decides this step. */
  readonly link?: ReactNode;
}

const words: Readonly<Record<"yes" | "no" | "open", Text>> = {
  yes: ["满足", "Met"],
  no: ["不满足", "Not met"],
  open: ["不适用", "Not queried"],
};

/** A chain of conditions from top to bottom: each met, not met or not reached, told by sign and word. */
export function Steps({ steps, label }: { readonly steps: readonly StepRow[]; readonly label: Text }) {
  const say = useText();
  return (
    <ol className="pc-steps" aria-label={say(label)}>
      {steps.map((step) => {
        const state = step.ok === null ? "open" : step.ok ? "yes" : "no";
        return (
          <li key={step.key} className="pc-step" data-state={state}>
            <i role="img" aria-label={say(words[state])}>
              {state === "yes" ? <Check size={13} /> : state === "no" ? <X size={13} /> : <Minus size={13} />}
            </i>
            <div>
              <h4>{step.title}</h4>
              {step.note ? <p>{step.note}</p> : null}
            </div>
            <span>{step.link}</span>
          </li>
        );
      })}
    </ol>
  );
}
