import type { ReactNode } from "react";

interface Props {
  /** The place of the value in the document. */
  readonly path: string;
  readonly label: ReactNode;
  /** Buttons that appear with the pointer or the focus. */
  readonly tools?: ReactNode;
  readonly state?: "checked" | "remarked" | undefined;
  /** What the reviewer wrote about it. */
  readonly remark?: ReactNode;
  readonly children: ReactNode;
}

/** One value under review: read, checked, or remarked on. */
export function Reviewed({ path, label, tools, state, remark, children }: Props) {
  return (
    <div className="bk-reviewed" data-state={state} data-path={path}>
      <div>
        {label}
        {tools ? <span>{tools}</span> : null}
      </div>
      {children}
      {remark ? <p>{remark}</p> : null}
    </div>
  );
}
