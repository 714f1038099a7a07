/** The check sum of a large file, made in a worker; a file that changed or vanished meanwhile is an error. */
export function sumFile(file: Blob, signal: AbortSignal, onSummed: (bytes: number) => void): Promise<string> {
  signal.throwIfAborted();
  const worker = new Worker(new URL("./sum-worker.ts", import.meta.url), { type: "module" });
  return new Promise<string>((done, fail) => {
    signal.addEventListener("abort", () => fail(signal.reason as Error), { once: true });
    worker.addEventListener("error", () => fail(new Error("the file could not be read")));
    worker.addEventListener("message", (event: MessageEvent<{ summed?: number; sum?: string | null }>) => {
      if (event.data.summed !== undefined) onSummed(event.data.summed);
      else if (event.data.sum) done(event.data.sum);
      else fail(new Error("the file could not be read"));
    });
    worker.postMessage(file);
  }).finally(() => worker.terminate());
}
