import type { Tone } from "./layout.tsx";

interface BarProps {
  /** 0 to 100; what lies outside is cut. */
  readonly percent: number;
  readonly tone?: Tone;
  /** Named for those who hear the page; a bar beside its figure needs no name. */
  readonly label?: string;
  readonly size?: "small" | "large";
}

const within = (percent: number): number => Math.max(0, Math.min(100, percent));

/** How far something has come. */
export function Bar({ percent, tone = "info", label, size }: BarProps) {
  const state = label
    ? { role: "progressbar", "aria-label": label, "aria-valuenow": within(percent), "aria-valuemin": 0, "aria-valuemax": 100 }
    : {};
  return (
    <span className="bk-bar" data-size={size} {...state} aria-hidden={label ? undefined : true}>
      <i data-tone={tone} style={{ width: `${within(percent)}%` }} />
    </span>
  );
}

interface ShareProps {
  readonly percent: number;
  readonly tone: Tone;
  readonly label: string;
  /** What stands beside the bar in place of the percent. */
  readonly text?: string;
}

/** A share as a bar with its percent beside it. */
export function ShareBar({ percent, tone, label, text = `${percent}%` }: ShareProps) {
  return (
    <span className="bk-share" role="img" aria-label={label}>
      <Bar percent={percent} tone={tone} />
      <b>{text}</b>
    </span>
  );
}

interface Span {
  readonly key: string;
  readonly title: string;
  readonly note: string;
  /** How long it is beside the others. */
  readonly share: number;
}

/** Stretches one after the other, each as wide as its share. */
export function SpanBar({ spans }: { readonly spans: readonly Span[] }) {
  return (
    <ol className="bk-spans">
      {spans.map((span) => (
        <li key={span.key} style={{ flexGrow: Math.max(span.share, 1) }}>
          <i aria-hidden />
          {span.title} <b>{span.note}</b>
        </li>
      ))}
    </ol>
  );
}

interface Part {
  readonly key: string;
  /** Share of the whole, 0 to 100. */
  readonly percent: number;
  readonly tone: Tone;
  /** Only reserved or expected: drawn pale. */
  readonly pale?: boolean;
}

/** Parts of a whole in one bar, from `from` on; what exceeds it is cut at its end. */
export function SplitBar({ parts, label, from = 0 }: { readonly parts: readonly Part[]; readonly label: string; readonly from?: number }) {
  return (
    <span className="bk-bar" role="img" aria-label={label} title={label}>
      <i style={{ width: `${within(from)}%`, background: "none" }} />
      {parts.map((part) => (
        <i key={part.key} data-tone={part.tone} data-pale={part.pale || undefined} style={{ width: `${within(part.percent)}%` }} />
      ))}
    </span>
  );
}
