import type { ReactNode } from "react";
import { stand } from "../navigation.ts";

/** A link between the pages that need no session; a middle click still opens a window of its own. */
export function PublicLink({
  to,
  children,
  className,
}: {
  readonly to: string;
  readonly children: ReactNode;
  readonly className?: string;
}) {
  return (
    <a
      href={to}
      className={className}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
        event.preventDefault();
        stand(to, null, false);
      }}
    >
      {children}
    </a>
  );
}
