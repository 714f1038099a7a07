import { describe, expect, test } from "vitest";
import { completenessOf } from "./completeness.ts";
import { mismatches } from "./company.rules.ts";
import { invitesIn } from "./paste.ts";
import { changedSince, readRemarks, valuesUnder } from "./review.ts";

const day = "2026-11-15";
const full = {
  supplierNature: "MAINLAND",
  companyName: "虚构企业有限公司",
  uscc: "91350100M000100Y43",
  supplierType: "SERVICE",
  legalPerson: "林一",
  countryId: "c",
  provinceId: "p",
  cityId: "t",
  registeredAddress: "虚构路1号",
  mainProducts: "服务",
  contacts: [{ id: "1", contactName: "林一", contactRole: ["SALES"], email: "a@b.example", primaryFlag: "Y", emergencyFlag: "N" }],
  locations: [{ id: "2", locationType: ["REGISTERED"], countryId: "c", address: "虚构路1号", primaryFlag: "Y" }],
  accounts: [
    {
      id: "3",
      accountName: "虚构企业有限公司",
      accountNo: "62220000",
      bankId: "b",
      currency: "CNY",
      accountUse: "BASIC",
      primaryFlag: "Y",
      fileIds: "f",
    },
  ],
  categories: [{ id: "4", categoryId: "k" }],
  certificates: [],
};
const licence = {
  id: "r1",
  requireName: "营业执照",
  requireNameEn: "Business licence",
  certType: "LICENSE",
  mustFlag: "Y",
  needNo: "Y",
  needValidity: "Y",
  minRemainDays: 30,
} as never;

describe("completeness", () => {
  test("all that must be there is there", () =>
    expect(completenessOf(full, [], day)).toEqual({ percent: "100.00", missing: [], proofs: [] }));
  test("a missing field counts one, a table without its row one", () => {
    const judged = completenessOf({ ...full, mainProducts: "", locations: [] }, [], day);
    expect(judged.missing.map((missing) => missing.path)).toEqual(["mainProducts", "locations"]);
    expect(judged.percent).toBe("84.62");
  });
  test("makers need a machine, traders whoever stands behind them", () => {
    expect(completenessOf({ ...full, supplierType: "MANUFACTURER" }, [], day).missing.map((missing) => missing.tab)).toEqual(["devices"]);
    expect(completenessOf({ ...full, supplierType: "TRADER" }, [], day).missing.map((missing) => missing.tab)).toEqual(["indirects"]);
  });
  test("an account in another name needs a reason", () => {
    const accounts = [{ ...full.accounts[0], accountName: "别人" }];
    expect(completenessOf({ ...full, accounts }, [], day).missing.map((missing) => missing.path)).toEqual(["accounts[3].nameReason"]);
  });
  test("a proof counts with file, number and days left", () => {
    const cert = { id: "9", requireId: "r1", certType: "LICENSE", certNo: "1", validTo: "2027-01-01", longTermFlag: "N", fileIds: "f" };
    const proofs = (row: object) => completenessOf({ ...full, certificates: [row] }, [licence], day).proofs.length;
    expect([
      proofs(cert),
      proofs({ ...cert, certNo: "" }),
      proofs({ ...cert, validTo: "2026-11-30" }),
      proofs({ ...cert, fileIds: null }),
    ]).toEqual([0, 1, 1, 1]);
    expect(proofs({ ...cert, validTo: null, longTermFlag: "Y" })).toBe(0);
  });
});

test("a remark remembers what it was about and tells whether that changed", () => {
  const remarks = readRemarks({ mainProducts: "?", "accounts[3].fileIds": "blurred", "": "x", bad: 3, "x y": "no place" });
  expect(Object.keys(remarks)).toEqual(["mainProducts", "accounts[3].fileIds"]);
  const before = valuesUnder(full, remarks);
  expect(changedSince(full, before)).toEqual([]);
  expect(changedSince({ ...full, accounts: [{ ...full.accounts[0], fileIds: "g", versionNum: 2 }] }, before)).toEqual([
    "accounts[3].fileIds",
  ]);
});

test("what was typed and what the register says are compared by meaning", () => {
  const typed = {
    companyName: "虚构企业有限公司",
    uscc: "91350100M000100Y43",
    taxNo: null,
    legalPerson: "林一",
    registeredCapital: "100.00",
    establishDate: null,
  };
  const found = {
    name: "虚构企业 有限公司",
    uscc: "91350100m000100y43",
    legalPerson: "林二",
    registeredCapital: "100",
    establishDate: "2020-01-01",
  };
  expect(mismatches(typed as never, found as never)).toEqual(["legalPerson"]);
});

test("pasted lines become invitations, and those that lack something are named", () => {
  const { rows, wrong } = invitesIn("甲公司\t林\ta@b.example\n乙公司,王,13800000000,91350100M000100Y43\n丙公司\n");
  expect(rows).toEqual([
    { companyName: "甲公司", contactName: "林", email: "a@b.example", mobile: null, uscc: null },
    { companyName: "乙公司", contactName: "王", email: null, mobile: "13800000000", uscc: "91350100M000100Y43" },
  ]);
  expect(wrong).toEqual([3]);
});
