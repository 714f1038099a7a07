import type { ReactNode, RefObject } from "react";

interface BoardProps {
  /** Title and toolbar. */
  readonly head: ReactNode;
  readonly canvas: ReactNode;
  /** The name of the column beside the canvas, its tabs, and what the chosen one shows. */
  readonly label: string;
  readonly tabs: ReactNode;
  readonly panel: string;
  readonly children: ReactNode;
}

/** A drawing that is worked on: the canvas, and beside it what is set about the chosen part. */
export function DesignBoard({ head, canvas, label, tabs, panel, children }: BoardProps) {
  return (
    <div className="bk-design pg-edit">
      {head}
      <div>
        {canvas}
        <aside aria-label={label}>
          {tabs}
          <div role="tabpanel" aria-label={panel} tabIndex={0}>
            {children}
          </div>
        </aside>
      </div>
    </div>
  );
}

/** The tools of a drawing in one line. */
export function DesignTools({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="bk-design-tools" role="toolbar" aria-label={label}>
      {children}
    </div>
  );
}

export const ToolGap = () => <span className="bk-design-gap" />;

/** The surface the drawing library draws on. */
export function DesignCanvas({ label, place }: { readonly label: string; readonly place: RefObject<HTMLDivElement | null> }) {
  return (
    <div className="bk-canvas">
      <div ref={place} role="application" aria-label={label} />
    </div>
  );
}
