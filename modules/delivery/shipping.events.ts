import type { EventShape, Informs, TodoShape } from "#kernel/module.ts";
import type { Text } from "#kernel/text.ts";

const id: Text = ["单据", "Document"];
const num: Text = ["单号", "Number"];
const supplierId: Text = ["供应商", "Supplier"];
const supplier: Text = ["供应商名称", "Supplier's name"];
const supplierEn: Text = ["供应商名称（英文）", "Supplier's name (English)"];
const plannerId: Text = ["计划员", "Planner"];
const noticePage = "purDeliveryManage/purDeliveryNoticeEdit?id=${id}";
const notePage = "purDeliveryManage/purDeliveryNoteEdit?id=${id}";

/** What call-offs and shipments tell. */
export const shippingEvents: Readonly<Record<string, EventShape>> = {
  PUR_NOTICE_PUBLISHED: {
    label: ["送货通知发布", "Delivery notice published"],
    kind: "TASK",
    carries: {
      id,
      num,
      from: ["时段起", "From"],
      to: ["时段止", "To"],
      dock: ["卸货口", "Dock"],
      dockEn: ["卸货口（英文）", "Dock (English)"],
      supplierId,
    },
    tells: {
      title: ["送货通知${num}：${from}-${to|date:HH:mm}到${dock}", "Notice ${num}: ${from}-${to|date:HH:mm} at ${dockEn}"],
      channels: ["SITE", "EMAIL", "SMS"],
      to: [{ supplier: "SALES", of: "supplierId" }],
      route: noticePage,
    },
  },
  PUR_NOTICE_ANSWERED: {
    label: ["送货通知答复", "Delivery notice answered"],
    kind: "BUSINESS",
    carries: { id, num, supplier, supplierEn, answer: ["答复", "Answer"], answerEn: ["答复（英文）", "Answer (English)"], plannerId },
    tells: {
      title: ["${supplier}对送货通知${num}：${answer}", "${supplier} on notice ${num}: ${answerEn}"],
      channels: ["SITE"],
      to: [{ value: "plannerId" }],
      route: noticePage,
    },
  },
  PUR_NOTICE_ENDED: {
    label: ["送货通知取消或关闭", "Delivery notice ended"],
    kind: "BUSINESS",
    carries: { id, num, reason: ["原因", "Reason"], supplierId },
    tells: {
      title: ["送货通知${num}已撤回、取消或关闭 ${reason}", "Notice ${num} was withdrawn, cancelled or closed. ${reason}"],
      channels: ["SITE", "EMAIL"],
      to: [{ supplier: "SALES", of: "supplierId" }],
      route: noticePage,
    },
  },
  PUR_NOTE_SUBMITTED: {
    label: ["送货单提交", "Delivery note submitted"],
    kind: "BUSINESS",
    carries: { id, num, supplier, supplierEn, supplierId, eta: ["预计到货", "ETA"], orgId: ["组织", "Organisation"], plannerId },
    tells: {
      title: ["${supplier}送货单${num}预计${eta}到货", "Note ${num} of ${supplier} arrives ${eta}"],
      channels: ["SITE"],
      to: [{ resp: "WAREHOUSE" }, { value: "plannerId" }],
      route: notePage,
    },
  },
  PUR_NOTE_REOPENED: {
    label: ["送货单重新打开", "Delivery note reopened"],
    kind: "BUSINESS",
    carries: { id, num, supplierId },
    tells: {
      title: ["送货单${num}已重新打开，等待收货", "Note ${num} is open again and waits for its receipt"],
      channels: ["SITE"],
      to: [{ supplier: "SALES", of: "supplierId" }],
      route: notePage,
    },
  },
  PUR_NOTE_ENDED: {
    label: ["送货单取消或关闭", "Delivery note ended"],
    kind: "BUSINESS",
    carries: { id, num, reason: ["原因", "Reason"], supplierId },
    tells: {
      title: ["送货单${num}已取消或关闭：${reason}", "Note ${num} was cancelled or closed: ${reason}"],
      channels: ["SITE"],
      to: [{ supplier: "SALES", of: "supplierId" }, { resp: "WAREHOUSE" }],
      route: notePage,
    },
  },
};

const worked = { nobody: "The supplier's own boxes and labels, before anything is on the road" };
const drafted = { nobody: "A draft concerns whoever writes it; the other side hears when it is sent" };

/** Who hears of what people do with call-offs and shipments. */
export const shippingInforms: Informs = {
  SrmPurDeliveryNotice: {
    doCreateFrom: drafted,
    doPublish: ["PUR_NOTICE_PUBLISHED", "DELIVERY_NOTICE"],
    withdraw: ["PUR_NOTICE_ENDED"],
    doSupplierConfirm: ["PUR_NOTICE_ANSWERED"],
    doSupplierRefuse: ["PUR_NOTICE_ANSWERED"],
    doCancel: ["PUR_NOTICE_ENDED"],
    doClose: ["PUR_NOTICE_ENDED"],
  },
  SrmPurDeliveryNote: {
    doCreateFrom: drafted,
    doSubmit: ["PUR_NOTE_SUBMITTED", "NOTE_RECEIVE"],
    doArrive: { nobody: "Arrived at the gate: the supplier hears of what was received" },
    doCancel: ["PUR_NOTE_ENDED"],
    doConfirmReceipt: ["PUR_RECEIVED"],
    doClose: ["PUR_NOTE_ENDED"],
    doReopen: ["PUR_NOTE_REOPENED"],
    doSplitEven: worked,
    doClear: worked,
    doGenBarcode: worked,
    doPrint: { nobody: "Printing changes nothing but a counter" },
  },
  SrmPurBarcode: {
    doPrint: { nobody: "Printing changes nothing but a counter" },
    doReprint: { nobody: "Printing changes nothing but a counter" },
    doPack: worked,
    doUnpack: worked,
    doVoid: worked,
  },
};

/** What call-offs and shipments ask people to do. */
export const shippingTodos: Readonly<Record<string, TodoShape>> = {};
