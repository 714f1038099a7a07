import type { Random } from "../support/generate.ts";
import { day, type Row } from "../support/ordering.ts";
import type { Step } from "./harness.ts";
import * as said from "./purchase-terms.ts";
import { eff, floor, type Change, type Line } from "./purchase-model.ts";
import { agree, free, isChanging, order, pickOne, refused, step, takenIn, undoes } from "./purchase-step.ts";
import type { PurchaseWorld, Running } from "./purchase-world.ts";

type W = PurchaseWorld;

/** Schedules the product has and the model does not know yet, in their order. */
async function fresh(world: W, running: Running): Promise<string[]> {
  const [line] = (await world.document(order, running.id))["lines"] as Row[];
  const rows = (line!["deliveries"] as Row[]).toSorted((a, b) => a["scheduleNum"] - b["scheduleNum"]);
  return rows.map((row) => row["id"] as string).filter((id) => !running.line.rows.some((row) => row.id === id));
}

/** A whole in so many parts, each at least one. */
function split(whole: number, parts: number, random: Random): number[] {
  const cuts = [...new Set(Array.from({ length: parts - 1 }, () => random.int(1, Math.max(1, whole - 1))))].sort((a, b) => a - b);
  return [...cuts, whole].map((cut, i) => cut - (i ? cuts[i - 1]! : 0)).filter((part) => part > 0);
}

/** The schedules as a change would have them: some more, some less, one new, one gone; never above what is done and yet below the floor. */
function changed(line: Line, random: Random): Change["rows"] {
  const rows = line.rows.map((of) => {
    if (random.chance(0.4)) return { of, qty: of.ord };
    const least = floor(of);
    const qty = random.chance(0.3) ? least + random.int(-3, 3) : of.ord + random.int(-30, 25);
    return { of, qty: qty > of.ord && qty < least ? of.ord : Math.max(1, qty) };
  });
  const entries = rows.length > 1 && random.chance(0.15) ? rows.toSpliced(random.int(0, rows.length - 1), 1) : rows;
  return random.chance(0.2) ? [...entries, { of: null, qty: random.int(5, 30) }] : entries;
}

/** The draft beside the order gets these schedules and this price. */
async function writes(world: W, running: Running, rows: Change["rows"], price: number): Promise<number> {
  const draft = await world.document(order, running.line.change!.id);
  const [line] = draft["lines"] as Row[];
  const stored = line!["deliveries"] as Row[];
  const { invOrgId, deliveryInfoId, needByDate } = stored[0]!;
  const kept = (id: string): Row => ({ id: stored.find((row) => row["liveRowId"] === id)?.["id"] });
  const deliveries = rows.map(({ of, qty }) => ({ ...(of ? kept(of.id) : { invOrgId, deliveryInfoId, needByDate }), qty: String(qty) }));
  if (deliveries.some((row) => "id" in row && row["id"] === undefined)) return 0;
  const qty = String(rows.reduce((all, row) => all + row.qty, 0));
  const lines = [{ id: line!["id"], qty, price: String(price / 1000), deliveries }];
  agree(
    "writing a change",
    await world.act(order, "saveOrUpdate", draft["id"], { lines }, world.buyer()),
    said.writes(running.line, rows, price),
  );
  return 1;
}

/** The draft of another order takes so much of the same requisition line. */
async function rivals(world: W, running: Running, qty: number): Promise<number> {
  const req = await world.document("SrmPurRequisitionHeader", running.reqId);
  const came = await world.act(order, "saveOrUpdate", undefined, world.ground.body([qty], "12.5", req, running.line), world.buyer());
  agree(`taking ${qty} of ${running.line.need.open}`, came, qty > running.line.need.open ? running.line.noMore : null);
  if (came.code !== null) return 1;
  running.line.need = { ...running.line.need, open: running.line.need.open - qty };
  running.rivals.push({ id: came.documents[0]!["id"], of: qty });
  return 1;
}

/** Why the supplier's standing refuses the revision as it is written. */
const refusesChange = (world: W, { line }: Running): string | null => {
  if (!line.change) return null;
  const pieces = line.change.rows.reduce((all, row) => all + row.qty, 0) - line.sum((row) => row.ord);
  return world.standing.refusesChange(line, pieces, line.change.price);
};

const isProposed = (running: Running): boolean => running.line.rows.some((row) => row.word === "PROPOSED");

