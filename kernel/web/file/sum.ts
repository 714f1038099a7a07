import { toHex } from "../../sign.ts";
import { sha256 } from "../crypto.ts";

/** Up to here the browser's own digest takes a file whole, beside the page and quicker than any script. */
const atOnce = 32 << 20;

/** The SHA-256 of a file in lower hex; a large one is read piece by piece in a worker, so that neither memory nor typing suffers. */
export async function sumFile(file: Blob, signal?: AbortSignal, onSummed?: (bytes: number) => void): Promise<string> {
  signal?.throwIfAborted();
  if (file.size <= atOnce && globalThis.crypto.subtle) return toHex(await sha256(new Uint8Array(await file.arrayBuffer())));
  const worker = new Worker(new URL("./sum-worker.ts", import.meta.url), { type: "module" });
  return new Promise<string>((done, fail) => {
    signal?.addEventListener("abort", () => fail(signal.reason as Error), { once: true });
    worker.addEventListener("error", () => fail(new Error("the file could not be read")));
    worker.addEventListener("message", (event: MessageEvent<{ summed?: number; sum?: string | null }>) => {
      if (event.data.summed !== undefined) onSummed?.(event.data.summed);
      else if (event.data.sum) done(event.data.sum);
      // A file that changed or vanished meanwhile.
      else fail(new Error("the file could not be read"));
    });
    worker.postMessage(file);
  }).finally(() => worker.terminate());
}
