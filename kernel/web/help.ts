import { useEffect } from "react";
import { create } from "zustand";
import { routeName } from "../routes.ts";
import { liveWith } from "./session.ts";
import { ask } from "./together.ts";

/** A help article and the pages it names. */
export interface HelpArticle {
  readonly id: string;
  readonly titleCn: string | null;
  readonly titleEn: string | null;
  readonly menuCodes: readonly string[] | null;
}

interface HelpStore {
  readonly articles: readonly HelpArticle[] | null;
}

const useHelpStore = create<HelpStore>(() => ({ articles: null }));

let asked = false;

/** Asked for once a session, after the first page is there; a house without articles has no help. */
function askArticles(): void {
  if (asked) return;
  asked = true;
  ask<readonly HelpArticle[]>("messageServer/baseArticleService/listForReader").then(
    ({ data }) => useHelpStore.setState({ articles: data.filter((helpArticle) => (helpArticle.menuCodes ?? []).length > 0) }),
    () => useHelpStore.setState({ articles: [] }),
  );
}

liveWith({
  begin: () => undefined,
  end() {
    asked = false;
    useHelpStore.setState({ articles: null });
  },
});

const none: readonly HelpArticle[] = [];

/** The articles that name this page. */
export function useHelp(route: string): readonly HelpArticle[] {
  const articles = useHelpStore((state) => state.articles);
  useEffect(askArticles, []);
  const name = routeName(route);
  return articles?.filter((article) => article.menuCodes?.some((code) => routeName(code) === name)) ?? none;
}
