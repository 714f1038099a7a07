import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { systemMe } from "#kernel/server/access/permit.ts";
import { choicesOf, refused, type Choice } from "../support/choices.ts";
import { doerOf } from "../support/kernel.ts";
import { day, ok, OrderWorld, type Row } from "../support/ordering.ts";

let world: OrderWorld;
let types: { readonly agreement: string };
beforeAll(async () => {
  world = await OrderWorld.open();
  const agreement = await world.life.made("SrmBasePurchaseBillType", {
    billTypeCode: "AGR_BETWEEN",
    billTypeName: "AGR_BETWEEN",
    aslControl: "NONE",
    billCategory: "AGREEMENT",
  });
  await world.life.act("SrmBasePurchaseBillType", agreement["id"], "doEnabled");
  types = { agreement: agreement["id"] };
});
afterAll(() => world?.life.product.drop());

const kernel = () => world.life.product.kernel;

/** Would it pass? Nothing is written. */
async function tried(entity: string, id: string, action: string, input: Row = {}): Promise<readonly string[]> {
  const command = { entity: kernel().declared.entity(entity), action, targets: [{ id, input }], confirmed: ["PUR-2102"] };
  const { refusals } = await kernel().actor.trial(command, doerOf(systemMe("test")));
  return refusals.flatMap((refusal) => (refusal.fieldErrors.length ? refusal.fieldErrors.map((error) => error.code) : [refusal.code]));
}

/** The ids that a document names by a reference, lines included. */
function named(doc: Row, { way, key }: Choice): readonly string[] {
  const rows = way.reduce<Row[]>((all, part) => all.flatMap((row) => (row[part] as Row[] | undefined) ?? []), [doc]);
  return [...new Set(rows.flatMap((row) => [row[key]].flat()).filter((id): id is string => typeof id === "string"))];
}

/** Every reference of a document, once with what it names in each state that it does not offer. */
async function eachEnded(entity: string, doc: Row, look: (what: string) => Promise<void>): Promise<number> {
  const choices = choicesOf(kernel().declared, kernel().declared.entity(entity)).filter(({ field }) => field.pick !== undefined);
  let tries = 0;
  for (const choice of choices)
    for (const id of named(doc, choice).slice(0, 1))
      for (const [key, value] of refused(choice)) {
        const { target, name } = choice;
        const [stored] = await world.life.rows(`select "${key}" as v from "${target.name}" where id = $1`, id);
        await world.life.rows(`update "${target.name}" set "${key}" = $2 where id = $1`, id, value);
        await look(`${name}: ${key} ${value}`);
        await world.life.rows(`update "${target.name}" set "${key}" = $2 where id = $1`, id, stored!["v"]);
        tries += 1;
      }
  return tries;
}

const agreed = (): Promise<Row> => {
  const { ids } = world.life;
  return world.life.made("SrmPurAgreementHeader", {
    billTypeId: types.agreement,
    agreementType: "PRICE",
    orgId: ids["org"],
    supplierId: "S1",
    supplierSiteId: "SITE-S1",
    currency: "CNY",
    startDate: day(0),
    endDate: day(300),
    paymentTermId: ids["term"],
    taxRate: "T13",
    lines: [{ itemId: ids["item"], uom: "PCS", price: "12.5" }],
  });
};

const drafts: Readonly<Record<string, () => Promise<Row>>> = {
  SrmPurRequisitionHeader: () => world.demand.draft(["10"]),
  SrmPurOrderHeader: () => world.draft({ rows: ["10"] }),
  SrmPurAgreementHeader: agreed,
};

