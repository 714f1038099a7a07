import { Maximize, Minus, Plus } from "lucide-react";
import type { RefObject } from "react";
import { useText } from "../language.ts";

/** The class of words that are written below a shape of the drawing. */
export const diagramNote = "bk-diagram-note";

interface Props {
  readonly label: string;
  readonly place: RefObject<HTMLDivElement | null>;
  readonly height: number | "fill";
  /** Why it could not be drawn. */
  readonly failed: string;
  zoom(by: number): void;
  fit(): void;
}

/** The frame of a drawing that is read: its place, and the buttons that bring it nearer. */
export function DiagramFrame({ label, place, height, failed, zoom, fit }: Props) {
  const say = useText();
  return (
    <figure className="bk-diagram" data-fill={height === "fill" || undefined} style={height === "fill" ? undefined : { height }}>
      <div ref={place} role="group" aria-label={label} />
      {failed ? <p role="alert">{say([`流程图没能画出：${failed}`, `The diagram could not be drawn: ${failed}`])}</p> : null}
      <span>
        <button type="button" className="s-icon-btn" aria-label={say(["缩小", "Zoom out"])} onClick={() => zoom(1 / 1.2)}>
          <Minus size={14} />
        </button>
        <button type="button" className="s-icon-btn" aria-label={say(["放大", "Zoom in"])} onClick={() => zoom(1.2)}>
          <Plus size={14} />
        </button>
        <button type="button" className="s-icon-btn" aria-label={say(["看全图", "Fit"])} onClick={fit}>
          <Maximize size={14} />
        </button>
      </span>
    </figure>
  );
}
