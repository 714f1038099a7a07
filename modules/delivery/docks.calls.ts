import { some } from "#kernel/entity.ts";
import type { Call, Context } from "#kernel/server/http/call.ts";
import { factsFor } from "#kernel/server/find/find-for.ts";
import { notFound, permDenied } from "#kernel/server/find/find.ts";
import { asks } from "#kernel/server/http/input.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { scopeOf } from "#kernel/server/find/visible.ts";
import { deliveryInfo } from "#modules/base/index.ts";
import { order } from "#modules/order/index.ts";
import { notice } from "./notice.entity.ts";
import { titlesOf } from "./server/titles.ts";
import { businessDay, inZone, toUtc } from "#kernel/time.ts";
import { addDays } from "#kernel/days.ts";

type Body = Record<string, unknown>;
const text = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value.slice(0, 200) : null);
const isDay = (value: string | null): value is string => value !== null && /^\d{4}-\d{2}-\d{2}$/.test(value);

/** Which docks of a ship-to are taken on a day, and when: what a planner looks at before naming an hour. */
export class Docks {
  readonly #kernel: Kernel;

  constructor(kernel: Kernel) {
    this.#kernel = kernel;
  }

  calls(): Call[] {
    return [
      {
        service: "srmServer",
        path: "v1/srmPurDeliveryNoticeRestful/listDocks",
        guard: "session",
        input: asks({ day: "date", deliveryInfoId: "id", orderDeliveryId: "id" }),
        handle: (ctx, body) => this.#docks(ctx, body),
      },
    ];
  }

  async #docks({ me, now }: Context, body: Body): Promise<unknown> {
    if (me.audience !== "internal") throw notFound(notice);
    const scope = scopeOf(this.#kernel.declared, notice, me);
    if (scope === null || !me.may(notice.name, "")) throw permDenied();
    const asked = text(body["day"]);
    const day = isDay(asked) ? asked : businessDay(now.toISOString(), me);
    const [from, to] = [day, addDays(day, 1)].map((value) => toUtc(`${value} 00:00:00`, me.orgZone ?? me.zone)) as [string, string];
    const find = factsFor(this.#kernel, me);
    const place = await find.maybe(deliveryInfo, await this.#placeOf(body, find));
    if (!place) return { day, place: null, docks: [], taken: [] };
    const there = { deliveryInfoId: place.id, status: ["PUBLISHED", "CONFIRMED", "PARTIAL", "SHIPPED"] };
    const found = await find.where(notice, { ...there, arriveFrom: { below: to }, arriveTo: { above: from } }, 500);
    const seen = found.length ? await find.where(notice, { all: [{ id: found.map((doc) => doc.id) }, scope] }, 500) : [];
    const mine = new Set(seen.map((doc) => doc.id));
    const keys = ["supplierCode", "supplierName"] as const;
    const names = await titlesOf(
      this.#kernel,
      "SrmSupInfo",
      me,
      seen.flatMap((doc) => doc.supplierId ?? []),
      keys,
    );
    const numbered = Array.from({ length: place.dockCount ?? 0 }, (_, i) => `D${i + 1}`);
    return {
      day,
      place: (me.language === "EN" && place.deliveryNameEn) || place.deliveryName,
      docks: [...new Set([...numbered, ...found.flatMap((doc) => doc.dockCode ?? [])])].toSorted(),
      // A dock that is taken is told to everybody who plans for it; by whom only to those who see that call.
      taken: found.map((doc) => ({
        id: doc.id,
        dockCode: doc.dockCode,
        ...hours(doc.confirmFrom ?? doc.arriveFrom, doc.confirmTo ?? doc.arriveTo, day, me.orgZone ?? me.zone),
        noticeNum: mine.has(doc.id) ? doc.noticeNum : null,
        supplierName: mine.has(doc.id) ? (names.get(doc.supplierId ?? "")?.[1] ?? "") : null,
      })),
    };
  }

  /** The ship-to itself, or that of the schedule a call-off begins with. */
  async #placeOf(body: Body, find: ReturnType<typeof factsFor>): Promise<string | null> {
    const named = text(body["deliveryInfoId"]);
    const row = text(body["orderDeliveryId"]);
    if (named || !row) return named;
    const [of] = await find.where(order, { liveId: null, lines: some({ deliveries: some({ id: row }) }) }, 2);
    return of?.lines.flatMap((line) => line.deliveries).find((doc) => doc.id === row)?.deliveryInfoId ?? null;
  }
}

/** From when to when on this day, as the clock at the gate shows it. */
function hours(from: string, to: string, day: string, zone: string): { readonly from: string; readonly to: string } {
  const [begins, ends] = [inZone(from, zone).slice(0, 16), inZone(to, zone).slice(0, 16)];
  return { from: begins.slice(0, 10) < day ? "00:00" : begins.slice(11), to: ends.slice(0, 10) > day ? "24:00" : ends.slice(11) };
}
