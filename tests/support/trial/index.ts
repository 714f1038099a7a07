import { folder, lookup, module, page, type Module } from "#kernel/module.ts";
import { refuse } from "#kernel/refusal.ts";
import { rule, tell, warn } from "#kernel/rule.ts";
import { trialOrder, trialReceipt, trialSupplier } from "./order.entity.ts";

const files = ["btnUploadAttachment", "btnPreviewAttachment", "btnDownloadAttachment", "btnDelAttachment"];
const edit = ["btnAdd", "btnSave", "btnDelete", "btnSubmit", "btnApproval", "btnExport"];

const submit = rule(trialOrder, "doSubmit", {
  decide(order) {
    if (order.lines.length === 0) return refuse("TRIAL_EMPTY", "订单没有行", "The order has no lines");
    return [Number(order.total) > 100_000 && warn("TRIAL_LARGE", "金额较大", "A large amount"), tell("TRIAL_SUBMITTED", { id: order.id })];
  },
});

/** Everything the trial declares beside the product. */
export const modules: readonly Module[] = [
  module("trial", "试用", "Trial", {
    entities: [trialSupplier, trialOrder, trialReceipt],
    rules: [submit],
    lookups: { TRIAL_TYPE: lookup("订单类型", "Order type", { STANDARD: ["标准采购", "Standard"], URGENT: ["加急采购", "Urgent"] }) },
    menus: [
      folder("TRIAL", "采购执行", "Purchasing", [
        page("trial/orders", "采购订单", "Purchase orders", {
          entities: [trialOrder],
          reads: [trialSupplier],
          buttons: [...edit, ...files],
          children: ["trial/orderEdit"],
          audience: "BOTH",
        }),
        page("trial/suppliers", "供应商", "Suppliers", { entities: [trialSupplier], buttons: edit }),
        page("trial/receipts", "收货单", "Receipts", { entities: [trialReceipt], reads: [trialOrder], buttons: edit }),
      ]),
    ],
    roles: {
      TRIAL_BUYER: {
        label: ["采购专员", "Buyer"],
        audience: "INTERNAL",
        grants: [
          ...["trial/orders", "trial/suppliers", "trial/receipts", "userCenter"],
          ...["myUpcoming", "gtasks", "myApproval", "processInitiate", "myBpmMatterList"],
        ],
      },
      TRIAL_READER: {
        label: ["查阅", "Reader"],
        audience: "INTERNAL",
        grants: [["trial/orders", "btnSave", "btnUploadAttachment", "btnPreviewAttachment"]],
      },
      TRIAL_VENDOR: {
        label: ["供应商", "Vendor"],
        audience: "SUPPLIER",
        grants: [["trial/orders", "btnPreviewAttachment", "btnDownloadAttachment"]],
      },
    },
  }),
];
