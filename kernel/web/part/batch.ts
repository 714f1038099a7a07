/** Asks for many keys at once: everything wanted within one breath travels in one question. */
export function batched<T>(ask: (keys: readonly string[]) => Promise<ReadonlyMap<string, T>>): (key: string) => Promise<T | undefined> {
  let waiting: { readonly keys: Set<string>; readonly answer: Promise<ReadonlyMap<string, T>> } | null = null;
  return async (key) => {
    if (waiting === null) {
      const keys = new Set<string>();
      const answer = new Promise<void>((go) => setTimeout(go, 8)).then(() => {
        waiting = null;
        return ask([...keys]);
      });
      waiting = { keys, answer };
    }
    waiting.keys.add(key);
    return (await waiting.answer).get(key);
  };
}
