import { ChevronDown, ChevronLeft, ChevronRight } from "lucide-react";
import { useState, type KeyboardEvent, type ReactNode } from "react";
import { useStore } from "zustand";
import { useShallow } from "zustand/react/shallow";
import { checkPageSize, lastPage, pageSizeOptions } from "#kernel/table.ts";
import { fill } from "#kernel/text.ts";
import { leavingPage } from "./acts.ts";
import type { Live } from "./live.ts";
import type { TableState } from "./model.ts";
import { Popup } from "../part/Popup.tsx";
import type { Reader } from "./reader.ts";
import { words } from "./words.ts";

/** The page numbers to show; null stands for those left out. */
export function pageNumbers(current: number, last: number): (number | null)[] {
  if (last <= 7) return Array.from({ length: last }, (_, i) => i + 1);
  const from = Math.max(2, Math.min(current - 1, last - 4));
  const to = Math.min(last - 1, Math.max(current + 1, 5));
  const middle = Array.from({ length: to - from + 1 }, (_, i) => from + i);
  return [1, ...(from > 2 ? [null] : []), ...middle, ...(to < last - 1 ? [null] : []), last];
}

const grouped = (n: number): string => n.toLocaleString("en-US");

function SizeList({ live, reader, anchor, close }: { live: Live; reader: Reader; anchor: HTMLElement; close: () => void }) {
  const { model } = live.current;
  const { settings, pageRows } = useStore(model.state);
  const [own, setOwn] = useState("");
  const { say } = reader;
  const sizes = [...new Set([...pageSizeOptions(settings.customPageSizes ?? []), ...(pageRows > 0 ? [pageRows] : [])])].sort((a, b) =>
    a === 0 ? 1 : b === 0 ? -1 : a - b,
  );
  const wrong = own === "" || !/^-?\d+$/.test(own.trim()) ? null : checkPageSize(Number(own));
  const choose = (work: () => Promise<void>): void => {
    close();
    void leavingPage(live, work);
  };
  return (
    <Popup anchor={anchor} onClose={close} align="end" label={say(words.pageSize)} focus className="dt-menu dt-sizes">
      <div role="group" aria-label={say(words.pageSize)}>
        {sizes.map((size) => (
          <button
            key={size}
            type="button"
            aria-pressed={size === pageRows}
            data-first={size === pageRows ? "" : undefined}
            onClick={() => choose(() => model.resize(size))}
          >
            {size === 0 ? say(words.allRows) : say(fill(words.perPage, { n: size }))}
          </button>
        ))}
      </div>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (wrong === null && /^\d+$/.test(own.trim())) choose(() => model.addSize(Number(own)));
        }}
      >
        <input
          className="dt-input dt-framed"
          inputMode="numeric"
          value={own}
          placeholder={say(words.customSize)}
          aria-label={say(words.customSize)}
          aria-invalid={wrong !== null || undefined}
          onChange={(event) => setOwn(event.target.value)}
        />
        <button type="submit" className="dt-button dt-small">
          {say(words.addSize)}
        </button>
        {wrong !== null && (
          <small role="alert" className="dt-message">
            {say(wrong.text)}
          </small>
        )}
      </form>
    </Popup>
  );
}

const shown = ({ page, pageIndex, pageRows, phase }: TableState) => ({ page, pageIndex, pageRows, phase });

/** Where we are in all the rows, and the way to the others. */
export function Pager({ live, reader, rows }: { live: Live; reader: Reader; rows: number }) {
  const { model } = live.current;
  const { page, pageIndex, pageRows, phase } = useStore(model.state, useShallow(shown));
  const [sizes, setSizes] = useState<HTMLElement | null>(null);
  const [jump, setJump] = useState("");
  const { say } = reader;
  const capped = page.capped === true;
  const last = capped ? Math.max(pageIndex + 1, lastPage(page.count, pageRows)) : lastPage(page.count, pageRows);
  const from = (pageIndex - 1) * Math.max(pageRows, 0) + 1;
  const size = pageRows === 0 ? say(words.allRows) : say(fill(words.perPage, { n: pageRows }));
  const count = `${grouped(page.count)}${capped ? "+" : ""}`;
  const go = (n: number): void => {
    if (n !== pageIndex && n >= 1 && n <= last) void leavingPage(live, () => model.goTo(n));
  };
  const onJump = (event: KeyboardEvent): void => {
    if (event.key !== "Enter" || !/^\d+$/.test(jump.trim())) return;
    event.preventDefault();
    go(Math.min(last, Math.max(1, Number(jump))));
    setJump("");
  };
  const step = (n: number, label: string, icon: ReactNode): ReactNode => (
    <button type="button" className="dt-icon" aria-label={label} disabled={n < 1 || n > last} onClick={() => go(n)}>
      {icon}
    </button>
  );
  return (
    <div className="dt-pager" role="group" aria-label={say(words.pages)}>
      <span>
        {rows === 0 && page.count === 0
          ? phase === "ready"
            ? say(words.rangeNone)
            : ""
          : say(fill(words.range, { from: grouped(from), to: grouped(from + rows - 1), count }))}
        {capped && (
          <button type="button" className="dt-link" onClick={() => void model.countAll()}>
            {say(words.countAll)}
          </button>
        )}
        {page.truncated === true && <span className="dt-warn-text">{say(fill(words.truncated, { n: grouped(rows) }))}</span>}
      </span>
      <span className="dt-pages">
        {step(pageIndex - 1, say(words.prevPage), <ChevronLeft size={15} />)}
        {pageNumbers(pageIndex, last).map((n, i) =>
          n === null ? (
            <i key={`gap${i}`}>···</i>
          ) : (
            <button
              key={n}
              type="button"
              className="dt-pageno"
              aria-label={say(fill(words.page, { n }))}
              aria-current={n === pageIndex ? "page" : undefined}
              onClick={() => go(n)}
            >
              {n}
            </button>
          ),
        )}
        {step(pageIndex + 1, say(words.nextPage), <ChevronRight size={15} />)}
        {last > 7 && (
          <label className="dt-jump">
            {say(words.goTo)}
            <input
              className="dt-input dt-framed"
              inputMode="numeric"
              value={jump}
              onChange={(event) => setJump(event.target.value)}
              onKeyDown={onJump}
            />
          </label>
        )}
        <button
          type="button"
          className="dt-size"
          aria-haspopup="dialog"
          aria-expanded={sizes !== null}
          aria-label={`${say(words.pageSize)} ${size}`}
          onClick={(event) => setSizes(event.currentTarget)}
        >
          {size}
          <ChevronDown size={13} />
        </button>
        {sizes !== null && <SizeList live={live} reader={reader} anchor={sizes} close={() => setSizes(null)} />}
      </span>
    </div>
  );
}
