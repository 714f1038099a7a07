import { add, cmp, mul, sum, trim } from "#kernel/decimal.ts";
import { Refusal, refuse } from "#kernel/refusal.ts";
import { add as addRow, rule, set, warn, type Decision, type Effect } from "#kernel/rule.ts";
import { broughtBy, goodsWords } from "#modules/base/index.ts";
import { fault, fitsDecimals, tooFine } from "#modules/demand/index.ts";
import { floorRefusals } from "../change/line.checks.ts";
import { checkFacts, type CheckFacts } from "./check.facts.ts";
import { judge, type LineVerdict } from "./checks.ts";
import { contractItemFor, contractPrice } from "../contract/under-contract.ts";
import { holdMoves, wantedOf, type Wanted } from "../demand/holds.ts";
import { demandEffects, drawEffects, type DrawStep, type Order, type OrderLine } from "../ledger/effects.ts";
import { mirrored } from "../ledger/repeated-fields.ts";
import { pricedOf } from "../price/money.ts";
import { orderLine } from "../order-line.entity.ts";
import { order } from "../order.entity.ts";
import { knownRate, preliminary } from "../price/rate.ts";
import { typeOfOrder, unrelatedNeeds } from "../demand/related.ts";
import { saveFacts, type BillType, type SaveFacts } from "./save.facts.ts";
import { isSubstitute } from "../demand/substitute.ts";
import { unfit } from "./unfit.ts";

/** How goods of a bill type come in unless the order says so itself. */
const modeOf = (type: BillType | null): string =>
  type?.receiveMode === "DIRECT" || type?.receiveMode === "SERVICE_ACCEPT" ? "DIRECT" : type?.noticeRequired === "Y" ? "NOTICE" : "ORDER";

const nextNum = (taken: readonly (number | null)[], step: number): (() => number) => {
  let last = Math.max(0, ...taken.map((value) => value ?? 0));
  return () => (last += step);
};

/** A line with everything the server keeps on it. */
function stamped(doc: Order, line: OrderLine, lineNum: number, facts: SaveFacts): OrderLine {
  const drawn = facts.drawn.get(line.id);
  const item = facts.items.get(line.itemId ?? "");
  const stockUom = item?.primaryUom ?? line.uom;
  const giftFlag = facts.type?.freeFlag === "Y" ? "Y" : line.giftFlag;
  return {
    ...line,
    orderId: doc.id,
    lineNum,
    stockUom,
    giftFlag,
    categoryId: item?.categoryId ?? line.categoryId,
    uomDecimals: facts.decimals.get(line.uom) ?? 6,
    // what runs keeps the rate it was ordered at; anything else without a conversion is refused
    convertRate: facts.stockRates.get(line.id) ?? line.convertRate,
    taxPercent: facts.taxes.get(line.taxRate) ?? "0",
    price: giftFlag === "Y" ? "0" : line.price,
    agreementId: drawn?.agreement.id ?? null,
    agreementRate: drawn?.rate ?? "1",
    contractItemId: contractItemFor(line, facts.contract)?.id ?? null,
  };
}

const stampKeys = [
  ...(["orderId", "lineNum", "stockUom", "giftFlag", "uomDecimals", "convertRate", "taxPercent", "price", "agreementId"] as const),
  ...(["agreementRate", "categoryId", "contractItemId"] as const),
];

function lineFaults(line: OrderLine, before: OrderLine | undefined, at: string, mayTolerate: boolean): Refusal[] {
  const faults: Refusal[] = [];
  const rows = line.deliveries;
  const { uom, uomDecimals } = line;
  if (!fitsDecimals(line.qty, uomDecimals)) faults.push(tooFine(`${at}.qty`, trim(line.qty), uom, uomDecimals));
  rows.forEach((row, i) => {
    if (!fitsDecimals(row.qty, uomDecimals)) faults.push(tooFine(`${at}.deliveries[${i}].qty`, trim(row.qty), uom, uomDecimals));
  });
  const total = sum(rows.map((row) => row.qty));
  if (cmp(total, line.qty) !== 0)
    faults.push(
      fault(
        `${at}.deliveries`,
        "PUR-2201",
        `行[${line.lineNum}]交货计划合计${trim(total)}不等于订单数量${trim(line.qty)}`,
        `Line ${line.lineNum}: schedules total ${trim(total)}, order quantity ${trim(line.qty)}`,
      ),
    );
  const isTolerated = (["overTolerance", "underTolerance"] as const).every((key) => (line[key] ?? null) === (before?.[key] ?? null));
  if (!isTolerated && !mayTolerate) faults.push(refuse("PERM_DENIED", "无权修改收货允差", "You cannot change tolerances"));
  return faults;
}

interface Worked {
  readonly line: OrderLine;
  readonly verdict: LineVerdict | null;
  readonly wanted: Wanted;
}

