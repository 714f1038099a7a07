import { expect, test } from "vitest";
import { neededBy } from "./needed-by.ts";
import { lineForCustomer, linesForPlan } from "./from-demand.ts";

const customer = {
  id: "C1",
  customerOrderNum: "CO-1",
  itemId: "I1",
  itemCode: "M-1",
  itemName: "支架",
  uom: "PCS",
  dueDate: "2026-05-20",
  qty: "100",
  peggedStockQty: "30",
  requisitionedQty: "50",
};

test("a line for a customer order asks for what neither lies in stock nor is asked for already", () => {
  expect(lineForCustomer(customer)).toMatchObject({
    customerOrderId: "C1",
    customerOrderName: "CO-1",
    itemId: "I1",
    uom: "PCS",
    requestQty: "20",
    needByDate: "2026-05-20",
  });
  expect(lineForCustomer({ ...customer, requisitionedQty: "70" })).toBeNull();
});

test("lines for a plan take what is open of its items, each in its month", () => {
  const plan = {
    periodEnd: "2026-06-30",
    lines: [
      { itemId: "I1", itemCode: "M-1", uom: "PCS", openQty: "5", needMonth: "2026-04" },
      { itemId: "I2", itemCode: "M-2", uom: "KG", openQty: "0", needMonth: null },
      { itemId: null, categoryId: "K1", openQty: "7", needMonth: null },
      { itemId: "I3", itemCode: "M-3", uom: "KG", openQty: "2.5", needMonth: null },
    ],
  };
  expect(linesForPlan(plan).map((line) => [line["itemId"], line["requestQty"], line["needByDate"]])).toEqual([
    ["I1", "5", "2026-04-30"],
    ["I3", "2.5", "2026-06-30"],
  ]);
  expect(neededBy({ needMonth: "2026-04" }, "2026-04-10", "2026-06-30")).toBe("2026-04-10");
});