/** What the two sides agree about an order that runs, and what the buyer changes of it. */
export const terms: readonly Step<W>[] = [
  step("the supplier confirms", "normal", 3, async (world, running) => {
    const came = await world.act(order, "doSupplierDeliveryConfirm", running.id, {}, world.vendor());
    agree("confirming", came, said.confirms(running.line));
    return 1;
  }),
  step("the supplier proposes a split", "normal", 1, async (world, running, random) => {
    const row = random.one(running.line.rows);
    const whole = eff(row);
    if (whole < 2) return 0;
    const asked = random.chance(0.35) ? whole - random.int(-1, 2) : whole;
    const parts = split(Math.max(1, asked), random.int(1, 3), random);
    const reason = random.chance(0.5);
    const input = { deliveryId: row.id, parts: parts.map((qty) => ({ qty: String(qty), promiseDate: day(20) })) };
    const came = await world.act(
      order,
      "doSupplierDeliveryPropose",
      running.id,
      { ...input, ...(reason ? { reason: "capacity" } : {}) },
      world.vendor(),
    );
    agree(`proposing ${parts.join("+")} of ${whole}`, came, said.proposes(running.line, row, parts, reason));
    return 1;
  }),
  step("the buyer accepts the split", "normal", 2, async (world, running, random) => {
    const row =
      pickOne(
        running.line.rows.filter((some) => some.word === "PROPOSED"),
        random,
      ) ?? random.one(running.line.rows);
    const came = await world.act(order, "doBuyerDeliveryConfirm", running.id, { rows: [{ deliveryId: row.id }] }, world.buyer());
    const made = said.accepts(running.line, row);
    agree("accepting a split", came, typeof made === "string" ? made : null);
    if (typeof made === "string") return 1;
    const ids = await fresh(world, running);
    said.enters(
      running.line,
      made.map((part, i) => ({ id: ids[i] ?? "none", ...part })),
    );
    return 1;
  }),
  step("the buyer rejects the split", "normal", 0.5, async (world, running, random) => {
    const row =
      pickOne(
        running.line.rows.filter((some) => some.word === "PROPOSED"),
        random,
      ) ?? random.one(running.line.rows);
    const came = await world.act(order, "doBuyerReject", running.id, { rows: [{ deliveryId: row.id }], reason: "no" }, world.buyer());
    agree("rejecting a split", came, said.declines(running.line, row));
    return 1;
  }),
  step("a change begins", "normal", 1.2, async (world, running, random) => {
    const came = await world.act(order, "doChange", running.id, { reason: "demand" }, world.buyer());
    const id = came.code === null ? ((await world.document(order, running.id))["changeId"] as string) : "";
    agree("beginning a change", came, said.begins(running.line, id));
    return came.code === null ? 1 + (await writes(world, running, changed(running.line, random), running.line.price)) : 1;
  }),
  step(
    "a change is written",
    "normal",
    1,
    async (world, running, random) => {
      if (!running.line.change) return 0;
      const price = random.chance(0.3) ? random.one([12_500, 335, 7_770, 103_400]) : running.line.change.price;
      return writes(world, running, changed(running.line, random), price);
    },
    isChanging,
  ),
  step(
    "a change is submitted",
    "normal",
    2,
    async (world, running) => {
      if (!running.line.change) return 0;
      const frozen = refusesChange(world, running);
      const came = await world.act(order, "doSubmit", running.line.change.id, {}, world.buyer());
      agree("submitting a change", came, frozen ? "*" : said.submits(running.line));
      return 1;
    },
    isChanging,
  ),
  step(
    "a change is approved",
    "normal",
    2,
    async (world, running) => {
      if (!running.line.change) return 0;
      const frozen = refusesChange(world, running);
      const came = await world.act(order, "doApproval", running.line.change.id, {}, world.house());
      const made = frozen ? "*" : said.revises(running.line);
      agree("approving a change", came, typeof made === "string" ? made : null);
      if (typeof made === "string") return 1;
      const ids = await fresh(world, running);
      said.revised(
        running.line,
        made.map((qty, i) => ({ id: ids[i] ?? "none", qty })),
      );
      return 1;
    },
    isChanging,
  ),
  step(
    "a change is sent back",
    "normal",
    0.6,
    async (world, running) => {
      if (!running.line.change) return 0;
      agree(
        "sending a change back",
        await world.act(order, "doReject", running.line.change.id, {}, world.house()),
        said.sendsBack(running.line),
      );
      return 1;
    },
    isChanging,
  ),
  step("a change is given up", "normal", 0.5, async (world, running) => {
    agree("giving a change up", await world.act(order, "doCancelChange", running.id, {}, world.buyer()), said.givesUp(running.line));
    return 1;
  }),
  step("another order takes what is open of the need", "normal", 0.6, (world, running, random) =>
    rivals(world, running, Math.max(1, running.line.need.open + random.int(-5, 2))),
  ),
  step(
    "what a closed line gave back is taken elsewhere",
    "normal",
    0.6,
    (world, running) => rivals(world, running, running.line.need.open),
    (running) => running.line.status === "CLOSED" && running.line.need.open > 0,
  ),
  step(
    "another order lets go",
    "normal",
    0.3,
    async (world, running, random) => {
      const left = pickOne(running.rivals, random);
      if (!left) return 0;
      await world.must(order, "delete", left.id, {}, world.buyer());
      running.rivals.splice(running.rivals.indexOf(left), 1);
      running.line.need = { ...running.line.need, open: running.line.need.open + left.of };
      return 1;
    },
    (running) => running.rivals.length > 0,
  ),
  step(
    "a change that does not add up",
    "adversarial",
    0.7,
    async (world, running) => {
      if (!running.line.change || running.line.change.status === "APPROVING") return 0;
      const draft = await world.document(order, running.line.change.id);
      const [line] = draft["lines"] as Row[];
      const lines = [{ id: line!["id"], qty: String(Number(line!["qty"]) + 1) }];
      return refused(
        "schedules that do not add up",
        world.act(order, "saveOrUpdate", draft["id"], { lines: { changed: lines } }, world.buyer()),
        "PUR-2201",
      );
    },
    isChanging,
  ),
  step(
    "a line is closed under a proposal",
    "normal",
    0.5,
    async (world, running) => {
      const came = await world.act(order, "doClose", running.id, { reason: "enough", releaseToReq: "Y" }, world.buyer());
      agree("closing under a proposal", came, running.line.close(true));
      return 1;
    },
    isProposed,
  ),
  step(
    "a return wakes a line closed under a proposal",
    "normal",
    1,
    async (world, running, random) => {
      const of = pickOne(takenIn(running), random);
      return of ? undoes(world, running, { kind: "RETURN_REPLACE", of, qty: random.int(1, free(of)) }) : 0;
    },
    (running) => isProposed(running) && running.line.status !== "OPEN",
  ),
];
