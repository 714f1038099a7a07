import { describe, expect, test } from "vitest";
import { entity } from "./entity.ts";
import { code, money, pick, qty, ref, text } from "./field.ts";
import { isRequiredNow, isShownNow } from "./page-document.ts";
import { filtersOf } from "./page-filter.ts";
import { line, order, stored } from "./page-sample.ts";
import {
  briefColumnsOf,
  callPath,
  columnsOf,
  factsOf,
  fileKeysOf,
  formOf,
  isShown,
  lineColumnsOf,
  lookupOf,
  nestRows,
  viewsOf,
} from "./page.ts";

describe("lists", () => {
  test("columns keep the declared order, amounts stand right and are summed, the title links", () => {
    const columns = columnsOf(order, "internal");
    expect(columns.map((c) => [c.key, c.role, c.align, c.sums])).toEqual([
      ["orderNum", "title", "left", false],
      ["status", "status", "left", false],
      ["supplierId", "plain", "left", false],
      ["amount", "plain", "right", true],
      ["needBy", "plain", "left", false],
      ["creationDate", "plain", "left", false],
    ]);
    expect(columnsOf(order, "internal", "mine").map((c) => c.key)).toEqual(["orderNum", "amount"]);
  });

  test("a supplier gets no column and no filter that is internal", () => {
    expect(columnsOf(order, "supplier").map((c) => c.key)).toEqual(["orderNum", "status", "supplierId", "amount", "needBy"]);
    expect(isShown(order, "remark", "supplier")).toBe(false);
    expect(lineColumnsOf(line, "supplier").map((c) => c.key)).not.toContain("costNote");
  });

  test("a status column is wide enough for its longest name in either language", () => {
    expect(columnsOf(order, "internal")[1]!.width).toBeGreaterThanOrEqual("In approval".length * 6.6 + 40);
  });

  test("filters take the form of their kind; what the keyword searches comes last", () => {
    expect(filtersOf(order, "internal").map((f) => [f.key, f.as])).toEqual([
      ["status", "choice"],
      ["supplierId", "reference"],
      ["needBy", "dates"],
      ["amount", "range"],
      ["orderNum", "text"],
    ]);
    expect(viewsOf(order)).toEqual([{ key: "waiting", label: ["待我审批", "Waiting for me"] }]);
    expect(lookupOf(order, "status")).toBe("DemoOrder.status");
    expect(callPath(order, "listByPage")).toBe("srmServer/v1/demoOrderRestful/listByPage");
  });
});

describe("forms", () => {
  test("number, status, files and English halves are not inputs of the form", () => {
    const keys = formOf(order, "internal").flatMap((s) => s.cells.map((c) => c.key));
    expect(keys).toEqual(["supplierId", "orderType", "urgentReason", "taxRate", "needBy", "subject", "remark"]);
    expect(fileKeysOf(order, "internal")).toEqual(["fileIds"]);
    expect(formOf(order, "internal")[0]!.cells.find((c) => c.key === "remark")!.span).toBe(2);
  });

  test("a narrow panel shows what a line is and its figures", () => {
    expect(briefColumnsOf(line, "internal").map((c) => c.key)).toEqual(["itemId", "qty", "price", "amount"]);
    const filled = [{ itemId: "I1", qty: "2", price: null, amount: "" }];
    expect(
      briefColumnsOf(line, "internal", filled).map((c) => c.key),
      "what nobody filled in takes no room",
    ).toEqual(["itemId", "qty"]);
  });

  test("a line that came from another document is known by its goods", () => {
    const line = entity("DemoNoteLine", "送货行", "Note line", {
      fields: {
        orderId: ref("DemoOrder", "订单", "Order"),
        itemId: ref("DemoItem", "物料", "Item", { computed: true, optional: true }),
        itemDesc: text("描述", "Description", { max: 200, repeats: "itemId", computed: true, optional: true }),
        qty: qty("数量", "Quantity"),
      },
      sees: { internal: "all" },
      title: ["orderId"],
      list: ["orderId", "itemId", "itemDesc", "qty"],
    });
    const keys = (itemId: string): readonly string[] =>
      briefColumnsOf(line, "internal", [{ orderId: "O1", itemId, qty: "2" }]).map((c) => c.key);
    expect([keys("I1"), keys("")]).toEqual([
      ["itemId", "qty"],
      ["orderId", "qty"],
    ]);
  });

  test("facts beside the title are references before dates, never the key amount", () => {
    expect(factsOf(order, "internal", 2).map((c) => c.key)).toEqual(["supplierId", "needBy"]);
  });

  test("a field is shown and required as its document stands", () => {
    expect(isShownNow(order, "urgentReason", stored)).toBe(false);
    expect(isRequiredNow(order, "urgentReason", stored)).toBe(false);
    expect(isRequiredNow(order, "urgentReason", { ...stored, orderType: "URGENT" })).toBe(true);
    expect(isRequiredNow(order, "orderNum", stored)).toBe(false);
    expect(isRequiredNow(order, "amount", stored)).toBe(false);
  });
});

test("rows of a tree stand under their parents; one whose parent was not found stays at the top", () => {
  const rows = [{ id: "a" }, { id: "b", up: "a" }, { id: "c", up: "x" }];
  expect(nestRows(rows, "up")).toEqual([
    { id: "a", children: [{ id: "b", up: "a" }] },
    { id: "c", up: "x" },
  ]);
});

test("number, status and amount of a list stand where a small window shows them, however its columns are declared", () => {
  const word = text("词", "Word", { max: 9 });
  const slip = entity("T_Slip", "单", "Slip", {
    fields: {
      num: code("单号", "No."),
      a: word,
      b: word,
      c: word,
      d: word,
      e: word,
      amount: money("金额", "Amount"),
      status: pick("状态", "Status", "T_STATE", { computed: true }),
    },
    states: { DRAFT: ["拟定", "Draft"] },
    title: ["num"],
    list: ["num", "a", "b", "c", "d", "e", "amount", "status"],
    pages: { key: "amount" },
    sees: { internal: "all" },
  });
  expect(columnsOf(slip, "internal").map((column) => column.key)).toEqual(["num", "status", "a", "amount", "b", "c", "d", "e"]);
});
