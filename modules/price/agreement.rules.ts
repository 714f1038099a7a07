import { cmp, isZero, sum, trim } from "#kernel/decimal.ts";
import type { Doc } from "#kernel/entity.ts";
import { lookupValue } from "#kernel/platform/lookup.entity.ts";
import { Refusal, refuse } from "#kernel/refusal.ts";
import { revisionFaults } from "#kernel/revision-diff.ts";
import { copyOf, marked } from "#kernel/revision-rule.ts";
import { ask, make, reveal, rule, set, warn, type Effect, type Find, type Moment } from "#kernel/rule.ts";
import { billType, digitsOf, goodsWords, item, typeByHand, withoutConversion } from "#modules/base/index.ts";
import { fault } from "#modules/demand/index.ts";
import { supplierInfo, supplierWords, tradeGate } from "#modules/supplier/index.ts";
import { belowUse, saveFaults, submitFaults } from "./agreement-check.ts";
import { agreement } from "./agreement.entity.ts";
import { aslFor } from "./asl.ask.ts";
import { aslRefusal } from "./asl.ts";
import { awardQuestions } from "./agreement-trade.ts";
import { givenBack, held } from "./agreement-demand.ts";
import { itemFaults } from "./agreement-items.ts";
import { overlaps } from "./price-cut.ts";
import { priceFacts, pricesOf } from "./price-rows.ts";

export type Agreement = Doc<typeof agreement>;
type Line = Agreement["lines"][number];

/** The agreement a document stands for: itself, or the one it is to revise. */
export const identity = (doc: Agreement): string => doc.liveId ?? doc.id;

async function decimalsOf(find: Find, uoms: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const wanted = [...new Set(uoms)];
  const values = wanted.length ? await find.where(lookupValue, { lookupType: "UOM", lookupCode: wanted }, 500) : [];
  return new Map(
    wanted.map((uom) => {
      const extra = values.find((doc) => doc.lookupCode === uom)?.extra as { decimals?: number } | null | undefined;
      return [uom, Number(extra?.decimals ?? 6)];
    }),
  );
}

/** Line numbers go on from the highest there ever was; a number is never given twice. */
function numbered(doc: Agreement, live: Agreement | null): Map<Line, number> {
  let last = Math.max(0, ...[...doc.lines, ...(live?.lines ?? [])].map((line) => line.lineNum ?? 0));
  return new Map(doc.lines.map((line) => [line, line.lineNum ?? ++last]));
}

/** What a line takes over from its item and its place: number, decimals, words, category, steps in order. */
function completed(line: Line, lineNum: number, digits: number, of: Doc<typeof item> | undefined): Effect[] {
  const steps = line.steps.toSorted((a, b) => cmp(a.fromQty || "0", b.fromQty || "0"));
  return [
    set(line, {
      lineNum,
      uomDecimals: digits,
      ...(of ? { itemDesc: line.itemDesc || of.itemName, categoryId: of.categoryId } : {}),
      ...(line.stepFlag === "Y" ? {} : { stepMode: null }),
    }),
    ...steps.map((step, i) => set(step, { stepNum: i + 1 })),
  ];
}

const save = rule(agreement, "saveOrUpdate", {
  reads: async (doc, find, _, __, at) => {
    const ids = [...new Set(doc.lines.flatMap((line) => (line.itemId ? [line.itemId as string] : [])))];
    const [items, decimals, chosen, live] = await Promise.all([
      ids.length ? find.where(item, { id: ids }, 5000) : [],
      decimalsOf(
        find,
        doc.lines.flatMap((line) => (line.uom ? [line.uom] : [])),
      ),
      typeByHand(find, "AGREEMENT", doc.orgId ?? null, doc.billTypeId ?? null),
      find.maybe(agreement, doc.liveId),
    ]);
    // what orders rely on already keeps its unit
    const units = doc.lines.map((line) => ({
      item: line.liveLineId ? undefined : items.find((row) => row.id === line.itemId),
      uom: line.uom ?? null,
    }));
    const unconverted = await withoutConversion(find, units, doc.startDate > at.today ? doc.startDate : at.today);
    return { items, decimals, chosen, live, unconverted };
  },
  decide: (doc, { items, decimals, chosen, live, unconverted }) => {
    const numbers = numbered(doc, live);
    if (chosen instanceof Refusal) return chosen;
    const { type } = chosen;
    return [
      !doc.billTypeId && set(doc, { billTypeId: type.id }),
      ...saveFaults(doc, decimals, [...numbers.values()]),
      ...unconverted.map((no, i) => no !== null && fault(`lines[${i}].uom`, no.code, ...no.text)),
      ...(live ? revisionFaults(agreement, live, doc) : []),
      type.billCategory !== "AGREEMENT" && fault("billTypeId", "PUR-0001", "请选择协议类的单据类型", "Choose an agreement type"),
      ...doc.lines.flatMap((line) =>
        completed(
          line,
          numbers.get(line)!,
          decimals.get(line.uom) ?? 6,
          items.find((row) => row.id === line.itemId),
        ),
      ),
    ];
  },
});

