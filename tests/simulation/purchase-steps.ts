import type { Random } from "../support/generate.ts";
import { day, type Row } from "../support/ordering.ts";
import type { Kind, Simulation, Step } from "./harness.ts";
import type { Came } from "./memory.ts";
import type { Note, Receipt } from "./purchase-model.ts";
import { PurchaseWorld, type Ground, type Running } from "./purchase-world.ts";

type W = PurchaseWorld;
const note = "SrmPurDeliveryNote";
const receive = "SrmPurReceive";
const writeOff = "SrmPurWriteOff";
const order = "SrmPurOrderHeader";
const most = 8;

/** The product and the model must say the same: done, refused with this code, or refused with any. */
function agree(what: string, came: Came, said: string | null): void {
  if (came.code === null ? said !== null : said === null || (said !== "*" && said !== came.code))
    throw new Error(`${what}: the product says ${came.code ?? "done"}, the model ${said ?? "done"}`);
}

const pickOne = <T>(list: readonly T[], random: Random): T | undefined => (list.length ? list[random.int(0, list.length - 1)] : undefined);

const step = (name: string, kind: Kind, weight: number, run: (world: W, one: Running, random: Random) => Promise<number>): Step<W> => ({
  ...{ name, kind, weight },
  async run(world, random) {
    const one = pickOne(world.orders.slice(-most), random);
    if (!one) return 0;
    world.touch(one);
    return run(world, one, random);
  },
});

const drafted = (world: W, one: Running, row: number, qty: number): Promise<Came> =>
  world.act(
    note,
    "saveOrUpdate",
    undefined,
    {
      ...{ shipDate: day(0), eta: `${day(20)} 10:00:00` },
      lines: [{ orderDeliveryId: one.rowIds[row], noteQty: String(qty) }],
    },
    world.vendor(),
  );

/** A shipment tried; what may be drafted is submitted. */
async function ships(world: W, one: Running, row: number, qty: number): Promise<number> {
  const draft = await drafted(world, one, row, qty);
  if (draft.code !== null) {
    agree("a draft note", draft, one.line.canShip(one.line.rows[row]!) < qty ? "*" : null);
    return 1;
  }
  const [made] = draft.documents;
  const came = await world.act(note, "doSubmit", made!["id"], {}, world.vendor());
  agree(`shipping ${qty} of row ${row + 1}`, came, one.line.ship(row, qty, made!["id"], made!["lines"][0]["id"]));
  return 2;
}

async function receives(world: W, one: Running, of: Note, accepted: number, rejected: number): Promise<number> {
  const draft = await world.act(
    receive,
    "saveOrUpdate",
    undefined,
    {
      ...{ receiveType: "NOTE", noteId: of.id, receiveDate: day(0) },
      lines: [
        {
          ...{
            noteLineId: of.lineId,
            arrivalQty: String(accepted + rejected),
            acceptedQty: String(accepted),
            rejectedQty: String(rejected),
          },
          ...{ diffReason: "counted", ...(rejected ? { rejectReason: "QUALITY" } : {}) },
        },
      ],
    },
    world.keeper(),
  );
  if (draft.code !== null) {
    agree("a draft receipt", draft, of.transit < accepted + rejected || of.transit === 0 ? "*" : null);
    return 1;
  }
  const [made] = draft.documents;
  const came = await world.act(receive, "doConfirm", made!["id"], {}, world.keeper());
  agree(`receiving ${accepted}+${rejected}`, came, one.line.receive(of, accepted, rejected, made!["id"], made!["lines"][0]["id"]));
  if (came.code !== null) await world.must(receive, "doCancel", made!["id"], { cancelReason: "miscounted" }, world.keeper());
  return 2;
}

/** A write-off drawn, submitted and approved; answers what it came to and the transaction it made. */
async function undoes(world: W, type: string, line: Row): Promise<{ came: Came; made: Row | null; decisions: number }> {
  const draft = await world.act(
    writeOff,
    "saveOrUpdate",
    undefined,
    { writeOffType: type, reasonCode: "OTHER", lines: [line] },
    world.keeper(),
  );
  if (draft.code !== null) return { came: draft, made: null, decisions: 1 };
  const id = draft.documents[0]!["id"];
  const submitted = await world.act(writeOff, "doSubmit", id, {}, world.keeper());
  if (submitted.code !== null) return { came: submitted, made: null, decisions: 2 };
  const came = await world.act(writeOff, "doApproval", id, {}, world.house());
  if (came.code !== null) await world.must(writeOff, "doReject", id, {}, world.house());
  return { came, made: came.code === null ? world.memory.document(writeOff, id) : null, decisions: 3 };
}

