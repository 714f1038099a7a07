import { isNonNegative } from "#kernel/decimal.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import { add, drop, make, reveal, rule, run, set, tell, type Effect, type Find, type Moment } from "#kernel/rule.ts";
import { item } from "#modules/base/index.ts";
import { tradeGate, type TradeQuestion } from "#modules/supplier/index.ts";
import { fault, fitsDecimals, noLines, tooFine, uomDecimals } from "./common.ts";
import { answered, isAsAsked, loweredFirm, owedBy, periodsOf, type Answer, type Forecast } from "./forecast.ts";
import { forecast } from "./forecast.entity.ts";
import { counting } from "./forecast.orders.ts";

type Line = Forecast["lines"][number];

async function saveFacts(doc: Forecast, find: Find) {
  const ids = [...new Set(doc.lines.flatMap((line) => line.itemId ?? []))];
  const items = new Map((ids.length ? await find.where(item, { id: ids }, ids.length + 1) : []).map((row) => [row.id as string, row]));
  const uomOf = (line: Line): string | null => line.uom ?? items.get(line.itemId)?.primaryUom ?? null;
  const uoms = [...new Set(doc.lines.flatMap((line) => uomOf(line) ?? []))];
  const digits = await Promise.all(uoms.map((uom) => uomDecimals(find, uom)));
  return { items, uomOf, decimals: new Map(uoms.map((uom, i) => [uom, digits[i]!])) };
}
type SaveFacts = Awaited<ReturnType<typeof saveFacts>>;

/** Every line has every period of the horizon once; what lies outside it goes. */
function aligned(line: Line, wanted: readonly { readonly start: string; readonly end: string }[]): Effect[] {
  const seen = new Set<string>();
  const effects = line.periods.map((doc): Effect => {
    const slot = wanted.find((period) => period.start === doc.periodStart);
    if (!slot || seen.has(doc.periodStart)) return drop(doc);
    seen.add(doc.periodStart);
    return set(doc, { periodEnd: slot.end });
  });
  const missing = wanted.filter((candidate) => !seen.has(candidate.start));
  return [...effects, ...missing.map((entry) => add(line, "periods", { periodStart: entry.start, periodEnd: entry.end, demandQty: "0" }))];
}

function lineFaults(line: Line, i: number, doc: Forecast, facts: SaveFacts): (Refusal | false)[] {
  const first = doc.lines.findIndex((row) => row.itemId === line.itemId && row.invOrgId === line.invOrgId);
  const uom = facts.uomOf(line);
  const digits = facts.decimals.get(uom ?? "") ?? 6;
  const fine = line.periods.find((period) => period.demandQty && !fitsDecimals(period.demandQty, digits));
  return [
    first < i && fault(`lines[${i}].itemId`, "PUR-0001", "同一物料与收货组织只能有一行", "An item can appear only once per location"),
    fine !== undefined && tooFine(`lines[${i}].periods`, fine.demandQty, uom ?? "-", digits),
  ];
}

const save = rule(forecast, "saveOrUpdate", {
  reads: saveFacts,
  decide: (doc, facts) => {
    if (!doc.startPeriod || !doc.periodType || !doc.periodCount) return [];
    const wanted = periodsOf(doc.startPeriod, doc.periodType, doc.periodCount);
    const { firmPeriods: firm, materialPeriods: material, periodCount } = doc;
    const isOrdered = (firm ?? 0) <= (material ?? periodCount) && (material ?? 0) <= periodCount && (firm ?? 0) <= periodCount;
    return [
      !isOrdered && fault("firmPeriods", "PUR-0007", "锁定期≤备料期≤时段数", "Firm zone ≤ material zone ≤ periods"),
      ...doc.lines.flatMap((line, i) => lineFaults(line, i, doc, facts)),
      set(doc, { startPeriod: wanted[0]!.start }),
      ...doc.lines.flatMap((line) => [
        set(line, { uom: facts.uomOf(line), categoryId: facts.items.get(line.itemId)?.categoryId ?? null }),
        ...aligned(line, wanted),
      ]),
    ];
  },
});

const late = (doc: Forecast, at: Moment): boolean => Date.parse(doc.replyDeadline) <= Date.parse(at.now);

/** The firm zone of the version before holds unless somebody says why. */
async function firmFacts(doc: Forecast, find: Find) {
  return { before: await find.maybe(forecast, doc.prevForecastId) };
}
function firmFaults(doc: Forecast, before: Forecast | null, today: string): Refusal[] {
  const lowered = before && !doc.forceReason?.trim() ? loweredFirm(doc, before, today) : [];
  return lowered.length
    ? [refuse("PUR-1103", `锁定期需求不能下调（${lowered.join("、")}）`, `Firm-zone demand cannot be lowered (${lowered.join(", ")})`)]
    : [];
}

