import { cmp, format, sum, trim } from "#kernel/decimal.ts";
import type { Doc } from "#kernel/entity.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import { rule, run, set, tell, warn, type Effect, type Find, type Rule } from "#kernel/rule.ts";
import { supplierCategory, supplierInfo, track, trackEnded } from "#modules/supplier/index.ts";
import { overCounted, reaches } from "./judge.ts";
import { sampleTrial } from "./sample.entity.ts";
import { goodsOf, noted, spokenOf, stepOf, strange } from "./sample.rules.ts";
import { resultWords } from "./trial-result.ts";
import { trialFigures, trialOrders, type TrialAsked } from "./trial-facts.ts";
import { batchTryout } from "./tryout.entity.ts";

type Tryout = Doc<typeof batchTryout>;
const node = "BATCH_TRYOUT";

const asked = (doc: Tryout): TrialAsked => ({
  tryoutId: doc.id,
  supplierId: doc.supplierId,
  orgId: doc.orgId,
  itemIds: doc.lines.map((line) => line.itemId),
  from: doc.planStart,
});

const save = rule(batchTryout, "saveOrUpdate", {
  reads: async (doc, find) => ({
    goods: await goodsOf(find, doc.lines),
    found: await find.maybe(track, doc.trackId),
    trial: await find.maybe(sampleTrial, doc.sampleTrialId),
  }),
  decide: (doc, { goods, found, trial }) => [
    strange(found, doc.supplierId),
    trial !== null &&
      trial.supplierId !== doc.supplierId &&
      refuse("SLC_TRY_006", "所选样品单不属于该供应商", "The sample trial chosen belongs to another supplier"),
    ...doc.lines.map((line) => set(line, { itemDesc: goods.get(line.itemId)?.itemName ?? null })),
    set(doc, spokenOf(doc.lines, goods)),
  ],
});

const submit = rule(batchTryout, "doSubmit", {
  reads: async (doc, find) => ({ closed: await stepOf(find, doc.trackId, node) }),
  decide: (doc, { closed }, _, __, at) => [
    closed,
    doc.lines.length === 0 && refuse("SLC_TRY_002", "请填写试用行", "Add at least one line"),
    doc.planEnd < at.today && refuse("SLC_TRY_003", "计划结束日期已过", "The plan ends in the past"),
    noted(doc, batchTryout, node, "DOING"),
  ],
});

/** The grants the supplier has for the categories of these lines, in this organisation or in the whole group. */
async function grantsOf(find: Find, doc: Tryout) {
  const goods = await goodsOf(find, doc.lines);
  const ids = [...new Set([...goods.values()].map((good) => good.categoryId))];
  const rows = ids.length
    ? await find.where(supplierCategory, { supplierId: doc.supplierId, categoryId: ids, any: [{ orgId: doc.orgId }, { orgId: null }] })
    : [];
  return { goods, ids, rows };
}

type Grants = Awaited<ReturnType<typeof grantsOf>>;
const isQualified = ({ rows }: Grants, categoryId: string): boolean =>
  rows.some((row) => row.categoryId === categoryId && row.categoryStatus === "QUALIFIED");

/** Opens the categories of a plan for trial orders, up to what was planned; what is qualified already stays so. */
function opened(doc: Tryout, grants: Grants): (Effect | false)[] {
  const wanted = grants.ids.filter((categoryId) => !isQualified(grants, categoryId));
  const planned = (categoryId: string) =>
    sum(doc.lines.filter((line) => grants.goods.get(line.itemId)?.categoryId === categoryId).map((line) => line.planQty));
  return [
    wanted.length < grants.ids.length &&
      warn("SLC_TRY_007", "部分品类已合格，保持合格状态", "Some categories are already qualified and stay qualified"),
    wanted.length > 0 &&
      run(supplierInfo, doc.supplierId, "doGrant", {
        categories: wanted.map((categoryId) => ({
          orgId: doc.orgId,
          categoryId,
          categoryStatus: "TRIAL",
          trialQtyLimit: planned(categoryId),
          trialAmountLimit: doc.trialAmountLimit,
          trialValidTo: doc.planEnd,
        })),
        docType: batchTryout.name,
        docId: doc.id,
        why: doc.tryoutNo ?? "",
      }),
  ];
}

/** Closes for trial orders what this tryout had opened. */
function closed(doc: Tryout, { rows }: Grants, reason: string): Effect | false {
  const own = rows.filter((row) => row.categoryStatus === "TRIAL" && row.sourceDocId === doc.id);
  return (
    own.length > 0 &&
    run(supplierInfo, doc.supplierId, "doGrant", {
      categories: own.map(({ orgId, categoryId }) => ({ orgId, categoryId, categoryStatus: "CANDIDATE", statusReason: reason })),
      docType: batchTryout.name,
      docId: doc.id,
      why: reason.slice(0, 500),
    })
  );
}

const approve = rule(batchTryout, "doApproval", {
  reads: async (doc, find) => ({ grants: await grantsOf(find, doc), of: await find.maybe(track, doc.trackId) }),
  decide: (doc, { grants, of }) => [of !== null && trackEnded(of), set(doc, { startedFlag: "Y" }), ...opened(doc, grants)],
});

const approveResult = rule(batchTryout, "doApproveResult", {
  reads: async (doc, find) => ({ grants: await grantsOf(find, doc) }),
  decide: (doc, { grants }) => {
    const failed = doc.result === "FAIL";
    return [
      set(doc, { toldResult: doc.result, toldDesc: doc.resultDesc }),
      failed && closed(doc, grants, "小批量试用不合格"),
      tell("TRYOUT_RESULT", { id: doc.id, no: doc.tryoutNo, ...resultWords(doc.result), supplierId: doc.supplierId, ownerId: doc.ownerId }),
      noted(doc, batchTryout, node, failed ? "FAILED" : doc.result === "CONDITIONAL" ? "CONDITIONAL" : "PASSED", {
        reason: doc.resultDesc?.slice(0, 300) ?? null,
      }),
    ];
  },
});

