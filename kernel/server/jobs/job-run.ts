import { Refusal } from "../../refusal.ts";
import type { Text } from "../../text.ts";
import type { Db, Tx } from "../database/db.ts";
import { RunLog, type LogLine } from "./job-log.ts";
import type { Claim, Ending, Queue } from "./job-queue.ts";

/** What a handler is given: what to do, since when it is due, and how to speak about it. It must bear to be run twice for one due time. */
export interface Run {
  readonly id: string;
  readonly requestNum: string;
  readonly code: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** When it was due: the moment of its schedule, or when it was submitted for. */
  readonly fireTime: Date;
  readonly tries: number;
  /** No further try follows this one. */
  readonly isLastTry: boolean;
  readonly createdBy: string;
  /** Aborted when somebody cancels the run, its time is up, or this worker has lost it. */
  readonly signal: AbortSignal;
  progress(percent: number, text?: Text): Promise<void>;
  log(text: Text | string, level?: LogLine["level"]): void;
  /** The database, as long as this worker holds the run: every transaction proves it before it commits. */
  readonly db: Pick<Db, "query" | "one" | "tx">;
  /** For an action's own transaction: refuses to commit once the run belongs to somebody else. */
  still(tx: Pick<Db, "one">): Promise<void>;
}

/** Answers what came of it, in both languages, or nothing. */
export type JobHandler = (run: Run) => Promise<Text | void>;

export type Stopped = "CANCELLED" | "TIMEOUT" | "LOST" | "STOPPING";

/** How long a run that was told to end may take for it. */
export const graceMs = 30_000;

class Fenced extends Error {
  constructor() {
    super("this run belongs to another worker now");
  }
}

export interface RunParts {
  readonly db: Db;
  readonly queue: Queue;
  readonly now: () => Date;
  /** Told of progress and new lines, for whoever is watching. */
  readonly tell: (id: string, data: Readonly<Record<string, unknown>>) => void;
  readonly alarm: (error: unknown) => void;
}

/** One run in this process, from its claim to its end. */
export class Running {
  readonly claim: Claim;
  readonly #parts: RunParts;
  readonly #abort = new AbortController();
  readonly #log: RunLog;
  readonly #began: number;
  #stopped: Stopped | null = null;
  #killAt: number | null = null;
  #closed = false;
  #percent = -1;

  constructor(claim: Claim, parts: RunParts) {
    this.claim = claim;
    this.#parts = parts;
    this.#began = parts.now().getTime();
    this.#log = new RunLog(parts.db, parts.now, claim, (logSeq) => parts.tell(claim.id, { logSeq }));
  }

  get isOver(): boolean {
    return this.#closed;
  }

