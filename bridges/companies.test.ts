import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { folderCompanies, readCompany } from "./companies.ts";

const whole = {
  name: "虚构机电有限公司",
  uscc: "91350100M000100Y43",
  legalPerson: "某人",
  registeredCapital: 5000000,
  capitalCurrency: "CNY",
  establishDate: "2018-09-01",
  registerStatus: "ACTIVE",
  shareholders: ["虚构控股", { name: "某人", share: "40%" }, { share: "1%" }],
  risks: [{ kind: "PENALTY", title: "罚款", date: "2026-10-20", no: "0117" }, { kind: "LAWSUIT" }],
};

test("what a register answers is taken as far as it is what it should be", () => {
  expect(readCompany(JSON.stringify(whole))).toEqual({
    name: whole.name,
    uscc: whole.uscc,
    legalPerson: "某人",
    registeredCapital: "5000000",
    capitalCurrency: "CNY",
    establishDate: "2018-09-01",
    registerStatus: "ACTIVE",
    executives: [],
    shareholders: [{ name: "虚构控股" }, { name: "某人", share: "40%" }],
    risks: [{ kind: "PENALTY", title: "罚款", date: "2026-10-20", no: "0117" }],
  });
  const odd = readCompany(
    JSON.stringify({ name: "甲", registeredCapital: "much", establishDate: "long ago", registerStatus: "FINE", capitalCurrency: "yuan" }),
  );
  expect(odd).toEqual({ name: "甲", uscc: "", shareholders: [], executives: [], risks: [] });
  for (const nothing of ["", "null", "[]", "{}", `{"name": ""}`, "<html>"])
    expect([nothing, readCompany(nothing)]).toEqual([nothing, null]);
});

test("a folder answers by credit code or by name, and without it nothing is connected", async () => {
  const folder = mkdtempSync(join(tmpdir(), "base-srm-companies-"));
  try {
    writeFileSync(join(folder, `${whole.uscc}.json`), JSON.stringify(whole));
    const source = folderCompanies(folder);
    expect(await source.isThere()).toBe(true);
    expect((await source.find({ uscc: whole.uscc.toLowerCase() }))?.name).toBe(whole.name);
    expect((await source.find({ name: " 虚构机电有限公司 " }))?.uscc).toBe(whole.uscc);
    for (const who of [{ uscc: "91350100M000100Y4X" }, { name: "别的公司" }, {}, { uscc: "../secret", name: null }])
      expect(await source.find(who)).toBeNull();
  } finally {
    rmSync(folder, { recursive: true });
  }
  expect(await folderCompanies(folder).isThere()).toBe(false);
});
