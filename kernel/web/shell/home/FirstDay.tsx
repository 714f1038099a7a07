import { CircleCheckBig } from "lucide-react";
import { comboText } from "../../keys.ts";
import { useText } from "../../language.ts";

/** Nobody waits for this person: said plainly, with three things to do next. Where figures stand above, nobody is told that there is nothing. */
export function FirstDay({ figures }: { readonly figures: number }) {
  const t = useText();
  return (
    <div className="h-first">
      <span className="s-state-icon" data-tone="primary">
        <CircleCheckBig size={20} aria-hidden />
      </span>
      <div>
        <h2>
          {figures > 0
            ? t(["没有交到您名下的待办；上方的数字可点开处理", "No task is assigned to you. Open a figure above to see what you can do"])
            : t(["没有等您的事", "You are all caught up"])}
        </h2>
        <ul>
          <li data-keys>
            {t([
              `按 ${comboText("Mod+K")} 搜索菜单或单据号，直接打开。`,
              `Press ${comboText("Mod+K")} to find a menu or a document number.`,
            ])}
          </li>
          <li>{t(["在左侧菜单上点星标，把常用页面放进收藏。", "Star a menu on the left to add it to your favourites."])}</li>
          <li data-keys>{t(["按 ? 查看当前页面的全部快捷键。", "Press ? for all keyboard shortcuts on this page."])}</li>
        </ul>
      </div>
    </div>
  );
}
