import { add, cmp, sub, sum } from "#kernel/decimal.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import type { Moment } from "#kernel/rule.ts";
import { fault, fitsDecimals, noLines, tooFine } from "#modules/demand/index.ts";
import { isSome, leftOf } from "./receive.place.ts";
import { Books, reversible, undoingOf, unused, type OriginFacts, type Undoing, type WriteOff } from "./write-off.origin.ts";

const at = (i: number, key: string): string => `lines[${i}].${key}`;
const nothingThere = (i: number): Refusal =>
  fault(at(i, "receiveLineId"), "PUR-0004", "单据不存在或无权查看", "Document does not exist or is not visible to you");
const tooMuch = (i: number, left: string, asked: string): Refusal =>
  fault(at(i, "qty"), "PUR-3501", `可冲销数量${left}，不足${asked}`, `Reversible ${left}, ${asked} asked`);

/** Every line with what it undoes, and what is wrong with lines that undo nothing. */
export function undone(doc: WriteOff, facts: OriginFacts): { readonly wrong: Refusal[]; readonly lines: readonly Undoing[] } {
  const wrong: Refusal[] = doc.lines.length || (doc.orgId && doc.status === "DRAFT") ? [] : [noLines()];
  const lines = doc.lines.flatMap((line, i): Undoing[] => {
    const undoing = undoingOf(line, facts);
    if (!undoing || !["POSTED", "INSPECTING"].includes(undoing.receive.status)) {
      wrong.push(nothingThere(i));
      return [];
    }
    const digits = undoing.place.order.orderType === "SERVICE" ? 6 : (undoing.place.line.uomDecimals ?? 6);
    if (!fitsDecimals(line.qty, digits)) wrong.push(tooFine(at(i, "qty"), line.qty, undoing.place.line.uom, digits));
    const isReturn = undoing.origin?.transactionType.startsWith("RETURN") ?? false;
    if (isSome(line.qty) && (!undoing.origin || isReturn !== (doc.writeOffType === "RETURN_REV"))) wrong.push(tooMuch(i, "0", line.qty));
    if (isSome(line.undoRejectedQty) && doc.writeOffType !== "REVERSAL") wrong.push(tooMuch(i, "0", line.undoRejectedQty));
    return [undoing];
  });
  if (new Set(lines.map((line) => `${line.place.order.supplierId}|${line.place.order.orgId}`)).size > 1)
    wrong.push(refuse("PUR-3102", "同一单据的供应商与收货地址必须一致", "One document holds one supplier and one ship-to"));
  return { wrong, lines };
}

export const total = (lines: readonly Undoing[], of: (undoing: Undoing) => string): string => sum(lines.map(of));

/** What asks for more than can be undone; `holding` while this document holds its quantity itself. */
export function overdrawn(doc: WriteOff, lines: readonly Undoing[], facts: OriginFacts, moment: Moment, holding: boolean): Refusal[] {
  const books = new Books(facts, moment);
  const wrong: Refusal[] = [];
  const own = (some: readonly Undoing[]): string => (holding ? total(some, (undoing) => undoing.line.qty) : "0");
  for (const [originId, some] of Map.groupBy(lines, (line) => line.origin?.id ?? "")) {
    const [first] = some;
    const asked = total(some, (undoing) => undoing.line.qty);
    if (!originId || !first || !isSome(asked)) continue;
    const { reversal, back, kept } = reversible(first, facts, books, own(some));
    const isUse = first.origin!.transactionType === "CONSUME";
    const left = doc.writeOffType === "REVERSAL" ? reversal : isUse ? "0" : back;
    if (cmp(asked, left) <= 0) continue;
    const mayReturn = doc.writeOffType === "REVERSAL" && !isUse && cmp(asked, back) <= 0;
    const number = first.origin!.transactionNum ?? "";
    wrong.push(
      mayReturn
        ? refuse(
            "PUR-3502",
            `交易[${number}]已对账${kept}，请先移出对账单或改用退货`,
            `Transaction ${number} is reconciled for ${kept}; remove it from the statement or use a return`,
          )
        : tooMuch(
            doc.lines.findIndex((line) => line.id === first.line.id),
            left,
            asked,
          ),
    );
  }
  return [...wrong, ...overRefused(doc, lines, holding), ...overConsigned(doc, lines, facts, holding)];
}

/** More refused quantity undone than was refused. */
function overRefused(doc: WriteOff, lines: readonly Undoing[], holding: boolean): Refusal[] {
  return [...Map.groupBy(lines, (line) => line.receipt.id).values()].flatMap((some) => {
    const asked = total(some, (undoing) => undoing.line.undoRejectedQty);
    const { rejectedQty, undoneRejectedQty, heldRejectedQty } = some[0]!.receipt;
    const held = holding ? sub(heldRejectedQty, asked) : heldRejectedQty;
    const left = leftOf(rejectedQty ?? "0", add(undoneRejectedQty, held));
    return cmp(asked, left) > 0
      ? [
          tooMuch(
            doc.lines.findIndex((line) => line.id === some[0]!.line.id),
            left,
            asked,
          ),
        ]
      : [];
  });
}

/** More consigned goods sent back than are here unused. */
function overConsigned(doc: WriteOff, lines: readonly Undoing[], facts: OriginFacts, holding: boolean): Refusal[] {
  if (doc.writeOffType === "RETURN_REV") return [];
  const consigned = lines.filter(
    (line) => facts.settling.get(line.place.order.id)?.isConsigned && line.origin?.transactionType === "RECEIVE",
  );
  return [...Map.groupBy(consigned, (undoing) => undoing.place.line.id).values()].flatMap((some) => {
    const asked = total(some, (undoing) => undoing.line.qty);
    const left = unused(some[0]!, facts, holding ? asked : "0");
    return cmp(asked, left) > 0
      ? [
          tooMuch(
            doc.lines.findIndex((line) => line.id === some[0]!.line.id),
            left,
            asked,
          ),
        ]
      : [];
  });
}
