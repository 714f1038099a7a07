import { describe, expect, test } from "vitest";
import { action } from "./entity.ts";
import { longtext, payload, text } from "./field.ts";
import {
  barOf,
  bulkInput,
  bulkOffersOf,
  confirmLabel,
  hasConsequences,
  isAmong,
  mayCreate,
  mayDelete,
  maySave,
  offersOf,
  stateReason,
} from "./page-action.ts";
import { all, buyer, order, stored, viewer } from "./page-sample.ts";

describe("buttons", () => {
  test("an action with nothing to do on the document as it stands is no button", () => {
    const name = Object.keys(order.actions).find((key) => offersOf(order, stored, buyer).some((offer) => offer.name === key))!;
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

  test("over many rows: what fits none is not offered, what does not fit is told row by row", () => {
    const closed = { ...stored, id: "other", status: "CLOSED" };
    expect(bulkOffersOf(order, [closed], buyer)).toEqual([]);
    expect(bulkOffersOf(order, [stored, closed], buyer)[0]!.unfit).toEqual([closed]);
  });

  test("over many rows only what is the same for all is asked", () => {
    const fields = {
      lineIds: payload("行", "Lines", { optional: true }),
      reason: longtext("原因", "Reason"),
      side: text("方", "Side", { optional: true }),
    };
    expect(Object.keys(bulkInput(action("关闭", "Close", { button: "btnClose", who: "internal", input: fields })))).toEqual(["reason"]);
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

test("nobody confirms a confirmation, and what is decided by a rule may ask for a look ahead", () => {
  expect(confirmLabel({ label: ["确认收货", "Confirm receipt"] })).toEqual(["确认收货", "Confirm receipt"]);
  expect(confirmLabel({ label: ["过账", "Post"] })).toEqual(["确认过账", "Confirm post"]);
  const post = { label: ["过账", "Post"], button: "btnConfirm", who: "internal" } as const;
  expect([hasConsequences(post), hasConsequences({ ...post, previews: true })]).toEqual([false, true]);
});

test("the side that a field of the document names may press, the other one may not", () => {
  const who = { side: "ownerSide" } as const;
  const theirs = { id: "s1", ownerSide: "SUPPLIER" };
  expect([isAmong(who, viewer("supplier", all), theirs), isAmong(who, viewer("internal", all), theirs)]).toEqual([true, false]);
  expect([isAmong(who, viewer("internal", all), null), isAmong(who, viewer("system", all), null)]).toEqual([true, false]);
});
