import { add, neg } from "#kernel/decimal.ts";
import { refuse } from "#kernel/refusal.ts";
import { rule, run, set, tell, type Effect, type Find, type Moment } from "#kernel/rule.ts";
import { postOrder, storageTransaction } from "#modules/order/index.ts";
import { postNote } from "./moves.ts";
import { perUnit } from "./per-unit.ts";
import { isSome, leftOf } from "./receive.place.ts";
import type { Receive } from "./receive.posting.ts";
import { boxesOf, boxFaults, type Box } from "./write-off.boxes.ts";
import { overdrawn, total, undone } from "./write-off.checks.ts";
import { writeOff } from "./write-off.entity.ts";
import { boxesBack, noteMove, receiptAfter, undoneDraft, undonePosting, writeOffStatusOf } from "./write-off.posting.ts";
import type { UndoneLine, WriteOffType } from "./write-off.posting.ts";
import { endedReturns, takenBackBefore } from "./write-off.taken-back.ts";
import { Books, originFacts, type OriginFacts, type Undoing, type WriteOff } from "./write-off.origin.ts";

const typeOf = (doc: WriteOff): WriteOffType => doc.writeOffType as WriteOffType;
/** What each line comes to in money, reckoned on the books as they stand. */
function priced(doc: WriteOff, lines: readonly UndoneLine[], facts: OriginFacts, moment: Moment) {
  const books = new Books(facts, moment);
  return lines.map((line) => {
    const book = books.of(line);
    if (!isSome(line.line.qty) || !line.origin) return { one: line, money: null };
    const known = book.booked.length;
    book.post(undoneDraft(typeOf(doc), line, moment.today));
    return { one: line, money: book.booked[known] ?? null };
  });
}

const lineOf = (doc: WriteOff, undoing: Undoing) => doc.lines.find((line) => line.id === undoing.line.id)!;

/** What a line says of the receipt it undoes. */
function about(doc: WriteOff, lines: readonly Undoing[], facts: OriginFacts, moment: Moment): Effect[] {
  return priced(
    doc,
    lines.map((line) => ({ ...line, transactionId: null })),
    facts,
    moment,
  ).map(({ one, money }, i) =>
    set(lineOf(doc, one), {
      lineNum: i + 1,
      receiveLineId: one.receipt.id,
      transactionId: isSome(one.line.qty) ? (one.origin?.id ?? null) : null,
      receiveId: one.receive.id,
      orderId: one.place.order.id,
      orderDeliveryId: one.place.row.id,
      orderRow: one.receipt.orderRow,
      itemId: one.receipt.itemId,
      itemDesc: one.receipt.itemDesc,
      uom: one.receipt.uom,
      batchNum: one.receipt.batchNum,
      currency: one.place.order.currency,
      priceExcl: one.origin?.priceExcl ?? null,
      ...amounts(money),
    }),
  );
}

const amounts = (money: { readonly amountExcl: string; readonly taxAmount: string; readonly amountIncl: string } | null) => ({
  amountExcl: money?.amountExcl ?? "0",
  taxAmount: money?.taxAmount ?? "0",
  amountIncl: money?.amountIncl ?? "0",
});

const reads = (doc: WriteOff, find: Find): Promise<OriginFacts> => originFacts(find, doc.lines, doc.writeOffType);

/** The same with the boxes that stand on the receipts. */
const readsBoxes = async (doc: WriteOff, find: Find) => {
  const facts = await reads(doc, find);
  return { ...facts, boxes: doc.writeOffType === "REVERSAL" ? await boxesOf(find, doc, facts) : [] };
};

