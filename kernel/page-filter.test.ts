import { describe, expect, test } from "vitest";
import { filterParams, filtersIn, filtersOf, usedFilters, withoutFilter } from "./page-filter.ts";
import { order } from "./page-sample.ts";

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