/** Stamps and judges every line in turn; lines of one agreement line count on top of each other. */
export function workedLines(
  doc: Order,
  facts: SaveFacts,
  checks: CheckFacts | null,
  free: (line: OrderLine) => boolean,
): readonly Worked[] {
  const number = nextNum(
    doc.lines.map((line) => line.lineNum),
    10,
  );
  const cumulated = new Map<string, string>();
  return doc.lines.map((own): Worked => {
    const line = stamped(doc, own, own.lineNum ?? number(), facts);
    const drawn = facts.drawn.get(line.id) ?? null;
    const before = drawn ? (cumulated.get(drawn.line.id) ?? "0") : "0";
    const how = {
      drawn,
      contracted: contractPrice(doc, line, facts.contract),
      subject: goodsWords(line.itemDesc, facts.items.get(line.itemId ?? "")),
      isPriceFree: free(line),
      cumulated: before,
    };
    const verdict = checks && line.qty && line.price ? judge(doc, line, facts.type, checks, how) : null;
    if (drawn) cumulated.set(drawn.line.id, add(before, mul(line.qty, drawn.rate)));
    return { line, verdict, wanted: wantedOf(line, facts, verdict?.source ?? null, checks?.lines.get(line.id)) };
  });
}

/** What the server writes on lines and rows. */
function stamps(doc: Order, worked: readonly Worked[], facts: SaveFacts): Effect[] {
  return worked.flatMap(({ line, verdict, wanted }, i): Effect[] => {
    const own = doc.lines[i]!;
    const number = nextNum(
      own.deliveries.map((row) => row.scheduleNum),
      1,
    );
    const source = verdict?.source;
    const isSource = source !== undefined && source !== null && cmp(source.price, line.price) === 0;
    return [
      set(own, {
        ...Object.fromEntries(stampKeys.map((key) => [key, line[key]])),
        reqRels: wanted.reqRels.length ? wanted.reqRels : null,
        roundUpQty: wanted.roundUpQty,
        substituteFlag: isSubstitute(line, facts) ? "Y" : "N",
        priceSource: isSource ? source.priceSource : "MANUAL",
        priceSourceId: isSource ? source.priceSourceId : null,
        stepPriceId: isSource ? source.stepPriceId : null,
        priceException: verdict?.priceException ? "Y" : "N",
      }),
      ...own.deliveries.map((row) => set(row, { ...mirrored(doc, line), scheduleNum: row.scheduleNum ?? number() })),
    ];
  });
}

/** What the lines hold of agreements, before and after; given up where a line no longer draws. */
function holdDraws(doc: Order, before: Order | null, worked: readonly Worked[]): DrawStep[] {
  const own = { kind: "occupied", eventCode: "HOLD" } as const;
  const was = (line: OrderLine) => ({ qty: line.qty, priced: pricedOf(before!, line) });
  const now = new Map(worked.map(({ line }) => [line.id as string, line]));
  const then = new Map((before?.lines ?? []).map((line) => [line.id as string, line]));
  const gone = [...then.values()].filter((old) => old.agreementLineId && now.get(old.id)?.agreementLineId !== old.agreementLineId);
  const drawSteps = worked.map(({ line }): DrawStep => {
    const known = then.get(line.id);
    const old = known?.agreementLineId === line.agreementLineId ? known : undefined;
    const after = { qty: line.qty, priced: pricedOf(doc, line) };
    return { ...own, line, before: old ? was(old) : null, after, check: true };
  });
  return [...gone.map((line): DrawStep => ({ ...own, line, before: was(line), after: null, check: false })), ...drawSteps];
}

const reasonWords = ["例外原因：", "Reason: "] as const;

/** What was found on the lines and why it is asked for nevertheless, in one of the two languages: what an approver reads. */
export const noteOf = (worked: readonly Pick<Worked, "line" | "verdict">[], language: 0 | 1): string | null =>
  worked
    .flatMap(({ line, verdict }) => [
      ...(verdict?.notes ?? []).map((note) => `${line.lineNum}: ${note.code} ${note.text[language]}`),
      ...(verdict?.priceException && line.exceptionReason ? [`${line.lineNum}: ${reasonWords[language]}${line.exceptionReason}`] : []),
    ])
    .join("\n")
    .slice(0, 4000) || null;

/** The documents an order is made from, by number: requisitions first, then agreements. */
const sourcesOf = (worked: readonly Worked[], facts: SaveFacts): string | null => {
  const asked = worked.flatMap(({ wanted }) => wanted.reqRels.map((rel) => facts.needs.get(rel.reqLineId)?.requisition.requisitionNum));
  const drawn = worked.map(({ line }) => facts.drawn.get(line.id)?.agreement.agreementNum);
  return [...new Set([...asked, ...drawn].filter(Boolean))].join(", ").slice(0, 2000) || null;
};

/** Lines of a draft revision whose price stands as it does: only what is new or changed is judged. */
export const isPriceKept = (line: OrderLine, live: Order | null): boolean => {
  const old = live?.lines.find((doc) => doc.id === line.liveLineId);
  return old !== undefined && cmp(old.price, line.price) === 0 && cmp(old.priceUnit, line.priceUnit) === 0;
};

