import type { ReactNode } from "react";
import type { Tone } from "./layout.tsx";

export interface Stage {
  readonly key: string;
  /** In the circle: a number, an icon. */
  readonly mark: ReactNode;
  readonly title: ReactNode;
  readonly state?: ReactNode;
  readonly notes?: readonly ReactNode[];
  readonly late?: boolean;
  /** Without a tone the stage is still to come. */
  readonly tone?: Tone | undefined;
  readonly current?: boolean;
}

/** Stages from left to right, those that run side by side below each other; on a phone from top to bottom. */
export function Stepper({ label, stages }: { readonly label: string; readonly stages: readonly (readonly Stage[])[] }) {
  return (
    <ol className="bk-stepper" aria-label={label}>
      {stages.map((group, at) => (
        <li key={group[0]?.key ?? at} aria-current={group.some(({ current }) => current) ? "step" : undefined}>
          {group.map(({ key, mark, title, state, notes = [], late, tone }) => (
            <div key={key} data-tone={tone}>
              <i aria-hidden>{mark}</i>
              <div>
                <b>{title}</b>
                {state ? <span>{state}</span> : null}
                {notes.map((note, i) =>
                  note ? (
                    <small key={i} data-late={late || undefined}>
                      {note}
                    </small>
                  ) : null,
                )}
              </div>
            </div>
          ))}
        </li>
      ))}
    </ol>
  );
}
