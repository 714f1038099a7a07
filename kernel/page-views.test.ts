import { describe, expect, test } from "vitest";
import { modules } from "#modules/index.ts";
import type { Entity } from "./entity.ts";
import { canMeet } from "./page-views.ts";
import { viewsOf } from "./page.ts";

describe("views that a wall leaves empty for ever", () => {
  test("values that shut each other out are seen in lists, in what is not, and in every way of several", () => {
    expect(canMeet({ status: "DRAFT" }, { status: ["DRAFT", "SENT"] })).toBe(true);
    expect(canMeet({ status: "DRAFT" }, { status: ["SENT", "DONE"] })).toBe(false);
    expect(canMeet({ status: { not: "DRAFT" } }, { status: "DRAFT" })).toBe(false);
    expect(canMeet({ status: { not: ["DRAFT"] } }, { status: ["DRAFT", "SENT"] })).toBe(true);
    expect(canMeet({ any: [{ status: "SENT" }, { status: "DONE", sent: "Y" }] }, { status: "DRAFT" })).toBe(false);
    expect(canMeet({ any: [{ status: "SENT" }, { status: "DONE", sent: "Y" }] }, { status: "DONE" })).toBe(true);
    expect(canMeet({ status: "SENT" }, { all: [{ any: [{ status: "DRAFT" }, { late: "Y" }] }] })).toBe(true);
  });

  test("what says nothing of values never hides a view", () => {
    expect(canMeet({ supplierId: "s" }, { status: "DRAFT" })).toBe(true);
    expect(canMeet({ day: { from: "2026-01-01" } }, { day: { to: "2025-01-01" } })).toBe(true);
    expect(canMeet({ lines: { some: { status: "A" } } }, { lines: { some: { status: "B" } } })).toBe(true);
    expect(canMeet({ sent: { not: null } }, { sent: "Y" })).toBe(true);
  });

  const named = (name: string): Entity => modules.flatMap((m) => m.entities ?? []).find((e) => e.name === name)!;
  test.each([
    ["SrmBaseCommonFile", "draft"],
    ["SrmPurForecast", "draft"],
    ["SrmPurReceive", "drafts"],
    ["SrmPurWriteOff", "approving"],
    ["SrmSlcDailyManage", "restricting"],
  ])("a supplier is not offered %s %s, the house is", (name, view) => {
    const keys = (audience: "internal" | "supplier") => viewsOf(named(name), undefined, audience).map((entry) => entry.key);
    expect(keys("internal")).toContain(view);
    expect(keys("supplier")).not.toContain(view);
    expect(keys("supplier")).not.toEqual([]);
  });

  test("a supplier who writes drafts of his own is offered them", () => {
    expect(viewsOf(named("SrmPurDeliveryNote"), undefined, "supplier").map((view) => view.key)).toContain("draft");
    expect(viewsOf(named("SrmSupChangeInfo"), undefined, "supplier").map((view) => view.key)).toContain("draft");
  });
});
