import type { Random } from "../support/generate.ts";
import { day, type Row } from "../support/ordering.ts";
import type { Step } from "./harness.ts";
import * as said from "./purchase-terms.ts";
import { eff, floor, type Change, type Line } from "./purchase-model.ts";
import { agree, free, isChanging, order, pickOne, refused, step, takenIn, undoes } from "./purchase-step.ts";
import type { PurchaseWorld, Running } from "./purchase-world.ts";

type W = PurchaseWorld;

/** Schedules the product has and the model does not know yet, in their order. */
async function fresh(world: W, one: Running): Promise<string[]> {
  const [line] = (await world.document(order, one.id))["lines"] as Row[];
  const rows = (line!["deliveries"] as Row[]).toSorted((a, b) => a["scheduleNum"] - b["scheduleNum"]);
  return rows.map((row) => row["id"] as string).filter((id) => !one.line.rows.some((row) => row.id === id));
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
  const kept = rows.length > 1 && random.chance(0.15) ? rows.toSpliced(random.int(0, rows.length - 1), 1) : rows;
  return random.chance(0.2) ? [...kept, { of: null, qty: random.int(5, 30) }] : kept;
}

/** The draft beside the order gets these schedules and this price. */
async function writes(world: W, one: Running, rows: Change["rows"], price: number): Promise<number> {
  const draft = await world.document(order, one.line.change!.id);
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
    said.writes(one.line, rows, price),
  );
  return 1;
}

/** The draft of another order takes so much of the same requisition line. */
async function rivals(world: W, one: Running, qty: number): Promise<number> {
  const req = await world.document("SrmPurRequisitionHeader", one.reqId);
  const came = await world.act(order, "saveOrUpdate", undefined, world.ground.body([qty], "12.5", req, one.line), world.buyer());
  agree(`taking ${qty} of ${one.line.need.open}`, came, qty > one.line.need.open ? one.line.noMore : null);
  if (came.code !== null) return 1;
  one.line.need = { ...one.line.need, open: one.line.need.open - qty };
  one.rivals.push({ id: came.documents[0]!["id"], of: qty });
  return 1;
}

/** Why the supplier's standing refuses the revision as it is written. */
const refusesChange = (world: W, { line }: Running): string | null => {
  if (!line.change) return null;
  const pieces = line.change.rows.reduce((all, row) => all + row.qty, 0) - line.sum((row) => row.ord);
  return world.standing.refusesChange(line, pieces, line.change.price);
};

const isProposed = (one: Running): boolean => one.line.rows.some((row) => row.word === "PROPOSED");

