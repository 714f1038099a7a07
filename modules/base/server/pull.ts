import type { Me } from "#kernel/entity.ts";
import { refuse } from "#kernel/refusal.ts";
import { findFor } from "#kernel/server/find/find-for.ts";
import { newId } from "#kernel/server/act/id.ts";
import { isAllowed } from "#kernel/server/jobs/job-http.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { inOwnName } from "#kernel/server/access/permit.ts";
import { addDays } from "#kernel/days.ts";
import { getProfile } from "../doors.ts";
import { choose, currenciesOf, isTooOld, type Pulled, type QuotedRates, type RateSource } from "../pulling.ts";
import { exchangeRate } from "../rate.entity.ts";
import { groupCurrency } from "../rate.rules.ts";

/** What a pull came to, and on which day the source had its rates. */
export interface PullDone extends Pulled {
  readonly source: string;
  readonly quoted: string;
}

/** The source that is always there, and the one behind an address. */
export interface RateSources {
  readonly local: RateSource;
  at(address: string): RateSource;
}

/** Brings rates from where they are kept outside: a folder somebody fills, or a service behind an address. */
export class RatePull {
  readonly #kernel: Kernel;
  readonly #clock: { now(): Date };
  readonly #sources: RateSources;

  constructor(kernel: Kernel, clock: { now(): Date }, sources: RateSources) {
    this.#kernel = kernel;
    this.#clock = clock;
    this.#sources = sources;
  }

  async #source(): Promise<RateSource> {
    const { settings } = this.#kernel;
    const address = (await settings.value("FX_SERVICE_URL")).trim();
    if (address === "") return this.#sources.local;
    const list = await settings.value("SCSI_HTTP_ALLOW");
    const url = URL.parse(address.replaceAll("{date}", "2000-01-01"));
    if (url === null || !isAllowed(url, list))
      throw refuse(
        "BASE_FX_005",
        `汇率服务地址 ${url?.host ?? address} 不在允许的列表 SCSI_HTTP_ALLOW 中`,
        `The rate service ${url?.host ?? address} is not on the list SCSI_HTTP_ALLOW`,
      );
    return this.#sources.at(address);
  }

  /** One question to the source, written down when it leaves the house. */
  async #ask(source: RateSource, day: string, me: Me): Promise<QuotedRates | null> {
    if (source.local) return source.on(day);
    const began = performance.now();
    const given = { direction: "OUT" as const, interfaceCode: "FX_PULL", partner: source.name, request: { day }, by: me.userName };
    const costMs = (): number => Math.round(performance.now() - began);
    try {
      const quoted = await source.on(day);
      await this.#kernel.outsideLog.interface({ ...given, response: quoted?.said ?? null, ok: quoted !== null, costMs: costMs() });
      return quoted;
    } catch (error) {
      await this.#kernel.outsideLog.interface({ ...given, ok: false, error: String(error).slice(0, 300), costMs: costMs() });
      throw refuse(
        "BASE_FX_006",
        `汇率服务 ${source.name} 没有应答，请稍后再试`,
        `The rate service ${source.name} does not answer; try later`,
      );
    }
  }

  /** Takes over the rates of a day; null when the source has none up to it. */
  async pull(day: string, rateType: string, me: Me): Promise<PullDone | null> {
    const source = await this.#source();
    const quoted = await this.#ask(source, day, me);
    if (quoted === null || quoted.quotes.length === 0 || quoted.day > day) return null;
    const find = findFor(this.#kernel, inOwnName(me));
    const [group, stale, wanted] = await Promise.all([
      groupCurrency(find),
      getProfile(find, "FX_MAX_STALE_DAYS"),
      getProfile(find, "FX_PULL_CURRENCIES"),
    ]);
    if (isTooOld(quoted.day, day, Number(stale.value))) return null;
    const currencies = currenciesOf(wanted.value, group);
    const rows = await find.where(
      exchangeRate,
      { rateType, fromCurrency: currencies, toCurrency: group, effectiveDate: { from: addDays(quoted.day, -366), to: quoted.day } },
      20_000,
    );
    const pulled = choose({ quotes: quoted.quotes, kept: rows, wanted: currencies, group, day: quoted.day });
    if (pulled.taken.length > 0)
      await this.#kernel.actor.act(
        {
          entity: exchangeRate,
          action: "saveOrUpdate",
          targets: pulled.taken.map((entry) => ({ input: { ...entry, rateType, effectiveDate: quoted.day, source: "SERVICE" } })),
        },
        { me: inOwnName(me), now: this.#clock.now(), requestId: newId(), ip: null },
      );
    return { ...pulled, source: source.name, quoted: quoted.day };
  }
}

/** What is said when a source has nothing. */
export const noRates = (day: string) =>
  refuse("BASE_FX_005", `汇率来源没有${day}可用的汇率`, `The source of rates has none that are usable on ${day}`);
