import { page, type ButtonShape } from "#kernel/module.ts";
import { purchaseMenu } from "#modules/demand/index.ts";
import { order, storageTransaction } from "#modules/order/index.ts";
import { responsibilities } from "#modules/supplier/index.ts";
import { barcode } from "./barcode.entity.ts";
import { note } from "./note.entity.ts";
import { receive } from "./receive.entity.ts";
import { storageInbox } from "./storage-inbox.entity.ts";
import { writeOff } from "./write-off.entity.ts";

const receipts = "receiveList";
const returns = "writeOffList";
const money = "transactionsList";
const stock = "SrmPurStorageTransactionList";

const files = ["btnUploadAttachment", "btnPreviewAttachment", "btnDownloadAttachment", "btnDelAttachment"];
const reading = ["btnPreviewAttachment", "btnDownloadAttachment", "btnPrint", "btnExport"];
const taking = [
  ...["btnAdd", "btnEdit", "btnSave", "btnDelete", "btnSelectNote", "btnSelectOrder", "btnScan", "btnConfirm", "btnCancel"],
  ...["btnToWriteOff", "btnPrint", "btnExport", ...files],
];
const undoing = [
  ...["btnAdd", "btnEdit", "btnSave", "btnDelete", "btnSelectReceive", "btnSubmit", "btnWithdraw", "btnCancel"],
  ...["btnPrint", "btnExport", ...files],
];
const feeding = ["btnProcess", "btnRematch", "btnIgnore", "btnChain", "btnExport"];

/** The pages of receipts, returns and the ledger of both. */
export const receivingMenus = [
  purchaseMenu({
    PUR_RECEIVE: [
      page(receipts, "收货", "Receipts", {
        entities: [receive],
        reads: [note, order, barcode, storageTransaction],
        audience: "BOTH",
        buttons: [...taking, "btnInspect"],
        children: ["receiveEdit"],
      }),
      page(returns, "冲销与退货", "Reversals and returns", {
        entities: [writeOff],
        reads: [receive, storageTransaction],
        audience: "BOTH",
        buttons: [...undoing, "btnApproval", "btnReject", "btnSupplierConfirm"],
        children: ["writeOffEdit"],
      }),
      page(money, "交易明细", "Transactions", { entities: [storageTransaction], audience: "BOTH", buttons: ["btnExport", "btnChain"] }),
      page(stock, "库存事务", "Storage transactions", {
        entities: [storageTransaction, storageInbox],
        buttons: [...feeding, "btnAdd", "btnEdit", "btnSave", "btnImport"],
        children: ["purStorageInboxList"],
      }),
    ],
  }),
];

/** Who takes in, who judges, who sends back and who only looks. */
export const receivingRoles = responsibilities({
  SYS_ADMIN: [
    [receipts, ...taking, "btnInspect"],
    [returns, ...undoing],
    [money, "btnExport", "btnChain"],
    [stock, ...feeding, "btnAdd", "btnEdit", "btnSave", "btnImport"],
  ],
  WAREHOUSE: [
    [receipts, ...taking],
    [returns, ...undoing],
    [stock, ...feeding],
  ],
  QUALITY: [
    [receipts, "btnInspect", ...reading],
    [returns, ...undoing],
  ],
  QUALITY_MANAGER: [
    [receipts, "btnInspect", ...reading],
    [returns, "btnApproval", "btnReject", ...reading],
  ],
  REQUESTER: [[receipts, ...taking]],
  BUYER: [
    [receipts, ...reading],
    [returns, ...undoing],
    [money, "btnExport", "btnChain"],
  ],
  PUR_MANAGER: [
    [receipts, ...reading],
    [returns, "btnApproval", "btnReject", ...reading],
    [money, "btnExport", "btnChain"],
  ],
  PLANNER: [
    [receipts, ...reading],
    [money, "btnExport", "btnChain"],
  ],
  FINANCE: [
    [receipts, ...reading],
    [returns, ...reading],
    [money, "btnExport", "btnChain"],
  ],
  FINANCE_MANAGER: [
    [receipts, ...reading],
    [returns, ...reading],
    [money, "btnExport", "btnChain"],
  ],
  INT_ADMIN: [[stock, ...feeding, "btnAdd", "btnEdit", "btnSave", "btnImport"]],
  AUDITOR: [
    [receipts, "btnExport"],
    [returns, "btnExport"],
    [money, "btnExport", "btnChain"],
    [stock, "btnExport"],
  ],
  SUP_ADMIN: [
    [receipts, ...reading],
    [returns, "btnSupplierConfirm", ...reading],
    [money, "btnExport"],
  ],
  SUP_SALES: [
    [receipts, ...reading],
    [returns, "btnSupplierConfirm", ...reading],
    [money, "btnExport"],
  ],
  SUP_FINANCE: [
    [receipts, ...reading],
    [returns, ...reading],
    [money, "btnExport"],
  ],
});

/** The buttons of receipts, returns and the warehouse feed. */
export const receivingButtons: Readonly<Record<string, ButtonShape>> = {
  btnInspect: { label: ["检验", "Inspect"], icon: "microscope", colour: "PRIMARY" },
  btnToWriteOff: { label: ["转冲销退货", "Reverse or return"], icon: "undo-2" },
  btnSelectNote: { label: ["选择送货单", "Choose note"], icon: "list-plus" },
  btnSelectReceive: { label: ["选择接收行", "Choose receipt lines"], icon: "list-plus" },
  btnProcess: { label: ["处理", "Process"], icon: "play", colour: "PRIMARY" },
  btnRematch: { label: ["重新匹配", "Match again"], icon: "link" },
};