/** What the two sides agree about an order that runs, and what the buyer changes of it. */
export const terms: readonly Step<W>[] = [
  step("the supplier confirms", "normal", 3, async (world, one) => {
    const came = await world.act(order, "doSupplierDeliveryConfirm", one.id, {}, world.vendor());
    agree("confirming", came, said.confirms(one.line));
    return 1;
  }),
  step("the supplier proposes a split", "normal", 1, async (world, one, random) => {
    const row = random.one(one.line.rows);
    const whole = eff(row);
    if (whole < 2) return 0;
    const asked = random.chance(0.35) ? whole - random.int(-1, 2) : whole;
    const parts = split(Math.max(1, asked), random.int(1, 3), random);
    const reason = random.chance(0.5);
    const input = { deliveryId: row.id, parts: parts.map((qty) => ({ qty: String(qty), promiseDate: day(20) })) };
    const came = await world.act(
      order,
      "doSupplierDeliveryPropose",
      one.id,
      { ...input, ...(reason ? { reason: "capacity" } : {}) },
      world.vendor(),
    );
    agree(`proposing ${parts.join("+")} of ${whole}`, came, said.proposes(one.line, row, parts, reason));
    return 1;
  }),
  step("the buyer accepts the split", "normal", 2, async (world, one, random) => {
    const row =
      pickOne(
        one.line.rows.filter((some) => some.word === "PROPOSED"),
        random,
      ) ?? random.one(one.line.rows);
    const came = await world.act(order, "doBuyerDeliveryConfirm", one.id, { rows: [{ deliveryId: row.id }] }, world.buyer());
    const made = said.accepts(one.line, row);
    agree("accepting a split", came, typeof made === "string" ? made : null);
    if (typeof made === "string") return 1;
    const ids = await fresh(world, one);
    said.enters(
      one.line,
      made.map((part, i) => ({ id: ids[i] ?? "none", ...part })),
    );
    return 1;
  }),
  step("the buyer rejects the split", "normal", 0.5, async (world, one, random) => {
    const row =
      pickOne(
        one.line.rows.filter((some) => some.word === "PROPOSED"),
        random,
      ) ?? random.one(one.line.rows);
    const came = await world.act(order, "doBuyerReject", one.id, { rows: [{ deliveryId: row.id }], reason: "no" }, world.buyer());
    agree("rejecting a split", came, said.declines(one.line, row));
    return 1;
  }),
  step("a change begins", "normal", 1.2, async (world, one, random) => {
    const came = await world.act(order, "doChange", one.id, { reason: "demand" }, world.buyer());
    const id = came.code === null ? ((await world.document(order, one.id))["changeId"] as string) : "";
    agree("beginning a change", came, said.begins(one.line, id));
    return came.code === null ? 1 + (await writes(world, one, changed(one.line, random), one.line.price)) : 1;
  }),
  step(
    "a change is written",
    "normal",
    1,
    async (world, one, random) => {
      if (!one.line.change) return 0;
      const price = random.chance(0.3) ? random.one([12_500, 335, 7_770, 103_400]) : one.line.change.price;
      return writes(world, one, changed(one.line, random), price);
    },
    isChanging,
  ),
  step(
    "a change is submitted",
    "normal",
    2,
    async (world, one) => {
      if (!one.line.change) return 0;
      const frozen = refusesChange(world, one);
      const came = await world.act(order, "doSubmit", one.line.change.id, {}, world.buyer());
      agree("submitting a change", came, frozen ? "*" : said.submits(one.line));
      return 1;
    },
    isChanging,
  ),
  step(
    "a change is approved",
    "normal",
    2,
    async (world, one) => {
      if (!one.line.change) return 0;
      const frozen = refusesChange(world, one);
      const came = await world.act(order, "doApproval", one.line.change.id, {}, world.house());
      const made = frozen ? "*" : said.revises(one.line);
      agree("approving a change", came, typeof made === "string" ? made : null);
      if (typeof made === "string") return 1;
      const ids = await fresh(world, one);
      said.revised(
        one.line,
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
    async (world, one) => {
      if (!one.line.change) return 0;
      agree("sending a change back", await world.act(order, "doReject", one.line.change.id, {}, world.house()), said.sendsBack(one.line));
      return 1;
    },
    isChanging,
  ),
  step("a change is given up", "normal", 0.5, async (world, one) => {
    agree("giving a change up", await world.act(order, "doCancelChange", one.id, {}, world.buyer()), said.givesUp(one.line));
    return 1;
  }),
  step("another order takes what is open of the need", "normal", 0.6, (world, one, random) =>
    rivals(world, one, Math.max(1, one.line.need.open + random.int(-5, 2))),
  ),
  step(
    "what a closed line gave back is taken elsewhere",
    "normal",
    0.6,
    (world, one) => rivals(world, one, one.line.need.open),
    (one) => one.line.status === "CLOSED" && one.line.need.open > 0,
  ),
  step(
    "another order lets go",
    "normal",
    0.3,
    async (world, one, random) => {
      const left = pickOne(one.rivals, random);
      if (!left) return 0;
      await world.must(order, "delete", left.id, {}, world.buyer());
      one.rivals.splice(one.rivals.indexOf(left), 1);
      one.line.need = { ...one.line.need, open: one.line.need.open + left.of };
      return 1;
    },
    (one) => one.rivals.length > 0,
  ),
  step(
    "a change that does not add up",
    "adversarial",
    0.7,
    async (world, one) => {
      if (!one.line.change || one.line.change.status === "APPROVING") return 0;
      const draft = await world.document(order, one.line.change.id);
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
    async (world, one) => {
      const came = await world.act(order, "doClose", one.id, { reason: "enough", releaseToReq: "Y" }, world.buyer());
      agree("closing under a proposal", came, one.line.close(true));
      return 1;
    },
    isProposed,
  ),
  step(
    "a return wakes a line closed under a proposal",
    "normal",
    1,
    async (world, one, random) => {
      const of = pickOne(takenIn(one), random);
      return of ? undoes(world, one, { kind: "RETURN_REPLACE", of, qty: random.int(1, free(of)) }) : 0;
    },
    (one) => isProposed(one) && one.line.status !== "OPEN",
  ),
];
