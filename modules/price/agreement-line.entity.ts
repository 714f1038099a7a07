import { entity } from "#kernel/entity.ts";
import { date, int, pick, price, qty, ref, text, yn } from "#kernel/field.ts";
import { whose } from "#kernel/timed.ts";
import { purchaseCodes } from "#modules/demand/index.ts";
import { agreementLineLedger, agreementOrgLedger } from "./agreement.ledger.ts";
import { openQty } from "./agreement-figures.ts";

const optionalQty = (cn: string, en: string) => qty(cn, en, { optional: true, least: 0, adds: false });

/** One price of a line that falls with the quantity: from a quantity on, up to the next one. */
export const agreementStep = entity("SrmPurAgreementStepPrice", "协议阶梯价", "Agreement step price", {
  fields: {
    stepNum: int("阶次", "Step", { computed: true, optional: true }),
    fromQty: qty("起始数量（含）", "From (included)", { least: 0, adds: false }),
    toQty: qty("截止数量（不含）", "To (excluded)", { optional: true, adds: false, hint: ["最后一阶留空", "Empty on the last step"] }),
    price: price("单价", "Price"),
  },
  holds: { priceAboveZero: ["price", ">", 0], rising: ["fromQty", "<", "toQty"] },
  sees: {},
  title: ["stepNum"],
  list: ["stepNum", "fromQty", "toQty", "price"],
  order: [["fromQty", "asc"]],
  shows: { supplier: ["stepNum", "fromQty", "toQty", "price"] },
  codes: purchaseCodes,
});

/** What is agreed about one item: its price or steps, its days, how much of it, and how much of that is gone. */
export const agreementLine = entity("SrmPurAgreementLine", "采购协议行", "Agreement line", {
  fields: {
    lineNum: int("行号", "Line", { computed: true, optional: true }),
    itemId: ref("SrmBaseItem", "物料", "Item", {
      optional: true,
      pick: { itemStatus: "ACTIVE" },
    }),
    categoryId: ref("SrmBasePurchaseCategory", "品类", "Category", { optional: true, pick: { enabledFlag: "Y" } }),
    itemDesc: text("物料描述", "Description", { max: 200, repeats: "itemId", optional: true }),
    uom: pick("单位", "UOM", "UOM"),
    priceUnit: qty("价格单位", "Price unit", { initial: "1", adds: false, hint: ["单价对应的数量", "Price unit quantity"] }),
    price: price("单价", "Price", { optional: true }),
    taxRate: pick("税率", "Tax rate", "TAX_RATE", { optional: true, hint: ["不填取协议税率", "Empty: the agreement's"] }),
    agreeQty: optionalQty("协议数量", "Agreed qty"),
    stepFlag: yn("阶梯价", "Step prices", { initial: "N" }),
    stepMode: pick("阶梯方式", "Step mode", "PUR_STEP_MODE", { optional: true }),
    startDate: date("有效期起", "Valid from", { optional: true }),
    endDate: date("有效期至", "Valid to", { optional: true }),
    moq: optionalQty("最小订购量", "MOQ"),
    mpq: optionalQty("最小包装量", "MPQ"),
    leadTimeDays: int("交期（天）", "Lead days", { optional: true, least: 0 }),
    uomDecimals: int("单位小数位", "Decimals", { computed: true, initial: 6 }),
    ...agreementLineLedger.fields,
    openQty: qty("可用数量", "Open", { computed: true, optional: true }),
    cumulativeQty: qty("累计下达", "Cumulative", { computed: true, initial: "0" }),
    lineStatus: pick("行状态", "Line status", "PUR_AGREEMENT_LINE_STATUS", { computed: true, initial: "EFFECTIVE" }),
    reqLineId: ref("SrmPurRequisitionLine", "申请行", "Requisition line", { computed: true, optional: true }),
    /** On a draft revision: the line of the version in force it stands for. */
    liveLineId: text("现行行", "Active line", { max: 60, computed: true, optional: true, hidden: "all" }),
  },
  lines: { steps: agreementStep },
  computes: { openQty },
  requires: {
    categoryId: (row) => !row.itemId,
    itemDesc: (row) => !row.itemId,
    stepMode: (row) => row.stepFlag === "Y",
  },
  holds: {
    priceUnitAboveZero: ["priceUnit", ">", 0],
    priceAboveZero: ["price", ">", 0],
    validPeriod: ["startDate", "<=", "endDate"],
  },
  timed: [
    {
      does: "doTick",
      of: "parentId",
      after: "endDate",
      program: "expireAgreement",
      where: { lineStatus: "EFFECTIVE", parent: whose({ liveId: null, status: ["EFFECTIVE", "CHANGING"] }) },
    },
  ],
  sees: {},
  title: ["lineNum", "itemDesc"],
  list: [
    ...(["lineNum", "itemId", "itemDesc", "uom", "priceUnit", "price", "taxRate", "stepFlag", "stepMode", "agreeQty"] as const),
    ...([
      "occupiedQty",
      "releasedQty",
      "openQty",
      "moq",
      "mpq",
      "leadTimeDays",
      "startDate",
      "endDate",
      "categoryId",
      "lineStatus",
    ] as const),
  ],
  shows: {
    supplier: [
      ...(["lineNum", "itemId", "itemDesc", "uom", "priceUnit", "price", "taxRate", "stepFlag", "stepMode", "agreeQty"] as const),
      ...(["releasedQty", "moq", "mpq", "leadTimeDays", "startDate", "endDate", "lineStatus", "steps"] as const),
    ],
  },
  unit: "uom",
  codes: purchaseCodes,
});

/** Which organisation may draw on the agreement or on one line of it, and how much of that line at most. */
export const agreementOrg = entity("SrmPurAgreementOrg", "协议适用组织", "Agreement organisation", {
  fields: {
    lineNum: int("协议行号", "Line", { optional: true, least: 1, hint: ["留空为全部行", "Empty: all lines"] }),
    lineId: text("协议行", "Agreement line", { max: 60, computed: true, optional: true, hidden: "all" }),
    orgId: ref("BaseOrganization", "组织", "Organisation", { pick: { enabledFlag: "Y" } }),
    invOrgId: ref("BaseOrganization", "库存组织", "Inventory organisation", {
      optional: true,
      pick: { enabledFlag: "Y" },
      fits: ["receives", "orgId"],
    }),
    enabledFlag: yn("启用", "Enabled", { initial: "Y" }),
    quotaQty: qty("配额", "Quota", { optional: true, least: 0, adds: false, hint: ["仅指定行时可填", "Only with a line"] }),
    ...agreementOrgLedger.fields,
  },
  computes: {
    lineId: (row, header) =>
      row.lineNum === null || row.lineNum === undefined
        ? null
        : ((header?.lines ?? []).find((line: { lineNum: number }) => line.lineNum === row.lineNum)?.id ?? null),
  },
  sees: {},
  title: ["orgId"],
  list: ["lineNum", "orgId", "invOrgId", "enabledFlag", "quotaQty", "orgOccupiedQty", "orgReleasedQty"],
  codes: purchaseCodes,
});
