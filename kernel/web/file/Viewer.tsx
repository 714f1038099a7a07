import { ChevronDown, Download, ExternalLink, MoveHorizontal, Printer, Search, X, ZoomIn, ZoomOut } from "lucide-react";
import { useEffect, useRef, useState, type ReactNode, type RefObject } from "react";
import { fill } from "../../text.ts";
import { useText } from "../language.ts";
import { findAll } from "./find.ts";
import { openPdf, wordsOf, type PDFDocumentProxy } from "./pdf.ts";
import { PdfPage } from "./PdfPage.tsx";
import { words } from "./words.ts";

export interface ViewerProps {
  readonly pdf: Blob;
  readonly name: string;
  /** Lines printed across each page; empty for none. */
  readonly mark?: readonly string[];
  onDownload?(): void;
  /** Shows the same document in a window of its own. */
  onWindow?(): void;
  onClose(): void;
}

interface Opened {
  readonly document: PDFDocumentProxy;
  readonly size: { readonly width: number; readonly height: number };
}

const zoomSteps = [0.5, 0.75, 1, 1.25, 1.5, 2, 3];
const none: readonly string[] = [];

function useDocument(pdf: Blob, onFail: () => void): Opened | null {
  const [opened, setOpened] = useState<Opened | null>(null);
  const fail = useRef(onFail);
  useEffect(() => {
    let isOver = false;
    const task = openPdf(pdf);
    task
      .then(async (document) => {
        const page = await document.getPage(1);
        const { width, height } = page.getViewport({ scale: 1 });
        if (!isOver) setOpened({ document, size: { width, height } });
      })
      .catch((error: unknown) => {
        if (isOver) return;
        console.warn("the document could not be opened", error);
        fail.current();
      });
    return () => {
      isOver = true;
      void task.then((document) => document.loadingTask.destroy()).catch(() => undefined);
    };
  }, [pdf]);
  return opened;
}

/** Prints through a frame of the same bytes, so that the paper carries what the server sent. */
function printBlob(pdf: Blob): void {
  const frame = document.createElement("iframe");
  const url = URL.createObjectURL(pdf);
  frame.className = "fl-printer";
  frame.src = url;
  frame.onload = () => frame.contentWindow?.print();
  document.body.append(frame);
  setTimeout(() => {
    frame.remove();
    URL.revokeObjectURL(url);
  }, 120_000);
}

/** Shows a PDF page under page: number, zoom, find, print and download where allowed; opened only when its bytes are here. */
export function Viewer({ pdf, name, mark = none, onDownload, onWindow, onClose }: ViewerProps) {
  const scroll = useRef<HTMLDivElement>(null);
  const opened = useDocument(pdf, onClose);
  const room = useRoom(scroll);
  const [zoom, setZoom] = useState<number | "fit">("fit");
  const [page, setPage] = useState(1);
  const finder = useFinder(opened?.document ?? null);

  const count = opened?.document.numPages ?? 0;
  const scale = zoom === "fit" ? Math.min(1.4, Math.max(0.3, (room - 48) / (opened?.size.width ?? 600))) : zoom;
  const goTo = (number: number): void => {
    const wanted = Math.min(count, Math.max(1, number));
    scroll.current?.querySelector(`[data-page="${wanted}"]`)?.scrollIntoView();
  };
  const onScroll = (): void => {
    const top = scroll.current!.getBoundingClientRect().top + 80;
    const shown = [...scroll.current!.querySelectorAll<HTMLElement>("[data-page]")].findLast(
      (hTMLElement) => hTMLElement.getBoundingClientRect().top <= top,
    );
    setPage(Number(shown?.dataset["page"] ?? 1));
  };
  return (
    <div className="fl-viewer">
      <Bar
        name={name}
        place={<PageNumber page={page} count={count} onGo={goTo} />}
        scale={scale}
        setZoom={setZoom}
        finder={finder}
        onPrint={onDownload ? () => printBlob(pdf) : undefined}
        onDownload={onDownload}
        onWindow={onWindow}
        onClose={onClose}
      />
      <div ref={scroll} className="fl-pages" tabIndex={0} role="region" aria-label={name} onScroll={onScroll}>
        {opened ? (
          Array.from({ length: count }, (_, i) => (
            <PdfPage
              key={i}
              document={opened.document}
              number={i + 1}
              scale={scale}
              size={opened.size}
              wanted={finder.wanted}
              chosen={finder.chosen?.page === i ? finder.chosen.nth : -1}
              mark={mark}
            />
          ))
        ) : (
          <span className="fl-loading" role="status" aria-label="…" />
        )}
      </div>
    </div>
  );
}

/** How wide the place for pages is. */
function useRoom(box: RefObject<HTMLElement | null>): number {
  const [room, setRoom] = useState(900);
  useEffect(() => {
    const watcher = new ResizeObserver(([entry]) => setRoom(entry?.contentRect.width ?? 900));
    watcher.observe(box.current!);
    return () => watcher.disconnect();
  }, [box]);
  return room;
}

