import { expect, test } from "vitest";
import { accountsIn, inTurns, isWished, noAssign, planFor, sharedResponsibilities } from "./assign.ts";
import type { AssignPlan, HeldResponsibility } from "./assign.ts";

const responsibility = (id: string, userId: string, responsibilityId: string, status = "ACTIVE"): HeldResponsibility => ({
  id,
  userId,
  responsibilityId,
  responsibilityCode: responsibilityId,
  responsibilityName: responsibilityId,
  startDate: "2026-01-01",
  endDate: null,
  status,
});
const held = [responsibility("1", "anna", "BUYER"), responsibility("2", "ben", "BUYER"), responsibility("3", "ben", "PLANNER", "REFUSED")];
const buyer = { responsibilityId: "BUYER", code: "BUYER", name: "BUYER", startDate: "2026-11-15", endDate: null };

test("nobody is given what he holds; a refused one may be given again", () => {
  const plan: AssignPlan = { ...noAssign, added: [buyer, { ...buyer, responsibilityId: "PLANNER" }] };
  expect(planFor(plan, "ben", held).added.map((wish) => wish.responsibilityId)).toEqual(["PLANNER"]);
  expect(planFor(plan, "carl", held).added.map((wish) => wish.responsibilityId)).toEqual(["BUYER", "PLANNER"]);
});

test("dates change the row that exists, and what goes keeps no new dates", () => {
  const dates = { "1": { startDate: "2026-01-01", endDate: "2026-12-31" } };
  expect(planFor({ ...noAssign, dates, reason: " 轮岗 " }, "anna", held).added).toEqual([
    { id: "1", startDate: "2026-01-01", endDate: "2026-12-31", grantReason: "轮岗" },
  ]);
  expect(planFor({ ...noAssign, dates, removed: ["1", "2"] }, "anna", held)).toEqual({ added: [], removed: ["1"] });
});

test("what is taken away may be given anew in the same save", () => {
  expect(planFor({ ...noAssign, removed: ["1"], added: [buyer] }, "anna", held)).toEqual({
    added: [{ responsibilityId: "BUYER", startDate: "2026-11-15", endDate: null }],
    removed: ["1"],
  });
});

test("several people's responsibilities are told together, refused ones are not", () => {
  expect(sharedResponsibilities(held).map((sharedResponsibility) => [sharedResponsibility.code, sharedResponsibility.rows.length])).toEqual(
    [["BUYER", 2]],
  );
  expect([isWished(noAssign), isWished({ ...noAssign, reason: "x" }), isWished({ ...noAssign, removed: ["1"] })]).toEqual([
    false,
    false,
    true,
  ]);
});

test("a pasted list may be separated by anything, and names come once", () => {
  expect(accountsIn("buyer.east01\nbuyer.east02, Buyer.East01；wh.11\t\n")).toEqual(["Buyer.East01", "buyer.east02", "wh.11"]);
  expect(accountsIn("  ")).toEqual([]);
});

test("many questions run a few at a time and keep their order", async () => {
  let running = 0;
  let most = 0;
  const answers = await inTurns([3, 1, 2, 5, 4], 2, async (value) => {
    most = Math.max(most, ++running);
    await Promise.resolve();
    running--;
    return value * 10;
  });
  expect([answers, most]).toEqual([[30, 10, 20, 50, 40], 2]);
});
