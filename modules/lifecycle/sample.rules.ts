import { cmp, mul, trim } from "#kernel/decimal.ts";
import type { Doc, Entity } from "#kernel/entity.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import { make, reveal, rule, run, set, tell, type Effect, type Find, type Rule } from "#kernel/rule.ts";
import { getProfile } from "#modules/base/index.ts";
import { nodeClosed, track } from "#modules/supplier/index.ts";
import { figuresOf, isLimited, judgeOf, proposedResult } from "./judge.ts";
import { sampleTrial } from "./sample.entity.ts";
import { resultWords } from "./trial-result.ts";

type Trial = Doc<typeof sampleTrial>;
type Line = Trial["lines"][number];
type Test = Line["tests"][number];

const node = "SAMPLE_TRIAL";

/** What an item is called and which category it belongs to. */
export interface Goods {
  readonly id: string;
  readonly itemCode: string | null;
  readonly itemName: string;
  readonly itemNameEn: string | null;
  readonly categoryId: string;
}

/** The items that lines name, by id. */
export async function goodsOf(find: Find, lines: readonly { readonly itemId: string | null }[]): Promise<ReadonlyMap<string, Goods>> {
  const ids = [...new Set(lines.flatMap((line) => line.itemId ?? []))];
  const found = ids.length ? await find.where(find.entity("SrmBaseItem"), { id: ids }) : [];
  return new Map((found as unknown as readonly Goods[]).map((goods) => [goods.id, goods]));
}

/** "M-100 钢板、支架样件": what a document is about, for its list, in both languages. */
export function spokenOf(
  lines: readonly { readonly itemId: string | null; readonly itemDesc: string | null }[],
  goods: ReadonlyMap<string, Goods>,
): { readonly itemLine: string; readonly itemLineEn: string } {
  const describe = (nameOf: (row: Goods) => string, between: string): string =>
    lines
      .map((line) => {
        const entry = line.itemId ? goods.get(line.itemId) : undefined;
        return entry ? `${entry.itemCode ?? ""} ${nameOf(entry)}`.trim() : (line.itemDesc ?? "");
      })
      .join(between)
      .slice(0, 1000);
  return { itemLine: describe((row) => row.itemName, "、"), itemLineEn: describe((row) => row.itemNameEn || row.itemName, ", ") };
}

/** The introduction a document belongs to, and why its node takes no document now. */
export async function stepOf(find: Find, trackId: string | null, nodeCode: string): Promise<Refusal | null> {
  const found = await find.maybe(track, trackId);
  return found ? nodeClosed(found, nodeCode) : null;
}

/** What a document tells its introduction. */
export const noted = (
  doc: { readonly id: string; readonly trackId: string | null },
  entity: Entity,
  nodeCode: string,
  nodeStatus: "DOING" | "PASSED" | "CONDITIONAL" | "FAILED",
  more: { readonly reason?: string | null; readonly roundLeft?: "Y" } = {},
): Effect | false =>
  doc.trackId !== null && run(track, doc.trackId, "doNode", { nodeCode, nodeStatus, docType: entity.name, docId: doc.id, ...more });

/** An introduction belongs to one supplier; its documents to the same. */
export const strange = (found: { readonly supplierId: string } | null, supplierId: string): Refusal | false =>
  found !== null &&
  found.supplierId !== supplierId &&
  refuse("SLC_TRK_004", "所选引入不属于该供应商", "The chosen onboarding belongs to another supplier", {
    fieldErrors: [{ path: "trackId", code: "SLC_TRK_004", text: ["不属于该供应商", "Belongs to another supplier"] }],
  });

const testsOf = (doc: Trial): readonly Test[] => doc.lines.flatMap((line) => line.tests);

const save = rule(sampleTrial, "saveOrUpdate", {
  reads: async (doc, find) => ({
    goods: await goodsOf(find, doc.lines),
    found: await find.maybe(track, doc.trackId),
    others: doc.trackId ? await find.where(sampleTrial, { trackId: doc.trackId, status: { not: "CANCELLED" } }) : [],
  }),
  decide: (doc, { goods, found, others }) => {
    const chainId = doc.chainId ?? doc.id;
    const other = others.find((row) => row.id !== doc.id && row.chainId !== chainId);
    return [
      strange(found, doc.supplierId),
      other !== undefined &&
        refuse(
          "SLC_SMP_004",
          `该引入已有样品试用${other.trialNo ?? ""}，请从中发起下一轮`,
          `This onboarding already has sample trial ${other.trialNo ?? ""}. Start the next round from it`,
          { data: { trialId: other.id } },
        ),
      ...testsOf(doc)
        .filter((test) => test.lowerLimit !== null && test.upperLimit !== null && cmp(test.lowerLimit, test.upperLimit) > 0)
        .map((test) =>
          refuse("SLC_SMP_006", `检测项${test.testItem}的下限大于上限`, `The lower limit of ${test.testItem} is above its upper limit`),
        ),
      ...doc.lines
        .filter((line) => line.itemId !== null && !line.itemDesc)
        .map((line) => set(line, { itemDesc: goods.get(line.itemId!)?.itemName ?? null })),
      set(doc, { chainId, ...spokenOf(doc.lines, goods) }),
    ];
  },
});

