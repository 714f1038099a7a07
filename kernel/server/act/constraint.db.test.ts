import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { action, entity } from "#kernel/entity.ts";
import { code, date, qty, ref, yn } from "#kernel/field.ts";
import { module } from "#kernel/module.ts";
import { platformEntities, platformLookups, platformPrograms, platformSettings } from "#kernel/platform/index.ts";
import { make, rule, set } from "#kernel/rule.ts";
import { freshDatabase, prepareTemplate } from "../../../tests/support/database.ts";
import { press, save } from "../../../tests/support/kernel.ts";
import type { Refusal } from "../../refusal.ts";
import { openKernel, type Kernel } from "../kernel.ts";

/** Something of which parts are taken and parts given up, never more than there is. */
const strip = entity("TrialStrip", "试验数量", "Trial strip", {
  fields: {
    stripCode: code("编码", "Code"),
    qty: qty("数量", "Quantity"),
    takenQty: qty("已取", "Taken", { initial: "0" }),
    closedQty: qty("已关", "Closed", { optional: true }),
  },
  sees: { internal: "all" },
  saves: "internal",
  holds: { withinWhole: ["takenQty + closedQty", "<=", "qty"] },
});

/** A price of one article for a span of days; a new one takes the place of what it covers. */
const tariff = entity("TrialTariff", "试验价格", "Trial tariff", {
  fields: {
    article: code("物料", "Article"),
    place: code("地点", "Place", { optional: true }),
    startDate: date("生效", "From"),
    endDate: date("失效", "To", { optional: true }),
  },
  states: { LIVE: ["生效", "Live"], VOID: ["作废", "Void"] },
  actions: {
    doCut: action("截断", "Cut", {
      button: "btnSave",
      who: "internal",
      quiet: true,
      input: { from: date("起", "From"), made: code("号", "Id") },
    }),
    doVoid: action("作废", "Void", { button: "btnSave", who: "internal", from: ["LIVE"], to: "VOID" }),
  },
  ranges: [
    {
      fields: ["article", "place"],
      from: "startDate",
      to: "endDate",
      while: { status: "LIVE" },
      code: "TRIAL_OVERLAP",
      text: ["有效期重叠", "Validities overlap"],
    },
  ],
  sees: { internal: "all" },
  saves: "internal",
});

/** What was posted stays; only how much of it was settled moves. */
const posting = entity("TrialPosting", "试验过账", "Trial posting", {
  fields: { qty: qty("数量", "Quantity"), settledQty: qty("已结", "Settled", { initial: "0" }) },
  sees: { internal: "all" },
  saves: "internal",
  actions: { doSettle: action("结算", "Settle", { button: "btnSave", who: "internal", input: { settled: qty("数量", "Quantity") } }) },
  appendOnly: { but: ["settledQty"] },
});

/** What counts once it is posted stays; only how much of it was settled moves. */
const tally = entity("TrialTally", "试验清点", "Trial tally", {
  fields: {
    qty: qty("数量", "Quantity"),
    settledQty: qty("已结", "Settled", { initial: "0" }),
    posted: code("已过账", "Posted", { initial: "N" }),
  },
  sees: { internal: "all" },
  saves: "internal",
  frozen: { once: ["posted", "Y"], but: ["settledQty"] },
});

/** A paper and its draft revision carry one number; only papers in force need numbers of their own. */
const paper = entity("TrialPaper", "试验文件", "Trial paper", {
  fields: {
    paperNum: code("编号", "Number", { computed: true, optional: true }),
    liveId: code("现行文件", "Live paper", { optional: true, max: 64 }),
  },
  number: ["paperNum", "TP{0001}"],
  unique: [{ fields: ["paperNum"], while: { liveId: null }, code: "TRIAL_TAKEN", text: ["编号已存在", "The number is taken"] }],
  actions: {
    doRevise: action("修订", "Revise", {
      button: "btnSave",
      who: "internal",
      input: { live: code("是否现行", "Live", { optional: true }) },
    }),
  },
  sees: { internal: "all" },
  saves: "internal",
});

/** A letter goes to a town of the land it names; its stops stand in towns of lands of their own. */
const land = entity("TrialLand", "试验国家", "Trial land", {
  fields: { landCode: code("编码", "Code") },
  sees: { internal: "all" },
  saves: "internal",
});
const town = entity("TrialTown", "试验城市", "Trial town", {
  fields: { townCode: code("编码", "Code"), landId: ref("TrialLand", "国家", "Land"), ruined: yn("废弃", "Ruined", { initial: "N" }) },
  sees: { internal: "all" },
  saves: "internal",
});
const where = {
  landId: ref("TrialLand", "国家", "Land", { optional: true }),
  townId: ref("TrialTown", "城市", "Town", {
    within: { landId: "landId" },
    pick: { ruined: "N" },
    optional: true,
  }),
  olderId: code("原信件", "Older letter", { optional: true }),
};
const stop = entity("TrialStop", "试验站点", "Trial stop", { fields: where, sees: {} });
const letter = entity("TrialLetter", "试验信件", "Trial letter", {
  fields: { ...where, remark: code("备注", "Remark", { optional: true }) },
  lines: { stops: stop },
  revises: "olderId",
  sees: { internal: "all" },
  saves: "internal",
});

