import type { KeyboardEvent, ReactNode } from "react";
import type { Text } from "../../text.ts";
import { useText } from "../language.ts";
import { ScrolledTabs } from "./ScrolledTabs.tsx";

export interface TabChoice {
  readonly key: string;
  readonly label: Text;
  readonly count?: number | string | undefined;
  /** Red count: something in there wants attention. */
  readonly bad?: boolean | undefined;
}

interface Props {
  readonly tabs: readonly TabChoice[];
  readonly now: string;
  readonly label: Text;
  /** The id of the element the tabs change; its panel is labelled by the chosen tab. */
  readonly panel?: string;
  choose(key: string): void;
}

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

/** A strip of tabs like the views over a list; arrow keys walk it, and where the room is small it scrolls. */
export function TabBar({ tabs, now, label, panel, choose }: Props) {
  const say = useText();
  const walk = (event: KeyboardEvent<HTMLDivElement>): void => {
    const at = tabs.findIndex((tab) => tab.key === now);
    const step = steps[event.key];
    const to =
      step !== undefined
        ? (at + step + tabs.length) % tabs.length
        : event.key === "Home"
          ? 0
          : event.key === "End"
            ? tabs.length - 1
            : null;
    const all = [...event.currentTarget.querySelectorAll<HTMLElement>("[role=tab]")];
    if (to === null || !all.includes(event.target as HTMLElement)) return;
    event.preventDefault();
    choose(tabs[to]!.key);
    all[to]?.focus();
  };
  return (
    <div className="pg-views" role="presentation" onKeyDown={walk}>
      <ScrolledTabs
        label={say(label)}
        className="pg-viewtabs"
        now={now}
        choices={tabs.map((tab) => ({ key: tab.key, label: say(tab.label), run: () => choose(tab.key) }))}
      >
        {tabs.map((tab) => (
          <button
            key={tab.key}
            type="button"
            role="tab"
            className="pg-view"
            aria-selected={tab.key === now}
            aria-controls={tab.key === now ? panel : undefined}
            tabIndex={tab.key === now ? 0 : -1}
            onClick={() => choose(tab.key)}
          >
            {say(tab.label)}
            {tab.count === undefined ? null : <span className={`pg-pill${tab.bad ? " pg-pill-bad" : ""}`}>{tab.count}</span>}
          </button>
        ))}
      </ScrolledTabs>
    </div>
  );
}

/** What the chosen tab shows. */
export const TabPanel = ({ id, label, children }: { readonly id: string; readonly label: string; readonly children: ReactNode }) => (
  <div id={id} role="tabpanel" aria-label={label} className="pg-tab-panel">
    {children}
  </div>
);
