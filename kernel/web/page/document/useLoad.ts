import { useCallback, useEffect, useState } from "react";
import { messageOf } from "../../call.ts";
import { useLanguage } from "../../language.ts";

export interface Loaded<T> {
  readonly data: T | null;
  readonly error: string;
  readonly loading: boolean;
  again(): void;
}

interface Answer<T> {
  /** What was asked, and the how manieth time. */
  readonly asked: string;
  readonly key: string;
  readonly data: T | null;
  readonly error: string;
}

/** Asks for each key, and quietly again when a hidden page is shown or the language changes: the old answer stays until the newer one is here, and a page that was ready never waits again. */
export function useLoad<T>(key: string, ask: () => Promise<T>): Loaded<T> {
  const [answer, setAnswer] = useState<Answer<T> | null>(null);
  const [turn, setTurn] = useState(0);
  const again = useCallback(() => setTurn((now) => now + 1), []);
  const language = useLanguage((state) => state.language);
  const asked = `${turn} ${language} ${key}`;
  useEffect(() => {
    let gone = false;
    ask().then(
      (data) => void (gone || setAnswer({ asked, key, data, error: "" })),
      (cause: unknown) =>
        void (gone || setAnswer((now) => ({ asked, key, data: now?.key === key ? now.data : null, error: messageOf(cause) }))),
    );
    return () => void (gone = true);
    // the key says what is asked; the function itself is made anew with every drawing
    // oxlint-disable-next-line react/exhaustive-deps
  }, [asked]);
  const loading = answer?.asked !== asked;
  return { data: answer?.key === key ? answer.data : null, error: loading ? "" : answer.error, loading, again };
}
