import { useCallback, useEffect, useState } from "react";
import { messageOf } from "../../call.ts";

export interface Loaded<T> {
  readonly data: T | null;
  readonly error: string;
  readonly loading: boolean;
  again(): void;
}

/** Asks once for each key and keeps the old answer while a newer one is on its way. */
export function useLoad<T>(key: string, ask: () => Promise<T>): Loaded<T> {
  const [state, setState] = useState<{ key: string; data: T | null; error: string; loading: boolean }>({
    key: "",
    data: null,
    error: "",
    loading: true,
  });
  const [turn, setTurn] = useState(0);
  const again = useCallback(() => setTurn((now) => now + 1), []);
  useEffect(() => {
    let gone = false;
    setState((now) => ({ ...now, loading: true, data: now.key === key ? now.data : null }));
    ask().then(
      (data) => void (gone || setState({ key, data, error: "", loading: false })),
      (cause: unknown) => void (gone || setState((now) => ({ ...now, key, error: messageOf(cause), loading: false }))),
    );
    return () => void (gone = true);
    // the key says what is asked; the function itself is made anew with every drawing
    // oxlint-disable-next-line react/exhaustive-deps
  }, [key, turn]);
  return { data: state.data, error: state.error, loading: state.loading, again };
}
