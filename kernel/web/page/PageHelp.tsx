import { CircleHelp } from "lucide-react";
import { useHelp } from "../help.ts";
import type { HelpArticle } from "../help.ts";
import { useLanguage, useText } from "../language.ts";
import { openPage } from "../router.ts";
import { MenuButton } from "../part/Popup.tsx";
import { useTab } from "../tabs.ts";

const open = (id: string): void =>
  void openPage({ path: "articleManagementList/ArticleManagementListDetail", query: { id, mode: "read" } });

/** A small question mark beside the title of a page that an article explains. */
export function PageHelp() {
  const say = useText();
  const language = useLanguage((state) => state.language);
  const articles = useHelp(useTab().path);
  const [first] = articles;
  if (first === undefined) return null;
  const nameOf = (helpArticle: HelpArticle): string =>
    (language === "EN" ? helpArticle.titleEn || helpArticle.titleCn : helpArticle.titleCn || helpArticle.titleEn) ?? "";
  const label = say(["帮助", "Help"]);
  const button = (
    <button
      type="button"
      className="s-icon-btn pg-help"
      aria-label={articles.length === 1 ? `${label} ${nameOf(first)}` : label}
      title={articles.length === 1 ? nameOf(first) : label}
      {...(articles.length === 1 ? { onClick: () => open(first.id) } : {})}
    >
      <CircleHelp size={16} aria-hidden />
    </button>
  );
  return articles.length === 1 ? (
    button
  ) : (
    <MenuButton label={label} items={articles.map((article) => ({ key: article.id, label: nameOf(article), run: () => open(article.id) }))}>
      {button}
    </MenuButton>
  );
}
