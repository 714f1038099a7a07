import { cloneElement, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { KeyboardEvent, MouseEvent, ReactElement, ReactNode } from "react";
import { createPortal } from "react-dom";

interface PopupProps {
  readonly anchor: HTMLElement | null;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly className?: string;
  readonly align?: "start" | "end";
  readonly role?: "dialog" | "menu" | "listbox" | "group";
  readonly label: string;
  readonly id?: string;
  readonly multi?: boolean;
  /** As wide as what it hangs on, at least. */
  readonly fit?: boolean;
  /** Takes the keyboard when it opens and gives it back when it closes. */
  readonly focus?: boolean;
}

interface Spot {
  readonly left: number;
  readonly top: number;
  readonly minWidth: number;
}

/** Where the surface goes on the screen, as its own left and top; an ancestor that moved its ground is allowed for. */
function spotFor(anchor: HTMLElement, box: HTMLElement, align: "start" | "end", now: Spot | null): Spot {
  const a = anchor.getBoundingClientRect();
  const b = box.getBoundingClientRect();
  const ground = { left: b.left - (now?.left ?? 0), top: b.top - (now?.top ?? 0) };
  const below = a.bottom + 4;
  const top = below + b.height <= window.innerHeight - 8 || a.top < b.height + 12 ? below : a.top - 4 - b.height;
  const left = align === "end" ? a.right - b.width : a.left;
  return {
    left: Math.max(8, Math.min(left, window.innerWidth - b.width - 8)) - ground.left,
    top: Math.max(8, top) - ground.top,
    minWidth: a.width,
  };
}

/** Inside the part of the page it belongs to, so that those who hear the page find it there. */
const hostOf = (anchor: HTMLElement | null): HTMLElement => anchor?.closest<HTMLElement>("[role=dialog],main,[role=main]") ?? document.body;

/** A small surface that hangs on something; it closes by Esc or by pressing elsewhere. */
export function Popup({
  anchor,
  onClose,
  children,
  className = "",
  align = "start",
  role = "dialog",
  label,
  id,
  multi,
  fit = false,
  focus = false,
}: PopupProps) {
  const box = useRef<HTMLDivElement>(null);
  const [spot, setSpot] = useState<Spot | null>(null);
  const close = useRef(onClose);
  close.current = onClose;

  useLayoutEffect(() => {
    const place = (): void => {
      const surface = box.current;
      if (anchor !== null && surface !== null) setSpot((now) => spotFor(anchor, surface, align, now));
    };
    place();
    const sizes = new ResizeObserver(place);
    if (box.current !== null) sizes.observe(box.current);
    window.addEventListener("scroll", place, true);
    window.addEventListener("resize", place);
    return () => {
      sizes.disconnect();
      window.removeEventListener("scroll", place, true);
      window.removeEventListener("resize", place);
    };
  }, [anchor, align]);

  useEffect(() => {
    const outside = (event: globalThis.MouseEvent): void => {
      const target = event.target as Node;
      if (box.current?.contains(target) !== true && anchor?.contains(target) !== true) close.current();
    };
    document.addEventListener("mousedown", outside, true);
    return () => document.removeEventListener("mousedown", outside, true);
  }, [anchor]);

  useEffect(() => {
    if (!focus) return;
    const before = document.activeElement as HTMLElement | null;
    const first = box.current?.querySelector<HTMLElement>("[data-first],input,button,[tabindex='0'],a[href]");
    (first ?? box.current)?.focus();
    // What it led to may have taken the keyboard already.
    return () => {
      if (document.activeElement === null || document.activeElement === document.body) before?.focus({ preventScroll: true });
    };
  }, [focus]);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    event.preventDefault();
    close.current();
  };
  return createPortal(
    <div
      ref={box}
      id={id}
      role={role}
      aria-label={label}
      aria-multiselectable={multi}
      tabIndex={-1}
      className={`dt-popup ${className}`}
      onKeyDown={onKeyDown}
      style={
        spot === null ? { opacity: 0, left: 0, top: 0 } : { left: spot.left, top: spot.top, ...(fit ? { minWidth: spot.minWidth } : {}) }
      }
    >
      {children}
    </div>,
    hostOf(anchor),
  );
}

export interface MenuItem {
  readonly key: string;
  readonly label: ReactNode;
  readonly icon?: ReactNode;
  readonly danger?: boolean;
  readonly checked?: boolean;
  readonly why?: ReactNode;
  /** A line above it. */
  readonly parted?: boolean;
  run(): void;
}

/** A list of actions; a grey one stays reachable and says why. */
export function Menu({
  anchor,
  onClose,
  items,
  label,
  align = "end",
}: {
  anchor: HTMLElement | null;
  onClose: () => void;
  items: readonly MenuItem[];
  label: string;
  align?: "start" | "end";
}) {
  const walk = (event: KeyboardEvent<HTMLDivElement>): void => {
    const all = [...event.currentTarget.querySelectorAll<HTMLElement>("[role^=menuitem]")];
    const at = all.indexOf(document.activeElement as HTMLElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (event.key === "Tab") onClose();
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    all[(to + all.length) % all.length]?.focus();
  };
  return (
    <Popup anchor={anchor} onClose={onClose} align={align} role="menu" label={label} focus className="dt-menu">
      <div role="presentation" onKeyDown={walk}>
        {items.map((item) => (
          <button
            key={item.key}
            type="button"
            role={item.checked === undefined ? "menuitem" : "menuitemradio"}
            aria-checked={item.checked}
            aria-disabled={item.why !== undefined}
            tabIndex={-1}
            data-parted={item.parted === true ? "" : undefined}
            data-first={item.checked === true ? "" : undefined}
            className={item.danger === true ? "dt-danger" : ""}
            onClick={() => {
              if (item.why !== undefined) return;
              onClose();
              item.run();
            }}
          >
            {item.icon}
            <span>
              {item.label}
              {item.why !== undefined && <small>{item.why}</small>}
            </span>
          </button>
        ))}
      </div>
    </Popup>
  );
}

interface Opener {
  readonly "aria-haspopup"?: "menu";
  readonly "aria-expanded"?: boolean;
  readonly onClick?: (event: MouseEvent<HTMLElement>) => void;
}

/** A button that opens a menu. */
export function MenuButton({
  label,
  items,
  align = "start",
  children,
}: {
  label: string;
  items: readonly MenuItem[];
  align?: "start" | "end";
  children: ReactElement<Opener>;
}) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const open = (event: MouseEvent<HTMLElement>): void => {
    const button = event.currentTarget;
    setAnchor((now) => (now === null ? button : null));
  };
  return (
    <>
      {cloneElement(children, { "aria-haspopup": "menu", "aria-expanded": anchor !== null, onClick: open })}
      {anchor === null ? null : <Menu anchor={anchor} onClose={() => setAnchor(null)} items={items} label={label} align={align} />}
    </>
  );
}
