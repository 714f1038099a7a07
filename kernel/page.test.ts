import { describe, expect, test } from "vitest";
import { mul, sum } from "./decimal.ts";
import { action, entity } from "./entity.ts";
import { bilingual, code, date, files, int, longtext, money, percent, pick, price, qty, ref, text } from "./field.ts";
import type { Viewer } from "./page-action.ts";
import { barOf, bulkOffersOf, hasConsequences, mayCreate, mayDelete, maySave, offersOf, stateReason } from "./page-action.ts";
import { blankOf, bodyOf, changesOf, isRequiredNow, isSame, isShownNow, placeOf, recompute, titleOf } from "./page-document.ts";
import {
  briefColumnsOf,
  callPath,
  columnsOf,
  factsOf,
  fileKeysOf,
  filterParams,
  filtersIn,
  filtersOf,
  formOf,
  isShown,
  lineColumnsOf,
  lookupOf,
  usedFilters,
  viewsOf,
  withoutFilter,
} from "./page.ts";

const line = entity("DemoOrderLine", "订单行", "Order line", {
  fields: {
    lineNum: int("行号", "Line", { computed: true }),
    itemId: ref("DemoItem", "物料", "Item"),
    qty: qty("数量", "Quantity"),
    price: price("单价", "Price"),
    amount: money("金额", "Amount", { computed: true }),
    costNote: text("成本备注", "Cost note", { optional: true }),
  },
  computes: { amount: (row: { qty: string; price: string }) => mul(row.qty, row.price) },
  sees: { internal: "all" },
  shows: { supplier: ["lineNum", "itemId", "qty", "price", "amount"] },
});

const order = entity("DemoOrder", "采购订单", "Purchase order", {
  number: ["orderNum", "PO{yyyyMMdd}{0001}"],
  fields: {
    orderNum: code("订单号", "Order no."),
    supplierId: ref("DemoSupplier", "供应商", "Supplier", { fixed: "create" }),
    orderType: pick("类型", "Type", "ORDER_TYPE", { initial: "STANDARD" }),
    urgentReason: text("加急原因", "Reason for haste", { optional: true }),
    taxRate: percent("税率", "Tax rate", { optional: true }),
    needBy: date("需求日期", "Need by"),
    amount: money("金额", "Amount", { computed: true }),
    status: pick("状态", "Status", "DemoOrder.status", { computed: true }),
    remark: longtext("备注", "Remark", { optional: true }),
    fileIds: files("附件", "Attachments", { optional: true }),
    ...bilingual("subject", "主题", "Subject", { optional: true }),
  },
  lines: { lines: line },
  states: {
    DRAFT: ["拟定", "Draft"],
    APPROVING: ["审批中", "In approval", "running"],
    APPROVED: ["已批准", "Approved", "done"],
    CLOSED: ["已关闭", "Closed", "ended"],
  },
  actions: {
    doSubmit: action("提交审批", "Submit", {
      button: "btnSubmit",
      who: "internal",
      from: ["DRAFT"],
      to: "APPROVING",
      tone: "primary",
      approval: { bill: "PUR", approve: "doApprove", reject: "doReject" },
      batch: "each",
    }),
    doApprove: action("同意", "Approve", {
      button: "btnApproval",
      who: { notOwner: "createdBy", of: "internal" },
      from: ["APPROVING"],
      to: "APPROVED",
      quiet: true,
    }),
    doPublish: action("发布", "Publish", { button: "btnPublish", who: "internal", from: ["APPROVING"], to: "APPROVED" }),
    doClose: action("关闭", "Close", {
      button: "btnClose",
      who: "internal",
      from: ["APPROVED"],
      to: "CLOSED",
      tone: "danger",
      input: { reason: text("原因", "Reason") },
    }),
    doConfirm: action("确认", "Confirm", { button: "btnConfirm", who: "supplier", from: ["APPROVED"] }),
  },
  computes: { amount: (doc: { lines: { amount: string }[] }) => sum(doc.lines.map((l) => l.amount)) },
  requires: { urgentReason: (doc: { orderType: string }) => doc.orderType === "URGENT" },
  shownWhen: { urgentReason: (doc: { orderType: string }) => doc.orderType === "URGENT" },
  saves: "internal",
  savesFrom: ["DRAFT"],
  deletes: { owner: "createdBy" },
  deletesFrom: ["DRAFT"],
  sees: { internal: "all", supplier: (me) => ({ supplierId: me.supplierId }) },
  shows: { supplier: ["orderNum", "supplierId", "needBy", "amount", "status", "lines"] },
  title: ["orderNum"],
  list: ["orderNum", "status", "supplierId", "amount", "needBy", "creationDate"],
  search: ["orderNum", "status", "supplierId", "needBy", "amount"],
  views: { waiting: ["待我审批", "Waiting for me", () => ({ status: "APPROVING" })] },
  lists: { mine: { route: "demo/mine", columns: ["orderNum", "amount"] } },
  pages: { list: "demo/orders", edit: "demo/orderEdit", key: "amount" },
});

