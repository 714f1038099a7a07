import { getDocument, GlobalWorkerOptions, TextLayer, type PDFDocumentProxy, type PDFPageProxy } from "pdfjs-dist";

const [workerUrl] = Object.values(
  import.meta.glob<string>("/node_modules/pdfjs-dist/build/pdf.worker.min.mjs", { query: "?url", import: "default", eager: true }),
);
GlobalWorkerOptions.workerSrc = workerUrl!;

const addresses = {
  cMapUrl: import.meta.glob<string>("/node_modules/pdfjs-dist/cmaps/*.bcmap", { query: "?url", import: "default", eager: true }),
  standardFontDataUrl: import.meta.glob<string>("/node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}", {
    query: "?url",
    import: "default",
    eager: true,
  }),
  wasmUrl: import.meta.glob<string>("/node_modules/pdfjs-dist/wasm/{openjpeg,jbig2,qcms_bg}.wasm", {
    query: "?url",
    import: "default",
    eager: true,
  }),
};
const folders = { cMapUrl: "cmaps", standardFontDataUrl: "standard_fonts", wasmUrl: "wasm" } as const;

/** Gives the reader its Chinese character maps, fonts and decoders from our own build; nothing is asked from elsewhere. */
class OwnData {
  async fetch({ kind, filename }: { kind: keyof typeof addresses; filename: string }): Promise<Uint8Array> {
    const address = addresses[kind][`/node_modules/pdfjs-dist/${folders[kind]}/${filename}`];
    if (address === undefined) throw new Error(`no ${filename}`);
    return new Uint8Array(await (await fetch(address)).arrayBuffer());
  }
}

export type { PDFDocumentProxy, PDFPageProxy };

/** A PDF that is fetched already; scripts and forms inside are never run. */
export async function openPdf(pdf: Blob): Promise<PDFDocumentProxy> {
  const data = new Uint8Array(await pdf.arrayBuffer());
  return getDocument({ data, BinaryDataFactory: OwnData, useWorkerFetch: false, isEvalSupported: false, enableXfa: false } as never)
    .promise;
}

/** Draws one page and lays its words over it, so that they can be selected and found. Answers how to stop. */
export function drawPage(page: PDFPageProxy, scale: number, canvas: HTMLCanvasElement, words: HTMLElement): () => void {
  const viewport = page.getViewport({ scale });
  const density = Math.min(window.devicePixelRatio || 1, 2);
  canvas.width = Math.floor(viewport.width * density);
  canvas.height = Math.floor(viewport.height * density);
  const task = page.render({ canvas, viewport, ...(density === 1 ? {} : { transform: [density, 0, 0, density, 0, 0] }) });
  task.promise.catch(() => undefined);
  words.replaceChildren();
  words.style.setProperty("--total-scale-factor", String(scale));
  words.style.setProperty("--scale-round-x", "1px");
  words.style.setProperty("--scale-round-y", "1px");
  const layer = new TextLayer({ textContentSource: page.streamTextContent(), container: words, viewport });
  layer.render().catch(() => undefined);
  return () => {
    task.cancel();
    layer.cancel();
  };
}

/** The words of every page in lower case, for finding. */
export async function wordsOf(document: PDFDocumentProxy): Promise<string[]> {
  const pages: string[] = [];
  for (let n = 1; n <= document.numPages; n += 1) {
    const content = await (await document.getPage(n)).getTextContent();
    pages.push(
      content.items
        .map((item) => ("str" in item ? item.str : ""))
        .join("")
        .toLowerCase(),
    );
  }
  return pages;
}
