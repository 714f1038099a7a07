import type { KeyboardEvent } from "react";
import type { Text } from "../../text.ts";
import { useText } from "../language.ts";

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

/** A strip of tabs like the views over a list; arrow keys walk it. */
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
    if (to === null) return;
    event.preventDefault();
    choose(tabs[to]!.key);
    (event.currentTarget.children[to] as HTMLElement | undefined)?.focus();
  };
  return (
    <div className="pg-views" role="tablist" aria-label={say(label)} onKeyDown={walk}>
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
    </div>
  );
}