/** What is foreseen is meant to be ordered: the supplier must be one whose orders for these goods would pass. Nothing is bound, so that no cap is used. */
const barredFor = (doc: Forecast, find: Find, day: string): Promise<readonly Refusal[]> =>
  tradeGate.ask(
    find,
    doc.lines.map((line): TradeQuestion => ({
      supplierId: doc.supplierId,
      op: "ORDER",
      orgId: doc.orgId,
      siteId: doc.supplierSiteId,
      categoryId: line.categoryId,
      itemId: line.itemId,
      amount: "0",
      qty: "0",
      kind: "NORMAL",
      day,
      isReleased: false,
    })),
  );

const publishFacts = async (doc: Forecast, find: Find, day: string) => ({
  ...(await firmFacts(doc, find)),
  barred: await barredFor(doc, find, day),
});

const publish = rule(forecast, "doPublish", {
  reads: (doc, find, _, __, at) => publishFacts(doc, find, at.today),
  decide: (doc, { before, barred }, _, __, at) => [
    ...barred,
    doc.lines.length === 0 && noLines(),
    late(doc, at) && fault("replyDeadline", "PUR-0007", "回复截止须晚于现在", "The deadline must be in the future"),
    ...firmFaults(doc, before, at.today),
  ],
});

const approve = rule(forecast, "doApproval", {
  reads: (doc, find, _, __, at) => publishFacts(doc, find, at.today),
  decide: (doc, { before, barred }, _, __, at) => {
    const isLive = before !== null && ["PUBLISHED", "REPLIED", "CONFIRMED", "REFUSED"].includes(before.status);
    return [
      ...barred,
      ...firmFaults(doc, before, at.today),
      set(doc, { publishDate: at.now, refuseReason: null, readFlag: "N" }),
      isLive && run(forecast, before.id, "doSupersede", {}),
      counting(doc),
      tell(doc.versionNo > 1 ? "PUR_FORECAST_CHANGED" : "PUR_FORECAST_PUBLISHED", {
        id: doc.id,
        num: doc.forecastNum,
        v: doc.versionNo,
        deadline: doc.replyDeadline,
        supplierId: doc.supplierId,
      }),
    ];
  },
});

const about = (doc: Forecast) => ({ id: doc.id, num: doc.forecastNum, v: doc.versionNo, supplierId: doc.supplierId });
/** The supplier hears that it need not answer any more. */
const endTold = (doc: Forecast, why: string | null | undefined): Effect => tell("PUR_FORECAST_ENDED", { ...about(doc), why: why ?? "" });

const withdraw = rule(forecast, "withdraw", {
  decide: (doc) => [
    doc.versionNo > 1 && refuse("PUR-0008", "新版本不能撤回，请再出新版本", "A later version cannot be withdrawn; change it instead"),
    doc.lines.some((line) => line.periods.some((period) => period.commitQty !== null)) &&
      refuse("PUR-0008", "供应商已填写承诺，不能撤回", "The supplier has started to answer. It cannot be withdrawn"),
    set(doc, { publishDate: null }),
    endTold(doc, null),
  ],
});

const given = (answers: unknown): readonly Answer[] => (Array.isArray(answers) ? (answers as readonly Answer[]) : []);

/** Numbers a supplier typed that are none, or finer than the unit. */
async function answerFaults(doc: Forecast, find: Find, answers: readonly Answer[]): Promise<Refusal[]> {
  const rows = answered(doc, answers).filter((candidate) => candidate.isGiven && candidate.commitQty !== null);
  const uoms = [...new Set(rows.flatMap((row) => row.line.uom ?? []))];
  const digits = await Promise.all(uoms.map((uom) => uomDecimals(find, uom)));
  return rows.flatMap((row) => {
    const most = digits[uoms.indexOf(row.line.uom ?? "")] ?? 6;
    if (!isNonNegative(row.commitQty!)) return [refuse("PUR-0001", "承诺数量须为不小于0的数", "A commitment is a number not below 0")];
    return fitsDecimals(row.commitQty!, most) ? [] : [tooFine("answers", row.commitQty!, row.line.uom ?? "-", most)];
  });
}

const laid = (rows: ReturnType<typeof answered>): Effect[] =>
  rows.flatMap((row) =>
    row.isGiven ? [set(row.period, { commitQty: row.commitQty, gapReason: row.gapReason, gapRemark: row.gapRemark })] : [],
  );

