import type { SessionRecord } from "./session-record.ts";

/** What windows of one browser tell each other; same origin only, and never the sign key. */
export type Whisper =
  | { readonly kind: "ask" }
  | { readonly kind: "have"; readonly session: SessionRecord }
  | { readonly kind: "renewed"; readonly session: SessionRecord }
  | { readonly kind: "ended"; readonly certificate: string; readonly code: string; readonly msg: string }
  | { readonly kind: "active"; readonly at: number }
  | { readonly kind: "changed"; readonly entity: string; readonly id: string };

const channel = new BroadcastChannel("srm");
const listeners = new Set<(whisper: Whisper) => void>();
channel.onmessage = (event: MessageEvent<Whisper>) => listeners.forEach((hear) => hear(event.data));

export const whisper = (message: Whisper): void => channel.postMessage(message);

/** Hears the other windows; answers a function that stops hearing. */
export function hearSiblings(hear: (message: Whisper) => void): () => void {
  listeners.add(hear);
  return () => listeners.delete(hear);
}

/** The lock one signed-in window of this browser holds for all of them. */
export const BEATING = "srm.heartbeat";

/** How long an answer is waited for: a window that is signed in answers as soon as it comes to it; where none is known there is hardly one. */
async function patience(): Promise<number> {
  const locks = await navigator.locks?.query().catch(() => undefined);
  return locks?.held?.some((lock) => lock.name === BEATING) ? 10_000 : 150;
}

/** Asks the other windows for a live session; nobody answering in time means there is none. */
export function askSiblings(): Promise<SessionRecord | null> {
  return new Promise((resolve) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const done = (session: SessionRecord | null): void => {
      stop();
      clearTimeout(timer);
      resolve(session);
    };
    const stop = hearSiblings((message) => message.kind === "have" && done(message.session));
    whisper({ kind: "ask" });
    void patience().then((ms) => (timer = setTimeout(() => done(null), ms)));
  });
}
