import { page } from "#kernel/module.ts";
import { purchaseMenu } from "#modules/demand/index.ts";
import { order } from "#modules/order/index.ts";
import { responsibilities } from "#modules/supplier/index.ts";
import { barcode } from "./barcode.entity.ts";
import { note } from "./note.entity.ts";
import { notice } from "./notice.entity.ts";

const notices = "purDeliveryNoticeList";
const notes = "purDeliveryNoteList";
const desk = "purDealDeliveryNoteList";
const codes = "purDeliveryManage/purBarcodeList";

const files = ["btnUploadAttachment", "btnPreviewAttachment", "btnDownloadAttachment", "btnDelAttachment"];
const looking = ["btnPreviewAttachment", "btnDownloadAttachment", "btnPrint", "btnExport"];
const calling = ["btnAdd", "btnEdit", "btnSave", "btnDelete", "btnSelectOrder", "btnPublish", "btnWithdraw", "btnCancel", "btnClose"];
const answering = ["btnSupplierConfirm", "btnSupplierRefuse", "btnToDeliveryNote", "btnPrint", "btnExport"];
const sending = [
  ...["btnAdd", "btnEdit", "btnSave", "btnDelete", "btnSelectSource", "btnBatch", "btnSplitEven", "btnImportLine", "btnClear"],
  ...["btnGenBarcode", "btnSubmit", "btnCancel", "btnPrint", "btnPrintBarcode", "btnImport", "btnExport"],
];
const labelling = ["btnPrintBarcode", "btnReprint", "btnPack", "btnUnpack", "btnVoid", "btnExport"];
const receiving = ["btnArrive", "btnScan", "btnConfirmReceipt", "btnToReceive", "btnClose", "btnReopen", "btnPrint", "btnExport"];

/** The pages of call-offs, shipments, labels and the goods-inwards desk. */
export const shippingMenus = [
  purchaseMenu({
    PUR_DELIVERY: [
      page(notices, "送货通知", "Delivery notices", {
        entities: [notice],
        reads: [order],
        audience: "BOTH",
        buttons: [...calling, ...answering, "btnImport"],
        children: ["purDeliveryManage/purDeliveryNoticeEdit"],
      }),
      page(notes, "送货单", "Delivery notes", {
        entities: [note],
        reads: [order, notice, barcode],
        audience: "BOTH",
        buttons: [...sending, ...files],
        children: ["purDeliveryManage/purDeliveryNoteEdit", "purDeliveryManage/purDeliveryBatchTemporaryEdit"],
      }),
      page(codes, "送货条码", "Barcodes", { entities: [barcode], reads: [note], audience: "BOTH", buttons: labelling }),
    ],
    PUR_RECEIVE: [page(desk, "收货台", "Receiving desk", { entities: [note], reads: [barcode], buttons: receiving })],
  }),
];

/** Who calls off, who ships, who receives and who only looks. */
export const shippingRoles = responsibilities({
  SYS_ADMIN: [[notices, ...calling, "btnImport", "btnPrint", "btnExport"], [notes, ...looking, "btnCancel"], [codes, "btnExport"], [desk]],
  PLANNER: [
    [notices, ...calling, "btnImport", "btnPrint", "btnExport"],
    [notes, ...looking],
    [codes, "btnExport"],
    [desk, "btnPrint", "btnExport"],
  ],
  BUYER: [
    [notices, ...calling, "btnImport", "btnPrint", "btnExport"],
    [notes, "btnCancel", ...looking],
    [codes, "btnExport"],
    [desk, "btnClose", "btnPrint", "btnExport"],
  ],
  PUR_MANAGER: [
    [notices, "btnPrint", "btnExport"],
    [notes, "btnCancel", ...looking],
    [codes, "btnExport"],
    [desk, "btnPrint", "btnExport"],
  ],
  WAREHOUSE: [
    [notices, "btnPrint", "btnExport"],
    [notes, ...looking],
    [codes, "btnPrintBarcode", "btnReprint", "btnExport"],
    [desk, ...receiving],
  ],
  QUALITY: [[notes, ...looking]],
  AUDITOR: [
    [notices, "btnExport"],
    [notes, "btnExport"],
    [codes, "btnExport"],
    [desk, "btnExport"],
  ],
  SUP_ADMIN: [
    [notices, ...answering],
    [notes, ...sending, ...files],
    [codes, ...labelling],
  ],
  SUP_SALES: [
    [notices, ...answering],
    [notes, ...sending, ...files],
    [codes, ...labelling],
  ],
});