const remove = rule(agreement, "delete", {
  reads: (doc, find) => held(doc, find),
  decide: (doc, rels) => [
    doc.liveId !== null && refuse("PUR-0003", "变更草稿请用“放弃变更”结束", "To end a draft revision, discard the change"),
    ...givenBack(doc, rels, "协议草稿删除"),
  ],
});

async function checks(doc: Agreement, find: Find, at: Moment) {
  const type = await find.one(billType, doc.billTypeId ?? "");
  const onDate = doc.startDate > at.today ? doc.startDate : at.today;
  const drafts = pricesOf(doc, { id: identity(doc), num: doc.agreementNum }, (line) => line.id);
  const [asl, who, goods, barred, known, live, digits] = await Promise.all([
    type.aslControl === "NONE"
      ? []
      : Promise.all(
          doc.lines.map((line) =>
            aslFor(find, {
              orgId: doc.orgId,
              itemId: line.itemId,
              categoryId: line.categoryId,
              supplierId: doc.supplierId,
              supplierSiteId: doc.supplierSiteId,
              onDate,
            }),
          ),
        ),
    find.maybe(supplierInfo, doc.supplierId),
    find.where(item, { id: doc.lines.flatMap((line) => (line.itemId ? [line.itemId as string] : [])) }, 5000),
    tradeGate.ask(find, awardQuestions(doc, at.today)),
    priceFacts(find, drafts, null),
    find.maybe(agreement, doc.liveId),
    digitsOf(find, doc.currency),
  ]);
  const supplier = supplierWords(who, doc.supplierId);
  const missing = asl.flatMap((found, i) => {
    const line = doc.lines[i]!;
    const subject = goodsWords(goods.find((good) => good.id === line.itemId)?.itemCode ?? line.itemDesc, null);
    const why = aslRefusal(found, { onDate }, { supplier, subject });
    return why ? [why] : [];
  });
  const replaced = known.older.filter(
    (row) => row.sourceId !== identity(doc) && drafts.some((draft) => draft.priceKey === row.priceKey && overlaps(row, draft)),
  );
  return { type, missing, barred, replaced, live, digits, unbought: await itemFaults(find, doc, live, at.today) };
}

const submit = rule(agreement, "doSubmit", {
  reads: (doc, find, _, __, at) => checks(doc, find, at),
  decide: (doc, { type, missing, barred, replaced, live, digits, unbought }, _, __, at) => {
    const nums = [...new Set(replaced.map((row) => row.sourceNum ?? ""))].join(", ");
    return [
      ...submitFaults(doc, type.allowRisingStep === "Y", at.today),
      ...barred,
      ...unbought,
      ...(type.aslControl === "BLOCK" ? missing : missing.map((refusal) => warn(refusal.code, refusal.text[0], refusal.text[1]))),
      ...(live ? belowUse(live, doc, digits) : []),
      replaced.length > 0 &&
        ask(
          "PUR-2102",
          `与价格[${nums}]有效期重叠，生效后将取代其重叠部分，确定吗？`,
          `Validity overlaps price ${nums}. Once effective, this one replaces the overlap. Continue?`,
        ),
      marked(agreement, doc, "APPROVING"),
      set(doc, { confirmStatus: "NONE", refuseReason: null }),
    ];
  },
});

const copy = rule(agreement, "doCopy", {
  decide: (doc, _, __, ___, at) => {
    const id = at.newId();
    return [
      make(agreement, id, { ...copyOf(agreement, doc), sourceType: "MANUAL", sourceId: null, contractId: null, fileIds: null }),
      reveal({ id }),
    ];
  },
});

/** How much of the agreement is in use, as people read it. */
export const inUse = (doc: Agreement): string | null => {
  const qty = sum(doc.lines.flatMap((line) => [line.occupiedQty, line.releasedQty]));
  const amount = sum([doc.occupiedAmount, doc.releasedAmount]);
  return isZero(qty) && isZero(amount) ? null : trim(isZero(amount) ? qty : amount);
};

export const agreementRules = [save, remove, submit, copy];
