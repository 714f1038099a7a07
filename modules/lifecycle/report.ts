import { date, int, month, pick, ref, year } from "#kernel/field.ts";
import type { ReportColumn, ReportDesk, ReportShape } from "#kernel/report.ts";

const org = ref("BaseOrganization", "组织", "Organisation", { optional: true });
const category = ref("SrmBasePurchaseCategory", "品类", "Category", { optional: true });
const who: ReportColumn = { key: "supplierName", label: ["供应商", "Supplier"], width: 220, links: true };
const code: ReportColumn = { key: "supplierCode", label: ["编码", "Code"], width: 110 };
const status: ReportColumn = { key: "supStatus", label: ["状态", "Status"], lookup: "SUP_STATUS", width: 140 };
const level: ReportColumn = { key: "supLevel", label: ["等级", "Level"], lookup: "SUP_LEVEL", width: 90 };

/** The reports of the supplier area. */
export const reportShapes = {
  statusScatter: {
    route: "statusScatterReport",
    call: "getSupplierStatusScatter",
    label: ["供应商状态分布", "Status distribution"],
    formula: [
      "按所选日期当天的状态计数；占比 = 该状态数 ÷ 总数（不含已合并）。品类、地区、等级与类型取当前值。",
      "Counted by the status on the chosen day; share = count ÷ total without merged ones. Category, region, level and type are today's.",
    ],
    filters: {
      asOfDate: date("日期", "As of", { optional: true }),
      dimension: pick("维度", "By", "REPORT_DIMENSION", { initial: "TYPE" }),
      orgId: org,
      categoryId: category,
    },
    columns: [
      code,
      who,
      status,
      { key: "supplierType", label: ["类型", "Type"], lookup: "SUP_TYPE", width: 130 },
      level,
      { key: "region", label: ["地区", "Region"], width: 120 },
      { key: "categories", label: ["品类", "Categories"], width: 220 },
      { key: "since", label: ["自", "Since"], kind: "date", width: 110 },
    ],
  },
  noTransaction: {
    route: "noTransactionReport",
    call: "getSupplierNoTransaction",
    label: ["无交易供应商", "Inactive suppliers"],
    formula: [
      "今天为合格或试用、且超过所选月数没有交易的供应商；闲置月数 = 距最近交易（没有则合格日）的整月数。",
      "Qualified or on trial today and without orders for the chosen months; idle = whole months since the last trade, or since qualification.",
    ],
    none: {
      title: ["没有闲置的供应商", "No inactive suppliers"],
      next: [
        "范围内合格与试用的供应商在这些月里都有交易。把无交易月数改小，可以看闲置较短的供应商。",
        "Every qualified or trial supplier asked for had orders in these months. Ask for fewer months to see those idle for less long.",
      ],
    },
    filters: {
      months: int("无交易月数", "Months", { optional: true, least: 1, most: 120, hint: ["默认", "Default"] }),
      orgId: org,
      categoryId: category,
      ownerId: ref("BaseUsers", "负责人", "Owner", { optional: true, pick: { userType: "INTERNAL" } }),
    },
    columns: [
      code,
      who,
      status,
      level,
      { key: "ownerName", label: ["负责人", "Owner"], width: 110 },
      { key: "lastTradeDate", label: ["最近交易", "Last trade"], kind: "date", width: 110 },
      { key: "qualifiedDate", label: ["合格日", "Qualified on"], kind: "date", width: 110 },
      { key: "idleMonths", label: ["闲置月数", "Idle months"], kind: "int", width: 120 },
    ],
  },
  introduceQty: {
    route: "supplierIntroduceQtyReport",
    call: "getSupplierIntroduceQty",
    label: ["供应商引入统计", "Supplier onboarding"],
    formula: [
      "通过与未通过按结束日期计入期间，开始按开始日期；通过率 = 通过 ÷（通过 + 未通过）；天数为通过的引入从开始到结束。",
      "Passed and failed by end date, started by start date; pass rate = passed ÷ (passed + failed); days from start to end of those that passed.",
    ],
    filters: {
      from: month("开始月份", "From", { optional: true }),
      to: month("结束月份", "To", { optional: true }),
      orgId: org,
      categoryId: category,
      buyerId: ref("BaseUsers", "负责人", "Buyer", { optional: true, pick: { userType: "INTERNAL" } }),
    },
    headlines: [
      { key: "started", label: ["开始", "started"], kind: "count" },
      { key: "passed", label: ["通过", "passed"], kind: "count" },
      { key: "passRate", label: ["通过率", "pass rate"], kind: "rate" },
    ],
    columns: [
      { key: "trackNo", label: ["引入编号", "Track no."], width: 150, links: true },
      who,
      { key: "sceneType", label: ["场景类型", "Scenario type"], lookup: "SCENE_TYPE", width: 110 },
      { key: "categories", label: ["品类", "Categories"], width: 180 },
      { key: "ownerName", label: ["负责人", "Buyer"], width: 160 },
      { key: "startDate", label: ["开始", "Start"], kind: "date", width: 110 },
      { key: "endDate", label: ["结束", "End"], kind: "date", width: 110 },
      { key: "days", label: ["天数", "Days"], kind: "int", width: 80 },
      { key: "trackStatus", label: ["状态", "Status"], lookup: "TRACK_STATUS", width: 100 },
    ],
  },
  introduceExit: {
    route: "supplierIntroduceExitReport",
    call: "getSupplierIntroduceAndQuitQty",
    label: ["引入与退出", "Onboarded and exited"],
    formula: [
      "引入 = 当月首个品类转为合格的供应商；退出 = 当月生效的退出与列入黑名单；期初 + 引入 − 退出 = 期末。",
      "Onboarded = suppliers first qualified in the month; exited = exits and blacklist entries effective from the month; opening + in − out = closing.",
    ],
    filters: { year: year("年度", "Year", { optional: true }), orgId: org, categoryId: category },
    columns: [
      { key: "month", label: ["月份", "Month"], width: 110, links: true },
      { key: "opening", label: ["期初", "Opening"], kind: "int", width: 90 },
      { key: "introduced", label: ["引入", "Onboarded"], kind: "int", width: 120 },
      { key: "exited", label: ["退出", "Exited"], kind: "int", width: 90 },
      { key: "closing", label: ["期末", "Closing"], kind: "int", width: 90 },
      { key: "exitRate", label: ["退出率", "Exit rate"], kind: "percent", width: 90 },
      { key: "inNames", label: ["引入的供应商", "Suppliers onboarded"], width: 280 },
      { key: "outNames", label: ["退出的供应商", "Suppliers exited"], width: 280 },
    ],
  },
  mainSupplier: {
    route: "mainSupplierScheduleList",
    call: "getMainSupplierSchedule",
    label: ["主要供应商一览", "Main suppliers"],
    formula: [
      "按收货金额（未税、本位币，按单据月份的月均汇率折算）从高到低，累计到所选占比为止。",
      "By received amount, tax excluded, in the functional currency at the monthly average rate of the document's month, from the top until the wanted share is reached.",
    ],
    filters: {
      year: year("年度", "Year", { optional: true, hint: ["最近 12 个月", "Last 12 months"] }),
      orgId: org,
      categoryId: category,
      share: int("累计占比%", "Share %", { optional: true, least: 1, most: 100, hint: ["默认", "Default"] }),
    },
    columns: [
      { key: "rank", label: ["排名", "Rank"], kind: "int", width: 70 },
      code,
      who,
      { key: "amount", label: ["收货金额", "Received"], kind: "money", width: 130 },
      { key: "share", label: ["占比", "Share"], kind: "percent", width: 90, bar: true },
      { key: "cumulative", label: ["累计占比", "Cumulative"], kind: "percent", width: 120 },
      { key: "categories", label: ["品类", "Categories"], width: 200 },
      level,
      { key: "certificates", label: ["资质与有效期", "Certificates"], width: 240 },
      { key: "sinceYear", label: ["合作起始", "Since"], width: 90 },
      { key: "otd", label: ["准时率", "On time"], kind: "percent", width: 80 },
      { key: "ppm", label: ["PPM", "PPM"], kind: "int", width: 80 },
      { key: "soleItems", label: ["独家物料", "Sole-source items"], kind: "int", width: 90 },
    ],
  },
  purchaseAmount: {
    route: "supplierPurchaseAmount",
    call: "getSupplierPurchaseAmount",
    label: ["供应商采购金额", "Spend by supplier"],
    formula: [
      "未税、本位币，按单据月份的月均汇率折算。订货金额 = 已批准订单 − 已取消；收货金额 = 已收货；增长 =（本年 − 上年同期）÷ 上年同期，同期为截至本月的各月，上年不完整时留空；集中度 HHI = Σ占比² × 10000。",
      "Tax excluded, in the functional currency at the monthly average rate of the document's month. Ordered = approved orders − cancelled; received = receipts; growth = (this year − the same months of last year) ÷ those, empty where last year is not complete; HHI = Σ share² × 10,000.",
    ],
    filters: {
      year: year("年度", "Year", { optional: true }),
      basis: pick("口径", "Basis", "AMOUNT_BASIS", { initial: "RECEIVED" }),
      currency: pick("币种", "Currency", "CURRENCY", { optional: true, initial: "CNY" }),
      orgId: org,
      categoryId: category,
      supplierId: ref("SrmSupInfo", "供应商", "Supplier", { optional: true }),
    },
    columns: [
      code,
      who,
      status,
      { key: "amount", label: ["本年金额", "This year"], kind: "money", width: 130 },
      { key: "lastAmount", label: ["上年同期", "Same months last year"], kind: "money", width: 180 },
      { key: "growth", label: ["增长", "Growth"], kind: "percent", width: 90 },
      { key: "share", label: ["占比", "Share"], kind: "percent", width: 90, bar: true },
      { key: "rateMissing", label: ["缺汇率的行", "Rows without a rate"], kind: "int", width: 160, maybe: true },
    ],
  },
} as const satisfies Readonly<Record<string, ReportShape>>;

export type ReportName = keyof typeof reportShapes;

export const supplierReports: ReportDesk<ReportName> = { path: "srmSupReportRestful", shapes: reportShapes };