const viewer = (audience: Viewer["audience"], buttons: readonly string[], userId = "u1"): Viewer => ({
  userId,
  audience,
  may: (_, button) => buttons.includes(button),
});
const all = ["btnAdd", "btnSave", "btnDelete", "btnSubmit", "btnPublish", "btnClose", "btnConfirm", "btnApproval"];
const buyer = viewer("internal", all);
const line1 = { id: "l1", itemId: "i1", qty: "2", price: "1.50", amount: "3.00" };
const stored = {
  id: "o1",
  versionNum: 3,
  orderNum: "PO1",
  status: "DRAFT",
  createdBy: "u1",
  supplierId: "s1",
  supplierName: "鲸落塑业",
  orderType: "STANDARD",
  needBy: "2026-11-28",
  amount: "3.00",
  lines: [line1],
};

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

describe("filters", () => {
  const filters = filtersOf(order, "internal");

  test("only what was filled travels, ranges under two names, the names beside a reference not at all", () => {
    const typed = {
      keyword: " PO ",
      status: [],
      supplierId: "s1",
      supplierName: "鲸落塑业",
      needByFrom: "2026-11-01",
      needByTo: null,
      amountFrom: "",
    };
    expect(filterParams(filters, typed)).toEqual({ keyword: "PO", supplierId: "s1", needByFrom: "2026-11-01" });
    expect(usedFilters(filters, typed).map((f) => f.key)).toEqual(["supplierId", "needBy"]);
    expect(filterParams(filters, withoutFilter(filters[2]!, typed))).toEqual({ keyword: "PO", supplierId: "s1" });
  });

  test("an address may carry filters; unknown names are not filters", () => {
    expect(filtersIn(filters, { status: "DRAFT,CLOSED", needByTo: "2026-11-30", menuId: "7", id: "x" })).toEqual({
      status: ["DRAFT", "CLOSED"],
      needByTo: "2026-11-30",
    });
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

describe("buttons", () => {
  test("draft: submit is blue, publish is the grey step to come, the supplier's button is absent", () => {
    const bar = barOf(offersOf(order, stored, buyer));
    expect(bar.primary?.name).toBe("doSubmit");
    expect(bar.grey.map((o) => o.name)).toEqual(["doPublish"]);
    expect(bar.more.map((o) => o.name)).toEqual(["doClose"]);
  });

  test("without the grant a button is absent, not grey", () => {
    expect(offersOf(order, stored, viewer("internal", ["btnSave"]))).toEqual([]);
  });

  test("a destructive action is never the blue one", () => {
    expect(barOf(offersOf(order, { ...stored, status: "APPROVED" }, buyer)).primary).toBeUndefined();
  });

  test("many rows: a row that does not fit is counted", () => {
    const offers = bulkOffersOf(order, [stored, stored, { ...stored, status: "CLOSED" }], buyer);
    expect(offers.map((o) => [o.name, o.fits, o.total])).toEqual([["doSubmit", 2, 3]]);
  });

  test("saving and deleting follow state, grant and owner", () => {
    expect(mayCreate(order, buyer)).toBe(true);
    expect(maySave(order, stored, buyer)).toBe(true);
    expect(maySave(order, { ...stored, status: "APPROVED" }, buyer)).toBe(false);
    expect(maySave(order, stored, viewer("supplier", all))).toBe(false);
    expect(mayDelete(order, stored, buyer)).toBe(true);
    expect(mayDelete(order, stored, viewer("internal", all, "u2"))).toBe(false);
  });

  test("the reason of a grey button names the state it needs", () => {
    expect(stateReason(order, order.actions.doClose, stored)).toEqual([
      "现在是「拟定」，「已批准」时才可关闭",
      "Now Draft; close starts from Approved",
    ]);
    expect(hasConsequences(order.actions.doSubmit)).toBe(true);
    expect(hasConsequences(order.actions.doClose)).toBe(false);
  });
});

describe("documents", () => {
  test("a new document has its first values and empty lines", () => {
    expect(blankOf(order)).toMatchObject({ orderType: "STANDARD", status: "DRAFT", lines: [], remark: null });
  });

  test("1.50 is 1.5 and nothing is nothing, but codes are not numbers", () => {
    expect([isSame("1.50", "1.5"), isSame(null, ""), isSame("007", "7"), isSame("1", "2")]).toEqual([true, true, false, false]);
  });

  test("unsaved changes are counted over fields and lines", () => {
    const now = {
      ...stored,
      needBy: "2026-12-01",
      lines: [
        { ...line1, qty: "3" },
        { $key: "new:1", itemId: "i2", qty: "1", price: "1" },
      ],
    };
    expect(changesOf(order, stored, now).map((c) => [c.path, c.kind])).toEqual([
      ["needBy", "field"],
      ["lines[0].qty", "field"],
      ["lines[1]", "added"],
    ]);
    expect(changesOf(order, stored, { ...stored, lines: [] }).map((c) => c.kind)).toEqual(["removed"]);
    expect(changesOf(order, stored, stored)).toEqual([]);
    expect(changesOf(order, null, blankOf(order))).toEqual([]);
  });

  test("only changed fields travel, never computed or companion ones; lines go whole while few", () => {
    const now = {
      ...stored,
      needBy: "2026-12-01",
      supplierName: "x",
      amount: "9",
      lines: [
        { ...line1, qty: "3" },
        { $key: "new:1", itemId: "i2", qty: "1", price: "" },
      ],
    };
    expect(bodyOf(order, stored, now)).toEqual({
      id: "o1",
      versionNum: 3,
      needBy: "2026-12-01",
      lines: [
        { id: "l1", itemId: "i1", qty: "3", price: "1.50" },
        { itemId: "i2", qty: "1", price: null },
      ],
    });
  });

  test("a field fixed at creation is not sent again", () => {
    expect(bodyOf(order, stored, { ...stored, supplierId: "s2" })).toEqual({ id: "o1", versionNum: 3 });
    expect(bodyOf(order, null, { ...blankOf(order), supplierId: "s2" })).toEqual({ supplierId: "s2", orderType: "STANDARD", lines: [] });
  });

  test("many lines travel as a delta", () => {
    const lines = Array.from({ length: 300 }, (_, i) => ({ id: `l${i}`, itemId: "i", qty: "1", price: "1", amount: "1" }));
    const now = { ...stored, lines: [...lines.slice(1, 299), { ...lines[299]!, qty: "2" }] };
    expect(bodyOf(order, { ...stored, lines }, now)["lines"]).toEqual({ changed: [{ id: "l299", qty: "2" }], removed: ["l0"] });
  });

  test("formulas run lines first, and untouched rows stay the same object", () => {
    const line2 = { id: "l2", itemId: "i1", qty: "4", price: "2", amount: "0" };
    const done = recompute(order, { ...stored, lines: [line1, line2] });
    expect([done["amount"], (done["lines"] as unknown[])[0] === line1]).toEqual(["11.00", true]);
    expect(recompute(order, stored)).toBe(stored);
    expect(recompute(order, { ...stored, lines: [{ ...line1, qty: "" }] })["amount"]).toBe("3.00");
  });

  test("titles and error paths", () => {
    expect(titleOf(order, stored)).toEqual({ main: "PO1", rest: "" });
    expect(placeOf("lines[2].qty")).toEqual({ collection: "lines", index: 2, key: "qty" });
    expect(placeOf("lines[2].plans[0].qty").rest).toEqual({ collection: "plans", index: 0, key: "qty" });
    expect(placeOf("needBy")).toEqual({ key: "needBy" });
  });
});
