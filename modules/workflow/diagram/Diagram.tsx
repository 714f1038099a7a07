import { DiagramFrame, diagramNote } from "#kernel/web/diagram/DiagramFrame.tsx";
import type NavigatedViewer from "bpmn-js/lib/NavigatedViewer";
import { useEffect, useRef, useState } from "react";
import type { Text } from "#kernel/text.ts";
import { useLanguage, useText } from "#kernel/web/language.ts";
import { fit } from "./desk.tsx";
import { drawDiagram, type Painting } from "./paint.tsx";

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
      (entry) => {
        made = entry;
        if (gone) return entry.destroy();
        fit(entry.get("canvas"));
        write(entry, words);
        entry.get("eventBus").on("element.click", (event) => event.element && latest.current?.(event.element.id));
        setViewer(entry);
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
    <DiagramFrame
      label={say(label)}
      place={place}
      height={height}
      failed={failed}
      zoom={zoom}
      fit={() => viewer && fit(viewer.get("canvas"))}
    />
  );
}

function write(viewer: NavigatedViewer, notes: Readonly<Record<string, string>>): void {
  const registry = viewer.get("elementRegistry");
  for (const [id, text] of Object.entries(notes)) {
    const shape = registry.get(id);
    if (!shape) continue;
    const html = document.createElement("span");
    html.className = diagramNote;
    html.textContent = text;
    html.style.width = `${Math.max(shape.width, 100) + 30}px`;
    viewer.get("overlays").add(id, "note", { position: { bottom: -4, left: (shape.width - Math.max(shape.width, 100) - 30) / 2 }, html });
  }
}
