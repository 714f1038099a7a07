import { expect, test } from "vitest";
import { altered, misfit, wrongAfter } from "./asl-alter.ts";
import { disqualified, dueWarning, expired, followed } from "./asl-follow.ts";
import { allowedBy, aslRefusal, type AslLine } from "./asl.ts";

const today = "2026-03-10";
const line = (more: object = {}): AslLine =>
  ({
    id: "L1",
    supplierId: "S1",
    supplierSiteId: null,
    orgId: "BU1",
    itemId: "M100",
    categoryId: "C1",
    aslStatus: "APPROVED",
    startDate: "2026-01-01",
    endDate: "2026-12-31",
    moq: "10",
    mpq: null,
    leadTimeDays: null,
    overTolerance: null,
    allowInquiry: "Y",
    allowOrder: "Y",
    allowDelivery: "Y",
    liveBefore: null,
    freezeSourceId: null,
    statusBeforeFreeze: null,
    warnedFor: null,
    underTolerance: null,
    inspectionLevel: null,
    supplierItemCode: null,
    manufacturerName: null,
    ...more,
  }) as unknown as AslLine;
const place = { orgId: "BU1", itemId: "M100", categoryId: "C1" } as never;
const control = (more: object = {}) => ({
  id: "K1",
  controlStatus: "ACTIVE",
  startDate: "2026-01-01",
  endDate: null,
  scopeType: "ALL",
  orgId: null,
  categoryId: null,
  siteId: null,
  itemId: null,
  blockedOps: ["ORDER"],
  ...more,
});
const facts = (controls: object[] = [], grants: object[] = [], supplier: object = {}) =>
  ({ supplier: { blacklistFlag: "N", quitScopeAll: "N", ...supplier }, controls, grants, categoryPath: ["C1"] }) as never;
const after = (aslLine: AslLine, patch: object | null): AslLine => ({ ...aslLine, ...patch });

test("a freeze that stops orders suspends a line and its lifting puts back what was there", () => {
  const before = line({ aslStatus: "TRIAL", allowInquiry: "N" });
  const frozen = after(before, followed(facts([control()]), place, before, today));
  expect([frozen.aslStatus, frozen.freezeSourceId, frozen.statusBeforeFreeze]).toEqual(["SUSPENDED", "K1", "TRIAL"]);
  expect([frozen.allowOrder, frozen.allowDelivery]).toEqual(["N", "Y"]);
  expect(followed(facts([control()]), place, frozen, today), "nothing to do twice").toBeNull();
  const back = after(frozen, followed(facts(), place, frozen, today));
  expect([back.aslStatus, back.allowInquiry, back.allowOrder, back.freezeSourceId]).toEqual(["TRIAL", "N", "Y", null]);
});

test("a control that only stops payments leaves the list alone; one that blocks deliveries stops them here too", () => {
  expect(followed(facts([control({ blockedOps: ["PAYMENT"] })]), place, line(), today)).toBeNull();
  expect(followed(facts([control({ blockedOps: ["ORDER", "DELIVERY"] })]), place, line(), today)?.allowDelivery).toBe("N");
  expect(followed(facts([control({ scopeType: "ITEM", itemId: "M900" })]), place, line(), today)).toBeNull();
});

test("a lifted freeze hands the line to another one that covers it, and an end that passed meanwhile expires it", () => {
  const frozen = after(line(), followed(facts([control()]), place, line(), today));
  expect(followed(facts([control({ id: "K2" })]), place, frozen, today)).toEqual({ freezeSourceId: "K2", allowDelivery: "Y" });
  expect(followed(facts(), place, frozen, "2027-01-01")?.aslStatus).toBe("EXPIRED");
});

test("a suspended category suspends its lines; a listed or departed supplier is disqualified", () => {
  const grant = { id: "G1", categoryId: "C1", orgId: "BU1", categoryStatus: "SUSPENDED" };
  expect(followed(facts([], [grant]), place, line(), today)).toMatchObject({ aslStatus: "SUSPENDED", freezeSourceId: "G1" });
  expect(followed(facts([], [], { blacklistFlag: "Y" }), place, line(), today)?.aslStatus).toBe("DISQUALIFIED");
  expect(followed(facts([], [], { quitScopeAll: "Y" }), place, line({ aslStatus: "EXPIRED" }), today)?.aslStatus).toBe("DISQUALIFIED");
  expect(disqualified(line({ aslStatus: "DISQUALIFIED" }))).toBeNull();
});

test("a suspension by an alteration stays when a freeze over it is lifted", () => {
  const frozen = after(line(), followed(facts([control()]), place, line(), today));
  const both = after(frozen, altered("SUSPEND", frozen, null, "Y", today));
  expect([both.aslStatus, both.statusBeforeFreeze, both.freezeSourceId]).toEqual(["SUSPENDED", "SUSPENDED", "K1"]);
  const back = after(both, followed(facts(), place, both, today));
  expect([back.aslStatus, back.freezeSourceId, back.statusBeforeFreeze]).toEqual(["SUSPENDED", null, null]);
  const resumed = after(back, altered("RESUME", back, null, "Y", today));
  expect([resumed.aslStatus, resumed.allowOrder]).toEqual(["APPROVED", "Y"]);
});