const trial = module("trial", "试验", "Trial", {
  entities: [strip, tariff, posting, tally, paper, land, town, letter],
  rules: [
    rule(tariff, "doCut", {
      decide: (row, _, input) => [
        make(tariff, input.made!, { article: row.article, place: row.place, startDate: input.from!, endDate: row.endDate }),
        set(row, { endDate: "2026-05-31" }),
      ],
    }),
    rule(paper, "doRevise", {
      decide: (row, _, input, __, at) => make(paper, at.newId(), { paperNum: row.paperNum, liveId: input.live ? null : row.id }),
    }),
    rule(posting, "doSettle", { decide: (row, _, input) => set(row, { settledQty: input.settled! }) }),
  ],
});
const platform = module("platform", "平台", "Platform", {
  entities: platformEntities,
  lookups: platformLookups,
  settings: platformSettings,
  programs: platformPrograms,
});

let kernel: Kernel;
let drop: () => Promise<void>;
beforeAll(async () => {
  const clock = { now: () => new Date() };
  await prepareTemplate("constraint", async (url) => void (await (await openKernel([platform, trial], url, clock)).close()));
  const fresh = await freshDatabase("constraint");
  kernel = await openKernel([platform, trial], fresh.url, clock);
  drop = async () => {
    await kernel.close();
    await fresh.drop();
  };
});
afterAll(() => drop());

const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "done",
    (error: { code?: string; message: string }) => error.code ?? error.message,
  );

