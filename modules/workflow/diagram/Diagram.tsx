import type NavigatedViewer from "bpmn-js/lib/NavigatedViewer";
import { Maximize, Minus, Plus } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { Text } from "#kernel/text.ts";
import { useLanguage, useText } from "#kernel/web/language.ts";
import { fit } from "./desk.tsx";
import { drawDiagram, type Painting } from "./paint.ts";
import "./diagram.css";

interface Props {
  readonly xml: string;
  readonly painting: Painting;
  readonly label: Text;
  /** Words under a step: how long it has waited, when it is expected. */
  readonly notes?: Readonly<Record<string, string>>;
  readonly height?: number | "fill";
  choose?(id: string): void;
}

/** A process drawn to be read: walked green, current blue, ahead white, returned orange. */
export default function Diagram({ xml, painting, label, notes = {}, height = 260, choose }: Props) {
  const say = useText();
  const language = useLanguage((state) => state.language);
  const place = useRef<HTMLDivElement>(null);
  const [viewer, setViewer] = useState<NavigatedViewer | null>(null);
  const [failed, setFailed] = useState("");
  const latest = useRef(choose);
  useEffect(() => {
    latest.current = choose;
  });
  const drawn = JSON.stringify([painting, notes]);
  useEffect(() => {
    let gone = false;
    let made: NavigatedViewer | null = null;
    setFailed("");
    const [colours, words] = JSON.parse(drawn) as [Painting, Readonly<Record<string, string>>];
    drawDiagram(place.current!, xml, colours, language).then(
      (one) => {
        made = one;
        if (gone) return one.destroy();
        fit(one.get("canvas"));
        write(one, words);
        one.get("eventBus").on("element.click", (event) => event.element && latest.current?.(event.element.id));
        setViewer(one);
      },
      (error: unknown) => gone || setFailed(String((error as Error).message ?? error)),
    );
    return () => {
      gone = true;
      setViewer(null);
      made?.destroy();
    };
  }, [xml, drawn, language]);
  const zoom = (by: number): void => {
    const canvas = viewer?.get("canvas");
    canvas?.zoom(Math.min(2, Math.max(0.3, canvas.zoom() * by)), "auto");
  };
  return (
    <figure className="wf-diagram" data-fill={height === "fill" || undefined} style={height === "fill" ? undefined : { height }}>
      <div ref={place} className="wf-diagram-place" role="group" aria-label={say(label)} />
      {failed ? (
        <p className="wf-diagram-failed" role="alert">
          {say([`流程图没能画出：${failed}`, `The diagram could not be drawn: ${failed}`])}
        </p>
      ) : null}
      <span className="wf-zoom">
        <button type="button" className="s-icon-btn" aria-label={say(["缩小", "Zoom out"])} onClick={() => zoom(1 / 1.2)}>
          <Minus size={14} />
        </button>
        <button type="button" className="s-icon-btn" aria-label={say(["放大", "Zoom in"])} onClick={() => zoom(1.2)}>
          <Plus size={14} />
        </button>
        <button
          type="button"
          className="s-icon-btn"
          aria-label={say(["看全图", "Fit"])}
          onClick={() => viewer && fit(viewer.get("canvas"))}
        >
          <Maximize size={14} />
        </button>
      </span>
    </figure>
  );
}

function write(viewer: NavigatedViewer, notes: Readonly<Record<string, string>>): void {
  const registry = viewer.get("elementRegistry");
  for (const [id, text] of Object.entries(notes)) {
    const shape = registry.get(id);
    if (!shape) continue;
    const html = document.createElement("span");
    html.className = "wf-note";
    html.textContent = text;
    html.style.width = `${Math.max(shape.width, 100) + 30}px`;
    viewer.get("overlays").add(id, "note", { position: { bottom: -4, left: (shape.width - Math.max(shape.width, 100) - 30) / 2 }, html });
  }
}
