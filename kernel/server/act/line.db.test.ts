import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openSample, press, save, someone, type SampleKernel } from "../../../tests/support/kernel.ts";

let kernel: SampleKernel;
let supplierId: string;

beforeAll(async () => {
  kernel = await openSample();
  supplierId = (await save(kernel, "SampleSupplier", { supplierCode: "s-1", supplierName: "纸鸢包装", supplierNameEn: "Paper Kite" })).id;
});
afterAll(() => kernel.drop());

const order = () =>
  save(kernel, "SampleOrder", {
    title: "Boxes",
    orgCode: "E1",
    supplierId,
    orderType: "STANDARD",
    orderDate: "2026-11-14",
    lines: [10, 20].map((lineNum) => ({ lineNum, item: "box", qty: "2", price: "3", rows: [{ qty: "2", needDate: "2026-12-01" }] })),
  });
const read = (id: string) => kernel.finder.byId(kernel.declared.entity("SampleOrder"), id, someone()) as Promise<any>;
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (e) => e.code as string,
  );

describe("a line saved alone is a change of its document", () => {
  test("the document's figures and version follow, and its history tells of the line", async () => {
    const made = await order();
    const line = await save(kernel, "SampleOrderLine", { id: made.lines[0].id, qty: "5" });
    expect(line).toMatchObject({ id: made.lines[0].id, qty: "5", amount: "15.00" });
    expect(await read(made.id)).toMatchObject({ total: "21.00", versionNum: 2, lines: [{ qty: "5" }, { qty: "2" }] });
    const [entry] = (await kernel.history.of(kernel.declared.entity("SampleOrder"), made.id, someone())) as any[];
    expect(entry.changes.map((c: any) => c.new)).toEqual(expect.arrayContaining(["5", "15.00", "21.00"]));
    const own = (await kernel.history.of(kernel.declared.entity("SampleOrderLine"), made.lines[0].id, someone())) as any[];
    expect(own[0].changes.map((c: any) => c.path).sort()).toEqual(["amount", "qty"]);
    expect(own).toHaveLength(2);
  });

  test("a new one is counted, a removed one is not; a row two levels down moves the document as well", async () => {
    const made = await order();
    const line = await save(kernel, "SampleOrderLine", { parentId: made.id, lineNum: 30, item: "lid", qty: "1", price: "1" });
    expect(await read(made.id)).toMatchObject({ total: "13.00", versionNum: 2 });
    await press(kernel, "SampleOrderLine", line.id, "delete");
    expect(await read(made.id)).toMatchObject({ total: "12.00", versionNum: 3 });
    await save(kernel, "SampleOrderRow", { id: made.lines[1].rows[0].id, qty: "1" });
    expect(await read(made.id)).toMatchObject({ versionNum: 4, lines: [{ rows: [{ qty: "2" }] }, { rows: [{ qty: "1" }] }] });
    const row = await save(kernel, "SampleOrderRow", { parentId: made.lines[1].id, qty: "1", needDate: "2026-12-02" });
    expect((await read(made.id)).lines[1].rows.map((r: any) => r.id)).toContain(row.id);
  });

  test("a document that may not be saved any more keeps its lines; a foreign document is answered like a missing one", async () => {
    const made = await order();
    await press(kernel, "SampleOrder", made.id, "doSubmit");
    expect(await codeOf(save(kernel, "SampleOrderLine", { id: made.lines[0].id, qty: "9" }))).toBe("STATE_NOT_ALLOWED");
    expect(await codeOf(press(kernel, "SampleOrderLine", made.lines[0].id, "delete"))).toBe("STATE_NOT_ALLOWED");
    const foreign = someone({ orgs: ["E2"] });
    const there = await codeOf(save(kernel, "SampleOrderLine", { id: made.lines[0].id, qty: "9" }, foreign));
    const nowhere = await codeOf(save(kernel, "SampleOrderLine", { id: "0".repeat(20), qty: "9" }, foreign));
    expect([there, nowhere]).toEqual(["DATA_NOT_FOUND", "DATA_NOT_FOUND"]);
    expect(
      await codeOf(save(kernel, "SampleOrderLine", { parentId: made.id, lineNum: 30, item: "x", qty: "1", price: "1" }, foreign)),
    ).toBe("DATA_NOT_FOUND");
  });

  test("twenty people on the lines of one order: every change is in the total", async () => {
    const made = await order();
    await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        save(kernel, "SampleOrderLine", { parentId: made.id, lineNum: 100 + i, item: "x", qty: "1", price: "1" }),
      ),
    );
    expect(await read(made.id)).toMatchObject({ total: "32.00", versionNum: 21 });
  });
});
