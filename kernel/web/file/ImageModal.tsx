import { ChevronLeft, ChevronRight, Download, RotateCw, X, ZoomIn, ZoomOut } from "lucide-react";
import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from "react";
import { createPortal } from "react-dom";
import type { Attachment } from "../../file.ts";
import { fill } from "../../text.ts";
import { useText } from "../language.ts";
import { fetchPicture } from "./transfer.ts";
import { words } from "./words.ts";

interface ImageModalProps {
  readonly files: readonly Attachment[];
  readonly start: string;
  onClose(): void;
  onDownload?(file: Attachment): void;
}

const steps = [0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4, 6];
const widest = 2400;
const middle = { x: 0, y: 0 };

/** The picture of this id as an address of this window, or null while it comes or when it does not. */
function usePicture(id: string): { readonly url: string | null; readonly isFailed: boolean } {
  const [loaded, setLoaded] = useState<{ readonly id: string; readonly url: string | null } | null>(null);
  useEffect(() => {
    let url: string | null = null;
    let isOver = false;
    fetchPicture(id, widest).then(
      (blob) => {
        if (isOver) return;
        url = URL.createObjectURL(blob);
        setLoaded({ id, url });
      },
      () => isOver || setLoaded({ id, url: null }),
    );
    return () => {
      isOver = true;
      if (url) URL.revokeObjectURL(url);
    };
  }, [id]);
  return { url: loaded?.id === id ? loaded.url : null, isFailed: loaded?.id === id && loaded.url === null };
}

/** Pictures of a record one by one: zoom, turn, next and previous, by mouse and by keys. */
export function ImageModal({ files, start, onClose, onDownload }: ImageModalProps) {
  const say = useText();
  const ref = useRef<HTMLDialogElement>(null);
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      files.findIndex((file) => file.id === start),
    ),
  );
  const [scale, setScale] = useState(1);
  const [turn, setTurn] = useState(0);
  const [shift, setShift] = useState(middle);
  const file = files[at]!;
  const { url, isFailed } = usePicture(file.id);

  useEffect(() => {
    const dialog = ref.current!;
    dialog.showModal();
    return () => dialog.close();
  }, []);

  const go = (step: number): void => {
    setAt((now) => (now + step + files.length) % files.length);
    setScale(1);
    setTurn(0);
    setShift(middle);
  };
  const zoom = (direction: 1 | -1): void =>
    setScale((now) => (direction > 0 ? (steps.find((step) => step > now) ?? now) : (steps.findLast((step) => step < now) ?? now)));
  const keys: Record<string, () => void> = {
    ArrowLeft: () => go(-1),
    ArrowRight: () => go(1),
    "+": () => zoom(1),
    "=": () => zoom(1),
    "-": () => zoom(-1),
    r: () => setTurn((now) => now + 90),
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    event.stopPropagation();
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    keys[event.key]?.();
  };
  const drag = (event: PointerEvent): void => {
    if (event.buttons === 1) setShift((now) => ({ x: now.x + event.movementX, y: now.y + event.movementY }));
  };
  const button = (label: string, Icon: typeof X, act: () => void, isOff = false) => (
    <button type="button" className="fl-tool" title={label} aria-label={label} disabled={isOff} onClick={act}>
      <Icon size={16} aria-hidden />
    </button>
  );
  return createPortal(
    <dialog
      ref={ref}
      className="fl-stage"
      aria-label={file.originalFileName}
      onKeyDown={onKeyDown}
      onCancel={(event) => (event.preventDefault(), onClose())}
    >
      <header className="fl-stagebar">
        <strong className="fl-stagename">{file.originalFileName}</strong>
        <span aria-live="polite">{files.length > 1 ? say(fill(words.place, { i: at + 1, n: files.length })) : null}</span>
        <span className="fl-tools">
          {button(say(words.zoomOut), ZoomOut, () => zoom(-1), scale <= steps[0]!)}
          <output className="fl-percent">{Math.round(scale * 100)}%</output>
          {button(say(words.zoomIn), ZoomIn, () => zoom(1), scale >= steps.at(-1)!)}
          {button(say(words.rotate), RotateCw, () => setTurn((now) => now + 90))}
          {onDownload ? button(say(words.download), Download, () => onDownload(file)) : null}
          {button(say(words.close), X, onClose)}
        </span>
      </header>
      <div className="fl-canvas" onWheel={(event) => zoom(event.deltaY < 0 ? 1 : -1)}>
        {url ? (
          <img
            src={url}
            alt={file.originalFileName}
            style={{ transform: `translate(${shift.x}px, ${shift.y}px) rotate(${turn}deg) scale(${scale})` }}
            draggable={false}
            onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
            onPointerMove={drag}
            onDoubleClick={() => go(0)}
          />
        ) : isFailed ? (
          <p>{say(words.loadFailed)}</p>
        ) : (
          <span className="fl-loading" role="status" aria-label="…" />
        )}
      </div>
      {files.length > 1 ? (
        <>
          <button type="button" className="fl-turn" data-side="left" aria-label={say(words.previous)} onClick={() => go(-1)}>
            <ChevronLeft size={22} aria-hidden />
          </button>
          <button type="button" className="fl-turn" data-side="right" aria-label={say(words.next)} onClick={() => go(1)}>
            <ChevronRight size={22} aria-hidden />
          </button>
        </>
      ) : null}
    </dialog>,
    document.body,
  );
}
