import { RefreshCw } from "lucide-react";
import type { ReactNode } from "react";
import type { Drill, Widget } from "../../../home.ts";
import { addressOf, readPlace } from "../../../routes.ts";
import { useLanguage, useText } from "../../language.ts";
import { openPage } from "../../router.ts";
import type { WidgetState } from "./useWidget.ts";

export const useWidgetName = (widget: Widget): string => (useLanguage((state) => state.language) === "EN" ? widget.nameEn : widget.nameCn);

interface DrillLinkProps {
  readonly drill: Drill;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A link to the list behind a figure, with the same filter; plain text where nothing stands behind it. */
export function DrillLink({ drill, className, children }: DrillLinkProps) {
  if (!drill.route) return <span className={className}>{children}</span>;
  const place = readPlace(drill.route);
  const query = { ...place.query, ...drill.query };
  return (
    <a
      className={className}
      href={addressOf({ path: place.path, query })}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        void openPage({ path: place.path, query });
      }}
    >
      {children}
    </a>
  );
}

interface WidgetFrameProps {
  readonly widget: Widget;
  readonly state: WidgetState<unknown>;
  readonly count?: ReactNode;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** Heading and place of a block; a failed source says so and offers another try. */
export function WidgetFrame({ widget, state, count, aside, children }: WidgetFrameProps) {
  const name = useWidgetName(widget);
  return (
    <section className="h-block" aria-label={name} aria-busy={state.busy}>
      <header className="h-head">
        <h2>{name}</h2>
        {count === undefined ? null : <span className="s-badge">{count}</span>}
        <div className="h-aside">{aside}</div>
      </header>
      {state.data === null ? state.failed ? <Failed state={state} /> : <Waiting /> : children}
    </section>
  );
}

export function Failed({ state }: { readonly state: WidgetState<unknown> }) {
  const t = useText();
  return (
    <p className="h-failed" role="alert">
      <span aria-hidden>—</span>
      {t(["没有取到数据", "The data could not be loaded"])}
      <button type="button" className="s-btn" onClick={() => state.reload()}>
        <RefreshCw size={13} aria-hidden />
        {t(["重试", "Retry"])}
      </button>
    </p>
  );
}

const Waiting = () => (
  <div className="h-wait" aria-hidden>
    {[82, 64, 74].map((width) => (
      <i key={width} style={{ width: `${width}%` }} />
    ))}
  </div>
);
