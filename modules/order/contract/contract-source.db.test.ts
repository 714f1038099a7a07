import { afterAll, beforeAll, expect, test } from "vitest";
import { OrderWorld, type Row } from "../../../tests/support/ordering.ts";
import { ok } from "../../../tests/support/lifecycle.ts";

let world: OrderWorld;
let templateId = "";

beforeAll(async () => {
  world = await OrderWorld.open();
  const { life } = world;
  const approved = async (entity: string, input: object): Promise<string> => {
    const made = await life.made(entity, input);
    await life.act(entity, made["id"], "doSubmit");
    await life.act(entity, made["id"], "doApproval");
    return made["id"];
  };
  const termsId = await approved("SrmCctTerms", {
    title: "质量",
    termsClass: "OTHER",
    riskLevel: "MID",
    content: "按附件",
    ownerId: life.ids["purchaser"],
  });
  templateId = await approved("SrmCctTemplate", {
    templateName: "采购合同",
    contractType: "PURCHASE",
    textLanguage: "CN",
    editMode: "LOCKED",
    headText: "甲乙双方订立本合同。",
    defaultStages: [{ stageName: "全款", stageType: "ACCEPTANCE", percent: "100", trigger: "RECEIPT", dueDays: 30 }],
    clauses: [{ seq: 10, termsId, bindType: "FIXED", editableFlag: "N" }],
  });
});
afterAll(() => world?.life.product.drop());

const contractsOf = (sourceType: string): Promise<Row[]> =>
  world.life.rows(`select id, "sourceNum", "supplierId", "amountIncl"::text from "SrmCctContract" where "sourceType" = $1`, sourceType);
const make = (sourceType: string, sourceId: string): Promise<any> =>
  world.buyer.call("srmServer/v1/srmCctContractRestful/createFromSource", { sourceType, sourceId, templateId });

test("an order becomes one contract with its lines and prices", async () => {
  const draft = await world.draft({ rows: ["100"], price: "12.5" });
  expect((await make("ORDER", draft["id"])).code).toBe("CCT-110");
  await world.life.rows(`update "SrmPurOrderHeader" set status = 'CONFIRMED' where id = $1`, draft["id"]);
  await ok(world.call("doCreateContract", { id: draft["id"], templateId }));
  expect(await contractsOf("ORDER")).toMatchObject([{ supplierId: world.life.ids["S1"], amountIncl: "1412.50" }]);
  expect((await world.call("doCreateContract", { id: draft["id"], templateId })).code).toBe("CCT-112");
});

test("an agreement in force becomes one contract; its prices and its term come along", async () => {
  const itemId = await world.item("CCT-1");
  const doc = await world.agreed(itemId);
  const made = await ok(make("AGREEMENT", doc["id"]));
  expect(made).toMatchObject({
    sourceType: "AGREEMENT",
    contractType: "FRAMEWORK",
    effectiveDate: doc["startDate"],
    expiryDate: doc["endDate"],
  });
  expect(made["items"].map((row: Row) => [row["itemId"], Number(row["unitPrice"])])).toEqual([[itemId, 1.5]]);
  expect((await make("AGREEMENT", doc["id"])).code).toBe("CCT-112");
});
