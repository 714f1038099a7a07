import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { folderRates, readRateFile, readRates } from "./rates.ts";

test("a rate file says pairs; headings, remarks and nonsense say nothing", () => {
  const text = "from,to,rate\n# of this morning\nUSD,CNY,7.1020\r\nEUR;CNY;7.75\n\nJPY\tCNY\t0.0487\nGBP,CNY,-9\nHKD,CNY,0\nCNY,dollar,7\n";
  expect(readRateFile(text, "2026-11-16").quotes).toEqual([
    { from: "USD", to: "CNY", rate: "7.1020" },
    { from: "EUR", to: "CNY", rate: "7.75" },
    { from: "JPY", to: "CNY", rate: "0.0487" },
  ]);
});

test("a folder answers its newest file up to the day, and nothing where there is none", async () => {
  const folder = mkdtempSync(join(tmpdir(), "base-srm-rates-"));
  try {
    for (const [name, rate] of [
      ["2026-11-10.csv", "7.10"],
      ["2026-11-13.csv", "7.13"],
      ["2026-11-17.csv", "7.17"],
      ["notes.csv", "1"],
    ])
      writeFileSync(join(folder, name!), `USD,CNY,${rate}\n`);
    const source = folderRates(folder);
    expect(await source.on("2026-11-16")).toMatchObject({ day: "2026-11-13", quotes: [{ from: "USD", to: "CNY", rate: "7.13" }] });
    expect(await source.on("2026-11-09")).toBeNull();
  } finally {
    rmSync(folder, { recursive: true });
  }
  expect(await folderRates(folder).on("2026-11-16")).toBeNull();
});

test("the two forms services answer in are both read, and anything else is no rate", () => {
  const cubes = `<?xml version="1.0"?><Cube><Cube time='2026-11-13'><Cube currency='USD' rate='1.0875'/><Cube currency='CNY' rate='7.7912'/></Cube></Cube>`;
  expect(readRates(cubes)).toMatchObject({
    day: "2026-11-13",
    quotes: [
      { from: "EUR", to: "USD", rate: "1.0875" },
      { from: "EUR", to: "CNY", rate: "7.7912" },
    ],
  });
  expect(readRates(`{"base":"CNY","date":"2026-11-16","rates":{"USD":0.1406,"XXX":"much","KRW":195.2}}`)?.quotes).toEqual([
    { from: "CNY", to: "USD", rate: "0.1406" },
    { from: "CNY", to: "KRW", rate: "195.2" },
  ]);
  for (const other of ["", "<html>Sign in</html>", "{}", `{"base":"EUR","date":"today","rates":{}}`, "no rates today"])
    expect([other, readRates(other)]).toEqual([other, null]);
});
