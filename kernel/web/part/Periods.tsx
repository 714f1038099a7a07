import type { ReactNode } from "react";
import type { Text } from "../../text.ts";
import { useText } from "../language.ts";
import { periodOn, today } from "./day.ts";

export interface PeriodRow {
  readonly key: string;
  readonly startDate: string | null;
  readonly endDate: string | null;
  readonly title: ReactNode;
  readonly note?: ReactNode;
  /** What can be done with it, at the right. */
  readonly action?: ReactNode;
}

const words: Readonly<Record<"past" | "now" | "future", Text>> = {
  past: ["已结束", "Over"],
  now: ["进行中", "Now"],
  future: ["未开始", "Upcoming"],
};

/** From when to when, the newest first; what runs today is green, what is to come is dashed. */
export function Periods({ rows, label }: { readonly rows: readonly PeriodRow[]; readonly label: Text }) {
  const say = useText();
  const day = today();
  const inOrder = [...rows].sort((a, b) => (b.startDate ?? "").localeCompare(a.startDate ?? ""));
  return (
    <ol className="pc-periods" aria-label={say(label)}>
      {inOrder.map((row) => {
        const when = periodOn(row, day);
        return (
          <li key={row.key} className="pc-period" data-when={when}>
            <i role="img" aria-label={say(words[when])} />
            <div>
              {row.title}
              {row.note ? <p>{row.note}</p> : null}
              <time>
                {row.startDate ?? "–"} → {row.endDate ?? say(["至今", "open"])}
              </time>
            </div>
            <span>{row.action}</span>
          </li>
        );
      })}
    </ol>
  );
}
