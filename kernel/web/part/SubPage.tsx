import { useMemo } from "react";
import type { ReactNode } from "react";
import type { Text } from "../../text.ts";
import { useViewer } from "../page/viewer.ts";
import { TabContext, useTab } from "../tabs.ts";

/** One of several lists inside a tab: its columns and views are kept under a name of its own, its buttons are those of the tab's menu. */
export function SubPage({ name, label, children }: { readonly name: string; readonly label: Text; readonly children: ReactNode }) {
  const tab = useTab();
  const { menuId } = useViewer();
  const own = useMemo(() => ({ ...tab, path: `${tab.path}.${name}`, listName: label, menuId }), [tab, name, label, menuId]);
  return <TabContext value={own}>{children}</TabContext>;
}