test("each kind of alteration takes the statuses it is for", () => {
  expect(misfit("SUSPEND", line())).toBeNull();
  expect(misfit("SUSPEND", line({ aslStatus: "EXPIRED" }))?.[1]).toBe("Suspend is not allowed in status Expired");
  expect(misfit("RESUME", line({ aslStatus: "SUSPENDED", freezeSourceId: "K1" }))?.[0]).toBe(
    "当前状态[暂停（供应商冻结中）]不允许执行[恢复]",
  );
  expect(misfit("LIMIT", line({ aslStatus: "SUSPENDED" }))).not.toBeNull();
  expect(misfit("DISQUALIFY", line({ aslStatus: "EXPIRED" }))).toBeNull();
  expect(misfit("DISQUALIFY", line({ aslStatus: "DISQUALIFIED" }))).not.toBeNull();
});

test("an extension needs a later end and brings an expired line back as it was", () => {
  const over = line({ endDate: "2026-02-28" });
  const gone = after(over, expired(over, today));
  expect([gone.aslStatus, gone.allowOrder, gone.allowDelivery]).toEqual(["EXPIRED", "N", "Y"]);
  expect(wrongAfter("EXTEND", gone, { endDate: "2026-02-01" }, today)).toHaveLength(1);
  expect(wrongAfter("EXTEND", gone, { endDate: "2026-03-01" }, today), "a past end extends nothing").toHaveLength(1);
  expect(wrongAfter("EXTEND", line({ endDate: null }), { endDate: "2027-01-01" }, today)).toHaveLength(1);
  const back = after(gone, altered("EXTEND", gone, { endDate: "2026-09-30" }, "Y", today));
  expect([back.aslStatus, back.endDate, back.allowOrder]).toEqual(["APPROVED", "2026-09-30", "Y"]);
});

test("limits are checked as the list checks them; a trial may become an approval and nothing else", () => {
  expect(wrongAfter("LIMIT", line(), { moq: "-1" }, today)).toHaveLength(1);
  expect(wrongAfter("LIMIT", line(), { moq: "10.00" }, today), "the same number is no change").toHaveLength(1);
  expect(wrongAfter("LIMIT", line(), { startDate: "2026-01-01" }, today)[0]?.[1]).toContain("startDate");
  expect(wrongAfter("LIMIT", line(), { aslStatus: "TRIAL" }, today)).toHaveLength(1);
  expect(wrongAfter("LIMIT", line({ aslStatus: "TRIAL" }), { aslStatus: "APPROVED", moq: null }, today)).toHaveLength(0);
  expect(altered("LIMIT", line({ aslStatus: "TRIAL" }), { aslStatus: "APPROVED", moq: null }, "Y", today)).toEqual({
    aslStatus: "APPROVED",
    moq: null,
  });
});

test("warnings are given once at thirty, seven and one days", () => {
  const left = (days: number) => () => days;
  expect(dueWarning(line(), left(31))).toBeNull();
  const first = dueWarning(line(), left(30))!;
  expect(first.key).toBe("2026-12-31/30");
  expect(dueWarning(line({ warnedFor: first.key }), left(20))).toBeNull();
  expect(dueWarning(line({ warnedFor: first.key }), left(7))?.key).toBe("2026-12-31/7");
  expect(dueWarning(line(), left(0))?.key).toBe("2026-12-31/1");
});

test("orders are refused for a supplier that is not on the list, not allowed or not valid", () => {
  const names = { supplier: ["华东一厂", "East One"], subject: ["支架", "Bracket"] } as const;
  const asked = { onDate: today };
  expect(aslRefusal({ line: null, listExists: true }, asked, names)?.code).toBe("PUR-1002");
  expect(aslRefusal({ line: line(), listExists: true }, asked, names)).toBeNull();
  const suspended = aslRefusal({ line: line({ aslStatus: "SUSPENDED" }), listExists: true }, asked, names);
  expect([suspended?.code, suspended?.text]).toEqual([
    "PUR-1003",
    ["供应商[华东一厂]对[支架]的供货资格已暂停", "Supplier East One is suspended for Bracket"],
  ]);
  expect(aslRefusal({ line: line({ endDate: "2026-03-09" }), listExists: true }, asked, names)?.code).toBe("PUR-1003");
  const tomorrow = aslRefusal({ line: line({ startDate: "2026-03-11" }), listExists: true }, asked, names);
  expect([tomorrow?.code, tomorrow?.text[0]]).toEqual(["PUR-1003", "供应商[华东一厂]对[支架]的供货资格尚未生效（2026-03-11起）"]);
  expect(aslRefusal({ line: line({ allowOrder: "N" }), listExists: true }, asked, names)?.code).toBe("PUR-1003");
  expect(allowedBy("SUSPENDED", "N")).toEqual({ allowInquiry: "N", allowOrder: "N", allowDelivery: "N" });
});
