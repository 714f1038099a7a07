import { lookup, page, type Part, type Profiles } from "#kernel/module.ts";
import { pickedIn } from "#kernel/report.ts";
import { responsibilities, supplierMenu } from "#modules/supplier/index.ts";
import { reportShapes } from "./report.ts";

const profiles: Profiles = {
  SUP_MAIN_SHARE: {
    module: "SUP",
    label: ["主要供应商累计占比%", "Share of the main suppliers %"],
    type: "INT",
    initial: "80",
    least: "1",
    most: "100",
  },
};

const shapes = Object.values(reportShapes);
const routes = shapes.map((shape) => shape.route);
/** What is bought for how much is not for everybody. */
const amounts: readonly string[] = [reportShapes.mainSupplier.route, reportShapes.purchaseAmount.route];
const plain = routes.filter((route) => !amounts.includes(route));

/** Reports about suppliers: how they stand, come, go and what is bought from them. */
export const reports: Part = {
  profiles,
  menus: [
    supplierMenu({
      SUP_REPORT: shapes.map((shape) =>
        page(shape.route, shape.label[0], shape.label[1], {
          picks: pickedIn(shape),
          buttons: ["btnExport", "btnPrint", ...(shape.route === "noTransactionReport" ? ["btnCreateDaily"] : [])],
        }),
      ),
    }),
  ],
  lookups: {
    REPORT_DIMENSION: lookup("报表维度", "Report dimension", {
      TYPE: ["供应商类型", "Supplier type"],
      LEVEL: ["等级", "Level"],
      CATEGORY: ["品类", "Category"],
      REGION: ["地区", "Region"],
    }),
    AMOUNT_BASIS: lookup("金额口径", "Amount basis", { ORDERED: ["订货", "Ordered"], RECEIVED: ["收货", "Received"] }),
  },
  buttons: { btnCreateDaily: { label: ["发起日常管理", "Take a measure"], icon: "clipboard-pen" } },
  roles: responsibilities({
    SYS_ADMIN: routes,
    SUP_SPECIALIST: routes,
    PUR_MANAGER: routes,
    SOURCING: plain,
    BUYER: plain,
    QUALITY_MANAGER: plain,
    FINANCE_MANAGER: routes,
    AUDITOR: routes,
  }),
};
