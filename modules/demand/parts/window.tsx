import Kit from "#kernel/web/Kit.tsx";
import type { ReactNode } from "react";
import { createRoot, type Root } from "react-dom/client";

let root: Root | null = null;

/** Opens a window over whatever page is shown, from a cell as well as from a button: it belongs to no table, whose keys and presses stay its own. */
export function openWindow(draw: (close: () => void) => ReactNode): void {
  if (root === null) {
    const ground = document.createElement("div");
    ground.dataset["windows"] = "purchasing";
    document.body.append(ground);
    root = createRoot(ground);
  }
  const host = root;
  const back = document.activeElement instanceof HTMLElement ? document.activeElement : null;
  // a root of its own stands outside the shell's kit: without it the window would have the kit's colours and language, not ours
  host.render(
    <Kit>
      {draw(() => {
        host.render(null);
        back?.focus();
      })}
    </Kit>,
  );
}
