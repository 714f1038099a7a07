import { action, entity } from "#kernel/entity.ts";
import { code, date, datetime, files, longtext, percent, pick, qty, ref, refs, rows, text, int, money } from "#kernel/field.ts";
import { contractCodes, isSecret, whenFilled } from "../common.ts";
import { ofContract, scopeFields } from "./sees.ts";

const stamp = { computed: true, optional: true } as const;
const people = { userType: "INTERNAL", userStatus: "ACTIVE" } as const;

/** How many of a contract's goods were accepted, where they stand and with which asset number. */
export const acceptanceLine = entity("SrmCctAssetLine", "资产验收明细", "Accepted asset", {
  fields: {
    lineId: ref("SrmCctItem", "合同明细", "Contract item"),
    itemName: text("名称", "Description", { max: 200, ...stamp }),
    receivedQty: qty("已收货", "Received", { computed: true, initial: "0", adds: false }),
    qty: qty("验收数量", "Accepted", { least: 0 }),
    assetNo: text("资产编号", "Asset no.", { max: 60, optional: true }),
    location: text("存放地点", "Location", { max: 120, optional: true }),
    result: pick("结论", "Result", "CCT_ASSET_RESULT", { initial: "PASS" }),
    remark: text("备注", "Remark", { max: 200, optional: true }),
  },
  sees: {},
  title: ["itemName"],
  list: ["lineId", "itemName", "receivedQty", "qty", "assetNo", "location", "result", "remark"],
  codes: contractCodes,
});

/** Goods of an asset contract are accepted: what was accepted lets its share of the acceptance payments fall due. */
export const acceptance = entity("SrmCctAssetAcceptance", "资产验收单", "Asset acceptance", {
  fields: {
    acceptNum: code("验收单号", "Acceptance no.", { max: 40, ...stamp }),
    contractId: ref("SrmCctContract", "合同", "Contract", {
      fixed: "create",
      pick: { status: "EFFECTIVE", assetFlag: "Y", liveId: null },
    }),
    ...scopeFields,
    acceptDate: date("验收日期", "Accepted on", { begins: "today" }),
    accepterIds: refs("BaseUsers", "验收人", "Accepted by", { pick: people }),
    conclusion: pick("结论", "Conclusion", "CCT_ASSET_RESULT", { initial: "PASS" }),
    openPoints: longtext("遗留问题", "Open points", { max: 1000, optional: true }),
    pointsClosedAt: datetime("遗留问题关闭时间", "Points closed at", stamp),
    pointsNote: text("关闭说明", "How they were closed", { max: 500, ...stamp }),
    fileIds: files("验收报告或照片", "Report or photos", { optional: true, max: 20 }),
    share: percent("累计验收比例%", "Accepted so far %", { ...stamp, adds: false }),
    triggeredStages: rows(
      "触发阶段",
      "Stages due",
      {
        stageId: text("阶段", "Stage", { max: 64 }),
        stageNo: int("阶段", "Stage", { optional: true, adds: false }),
        amount: money("金额", "Amount"),
      },
      stamp,
    ),
    status: pick("状态", "Status", "SrmCctAssetAcceptance.status", { computed: true }),
  },
  lines: { lines: acceptanceLine },
  number: ["acceptNum", "YS{yyyyMMdd}{0001}"],
  states: { DRAFT: ["拟定", "Draft"], DONE: ["已验收", "Accepted", "done"] },
  requires: { openPoints: (doc) => doc.conclusion === "CONDITION" },
  shownWhen: {
    openPoints: (doc) => doc.conclusion === "CONDITION",
    ...whenFilled("pointsClosedAt", "pointsNote", "share", "triggeredStages"),
  },
  unique: [{ fields: ["acceptNum"] }],
  approval: {
    bill: "CCT_ASSET",
    closed: isSecret,
    label: ["资产验收", "Asset acceptance"],
    to: "DONE",
    org: "orgId",
    supplier: "supplierId",
    summary: ["acceptNum", "contractId", "supplierId", "acceptDate", "accepterIds", "conclusion", "openPoints"],
  },
  actions: {
    doClosePoints: action("关闭遗留问题", "Close open points", {
      button: "btnClosePoints",
      who: "internal",
      from: ["DONE"],
      offered: (doc) => doc["conclusion"] === "CONDITION" && !doc["pointsClosedAt"],
      tone: "primary",
      input: { note: text("关闭说明", "How they were closed", { max: 500 }) },
    }),
  },
  sees: { internal: ofContract },
  saves: "internal",
  savesFrom: ["DRAFT", "REJECTED"],
  deletes: "internal",
  deletesFrom: ["DRAFT", "REJECTED"],
  title: ["acceptNum", "contractId"],
  list: ["acceptNum", "contractId", "supplierId", "acceptDate", "accepterIds", "conclusion", "share", "status"],
  search: ["acceptNum", "contractId", "supplierId", "status", "acceptDate"],
  order: [["id", "desc"]],
  pages: {
    edit: "contractManage/cctAssetAcceptanceEdit",
    sections: [
      ["验收", "Acceptance", ["acceptNum", "contractId", "orgId", "supplierId", "acceptDate", "accepterIds", "conclusion", "openPoints"]],
      ["结果", "Result", ["pointsClosedAt", "pointsNote", "share", "triggeredStages"]],
    ],
  },
  codes: contractCodes,
});
