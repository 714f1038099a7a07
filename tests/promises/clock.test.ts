import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { readPattern } from "#kernel/server/act/number.ts";
import { dayIn, houseZone, inZone, isDay, msOf, toUtc } from "#kernel/time.ts";
import { doerOf, someone } from "../support/kernel.ts";
import { system, type Row } from "../support/generate.ts";
import { ask, callOf, none, openOverHttp, type HttpHouse } from "./house.ts";

let house: HttpHouse;
beforeAll(async () => void (house = await openOverHttp(8)));
afterAll(() => house?.drop());

const day = msOf({ days: 1 });

describe("promise 8: one clock", () => {
  test("a browser whose clock is wrong by a day works as if it were right, and nothing it stores shows it", async () => {
    const { client, signIn } = await house.person("SYS_ADMIN");
    const e = house.declared.entity("BaseJob");
    const right = Date.now.bind(Date);
    for (const wrong of [-day, day]) {
      // The browser asks its own clock; the server has one of its own and never asks this one.
      const clock = vi.spyOn(Date, "now").mockImplementation(() => right() + wrong);
      try {
        const strange = await signIn();
        const reply = await strange.call(callOf(e, "saveOrUpdate"), await house.make.body(e));
        expect(reply.status).toBe("S");
        const stored = (await house.kernel.db.one<Row>(`select "creationDate" as at from "BaseJob" where id = $1`, [reply.data.id]))!;
        expect(Math.abs(Date.parse(stored["at"]) - right())).toBeLessThan(60_000);
      } finally {
        clock.mockRestore();
      }
    }
    const late = await client.ask(client.prepare(callOf(e, "saveOrUpdate"), await house.make.body(e), { timestamp: Date.now() - day }));
    const early = await client.ask(client.prepare(callOf(e, "saveOrUpdate"), await house.make.body(e), { timestamp: Date.now() + day }));
    expect([late.code, early.code]).toEqual(["SIGN_TIME", "SIGN_TIME"]);
    expect(Math.abs(late.data.serverTime - Date.now())).toBeLessThan(60_000);
  });

  test("a refused request of a wrong clock leaves no trace", async () => {
    const { client } = await house.person("SYS_ADMIN");
    const e = house.declared.entity("BaseJob");
    const count = async () =>
      (await house.kernel.db.one<Row>(`select (select count(*)::int from "Journal") as j, (select count(*)::int from "BaseJob") as r`))!;
    const before = await count();
    await client.ask(
      client.prepare(callOf(e, "saveOrUpdate"), await house.make.body(e), { timestamp: Date.now() - day, key: "wrong-clock" }),
    );
    expect(await count()).toEqual(before);
  });

  test("a deadline is judged to the millisecond by the server's time", async () => {
    const { kernel, make } = house;
    const e = house.declared.entity("BaseUserAuthorisation");
    const start = Date.now() + 5 * day;
    const made = await make.lone(e, { startTime: new Date(start).toISOString(), endTime: new Date(start + day).toISOString() });
    const press = (action: string, at: number) =>
      kernel.actor.trial({ entity: e, action, targets: [{ id: made["id"], input: {} }] }, { ...doerOf(system), now: new Date(at) });
    expect((await press("doStart", start - 1)).refusals.map((r) => r.code)).toEqual(["AUTH_EARLY"]);
    expect((await press("doStart", start)).refusals).toEqual([]);
    expect((await press("doExpire", start + day - 1)).refusals.map((r) => r.code)).toEqual(["AUTH_EARLY"]);
    expect((await press("doExpire", start + day)).refusals).toEqual([]);
  });

  test("stamps are the server's: what a caller says about them is not taken over", { timeout: 240_000 }, async () => {
    const wrong: string[] = [];
    for (const e of house.entities.filter((entity) => entity.saves && !entity.view && house.make.writer(entity).audience === "internal")) {
      const body = {
        ...(await house.make.body(e)),
        creationDate: "2001-01-01 00:00:00",
        lastUpdateDate: "2001-01-01 00:00:00",
        createdBy: "forged",
        lastUpdatedBy: "forged",
      };
      const answer = await ask(house.kernel, someone(), e, "saveOrUpdate", body);
      if (answer.status !== "S") continue;
      const stored = (await house.kernel.db.one<Row>(
        `select "creationDate", "lastUpdateDate", "createdBy", "lastUpdatedBy" from "${e.name}" where id = $1`,
        [answer.data.id],
      ))!;
      if (JSON.stringify(stored).includes("2001") || JSON.stringify(stored).includes("forged"))
        wrong.push(`${e.name}: ${JSON.stringify(stored)}`);
    }
    none(wrong);
  });
});

