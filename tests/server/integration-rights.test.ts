import { afterAll, beforeAll, expect, test } from "vitest";
import type { Client } from "../support/client.ts";
import { day, ok, OrderWorld, type Row } from "../support/ordering.ts";

let world: OrderWorld;
let agreementType: string;
beforeAll(async () => {
  world = await OrderWorld.open();
  const type = await world.life.made("SrmBasePurchaseBillType", {
    billTypeCode: "AGR_RIGHTS",
    billTypeName: "AGR_RIGHTS",
    aslControl: "NONE",
    billCategory: "AGREEMENT",
  });
  await world.life.act("SrmBasePurchaseBillType", type["id"], "doEnabled");
  agreementType = type["id"];
});
afterAll(() => world?.life.product.drop());

/** A document that its writer saves, submits and somebody else approves. */
interface Written {
  readonly table: string;
  readonly writer: "purchaser" | "requester";
  save(by: Client): Promise<Row>;
}
const restful = (table: string): string => `srmServer/v1/${table[0]!.toLowerCase()}${table.slice(1)}Restful`;

const documents: Readonly<Record<string, Written>> = {
  requisition: { table: "SrmPurRequisitionHeader", writer: "requester", save: () => world.demand.draft(["10"]) },
  order: { table: "SrmPurOrderHeader", writer: "purchaser", save: () => world.draft({ rows: ["10"] }) },
  agreement: {
    table: "SrmPurAgreementHeader",
    writer: "purchaser",
    save: (by) => {
      const { ids } = world.life;
      return ok(
        by.call(`${restful("SrmPurAgreementHeader")}/saveOrUpdate`, {
          billTypeId: agreementType,
          agreementType: "PRICE",
          orgId: ids["org"],
          supplierId: "S1",
          currency: "CNY",
          taxRate: "T13",
          startDate: day(0),
          endDate: day(300),
          paymentTermId: ids["term"],
          lines: [{ itemId: ids["item"], uom: "PCS", price: "12.5" }],
        }),
      );
    },
  },
};

/** Does the work while somebody may not see the organisation any more. */
async function without<T>(person: string, work: () => Promise<T>): Promise<T> {
  const { life } = world;
  const permit = await life.made("BaseUserOrgPermit", { userId: life.ids[person], orgId: life.ids["org"], permitType: "EXCLUDE" });
  try {
    return await work();
  } finally {
    await life.act("BaseUserOrgPermit", permit["id"], "delete");
  }
}

test.each(Object.keys(documents))("taken away between saving and approval: %s", async (name) => {
  const { table, writer, save } = documents[name]!;
  const by = world.demand[writer];
  const stands = async (id: string): Promise<string> =>
    (await world.life.rows(`select status from "${table}" where id = $1`, id))[0]!["status"];
  const { id } = await save(by);
  const submit = (): Promise<any> => by.call(`${restful(table)}/doSubmit`, { id, confirmed: ["PUR-2102"] });
  if (writer !== "requester") {
    // A requester goes on with what is his own, wherever it is for.
    const refused = await without(writer, submit);
    expect([refused.status, await stands(id)], "its writer lost the organisation").toEqual(["E", "DRAFT"]);
  }
  await ok(submit());
  const undecided = await without("manager", () => world.life.decides(id));
  expect([undecided.status, await stands(id)], "its approver lost the organisation").toEqual(["E", "APPROVING"]);
  await ok(world.life.decides(id));
  expect(await stands(id)).not.toBe("APPROVING");
});
