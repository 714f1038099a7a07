import { eachAs } from "#kernel/server/act/each.ts";
import type { JobHandler } from "#kernel/server/jobs/job.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { systemMe } from "#kernel/server/access/permit.ts";
import type { Row } from "#kernel/server/find/visible.ts";
import type { Text } from "#kernel/text.ts";
import { getProfile } from "./doors.ts";
import type { RatePull } from "./server/pull.ts";
import { categoriesWithoutBuyer, newestRates, templatesSucceeded, todosDue } from "./server/due.ts";
import { findFor } from "#kernel/server/find/find-for.ts";
import { houseDay } from "#kernel/time.ts";
import { daysBetween } from "#kernel/days.ts";

/** What base data does by itself: templates give way to their successors, rates are fetched, what is missing is told. */
export class BaseWork {
  readonly #kernel: Kernel;
  readonly #clock: { now(): Date };
  readonly #each: ReturnType<typeof eachAs>;

  readonly #pull: RatePull;

  constructor(kernel: Kernel, clock: { now(): Date }, pull: RatePull) {
    this.#kernel = kernel;
    this.#pull = pull;
    this.#clock = clock;
    this.#each = eachAs(kernel, clock, "base");
  }

  async #profile(code: string): Promise<number> {
    return Number((await getProfile(findFor(this.#kernel, systemMe("base")), code)).value);
  }

  async #tell(event: string, data: Row): Promise<void> {
    await this.#kernel.outbox.add(event, data, this.#clock.now());
  }

  async remind(): Promise<number> {
    const hours = await this.#profile("PENDING_REMIND_HOURS");
    const rows = await todosDue(this.#kernel.db, this.#clock.now(), hours);
    for (const row of rows) await this.#tell("PENDING_REMIND", { n: row.n, h: hours, userId: row.userId, route: "insidePendingList" });
    return rows.length;
  }

  /** The rates of the morning, from wherever they are kept; a source that has none is no failure: what grows old is told of by itself. */
  async rates(): Promise<Text> {
    const done = await this.#pull.pull(houseDay(this.#clock.now()), "CORPORATE", systemMe("rates"));
    if (done === null) return ["来源没有可用的汇率", "The source has no usable rates"];
    const { taken, skipped, failed, quoted } = done;
    const why = (at: 0 | 1): string => failed.map((entry) => `${entry.pair} ${entry.reason[at]}`).join(at === 0 ? "；" : "; ");
    return [
      `${quoted}：新增 ${taken.length}，已有 ${skipped.length}${failed.length ? `，未取 ${failed.length}：${why(0)}` : ""}`,
      `${quoted}: ${taken.length} new, ${skipped.length} known${failed.length ? `, ${failed.length} skipped: ${why(1)}` : ""}`,
    ];
  }

  /** Pairs that were kept up once and are no longer usable today. */
  async missingRates(): Promise<number> {
    const days = await this.#profile("FX_MAX_STALE_DAYS");
    const today = houseDay(this.#clock.now());
    const rows = await newestRates(this.#kernel.db);
    const stale = rows.filter((row) => daysBetween(row.date, today) > days && daysBetween(row.date, today) <= days + 90);
    for (const row of stale) await this.#tell("FX_MISSING", { pair: row.pair, date: row.date, days });
    return stale.length;
  }

  async withoutBuyer(): Promise<number> {
    const today = houseDay(this.#clock.now());
    const rows = await categoriesWithoutBuyer(this.#kernel.db, today);
    for (const row of rows) await this.#tell("CATEGORY_NO_BUYER", { n: row.n, org: row.org });
    return rows.length;
  }

  /** Versions of a path whose successor has begun. */
  async templates(): Promise<number> {
    const today = houseDay(this.#clock.now());
    return this.#each("SrmBaseProcessTemplate", "doSucceed", await templatesSucceeded(this.#kernel.db, today));
  }

  programs(): Readonly<Record<string, JobHandler>> {
    const sentenceOf = (n: number): Text => [`处理 ${n} 条`, `${n} handled`];
    return {
      PENDING_REMIND: async () => sentenceOf(await this.remind()),
      TEMPLATE_SUCCEED: async () => sentenceOf(await this.templates()),
      FX_PULL: () => this.rates(),
      FX_MISSING: async () => sentenceOf(await this.missingRates()),
      CATEGORY_NO_BUYER: async () => sentenceOf(await this.withoutBuyer()),
    };
  }
}
