import { afterAll, beforeAll, expect, test } from "vitest";
import { doerOf, openSample, save, type SampleKernel } from "../../../tests/support/kernel.ts";

let kernel: SampleKernel;
const suppliers: string[] = [];

beforeAll(async () => {
  kernel = await openSample();
  for (const supplierCode of ["N1", "N2"])
    suppliers.push((await save(kernel, "SampleSupplier", { supplierCode, supplierName: supplierCode })).id);
});
afterAll(() => kernel.drop());

const order = (supplier: number, orderType = "STANDARD") => ({
  title: "Boxes",
  orgCode: "E1",
  supplierId: suppliers[supplier],
  orderType,
  orderDate: "2026-11-14",
  lines: [],
});

async function pattern(text: string, gaplessFlag = "N"): Promise<void> {
  const { id } = (await kernel.db.one<{ id: string }>(`select id from "BaseNumberRule" where entity = 'SampleOrder'`))!;
  await save(kernel, "BaseNumberRule", { id, pattern: text, gaplessFlag });
}

test("each supplier and type counts on its own when the rule names them", async () => {
  await pattern("SO-{supplier}-{orderType}-{0001}");
  const made = [];
  for (const body of [order(0), order(1), order(0), order(0, "URGENT")]) made.push((await save(kernel, "SampleOrder", body)).orderNum);
  expect(made).toEqual(["SO-N1-STANDARD-0001", "SO-N2-STANDARD-0001", "SO-N1-STANDARD-0002", "SO-N1-URGENT-0001"]);
});

test("many documents of one request are numbered series by series, without gaps where the rule says so", async () => {
  await pattern("SG-{supplier}-{001}", "Y");
  const targets = [0, 1, 0, 1, 0].map((supplier) => ({ input: order(supplier) }));
  const { documents } = await kernel.actor.act(
    { entity: kernel.declared.entity("SampleOrder"), action: "saveOrUpdate", targets, asList: true },
    doerOf(),
  );
  expect(documents.map((d) => d["orderNum"])).toEqual(["SG-N1-001", "SG-N2-001", "SG-N1-002", "SG-N2-002", "SG-N1-003"]);
});

test("a rule that names what the document does not have is refused with the field's name", async () => {
  await pattern("SX-{secretNote}-{001}");
  await expect(save(kernel, "SampleOrder", order(0))).rejects.toMatchObject({
    code: "NUMBER_TOKEN",
    fieldErrors: [{ path: "secretNote" }],
  });
});
