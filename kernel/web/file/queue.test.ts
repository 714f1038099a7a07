import { describe, expect, test } from "vitest";
import type { Attachment } from "../../file.ts";
import { createQueue, type Progress, type Send } from "./queue.ts";

interface Sending {
  readonly name: string;
  readonly signal: AbortSignal;
  progress(progress: Progress): void;
  done(): void;
  fail(error: Error): void;
}

/** A queue whose transfers end when the test says so. */
function trial() {
  const sendings: Sending[] = [];
  let time = 0;
  const send: Send = (file, _versionOf, { signal, onProgress }) =>
    new Promise((resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason as Error));
      sendings.push({ name: file.name, signal, progress: onProgress, done: () => resolve({ id: file.name } as Attachment), fail: reject });
    });
  const queue = createQueue({ send, now: () => time });
  const done: string[] = [];
  const failed: string[] = [];
  queue.onDone = (attachment) => done.push(attachment.id);
  queue.onError = (_error, upload) => failed.push(upload.file.name);
  const file = (name: string) => new File(["12345678"], name);
  const phases = () => queue.state.getState().map((upload) => `${upload.file.name} ${upload.phase}`);
  const settle = () => new Promise((resolve) => setTimeout(resolve));
  return { queue, sendings, done, failed, file, phases, settle, tick: (ms: number) => (time += ms) };
}

describe("upload queue", () => {
  test("three at once, the rest in order", async () => {
    const { queue, sendings, done, file, phases, settle } = trial();
    queue.add(["a", "b", "c", "d", "e"].map(file));
    expect(sendings.map((sending) => sending.name)).toEqual(["a", "b", "c"]);
    expect(phases().slice(3)).toEqual(["d waiting", "e waiting"]);
    sendings[1]!.done();
    await settle();
    expect(sendings.map((sending) => sending.name)).toEqual(["a", "b", "c", "d"]);
    expect(done).toEqual(["b"]);
  });

  test("a failed file stays with its error and may be tried again; its place is free at once", async () => {
    const { queue, sendings, done, failed, file, phases, settle } = trial();
    queue.add(["a", "b", "c", "d"].map(file));
    sendings[0]!.fail(new Error("no"));
    await settle();
    expect(phases()).toContain("a error");
    expect(failed).toEqual(["a"]);
    expect(sendings.at(-1)!.name).toBe("d");
    for (const sending of sendings.slice(1)) sending.done();
    await settle();
    queue.retry(queue.state.getState()[0]!.key);
    sendings.at(-1)!.done();
    await settle();
    expect(done).toEqual(["b", "c", "d", "a"]);
    expect(queue.state.getState()).toEqual([]);
  });

  test("cancelling stops the transfer, says nothing and lets the next one go", async () => {
    const { queue, sendings, failed, file, phases, settle } = trial();
    queue.add(["a", "b", "c", "d", "e"].map(file));
    const [a, , , , e] = queue.state.getState();
    queue.cancel(a!.key);
    queue.cancel(e!.key);
    await settle();
    expect(sendings[0]!.signal.aborted).toBe(true);
    expect(failed).toEqual([]);
    expect(phases()).toEqual(["b checking", "c checking", "d checking"]);
  });

  test("progress and speed", () => {
    const { queue, sendings, file, tick } = trial();
    queue.add([file("a")]);
    const now = () => queue.state.getState()[0]!;
    sendings[0]!.progress({ phase: "uploading", sent: 0 });
    tick(1000);
    sendings[0]!.progress({ phase: "uploading", sent: 4000 });
    expect([now().sent, now().speed]).toEqual([4000, 4000]);
    tick(1000);
    sendings[0]!.progress({ phase: "uploading", sent: 5000 });
    expect(now().speed).toBeCloseTo(4000 * 0.7 + 1000 * 0.3);
    sendings[0]!.progress({ phase: "finishing", sent: 8000 });
    expect(now().phase).toBe("finishing");
  });
});
