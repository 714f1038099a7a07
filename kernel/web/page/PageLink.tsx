import type { MouseEvent, ReactNode } from "react";
import { openPage } from "../router.ts";

interface Props {
  readonly href: string;
  readonly title?: string | undefined;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A link to a page of ours: a plain press opens a tab, every other press is the browser's. */
export function PageLink({ href, title, className, children }: Props) {
  const press = (event: MouseEvent): void => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    void openPage({ path: href, ...(title ? { title } : {}) });
  };
  return (
    <a href={href} className={className ?? "pg-link"} onClick={press}>
      {children}
    </a>
  );
}