const saveWriteOff = rule(writeOff, "saveOrUpdate", {
  reads: readsBoxes,
  decide(doc, facts, _, __, moment) {
    const { wrong: undoable, lines } = undone(doc, facts);
    const wrong = [...undoable, ...boxFaults(doc, lines, facts.boxes, false)];
    if (wrong.length) return wrong;
    const of = lines[0]?.place.order ?? doc;
    const numbers = [...new Set(lines.map((line) => line.receive.receiveNum ?? ""))].join(", ");
    return [
      set(doc, {
        orgId: of.orgId,
        supplierId: of.supplierId,
        currency: of.currency,
        receiveNums: numbers.slice(0, 400),
        invOrgId: lines[0] ? (lines[0].receive.invOrgId ?? lines[0].place.row.invOrgId) : doc.invOrgId,
      }),
      ...about(doc, lines, facts, moment),
    ];
  },
});

/** Holds quantities for this document, or lets them go, so that two drafts cannot both pass. */
function held(lines: readonly Undoing[], sign: 1 | -1): Effect[] {
  const signed = (qty: string): string => (sign > 0 ? qty : neg(qty));
  const byOrigin = Map.groupBy(
    lines.filter((line) => line.origin && isSome(line.line.qty)),
    (line) => line.origin!.id,
  );
  const byReceipt = Map.groupBy(lines, (line) => line.receipt.id);
  return [
    ...[...byOrigin].map(([id, some]) =>
      run(storageTransaction, id, "doHold", { delta: signed(total(some, (undoing) => undoing.line.qty)) }),
    ),
    ...[...byReceipt.values()].map((some) => {
      const { receipt } = some[0]!;
      const returned = some.every((undoing) => undoing.origin?.transactionType.startsWith("RETURN"));
      const free = returned ? "0" : signed(total(some, (undoing) => undoing.line.qty));
      return set(receipt, {
        heldRejectedQty: add(receipt.heldRejectedQty, signed(total(some, (undoing) => undoing.line.undoRejectedQty))),
        reversibleQty: leftOf(receipt.reversibleQty, free),
      });
    }),
  ];
}

const submit = rule(writeOff, "doSubmit", {
  reads: readsBoxes,
  decide(doc, facts, _, __, moment) {
    const { wrong, lines } = undone(doc, facts);
    const all = [...wrong, ...overdrawn(doc, lines, facts, moment, false), ...boxFaults(doc, lines, facts.boxes, true)];
    return all.length ? all : [...about(doc, lines, facts, moment), ...held(lines, 1)];
  },
});

const release = (action: "doReject" | "doWithdraw") =>
  rule(writeOff, action, { reads, decide: (doc, facts) => held(undone(doc, facts).lines, -1) });

const approve = rule(writeOff, "doApproval", {
  reads: async (doc, find) => {
    const facts = await readsBoxes(doc, find);
    return { ...facts, takenBack: await takenBackBefore(find, facts) };
  },
  decide(doc, facts, _, __, moment) {
    const { wrong, lines: found } = undone(doc, facts);
    const refused = [...wrong, ...overdrawn(doc, found, facts, moment, true), ...boxFaults(doc, found, facts.boxes, true)];
    if (refused.length) return refused;
    const lines = found.map((undoing): UndoneLine => ({ ...undoing, transactionId: isSome(undoing.line.qty) ? moment.newId() : null }));
    const type = typeOf(doc);
    const isReordered = (undoneLine: UndoneLine): boolean =>
      type === "RETURN_REFUND"
        ? doc.reorderFlag === "Y"
        : type === "RETURN_REV" && facts.reordered.has(undoneLine.origin?.writeOffLineId ?? "");
    const postings = Map.groupBy(lines, (line) => line.place.order.id);
    return [
      set(doc, { postDate: moment.today }),
      ...priced(doc, lines, facts, moment).map(({ one, money }) =>
        set(lineOf(doc, one), {
          ...amounts(money),
          newTransactionId: one.transactionId,
          restoreNoteFlag: type === "REVERSAL" && one.noteLine ? "Y" : "N",
          postedFlag: "Y",
        }),
      ),
      ...receiptEffects(type, lines),
      ...[...postings].map(([id, some]) =>
        postOrder(
          id,
          some.map((undoneLine) => undonePosting(type, doc.id, undoneLine, moment.today, isReordered(undoneLine))),
        ),
      ),
      ...(type === "REVERSAL" ? noteEffects(doc, lines, facts.boxes) : []),
      ...holdsEnded(lines),
      ...endedReturns(facts, facts.takenBack, lines),
      ...told(doc, lines),
    ];
  },
});

