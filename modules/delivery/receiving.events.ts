import type { EventShape, Informs, TodoShape } from "#kernel/module.ts";
import type { Text } from "#kernel/text.ts";

const id: Text = ["单据", "Document"];
const num: Text = ["单号", "Number"];
const supplierId: Text = ["供应商", "Supplier"];
const orgId: Text = ["组织", "Organisation"];
const qty: Text = ["数量", "Quantity"];

/** What receipts, returns and the warehouse feed tell. */
export const receivingEvents: Readonly<Record<string, EventShape>> = {
  PUR_RECEIVED: {
    label: ["收货", "Goods received"],
    kind: "BUSINESS",
    carries: { id, num, a: ["合格数量", "Accepted"], j: ["拒收数量", "Rejected"], supplierId },
    tells: {
      title: ["${num}收货${a}，拒收${j}", "${num}: accepted ${a}, rejected ${j}"],
      channels: ["SITE", "EMAIL"],
      to: [{ supplier: "SALES", of: "supplierId" }],
      route: "receiveEdit?id=${id}",
    },
  },
  PUR_RETURNED: {
    label: ["退货", "Goods returned"],
    kind: "BUSINESS",
    carries: { id, num, q: ["退货数量", "Returned"], supplierId },
    tells: {
      title: ["${num}退货${q}", "${num}: returned ${q}"],
      channels: ["SITE", "EMAIL"],
      to: [{ supplier: "SALES", of: "supplierId" }],
      route: "writeOffEdit?id=${id}",
    },
  },
  PUR_REVERSED: {
    label: ["入库冲销", "Receipt reversed"],
    kind: "BUSINESS",
    carries: { id, num, q: ["数量", "Quantity"], supplierId },
    tells: {
      title: ["${num}冲销入库或退货${q}", "${num}: ${q} of a receipt or return reversed"],
      channels: ["SITE", "EMAIL"],
      to: [{ supplier: "SALES", of: "supplierId" }],
      route: "writeOffEdit?id=${id}",
    },
  },
  PUR_RETURN_CONFIRMED: {
    label: ["供应商已确认退货", "Return confirmed"],
    kind: "BUSINESS",
    carries: { id, num, supplierId },
    tells: {
      title: ["供应商已确认退货${num}", "The supplier confirmed return ${num}"],
      channels: ["SITE"],
      to: ["CREATOR"],
      route: "writeOffEdit?id=${id}",
    },
  },
  PUR_INSPECT_REJECTED: {
    label: ["检验拒收", "Goods rejected"],
    kind: "SYSTEM",
    carries: {
      id,
      num,
      supplierId,
      orgId,
      qty,
      receiveLineId: ["接收行", "Receipt line"],
      orderId: ["订单", "Order"],
      orderLineId: ["订单行", "Order line"],
      itemId: ["物料", "Item"],
      batchNum: ["批次", "Batch"],
      reason: ["原因", "Reason"],
    },
  },
  PUR_WRITE_OFF_POSTED: {
    label: ["冲销退货过账", "Reversal or return posted"],
    kind: "SYSTEM",
    carries: { id, num, supplierId, orgId, type: ["类型", "Type"], qty },
  },
  PUR_STORAGE_TXN_FAILED: {
    label: ["库存事务失败", "Warehouse movements failed"],
    kind: "WARNING",
    carries: { n: ["条数", "Count"], userIds: ["可处理人", "Those who can process them"] },
    tells: {
      title: ["${n}条库存事务处理失败", "${n} storage transactions failed"],
      channels: ["SITE", "EMAIL"],
      to: [{ value: "userIds" }],
      route: "SrmPurStorageTransactionList",
    },
  },
};

const counting = { nobody: "Counted but not posted: the supplier hears of what was received" };

/** Who hears of what people do with receipts and returns. */
export const receivingInforms: Informs = {
  SrmPurReceive: {
    doConfirm: ["PUR_RECEIVED"],
    doInspect: ["PUR_RECEIVED"],
    doCancel: counting,
    doScanBox: counting,
    doScanStart: counting,
  },
  SrmPurWriteOff: {
    doSubmit: { nobody: "Nothing is undone before it is approved" },
    doApproval: ["PUR_RETURNED", "PUR_REVERSED", "RETURN_CONFIRM"],
    doCancel: { nobody: "A draft that was never posted" },
    doSupplierConfirm: ["PUR_RETURN_CONFIRMED"],
  },
};

/** What receipts and returns ask people to do. */
export const receivingTodos: Readonly<Record<string, TodoShape>> = {};
