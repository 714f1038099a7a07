import { day, type Row } from "../support/ordering.ts";
import type { Step } from "./harness.ts";
import * as goods from "./purchase-goods.ts";
import { floor } from "./purchase-model.ts";
import {
  agree,
  free,
  live,
  note,
  noteBody,
  notice,
  order,
  pickOne,
  receive,
  refused,
  ships,
  step,
  takenIn,
  waits,
} from "./purchase-step.ts";
import { takesDirect, takesIn, undoes } from "./purchase-step.ts";
import type { PurchaseWorld } from "./purchase-world.ts";

type W = PurchaseWorld;
const inbox = "SrmPurStorageInbox";

const tooMuch: readonly Step<W>[] = [
  step("ship too much", "adversarial", 3, (world, running, random) => {
    const row = random.one(running.line.rows);
    return ships(world, running, row, null, running.line.canShip(row) + random.int(1, 5));
  }),
  step("ship more than was called", "adversarial", 1, async (world, running, random) => {
    const of = pickOne(running.line.notices, random);
    return of && running.line.rows.includes(of.row) ? ships(world, running, of.row, of, of.open + random.int(1, 3)) : 0;
  }),
  step("call off too much", "adversarial", 1, async (world, running, random) => {
    const row = random.one(running.line.rows);
    const qty = running.line.canNotice(row) + random.int(1, 5);
    const lines = [{ orderDeliveryId: row.id, noticeQty: String(qty) }];
    const body = { arriveFrom: `${day(20)} 09:00:00`, arriveTo: `${day(20)} 11:00:00`, lines };
    const made = await world.must(notice, "saveOrUpdate", undefined, body, world.buyer());
    const came = await world.act(notice, "doPublish", made["id"], {}, world.buyer());
    const code = world.standing.refuses("DELIVERY") ? "*" : row.word === "CONFIRMED" ? "PUR-3101" : "PUR-3304";
    return 1 + (await refused("calling off too much", Promise.resolve(came), code));
  }),
  step("receive more than is on the way", "adversarial", 2, async (world, running, random) => {
    const of = pickOne(live(running), random);
    return of ? takesIn(world, running, of, of.transit + random.int(1, 5), 0) : 0;
  }),
  step("receive too much without a note", "adversarial", 1, (world, running, random) => {
    const row = random.one(running.line.rows);
    return takesDirect(world, running, row, running.line.canShip(row) + random.int(1, 5));
  }),
  step("send back more than was taken", "adversarial", 2, async (world, running, random) => {
    const of = pickOne(running.line.receipts, random);
    return of ? undoes(world, running, { kind: "RETURN_REPLACE", of, qty: Math.max(0, free(of)) + random.int(1, 5) }) : 0;
  }),
  step(
    "reverse what others hold",
    "adversarial",
    1,
    async (world, running, random) => {
      const of = pickOne(takenIn(running), random);
      return of ? undoes(world, running, { kind: "REVERSAL", of, qty: free(of) + random.int(0, 2), rejected: random.int(0, 2) }) : 0;
    },
    (running) => takenIn(running).length > 0,
  ),
  step(
    "take back more than was returned",
    "adversarial",
    1,
    async (world, running, random) => {
      const of = pickOne(running.line.returns, random);
      return of ? undoes(world, running, { kind: "RETURN_REV", of, qty: of.qty - of.undone - of.held + random.int(1, 3) }) : 0;
    },
    (running) => running.line.returns.length > 0,
  ),
  step(
    "judge more or less than waits",
    "adversarial",
    2,
    async (world, running, random) => {
      const of = pickOne(
        running.line.receipts.filter((some) => some.waiting > 0),
        random,
      );
      if (!of) return 0;
      const lines = [{ receiveLineId: of.lineId, acceptedQty: String(of.waiting + random.one([-1, 1, 2])), rejectedQty: "0" }];
      return refused("judging another quantity", world.act(receive, "doInspect", of.id, { lines }, world.keeper()), "PUR-3405");
    },
    waits,
  ),
  step("half a piece", "adversarial", 0.5, async (world, running, random) =>
    refused("half a piece", world.act(note, "saveOrUpdate", undefined, noteBody(random.one(running.line.rows).id, "0.5"), world.vendor())),
  ),
  step(
    "a split nobody has read",
    "adversarial",
    1,
    async (world, running, random) => {
      const row = pickOne(
        running.line.rows.filter((some) => some.word === "PROPOSED" && floor(some) > 1),
        random,
      );
      if (!row) return 0;
      const came = await world.act(
        order,
        "doBuyerDeliveryConfirm",
        running.id,
        { rows: [{ deliveryId: row.id, versionNum: 0 }] },
        world.buyer(),
      );
      return refused("accepting a split nobody has read", Promise.resolve(came));
    },
    (running) => running.line.rows.some((some) => some.word === "PROPOSED" && floor(some) > 1),
  ),
];

