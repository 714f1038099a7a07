import { responsibility } from "#kernel/platform/grant.entity.ts";
import { every, sql } from "#kernel/query.ts";
import { Refusal } from "#kernel/refusal.ts";
import { say } from "#kernel/text.ts";
import type { Call, Context } from "#kernel/server/http/call.ts";
import { linesLimit } from "#kernel/server/gate/body.ts";
import type { Doer } from "#kernel/server/act/attempt.ts";
import { factsFor } from "#kernel/server/find/find-for.ts";
import { notFound, permDenied } from "#kernel/server/find/find.ts";
import { newId } from "#kernel/server/act/id.ts";
import { like, takes, type CallInput } from "#kernel/server/http/input.ts";
import type { JobHandler } from "#kernel/server/jobs/job.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { systemMe } from "#kernel/server/access/permit.ts";
import { shift } from "#kernel/time.ts";
import { mostTries } from "../inbox.match.ts";
import { storageInbox } from "../storage-inbox.entity.ts";

type Body = Record<string, unknown>;
/** So many failed movements are counted for each person. */
const mostTold = 2000;

/** Takes in what warehouse systems report and books it, each movement by itself. */
export class StorageInbox {
  readonly #kernel: Kernel;
  readonly #clock: { now(): Date };

  constructor(kernel: Kernel, clock: { now(): Date }) {
    this.#kernel = kernel;
    this.#clock = clock;
  }

  calls(): Call[] {
    const call = (path: string, input: CallInput, handle: Call["handle"]): Call => ({
      service: "srmServer",
      path: `v1/srmPurStorageInboxRestful/${path}`,
      guard: "session",
      bodyLimit: linesLimit,
      input,
      handle,
    });
    return [
      call("doBatchSaveOrUpdate", takes({ rows: "list" }), (ctx, body) => this.#takeIn(ctx, body)),
      call("doProcess", like(storageInbox.name, "doProcess"), (ctx, body) => this.#pressed(ctx, body)),
    ];
  }

  programs(): Readonly<Record<string, JobHandler>> {
    return { PUR_STORAGE_INBOX: () => this.#processDue(), PUR_STORAGE_FAILED: () => this.#tellFailed() };
  }

  /** Every row by itself: what came before is counted as a duplicate, what is wrong says why. */
  async #takeIn(ctx: Context, body: Body): Promise<unknown> {
    if (ctx.me.audience !== "internal" || !ctx.me.may(storageInbox.name, "btnAdd")) throw permDenied();
    const rows = Array.isArray(body["rows"]) ? (body["rows"] as Body[]).slice(0, 5000) : [];
    let [accepted, duplicates] = [0, 0];
    const errors: { index: number; code: string; msg: string }[] = [];
    for (const [index, row] of rows.entries())
      try {
        if (await this.#isKnown(row)) duplicates += 1;
        else {
          await this.#kernel.actor.act({ entity: storageInbox, action: "saveOrUpdate", targets: [{ input: row ?? {} }] }, doerOf(ctx));
          accepted += 1;
        }
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        if (error.code === "PUR-3601") duplicates += 1;
        else errors.push({ index, code: error.code, msg: say(error.text, ctx.language) });
      }
    return { accepted, duplicates, errors };
  }

  async #isKnown(row: Body): Promise<boolean> {
    const { sourceSystem, sourceTxnId } = row ?? {};
    if (typeof sourceSystem !== "string" || typeof sourceTxnId !== "string") return false;
    const x = every(storageInbox);
    const found = await this.#kernel.db.query(
      sql`select 1 from ${x} where ${x.sourceSystem} = ${sourceSystem} and ${x.sourceTxnId} = ${sourceTxnId} limit 1`,
    );
    return found.length > 0;
  }

  /** Pressed by a person: the same as by the clock, and each row says at once what became of it. */
  async #pressed(ctx: Context, body: Body): Promise<unknown> {
    if (ctx.me.audience !== "internal" || !ctx.me.may(storageInbox.name, "btnProcess")) throw permDenied();
    const named = Array.isArray(body["ids"]) ? body["ids"] : [body["id"]];
    const answers: Body[] = [];
    for (const id of named.slice(0, 500).map(String)) {
      // What the caller does not see is neither booked nor written on.
      const isOwn = await this.#kernel.finder.isOwn(storageInbox, id, ctx.me);
      const refusal = isOwn ? await this.#book(id, doerOf(ctx)) : notFound(storageInbox);
      if (refusal && !Array.isArray(body["ids"])) throw refusal;
      answers.push(refusal ? { id, status: "E", code: refusal.code, msg: say(refusal.text, ctx.language) } : { id, status: "S" });
    }
    return Array.isArray(body["ids"]) ? answers : this.#kernel.finder.byId(storageInbox, named[0], ctx.me);
  }

