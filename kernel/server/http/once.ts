import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { refuse } from "../../refusal.ts";
import { msOf } from "../../time.ts";
import { failure, replyOf, Verbatim, type Context } from "./call.ts";
import type { Db } from "../database/db.ts";

/** A request to change something, known by its caller and its key. */
interface KeyedRequest {
  readonly caller: string;
  readonly key: string;
  /** The call and everything in the request that is the same when it is repeated. */
  readonly content: string;
  readonly at: Date;
}

const pollMs = 50;
const keptMs = msOf({ days: 1 });

/** Where the answers lie; whoever reads the table learns neither keys nor answers. */
export const callKeyTable = `create table if not exists "CallKey" (
  caller text not null, "keyHash" text not null, "bodyHash" text not null, reply bytea, at timestamptz not null, primary key (caller, "keyHash"))`;

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

/** Answers may hold secrets, of sign-in or of an app: only the caller's own key opens them. */
const cipherKey = (key: string): Buffer => Buffer.from(hkdfSync("sha256", key, "", "SRM-REPLY-v1", 32));

function sealed(text: string, key: string): Buffer {
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", cipherKey(key), iv);
  return Buffer.concat([iv, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
}

function opened(bytes: Buffer, key: string): string {
  const decipher = createDecipheriv("aes-256-gcm", cipherKey(key), bytes.subarray(0, 12)).setAuthTag(bytes.subarray(-16));
  return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString("utf8");
}

export const keyConflict = () => refuse("IDEMPOTENCY_CONFLICT", "幂等键已用于不同内容", "Idempotency key used with other content");

const unfinished = () =>
  refuse(
    "REQUEST_UNFINISHED",
    "同一请求仍在执行或已被中断，请先查看结果，再决定是否重做",
    "The same request is still running or was interrupted: look at its result before doing it again",
  );

const notKept = () =>
  refuse("REQUEST_DONE", "该请求已执行，其文件答复不予保留", "The request was carried out; its answer was a file and is not kept");

/** Account, or the certificate of whoever has none: a key means nothing to others. */
const callerOf = ({ me, request }: Context): string => me.userId || String(request.headers["certificate"] ?? "");

interface Stored {
  readonly bodyHash: string;
  readonly reply: Buffer | null;
}

/** Calls that are not an entity's own are carried out once for each key of a caller, and answered the same when repeated. Actions of entities store their answer with the change itself. */
export class Once {
  readonly #db: Db;
  readonly #patienceMs: number;

  /** `patienceMs`: how long a repeat waits for the answer of a first request that is still being carried out. */
  constructor(db: Db, patienceMs = 10_000) {
    this.#db = db;
    this.#patienceMs = patienceMs;
  }

  /** A call's answer; without a key every request is carried out. What the handler streams itself cannot be repeated. */
  async call(
    ctx: Context,
    key: string | null,
    content: () => readonly unknown[],
    work: () => Promise<unknown>,
    isRaw = false,
  ): Promise<unknown> {
    if (key === null) return work();
    const whole = JSON.stringify([...content(), ctx.request.passage?.upload?.metaText]);
    const request = { caller: callerOf(ctx), key, at: ctx.now, content: whole };
    let streamed = false;
    const text = await this.answer(request, async () => {
      const value = await work();
      streamed = isRaw && (ctx.reply.sent || value === undefined);
      return streamed ? JSON.stringify(failure(notKept(), ctx.language, ctx.requestId)) : replyOf(value, ctx.requestId);
    });
    return streamed ? undefined : new Verbatim(text);
  }

  /** The answer of the first request with this key. A refusal is not kept: it left nothing behind and is decided anew. */
  async answer(request: KeyedRequest, work: () => Promise<string>): Promise<string> {
    const { caller, key, content, at } = request;
    const place = [caller, sha256(key)];
    const bodyHash = sha256(content);
    for (let waited = 0; ; waited += pollMs, await wait(pollMs)) {
      const mine = await this.#db.one(
        `insert into "CallKey" (caller, "keyHash", "bodyHash", at) values ($1, $2, $3, $4) on conflict do nothing returning 1`,
        [...place, bodyHash, at],
      );
      if (mine) break;
      const first = await this.#db.one<Stored>(`select "bodyHash", reply from "CallKey" where caller = $1 and "keyHash" = $2`, place);
      if (first && first.bodyHash !== bodyHash) throw keyConflict();
      if (first?.reply) return opened(first.reply, key);
      if (waited >= this.#patienceMs) throw unfinished();
    }
    try {
      const reply = await work();
      await this.#db.query(`update "CallKey" set reply = $3 where caller = $1 and "keyHash" = $2`, [...place, sealed(reply, key)]);
      return reply;
    } catch (error) {
      await this.#db.query(`delete from "CallKey" where caller = $1 and "keyHash" = $2 and reply is null`, place).catch(() => undefined);
      throw error;
    }
  }

  /** Keys are good for a day. */
  async purge(now: Date): Promise<void> {
    const before = [new Date(now.getTime() - keptMs)];
    await Promise.all(["CallKey", "RequestKey"].map((table) => this.#db.query(`delete from "${table}" where at < $1`, before)));
  }
}