/** The receipt lines as they stand afterwards; several lines of one receipt line count one after the other. */
function receiptEffects(type: WriteOffType, lines: readonly UndoneLine[]): Effect[] {
  const after = new Map<string, Receive["lines"][number]>();
  for (const line of lines) {
    const now = after.get(line.receipt.id) ?? line.receipt;
    const back = type === "RETURN_REV" ? { reversibleQty: add(now.reversibleQty, line.line.qty) } : {};
    after.set(line.receipt.id, { ...now, ...receiptAfter(type, line, now), ...back });
  }
  const receives = new Map(lines.map((line) => [line.receive.id, line.receive]));
  return [
    ...[...after].map(([id, row]) => {
      const { receipt } = lines.find((line) => line.receipt.id === id)!;
      const { reversedQty, returnReplaceQty, returnRefundQty, undoneRejectedQty, heldRejectedQty, reversibleQty } = row;
      return set(receipt, { reversedQty, returnReplaceQty, returnRefundQty, undoneRejectedQty, heldRejectedQty, reversibleQty });
    }),
    ...[...receives.values()].map((of) =>
      set(of, { writeOffStatus: writeOffStatusOf({ ...of, lines: of.lines.map((line) => after.get(line.id) ?? line) }) }),
    ),
  ];
}

function noteEffects(doc: WriteOff, lines: readonly UndoneLine[], boxes: readonly Box[]): Effect[] {
  const byNote = Map.groupBy(
    lines.filter((line) => line.note),
    (line) => line.note!.id,
  );
  return [...byNote].map(([id, some]) =>
    postNote(
      id,
      some.flatMap((undoneLine) => noteMove(doc.id, undoneLine) ?? []),
      some.flatMap((undoneLine) => boxesBack(undoneLine, boxes)),
    ),
  );
}

/** The transactions no longer hold what is now undone. */
const holdsEnded = (lines: readonly UndoneLine[]): Effect[] =>
  [
    ...Map.groupBy(
      lines.filter((line) => line.origin && line.transactionId),
      (line) => line.origin!.id,
    ),
  ].map(([id, some]) => run(storageTransaction, id, "doHold", { delta: neg(total(some, (undoing) => undoing.line.qty)) }));

function told(doc: WriteOff, lines: readonly UndoneLine[]): Effect[] {
  const { id, writeOffType: type, supplierId, orgId } = doc;
  const qty = total(lines, (line) => line.line.qty);
  const num = doc.writeOffNum ?? "";
  const isReturn = type === "RETURN_REPLACE" || type === "RETURN_REFUND";
  return [
    tell("PUR_WRITE_OFF_POSTED", { id, num, supplierId, orgId, type, qty }),
    tell(isReturn ? "PUR_RETURNED" : "PUR_REVERSED", {
      id,
      num,
      q: perUnit(lines.map((line) => [line.receipt.uom, line.line.qty])),
      supplierId,
    }),
  ];
}

const supplierConfirm = rule(writeOff, "doSupplierConfirm", {
  decide(doc, _, input, __, moment) {
    if (doc.supplierConfirmDate || doc.takenBackFlag === "Y" || !["RETURN_REPLACE", "RETURN_REFUND"].includes(doc.writeOffType))
      return refuse(
        "PUR-0003",
        "该单据已确认、已撤回或不是退货，不能确认",
        "Only a return that is neither confirmed nor taken back can be confirmed",
      );
    return [
      set(doc, { supplierConfirmDate: moment.today, supplierRemark: input.supplierRemark ?? null }),
      tell("PUR_RETURN_CONFIRMED", { id: doc.id, num: doc.writeOffNum, supplierId: doc.supplierId }),
    ];
  },
});

/** How receipts are undone and goods sent back. */
export const writeOffRules = [saveWriteOff, submit, release("doReject"), release("doWithdraw"), approve, supplierConfirm];