describe("switched off or ended in between", () => {
  test.each(Object.keys(drafts))("%s is not submitted with what has ended since it was written", async (entity) => {
    const doc = await drafts[entity]!();
    expect(await tried(entity, doc["id"], "doSubmit")).toEqual([]);
    const wrong: string[] = [];
    const tries = await eachEnded(entity, doc, async (what) => {
      if ((await tried(entity, doc["id"], "doSubmit")).length === 0) wrong.push(what);
    });
    expect(wrong).toEqual([]);
    expect(tries).toBeGreaterThan(5);
    expect(await tried(entity, doc["id"], "doSubmit"), "as it was").toEqual([]);
  });

  test("an order and an agreement in force are changed whatever became of what they name", async () => {
    const order = await world.running({ rows: ["10"] });
    const agreement = await agreed();
    await world.life.act("SrmPurAgreementHeader", agreement["id"], "doSubmit", {}, { confirmed: ["PUR-2102"] });
    await world.life.act("SrmPurAgreementHeader", agreement["id"], "doApproval");
    const wrong: string[] = [];
    for (const [entity, doc, input] of [
      ["SrmPurOrderHeader", order, {}],
      ["SrmPurAgreementHeader", agreement, { changeWhy: "调整" }],
    ] as const) {
      expect(await tried(entity, doc["id"], "doChange", input)).toEqual([]);
      await eachEnded(entity, doc, async (what) => {
        const codes = await tried(entity, doc["id"], "doChange", input);
        if (codes.length) wrong.push(`${what}: ${codes.join()}`);
      });
    }
    expect(wrong).toEqual([]);
  });

  test("an agreement closed while a draft draws on it is told at submission, not to the last approver", async () => {
    const { ids } = world.life;
    const agreement = await world.life.made("SrmPurAgreementHeader", {
      billTypeId: types.agreement,
      agreementType: "QTY",
      orgId: ids["org"],
      supplierId: "S1",
      currency: "CNY",
      taxRate: "T13",
      startDate: day(-1),
      endDate: day(300),
      paymentTermId: ids["term"],
      lines: [{ itemId: ids["item"], uom: "PCS", price: "9", agreeQty: "1000" }],
    });
    await world.life.act("SrmPurAgreementHeader", agreement["id"], "doSubmit", {}, { confirmed: ["PUR-2102"] });
    await world.life.act("SrmPurAgreementHeader", agreement["id"], "doApproval");
    const line = { agreementLineId: agreement["lines"][0]["id"] };
    const draft = await world.draft({ rows: ["5"], price: "9", line });
    expect(await tried("SrmPurOrderHeader", draft["id"], "doSubmit")).toEqual([]);
    await world.life.act("SrmPurAgreementHeader", agreement["id"], "doClose", { closeWhy: "不再续用" }, { confirmed: ["PUR-2104"] });
    expect(await tried("SrmPurOrderHeader", draft["id"], "doSubmit")).toEqual(["PUR-2104"]);
    await ok(world.call("delete", { id: draft["id"] }));
  });

  test("an item that went obsolete after its requisition is not ordered, and the requisition keeps what was asked for", async () => {
    const req = await world.demand.approved(["10"]);
    const lines = [{ reqLineId: req["lines"][0]["id"], qty: "10" }];
    const stands = (status: string) =>
      world.life.rows(`update "SrmBaseItem" set "itemStatus" = $1 where id = $2`, status, world.life.ids["item"]);
    await stands("OBSOLETE");
    const refusedOrder = await world.demand.call(world.buyer, "toOrder", { id: req["id"], lines, supplierId: "S1", mergeFlag: "Y" });
    expect(refusedOrder.status).toBe("E");
    await stands("ACTIVE");
    expect(await world.needs(req)).toMatch(/^open 10\b/);
    await ok(world.demand.call(world.buyer, "toOrder", { id: req["id"], lines, supplierId: "S1", mergeFlag: "Y" }));
  });

  test("what was held of a plan is given back after the plan was closed", async () => {
    const plan = await world.planned();
    const req = await world.demand.approved(["20"]);
    const order = await world.running({ rows: ["20"], price: "5", req });
    await world.life.rows(`update "SrmPurProcurementPlan" set status = 'CLOSED' where id = $1`, plan["id"]);
    await ok(world.call("doCancel", { id: order["id"], reason: "不要了" }));
    expect(await world.budget(plan)).toMatch(/used 0.00/);
  });
});
