import { ArrowDown, ArrowUp } from "lucide-react";
import { useState } from "react";
import { moveWidget } from "../../../home.ts";
import type { Widget } from "../../../home.ts";
import { call } from "../../call.ts";
import { useText } from "../../language.ts";
import { toast } from "../../message.ts";
import { useWidgetName } from "./WidgetFrame.tsx";

interface LayoutPanelProps {
  readonly widgets: readonly Widget[];
  onChange(widgets: readonly Widget[]): void;
  onDone(): void;
  onCancel(): void;
}

/** Layout mode: which blocks stand on my board and in which order; the board behind follows at once. */
export function LayoutPanel({ widgets, onChange, onDone, onCancel }: LayoutPanelProps) {
  const t = useText();
  const [busy, setBusy] = useState(false);
  const change = (code: string, part: Partial<Widget>): void =>
    onChange(widgets.map((widget) => (widget.widgetCode === code ? { ...widget, ...part } : widget)));

  async function save(): Promise<void> {
    setBusy(true);
    try {
      const layout = widgets.map(({ widgetCode, seq, span, visible }) => ({ widgetCode, seq, span, visible }));
      await call("baseServer/baseHomeService/saveLayout", { layout });
      onDone();
    } catch (error) {
      toast.error(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <aside className="h-layout" aria-label={t(["调整布局", "Customise home page"])}>
      <h2>{t(["调整布局", "Customise home page"])}</h2>
      <ul>
        {widgets
          .toSorted((a, b) => a.seq - b.seq)
          .map((widget) => (
            <LayoutLine
              key={widget.widgetCode}
              widget={widget}
              onShow={(shown) => change(widget.widgetCode, { visible: shown ? "Y" : "N" })}
              onMove={(by) => onChange(moveWidget(widgets, widget.widgetCode, by))}
            />
          ))}
      </ul>
      <footer>
        <button type="button" className="s-btn" data-kind="primary" disabled={busy} onClick={() => void save()}>
          {t(["保存布局", "Save layout"])}
        </button>
        <button type="button" className="s-btn" onClick={onCancel}>
          {t(["取消", "Cancel"])}
        </button>
      </footer>
    </aside>
  );
}

function LayoutLine({ widget, onShow, onMove }: { readonly widget: Widget; onShow(shown: boolean): void; onMove(by: 1 | -1): void }) {
  const t = useText();
  const name = useWidgetName(widget);
  return (
    <li>
      <label className="s-check">
        <input type="checkbox" checked={widget.visible === "Y"} onChange={(event) => onShow(event.target.checked)} />
        {name}
      </label>
      <button type="button" className="s-icon-btn" aria-label={t([`上移${name}`, `Move ${name} up`])} onClick={() => onMove(-1)}>
        <ArrowUp size={14} aria-hidden />
      </button>
      <button type="button" className="s-icon-btn" aria-label={t([`下移${name}`, `Move ${name} down`])} onClick={() => onMove(1)}>
        <ArrowDown size={14} aria-hidden />
      </button>
    </li>
  );
}
