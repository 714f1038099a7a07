import { activeTab } from "../../tabs.ts";
import { useHere } from "../navigation.ts";
import { useTabs } from "../tabs.ts";

/** The route on screen, or nothing while a problem stands in its place. */
export function useShownPath(): string {
  const path = useTabs((state) => activeTab(state.tabs)?.path ?? "");
  return useHere((here) => here.problem) === null ? path : "";
}