async function returns(world: W, one: Running, of: Receipt, kind: "RETURN_REPLACE" | "RETURN_REFUND", qty: number): Promise<number> {
  const { came, made, decisions } = await undoes(world, kind, { receiveLineId: of.lineId, qty: String(qty) });
  agree(`${kind} of ${qty}`, came, one.line.giveBack(of, kind, qty, made ? made["lines"][0]["newTransactionId"] : ""));
  return decisions;
}

const live = (one: Running): Note[] => one.line.notes.filter((of) => of.transit > 0);
const taken = (one: Running): Receipt[] => one.line.receipts.filter((of) => of.accepted > of.undone);

/** Somebody else's people press what is not theirs, or somebody presses again or late. */
async function unchanged(world: W, name: string, work: () => Promise<Came>): Promise<number> {
  const came = await work();
  if (came.code === null) throw new Error(`${name} went through`);
  return 1;
}

const steps: readonly Step<W>[] = [
  {
    ...{ name: "a new order", kind: "normal", weight: 2 },
    async run(world, random) {
      const rows = Array.from({ length: random.int(1, 3) }, () => random.int(20, 120));
      await world.begin(rows, random.one(["12.5", "0.335", "7.77", "103.4"]));
      return 7;
    },
  },
  step("ship", "normal", 6, (world, one, random) => {
    const row = random.int(0, one.rowIds.length - 1);
    const can = one.line.canShip(one.line.rows[row]!);
    return can > 0 ? ships(world, one, row, random.int(1, can)) : Promise.resolve(0);
  }),
  step("receive", "normal", 7, async (world, one, random) => {
    const of = pickOne(live(one), random);
    if (!of) return 0;
    const came = random.int(1, of.transit);
    const rejected = random.next() < 0.2 ? random.int(0, Math.min(3, came)) : 0;
    return receives(world, one, of, came - rejected, rejected);
  }),
  step("cancel a note", "normal", 1, async (world, one, random) => {
    const of = pickOne(one.line.notes, random);
    if (!of) return 0;
    agree("cancelling a note", await world.act(note, "doCancel", of.id, { cancelReason: "late" }, world.vendor()), one.line.cancelNote(of));
    return 1;
  }),
  step("close a note", "normal", 1, async (world, one, random) => {
    const of = pickOne(live(one), random);
    if (!of) return 0;
    agree("closing a note", await world.act(note, "doClose", of.id, { closeReason: "short" }, world.keeper()), one.line.closeNote(of));
    return 1;
  }),
  step("reopen a note", "normal", 1, async (world, one, random) => {
    const of = pickOne(
      one.line.notes.filter((n) => n.status === "CLOSED"),
      random,
    );
    if (!of) return 0;
    agree("reopening a note", await world.act(note, "doReopen", of.id, {}, world.keeper()), one.line.reopenNote(of));
    return 1;
  }),
  ...(["RETURN_REPLACE", "RETURN_REFUND"] as const).map((kind) =>
    step(kind, "normal", 1, async (world, one, random) => {
      const of = pickOne(taken(one), random);
      return of ? returns(world, one, of, kind, random.int(1, of.accepted - of.undone)) : 0;
    }),
  ),
  step("reverse", "normal", 1, async (world, one, random) => {
    const of = pickOne(one.line.receipts, random);
    if (!of) return 0;
    const [left, refused] = [of.accepted - of.undone, of.rejected - of.undoneRejected];
    const [qty, undo] = [random.int(0, left), random.int(0, refused)];
    if (qty + undo === 0) return 0;
    const line = { receiveLineId: of.lineId, qty: String(qty), undoRejectedQty: String(undo) };
    const { came, decisions } = await undoes(world, "REVERSAL", line);
    agree(`reversing ${qty} and ${undo}`, came, one.line.reverse(of, qty, undo));
    return decisions;
  }),
  step("take a return back", "normal", 1, async (world, one, random) => {
    const of = pickOne(
      one.line.returns.filter((r) => r.undone < r.qty),
      random,
    );
    if (!of) return 0;
    const qty = random.int(1, of.qty - of.undone);
    const { came, decisions } = await undoes(world, "RETURN_REV", { transactionId: of.transactionId, qty: String(qty) });
    agree(`taking ${qty} of a return back`, came, one.line.takeBack(of, qty));
    return decisions;
  }),
  step("close the line", "normal", 1, async (world, one, random) => {
    const back = random.next() < 0.5;
    const came = await world.act(order, "doClose", one.id, { reason: "enough", releaseToReq: back ? "Y" : "N" }, world.buyer());
    agree("closing", came, one.line.close(back));
    return 1;
  }),
  step("cancel the order", "normal", 0.5, async (world, one) => {
    agree("cancelling", await world.act(order, "doCancel", one.id, { reason: "no need" }, world.buyer()), one.line.cancel());
    return 1;
  }),
  step("ship too much", "adversarial", 3, (world, one, random) => {
    const row = random.int(0, one.rowIds.length - 1);
    return ships(world, one, row, one.line.canShip(one.line.rows[row]!) + random.int(1, 5));
  }),
  step("receive more than is on the way", "adversarial", 2, async (world, one, random) => {
    const of = pickOne(live(one), random);
    return of ? receives(world, one, of, of.transit + random.int(1, 5), 0) : 0;
  }),
  step("send back more than was taken", "adversarial", 2, async (world, one, random) => {
    const of = pickOne(one.line.receipts, random);
    return of ? returns(world, one, of, "RETURN_REPLACE", of.accepted - of.undone + random.int(1, 5)) : 0;
  }),
  step("cancel with goods under way or taken", "adversarial", 1, async (world, one) => {
    if (one.line.trn === 0 && one.line.sum((row) => row.rcv - row.rev) === 0) return 0;
    return unchanged(world, "cancelling a running order", () => world.act(order, "doCancel", one.id, { reason: "no" }, world.buyer()));
  }),
  step("receive the same receipt again", "adversarial", 1, async (world, one, random) => {
    const of = pickOne(one.line.receipts, random);
    return of ? unchanged(world, "posting twice", () => world.act(receive, "doConfirm", of.id, {}, world.keeper())) : 0;
  }),
  step("a stale version", "adversarial", 1, (world, one) =>
    unchanged(world, "a stale version", () => world.act(order, "doClose", one.id, { reason: "old" }, world.buyer(), 0)),
  ),
  step("half a piece", "adversarial", 1, async (world, one, random) => {
    const row = random.int(0, one.rowIds.length - 1);
    return unchanged(world, "half a piece", () =>
      world.act(
        note,
        "saveOrUpdate",
        undefined,
        {
          ...{ shipDate: day(0), eta: `${day(20)} 10:00:00` },
          lines: [{ orderDeliveryId: one.rowIds[row], noteQty: "0.5" }],
        },
        world.vendor(),
      ),
    );
  }),
  step("another supplier ships", "adversarial", 1, async (world, one, random) => {
    const row = random.int(0, one.rowIds.length - 1);
    return unchanged(world, "another supplier's note", () =>
      world.act(
        note,
        "saveOrUpdate",
        undefined,
        {
          ...{ shipDate: day(0), eta: `${day(20)} 10:00:00` },
          lines: [{ orderDeliveryId: one.rowIds[row], noteQty: "1" }],
        },
        world.vendor("S2"),
      ),
    );
  }),
  step("two drafts of the same rest", "nemesis", 1, async (world, one, random) => {
    const row = random.int(0, one.rowIds.length - 1);
    const can = one.line.canShip(one.line.rows[row]!);
    if (can < 1) return 0;
    const drafts = [await drafted(world, one, row, can), await drafted(world, one, row, can)];
    for (const draft of drafts) {
      if (draft.code !== null) throw new Error(`a draft was refused: ${draft.code}`);
      const [made] = draft.documents;
      const came = await world.act(note, "doSubmit", made!["id"], {}, world.vendor());
      agree("the second of two shipments", came, one.line.ship(row, can, made!["id"], made!["lines"][0]["id"]));
    }
    return 4;
  }),
];

/** From approved need to goods taken, sent back and taken again. */
export const purchaseSimulation = (
  ground: Ground,
  open: (ground: Ground) => PurchaseWorld = (g) => new PurchaseWorld(g),
): Simulation<W> => ({
  name: "purchasing",
  steps,
  async open() {
    const world = open(ground);
    await world.begin([100, 60], "12.5");
    return world;
  },
});
