import type { CSSProperties, ElementType, ReactNode } from "react";

export type Gap = "none" | "xs" | "s" | "m" | "l" | "xl";

/** What a colour means; the theme decides which colour it is. */
export type Tone = "neutral" | "info" | "success" | "warning" | "error";

interface Shared {
  readonly gap?: Gap;
  /** The HTML element: `div` unless the content asks for another. */
  readonly as?: ElementType;
  readonly label?: string;
  readonly role?: string;
  /** Takes the room that is left in its parent. */
  readonly grow?: boolean;
  readonly children?: ReactNode;
}

interface InlineProps extends Shared {
  readonly align?: "start" | "center" | "end" | "baseline" | "stretch";
  /** How the room that is left is used: between the children, or before all of them. */
  readonly spread?: "between" | "end" | "center";
  readonly noWrap?: boolean;
}

/** Things beside each other; they wrap where the room ends. */
export function Inline({ gap = "s", as: Element = "div", label, role, grow, align = "center", spread, noWrap, children }: InlineProps) {
  return (
    <Element
      className="bk-inline"
      role={role}
      aria-label={label}
      data-gap={gap}
      data-align={align}
      data-spread={spread}
      data-grow={grow || undefined}
      data-nowrap={noWrap || undefined}
    >
      {children}
    </Element>
  );
}

interface StackProps extends Shared {
  /** Fills the height of its parent and scrolls inside. */
  readonly scroll?: boolean;
}

/** Things below each other. */
export function Stack({ gap = "m", as: Element = "div", label, role, grow, scroll, children }: StackProps) {
  return (
    <Element
      className="bk-stack"
      role={role}
      aria-label={label}
      data-gap={gap}
      data-grow={grow || undefined}
      data-scroll={scroll || undefined}
      tabIndex={scroll ? 0 : undefined}
    >
      {children}
    </Element>
  );
}

interface ColumnsProps extends Shared {
  /** A number of equal columns, as many as fit with a least width in pixels, or widths as CSS writes them. */
  readonly of: number | { readonly least: number } | string;
  readonly align?: "start" | "center" | "end" | "stretch";
}

const template = (of: ColumnsProps["of"]): string => {
  if (typeof of === "number") return `repeat(${of}, minmax(0, 1fr))`;
  return typeof of === "string" ? of : `repeat(auto-fill, minmax(min(${of.least}px, 100%), 1fr))`;
};

/** Columns of one grid; on a phone one column. */
export function Columns({ of, gap = "m", as: Element = "div", label, role, grow, align, children }: ColumnsProps) {
  return (
    <Element
      className="bk-columns"
      role={role}
      aria-label={label}
      data-gap={gap}
      data-align={align}
      data-grow={grow || undefined}
      data-fluid={typeof of === "object" || undefined}
      style={{ "--bk-columns": template(of) } as CSSProperties}
    >
      {children}
    </Element>
  );
}

interface WordsProps {
  readonly tone?: Tone;
  /** `small` for notes below something, `strong` for what is read first, `lead` for a sentence that sums up, `key` for the figure of a page. */
  readonly size?: "small" | "strong" | "lead" | "key";
  readonly as?: ElementType;
  /** Keeps line breaks as they were typed. */
  readonly typed?: boolean;
  /** One line; what does not fit is cut. */
  readonly cut?: boolean;
  /** In letters of one width: codes, keys, expressions. */
  readonly code?: boolean;
  readonly role?: "alert" | "status";
  readonly children?: ReactNode;
}

/** Text with a meaning: a note, a warning, a result. */
export function Words({ tone, size, as: Element = "span", typed, cut, code, role, children }: WordsProps) {
  return (
    <Element
      className="bk-words"
      role={role}
      data-tone={tone}
      data-size={size}
      data-typed={typed || undefined}
      data-cut={cut || undefined}
      data-code={code || undefined}
    >
      {children}
    </Element>
  );
}
