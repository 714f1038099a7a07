import { day } from "../support/ordering.ts";
import type { Simulation, Step } from "./harness.ts";
import * as goods from "./purchase-goods.ts";
import { isLive } from "./purchase-model.ts";
import { attacks } from "./purchase-attacks.ts";
import { decides, draws, drafts, counts, posts, sends, ships, takesDirect, takesIn, undoes } from "./purchase-step.ts";
import { agree, free, live, note, notice, order, pickOne, receive, step, takenIn, waits } from "./purchase-step.ts";
import { terms } from "./purchase-agreeing.ts";
import { permitSteps } from "./permit-steps.ts";
import { planSteps } from "./plan-steps.ts";
import { standingSteps } from "./standing-steps.ts";
import { MemoryEngine, PurchaseWorld, type Engine, type Ground } from "./purchase-world.ts";

type W = PurchaseWorld;
const prices = ["12.5", "0.335", "7.77", "103.4"] as const;

/** Daily work: orders, call-offs, shipments, receipts, judgements, returns. */
const work: readonly Step<W>[] = [
  {
    name: "a new order",
    kind: "normal",
    weight: 1,
    async run(world, random) {
      const rows = Array.from({ length: random.int(1, 3) }, () => random.int(20, 120));
      const how = { byNotice: random.chance(0.2), inspected: random.chance(0.3), spare: random.int(0, 40), silent: random.chance(0.15) };
      return (await world.begin(rows, random.one(prices), how)) ? (how.silent ? 6 : 7) : 6;
    },
  },
  step(
    "ship",
    "normal",
    7,
    async (world, running, random) => {
      const row = random.one(running.line.rows);
      const can = running.line.canShip(row);
      return can > 0 ? ships(world, running, row, null, random.int(1, can)) : 0;
    },
    (running) => running.line.rows.some((row) => running.line.canShip(row) > 0),
  ),
  step("call off", "normal", 3, async (world, running, random) => {
    const row = random.one(running.line.rows);
    const can = running.line.canNotice(row);
    if (can < 1) return 0;
    const qty = random.int(1, can);
    const body = { arriveFrom: `${day(20)} 09:00:00`, arriveTo: `${day(20)} 11:00:00` };
    const lines = [{ orderDeliveryId: row.id, noticeQty: String(qty) }];
    const made = await world.must(notice, "saveOrUpdate", undefined, { ...body, lines }, world.buyer());
    const call = {
      id: made["id"],
      lineId: made["lines"][0]["id"],
      row,
      base: qty,
      shipped: 0,
      closed: 0,
      open: 0,
      status: "DRAFT" as const,
    };
    const came = await world.act(notice, "doPublish", call.id, {}, world.buyer());
    const frozen = world.standing.refuses("DELIVERY");
    agree(`calling ${qty} off`, came, frozen ? "*" : goods.publishes(running.line, call, qty));
    if (!frozen) running.line.notices.push(call);
    return 2;
  }),
  step("answer a call", "normal", 3, async (world, running, random) => {
    const of = pickOne(running.line.notices, random);
    if (!of) return 0;
    const qty = random.chance(0.6) ? of.open : random.int(0, of.open + 2);
    const lines = [{ lineId: of.lineId, confirmQty: String(qty) }];
    const came = await world.act(notice, "doSupplierConfirm", of.id, { lines }, world.vendor());
    agree(`confirming ${qty} of a call`, came, goods.answers(running.line, of, qty));
    return 1;
  }),
  step(
    "ship what was called",
    "normal",
    4,
    async (world, running, random) => {
      const of = pickOne(
        running.line.notices.filter((call) => isLive(call) && call.open > 0),
        random,
      );
      return of ? ships(world, running, of.row, of, random.int(1, of.open)) : 0;
    },
    (running) => running.line.notices.some((call) => isLive(call) && call.open > 0),
  ),
  step("end a call", "normal", 1, async (world, running, random) => {
    const drafted = running.notes.flatMap((left) => left.of.notice ?? []);
    const of = pickOne(random.chance(0.5) && drafted.length ? drafted : running.line.notices, random);
    if (!of) return 0;
    const held = running.notes.filter((left) => left.of.notice === of).length;
    const [how, action, input, me] = random.one([
      ["REFUSED", "doSupplierRefuse", { refuseReason: "no" }, world.vendor()],
      ["CANCELLED", "doCancel", { endReason: "no" }, world.buyer()],
      ["CLOSED", "doClose", { endReason: "no" }, world.buyer()],
    ] as const);
    agree(`a call ${how}`, await world.act(notice, action, of.id, input, me), goods.ends(running.line, of, how, held));
    return 1;
  }),
  step("withdraw a call", "normal", 0.5, async (world, running, random) => {
    const of = pickOne(running.line.notices, random);
    if (!of) return 0;
    agree("withdrawing a call", await world.act(notice, "withdraw", of.id, {}, world.buyer()), goods.withdraws(running.line, of));
    return 1;
  }),
  step(
    "receive",
    "normal",
    7,
    async (world, running, random) => {
      const of = pickOne(live(running), random);
      if (!of) return 0;
      const came = random.int(1, of.transit);
      const rejected = !running.line.inspected && random.chance(0.2) ? random.int(0, Math.min(3, came)) : 0;
      return takesIn(world, running, of, came - rejected, rejected);
    },
    (running) => live(running).length > 0,
  ),
  step(
    "receive everything at once",
    "normal",
    1,
    async (world, running, random) => {
      const of = pickOne(live(running), random);
      if (!of) return 0;
      const isCounted = running.counts.some((left) => left.of.note === of);
      const came = await world.act(note, "doConfirmReceipt", of.id, {}, world.keeper());
      if (came.code !== null || isCounted) agree("one press", came, isCounted ? "PUR-0003" : null);
      else {
        const found = (await world.engine.rows(receive, { noteId: of.id })).find(
          (row) => !running.line.receipts.some((known) => known.id === row["id"]) && row["status"] !== "CANCELLED",
        )!;
        goods.receives(running.line, { row: of.row, note: of, accepted: of.transit, rejected: 0 }, found["id"], found["lines"][0]["id"]);
      }
      return 1;
    },
    (running) => live(running).length > 0,
  ),
  step("receive without a note", "normal", 1, async (world, running, random) => {
    const row = random.one(running.line.rows);
    const can = running.line.canShip(row);
    return can > 0 ? takesDirect(world, running, row, random.int(1, can)) : 0;
  }),
  step(
    "judge",
    "normal",
    4,
    async (world, running, random) => {
      const of = pickOne(
        running.line.receipts.filter((some) => some.waiting > 0),
        random,
      );
      if (!of) return 0;
      const rejected = random.chance(0.3) ? random.int(0, of.waiting) : 0;
      const judged = { receiveLineId: of.lineId, acceptedQty: String(of.waiting - rejected), rejectedQty: String(rejected) };
      const lines = [{ ...judged, ...(rejected ? { reason: "QUALITY" } : {}) }];
      const came = await world.act(receive, "doInspect", of.id, { lines }, world.keeper());
      agree(`judging ${of.waiting}`, came, goods.judges(running.line, of, of.waiting - rejected, rejected));
      return 1;
    },
    waits,
  ),
  step("check in", "normal", 1, async (world, running, random) => {
    const of = pickOne(random.chance(0.8) ? running.line.notes.filter((some) => some.status === "SHIPPED") : running.line.notes, random);
    if (!of) return 0;
    agree("checking in", await world.act(note, "doArrive", of.id, {}, world.keeper()), goods.arrives(of));
    return 1;
  }),
  ...(
    [
      ["cancel a note", "doCancel", { cancelReason: "late" }, goods.cancels],
      ["close a note", "doClose", { closeReason: "short" }, goods.closes],
      ["reopen a note", "doReopen", {}, goods.reopens],
    ] as const
  ).map(([name, action, input, said]) =>
    step(name, "normal", 1.2, async (world, running, random) => {
      const likely = { doCancel: ["SHIPPED", "ARRIVED"], doClose: ["SHIPPED", "ARRIVED", "PARTIAL"], doReopen: ["CLOSED"] }[action];
      const of = pickOne(
        random.chance(0.8) ? running.line.notes.filter((some) => likely.includes(some.status)) : running.line.notes,
        random,
      );
      if (!of) return 0;
      const counted = running.counts.filter((left) => left.of.note === of).length;
      const me = action === "doCancel" ? world.vendor() : world.keeper();
      agree(name, await world.act(note, action, of.id, input, me), said(running.line, of, counted));
      return 1;
    }),
  ),
  ...(["RETURN_REPLACE", "RETURN_REFUND"] as const).map((kind) =>
    step(
      kind,
      "normal",
      1,
      async (world, running, random) => {
        const of = pickOne(takenIn(running), random);
        return of ? undoes(world, running, { kind, of, qty: random.int(1, free(of)) }) : 0;
      },
      (running) => takenIn(running).length > 0,
    ),
  ),
  step("reverse", "normal", 1.2, async (world, running, random) => {
    const of = pickOne(running.line.receipts, random);
    if (!of) return 0;
    const [qty, rejected] = [random.int(0, Math.max(0, free(of))), random.int(0, of.rejected - of.undoneRejected - of.heldRejected)];
    return qty + rejected === 0 ? 0 : undoes(world, running, { kind: "REVERSAL", of, qty, rejected });
  }),
  step(
    "take a return back",
    "normal",
    1,
    async (world, running, random) => {
      const of = pickOne(
        running.line.returns.filter((some) => some.undone + some.held < some.qty),
        random,
      );
      return of ? undoes(world, running, { kind: "RETURN_REV", of, qty: random.int(1, of.qty - of.undone - of.held) }) : 0;
    },
    (running) => running.line.returns.some((some) => some.undone + some.held < some.qty),
  ),
  step("close the line", "normal", 0.6, async (world, running, random) => {
    const back = random.next() < 0.5;
    const came = await world.act(order, "doClose", running.id, { reason: "enough", releaseToReq: back ? "Y" : "N" }, world.buyer());
    agree("closing", came, running.line.close(back));
    return 1;
  }),
  step(
    "open the line again",
    "normal",
    0.8,
    async (world, running) => {
      const frozen = world.standing.refusesReopening(running.line) ?? world.plan.refusesReopening(running.line);
      const came = await world.act(order, "doOpenLine", running.id, { reason: "more" }, world.buyer());
      agree("opening again", came, frozen ? "*" : running.line.reopen());
      return 1;
    },
    (running) => running.line.status !== "OPEN" && running.line.sum((row) => row.cls) > 0,
  ),
  step("cancel the order", "normal", 0.3, async (world, running) => {
    agree("cancelling", await world.act(order, "doCancel", running.id, { reason: "no need" }, world.buyer()), running.line.cancel());
    return 1;
  }),
];

