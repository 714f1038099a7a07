import { call } from "#kernel/web/call.ts";
import { useLanguage, useText } from "#kernel/web/language.ts";
import { subscribe } from "#kernel/web/push.ts";
import { Switch } from "antd";
import { useEffect, useRef, useState } from "react";

interface Line {
  readonly seq: number;
  readonly time: string;
  readonly level: string;
  readonly text: string;
}

export interface Tail {
  readonly lines: readonly Line[];
  readonly status: string | null;
  readonly progress: number;
  readonly progressText: string | null;
}

const over = new Set(["SUCCESS", "FAILED", "TIMEOUT", "CANCELLED"]);
const slowMs = 3_000;

/** Follows a run: told by the push, and asked every few seconds in case the push is silent. */
export function useTail(requestId: string, ended: () => void): Tail {
  const [tail, setTail] = useState<Tail>({ lines: [], status: null, progress: 0, progressText: null });
  const language = useLanguage((state) => state.language);
  const done = useRef(ended);
  done.current = ended;
  useEffect(() => {
    let gone = false;
    let from = 0;
    let busy = false;
    let isOver = false;
    let again = false;
    const ask = async (): Promise<void> => {
      if (gone || isOver) return;
      if (busy) {
        again = true;
        return;
      }
      busy = true;
      try {
        const { data } = await call<{
          lines: Line[];
          lastSeq: number;
          status: string;
          progress: number;
          progressText: string | null;
          more: boolean;
        }>("schedule/requestService/log", { requestId, fromSeq: from });
        if (gone) return;
        const isFirst = from === 0;
        from = data.lastSeq;
        again ||= data.more;
        isOver = over.has(data.status) && !data.more;
        setTail((now) => ({
          lines: isFirst ? data.lines : [...now.lines, ...data.lines],
          status: data.status,
          progress: data.progress,
          progressText: data.progressText,
        }));
        if (isOver) done.current();
      } catch {
        // The next look tries again.
      } finally {
        busy = false;
        if (again) {
          again = false;
          void ask();
        }
      }
    };
    const stop = subscribe(`doc:BaseScheduleRequest:${requestId}`, () => void ask());
    const timer = setInterval(() => void ask(), slowMs);
    void ask();
    return () => {
      gone = true;
      stop();
      clearInterval(timer);
    };
  }, [requestId, language]);
  return tail;
}

/** What the run says, the newest at the bottom; it stays where a reader scrolled to. */
export function LogTail({ lines, isLive }: { readonly lines: readonly Line[]; readonly isLive: boolean }) {
  const say = useText();
  const box = useRef<HTMLDivElement>(null);
  const [follow, setFollow] = useState(true);
  useEffect(() => {
    if (follow && box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [lines, follow]);
  return (
    <section className="sc-log" aria-label={say(["运行日志", "Run log"])}>
      <h3 className="pg-h3">
        {say(["日志", "Log"])} <span className="pg-count">{lines.length}</span>
        {isLive ? <span className="sc-live">{say(["实时", "Live"])}</span> : null}
        <label className="pg-h3-end sc-follow">
          <Switch size="small" checked={follow} onChange={setFollow} aria-label={say(["跟随最新一行", "Follow the newest line"])} />{" "}
          {say(["跟随", "Follow"])}
        </label>
      </h3>
      <div
        ref={box}
        className="sc-lines"
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
          <div key={line.seq} className={`sc-line sc-line-${line.level}`}>
            <time>{line.time.slice(11)}</time>
            <span className="sc-text">
              <span className="sc-level">{line.level === "INFO" ? "" : line.level}</span>
              {line.text}
            </span>
          </div>
        ))}
      </div>
    </section>
  );
}