const keep = rule(forecast, "doSaveCommit", {
  reads: async (doc, find, input) => ({ faults: await answerFaults(doc, find, given(input.answers)) }),
  decide: (doc, { faults }, input) =>
    faults.length ? faults : [...laid(answered(doc, given(input.answers))), set(doc, { readFlag: "Y" })],
});

const answeredNow = (doc: Forecast, at: Moment): Effect[] => [
  set(doc, { replyDate: at.now, lateFlag: late(doc, at) ? "Y" : "N", readFlag: "Y", refuseReason: null }),
];

const reply = rule(forecast, "doReply", {
  reads: async (doc, find, input) => ({ faults: await answerFaults(doc, find, given(input.answers)) }),
  decide: (doc, { faults }, input, _, at) => {
    const rows = answered(doc, given(input.answers));
    const owed = faults.length ? faults : owedBy(rows);
    if (owed.length) return owed;
    const agreed = isAsAsked(rows);
    return [...laid(rows), set(doc, { status: agreed ? "CONFIRMED" : "REPLIED" }), ...answeredNow(doc, at)];
  },
});

const acceptAll = rule(forecast, "doAcceptAll", {
  decide: (doc, _, __, ___, at) => [
    ...doc.lines.flatMap((line) =>
      line.periods.map((period) => set(period, { commitQty: period.demandQty, gapReason: null, gapRemark: null })),
    ),
    ...answeredNow(doc, at),
  ],
});

const refuseAll = rule(forecast, "doRefuseReply", {
  decide: (doc, _, input, __, at) => [set(doc, { refuseReason: input.refuseWhy ?? null, replyDate: at.now, readFlag: "Y" })],
});

const read = rule(forecast, "doRead", { decide: (doc) => (doc.readFlag === "Y" ? [] : set(doc, { readFlag: "Y" })) });

const accept = rule(forecast, "doApprove", {
  decide: (doc) => tell("PUR_FORECAST_ACCEPTED", about(doc)),
});

const sendBack = rule(forecast, "doRefuse", {
  decide: (doc, _, input, __, at) => {
    const deadline = String(input.newDeadline ?? "");
    return [
      !(Date.parse(deadline) > Date.parse(at.now)) &&
        fault("newDeadline", "PUR-0007", "回复截止须晚于现在", "The deadline must be in the future"),
      set(doc, { refuseReason: input.refuseWhy ?? null, replyDeadline: deadline, readFlag: "N" }),
      tell("PUR_FORECAST_SENT_BACK", {
        id: doc.id,
        num: doc.forecastNum,
        v: doc.versionNo,
        deadline,
        supplierId: doc.supplierId,
        why: input.refuseWhy ?? "",
      }),
    ];
  },
});

const change = rule(forecast, "doChange", {
  reads: async (doc, find) => ({
    newer: await find.where(forecast, { forecastNum: doc.forecastNum, versionNo: { above: doc.versionNo } }, 50),
  }),
  decide: (doc, { newer }, _, __, at) => {
    const id = at.newId();
    const last = newer.toSorted((a, b) => b.versionNo - a.versionNo)[0];
    return [
      last !== undefined &&
        refuse(
          "PUR-1104",
          `预测[${doc.forecastNum}]已存在更新版本V${last.versionNo}`,
          `Forecast ${doc.forecastNum} already has version ${last.versionNo}`,
          { data: { forecastId: last.id } },
        ),
      make(forecast, id, {
        forecastNum: doc.forecastNum,
        versionNo: doc.versionNo + 1,
        prevForecastId: doc.id,
        orgId: doc.orgId,
        supplierId: doc.supplierId,
        supplierSiteId: doc.supplierSiteId,
        periodType: doc.periodType,
        startPeriod: doc.startPeriod,
        periodCount: doc.periodCount,
        firmPeriods: doc.firmPeriods,
        materialPeriods: doc.materialPeriods,
        replyDeadline: doc.replyDeadline,
        remark: doc.remark,
        lines: doc.lines.map((line) => ({
          itemId: line.itemId,
          invOrgId: line.invOrgId,
          uom: line.uom,
          categoryId: line.categoryId,
          periods: line.periods.map((period) => ({
            periodStart: period.periodStart,
            periodEnd: period.periodEnd,
            demandQty: period.demandQty,
            prevDemandQty: period.demandQty,
          })),
        })),
      }),
      reveal({ id }),
    ];
  },
});

const invalid = rule(forecast, "doInvalid", {
  decide: (doc, _, input) => [
    set(doc, { invalidReason: input.invalidWhy ?? null }),
    doc.publishDate !== null && endTold(doc, input.invalidWhy),
  ],
});

export const forecastRules = [
  ...[save, publish, approve, withdraw, keep, reply, acceptAll],
  ...[refuseAll, read, accept, sendBack, change, invalid],
];