interface BarProps {
  readonly name: string;
  readonly place: ReactNode;
  readonly scale: number;
  readonly finder: ReturnType<typeof useFinder>;
  setZoom(zoom: number | "fit"): void;
  readonly onPrint: (() => void) | undefined;
  readonly onDownload: (() => void) | undefined;
  readonly onWindow: (() => void) | undefined;
  onClose(): void;
}

/** Everything one can do with an open document. */
function Bar({ name, place, scale, finder, setZoom, onPrint, onDownload, onWindow, onClose }: BarProps) {
  const say = useText();
  const step = (direction: 1 | -1): void =>
    setZoom(
      direction > 0
        ? (zoomSteps.find((zoomStep) => zoomStep > scale + 0.01) ?? scale)
        : (zoomSteps.findLast((zoomStep) => zoomStep < scale - 0.01) ?? scale),
    );
  const optional = [
    [words.print, Printer, onPrint],
    [words.download, Download, onDownload],
    [words.window, ExternalLink, onWindow],
  ] as const;
  return (
    <div className="fl-stagebar" role="toolbar" aria-label={say(words.viewer)}>
      <strong className="fl-stagename">{name}</strong>
      {place}
      <Tool label={say(words.zoomOut)} onClick={() => step(-1)}>
        <ZoomOut size={16} aria-hidden />
      </Tool>
      <output className="fl-percent">{Math.round(scale * 100)}%</output>
      <Tool label={say(words.zoomIn)} onClick={() => step(1)}>
        <ZoomIn size={16} aria-hidden />
      </Tool>
      <Tool label={say(words.fit)} onClick={() => setZoom("fit")}>
        <MoveHorizontal size={16} aria-hidden />
      </Tool>
      <FindBox finder={finder} />
      {optional.map(([label, Icon, act]) =>
        act ? (
          <Tool key={label[1]} label={say(label)} onClick={act}>
            <Icon size={16} aria-hidden />
          </Tool>
        ) : null,
      )}
      <Tool label={say(words.close)} onClick={onClose}>
        <X size={16} aria-hidden />
      </Tool>
    </div>
  );
}

function Tool({ label, onClick, children }: { readonly label: string; onClick(): void; readonly children: ReactNode }) {
  return (
    <button type="button" className="fl-tool" title={label} aria-label={label} onClick={onClick}>
      {children}
    </button>
  );
}

function PageNumber({ page, count, onGo }: { readonly page: number; readonly count: number; onGo(page: number): void }) {
  const say = useText();
  const [typed, setTyped] = useState<string | null>(null);
  const go = (): void => {
    if (typed !== null && Number(typed) > 0) onGo(Number(typed));
    setTyped(null);
  };
  return (
    <span className="fl-pagenumber">
      <input
        value={typed ?? page}
        inputMode="numeric"
        aria-label={say(words.pageNumber)}
        onChange={(event) => setTyped(event.target.value.replace(/\D/g, ""))}
        onBlur={go}
        onKeyDown={(event) => event.key === "Enter" && go()}
      />
      / {count || "–"}
    </span>
  );
}

/** The words of a long document are read only when somebody looks for one. */
function useFinder(document: PDFDocumentProxy | null) {
  const [wanted, setWanted] = useState("");
  const [pages, setPages] = useState<readonly string[] | null>(null);
  const [at, setAt] = useState(0);
  useEffect(() => {
    if (document === null || wanted === "" || pages !== null) return;
    let isOver = false;
    wordsOf(document).then(
      (read) => isOver || setPages(read),
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [document, wanted, pages]);
  const matches = findAll(pages ?? [], wanted);
  const place = matches.length === 0 ? 0 : at % matches.length;
  return {
    wanted,
    matches,
    place,
    chosen: matches[place] ?? null,
    look: (text: string) => (setWanted(text), setAt(0)),
    next: () => setAt(place + 1),
  };
}

function FindBox({ finder }: { readonly finder: ReturnType<typeof useFinder> }) {
  const say = useText();
  const { wanted, matches, place } = finder;
  return (
    <span className="fl-find">
      <Search size={14} aria-hidden />
      <input
        type="search"
        value={wanted}
        placeholder={say(words.find)}
        aria-label={say(words.find)}
        onChange={(event) => finder.look(event.target.value)}
        onKeyDown={(event) => event.key === "Enter" && finder.next()}
      />
      <span aria-live="polite">
        {wanted === "" ? "" : say(matches.length === 0 ? words.notFound : fill(words.found, { i: place + 1, n: matches.length }))}
      </span>
      <Tool label={say(words.nextMatch)} onClick={finder.next}>
        <ChevronDown size={15} aria-hidden />
      </Tool>
    </span>
  );
}
