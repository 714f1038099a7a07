import { add, cmp, sum, trim } from "#kernel/decimal.ts";
import type { Doc } from "#kernel/entity.ts";
import type { Refusal } from "#kernel/refusal.ts";
import type { Find } from "#kernel/rule.ts";
import { fault } from "#modules/demand/index.ts";
import { barcode } from "./barcode.entity.ts";
import type { OriginFacts, Undoing, WriteOff } from "./write-off.origin.ts";

export type Box = Pick<Doc<typeof barcode>, "id" | "barcode" | "barcodeType" | "qty" | "receiveLineId" | "status">;

/** The boxes counted onto the receipts that are undone. */
export async function boxesOf(find: Find, doc: WriteOff, facts: OriginFacts): Promise<readonly Box[]> {
  const asked = new Set(doc.lines.map((line) => line.receiveLineId));
  const named = new Set(doc.lines.map((line) => line.transactionId));
  const lineIds = facts.receives.flatMap((receive) =>
    receive.lines.filter((line) => asked.has(line.id) || named.has(line.transactionId)).map((line) => line.id as string),
  );
  return lineIds.length ? find.where(barcode, { receiveLineId: lineIds, barcodeType: { not: "PALLET" } }, 20_000) : [];
}

/** Boxes that stand on a receipt line now. */
const onReceipt = (undoing: Undoing, boxes: readonly Box[]): Box[] =>
  boxes.filter((box) => box.receiveLineId === undoing.receipt.id && box.status === "RECEIVED");
const namedBy = (undoing: Undoing): readonly string[] => undoing.line.boxIds ?? [];

/** The boxes that go back: exactly those named, or all of them where all is undone. */
export function boxesMeant(undoing: Undoing, boxes: readonly Box[]): readonly Box[] {
  const named = namedBy(undoing);
  const there = onReceipt(undoing, boxes);
  return named.length ? there.filter((box) => named.includes(box.id)) : there;
}

const at = (doc: WriteOff, undoing: Undoing): string => `lines[${doc.lines.findIndex((line) => line.id === undoing.line.id)}].boxIds`;

/** Boxes that are not on the receipt, or not there any more. */
function foreign(doc: WriteOff, undoing: Undoing, boxes: readonly Box[]): Refusal[] {
  const there = onReceipt(undoing, boxes);
  return namedBy(undoing)
    .filter((id) => !there.some((box) => box.id === id))
    .map((id) => {
      const code = boxes.find((box) => box.id === id)?.barcode ?? id;
      return fault(at(doc, undoing), "PUR-3402", `条码[${code}]不属于本单`, `Barcode ${code} does not belong to this document`);
    });
}

/** Do so many boxes hold what is undone? What of them was sent back before is no longer in them. */
function holds(undoing: Undoing, some: readonly Box[]): boolean {
  const inside = sum(some.map((box) => box.qty));
  const wanted = add(undoing.line.qty, undoing.line.undoRejectedQty);
  const back = add(undoing.receipt.returnReplaceQty, undoing.receipt.returnRefundQty);
  return cmp(wanted, inside) <= 0 && cmp(inside, add(wanted, back)) <= 0;
}

/** An error undone where boxes are tracked says which of them: nobody guesses which stand on the shelf. */
export function boxFaults(doc: WriteOff, lines: readonly Undoing[], boxes: readonly Box[], isWhole: boolean): Refusal[] {
  if (doc.writeOffType !== "REVERSAL") return [];
  return lines.flatMap((line) => {
    const wrong = foreign(doc, line, boxes);
    const there = onReceipt(line, boxes);
    if (wrong.length || !isWhole || there.length === 0 || holds(line, boxesMeant(line, boxes))) return wrong;
    const [asked, inside] = [trim(add(line.line.qty, line.line.undoRejectedQty)), trim(sum(boxesMeant(line, boxes).map((box) => box.qty)))];
    return [
      namedBy(line).length
        ? fault(
            at(doc, line),
            "PUR-3505",
            `所选箱合计${inside}，与冲销数量${asked}不一致`,
            `The boxes hold ${inside}, ${asked} is to be reversed`,
          )
        : fault(
            at(doc, line),
            "PUR-3504",
            `该收货行按箱扫描：请指明冲销哪些箱（合计${asked}）`,
            `This line was received by boxes: name those that are reversed (${asked} in all)`,
          ),
    ];
  });
}
