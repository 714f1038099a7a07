import { Inbox, Lock, RefreshCw, SearchX, TriangleAlert, Settings2 } from "lucide-react";
import { useEffect, useState, type ReactNode } from "react";
import { fill } from "#kernel/text.ts";
import type { Layout } from "./columns.ts";
import type { Failure, TableState } from "./model.ts";
import type { Reader } from "./reader.ts";
import type { RowStore } from "./rowStore.ts";
import type { TableConfig } from "./types.ts";
import { words } from "./words.ts";

/** True a moment after mounting: what is quick shows no waiting at all. */
export function useSlow(waiting: boolean, after = 150): boolean {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    setSlow(false);
    if (!waiting) return;
    const timer = setTimeout(() => setSlow(true), after);
    return () => clearTimeout(timer);
  }, [waiting, after]);
  return waiting && slow;
}

const shares = [0.72, 0.55, 0.8, 0.62, 0.7, 0.48, 0.76, 0.58];

/** Rows to come, at their true height and width; spoken once as a status. */
export function Skeleton({
  layout,
  rowHeight,
  rows,
  reader,
  page,
}: {
  layout: Layout;
  rowHeight: number;
  rows: number;
  reader: Reader;
  page: { pageIndex: number; pageRows: number };
}) {
  const bars = [...layout.left.map((leaf) => [leaf, 0] as const), ...layout.mid.map((leaf) => [leaf, layout.leftWidth] as const)].filter(
    ([leaf]) => leaf.control === null,
  );
  return (
    <div className="dt-skeleton" style={{ top: layout.headerHeight }}>
      <span className="dt-hear" role="status">
        {reader.say(fill(words.loadingPage, { page: page.pageIndex, n: page.pageRows }))}
      </span>
      {Array.from({ length: rows }, (_, r) => (
        <div key={r} className="dt-ghost" style={{ height: rowHeight }} aria-hidden="true">
          {bars.map(([leaf, before], i) => {
            const width = Math.round((leaf.width - 20) * shares[(r * 3 + i) % shares.length]!);
            const right = leaf.className.includes("dt-right");
            return (
              <i
                key={leaf.key}
                className={leaf.kind === "tag" ? "dt-pill" : ""}
                style={{ width, left: before + leaf.left + (right ? leaf.width - 10 - width : 10) }}
              />
            );
          })}
        </div>
      ))}
    </div>
  );
}

function Message({
  icon,
  title,
  detail,
  children,
  tone,
}: {
  icon: ReactNode;
  title: string;
  detail?: string | undefined;
  children?: ReactNode;
  tone?: string;
}) {
  return (
    <div className={`dt-message-box ${tone ?? ""}`}>
      <span className="dt-message-icon" aria-hidden="true">
        {icon}
      </span>
      <strong>{title}</strong>
      {detail !== undefined && <p>{detail}</p>}
      {children !== undefined && <div className="dt-message-acts">{children}</div>}
    </div>
  );
}

type Cause = "api" | "denied" | "failed" | "filter" | "idle" | "lines" | "none";

/** Why there is nothing to see. */
export function causeOf(config: TableConfig, { failure, phase, params }: TableState, store: RowStore | null): Cause {
  if (config.api === undefined) return store === null ? "api" : "lines";
  if (failure?.denied === true) return "denied";
  if (phase === "failed") return "failed";
  if (phase === "idle") return "idle";
  return Object.keys(params).length > 0 ? "filter" : "none";
}

interface EmptyProps {
  readonly config: TableConfig;
  readonly reader: Reader;
  readonly cause: Cause;
  readonly failure: Failure | null;
  readonly retry: () => void;
}

/** Nothing to show, with its cause and the next step. */
export function Empty({ config, reader, cause, failure, retry }: EmptyProps) {
  const { say } = reader;
  switch (cause) {
    case "api":
      return <Message icon={<Settings2 size={20} />} title={say(words.noApi)} tone="dt-tone-error" />;
    case "denied":
      return (
        <Message icon={<Lock size={20} />} title={say(words.noPermission)} detail={say(words.noPermissionDetail)} tone="dt-tone-info" />
      );
    case "failed":
      return (
        <Message
          icon={<TriangleAlert size={20} />}
          title={say(words.loadFailed)}
          detail={[failure?.message, say(words.noRowsYet)].filter((part) => part !== undefined && part !== "").join(" ")}
          tone="dt-tone-error"
        >
          <button type="button" className="dt-button" onClick={retry}>
            <RefreshCw size={14} />
            {say(words.retry)}
          </button>
        </Message>
      );
    case "filter":
      return (
        <Message icon={<SearchX size={20} />} title={say(words.noMatch)} detail={say(words.noMatchDetail)}>
          {config.onClearFilter !== undefined && (
            <button type="button" className="dt-button" onClick={() => config.onClearFilter?.()}>
              {say(words.clearFilter)}
            </button>
          )}
        </Message>
      );
    case "idle":
      return <Message icon={<Inbox size={20} />} title={say(words.notAsked)} />;
    case "lines":
      return (
        <Message
          icon={<Inbox size={20} />}
          title={say(config.empty?.title ?? words.noLines)}
          detail={say(config.empty?.detail ?? words.noLinesDetail)}
        >
          {config.empty?.actions}
        </Message>
      );
    default:
      return (
        <Message
          icon={<Inbox size={20} />}
          title={say(config.empty?.title ?? words.noData)}
          detail={
            config.empty === undefined ? say(words.noDataDetail) : config.empty.detail === undefined ? undefined : say(config.empty.detail)
          }
        >
          {config.empty?.actions}
        </Message>
      );
  }
}

/** The bar over greyed rows: what failed, what is safe, and another try. */
export function FailedBar({ failure, reader, retry }: { failure: Failure; reader: Reader; retry: () => void }) {
  const { say } = reader;
  return (
    <div className="dt-failed" role="alert">
      <TriangleAlert size={16} aria-hidden="true" />
      <span>
        <b>{say(words.loadFailed)}</b>
        {failure.message === "" ? "" : ` ${failure.message}`}
        <br />
        {say(words.oldRows)}
      </span>
      {failure.requestId !== "" && (
        <span className="dt-request">
          {say(fill(words.requestNumber, { id: failure.requestId }))}
          <button type="button" className="dt-link" onClick={() => void navigator.clipboard?.writeText(failure.requestId)}>
            {say(words.copy)}
          </button>
        </span>
      )}
      <button type="button" className="dt-button" onClick={retry}>
        <RefreshCw size={14} />
        {say(words.retry)}
      </button>
    </div>
  );
}
