import { Ellipsis } from "lucide-react";
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from "react";
import { useText } from "../language.ts";
import { MenuButton } from "./Popup.tsx";

interface Choice {
  readonly key: string;
  readonly label: string;
  run(): void;
}

interface Props {
  readonly label: string;
  readonly className: string;
  /** What the tabs choose, in their order. */
  readonly choices: readonly Choice[];
  readonly now: string;
  /** The tabs themselves. */
  readonly children: ReactNode;
}

/** Which tabs cannot be read whole. */
function cutIn(strip: HTMLElement): readonly number[] {
  const { left, right } = strip.getBoundingClientRect();
  return [...strip.children].flatMap((tab, i) => {
    const box = tab.getBoundingClientRect();
    return box.width > 0 && (box.left < left - 1 || box.right > right + 1) ? [i] : [];
  });
}

/** A strip of tabs in little room: it scrolls, fades where it goes on, and what is out of sight stands in a menu at its end. */
export function ScrolledTabs({ label, className, choices, now, children }: Props) {
  const say = useText();
  const strip = useRef<HTMLDivElement>(null);
  const [cut, setCut] = useState<readonly number[]>([]);
  const names = choices.map((choice) => choice.label).join("\n");
  useLayoutEffect(() => {
    const element = strip.current!;
    const look = (): void => setCut((old) => (cutIn(element).join() === old.join() ? old : cutIn(element)));
    look();
    const watch = new ResizeObserver(look);
    for (const row of [element, ...element.children]) watch.observe(row);
    element.addEventListener("scroll", look, { passive: true });
    return () => {
      watch.disconnect();
      element.removeEventListener("scroll", look);
    };
  }, [names]);
  const at = choices.findIndex((choice) => choice.key === now);
  useEffect(() => {
    const [element, tab] = [strip.current!, strip.current!.children[at]];
    if (!tab || !cutIn(element).includes(at)) return;
    const [box, frame] = [tab.getBoundingClientRect(), element.getBoundingClientRect()];
    element.scrollLeft += box.left < frame.left ? box.left - frame.left : box.right - frame.right + 28;
  }, [at, names]);
  const hidden = cut.flatMap((i) => choices[i] ?? []);
  return (
    <>
      <div
        ref={strip}
        className={`st-strip ${className}`}
        role="tablist"
        aria-label={label}
        data-before={cut[0] === 0}
        data-after={cut.at(-1) === choices.length - 1}
      >
        {children}
      </div>
      {hidden.length === 0 ? null : (
        <MenuButton
          label={say([`${label}：更多`, `${label}: more`])}
          align="end"
          items={hidden.map((choice) => ({ key: choice.key, label: choice.label, run: () => choice.run() }))}
        >
          <button type="button" className="s-icon-btn st-more" aria-label={say([`${label}：更多`, `${label}: more`])}>
            <Ellipsis size={16} />
          </button>
        </MenuButton>
      )}
    </>
  );
}
