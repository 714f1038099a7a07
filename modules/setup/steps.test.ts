import { describe, expect, test } from "vitest";
import { choiceOf, routeRows } from "./approvals.ts";
import { presets, taxOf } from "./presets.ts";
import { isComplete, stepsOf, type SetupFacts } from "./steps.ts";

const empty: SetupFacts = {
  company: null,
  places: { companies: 0, buyingUnits: 0, warehouses: 0 },
  people: 0,
  approval: { choice: "ONE_STEP", isChosen: false, limit: null, approvers: [] },
  goods: 0,
  suppliers: { ready: 0, isMore: false, lacking: [] },
  order: null,
  skipped: [],
};
const placed: SetupFacts = { ...empty, company: "Northwind", places: { companies: 1, buyingUnits: 1, warehouses: 1 } };
const stateOf = (facts: SetupFacts, code: string): string => stepsOf(facts).find((step) => step.code === code)!.state;

describe("the steps of the first day", () => {
  test("are told from the data: nothing stands, so the company comes first", () => {
    expect(stepsOf(empty).map(({ state }) => state)).toEqual(["OPEN", ...Array<string>(6).fill("BLOCKED")]);
  });

  test("what comes first is a step that can be opened, not one that waits itself", () => {
    expect(stepsOf(empty).map(({ after }) => after ?? null)).toEqual([null, ...Array<string>(6).fill("COMPANY")]);
  });

  test("a step that was skipped says that it stays open, not how to skip it", () => {
    const [skipped] = stepsOf({ ...placed, skipped: ["PEOPLE"] }).filter(({ code }) => code === "PEOPLE");
    expect(skipped).toMatchObject({ state: "SKIPPED", note: ["随时可以回来补上", "Come back to it at any time"] });
  });

  test("nobody can approve yet is a state that leads to the people", () => {
    expect(stepsOf(placed).find(({ code }) => code === "APPROVAL")).toMatchObject({ state: "BLOCKED", after: "PEOPLE" });
    expect(stateOf({ ...placed, approval: { ...placed.approval, choice: "NONE" } }, "APPROVAL")).toBe("DONE");
    expect(stateOf({ ...placed, approval: { ...placed.approval, approvers: ["Mia"] } }, "APPROVAL")).toBe("OPEN");
    expect(stateOf({ ...placed, approval: { ...placed.approval, approvers: ["Mia"], isChosen: true } }, "APPROVAL")).toBe("DONE");
  });

  test("a supplier that lacks something says what", () => {
    const lacking = [{ id: "s", name: "Bolt", lacks: [["联系人邮箱", "a contact with an e-mail address"]] as const }];
    const [step] = stepsOf({ ...placed, goods: 1, suppliers: { ready: 0, isMore: false, lacking } }).filter(
      ({ code }) => code === "SUPPLIERS",
    );
    expect(step!.note[1]).toBe("Bolt still needs a contact with an e-mail address");
  });

  test("skipping counts for what is open, never against what is done", () => {
    const facts = { ...placed, people: 2, skipped: ["PEOPLE", "GOODS"] };
    expect([stateOf(facts, "PEOPLE"), stateOf(facts, "GOODS")]).toEqual(["DONE", "SKIPPED"]);
    expect(isComplete(stepsOf(facts))).toBe(false);
  });
});

describe("presets", () => {
  test("China is complete, the international one asks for nothing Chinese", () => {
    const [china, neutral] = presets;
    expect([china!.country, china!.currency, china!.zone, china!.holidays.length > 20]).toEqual(["CN", "CNY", "Asia/Shanghai", true]);
    expect([neutral!.country, neutral!.zone, neutral!.supplierNature]).toEqual([null, "UTC", "OVERSEAS"]);
  });

  test("a typed percentage becomes a rate of its own", () => {
    expect(taxOf("19")).toEqual({ code: "T19", label: ["税率19%", "19 %"], percent: "19" });
    expect(taxOf("7.50")).toMatchObject({ code: "T7_5", percent: "7.5" });
  });
});

test("a choice of approval is read back from the rule it wrote; what somebody drew himself is left alone", () => {
  expect(choiceOf(routeRows("NONE", null))).toEqual({ choice: "NONE", limit: null });
  expect(choiceOf(routeRows("BY_AMOUNT", "5000"))).toEqual({ choice: "BY_AMOUNT", limit: "5000" });
  expect(choiceOf([{ conditions: { supplierId: "= x" }, outputs: { processKey: "NONE" } }])).toBeNull();
  expect(choiceOf([{ conditions: {}, outputs: { processKey: "OWN" } }])).toBeNull();
});
