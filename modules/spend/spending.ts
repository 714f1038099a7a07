import { folder, lookup, page, type Part } from "#kernel/module.ts";
import { pickedIn } from "#kernel/report.ts";
import { root } from "#modules/admin/index.ts";
import { responsibilities } from "#modules/supplier/index.ts";
import { reportShapes } from "./report.ts";

const shapes = Object.values(reportShapes);
const routes = shapes.map((shape) => shape.route);
/** What the business costs is not for everybody who buys. */
const amounts: readonly string[] = [reportShapes.payable, reportShapes.rate, reportShapes.amountShare].map((entry) => entry.route);
const plain = routes.filter((route) => !amounts.includes(route));

/** Reports about what was bought: how much, from whom, at which price, how well. */
export const spending: Part = {
  menus: [
    root("REPORT", [
      folder(
        "PUR_REPORT",
        "采购报表",
        "Purchase reports",
        shapes.map((shape) =>
          page(shape.route, shape.label[0], shape.label[1], { picks: pickedIn(shape), buttons: ["btnExport", "btnPrint"] }),
        ),
      ),
    ]),
  ],
  lookups: {
    SPEND_GRAIN: lookup("期间", "Period", { MONTH: ["月", "Month"], QUARTER: ["季", "Quarter"], YEAR: ["年", "Year"] }),
    SPEND_TAX: lookup("金额口径", "Amounts", { EXCL: ["未税", "Without tax"], INCL: ["含税", "With tax"] }),
    SPEND_DIMENSION: lookup("统计维度", "Dimension", {
      SUPPLIER: ["供应商", "Supplier"],
      ORG: ["组织", "Organisation"],
      CATEGORY: ["品类", "Category"],
      BUYER: ["采购员", "Buyer"],
    }),
    SPEND_RATE_DIMENSION: lookup("增长维度", "Growth dimension", {
      ALL: ["合计", "All"],
      SUPPLIER: ["供应商", "Supplier"],
      ORG: ["组织", "Organisation"],
      CATEGORY: ["品类", "Category"],
      BUYER: ["采购员", "Buyer"],
    }),
    SPEND_SHARE_DIMENSION: lookup("占比维度", "Share dimension", {
      CATEGORY: ["品类", "Category"],
      ORG: ["组织", "Organisation"],
      BUYER: ["采购员", "Buyer"],
      ORDER_TYPE: ["订单类型", "Order type"],
      SUPPLIER: ["供应商", "Supplier"],
    }),
    SPEND_SHARE_BY: lookup("份额对象", "Shares by", { CATEGORY: ["品类", "Category"], ITEM: ["物料", "Item"] }),
    SPEND_PIVOT_ROW: lookup("透视行", "Pivot rows", {
      CATEGORY: ["品类", "Category"],
      ORG: ["组织", "Organisation"],
      SUPPLIER: ["供应商", "Supplier"],
      ITEM: ["物料", "Item"],
      BUYER: ["采购员", "Buyer"],
      PROJECT: ["项目", "Project"],
    }),
    SPEND_MEASURE: lookup("透视指标", "Measure", {
      ORDER_AMOUNT: ["订单金额", "Order amount"],
      ORDER_QTY: ["订单数量", "Order quantity"],
      RECEIPT_AMOUNT: ["净收货金额", "Net receipt amount"],
      RECEIPT_QTY: ["净收货数量", "Net receipt quantity"],
      RETURN_QTY: ["退货数量", "Return quantity"],
      OPEN_AMOUNT: ["未交金额", "Open amount"],
    }),
    SPEND_DAYS_OF: lookup("日期口径", "Dates of", { ORDER: ["下单日期", "Orders"], POSTING: ["收退货日期", "Receipts and returns"] }),
    SPEND_DOC: lookup("单据种类", "Kind of document", {
      REQUISITION: ["采购申请", "Requisition"],
      ORDER: ["采购订单", "Order"],
      NOTICE: ["送货通知", "Delivery notice"],
      NOTE: ["送货单", "Delivery note"],
      RECEIVE: ["收货单", "Receipt"],
    }),
  },
  roles: responsibilities({
    SYS_ADMIN: routes,
    PUR_MANAGER: routes,
    BUYER: plain,
    FINANCE: routes,
    FINANCE_MANAGER: routes,
    AUDITOR: routes,
  }),
};
