import { Activity, useId, useState } from "react";
import type { ReactNode } from "react";
import type { Text } from "../../text.ts";
import { useText } from "../language.ts";
import { useTab } from "../tabs.ts";
import { SubPage } from "./SubPage.tsx";
import { TabBar } from "./TabBar.tsx";
import type { TabChoice } from "./TabBar.tsx";

export interface SubList extends TabChoice {
  draw(): ReactNode;
}

/** Several lists in one tab, one shown at a time; what was typed and scrolled in the others stays. */
export function TabbedLists({ lists, label }: { readonly lists: readonly SubList[]; readonly label: Text }) {
  const say = useText();
  const tab = useTab();
  const panel = useId();
  const [now, setNow] = useState(() => lists.find((list) => list.key === tab.query["tab"])?.key ?? lists[0]!.key);
  const [seen, setSeen] = useState<ReadonlySet<string>>(() => new Set([now]));
  const choose = (key: string): void => {
    setNow(key);
    setSeen((before) => new Set(before).add(key));
  };
  return (
    <div className="pc-tabbed">
      <TabBar tabs={lists} now={now} label={label} panel={panel} choose={choose} />
      {lists
        .filter((list) => seen.has(list.key))
        .map((list) => (
          <Activity key={list.key} mode={list.key === now ? "visible" : "hidden"}>
            <div className="pc-tabbed-body" {...(list.key === now ? { id: panel } : {})} role="tabpanel" aria-label={say(list.label)}>
              <SubPage name={list.key} label={list.label}>
                {list.draw()}
              </SubPage>
            </div>
          </Activity>
        ))}
    </div>
  );
}
