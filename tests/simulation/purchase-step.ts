import type { Random } from "../support/generate.ts";
import { day, type Row } from "../support/ordering.ts";
import type { Kind, Step } from "./harness.ts";
import type { Came } from "./memory.ts";
import * as goods from "./purchase-goods.ts";
import type { Note, Notice, Receipt, Schedule } from "./purchase-model.ts";
import type { Left, PurchaseWorld, Running } from "./purchase-world.ts";

/** What the letters of the alphabet are made of: one paper tried, and the model asked the same. */

type W = PurchaseWorld;
export const order = "SrmPurOrderHeader";
export const note = "SrmPurDeliveryNote";
export const notice = "SrmPurDeliveryNotice";
export const receive = "SrmPurReceive";
export const writeOff = "SrmPurWriteOff";
const most = 8;

/** The product and the model must say the same: done, refused with this code, or refused with any. */
export function agree(what: string, came: Came, value: string | null): void {
  if (came.code === null ? value !== null : value === null || (value !== "*" && value !== came.code))
    throw new Error(`${what}: the product says ${came.code ?? "done"}, the model ${value ?? "done"}`);
}

export const pickOne = <T>(list: readonly T[], random: Random): T | undefined =>
  list.length ? list[random.int(0, list.length - 1)] : undefined;

/** A letter about one of the latest orders: one that is fit for it, where any is. */
export const step = (
  name: string,
  kind: Kind,
  weight: number,
  run: (world: W, running: Running, random: Random) => Promise<number>,
  fits: (running: Running) => boolean = () => true,
): Step<W> => ({
  name,
  kind,
  weight,
  async run(world, random) {
    const running = pickOne(world.orders.slice(-most).filter(fits), random);
    if (!running) return 0;
    world.touch(running);
    return run(world, running, random);
  },
});

export const noteBody = (rowId: string, qty: string, noticeLineId?: string): Row => ({
  shipDate: day(0),
  eta: `${day(20)} 10:00:00`,
  lines: [{ orderDeliveryId: rowId, noteQty: qty, ...(noticeLineId ? { noticeLineId } : {}) }],
});

/** A note begun and left lying. */
export async function drafts(
  world: W,
  running: Running,
  row: Schedule,
  call: Notice | null,
  qty: number,
): Promise<Running["notes"][number]> {
  const made = await world.must(note, "saveOrUpdate", undefined, noteBody(row.id, String(qty), call?.lineId), world.vendor());
  const left = { id: made["id"] as string, of: { lineId: made["lines"][0]["id"] as string, row, notice: call, qty } };
  running.notes.push(left);
  return left;
}

/** A note that lay there goes out, whatever has happened since; what is refused is torn up. */
export async function sends(world: W, running: Running, left: Running["notes"][number]): Promise<number> {
  const { lineId, row, notice: call, qty } = left.of;
  const came = await world.act(note, "doSubmit", left.id, {}, world.vendor());
  const frozen = world.standing.refuses("DELIVERY");
  agree(`shipping ${qty} of ${row.id}`, came, frozen ? "*" : goods.ships(running.line, row, call, qty, left.id, lineId));
  running.notes.splice(running.notes.indexOf(left), 1);
  if (came.code !== null) await world.must(note, "doCancel", left.id, { cancelReason: "refused" }, world.vendor());
  return came.code === null ? 1 : 2;
}

export const ships = async (world: W, running: Running, row: Schedule, call: Notice | null, qty: number): Promise<number> =>
  1 + (await sends(world, running, await drafts(world, running, row, call, qty)));

const isOut = (of: Note): boolean => ["SHIPPED", "ARRIVED", "PARTIAL"].includes(of.status);

/** A count written down and left lying; of a note that is not under way nothing is counted. */
export async function counts(
  world: W,
  running: Running,
  of: Note,
  accepted: number,
  rejected: number,
): Promise<Running["counts"][number] | null> {
  const counted = { noteLineId: of.lineId, arrivalQty: String(accepted + rejected), acceptedQty: String(accepted) };
  const refused = rejected ? { rejectedQty: String(rejected), rejectReason: "QUALITY" } : {};
  const lines = [{ ...counted, ...refused, diffReason: "counted" }];
  const came = await world.act(
    receive,
    "saveOrUpdate",
    undefined,
    { receiveType: "NOTE", noteId: of.id, receiveDate: day(0), lines },
    world.keeper(),
  );
  agree("a count", came, isOut(of) ? null : "*");
  if (came.code !== null) return null;
  const [made] = came.documents;
  const left = { id: made!["id"] as string, of: { lineId: made!["lines"][0]["id"] as string, note: of, accepted, rejected } };
  running.counts.push(left);
  return left;
}

