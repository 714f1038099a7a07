import { createStore, type StoreApi } from "zustand/vanilla";
import { fileLimits, type Attachment } from "../../file.ts";

export type Phase = "waiting" | "checking" | "uploading" | "finishing" | "done" | "error";

/** One file on its way. */
export interface Upload {
  readonly key: number;
  readonly file: File;
  readonly phase: Phase;
  readonly sent: number;
  /** Bytes a second, smoothed; 0 while unknown. */
  readonly speed: number;
  readonly error: unknown;
  /** The attachment this one replaces. */
  readonly versionOf: string | null;
}

export interface Progress {
  readonly phase: "checking" | "uploading" | "finishing";
  readonly sent: number;
}

/** Carries one file to the server; resumes by itself what it sent before. */
export type Send = (
  file: File,
  versionOf: string | null,
  how: { readonly signal: AbortSignal; readonly onProgress: (progress: Progress) => void },
) => Promise<Attachment>;

export interface Queue {
  readonly state: StoreApi<readonly Upload[]>;
  add(files: readonly File[], versionOf?: string | null): void;
  cancel(key: number): void;
  cancelAll(): void;
  retry(key: number): void;
  /** Told of every finished and every failed file; the page puts its newest answer here. */
  onDone: (attachment: Attachment, upload: Upload) => void;
  onError: (error: unknown, upload: Upload) => void;
}

interface Options {
  readonly send: Send;
  readonly now?: () => number;
  readonly atOnce?: number;
}

let nextKey = 1;
const smooth = 0.3;

/** Sends at most three files at once, the rest in order; lives outside the page's effects, so that a hidden tab goes on. */
export function createQueue({ send, now = () => performance.now(), atOnce = fileLimits.atOnce }: Options): Queue {
  const state = createStore<readonly Upload[]>(() => []);
  const running = new Map<number, AbortController>();

  const change = (key: number, more: Partial<Upload>): void =>
    state.setState((list) => list.map((upload) => (upload.key === key ? { ...upload, ...more } : upload)), true);
  const drop = (key: number): void => state.setState((list) => list.filter((upload) => upload.key !== key), true);
  const find = (key: number): Upload | undefined => state.getState().find((upload) => upload.key === key);

  const watch = (key: number): ((progress: Progress) => void) => {
    let at = now();
    let before = 0;
    return ({ phase, sent }) => {
      const known = find(key);
      if (known === undefined) return;
      const time = now();
      const isMove = phase === "uploading" && known.phase === "uploading" && time - at >= 200;
      const speed = isMove ? ((sent - before) * 1000) / (time - at) : 0;
      if (isMove || known.phase !== phase) [at, before] = [time, sent];
      change(key, { phase, sent, speed: isMove ? (known.speed === 0 ? speed : known.speed * (1 - smooth) + speed * smooth) : known.speed });
    };
  };

  const start = async (upload: Upload): Promise<void> => {
    const controller = new AbortController();
    running.set(upload.key, controller);
    change(upload.key, { phase: "checking", sent: 0, speed: 0, error: null });
    try {
      const attachment = await send(upload.file, upload.versionOf, { signal: controller.signal, onProgress: watch(upload.key) });
      drop(upload.key);
      queue.onDone(attachment, upload);
    } catch (error) {
      if (!controller.signal.aborted) {
        change(upload.key, { phase: "error", error, speed: 0 });
        queue.onError(error, upload);
      }
    } finally {
      running.delete(upload.key);
      pump();
    }
  };

  const pump = (): void => {
    const waiting = state.getState().filter((upload) => upload.phase === "waiting");
    for (const upload of waiting.slice(0, Math.max(0, atOnce - running.size))) void start(upload);
  };

  const queue: Queue = {
    state,
    add(files, versionOf = null) {
      const added = files.map((file): Upload => ({ key: nextKey++, file, phase: "waiting", sent: 0, speed: 0, error: null, versionOf }));
      state.setState((list) => [...list, ...added], true);
      pump();
    },
    cancel(key) {
      running.get(key)?.abort(new DOMException("cancelled", "AbortError"));
      drop(key);
    },
    cancelAll() {
      for (const { key } of state.getState()) queue.cancel(key);
    },
    retry(key) {
      if (find(key)?.phase !== "error") return;
      change(key, { phase: "waiting", error: null });
      pump();
    },
    onDone: () => undefined,
    onError: () => undefined,
  };
  return queue;
}
