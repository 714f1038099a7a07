import type { ReactNode } from "react";

export interface SideTab {
  readonly key: string;
  readonly title: ReactNode;
  readonly note?: ReactNode;
  readonly state?: ReactNode;
}

interface Props {
  readonly label: string;
  readonly tabs: readonly SideTab[];
  readonly chosen: string;
  choose(key: string): void;
  readonly children: ReactNode;
}

/** Several things of one kind, one of them shown: the names at the left, the chosen one beside them. */
export function SideTabs({ label, tabs, chosen, choose, children }: Props) {
  return (
    <div className="bk-sidetabs">
      <div role="tablist" aria-label={label} aria-orientation="vertical">
        {tabs.map(({ key, title, note, state }) => (
          <button key={key} type="button" role="tab" aria-selected={key === chosen} onClick={() => choose(key)}>
            <b>{title}</b>
            {note ? <span>{note}</span> : null}
            {state}
          </button>
        ))}
      </div>
      <div role="tabpanel">{children}</div>
    </div>
  );
}
