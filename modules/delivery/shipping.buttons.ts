import type { ButtonShape } from "#kernel/module.ts";

/** The buttons of call-offs, shipments and the goods-inwards desk. */
export const shippingButtons: Readonly<Record<string, ButtonShape>> = {
  btnSelectOrder: { label: ["选择订单行", "Choose order lines"], icon: "list-plus" },
  btnSelectSource: { label: ["选择可发行", "Choose what to ship"], icon: "list-plus" },
  btnToDeliveryNote: { label: ["生成送货单", "Create delivery note"], icon: "truck", colour: "PRIMARY" },
  btnBatch: { label: ["批次", "Batches"], icon: "layers" },
  btnSplitEven: { label: ["均分", "Split evenly"], icon: "columns-3" },
  btnGenBarcode: { label: ["生成条码", "Create barcodes"], icon: "barcode" },
  btnPrintBarcode: { label: ["打印条码", "Print labels"], icon: "printer" },
  btnReprint: { label: ["补打", "Reprint"], icon: "printer-check" },
  btnPack: { label: ["装托", "Pack"], icon: "package-plus" },
  btnUnpack: { label: ["拆托", "Unpack"], icon: "package-open" },
  btnVoid: { label: ["作废", "Void"], icon: "circle-slash", colour: "DANGER" },
  btnArrive: { label: ["到货登记", "Check in"], icon: "map-pin-check", colour: "PRIMARY" },
  btnScan: { label: ["扫码", "Scan"], icon: "scan-line" },
  btnConfirmReceipt: { label: ["一键收货", "Confirm receipt"], icon: "package-check", colour: "PRIMARY" },
  btnToReceive: { label: ["转收货", "To receive"], icon: "arrow-right-to-line" },
  btnReopen: { label: ["重新打开", "Reopen"], icon: "rotate-ccw" },
};
