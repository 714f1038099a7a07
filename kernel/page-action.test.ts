import { describe, expect, test } from "vitest";
import { barOf, bulkOffersOf, hasConsequences, mayCreate, mayDelete, maySave, offersOf, stateReason } from "./page-action.ts";
import { all, buyer, order, stored, viewer } from "./page-sample.ts";

describe("buttons", () => {
  test("an action with nothing to do on the document as it stands is no button", () => {
    const name = Object.keys(order.actions).find((one) => offersOf(order, stored, buyer).some((offer) => offer.name === one))!;
    const action = (order.actions as Record<string, object>)[name]!;
    const idle = { ...order, actions: { ...order.actions, [name]: { ...action, offered: () => false } } };
    expect(offersOf(idle as typeof order, stored, buyer).map((offer) => offer.name)).not.toContain(name);
  });

  test("draft: submit is blue, publish is the grey step to come, the supplier's button is absent", () => {
    const bar = barOf(offersOf(order, stored, buyer));
    expect(bar.primary?.name).toBe("doSubmit");
    expect(bar.grey.map((o) => o.name)).toEqual(["doPublish"]);
    expect(bar.more.map((o) => o.name)).toEqual(["doClose"]);
  });

  test("without the grant a button is absent, not grey", () => {
    expect(offersOf(order, stored, viewer("internal", ["btnSave"]))).toEqual([]);
  });

  test("a destructive action is never the blue one", () => {
    expect(barOf(offersOf(order, { ...stored, status: "APPROVED" }, buyer)).primary).toBeUndefined();
  });

  test("taking back is offered, but is never the blue one", () => {
    const action = { label: ["撤回", "Withdraw"], button: "btnWithdraw", to: "DRAFT" };
    const bar = barOf([{ name: "doWithdraw", action, ready: true, next: false }] as unknown as Parameters<typeof barOf>[0]);
    expect([bar.primary, bar.plain.map((offer) => offer.name)]).toEqual([undefined, ["doWithdraw"]]);
  });

  test("many rows: a row that does not fit is counted", () => {
    const offers = bulkOffersOf(order, [stored, stored, { ...stored, status: "CLOSED" }], buyer);
    expect(offers.map((o) => [o.name, o.fits, o.total])).toEqual([["doSubmit", 2, 3]]);
  });

  test("saving and deleting follow state, grant and owner", () => {
    expect(mayCreate(order, buyer)).toBe(true);
    expect(maySave(order, stored, buyer)).toBe(true);
    expect(maySave(order, { ...stored, status: "APPROVED" }, buyer)).toBe(false);
    expect(maySave(order, stored, viewer("supplier", all))).toBe(false);
    expect(mayDelete(order, stored, buyer)).toBe(true);
    expect(mayDelete(order, stored, viewer("internal", all, "u2"))).toBe(false);
  });

  test("the reason of a grey button names the state it needs", () => {
    expect(stateReason(order, order.actions.doClose, stored)).toEqual([
      "现在是「拟定」，「已批准」时才可关闭",
      "Now Draft; close starts from Approved",
    ]);
    expect(hasConsequences(order.actions.doSubmit)).toBe(true);
    expect(hasConsequences(order.actions.doClose)).toBe(false);
  });
});
