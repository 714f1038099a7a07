import { useEffect, useLayoutEffect, useMemo, useRef, useState, type CSSProperties } from "react";
import { visibleColumns, type Layout } from "./columns.ts";
import type { TableConfig } from "./types.ts";

const pagerReserve = 42;
const bareReserve = 4;
const editorHeight = 400;
const autoHeight = 500;
/** A table as high as its rows scrolls by itself from here on. */
const contentRows = 20;

/** How high the grid may be: as said, as high as the page leaves room, or as its rows need. */
export function useHeight(
  config: TableConfig,
  frame: HTMLElement | null,
  paged: boolean,
  rowHeight: number,
  needed: number,
  header: number,
): CSSProperties {
  const { height, isEdit } = config;
  const [free, setFree] = useState<number | null>(null);
  const auto = height === "auto";
  useLayoutEffect(() => {
    if (!auto || frame === null) return;
    const measure = (): void => {
      const { top } = frame.getBoundingClientRect();
      if (frame.offsetParent !== null) setFree(Math.max(160, window.innerHeight - top - (paged ? pagerReserve : bareReserve)));
    };
    measure();
    window.addEventListener("resize", measure);
    return () => window.removeEventListener("resize", measure);
  }, [auto, frame, paged]);
  if (typeof height === "number") return { height };
  if (auto) return { height: free ?? autoHeight };
  if (height === "fill") return { flex: "1 1 0", minHeight: 120 };
  if (height === "content") return { height: Math.min(needed, contentRows * rowHeight + header + 42) + 1 };
  return isEdit === true ? { height: Math.min(needed, editorHeight) + 1 } : { flex: `1 1 ${autoHeight}px`, minHeight: 200 };
}

/** Read the place before rows are drawn for it: reading afterwards would make the browser lay out twice a frame. */
const early = { passive: true, capture: true } as const;

/** The columns near the screen; drawn again only when another column comes into sight. */
export function useColumnRange(grid: HTMLElement | null, layout: Layout, room: number): readonly [number, number] {
  const [left, setLeft] = useState(0);
  const shown = useRef<readonly [number, number]>([0, 0]);
  shown.current = visibleColumns(layout, left, room);
  const [c0, c1] = shown.current;
  useEffect(() => {
    if (grid === null) return;
    const look = (): void => {
      const [a, b] = visibleColumns(layout, grid.scrollLeft, room);
      if (a !== shown.current[0] || b !== shown.current[1]) setLeft(grid.scrollLeft);
    };
    look();
    grid.addEventListener("scroll", look, early);
    return () => grid.removeEventListener("scroll", look, early);
  }, [grid, layout, room]);
  return useMemo(() => [c0, c1] as const, [c0, c1]);
}

/** A kept page comes back where it was left. */
export function useKeptScroll(grid: HTMLElement | null): void {
  const place = useRef({ left: 0, top: 0 });
  useLayoutEffect(() => {
    if (grid === null) return;
    if (place.current.left !== 0 || place.current.top !== 0) grid.scrollTo(place.current);
    const keep = (): void => {
      const [left, top] = [grid.scrollLeft, grid.scrollTop];
      if (left !== 0 || top !== 0 || grid.offsetParent !== null) place.current = { left, top };
    };
    grid.addEventListener("scroll", keep, early);
    return () => grid.removeEventListener("scroll", keep, early);
  }, [grid]);
}
