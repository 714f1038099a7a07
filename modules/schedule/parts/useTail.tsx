import { call } from "#kernel/web/call.ts";
import type { LogLine } from "#kernel/web/block/LogLines.tsx";
import { useLanguage } from "#kernel/web/language.ts";
import { subscribe } from "#kernel/web/push.ts";
import { useEffect, useRef, useState } from "react";

export interface Tail {
  readonly lines: readonly LogLine[];
  readonly status: string | null;
  readonly progress: number;
  readonly progressText: string | null;
}

const over = new Set(["SUCCESS", "FAILED", "TIMEOUT", "CANCELLED"]);
const slowMs = 3_000;

/** Follows a run by push, and asks every few seconds in case no push arrives. */
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
          lines: LogLine[];
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
