import type { ReactNode } from "react";

/** What can be done with a document now, fixed at its foot. */
export function FootBar({ children }: { readonly children: ReactNode }) {
  return <div className="bk-footbar">{children}</div>;
}

/** One line of it: a box for words, the buttons. */
export function FootLine({ label, children }: { readonly label?: string; readonly children: ReactNode }) {
  return (
    <div className="bk-footbar-line" role={label ? "group" : undefined} aria-label={label}>
      {children}
    </div>
  );
}

/** A box for words with small buttons inside it. */
export function FootWords({ tools, children }: { readonly tools: ReactNode; readonly children: ReactNode }) {
  return (
    <span className="bk-footbar-words">
      {children}
      <span>{tools}</span>
    </span>
  );
}

interface ConfirmProps {
  readonly label: string;
  /** What follows from it, what is missing, what went wrong. */
  readonly sentence: ReactNode;
  readonly buttons: ReactNode;
  /** What has to be chosen first. */
  readonly children?: ReactNode;
}

/** The line that is confirmed before anything happens. */
export function FootConfirm({ label, sentence, buttons, children }: ConfirmProps) {
  return (
    <div className="bk-footbar-confirm" role="group" aria-label={label}>
      {children}
      <div>
        <div>{sentence}</div>
        {buttons}
      </div>
    </div>
  );
}