const link = rule(batchTryout, "linkOrder", {
  reads: async (doc, find) => ({ known: await trialOrders.ask(find, asked(doc)) }),
  decide: (doc, { known }, input, me, at) => {
    const line = doc.lines.find((row) => row.id === input.lineId);
    if (!line) return refuse("SUP_AUTH_404", "数据不存在或无权查看", "Not found or not visible");
    const found = known.find((trialOrder) => trialOrder.itemId === line.itemId && (!input.orderNo || trialOrder.orderNo === input.orderNo));
    if (known.length > 0 && !found) return refuse("SLC_TRY_004", "没有该物料的试用订单", "There is no such trial order for the item");
    return set(line, {
      orderNo: found?.orderNo ?? input.orderNo ?? null,
      orderLineId: found?.orderLineId ?? null,
      orderClosedFlag: found ? (found.isOpen ? "N" : "Y") : (input.orderClosedFlag ?? "N"),
      ...(found ? {} : { filledBy: me.userId, filledDate: at.now }),
    });
  },
});

const fill = rule(batchTryout, "doFillResult", {
  reads: async (doc, find) => ({ known: await trialFigures.ask(find, asked(doc)) }),
  decide: (doc, { known }, input, me, at) => {
    const typed = new Map((input.lines ?? []).map((line) => [line.lineId, line]));
    return doc.lines.flatMap((line): (Refusal | Effect)[] => {
      const found = known.find((trialFigures) => trialFigures.itemId === line.itemId);
      const given = found ?? typed.get(line.id);
      if (!given) return [];
      const { receivedQty, okQty, ngQty, concessionQty, defectDesc } = given;
      if (overCounted(given))
        return [
          refuse(
            "SLC_TRY_005",
            `${line.itemDesc ?? ""}：合格、不良与让步之和大于收货数量`,
            `${line.itemDesc ?? ""}: OK, not OK and concession exceed the received quantity`,
          ),
        ];
      return [
        set(line, {
          receivedQty,
          okQty,
          ngQty,
          concessionQty,
          defectDesc: defectDesc ?? null,
          figureSource: found ? "SYSTEM" : "HAND",
          filledBy: me.userId,
          filledDate: at.now,
        }),
      ];
    });
  },
});

const submitResult = rule(batchTryout, "doSubmitResult", {
  decide: (doc, _, input) => {
    const empty = doc.lines.filter((line) => line.receivedQty === null || cmp(line.receivedQty, "0") === 0);
    const short = doc.lines.filter((line) => !empty.includes(line) && !reaches(line, doc.passLine));
    const line = trim(doc.passLine);
    return [
      ...(empty.length
        ? [
            refuse(
              "SLC_TRY_008",
              `${empty.map((row) => row.itemDesc).join("、")}还没有收货结果`,
              `No figures yet for ${empty.map((row) => row.itemDesc).join(", ")}`,
            ),
          ]
        : []),
      ...(input.result === "PASS"
        ? short.map((row) => {
            const rate = format(row.passRate ?? "0", { scale: 2 });
            return refuse(
              "SLC_TRY_001",
              `${row.itemDesc ?? ""}合格率${rate}%低于要求${line}%，结论不能为合格`,
              `${row.itemDesc ?? ""} reached ${rate}%, below the required ${line}%; the result cannot be a pass`,
            );
          })
        : []),
      input.result !== "PASS" &&
        !input.resultDesc &&
        refuse("SLC_TRY_009", "有条件合格或不合格须填写说明", "A result other than pass needs a note", {
          fieldErrors: [{ path: "resultDesc", code: "SLC_TRY_009", text: ["请填写说明", "Enter a note"] }],
        }),
      set(doc, { result: input.result ?? null, resultDesc: input.resultDesc ?? null }),
    ];
  },
});

const abolish = rule(batchTryout, "doAbolish", {
  reads: async (doc, find) => ({ known: await trialOrders.ask(find, asked(doc)), grants: await grantsOf(find, doc) }),
  decide: (doc, { known, grants }, input) => {
    const byHand = doc.lines.filter((line) => line.orderNo !== null && line.orderLineId === null && line.orderClosedFlag === "N");
    const open = [
      ...new Set([
        ...known.filter((trialOrder) => trialOrder.isOpen).map((trialOrder) => trialOrder.orderNo),
        ...byHand.map((line) => line.orderNo!),
      ]),
    ];
    return [
      open.length > 0 &&
        refuse(
          "SLC_TRY_010",
          `试用订单${open.join("、")}未关闭，不能作废`,
          `Trial order ${open.join(", ")} is open; the pilot run cannot be voided`,
        ),
      set(doc, { endReason: input.abolishReason ?? null }),
      tell("TRYOUT_ENDED", { id: doc.id, no: doc.tryoutNo, reason: input.abolishReason ?? "", supplierId: doc.supplierId }),
      closed(doc, grants, input.abolishReason ?? ""),
    ];
  },
});

const cancel = rule(batchTryout, "doCancel", { decide: (doc, _, input) => set(doc, { endReason: input.cancelReason ?? null }) });

/** From the plan of a small batch to its result. */
export const tryoutRules: readonly Rule[] = [save, submit, approve, link, fill, submitResult, approveResult, abolish, cancel];
