import { useCallback, useEffect, useRef, useState } from "react";
import type { Widget } from "../../../home.ts";
import { call } from "../../call.ts";
import { useLanguage } from "../../language.ts";

/** A widget's content: on its way, here, or failed; failed never looks like zero. */
export interface WidgetState<T> {
  readonly data: T | null;
  readonly failed: boolean;
  readonly busy: boolean;
  reload(): void;
}

/** Loads one widget and keeps it fresh while it is shown; old content stays while new content comes. */
export function useWidget<T>(widget: Widget, turn: number): WidgetState<T> {
  const language = useLanguage((state) => state.language);
  const [state, setState] = useState<{ readonly data: T | null; readonly failed: boolean; readonly busy: boolean }>({
    data: (widget.data ?? null) as T | null,
    failed: false,
    busy: !widget.data,
  });
  const { widgetCode, refreshSeconds } = widget;
  // What came with the board need not be asked for again before it is refreshed or read in another language.
  const fresh = useRef(widget.data ? `${turn}:${language}` : "");

  const load = useCallback(
    (signal?: AbortSignal) => {
      setState((old) => ({ ...old, busy: true }));
      call<T>("baseServer/baseHomeService/loadWidget", { widgetCode }, signal ? { signal } : {}).then(
        ({ data }) => setState({ data, failed: false, busy: false }),
        () => signal?.aborted !== true && setState((old) => ({ ...old, failed: true, busy: false })),
      );
    },
    [widgetCode],
  );

  useEffect(() => {
    const asked = new AbortController();
    if (fresh.current !== `${turn}:${language}`) load(asked.signal);
    fresh.current = "";
    const timer = refreshSeconds ? setInterval(() => load(asked.signal), Math.max(15, refreshSeconds) * 1000) : undefined;
    return () => {
      clearInterval(timer);
      asked.abort();
    };
  }, [load, refreshSeconds, turn, language]);

  return { ...state, reload: () => load() };
}
