import { useEffect, useMemo, useRef } from "react";
import type { MouseEvent } from "react";
import { cleanRichText } from "../../../rich-text.ts";
import { fetchPicture } from "../../file/transfer.ts";
import { openPage } from "../../router.ts";

/** Formatted text for reading: cleaned once more before it is shown, pictures by their attachments, links of ours as tabs. */
export function RichHtml({ html }: { readonly html: string }) {
  const box = useRef<HTMLDivElement>(null);
  const inside = useMemo(() => ({ __html: cleanRichText(html) }), [html]);
  useEffect(() => drawPictures(box.current), [inside]);
  const follow = (event: MouseEvent): void => {
    const href = (event.target as Element).closest("a")?.getAttribute("href");
    if (!href?.startsWith("/main/") || event.metaKey || event.ctrlKey) return;
    event.preventDefault();
    void openPage({ path: href });
  };
  return <div ref={box} className="pg-html" onClick={follow} dangerouslySetInnerHTML={inside} />;
}

/** Fills the pictures of a text; one that may not be seen keeps its words. */
function drawPictures(box: HTMLElement | null): () => void {
  const made: string[] = [];
  let gone = false;
  for (const picture of box?.querySelectorAll<HTMLImageElement>("img[data-file]") ?? [])
    fetchPicture(picture.dataset["file"]!).then(
      (blob) => {
        if (gone) return;
        picture.src = URL.createObjectURL(blob);
        made.push(picture.src);
      },
      () => undefined,
    );
  return () => {
    gone = true;
    made.forEach((url) => URL.revokeObjectURL(url));
  };
}
