import { expect, test } from "vitest";
import { byRequisition, equalShares, followed, groupsOf, holdsOf, periodOf, summaryOf, type Gathered } from "./demand-summary.ts";

const gathered = (id: string, needByDate: string, qty: string, more: object = {}): Gathered =>
  ({
    requisition: { id: `R-${id}`, orgId: "O" },
    line: { id, lineNum: 10, itemId: "I", categoryId: "C", uom: "PCS", invOrgId: "W", needByDate, buyerId: "b", ...more },
    qty,
  }) as unknown as Gathered;

test("a day falls into its week from Monday, its month, or itself", () => {
  expect(["2026-03-08", "2026-03-09"].map((day) => periodOf(day, "WEEK"))).toEqual(["2026-03-02", "2026-03-09"]);
  expect([periodOf("2026-03-31", "MONTH"), periodOf("2026-03-31", "DAY")]).toEqual(["2026-03-01", "2026-03-31"]);
});

test("lines of the same thing, place and time are gathered; each is held where it is", () => {
  const lines = [gathered("a", "2026-03-03", "5"), gathered("b", "2026-03-05", "7"), gathered("c", "2026-03-05", "1", { uom: "KG" })];
  const groups = groupsOf(lines, "WEEK");
  expect(groups.map((group) => group.map((entry) => entry.line.id))).toEqual([["a", "b"], ["c"]]);
  expect(summaryOf(groups[0]!, "WEEK")).toMatchObject({
    itemId: "I",
    periodKey: "2026-03-02",
    buyerId: "b",
    rels: [{ qty: "5" }, { qty: "7" }],
  });
  const moves = byRequisition(holdsOf(groups[0]!, "S"));
  expect(moves).toMatchObject([
    { requisitionId: "R-a", moves: [{ kind: "take", reqLineId: "a", qty: "5", targetType: "DEMAND_SUMMARY", targetHeaderId: "S" }] },
    { requisitionId: "R-b" },
  ]);
});

test("a summary's state follows from what its holds moved on and gave back", () => {
  const rels = [
    { id: "1", reqLineId: "a", qty: "5", movedQty: "0", releasedQty: "0" },
    { id: "2", reqLineId: "b", qty: "7", movedQty: "0", releasedQty: "0" },
  ] as never;
  const change = (reqLineId: string, moved: string, released: string) => ({ summaryId: "S", reqLineId, moved, released });
  expect(followed({ rels }, [change("a", "2", "0")])).toMatchObject({ status: "PARTIAL", rels: [{ movedQty: "2", releasedQty: "0" }] });
  expect(followed({ rels }, [change("a", "5", "0"), change("b", "0", "7")]).status).toBe("DONE");
  expect(followed({ rels }, [change("a", "0", "5"), change("b", "0", "7")]).status).toBe("DISSOLVED");
  expect(followed({ rels }, [change("a", "0", "1")]).status).toBe("OPEN");
});

test("equal shares are whole in the unit's digits and come to the whole", () => {
  const two = ["x", "y", "z"].map((supplierId) => ({ supplierId, priceListId: null }));
  expect(equalShares("100", two, 0).map((equalShare) => equalShare.qty)).toEqual(["34", "33", "33"]);
  expect(equalShares("101", two, 0).map((equalShare) => equalShare.qty)).toEqual(["35", "33", "33"]);
  expect(equalShares("1", two, 3).map((equalShare) => equalShare.qty)).toEqual(["0.334", "0.333", "0.333"]);
  expect(equalShares("2", two, 0).map((equalShare) => equalShare.qty)).toEqual(["2"]);
});
