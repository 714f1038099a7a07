import { call } from "./call.ts";
import { acceptReply } from "./call-error.ts";
import type { Reply } from "./call-error.ts";

interface Waiting {
  readonly path: string;
  readonly body: object;
  resolve(reply: Reply<never>): void;
  reject(cause: unknown): void;
}

/** What the server takes in one request. */
const MOST = 12;
/** The parts of a page begin within one or two drawings of the screen. */
const TOGETHER_MS = 20;

let waiting: Waiting[] = [];

const sendAlone = ({ path, body, resolve, reject }: Waiting): Promise<void> => call<never>(path, body).then(resolve, reject);

async function sendTogether(parts: readonly Waiting[]): Promise<void> {
  if (parts.length === 1) return sendAlone(parts[0]!);
  try {
    const calls = parts.map(({ path, body }) => ({ path, body }));
    const { data } = await call<readonly { readonly http: number; readonly reply: Reply<never> }[]>(
      "baseServer/baseCallService/readTogether",
      { calls },
    );
    for (const [at, { resolve, reject }] of parts.entries()) {
      try {
        resolve(acceptReply(data[at]!.reply, data[at]!.http));
      } catch (refused) {
        reject(refused);
      }
    }
  } catch (cause) {
    for (const { reject } of parts) reject(cause);
  }
}

function send(): void {
  const parts = waiting;
  waiting = [];
  for (let from = 0; from < parts.length; from += MOST) void sendTogether(parts.slice(from, from + MOST));
}

/**
 * Asks the server for something small that a page needs to begin: what is asked at the same moment travels in one request, since far
 * from the server every request costs a tenth of a second. Rows and whatever else may take long are called alone, so that nothing waits for them.
 */
export function ask<T>(path: string, body: object = {}): Promise<Reply<T>> {
  return new Promise((resolve, reject) => {
    if (waiting.length === 0) setTimeout(send, TOGETHER_MS);
    waiting.push({ path, body, resolve: resolve as Waiting["resolve"], reject });
  });
}
