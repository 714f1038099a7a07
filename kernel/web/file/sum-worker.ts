import { toHex } from "../../sign.ts";
import { Sha256 } from "./sha256.ts";

const piece = 8 << 20;

/** Sums a file beside the page, so that typing never stutters; tells how far it is. */
self.addEventListener("message", (event: MessageEvent<Blob>) => {
  void (async () => {
    const hash = new Sha256();
    for (let at = 0; at < event.data.size; at += piece) {
      hash.update(new Uint8Array(await event.data.slice(at, at + piece).arrayBuffer()));
      self.postMessage({ summed: Math.min(event.data.size, at + piece) });
    }
    self.postMessage({ sum: toHex(hash.digest()) });
  })().catch(() => self.postMessage({ sum: null }));
});