describe("promise 8: everybody sees the own zone", () => {
  /** The zone data of the platform itself, read the slow way; the kernel keeps its own short-cuts. */
  const wall = (ms: number, zone: string): string => {
    const parts = Object.fromEntries(
      new Intl.DateTimeFormat("en-CA", {
        timeZone: zone,
        hourCycle: "h23",
        year: "numeric",
        month: "2-digit",
        day: "2-digit",
        hour: "2-digit",
        minute: "2-digit",
        second: "2-digit",
      })
        .formatToParts(ms)
        .map((p) => [p.type, p.value]),
    );
    return `${parts["year"]}-${parts["month"]}-${parts["day"]} ${parts["hour"]}:${parts["minute"]}:${parts["second"]}`;
  };
  const zones = [
    houseZone,
    "UTC",
    "Europe/Berlin",
    "America/New_York",
    "America/St_Johns",
    "Asia/Kathmandu",
    "Australia/Lord_Howe",
    "Pacific/Apia",
    "Pacific/Chatham",
    "Africa/Cairo",
    "America/Sao_Paulo",
    "Asia/Kolkata",
  ];
  const moments = [
    "2026-03-08T06:59:59.999Z",
    "2026-03-08T07:00:00.000Z",
    "2026-03-29T00:59:59.000Z",
    "2026-03-29T01:00:00.000Z",
    "2026-10-25T00:59:59.000Z",
    "2026-10-25T01:00:00.000Z",
    "2026-11-01T05:59:59.000Z",
    "2026-11-01T06:00:00.000Z",
    "2026-04-04T14:59:59.000Z",
    "2026-04-04T15:00:00.000Z",
    "2026-12-31T23:59:59.999Z",
    "2027-01-01T00:00:00.000Z",
    "2024-02-29T12:00:00.000Z",
  ];

  test.each(zones)("%s: wall time and day are right at every change of the clocks, and lead back to the moment", (zone) => {
    for (const moment of moments) {
      const ms = Date.parse(moment);
      expect(inZone(moment, zone)).toBe(wall(ms, zone));
      expect(dayIn(moment, zone)).toBe(wall(ms, zone).slice(0, 10));
      const back = Date.parse(toUtc(inZone(moment, zone), zone));
      // A wall time that comes twice leads back to one of its two moments.
      expect(wall(back, zone)).toBe(wall(ms, zone));
    }
  });

  test("a wall time that the clocks jump over becomes a valid moment at most an hour away", () => {
    for (const [local, zone] of [
      ["2026-03-29 02:30:00", "Europe/Berlin"],
      ["2026-03-08 02:30:00", "America/New_York"],
      ["2026-10-04 02:15:00", "Australia/Lord_Howe"],
    ] as const) {
      const shown = inZone(toUtc(local, zone), zone);
      expect(Math.abs(Date.parse(`${shown.replace(" ", "T")}Z`) - Date.parse(`${local.replace(" ", "T")}Z`))).toBeLessThanOrEqual(
        msOf({ hours: 1 }),
      );
    }
  });

  test("the same document shows each reader's time, and each reader's day finds it", async () => {
    const e = house.declared.entity("PromiseSlip");
    const made = await house.make.lone(e, { moment: "2026-06-30T16:30:00Z" });
    for (const zone of [houseZone, "America/New_York", "Asia/Kathmandu"]) {
      const me = someone({ zone });
      const seen = (await ask(house.kernel, me, e, "findById", { id: made["id"] })).data.moment as string;
      expect(seen).toBe(wall(Date.parse("2026-06-30T16:30:00Z"), zone));
      const found = async (from: string, to: string) =>
        (await ask(house.kernel, me, e, "listByPage", { momentFrom: from, momentTo: to })).data.map((r: Row) => r["id"]);
      expect(await found(seen.slice(0, 10), seen.slice(0, 10))).toEqual([made["id"]]);
      expect(await found("2026-07-02", "2026-07-09")).toEqual([]);
      expect(isDay(seen.slice(0, 10))).toBe(true);
    }
  });

  test("numbers turn with the day of their zone, not with the server's", () => {
    const text = "PO{yyyyMMdd}{0001}";
    expect(readPattern(text, "2026-11-15T15:59:59.999Z", houseZone).print(7)).toBe("PO202611150007");
    expect(readPattern(text, "2026-11-15T16:00:00.000Z", houseZone).print(7)).toBe("PO202611160007");
    expect(readPattern(text, "2026-11-15T16:00:00.000Z", "America/New_York").print(7)).toBe("PO202611150007");
  });
});