const send = rule(sampleTrial, "doSend", {
  reads: async (doc, find) => ({ closed: await stepOf(find, doc.trackId, node) }),
  decide: (doc, { closed }, _, __, at) => [
    closed,
    doc.lines.length === 0 && refuse("SLC_SMP_007", "请填写样品行", "Add at least one sample line"),
    doc.sendDueDate < at.today && refuse("SLC_SMP_008", "送样期限不能早于今天", "The sending date cannot be in the past"),
    tell("SAMPLE_REQUEST", { id: doc.id, no: doc.trialNo, date: doc.sendDueDate, supplierId: doc.supplierId }),
    noted(doc, sampleTrial, node, "DOING"),
  ],
});

/** Whoever asked for the samples hears what the supplier answered. */
const answered = (doc: Trial, cn: string, en: string): Effect =>
  tell("SAMPLE_ANSWERED", { id: doc.id, no: doc.trialNo, answer: cn, answerEn: en, ownerId: doc.createdBy, supplierId: doc.supplierId });

const confirm = rule(sampleTrial, "doSupplierConfirm", {
  decide: (doc, _, input) => [
    set(doc, { supplierRemark: input.supplierRemark ?? null }),
    answered(doc, "确认送样", "will send the samples"),
  ],
});

const refusal = rule(sampleTrial, "doSupplierRefuse", {
  decide: (doc, _, input) => [
    set(doc, { endReason: input.refuseReason ?? null }),
    answered(doc, `不能送样：${input.refuseReason}`, `will not send samples: ${input.refuseReason}`),
  ],
});

const dispatch = rule(sampleTrial, "doDispatch", {
  decide: (doc, _, input, __, at) => {
    const values = new Map((input.values ?? []).map((entry) => [entry.testId, entry.supplierValue]));
    return [
      set(doc, {
        carrier: input.carrier ?? null,
        trackingNo: input.trackingNo ?? null,
        dispatchDate: input.dispatchDate ?? at.today,
        dispatchFileIds: input.dispatchFiles ?? null,
      }),
      ...testsOf(doc)
        .filter((test) => values.has(test.id))
        .map((test) => set(test, { supplierValue: values.get(test.id) ?? null })),
      answered(doc, `已寄出 ${input.carrier} ${input.trackingNo}`, `sent the samples by ${input.carrier} ${input.trackingNo}`),
    ];
  },
});

const receive = rule(sampleTrial, "doReceive", {
  decide: (doc, _, input, me, at) => {
    const came = new Map((input.lines ?? []).map((line) => [line.lineId, line.receivedQty]));
    return [
      ...doc.lines.flatMap((line) => {
        const qty = came.get(line.id);
        if (qty === undefined)
          return refuse("SLC_SMP_009", `请填写${line.itemDesc ?? ""}的收到数量`, `Enter the received quantity of ${line.itemDesc ?? ""}`);
        const most = mul(line.sampleQty, "2");
        return cmp(qty, most) > 0
          ? refuse(
              "SLC_SMP_002",
              `${line.itemDesc ?? ""}收到数量${trim(qty)}超过上限${trim(most)}（送样数量的2倍）`,
              `${trim(qty)} of ${line.itemDesc ?? ""} is more than ${trim(most)}, twice the requested quantity`,
            )
          : set(line, { receivedQty: qty });
      }),
      set(doc, { receiveDate: input.receiveDate ?? at.today, receiverId: me.userId }),
    ];
  },
});

/** A limit decides by itself; where there is none a person does. */
function judged(test: Test, measuredValue: string | null, value: string | null): string | null | Refusal {
  if (measuredValue && isLimited(test) && figuresOf(measuredValue) === null)
    return refuse(
      "SLC_SMP_003",
      `检测项${test.testItem}有上下限，实测值须为数值`,
      `${test.testItem} has limits; its measured value must be a number`,
    );
  return isLimited(test) ? judgeOf(test, measuredValue) : value;
}

const test = rule(sampleTrial, "doTest", {
  decide: (doc, _, input, me) => {
    const values = new Map((input.tests ?? []).map((entry) => [entry.testId, entry]));
    const results = new Map((input.lines ?? []).map((line) => [line.lineId, line.lineResult]));
    return doc.lines.flatMap((line): (Refusal | Effect)[] => {
      const judges = line.tests.map((row) => {
        const given = values.get(row.id);
        return given ? judged(row, given.measuredValue, given.judge) : row.judge;
      });
      const refused = judges.filter((judge): judge is Refusal => typeof judge === "object" && judge !== null);
      if (refused.length) return refused;
      const effects = line.tests.flatMap((row, i) => {
        const given = values.get(row.id);
        return given ? [set(row, { measuredValue: given.measuredValue, judge: judges[i] as string | null, testerId: me.userId })] : [];
      });
      const proposed = proposedResult(judges as (string | null)[]);
      const chosen = results.has(line.id) ? results.get(line.id)! : null;
      return [...effects, set(line, { lineResult: chosen ?? proposed })];
    });
  },
});

