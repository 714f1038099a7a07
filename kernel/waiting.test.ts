import { expect, test } from "vitest";
import { waitingChange, waitsFor, withWaiting, tilesOf, todosOf, type Waits } from "./waiting.ts";
import { entity, type Me } from "./entity.ts";
import { code, date, ref } from "./field.ts";

const claim = entity("TestClaim", "索赔", "Claim", {
  fields: {
    claimNum: code("编号", "Number"),
    supplierId: ref("SrmSupInfo", "供应商", "Supplier"),
    ownerId: ref("BaseUsers", "负责人", "Owner"),
    dueDate: date("期限", "Due"),
  },
  states: { DRAFT: ["拟定", "Draft"], SENT: ["待答复", "Sent", "waiting"], ANSWERED: ["已答复", "Answered"], ENDED: ["结束", "Ended"] },
  sees: { internal: "all" },
  waiting: [
    {
      todo: "CLAIM_ANSWER",
      label: ["答复索赔", "Answer a claim"],
      route: "claimEdit",
      title: ["请答复{bizNo}", "Answer {bizNo}"],
      in: ["SENT"],
      who: { supplier: "QUALITY" },
      due: "dueDate",
      view: ["toAnswer", "待答复", "To answer"],
      tile: { code: "CLAIM_TO_ANSWER", label: ["待答复的索赔", "Claims to answer"], seq: 10 },
    },
    {
      todo: "CLAIM_DECIDE",
      label: ["处理答复", "Decide"],
      route: "claimEdit",
      title: ["请处理{bizNo}", "Decide {bizNo}"],
      in: ["ANSWERED"],
      who: { user: "ownerId" },
      ends: { ENDED: "EXPIRED" },
      view: ["toDecide", "待处理", "To decide"],
    },
  ],
  pages: { list: "claimList" },
});
const [answer, decide] = claim.waiting as readonly Waits[] as [Waits, Waits];
const by = (audience: Me["audience"]): Me => ({ audience, userId: "u1" }) as Me;
const doc = (status: string, more: object = {}) => ({ id: "1", supplierId: "S1", ownerId: "P1", dueDate: "2026-03-01", status, ...more });
const change = (waits: Waits, was: object | null, is: object | null, audience: Me["audience"] = "internal") =>
  waitingChange(waits, "status", was, is, by(audience));

test("the to-do opens with the state and closes with it: handled by whom it waited for, withdrawn by anybody else", () => {
  const todo = { supplierId: "S1", contactRole: "QUALITY", dueDate: "2026-03-01" };
  expect(change(answer, doc("DRAFT"), doc("SENT"))).toEqual({ opens: todo, isNew: true });
  expect(change(answer, null, doc("SENT"))).toEqual({ opens: todo, isNew: true });
  expect(change(answer, doc("SENT"), doc("ANSWERED"), "supplier")).toEqual({ closes: { as: "HANDLED" }, isNew: false });
  expect(change(answer, doc("SENT"), doc("DRAFT"))).toEqual({ closes: { as: "WITHDRAWN" }, isNew: false });
  expect(change(answer, doc("SENT"), null, "supplier")).toEqual({ closes: { as: "WITHDRAWN" }, isNew: false });
  expect(change(decide, doc("ANSWERED"), doc("ENDED"))).toEqual({ closes: { as: "EXPIRED" }, isNew: false });
  expect(change(answer, doc("SENT"), doc("SENT"))).toBeNull();
  expect(change(answer, doc("DRAFT"), doc("ENDED"))).toBeNull();
});

test("a new date changes the to-do, a new person moves it", () => {
  expect(change(answer, doc("SENT"), doc("SENT", { dueDate: "2026-04-01" }))).toMatchObject({
    opens: { dueDate: "2026-04-01" },
    isNew: false,
  });
  expect(change(decide, doc("ANSWERED"), doc("ANSWERED", { ownerId: "P2" }))).toEqual({
    opens: { userId: "P2", dueDate: null },
    closes: { as: "WITHDRAWN", userId: "P1" },
    isNew: true,
  });
});

test("a document that does not wait, though its state may, has no to-do", () => {
  const some: Waits = { ...answer, while: (row) => row["supplierId"] !== "S1" };
  expect(waitsFor(some, "status", doc("SENT"))).toBeNull();
  expect(waitsFor(some, "status", doc("SENT", { supplierId: "S2" }))).toMatchObject({ supplierId: "S2" });
});

test("kind of to-do, view and tile follow from the declaration", () => {
  expect(todosOf([claim])["CLAIM_ANSWER"]).toMatchObject({ side: "SUPPLIER", route: "claimEdit" });
  expect(todosOf([claim])["CLAIM_DECIDE"]).toMatchObject({ side: "INTERNAL" });
  expect(Object.keys(claim.views!)).toEqual(["toAnswer", "toDecide"]);
  expect(claim.views!["toAnswer"]![2](by("supplier"))).toEqual({ status: ["SENT"] });
  expect(claim.views!["toDecide"]![2](by("internal"))).toEqual({ status: ["ANSWERED"], ownerId: "u1" });
  expect(tilesOf([claim])).toEqual([
    {
      code: "CLAIM_TO_ANSWER",
      label: ["待答复的索赔", "Claims to answer"],
      seq: 10,
      audience: "SUPPLIER",
      type: "FIGURE",
      route: "claimList",
      counts: { entity: claim, view: "toAnswer" },
    },
  ]);
  expect("views" in withWaiting({ fields: {}, sees: {} })).toBe(false);
});
