import type { ReactNode } from "react";

interface Props {
  readonly label: ReactNode;
  readonly required?: boolean;
  readonly hint?: ReactNode;
  readonly error?: ReactNode;
  /** The controls bring labels for those who hear the page: the group is named, not one control. */
  readonly group?: boolean;
  readonly children: ReactNode;
}

/** A control with its label above, its hint and its error below. */
export function Labelled({ label, required, hint, error, group, children }: Props) {
  const Element = group ? "div" : "label";
  return (
    <Element className="bk-labelled" role={group ? "group" : undefined}>
      <span className="bk-label">
        {required ? (
          <span className="pg-star" aria-hidden>
            *
          </span>
        ) : null}
        {label}
      </span>
      {children}
      {hint ? <small>{hint}</small> : null}
      {error ? (
        <small role="alert" data-tone="error">
          {error}
        </small>
      ) : null}
    </Element>
  );
}

/** A value that replaces another: the old one struck out where there was one, the new one beside it. */
export function Replaced({ old, by, note }: { readonly old: ReactNode; readonly by: ReactNode; readonly note?: ReactNode }) {
  return (
    <span className="bk-replaced">
      {old ? <del>{old}</del> : null} <ins>{by}</ins>
      {note ? <small>{note}</small> : null}
    </span>
  );
}