const submit = rule(sampleTrial, "doSubmit", {
  decide: (doc, _, input) => {
    const open = doc.lines.filter((line) => line.lineResult === null || line.tests.some((row) => row.judge === null));
    const bad = doc.lines.filter((line) => line.lineResult === "FAIL");
    const named = (lines: readonly Line[]) => lines.map((line) => line.itemDesc ?? "").join("、");
    return [
      ...(open.length ? [refuse("SLC_SMP_010", `还有样品未判定：${named(open)}`, `Not assessed yet: ${named(open)}`)] : []),
      input.result === "PASS" &&
        bad.length > 0 &&
        refuse("SLC_SMP_011", `${named(bad)}不合格，结论不能为合格`, `${named(bad)} failed; the result cannot be a pass`),
      input.result !== "PASS" &&
        !input.resultDesc &&
        refuse("SLC_SMP_012", "有条件合格或不合格须填写说明", "A result other than pass needs a note", {
          fieldErrors: [{ path: "resultDesc", code: "SLC_SMP_012", text: ["请填写说明", "Enter a note"] }],
        }),
      set(doc, { result: input.result ?? null, resultDesc: input.resultDesc ?? null }),
    ];
  },
});

const roundsOf = async (find: Find, doc: Trial): Promise<number> =>
  Number((await getProfile(find, "SLC_SAMPLE_MAX_ROUND", { orgId: doc.orgId })).value);

const approve = rule(sampleTrial, "doApproval", {
  reads: async (doc, find) => ({ most: await roundsOf(find, doc) }),
  decide: (doc, { most }) => {
    const failed = doc.result === "FAIL";
    const more = failed && doc.roundNo < most;
    return [
      set(doc, { toldResult: doc.result, toldDesc: doc.resultDesc }),
      ...doc.lines.map((line) => set(line, { toldResult: line.lineResult })),
      ...testsOf(doc).map((row) => set(row, { toldValue: row.measuredValue, toldJudge: row.judge })),
      tell("SAMPLE_RESULT", {
        id: doc.id,
        no: doc.trialNo,
        ...resultWords(doc.result),
        supplierId: doc.supplierId,
        ownerId: doc.createdBy,
      }),
      noted(doc, sampleTrial, node, failed ? "FAILED" : doc.result === "CONDITIONAL" ? "CONDITIONAL" : "PASSED", {
        reason: doc.resultDesc?.slice(0, 300) ?? null,
        ...(more ? { roundLeft: "Y" as const } : {}),
      }),
    ];
  },
});

const cancel = rule(sampleTrial, "doCancel", {
  decide: (doc, _, input) => [
    set(doc, { endReason: input.cancelReason ?? null }),
    tell("SAMPLE_CANCELLED", { id: doc.id, no: doc.trialNo, reason: input.cancelReason ?? "", supplierId: doc.supplierId }),
  ],
});

const copied = (line: Line) => ({
  itemId: line.itemId,
  itemDesc: line.itemDesc,
  drawingVersion: line.drawingVersion,
  sampleQty: line.sampleQty,
  uom: line.uom,
  requirement: line.requirement,
  tests: line.tests.map(({ testItem, standard, lowerLimit, upperLimit }) => ({ testItem, standard, lowerLimit, upperLimit })),
});

const next = rule(sampleTrial, "doNextRound", {
  reads: async (doc, find) => ({
    most: await roundsOf(find, doc),
    closed: await stepOf(find, doc.trackId, node),
    isBegun: await find.exists(sampleTrial, { chainId: doc.chainId, roundNo: doc.roundNo + 1, status: { not: "CANCELLED" } }),
  }),
  decide: (doc, { most, closed, isBegun }, _, __, at) => {
    if (doc.result !== "FAIL") return refuse("SLC_SMP_013", "只有不合格的一轮之后才能发起下一轮", "A next round follows only a failed one");
    if (doc.roundNo >= most) return refuse("SLC_SMP_001", `送样轮次已达上限${most}`, `Sample rounds reached the limit ${most}`);
    const id = at.newId();
    const { supplierId, orgId, trackId, chainId, receiveAddressId, contactId, feeBearer, sampleFee, currency, refundRule } = doc;
    const { itemLine, itemLineEn } = doc;
    return [
      isBegun && refuse("SLC_SMP_005", "下一轮已经发起", "The next round has already started"),
      closed,
      make(sampleTrial, id, {
        supplierId,
        orgId,
        trackId,
        chainId,
        receiveAddressId,
        contactId,
        feeBearer,
        sampleFee,
        currency,
        refundRule,
        itemLine,
        itemLineEn,
        roundNo: doc.roundNo + 1,
        sendDueDate: doc.sendDueDate < at.today ? at.today : doc.sendDueDate,
        lines: doc.lines.map(copied),
      }),
      reveal({ nextId: id }),
    ];
  },
});

/** From the request for samples to the last round. */
export const sampleRules: readonly Rule[] = [save, send, confirm, refusal, dispatch, receive, test, submit, approve, cancel, next];
