import type { ReactNode } from "react";

/** A column beside the work of a page, about what is chosen there; below it on a narrow window. */
export function SidePane({ label, title, children }: { readonly label: string; readonly title?: ReactNode; readonly children: ReactNode }) {
  return (
    <aside className="bk-side" aria-label={label}>
      {title ? <h2>{title}</h2> : null}
      {children}
    </aside>
  );
}

/** A column at the left that narrows what the page shows: groups, a tree. */
export function LeftPane({ label, title, children }: { readonly label: string; readonly title: ReactNode; readonly children: ReactNode }) {
  return (
    <nav className="bk-left" aria-label={label}>
      <h2 className="pg-h3">{title}</h2>
      {children}
    </nav>
  );
}

/** Over the right side of a page without a docked column, for as long as it is needed: what an action would do. */
export function OverPane({ children }: { readonly children: ReactNode }) {
  return <div className="bk-over">{children}</div>;
}
