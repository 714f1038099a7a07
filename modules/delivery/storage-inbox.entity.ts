import { action, entity, type Me, type Where } from "#kernel/entity.ts";
import { datetime, int, pick, qty, ref, text } from "#kernel/field.ts";
import { ofGoods } from "#modules/base/index.ts";
import { purchaseCodes as codes } from "#modules/demand/index.ts";
import { inPlace } from "#modules/order/index.ts";

/** What belongs to no organisation yet is for those who may settle it, whatever place they are limited to: it would fail unseen else. */
const ofNobody = (me: Me): readonly Where[] =>
  Array.isArray(me.orgs) && me.may("SrmPurStorageInbox", "btnRematch") ? [{ orgId: null, invOrgId: null }] : [];

/** A movement another system reported, kept as it came, matched with an order or note, and posted once. */
export const storageInbox = entity("SrmPurStorageInbox", "库存事务接口", "Warehouse inbox", {
  fields: {
    sourceSystem: text("来源系统", "Source system", { max: 30, fixed: "create" }),
    sourceTxnId: text("来源事务号", "Source id", { max: 100, fixed: "create" }),
    movementType: pick("事务类型", "Movement", "PUR_STORAGE_TYPE"),
    movementTime: datetime("发生时间", "Moved at"),
    itemCode: text("物料编码", "Item code", { max: 60, optional: true }),
    itemId: ref("SrmBaseItem", "物料", "Item", { optional: true, computed: true }),
    qty: qty("数量", "Quantity"),
    uom: pick("单位", "UOM", "UOM", { optional: true }),
    orderNum: text("订单号", "Order no.", { max: 60, optional: true }),
    lineNum: int("订单行", "Line", { optional: true }),
    scheduleNum: int("计划行", "Schedule", { optional: true }),
    noteNum: text("送货单号", "Note no.", { max: 60, optional: true }),
    barcode: text("条码", "Barcode", { max: 120, optional: true }),
    batchNum: text("批次号", "Batch", { max: 60, optional: true }),
    warehouseCode: text("仓库", "Warehouse", { max: 60, optional: true }),
    processStatus: pick("处理状态", "State", "PUR_STORAGE_STATUS", { computed: true }),
    processMsg: text("处理信息", "Message", { max: 400, computed: true, optional: true }),
    tryCount: int("尝试次数", "Tries", { computed: true, initial: 0 }),
    nextTryAt: datetime("下次尝试", "Next try", { computed: true, optional: true }),
    processedAt: datetime("处理时间", "Processed at", { computed: true, optional: true }),
    orgId: ref("BaseOrganization", "组织", "Organisation", { computed: true, optional: true }),
    invOrgId: ref("BaseOrganization", "库存组织", "Inventory org", { computed: true, optional: true }),
    receiveId: ref("SrmPurReceive", "接收单", "Receipt", { computed: true, optional: true }),
    writeOffId: ref("SrmPurWriteOff", "冲销单", "Receipt reversal", { computed: true, optional: true }),
  },
  stateField: "processStatus",
  stateLookup: "PUR_STORAGE_STATUS",
  states: {
    PENDING: ["待处理", "Open", "waiting"],
    PROCESSED: ["已处理", "Processed", "done"],
    ERROR: ["失败", "Failed", "refused"],
    IGNORED: ["已忽略", "Ignored", "ended"],
  },
  actions: {
    doProcess: action("处理", "Process", {
      button: "btnProcess",
      who: "internal",
      from: ["PENDING", "ERROR"],
      to: "PROCESSED",
      batch: "each",
      tone: "primary",
    }),
    /** Names the order row or note the movement belongs to, so that it is tried again. */
    doRematch: action("重新匹配", "Match again", {
      button: "btnRematch",
      who: "internal",
      from: ["PENDING", "ERROR"],
      to: "PENDING",
      input: {
        orderNum: text("订单号", "Order no.", { max: 60, optional: true }),
        lineNum: int("订单行", "Line", { optional: true }),
        scheduleNum: int("计划行", "Schedule", { optional: true }),
        noteNum: text("送货单号", "Note no.", { max: 60, optional: true }),
      },
    }),
    doIgnore: action("忽略", "Ignore", {
      button: "btnIgnore",
      who: "internal",
      from: ["PENDING", "ERROR"],
      to: "IGNORED",
      tone: "danger",
      batch: "each",
      input: { ignoreReason: text("忽略原因", "Reason", { max: 300 }) },
    }),
    /** What stood in the way, kept so that people see it and the next try waits longer. */
    doFail: action("处理失败", "Failed", {
      button: "btnProcess",
      who: "system",
      from: ["PENDING", "ERROR"],
      to: "ERROR",
      quiet: true,
      input: { processMsg: text("处理信息", "Message", { max: 400 }) },
    }),
  },
  sees: { internal: (me) => ({ all: [{ any: [inPlace(me), ...ofNobody(me)] }, ofGoods(me, null)] }) },
  saves: "internal",
  savesFrom: ["PENDING", "ERROR"],
  unique: [
    {
      fields: ["sourceSystem", "sourceTxnId"],
      code: "PUR-3601",
      text: ["该库存事务已处理", "This storage transaction was already processed"],
    },
  ],
  holds: { something: ["qty", "<>", 0] },
  title: ["sourceTxnId"],
  list: [
    ...(["sourceTxnId", "processStatus", "processMsg", "movementType", "movementTime", "itemCode", "qty", "uom"] as const),
    ...(["orderNum", "lineNum", "noteNum", "warehouseCode", "barcode", "batchNum", "sourceSystem", "tryCount", "receiveId"] as const),
  ],
  search: ["sourceSystem", "sourceTxnId", "movementType", "itemCode", "orderNum", "noteNum", "batchNum", "movementTime"],
  order: [["id", "desc"]],
  views: {
    pending: ["待处理", "Open", () => ({ processStatus: "PENDING" })],
    failed: ["失败", "Failed", () => ({ processStatus: "ERROR" })],
    processed: ["已处理", "Processed", () => ({ processStatus: "PROCESSED" })],
  },
  lists: { inbox: { route: "purStorageInboxList", title: ["待处理接口", "Inbox"] } },
  unit: "uom",
  codes,
});