/** Saving an order draft: checks what can be checked now, and holds what it takes from requisitions and agreements. */
const save = rule(order, "saveOrUpdate", {
  reads: async (given, find, { before }, _, at) => {
    const chosen = await typeOfOrder(find, given, before);
    const doc = chosen === null || chosen instanceof Refusal ? given : { ...given, billTypeId: chosen.type.id };
    const isAskable = Boolean(doc.orgId && doc.supplierId && doc.billTypeId && doc.orderDate && doc.currency);
    const facts = await saveFacts(find, doc);
    const checks = isAskable ? await checkFacts(find, judgedAs(doc, facts)) : null;
    const rated = !doc.liveId && doc.orgId && doc.currency ? await knownRate(find, doc, at.today) : null;
    const unrelated = await unrelatedNeeds(find, doc, before, facts);
    return { facts, chosen, checks, rated, unrelated, live: doc.liveId ? await find.one(order, doc.liveId) : null };
  },
  decide: (doc, { facts, chosen, checks, rated, unrelated, live }, { before }, me, at): Decision => {
    if (chosen instanceof Refusal) return chosen;
    const head = { ...doc, currencyDigits: facts.digits };
    const mayTolerate = me.audience === "system" || me.may(order.name, "btnTolerance");
    const worked = workedLines(head, facts, checks, (line) => isPriceKept(line, live));
    const stored = new Map([...(live?.lines ?? []), ...(before?.lines ?? [])].map((line) => [line.id as string, line]));
    const known = (line: OrderLine): OrderLine | undefined => stored.get(line.id) ?? stored.get(line.liveLineId ?? "");
    const faults = worked.flatMap(({ line }, i) => [
      ...lineFaults(line, known(line), `lines[${i}]`, mayTolerate),
      ...unfit(doc, line, facts, `lines[${i}]`, live),
    ]);
    const trial =
      doc.orderType === "TRIAL" && facts.type !== null && facts.type.trialFlag !== "Y"
        ? [fault("orderType", "PUR-2214", "试用订单须使用试用单据类型", "A trial order needs a document type for trials")]
        : [];
    const floors = live ? floorRefusals(doc, live) : [];
    const refused = [...trial, ...unrelated, ...faults, ...floors];
    if (refused.length) return refused;
    const isHolding = doc.liveId === null;
    return [
      ...worked.flatMap((entry) => (isHolding ? entry.wanted.refusals : [])),
      set(doc, {
        currencyDigits: facts.digits,
        ...(before === null && doc.sourceType === "MANUAL" ? { sourceType: broughtBy(me, "MANUAL") } : {}),
        ...(chosen ? { billTypeId: chosen.type.id } : {}),
        ...(rated ? preliminary(rated, at.today) : {}),
        deliveryMode: doc.deliveryMode ?? modeOf(facts.type),
        priceException: worked.some((candidate) => candidate.verdict?.priceException) ? "Y" : "N",
        aslException: worked.some((candidate) => candidate.verdict?.aslException) ? "Y" : "N",
        exceptionNote: noteOf(worked, 0),
        exceptionNoteEn: noteOf(worked, 1),
        sourceNums: sourcesOf(worked, facts),
      }),
      ...stamps(head, worked, facts),
      ...(doc.expand.length === 0 ? [addRow(doc, "expand", {})] : []),
      ...worked.flatMap(({ line, verdict }) =>
        (verdict?.notes ?? []).map((note) =>
          warn(note.code, `第${line.lineNum}行：${note.text[0]}`, `Line ${line.lineNum}: ${note.text[1]}`),
        ),
      ),
      ...(isHolding ? demandEffects(holdMoves(doc, new Map(worked.map((entry) => [entry.line.id, entry.wanted])), facts), new Map()) : []),
      ...(isHolding ? drawEffects(head, holdDraws(head, before, worked)) : []),
    ];
  },
});

/** The document as it will be judged: prices are reckoned with the tax and digits found just now. */
const judgedAs = (doc: Order, facts: SaveFacts): Order => ({
  ...doc,
  lines: doc.lines.map((line) => stamped(doc, line, line.lineNum ?? 0, facts)),
});

/** A draft that goes lets go of all it holds; a revision in the making is given up, not deleted. */
const remove = rule(order, "delete", {
  // for most people a document that is deleted is read without its lines
  reads: async (doc, find, { before }) => ({
    facts: await saveFacts(find, { ...doc, lines: [] }),
    lines: before?.lines.length ? before.lines : await find.where(orderLine, { parentId: doc.id }, 20_000),
  }),
  decide: (doc, { facts, lines }): Decision => {
    if (doc.liveId) return refuse("PUR-0003", "变更稿请用放弃变更", "Discard the change instead of deleting its draft");
    return [...demandEffects(holdMoves(doc, new Map(), facts), new Map()), ...drawEffects(doc, holdDraws(doc, { ...doc, lines }, []))];
  },
});

export const saveRules = [save, remove];