  /** Books one movement; what stands in the way is written on it. */
  async #book(id: string, doer: Doer): Promise<Refusal | null> {
    try {
      await this.#kernel.actor.act({ entity: storageInbox, action: "doProcess", targets: [{ id, input: {} }] }, doer);
      return null;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return this.#noted(id, error);
    }
  }

  async #noted(id: string, refusal: Refusal): Promise<Refusal> {
    const processMsg = `${refusal.code} ${refusal.text[0]}`.slice(0, 400);
    const doer = { me: systemMe("purchasing"), now: this.#clock.now(), requestId: newId(), ip: null };
    await this.#kernel.actor
      .act({ entity: storageInbox, action: "doFail", targets: [{ id, input: { processMsg } }] }, doer)
      .catch((error: unknown) => {
        // Somebody else has booked or ignored it meanwhile.
        if (!(error instanceof Refusal)) throw error;
      });
    return refusal;
  }

  /** At most so many a minute, the oldest first. */
  async #processDue(): Promise<readonly [string, string]> {
    const x = every(storageInbox);
    const due = await this.#kernel.db.query<{ id: string }>(
      sql`select ${x.id} from ${x} where ${x.processStatus} = 'PENDING'
         or (${x.processStatus} = 'ERROR' and ${x.tryCount} < ${mostTries} and ${x.nextTryAt} <= ${this.#clock.now().toISOString()}) order by ${x.id} limit 200`,
    );
    let [done, failed] = [0, 0];
    for (const { id } of due)
      if (await this.#book(id, { me: systemMe("purchasing"), now: this.#clock.now(), requestId: newId(), ip: null })) failed += 1;
      else done += 1;
    return [`处理 ${done}，失败 ${failed}`, `${done} processed, ${failed} failed`];
  }

  /** Once an hour everybody hears of the failed movements he sees: the warehouse, and of what belongs to no warehouse those who may process it. */
  async #tellFailed(): Promise<readonly [string, string]> {
    const now = this.#clock.now();
    const find = factsFor(this.#kernel, systemMe("purchasing"));
    const [failed, keeping] = await Promise.all([
      find.where(storageInbox, { processStatus: "ERROR", lastUpdateDate: { above: shift(now, { hours: -1 }).toISOString() } }, mostTold),
      find.where(responsibility, { respCode: "WAREHOUSE" }, 10),
    ]);
    const counts = new Map<string, number>();
    for (const row of failed) {
      const able = await find.holders(storageInbox, row, "btnProcess");
      const keepers = able.filter(({ responsibilityId }) => keeping.some(({ id }) => id === responsibilityId));
      for (const userId of new Set((keepers.length ? keepers : able).map((keeper) => keeper.userId)))
        counts.set(userId, (counts.get(userId) ?? 0) + 1);
    }
    for (const [n, people] of Map.groupBy(counts, ([, count]) => count))
      await this.#kernel.outbox.add("PUR_STORAGE_TXN_FAILED", { n: String(n), userIds: people.map(([userId]) => userId) }, now);
    return [`失败 ${failed.length}`, `${failed.length} failed`];
  }
}

const doerOf = ({ me, now, requestId, ip }: Context): Doer => ({ me, now, requestId, ip });
