import { afterAll, beforeAll, expect, test } from "vitest";
import { day, ok, OrderWorld, type Row } from "../../../tests/support/ordering.ts";

let world: OrderWorld;
beforeAll(async () => void (world = await OrderWorld.open()));
afterAll(() => world?.life.product.drop());

const rateRow = async (rate: string, from: number): Promise<string> =>
  (
    await world.life.made("SrmBaseExchangeRate", {
      rateType: "CORPORATE",
      fromCurrency: "USD",
      toCurrency: "CNY",
      effectiveDate: day(from),
      rate,
    })
  )["id"];
const sheetOf = async (id: string): Promise<Row> => {
  const rows = await world.life.rows(
    `select trim_scale("baseRate")::text rate, "amountBase"::text amount from "BpmInstance" where "bizId" = $1 order by id desc limit 1`,
    id,
  );
  return rows[0]!;
};
const usd = { orderDate: day(-2), currency: "USD" };

test("ruling 1: the rate of the order date is read at submission with its row, again at a new submission, and never after", async () => {
  const old = await rateRow("7.1", -3);
  await rateRow("7.2", 0);
  const draft = await world.draft({ rows: ["10"], price: "100", head: usd });
  expect(draft).toMatchObject({ exchangeRate: null, exchangeRateId: null, draftRate: "7.2", amountIncl: "1130.00", baseAmount: "8136.00" });
  expect(draft["rateNote"]).toMatch(/^暂定/);
  const { id } = draft;
  await ok(world.call("doSubmit", { id }));
  expect(await world.find(id)).toMatchObject({ exchangeRate: "7.1", exchangeRateId: old, draftRate: null, baseAmount: "8023.00" });
  expect(await sheetOf(id)).toEqual({ rate: "7.1", amount: "8023.00" });
  // a row that a document keeps can no longer be changed
  const [row] = await world.life.rows(`select "usedFlag" from "SrmBaseExchangeRate" where id = $1`, old);
  expect(row).toEqual({ usedFlag: "Y" });
  await ok(world.life.decides(id, "doReject"));
  expect(await world.find(id)).toMatchObject({ exchangeRate: null, exchangeRateId: null, draftRate: "7.1", baseAmount: "8023.00" });
  await world.life.act("SrmBaseExchangeRate", old, "doVoid");
  const corrected = await rateRow("7.15", -3);
  await ok(world.call("doSubmit", { id }));
  expect(await world.find(id)).toMatchObject({ exchangeRate: "7.15", exchangeRateId: corrected, baseAmount: "8079.50" });
  expect(await sheetOf(id)).toEqual({ rate: "7.15", amount: "8079.50" });
  await world.life.act("SrmBaseExchangeRate", corrected, "doVoid");
  await rateRow("7.3", -3);
  await ok(world.life.decides(id));
  expect(await world.find(id)).toMatchObject({ status: "PUBLISHED", exchangeRate: "7.15", baseAmount: "8079.50" });
});

test("ruling 1: a draft whose currency nobody has a rate for has no base amount, says why and is refused at submission", async () => {
  const draft = await world.draft({ rows: ["1"], price: "100", head: { currency: "JPY" } });
  expect(draft).toMatchObject({ draftRate: null, baseAmount: "0.00" });
  expect(draft["rateNoteEn"]).toMatch(/No JPY→CNY rate/);
  expect(await world.call("doSubmit", { id: draft["id"] })).toMatchObject({ code: "BASE_FX_001" });
});

const agrees = (name: string, body: object) => world.buyer.call(`srmServer/v1/srmPurAgreementHeaderRestful/${name}`, body);

/** An agreement in force over the item. */
async function agreed(code: string, line: object, head: object = {}): Promise<Row> {
  const { ids } = world.life;
  const type = await world.life.made("SrmBasePurchaseBillType", {
    billCategory: "AGREEMENT",
    billTypeCode: code,
    billTypeName: code,
    aslControl: "NONE",
  });
  await world.life.act("SrmBasePurchaseBillType", type["id"], "doEnabled");
  const made = await ok(
    agrees("saveOrUpdate", {
      billTypeId: type["id"],
      agreementType: "QTY",
      orgId: ids["org"],
      supplierId: ids["S1"],
      currency: "CNY",
      startDate: day(-30),
      endDate: day(300),
      paymentTermId: ids["term"],
      taxRate: "T13",
      ...head,
      lines: [{ itemId: ids["item"], uom: "PCS", agreeQty: "1000", ...line }],
    }),
  );
  await ok(agrees("doSubmit", { id: made["id"], confirmed: ["PUR-2102"] }));
  await ok(world.life.decides(made["id"]));
  return made;
}

test("J25: an order date after the end of its agreement is refused at submission, not by the last approver", async () => {
  const made = await agreed("AG_DAY", { price: "9" }, { endDate: day(2) });
  const line = { agreementLineId: made["lines"][0]["id"] };
  const { id } = await world.draft({ rows: ["5"], price: "9", line });
  await ok(world.call("doSubmit", { id }));
  await ok(world.life.decides(id, "doReject"));
  await ok(world.call("saveOrUpdate", { id, orderDate: day(3), versionNum: (await world.find(id))["versionNum"] }));
  expect(await world.call("doSubmit", { id })).toMatchObject({ code: "PUR-2104" });
});

test("the last approver reads old and new price before deciding when the step of an agreement fell back", async () => {
  const made = await agreed("AG_STEP", {
    stepFlag: "Y",
    stepMode: "CUMULATIVE",
    steps: [
      { fromQty: "0", toQty: "100", price: "12" },
      { fromQty: "100", price: "11" },
    ],
  });
  const line = { agreementLineId: made["lines"][0]["id"] };
  const [first, second] = [
    await world.draft({ rows: ["60"], price: "12", line }),
    await world.draft({ rows: ["60"], price: "12", line }),
  ] as const;
  for (const { id } of [first, second]) await ok(world.call("doSubmit", { id }));
  await ok(world.life.decides(first["id"]));
  const [task] = await world.life.rows(
    `select t.id from "BpmTask" t join "BpmInstance" i on i.id = t."parentId" where i."bizId" = $1 and t.status in ('TODO', 'CLAIMED')`,
    second["id"],
  );
  const foreseen = await ok(
    world.life.manager.call("bpmServer/bpmListService/whatIf", {
      taskId: task!["id"],
      action: "doPass",
      input: { taskId: task!["id"], comment: "-" },
    }),
  );
  expect(foreseen).toMatchObject({ allowed: true, notes: [{ code: "PUR-2120", msg: expect.stringContaining("由12降为11") }] });
  await ok(world.life.decides(second["id"]));
  expect((await world.find(second["id"]))["lines"][0]).toMatchObject({ price: "11", draftPrice: "12" });
});
