import { useEffect, useRef, useState } from "react";
import { markHits } from "./find.ts";
import { drawPage, type PDFDocumentProxy } from "./pdf.ts";

interface PdfPageProps {
  readonly document: PDFDocumentProxy;
  readonly number: number;
  readonly scale: number;
  /** Size at scale 1 as far as known; the first page's until its own is. */
  readonly size: { readonly width: number; readonly height: number };
  readonly wanted: string;
  /** Which hit on this page is the chosen one; -1 for none. */
  readonly chosen: number;
  readonly mark: readonly string[];
}

/** One page, drawn when it comes near the window and given back when it leaves. */
export function PdfPage({ document, number, scale, size, wanted, chosen, mark }: PdfPageProps) {
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const layer = useRef<HTMLDivElement>(null);
  const [isNear, setIsNear] = useState(false);
  const [own, setOwn] = useState(size);

  useEffect(() => {
    const watcher = new IntersectionObserver(([entry]) => setIsNear(entry?.isIntersecting ?? false), { rootMargin: "600px 0px" });
    watcher.observe(box.current!);
    return () => watcher.disconnect();
  }, []);

  useEffect(() => {
    if (!isNear) return;
    let stop = (): void => undefined;
    let isOver = false;
    void document.getPage(number).then((page) => {
      if (isOver) return;
      const { width, height } = page.getViewport({ scale: 1 });
      setOwn({ width, height });
      stop = drawPage(page, scale, canvas.current!, layer.current!);
    });
    return () => {
      isOver = true;
      stop();
    };
  }, [document, number, scale, isNear]);

  useEffect(() => {
    if (!isNear) return;
    const show = (): void => {
      const hit = markHits(layer.current!, wanted, chosen);
      hit?.scrollIntoView({ block: "center" });
    };
    show();
    // The words of a page that has just come near are still being laid.
    const changes = new MutationObserver(show);
    changes.observe(layer.current!, { childList: true });
    return () => changes.disconnect();
  }, [wanted, chosen, isNear]);

  return (
    <div ref={box} className="fl-page" data-page={number} style={{ width: own.width * scale, height: own.height * scale }}>
      <canvas ref={canvas} aria-hidden />
      <div ref={layer} className="fl-text" />
      {mark.length > 0 ? (
        <div className="fl-mark" aria-hidden>
          {Array.from({ length: 12 }, (_, i) => (
            <span key={i}>{mark.join("  ")}</span>
          ))}
        </div>
      ) : null}
    </div>
  );
}
