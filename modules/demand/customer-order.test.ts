import { expect, test } from "vitest";
import { coverage, ordersFollow, statusOf, uncovered, type Covering } from "./customer-order.ts";

const order = { qty: "100", peggedStockQty: "20", dueDate: "2026-03-20" };
const line = (more: Partial<Covering> = {}): Covering => ({
  id: "L",
  uom: "PCS",
  requestQty: "60",
  cancelledQty: "0",
  orderedQty: "0",
  receivedQty: "0",
  ...more,
});
const figures = (lines: Covering[], promises: (string | null)[] = [], today = "2026-03-01") => coverage(order, lines, promises, today);

test("what is covered, what is short, and when all of it is there", () => {
  expect(figures([line({ cancelledQty: "10" })])).toMatchObject({
    requisitionedQty: "50",
    shortageQty: "80",
    coverRate: "20.0000",
    fullKitDate: null,
  });
  const ordered = figures([line({ requestQty: "80", orderedQty: "80", receivedQty: "30" })], ["2026-03-10", "2026-03-18"]);
  expect(ordered).toMatchObject({
    shortageQty: "50",
    coverRate: "100.0000",
    latestPromise: "2026-03-18",
    fullKitDate: "2026-03-18",
    riskLevel: "GREEN",
  });
  expect(figures([line({ requestQty: "200", orderedQty: "200", receivedQty: "120" })])).toMatchObject({
    shortageQty: "0",
    coverRate: "100.0000",
    fullKitDate: "2026-03-01",
    riskLevel: "GREEN",
  });
  expect([uncovered(order, "50"), uncovered(order, "90")]).toEqual(["30", "0"]);
});

test("risk: a promise after the due day or a past day is red, a fortnight before it with something not ordered amber", () => {
  expect(figures([line({ orderedQty: "60" })], ["2026-03-21"]).riskLevel).toBe("RED");
  expect(figures([line()], [], "2026-03-21").riskLevel).toBe("RED");
  expect(figures([line()], [], "2026-03-06").riskLevel).toBe("AMBER");
  expect(figures([line()], [], "2026-03-05").riskLevel).toBe("GREEN");
});

test("a return opens a covered order again; what sales ended stays ended", () => {
  expect([statusOf("OPEN", "0"), statusOf("OPEN", "1"), statusOf("CLOSED", "1"), statusOf("CANCELLED", "0")]).toEqual([
    ...["COVERED", "OPEN", "CLOSED", "CANCELLED"],
  ]);
});

test("customer orders named before or now follow a requisition, each with its own lines", () => {
  const rows = [
    { ...line(), customerOrderId: "A" },
    { ...line({ id: "M" }), customerOrderId: null },
  ];
  expect(ordersFollow("R", rows, [{ customerOrderId: "B" }])).toMatchObject([
    { id: "A", action: "doCover", input: { requisitionId: "R", lines: [{ id: "L" }] } },
    { id: "B", input: { lines: [] } },
  ]);
});