  async go(handler: JobHandler): Promise<void> {
    const { claim } = this;
    this.#log.say([`开始运行，第 ${claim.tries} 次`, `Started, try ${claim.tries}`], "INFO");
    let ending: Ending;
    try {
      const message = await handler(this.#run());
      ending = this.#stopped ? this.#ended() : { status: "SUCCESS", outcome: "SUCCESS", message: message ?? null };
    } catch (error) {
      ending = this.#stopped ? this.#ended() : this.#failed(error);
    }
    if (!this.#closed) await this.#close(ending);
  }

  /** Told to end; whoever does not listen is cut off after a while. */
  stop(why: Stopped): void {
    if (this.#stopped || this.#closed) return;
    this.#stopped = why;
    if (why === "LOST" || why === "STOPPING") this.#closed = true;
    else {
      this.#killAt = this.#parts.now().getTime() + graceMs;
      this.#log.say(stopTexts[why], "WARN");
    }
    this.#abort.abort(new Error(why.toLowerCase()));
  }

  /** Its time limit and its grace, looked at with every beat of the clock. */
  async beat(now: Date): Promise<void> {
    if (this.#closed) return;
    if (!this.#stopped && now.getTime() - this.#began >= this.claim.timeoutSec * 1_000) this.stop("TIMEOUT");
    if (this.#killAt !== null && now.getTime() >= this.#killAt) {
      this.#log.say(["没有按时结束，已强制终止", "Timed out and was stopped"], "ERROR");
      await this.#close(this.#ended());
    }
  }

  async #close(ending: Ending): Promise<void> {
    const { queue, now, alarm, tell } = this.#parts;
    if (ending.message && ending.status !== "CANCELLED" && ending.status !== "WAITING")
      this.#log.say(ending.message, ending.status === "SUCCESS" ? "INFO" : "ERROR");
    await this.#log.flush().catch(alarm);
    // From here on nothing of this run gets through any more.
    this.#closed = true;
    const held = await queue.end(this.claim, now(), ending);
    if (!held) alarm(new Fenced());
    tell(this.claim.id, { status: ending.status });
  }

  #ended(): Ending {
    const why = this.#stopped === "TIMEOUT" ? "TIMEOUT" : "CANCELLED";
    return {
      status: why,
      outcome: why,
      message: stopTexts[why],
      ...(why === "TIMEOUT" ? { error: { code: "JOB_TIMEOUT", stack: null } } : {}),
    };
  }

  #failed(error: unknown): Ending {
    const { claim } = this;
    const text: Text = error instanceof Refusal ? error.text : [String(error), String(error)];
    if (!(error instanceof Refusal)) this.#parts.alarm(error);
    if (claim.tries <= claim.maxRetry) {
      const wait = claim.retryDelaySec * 2 ** (claim.tries - 1);
      this.#log.say([`失败：${text[0]}；${wait} 秒后重试`, `Failed: ${text[1]}; retry in ${wait} s`], "WARN");
      return { status: "WAITING", outcome: "FAILED", message: text, runAt: new Date(this.#parts.now().getTime() + wait * 1_000) };
    }
    const code = error instanceof Refusal ? error.code : "JOB_ERROR";
    return {
      status: "FAILED",
      outcome: "FAILED",
      message: text,
      error: { code, stack: error instanceof Error ? (error.stack ?? null) : null },
    };
  }

  #mustHold(): void {
    if (this.#closed) throw new Fenced();
  }

  async #still(tx: Pick<Db, "one">): Promise<void> {
    this.#mustHold();
    const { id, fence } = this.claim;
    const held = await tx.one(`select 1 from "BaseScheduleRequest" where id = $1 and fence = $2 and status = 'RUNNING' for share`, [
      id,
      fence,
    ]);
    if (!held) throw new Fenced();
  }

  #run(): Run {
    const { claim } = this;
    const { db } = this.#parts;
    const mine: Run["db"] = {
      query: async (statement, values) => {
        this.#mustHold();
        return db.query(statement, values);
      },
      one: async (statement, values) => {
        this.#mustHold();
        return db.one(statement, values);
      },
      tx: async <T>(work: (tx: Tx) => Promise<T>) => {
        this.#mustHold();
        return db.tx(async (tx) => {
          const done = await work(tx);
          await this.#still(tx);
          return done;
        });
      },
    };
    return {
      id: claim.id,
      requestNum: claim.requestNum,
      code: claim.code,
      params: claim.params ?? {},
      fireTime: new Date(claim.dueAt),
      tries: claim.tries,
      isLastTry: claim.tries > claim.maxRetry,
      createdBy: claim.createdBy,
      signal: this.#abort.signal,
      db: mine,
      progress: (percent, text) => this.#progress(percent, text),
      log: (text, level = "INFO") => {
        if (!this.#closed) this.#log.say(typeof text === "string" ? [text, text] : text, level);
      },
      still: (tx) => this.#still(tx),
    };
  }

  async #progress(percent: number, text?: Text): Promise<void> {
    const whole = Math.max(0, Math.min(100, Math.floor(percent)));
    if (this.#closed || (whole === this.#percent && !text)) return;
    this.#percent = whole;
    const { id, fence } = this.claim;
    await this.#parts.db.query(
      `update "BaseScheduleRequest" set progress = $3, "progressText" = coalesce($4, "progressText"), "progressTextEn" = coalesce($5, "progressTextEn") where id = $1 and fence = $2 and status = 'RUNNING'`,
      [id, fence, whole, text?.[0] ?? null, text?.[1] ?? null],
    );
    this.#parts.tell(id, { progress: whole, progressText: text ?? null });
  }
}

const stopTexts: Readonly<Record<"CANCELLED" | "TIMEOUT", Text>> = {
  CANCELLED: ["已取消", "Cancelled"],
  TIMEOUT: ["超过时间限制", "Timed out"],
};
