import { Check } from "lucide-react";
import { useLayoutEffect, useRef, useState } from "react";
import type { KeyboardEvent, ReactNode } from "react";

export interface PopItem {
  readonly key: string;
  readonly text: string;
  readonly note?: string;
  readonly icon?: ReactNode;
  readonly checked?: boolean;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  /** a line above it */
  readonly parted?: boolean;
  onSelect(): void;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

interface MenuPopProps {
  readonly at: Point;
  readonly label: string;
  readonly items: readonly PopItem[];
  /** grows upwards from the point instead of downwards */
  readonly up?: boolean;
  readonly width?: number;
  onClose(): void;
}

const MARGIN = 8;

/** A menu on the browser's top layer: a press elsewhere or Esc closes it, arrows walk through it. */
export function MenuPop({ at, label, items, up, width, onClose }: MenuPopProps) {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const menu = ref.current!;
    menu.showPopover();
    const { width: wide, height } = menu.getBoundingClientRect();
    menu.style.left = `${Math.max(MARGIN, Math.min(at.x, innerWidth - wide - MARGIN))}px`;
    menu.style.top = `${Math.max(MARGIN, Math.min(up === true ? at.y - height : at.y, innerHeight - height - MARGIN))}px`;
    menu.querySelector<HTMLElement>("button:not(:disabled)")?.focus();
  }, [at, up]);

  function walk(event: KeyboardEvent): void {
    const buttons = [...ref.current!.querySelectorAll<HTMLElement>("button:not(:disabled)")];
    const here = buttons.indexOf(document.activeElement as HTMLElement);
    const next = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: -1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    buttons.at(next % buttons.length)?.focus();
  }

  return (
    <div
      ref={ref}
      className="s-pop"
      popover="auto"
      role="menu"
      aria-label={label}
      style={{ minWidth: width }}
      onKeyDown={walk}
      onToggle={(event) => event.newState === "closed" && onClose()}
    >
      {items.map((item) => (
        <button
          key={item.key}
          type="button"
          role={item.checked === undefined ? "menuitem" : "menuitemradio"}
          aria-checked={item.checked}
          data-danger={item.danger}
          data-parted={item.parted}
          disabled={item.disabled}
          onClick={() => {
            onClose();
            item.onSelect();
          }}
        >
          {item.checked === undefined ? (
            item.icon
          ) : (
            <span className="s-pop-tick">{item.checked ? <Check size={14} aria-hidden /> : null}</span>
          )}
          <span>{item.text}</span>
          {item.note ? <small>{item.note}</small> : null}
        </button>
      ))}
    </div>
  );
}

interface MenuButtonProps {
  readonly label: string;
  /** the children carry words of their own; the label is then spoken after them */
  readonly worded?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
  readonly up?: boolean;
  readonly wide?: boolean;
  readonly title?: string;
  items(): readonly PopItem[];
}

/** A button that opens a menu under (or over) itself. */
export function MenuButton({ label, worded, className, children, up, wide, title, items }: MenuButtonProps) {
  const [at, setAt] = useState<(Point & { readonly width: number }) | null>(null);
  const ref = useRef<HTMLButtonElement>(null);
  function open(): void {
    const box = ref.current!.getBoundingClientRect();
    setAt({ x: box.left, y: up === true ? box.top - 4 : box.bottom + 4, width: box.width });
  }
  return (
    <>
      <button
        ref={ref}
        type="button"
        className={className}
        aria-haspopup="menu"
        aria-expanded={at !== null}
        aria-label={worded === true ? undefined : label}
        title={title}
        onClick={open}
      >
        {children}
        {worded === true ? <span className="s-hidden">{label}</span> : null}
      </button>
      {at === null ? null : (
        <MenuPop
          at={at}
          label={label}
          items={items()}
          up={up === true}
          {...(wide === true ? { width: at.width } : {})}
          onClose={() => {
            setAt(null);
            ref.current?.focus();
          }}
        />
      )}
    </>
  );
}
