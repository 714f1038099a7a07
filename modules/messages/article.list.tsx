import { useText } from "#kernel/web/language.ts";
import { listSlots } from "#kernel/web/part/listSlots.ts";
import { Pin } from "lucide-react";
import { ArticleBeside } from "./parts/ArticleBeside.tsx";
import type { article } from "./article.entity.ts";

function Top() {
  const say = useText();
  return <Pin size={13} role="img" aria-label={say(["置顶", "Pinned"])} />;
}

export const slots = listSlots<typeof article>({
  cells: { titleCn: { width: 280 }, topFlag: { width: 64, render: (row) => (row.topFlag === "Y" ? <Top /> : null) } },
  rowTone: (row) => (row.status === "WITHDRAWN" ? "muted" : null),
  sidePanel: (row) => <ArticleBeside key={String(row.id)} row={row} />,
});