test("a sum of fields is held by the database; what is not filled in counts as nothing", async () => {
  const made = await save(kernel, "TrialStrip", { stripCode: "A", qty: "10", takenQty: "10" });
  expect(await codeOf(save(kernel, "TrialStrip", { id: made.id, closedQty: "1" }))).toBe("DATA_CHECK");
  const result = await save(kernel, "TrialStrip", { id: made.id, closedQty: "1" }).catch((error: Refusal) => error);
  const words = [...result.text, ...result.fieldErrors.flatMap((fieldError: { text: readonly string[] }) => fieldError.text)].join(" ");
  expect(result.fieldErrors).toHaveLength(1);
  expect(result.fieldErrors[0].path in kernel.declared.entity("TrialStrip").fields).toBe(true);
  expect(words, "neither the table nor the constraint nor SQL").not.toMatch(/coalesce|TrialStrip|"|_/);
  expect(result.text[0]).toMatch(/不能(大|小)于/);
  expect(result.text[1]).toMatch(/must not be/);
  expect(await codeOf(save(kernel, "TrialStrip", { id: made.id, takenQty: "9", closedQty: "1" }))).toBe("done");
});

describe("spans of days", () => {
  test("never overlap for one article and place, an empty place being one of its own", async () => {
    const span = (place: string | null, startDate: string, endDate: string | null) =>
      codeOf(save(kernel, "TrialTariff", { article: "M1", place, startDate, endDate }));
    expect(await span(null, "2026-01-01", "2026-03-31")).toBe("done");
    expect(await span(null, "2026-03-31", "2026-04-30")).toBe("TRIAL_OVERLAP");
    expect(await span("E1", "2026-03-31", "2026-04-30")).toBe("done");
    expect(await span(null, "2026-04-01", null)).toBe("done");
    expect(await span(null, "2030-01-01", null)).toBe("TRIAL_OVERLAP");
  });

  test("one action may cut a span and put another in its place; a void one is in nobody's way", async () => {
    const whole = await save(kernel, "TrialTariff", { article: "M2", startDate: "2026-01-01", endDate: "2026-12-31" });
    expect(await codeOf(press(kernel, "TrialTariff", whole.id, "doCut", { from: "2026-06-01", made: "SECOND" }))).toBe("done");
    await press(kernel, "TrialTariff", "SECOND", "doVoid");
    expect(await codeOf(save(kernel, "TrialTariff", { article: "M2", startDate: "2026-06-01", endDate: null }))).toBe("done");
  });
});

test("rows that are only ever added let the named field move and nothing else", async () => {
  const made = await save(kernel, "TrialPosting", { qty: "5" });
  expect(await press(kernel, "TrialPosting", made.id, "doSettle", { settled: "3" })).toMatchObject({ qty: "5", settledQty: "3" });
  const bend = (sql: string) => codeOf(kernel.db.query(sql));
  expect(await bend(`update "TrialPosting" set qty = 6`)).not.toBe("done");
  expect(await bend(`update "TrialPosting" set qty = 6, "settledQty" = 4`)).not.toBe("done");
  expect(await bend(`delete from "TrialPosting"`)).not.toBe("done");
  expect(await bend(`truncate "TrialPosting"`)).not.toBe("done");
});

test("rows stay as they are from the moment that is declared, but for what may still move", async () => {
  const [draft, made] = [await save(kernel, "TrialTally", { qty: "5" }), await save(kernel, "TrialTally", { qty: "7" })];
  const bend = (sql: string, id: string) => codeOf(kernel.db.query(sql, [id]));
  expect(await bend(`update "TrialTally" set qty = 8 where id = $1`, made.id)).toBe("done");
  await save(kernel, "TrialTally", { id: made.id, posted: "Y" });
  expect(await bend(`update "TrialTally" set "settledQty" = 1 where id = $1`, made.id)).toBe("done");
  for (const sql of [
    `update "TrialTally" set qty = 9 where id = $1`,
    `update "TrialTally" set posted = 'N', "settledQty" = 2 where id = $1`,
  ])
    expect(await bend(sql, made.id), sql).not.toBe("done");
  expect(await bend(`delete from "TrialTally" where id = $1`, made.id)).not.toBe("done");
  expect(await bend(`delete from "TrialTally" where id = $1`, draft.id)).toBe("done");
  expect(await codeOf(kernel.db.query(`truncate "TrialTally"`))).not.toBe("done");
  expect(await codeOf(save(kernel, "TrialTally", { id: made.id, qty: "6" }))).not.toBe("done");
});

test("a number is one's own only while the declaration says so", async () => {
  const made = await save(kernel, "TrialPaper", {});
  expect(await codeOf(press(kernel, "TrialPaper", made.id, "doRevise", {}))).toBe("done");
  expect(await codeOf(press(kernel, "TrialPaper", made.id, "doRevise", { live: "Y" }))).toBe("TRIAL_TAKEN");
});

describe("a reference within another", () => {
  const refused = (input: object, id?: string): Promise<unknown> =>
    save(kernel, "TrialLetter", { ...(id ? { id } : {}), ...input }).then(
      () => null,
      (error: Refusal) => error.fieldErrors.map((fieldError) => [fieldError.path, fieldError.code, fieldError.text[1]]),
    );
  const foreign = (path: string) => [path, "DATA_WITHIN", "Town belongs to another land"];

  test("must agree with its row, in lines too, whichever of the two is changed; what is not said binds nobody", async () => {
    const [a, b] = await Promise.all(["A", "B"].map(async (landCode) => (await save(kernel, "TrialLand", { landCode })).id));
    const [ta, tb] = await Promise.all(
      [a, b].map(async (landId, i) => (await save(kernel, "TrialTown", { townCode: `T${i}`, landId })).id),
    );
    expect(await refused({ landId: a, townId: tb })).toEqual([foreign("townId")]);
    expect(await refused({ townId: tb }), "a town alone").toBeNull();
    const stops = [{ landId: a, townId: ta }, { landId: a, townId: tb }, { landId: b }];
    expect(await refused({ stops })).toEqual([foreign("stops[1].townId")]);
    const { id } = await save(kernel, "TrialLetter", { landId: a, townId: ta });
    expect(await refused({ landId: b }, id), "the land moves away under the town").toEqual([foreign("townId")]);
    expect(await refused({ landId: b, townId: tb }, id)).toBeNull();
    await kernel.db.query(`update "TrialTown" set "landId" = $1 where id = $2`, [a, tb]);
    expect(await refused({ remark: "X" }, id), "what was stored before stays").toBeNull();
  });
});

describe("a reference that bars", () => {
  const answer = (input: Record<string, unknown>): Promise<unknown> =>
    save(kernel, "TrialLetter", input).then(
      ({ id }) => (id ? "saved" : null),
      (error: Refusal) => error.fieldErrors.map((fieldError) => `${fieldError.path} ${fieldError.code}`),
    );

  test("refuses what stands so when it is newly chosen, in lines too; what was chosen before stays, and so it does in what stands for it", async () => {
    const landId = (await save(kernel, "TrialLand", { landCode: "R" })).id;
    const [sound, ruined] = await Promise.all(
      ["S", "R"].map(async (townCode) => (await save(kernel, "TrialTown", { townCode, landId })).id),
    );
    const { id } = await save(kernel, "TrialLetter", { townId: ruined });
    await kernel.db.query(`update "TrialTown" set ruined = 'Y' where id = $1`, [ruined]);
    expect(await answer({ townId: ruined })).toEqual(["townId DATA_BARRED"]);
    expect(await answer({ stops: [{ townId: sound }, { townId: ruined }] })).toEqual(["stops[1].townId DATA_BARRED"]);
    expect(await answer({ id, remark: "Y" }), "kept").toBe("saved");
    expect(await answer({ townId: ruined, olderId: id }), "stands for an older one").toBe("saved");
    expect(await answer({ stops: [{ townId: ruined }], olderId: id }), "its lines too").toBe("saved");
    expect(await answer({ id, townId: sound })).toBe("saved");
    expect(await answer({ id, townId: ruined }), "chosen anew").toEqual(["townId DATA_BARRED"]);
  });
});
