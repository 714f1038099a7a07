import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ContractWorld } from "../../../tests/support/contracting.ts";
import { unbalanced } from "../../../tests/support/balanced.ts";
import { from, ok, today, type Row } from "../../../tests/support/managing.ts";
import { pdf as pdfOf } from "../../../kernel/server/file/test-files.ts";

let house: ContractWorld;
beforeAll(async () => void (house = await ContractWorld.open()));
afterAll(() => house?.drop());

const pdf = pdfOf("signed on paper");
const call = (name: string, body: object, by = house.legal): Promise<any> =>
  by.call(`srmServer/v1/srmCctLegacyImportRestful/${name}`, body);

const stages = [
  { stageNo: 1, stageType: "ADVANCE", percent: "30", trigger: "SIGN", paidAmount: "33900" },
  { stageNo: 2, stageType: "DELIVERY", percent: "60", trigger: "RECEIPT", paidAmount: "10000" },
  { stageNo: 3, stageType: "WARRANTY", percent: "10", trigger: "DATE", dueDate: from(300), paidAmount: "0" },
];
const line = (contractNum: string, more: object = {}) => ({
  ...{ contractNum, contractName: "旧支架合同", supplierId: house.ids["S1"], contractType: "PURCHASE", currency: "CNY" },
  ...{ amountIncl: "113000", taxRate: "T13", effectiveDate: from(-100), expiryDate: from(200), contractStatus: "EFFECTIVE", stages },
  ...more,
});
const drafted = (contracts: object[], more: object = {}): Promise<any> =>
  call("saveOrUpdate", { orgId: house.ids["org"], templateId: house.ids["template"], ownerId: house.ids["buyer"], contracts, ...more });

test("contracts that were signed before the system are in force with what was paid and with their scans", async () => {
  const [scan] = (await ok(house.legal.upload("fileServer/v2/file/upload", [{ name: "OLD-1.pdf", bytes: pdf }]))) as unknown as Row[];
  const doc = await ok(drafted([line("OLD-1"), line("OLD-2", { stages: [] })], { scanFileIds: scan!["id"] }));
  expect(doc["importNum"]).toMatch(/^LS\d{12}$/);
  const reply = await call("doTakeOver", { id: doc["id"] });
  expect([reply.status, JSON.stringify(reply.warnings ?? reply)]).toEqual(["S", expect.stringContaining("OLD-2")]);
  const [row] = await house.world.rows(`select id from "SrmCctContract" where "contractNum" = 'OLD-1'`);
  const made = await house.found(row!["id"]);
  expect(made).toMatchObject({
    ...{ status: "EFFECTIVE", amountIncl: "113000.00", taxAmount: "13000.00", amountExcl: "100000.00", paidAmount: "43900.00" },
    ...{ signMode: "PAPER", ownerId: house.ids["buyer"], signedSum: createHash("sha256").update(pdf).digest("hex") },
  });
  expect(made["stages"].map((stage: Row) => [stage["stageName"], stage["amount"], stage["paidAmount"], stage["stageStatus"]])).toEqual([
    ["预付款", "33900.00", "33900.00", "PAID"],
    ["到货款", "67800.00", "10000.00", "PART_PAID"],
    ["质保金", "11300.00", "0.00", "WAIT"],
  ]);
  expect(await unbalanced(house.world.product.kernel)).toEqual([]);
  expect(await house.sentEvents("CCT_EFFECTIVE")).toEqual([]);
  expect((await call("findById", { id: doc["id"] }))["data"]["contracts"][0]["contractId"]).toBe(made["id"]);
  const change = await house.contracts("doAlteration", { id: made["id"], reason: "延期" });
  expect(change.status).toBe("S");
});

test("a number that exists, another state, too much paid and stages of 99 % are refused where they stand", async () => {
  await house.world.rows(`update "SrmCctContract" set "contractNum" = 'OLD-9' where id = $1`, (await house.drafted())["id"]);
  const wrong = await drafted([
    line("OLD-9"),
    line("OLD-5", { contractStatus: "EXPIRED" }),
    line("OLD-6", { stages: [{ ...stages[0], percent: "100", paidAmount: "113000.01" }] }),
    line("OLD-7", { stages: [{ ...stages[0], percent: "99", paidAmount: "0" }] }),
    line("OLD-7", { expiryDate: today }),
  ]);
  expect(wrong.fieldErrors.map((row: Row) => [row["code"], row["path"]])).toEqual([
    ["CCT-156", "contracts[0].contractNum"],
    ["CCT-157", "contracts[1].contractStatus"],
    ["CCT-158", "contracts[2].stages[0].paidAmount"],
    ["CCT-020", "contracts[3].stages"],
    ["CCT-156", "contracts[4].contractNum"],
  ]);
  expect((await drafted([], {})).status).toBe("S");
  expect((await call("listByPage", {}, house.vendor)).status).toBe("E");
});
