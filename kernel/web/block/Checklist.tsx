import type { ReactNode } from "react";
import { Bar } from "./Bar.tsx";
import type { Tone } from "./layout.tsx";
import { Badge } from "./Notice.tsx";

interface ListProps {
  readonly title: string;
  readonly label: string;
  readonly done: number;
  readonly of: number;
  /** At the end of the title line. */
  readonly note?: ReactNode;
  /** Above the steps: what has just come of one of them. */
  readonly result?: ReactNode;
  readonly children: ReactNode;
}

/** Steps that are taken one after the other, each with its state; the open one shows its form. */
export function Checklist({ title, label, done, of, note, result, children }: ListProps) {
  return (
    <section className="bk-checklist" aria-label={label}>
      <header>
        <h2>{title}</h2>
        <Badge>
          {done} / {of}
        </Badge>
        {note ? <p>{note}</p> : null}
        <Bar percent={(done / of) * 100} tone="success" />
      </header>
      {result}
      <ol>{children}</ol>
    </section>
  );
}

interface StepProps {
  /** In the circle: a number, an icon. */
  readonly mark: ReactNode;
  readonly tone: Tone;
  readonly title: string;
  readonly note: ReactNode;
  readonly state: ReactNode;
  readonly buttons?: ReactNode;
  /** Its form is shown. */
  readonly open: boolean;
  readonly children?: ReactNode;
}

export function ChecklistStep({ mark, tone, title, note, state, buttons, open, children }: StepProps) {
  return (
    <li data-tone={tone} data-open={open || undefined}>
      <div>
        <i aria-hidden>{mark}</i>
        <h3>{title}</h3>
        <p>{note}</p>
        <Badge tone={tone}>{state}</Badge>
        <span className="bk-checklist-buttons">{buttons}</span>
      </div>
      {open && children ? <div className="bk-checklist-form">{children}</div> : null}
    </li>
  );
}
