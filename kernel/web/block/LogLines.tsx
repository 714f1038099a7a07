import { Switch } from "antd";
import { useEffect, useRef, useState } from "react";
import { useText } from "../language.ts";
import { Inline, type Tone } from "./layout.tsx";
import { Badge } from "./Notice.tsx";

export interface LogLine {
  readonly seq: number;
  /** Date and time, as the server writes them. */
  readonly time: string;
  readonly level: string;
  readonly text: string;
}

const tones: Readonly<Record<string, Tone>> = { WARN: "warning", ERROR: "error" };

/** A log, the newest line at the bottom; it follows new lines until the reader scrolls up. */
export function LogLines({ lines, isLive }: { readonly lines: readonly LogLine[]; readonly isLive: boolean }) {
  const say = useText();
  const box = useRef<HTMLDivElement>(null);
  const [follow, setFollow] = useState(true);
  useEffect(() => {
    if (follow && box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [lines, follow]);
  return (
    <section className="bk-log" aria-label={say(["运行日志", "Run log"])}>
      <h3 className="pg-h3">
        {say(["日志", "Log"])} <span className="pg-count">{lines.length}</span>
        {isLive ? <Badge tone="error">{say(["实时", "Live"])}</Badge> : null}
        <span className="pg-h3-end">
          <Inline as="label">
            <Switch size="small" checked={follow} onChange={setFollow} aria-label={say(["跟随最新一行", "Follow the newest line"])} />
            {say(["跟随", "Follow"])}
          </Inline>
        </span>
      </h3>
      <div
        ref={box}
        role="log"
        tabIndex={0}
        aria-label={say(["日志内容", "Log lines"])}
        onScroll={(event) => {
          const { scrollTop, scrollHeight, clientHeight } = event.currentTarget;
          if (scrollTop + clientHeight < scrollHeight - 40 && follow) setFollow(false);
        }}
      >
        {lines.length === 0 ? <p className="pg-faint">{say(["还没有日志。", "No output yet."])}</p> : null}
        {lines.map((line) => (
          <div key={line.seq} data-tone={tones[line.level]}>
            <time>{line.time.slice(11)}</time>
            <span>
              {line.level === "INFO" ? null : <b>{line.level} </b>}
              {line.text}
            </span>
          </div>
        ))}
      </div>
    </section>
  );
}
