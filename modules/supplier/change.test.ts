import { describe, expect, test } from "vitest";
import { buildDiff, changeable, guardOfLine, isAccountNo, isSameNumber, partOf, strictest } from "./change.ts";
import { guardOf } from "./guards.ts";
import { isIban } from "./iban.ts";
import { riskOf } from "./warning.ts";

const stored = {
  SrmSupInfo: [{ id: "s1", supplierName: "星铸", mainProducts: "钣金", registeredCapital: "100.00", legalPersonId: "****1234" }],
  SrmSupContact: [
    { id: "c1", contactName: "甲", contactRole: ["SALES", "QUALITY"], mobile: "****0001", enabledFlag: "Y" },
    { id: "c2", contactName: "乙", contactRole: ["FINANCE"], enabledFlag: "Y" },
  ],
};

describe("differences", () => {
  test("only touched fields become lines; another order, writing or mask is no change", () => {
    const draft = {
      SrmSupInfo: { supplierName: "星铸", mainProducts: "钣金与机加工", registeredCapital: "100", legalPersonId: "****1234" },
      SrmSupContact: [{ id: "c1", contactRole: ["QUALITY", "SALES"], mobile: "13900000000" }],
    };
    expect(buildDiff(stored, draft, "internal")).toEqual([
      { entityName: "SrmSupInfo", rowId: "s1", rowAction: "UPDATE", fieldKey: "mainProducts", newValue: "钣金与机加工" },
      { entityName: "SrmSupContact", rowId: "c1", rowAction: "UPDATE", fieldKey: "mobile", newValue: "13900000000" },
    ]);
  });

  test("new rows, ended rows and rows of somebody else", () => {
    const draft = {
      SrmSupContact: [
        { contactName: "丙", email: "c@example.com" },
        { id: "c2", $end: true },
        { id: "foreign", contactName: "丁" },
      ],
    };
    expect(
      buildDiff(stored, draft, "supplier").map((lineDraft) => [
        lineDraft.rowAction,
        lineDraft.rowId,
        lineDraft.fieldKey,
        lineDraft.newValue,
      ]),
    ).toEqual([
      ["ADD", "new1", "contactName", "丙"],
      ["ADD", "new1", "email", "c@example.com"],
      ["DISABLE", "c2", "enabledFlag", "N"],
    ]);
  });

  test("a supplier touches neither our terms nor what it does not see", () => {
    expect(changeable(partOf("SrmSupSite")!, "supplier")).toEqual([]);
    expect(changeable(partOf("SrmSupSite")!, "internal")).toContain("termId");
    expect(changeable(partOf("SrmSupInfo")!, "supplier")).not.toContain("ownerId");
    expect(changeable(partOf("SrmSupInfo")!, "internal")).not.toContain("remark");
    expect(changeable(partOf("SrmSupAccount")!, "supplier")).not.toContain("verifyStatus");
  });
});

test("guard levels: contact phone free, addresses guarded, name and bank critical; a new row asks for its strictest field", () => {
  expect(["mobile", "contactName"].map((key) => guardOf("SrmSupContact", key))).toEqual(["FREE", "GUARDED"]);
  expect(guardOf("SrmSupLocation", "address")).toBe("GUARDED");
  expect(guardOf("SrmSupInfo", "supplierName")).toBe("CRITICAL");
  expect(guardOf("SrmSupDevice", "deviceName")).toBe("FREE");
  expect(guardOfLine({ entityName: "SrmSupContact", rowAction: "ADD", fieldKey: "mobile" })).toBe("GUARDED");
  expect(guardOfLine({ entityName: "SrmSupAccount", rowAction: "DISABLE", fieldKey: "enabledFlag" })).toBe("CRITICAL");
  expect(strictest(["FREE", "CRITICAL", "GUARDED"])).toBe("CRITICAL");
});

test("IBAN by its check number, account numbers by their length, telephone numbers by their digits", () => {
  expect(isIban("GB82 WEST 1234 5698 7654 32")).toBe(true);
  expect(isIban("DE89370400440532013000")).toBe(true);
  expect(isIban("GB82 WEST 1234 5698 7654 33")).toBe(false);
  expect(isIban("1234")).toBe(false);
  expect(isAccountNo("6222 0000 1111 2222")).toBe(true);
  expect(isAccountNo("1234567")).toBe(false);
  expect(isSameNumber("+86 138-0000-0001", "13800000001")).toBe(true);
  expect(isSameNumber("0512-6600000", "5126600000")).toBe(true);
  expect(isSameNumber("13800000001", "13800000002")).toBe(false);
  expect(isSameNumber("", "")).toBe(false);
});

test("risk light: red for an open red warning or a control, yellow for a yellow one, ignored ones do not count", () => {
  expect(riskOf([], false)).toBe("GREEN");
  expect(riskOf([{ severity: "YELLOW", status: "PROCESSING" }], false)).toBe("YELLOW");
  expect(riskOf([{ severity: "RED", status: "IGNORED" }], false)).toBe("GREEN");
  expect(riskOf([{ severity: "RED", status: "OPEN" }], false)).toBe("RED");
  expect(riskOf([], true)).toBe("RED");
});
