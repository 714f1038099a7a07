import type { Seen } from "#kernel/seen.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { article } from "../article.entity.ts";
import { ArticleText } from "./ArticleText.tsx";

/** The words of an article beside the list. */
export function ArticleBeside({ row }: { readonly row: Seen<typeof article> }) {
  const load = useLoad(`${String(row.id)}:${String(row.versionNum)}`, () => entityCall.find(article, String(row.id)));
  return (
    <PanelState load={load} empty="" isEmpty={() => false}>
      {(doc) => <ArticleText doc={doc} ask={false} beside />}
    </PanelState>
  );
}
