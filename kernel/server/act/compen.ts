import { Refusal } from "../../refusal.ts";
import type { Db } from "../database/db.ts";
import { newId } from "./id.ts";
import { short } from "../jobs/job-log.ts";

/** A step as its handler gets it. The key must reach the other side: the same key has one effect there. */
export interface OutsideStep {
  readonly id: string;
  readonly step: string;
  readonly bizType: string;
  readonly bizId: string;
  readonly bizNum: string | null;
  readonly targetService: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly idempotencyKey: string;
  readonly tryCount: number;
}

type StepHandler = (step: OutsideStep, signal: AbortSignal) => Promise<unknown>;

const minute = 60_000;
/** How long to wait after the step itself failed, after the first compensation failed … after the fifth there is no more waiting. */
const ladder = [minute, 5 * minute, 30 * minute, 120 * minute, 720 * minute];
const leaseMs = 5 * minute;
const batch = 20;

/** Carries out what actions left to be done outside after their commit, again and again until it is done or given up. */
export class OutsideSteps {
  readonly #db: Db;
  readonly #clock: { now(): Date };
  readonly #handlers = new Map<string, StepHandler>();
  readonly #changed: (ids: readonly string[]) => void;
  #running: Promise<number> | null = null;
  #again = false;

  constructor(db: Db, clock: { now(): Date }, changed: (ids: readonly string[]) => void = () => undefined) {
    this.#db = db;
    this.#clock = clock;
    this.#changed = changed;
  }

  /** Registers how a step is carried out. */
  on(step: string, handler: StepHandler): void {
    this.#handlers.set(step, handler);
  }

  /** Everything that is due now, tried once; answers how many. */
  drain(signal: AbortSignal = new AbortController().signal): Promise<number> {
    this.#again = true;
    return (this.#running ??= this.#all(signal).finally(() => (this.#running = null)));
  }

  async #all(signal: AbortSignal): Promise<number> {
    let done = 0;
    while (this.#again) {
      this.#again = false;
      for (let steps = await this.#take(); steps.length > 0; steps = await this.#take())
        for (const step of steps) {
          await this.#try(step, signal);
          done += 1;
        }
    }
    return done;
  }

  /** Whoever dies with steps in hand gives them back when the lease is over. */
  #take(): Promise<(OutsideStep & { fence: number })[]> {
    const now = this.#clock.now();
    return this.#db.query(
      `update "BaseTransactionCompen" set status = 'RUNNING', "tryCount" = "tryCount" + case when "triedAt" is null then 0 else 1 end, "triedAt" = coalesce("triedAt", $1), fence = fence + 1, "leaseUntil" = $2
       where id in (select id from "BaseTransactionCompen" where step = any($3) and (status = 'PENDING' and "nextTryAt" <= $1 or status = 'RUNNING' and "leaseUntil" < $1)
         order by "nextTryAt", id limit ${batch} for update skip locked)
       returning id, step, "bizType", "bizId", "bizNum", "targetService", payload, "idempotencyKey", "tryCount", fence`,
      [now, new Date(now.getTime() + leaseMs), [...this.#handlers.keys()]],
    );
  }

  async #try(step: OutsideStep & { fence: number }, signal: AbortSignal): Promise<void> {
    try {
      await this.#handlers.get(step.step)!(step, signal);
      await this.#end(step, "DONE", null, null);
    } catch (error) {
      const words = short(error instanceof Refusal ? `${error.code} ${error.text[0]}` : String(error), 2_000);
      const wait = ladder[step.tryCount];
      await this.#end(step, wait === undefined ? "FAILED" : "PENDING", words, wait ?? null);
    }
    this.#changed([step.id]);
  }

  async #end(
    step: OutsideStep & { fence: number },
    status: "DONE" | "PENDING" | "FAILED",
    error: string | null,
    wait: number | null,
  ): Promise<void> {
    const now = this.#clock.now();
    await this.#db.tx(async (tx) => {
      const held = await tx.one(
        `update "BaseTransactionCompen" set status = $3, "lastError" = $4, "nextTryAt" = $5, "doneAt" = case when $3 = 'DONE' then $6::timestamptz end, "leaseUntil" = null, "lastUpdateDate" = $6,
           "versionNum" = "versionNum" + 1 where id = $1 and fence = $2 and status = 'RUNNING' returning id`,
        [step.id, step.fence, status, error, wait === null ? null : new Date(now.getTime() + wait), now],
      );
      if (held && status === "FAILED")
        await tx.query(
          `insert into "Outbox" (at, event, entity, "docId", data, "requestId", "nextTryAt") values ($1, 'COMPEN_FAILED', 'BaseTransactionCompen', $2, $3, $4, $1)`,
          [
            now,
            step.id,
            JSON.stringify({ compenId: step.id, no: step.bizNum ?? step.bizId, step: step.step, partner: step.targetService, msg: error }),
            newId(),
          ],
        );
    });
  }
}