const outOfTurn: readonly Step<W>[] = [
  step("cancel with goods under way or taken", "adversarial", 1, async (world, running) => {
    const { line } = running;
    if (line.sum((row) => row.trn + row.ins) === 0 && line.sum((row) => row.rcv - row.rev) === 0) return 0;
    return refused("cancelling a running order", world.act(order, "doCancel", running.id, { reason: "no" }, world.buyer()));
  }),
  step("receive the same receipt again", "adversarial", 1, async (world, running, random) => {
    const of = pickOne(running.line.receipts, random);
    return of ? refused("posting twice", world.act(receive, "doConfirm", of.id, {}, world.keeper())) : 0;
  }),
  step("send the same note again", "adversarial", 1, async (world, running, random) => {
    const of = pickOne(running.line.notes, random);
    return of ? refused("shipping twice", world.act(note, "doSubmit", of.id, {}, world.vendor())) : 0;
  }),
  step("a stale version", "adversarial", 1, (world, running) =>
    refused("a stale version", world.act(order, "doClose", running.id, { reason: "old" }, world.buyer(), 0), "PUR-0002"),
  ),
];

const foreign: readonly Step<W>[] = [
  step("another supplier ships", "adversarial", 1, async (world, running, random) =>
    refused(
      "another supplier's note",
      world.act(note, "saveOrUpdate", undefined, noteBody(random.one(running.line.rows).id, "1"), world.vendor("S2")),
      "PUR-0004",
    ),
  ),
  step(
    "another supplier sends our draft",
    "adversarial",
    1,
    async (world, running, random) => {
      const left = pickOne(running.notes, random);
      return left ? refused("a stranger's shipment", world.act(note, "doSubmit", left.id, {}, world.vendor("S2"))) : 0;
    },
    (running) => running.notes.length > 0,
  ),
  step("another supplier answers", "adversarial", 1, async (world, running, random) => {
    const call = pickOne(running.line.notices, random);
    return call
      ? refused("a stranger's answer", world.act(notice, "doSupplierConfirm", call.id, {}, world.vendor("S2")))
      : refused("a stranger's promise", world.act(order, "doSupplierDeliveryConfirm", running.id, {}, world.vendor("S2")));
  }),
  step("rows of another order", "adversarial", 1, async (world, running, random) => {
    const other = random.one(world.orders);
    const row = random.one(other.line.rows);
    if (other === running) return 0;
    const call = pickOne(running.line.notices, random);
    if (call)
      return refused(
        "a call for another row",
        world.act(note, "saveOrUpdate", undefined, noteBody(row.id, "1", call.lineId), world.vendor()),
        "PUR-0004",
      );
    const rows = [{ deliveryId: row.id }];
    return refused("a schedule of another order", world.act(order, "doBuyerReject", running.id, { rows, reason: "no" }, world.buyer()));
  }),
];

/** The warehouse's own system tells what came: late, twice, in any order, and of notes that are long over. */
const reported: readonly Step<W>[] = [
  step(
    "a movement is reported",
    "normal",
    1.5,
    async (world, running, random) => {
      const of = pickOne(live(running), random);
      if (!of || running.movements.filter((some) => !some.done).length > 3) return 0;
      const { noteNum } = await world.document(note, of.id);
      const [txn, qty] = [world.newTxn(), random.int(1, of.transit)];
      const moved: Row = {
        sourceSystem: "WMS",
        sourceTxnId: `${running.id}-${txn}`,
        movementType: "PO_RECEIPT",
        movementTime: `${day(0)} 00:00:01`,
      };
      const made = await world.must(inbox, "saveOrUpdate", undefined, { ...moved, noteNum, qty: String(qty) }, world.buyer());
      running.movements.push({ txn: `${running.id}-${txn}`, id: made["id"], note: of, qty, done: false });
      return 1;
    },
    (running) => live(running).length > 0,
  ),
  step(
    "a movement is booked",
    "nemesis",
    4,
    async (world, running, random) => {
      const of = pickOne(running.movements, random);
      if (!of) return 0;
      const came = await world.act(inbox, "doProcess", of.id, {}, world.house());
      if (of.done) return refused("booking a movement again", Promise.resolve(came));
      const made = came.code === null ? await world.document(receive, (await world.document(inbox, of.id))["receiveId"]) : null;
      const asked = { row: of.note.row, note: of.note, accepted: of.qty, rejected: 0 };
      const given =
        of.note.transit === 0 ? "PUR-3602" : goods.receives(running.line, asked, made?.["id"] ?? "", made?.["lines"][0]["id"] ?? "");
      agree(`booking ${of.qty}`, came, given);
      of.done = came.code === null;
      return 1;
    },
    (running) => running.movements.some((of) => !of.done),
  ),
  step(
    "a movement is reported again",
    "nemesis",
    1,
    async (world, running, random) => {
      const of = pickOne(running.movements, random);
      if (!of) return 0;
      const body = { sourceSystem: "WMS", sourceTxnId: of.txn, movementType: "PO_RECEIPT", movementTime: `${day(0)} 00:00:02`, qty: "1" };
      return refused("the same movement", world.act(inbox, "saveOrUpdate", undefined, body, world.buyer()), "PUR-3601");
    },
    (running) => running.movements.length > 0,
  ),
];

const falling: readonly Step<W>[] = [
  step("processes die under what comes next", "nemesis", 2, async (world, _, random) => {
    world.doom(...Array.from({ length: random.int(1, 4) }, () => "killed" as const));
    return 0;
  }),
  step("what comes next arrives twice", "nemesis", 1, async (world, _, random) => {
    world.doom(...Array.from({ length: random.int(1, 3) }, () => "doubled" as const));
    return 0;
  }),
];

/** Who tries what must not be, and the world falling apart. */
export const attacks: readonly Step<W>[] = [...tooMuch, ...outOfTurn, ...foreign, ...reported, ...falling];
