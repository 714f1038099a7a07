import { add, cmp, trim } from "#kernel/decimal.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import { rule, set, type Effect, type Find, type Moment } from "#kernel/rule.ts";
import { fault, fitsDecimals, required, tooFine } from "#modules/demand/index.ts";
import { postOrder } from "#modules/order/index.ts";
import { factsOf, placed } from "./receive.checks.ts";
import { receive } from "./receive.entity.ts";
import { bookedLine, judgedPosting, perOrder, type Booking, type Receive } from "./receive.posting.ts";
import { isSome, type Place } from "./receive.place.ts";
import { told } from "./receive.rules.ts";
import { afterConcession } from "./receiving.ask.ts";

interface Judged {
  readonly receiveLineId: string;
  readonly acceptedQty: string;
  readonly rejectedQty: string;
  readonly result: string | null;
  readonly reason: string | null;
  readonly concessionDeduct: string | null;
}

/** What is said of a line when the inspector did not say it. */
const resultOf = (judged: Judged): string =>
  isSome(judged.acceptedQty) ? (judged.result === "CONCESSION" ? "CONCESSION" : "PASS") : "REJECT";

/** A line is decided whole; lines may be decided one by one. */
function faultsOf(doc: Receive, judged: readonly Judged[], places: ReadonlyMap<string, Place>): Refusal[] {
  return judged.flatMap((entry, i) => {
    const line = doc.lines.find((row) => row.id === entry.receiveLineId);
    const place = line && places.get(line.id);
    const at = (key: string): string => `lines[${i}].${key}`;
    if (!line || !place)
      return [fault(at("receiveLineId"), "PUR-0004", "单据不存在或无权查看", "Document does not exist or is not visible to you")];
    const digits = place.line.uomDecimals ?? 6;
    const whole = line.inspectingQty;
    const wrong: (Refusal | false)[] = [
      (cmp(add(entry.acceptedQty, entry.rejectedQty), whole) !== 0 || !isSome(whole)) &&
        fault(
          at("acceptedQty"),
          "PUR-3405",
          `合格+不合格必须等于待检数量${trim(whole)}`,
          `Accepted plus rejected must equal ${trim(whole)}`,
        ),
      !fitsDecimals(entry.acceptedQty, digits) && tooFine(at("acceptedQty"), entry.acceptedQty, place.line.uom, digits),
      isSome(entry.rejectedQty) && !entry.reason && required(at("reason"), "拒收原因", "Reason for rejection"),
    ];
    return wrong.filter((fine) => fine !== false);
  });
}

/** What follows from the deductions stated for goods taken under concession. */
async function conceded(
  doc: Receive,
  facts: Awaited<ReturnType<typeof factsOf>>,
  find: Find,
  input: object,
  at: Moment,
): Promise<readonly Effect[]> {
  const places = placed(doc, facts);
  const judged = ((input as { lines?: unknown }).lines ?? []) as readonly Judged[];
  const lines = judged.flatMap((entry) => {
    const place = places.get(entry.receiveLineId);
    if (resultOf(entry) !== "CONCESSION" || !place || !isSome(entry.concessionDeduct ?? "0")) return [];
    const { supplierId, orgId, currency, buyerId } = place.order;
    const sourceNo = `${doc.receiveNum ?? ""}-${doc.lines.find((line) => line.id === entry.receiveLineId)?.lineNum ?? ""}`;
    const reason = `${sourceNo} 让步接收扣款 / accepted under concession`;
    return [
      {
        ...{ receiveLineId: entry.receiveLineId, sourceNo, supplierId, orgId, currency, ownerId: buyerId, reason },
        ...{ amountIncl: entry.concessionDeduct!, happenDate: at.today },
      },
    ];
  });
  return lines.length ? afterConcession.ask(find, { lines, newId: () => at.newId() }) : [];
}

const inspect = rule(receive, "doInspect", {
  async reads(doc, find, input, _, at) {
    const facts = await factsOf(doc, find);
    return { ...facts, follows: await conceded(doc, facts, find, input, at) };
  },
  decide(doc, facts, input, _, at) {
    const judged = (input.lines ?? []) as readonly Judged[];
    const places = placed(doc, facts);
    const twice = new Set(judged.map((entry) => entry.receiveLineId)).size < judged.length;
    const wrong = [
      ...(judged.length === 0 || twice ? [refuse("PUR-0006", "至少需要一行明细", "At least one line is required")] : []),
      ...faultsOf(doc, judged, places),
    ];
    if (wrong.length) return wrong;
    const bookings = judged.map((entry): Booking & { readonly judged: Judged } => {
      const line = doc.lines.find((row) => row.id === entry.receiveLineId)!;
      const transactionId = isSome(entry.acceptedQty) ? at.newId() : null;
      const share = { accepted: entry.acceptedQty, rejected: entry.rejectedQty, inspecting: "0" };
      return { line, place: places.get(line.id)!, ...share, transactionId, judged: entry };
    });
    const left = doc.lines.some((line) => isSome(line.inspectingQty) && !judged.some((candidate) => candidate.receiveLineId === line.id));
    return [
      ...bookings.map((booking) =>
        set(booking.line, {
          ...bookedLine(doc, booking),
          inspectResult: resultOf(booking.judged),
          rejectReason: isSome(booking.rejected) ? booking.judged.reason : booking.line.rejectReason,
          concessionDeduct: booking.judged.result === "CONCESSION" ? booking.judged.concessionDeduct : null,
        }),
      ),
      !left && set(doc, { status: "POSTED" }),
      ...[...perOrder(bookings, (booking) => judgedPosting(doc, booking))].map(([id, postings]) => postOrder(id, postings)),
      ...told(doc, bookings),
      ...facts.follows,
    ];
  },
});

/** What the inspector decides of goods that wait. */
export const inspectRules = [inspect];