export async function posts(world: W, running: Running, left: Running["counts"][number]): Promise<number> {
  const { lineId, note: of, accepted, rejected } = left.of;
  const came = await world.act(receive, "doConfirm", left.id, {}, world.keeper());
  agree(
    `receiving ${accepted}+${rejected}`,
    came,
    goods.receives(running.line, { row: of.row, note: of, accepted, rejected }, left.id, lineId),
  );
  running.counts.splice(running.counts.indexOf(left), 1);
  if (came.code !== null) await world.must(receive, "doCancel", left.id, { cancelReason: "miscounted" }, world.keeper());
  return came.code === null ? 1 : 2;
}

export async function takesIn(world: W, running: Running, of: Note, accepted: number, rejected: number): Promise<number> {
  const left = await counts(world, running, of, accepted, rejected);
  return left ? 1 + (await posts(world, running, left)) : 1;
}

/** A receipt of goods without a note. */
export async function takesDirect(world: W, running: Running, row: Schedule, accepted: number): Promise<number> {
  const lines = [{ orderDeliveryId: row.id, arrivalQty: String(accepted), acceptedQty: String(accepted) }];
  const made = await world.must(receive, "saveOrUpdate", undefined, { receiveType: "ORDER", receiveDate: day(0), lines }, world.keeper());
  const came = await world.act(receive, "doConfirm", made["id"], {}, world.keeper());
  const given = goods.receives(running.line, { row, note: null, accepted, rejected: 0 }, made["id"], made["lines"][0]["id"]);
  agree(`receiving ${accepted} without a note`, came, given);
  if (came.code !== null) await world.must(receive, "doCancel", made["id"], { cancelReason: "too much" }, world.keeper());
  return 2;
}

/** A write-off drawn and submitted: it keeps its quantity for itself until it is decided. */
export async function draws(
  world: W,
  running: Running,
  undoing: goods.Undoing,
): Promise<{ left: Left<goods.Undoing> | null; decisions: number }> {
  const undone = "transactionId" in undoing.of ? { transactionId: undoing.of.transactionId } : { receiveLineId: undoing.of.lineId };
  const rejected = undoing.kind === "REVERSAL" ? { undoRejectedQty: String(undoing.rejected) } : {};
  const lines = [{ ...undone, qty: String(undoing.qty), ...rejected }];
  const body = { writeOffType: undoing.kind, reasonCode: "OTHER", lines };
  const draft = await world.act(writeOff, "saveOrUpdate", undefined, body, world.keeper());
  const given = goods.holds(undoing);
  if (draft.code !== null) {
    agree(`drawing ${undoing.kind} of ${undoing.qty}`, draft, given);
    return { left: null, decisions: 1 };
  }
  const id = draft.documents[0]!["id"] as string;
  agree(`${undoing.kind} of ${undoing.qty}`, await world.act(writeOff, "doSubmit", id, {}, world.keeper()), given);
  if (given !== null) return { left: null, decisions: 2 };
  const left = { id, of: undoing };
  running.papers.push(left);
  return { left, decisions: 2 };
}

/** It is approved, or where the cap says no, sent back. */
export async function decides(world: W, running: Running, left: Left<goods.Undoing>, isGranted = true): Promise<number> {
  running.papers.splice(running.papers.indexOf(left), 1);
  goods.lifts(left.of);
  if (!isGranted) {
    await world.must(writeOff, "doReject", left.id, {}, world.house());
    return 1;
  }
  const came = await world.act(writeOff, "doApproval", left.id, {}, world.house());
  const id = came.code === null ? ((await world.document(writeOff, left.id))["lines"][0]["newTransactionId"] as string) : "";
  agree(`approving ${left.of.kind} of ${left.of.qty}`, came, goods.undoes(running.line, left.of, id));
  if (came.code !== null) await world.must(writeOff, "doReject", left.id, {}, world.house());
  return came.code === null ? 1 : 2;
}

export async function undoes(world: W, running: Running, undoing: goods.Undoing): Promise<number> {
  const { left, decisions } = await draws(world, running, undoing);
  return left ? decisions + (await decides(world, running, left)) : decisions;
}

/** Somebody presses what is not theirs, or too late, or twice: refused, with this word where it is known. */
export async function refused(name: string, work: Promise<Came>, code = "*"): Promise<number> {
  agree(name, await work, code);
  return 1;
}

export const live = (running: Running): Note[] => running.line.notes.filter((of) => of.transit > 0);
export const free = (of: Receipt): number => of.accepted - of.undone - of.held;
export const takenIn = (running: Running): Receipt[] => running.line.receipts.filter((of) => free(of) > 0);
export const waits = (running: Running): boolean => running.line.receipts.some((of) => of.waiting > 0);
export const isChanging = (running: Running): boolean => running.line.change !== null;
