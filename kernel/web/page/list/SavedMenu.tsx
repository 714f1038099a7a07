import { Ellipsis } from "lucide-react";
import { useText } from "../../language.ts";
import { confirm } from "../../message.ts";
import { MenuButton } from "../../part/Popup.tsx";
import type { SavedView, SavedViews } from "./savedViews.ts";

/** What may be done with the saved view that is shown. */
export function SavedMenu({ view, saved, left }: { readonly view: SavedView; readonly saved: SavedViews; left(): void }) {
  const say = useText();
  const now = saved.list?.find((savedView) => savedView.id === view.id) ?? view;
  const remove = async (): Promise<void> => {
    if (
      !(await confirm({
        title: [`删除视图「${view.schemeName}」？`, `Delete the view ${view.schemeName}?`],
        confirm: ["删除", "Delete"],
        danger: true,
      }))
    )
      return;
    await saved.remove(now);
    left();
  };
  const label = say([`视图「${view.schemeName}」的操作`, `Actions of ${view.schemeName}`]);
  const items = [
    {
      key: "default",
      label: now.defaultFlag === "Y" ? say(["不再默认打开", "Remove as default"]) : say(["设为默认视图", "Open by default"]),
      run: () => void saved.setDefault(now, now.defaultFlag !== "Y"),
    },
    { key: "remove", label: say(["删除视图", "Delete view"]), danger: true, run: () => void remove() },
  ];
  return (
    <MenuButton label={label} items={items}>
      <button type="button" className="s-icon-btn" aria-label={label}>
        <Ellipsis size={14} />
      </button>
    </MenuButton>
  );
}