/** Papers begun by whoever was called away, or whose process died: they are finished late, in any order, or never. */
const late: readonly Step<W>[] = [
  step("a note is left lying", "normal", 1, async (world, running, random) => {
    const call = random.chance(0.5)
      ? pickOne(
          running.line.notices.filter((some) => isLive(some) && some.open > 0),
          random,
        )
      : undefined;
    const row = call?.row ?? random.one(running.line.rows);
    if (!running.line.rows.includes(row) || running.notes.length > 3) return 0;
    await drafts(world, running, row, call ?? null, random.int(1, Math.max(1, running.line.canShip(row))));
    return 1;
  }),
  step(
    "a note that lay there goes out",
    "nemesis",
    3,
    async (world, running, random) => {
      const left = pickOne(running.notes, random);
      return left ? sends(world, running, left) : 0;
    },
    (running) => running.notes.length > 0,
  ),
  step(
    "a count is left lying",
    "normal",
    1,
    async (world, running, random) => {
      const of = pickOne(live(running), random);
      if (!of || running.counts.length > 2) return 0;
      await counts(world, running, of, random.int(1, of.transit), 0);
      return 1;
    },
    (running) => live(running).length > 0,
  ),
  step(
    "a count that lay there is posted",
    "nemesis",
    4,
    async (world, running, random) => {
      const left = pickOne(running.counts, random);
      return left ? posts(world, running, left) : 0;
    },
    (running) => running.counts.length > 0,
  ),
  step(
    "a paper waits for its approval",
    "normal",
    1,
    async (world, running, random) => {
      const of = pickOne(takenIn(running), random);
      if (!of || running.papers.length > 2) return 0;
      const kind = random.one(["REVERSAL", "RETURN_REPLACE", "RETURN_REFUND"] as const);
      return (await draws(world, running, { kind, of, qty: random.int(1, free(of)), rejected: 0 })).decisions;
    },
    (running) => takenIn(running).length > 0,
  ),
  step(
    "a paper that waited is decided",
    "nemesis",
    3,
    async (world, running, random) => {
      const left = pickOne(running.papers, random);
      return left ? decides(world, running, left, random.chance(0.7)) : 0;
    },
    (running) => running.papers.length > 0,
  ),
  step("two drafts of the same rest", "nemesis", 1, async (world, running, random) => {
    const row = random.one(running.line.rows);
    const can = running.line.canShip(row);
    if (can < 1) return 0;
    const two = [await drafts(world, running, row, null, can), await drafts(world, running, row, null, can)];
    return 2 + (await sends(world, running, two[0]!)) + (await sends(world, running, two[1]!));
  }),
];

/** From approved need to goods taken, sent back and taken again. */
export const purchaseSimulation = (
  ground: Ground,
  open: (ground: Ground) => Engine = (on) => new MemoryEngine(on),
  limit: number | null = null,
): Simulation<W> => ({
  name: "purchasing",
  steps: [...work, ...terms, ...late, ...standingSteps, ...planSteps, ...permitSteps, ...attacks],
  async open() {
    const world = new PurchaseWorld(ground, open(ground), limit);
    await world.begin([100, 60], "12.5", { byNotice: false, inspected: false, spare: 20 });
    return world;
  },
});
