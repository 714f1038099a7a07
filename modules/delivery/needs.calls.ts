import { each, pressersOf, readersOf, type NeedsOf } from "#kernel/server/http/need.ts";

/** Who needs the calls of this area. */
export const deliveryNeeds: NeedsOf = {
  ...each("v1/srmPurDeliveryNoticeRestful", ["listDocks"], readersOf("SrmPurDeliveryNotice")),
  ...each(
    "v1/srmPurDeliveryNoteRestful",
    ["findByToken", "findByIdForPrint", "listArrivals", "findByScan"],
    readersOf("SrmPurDeliveryNote"),
  ),
  "v1/srmPurDeliveryNoteRestful/printPdf": pressersOf("SrmPurDeliveryNote", "btnPrint"),
  "v1/srmPurBarcodeRestful/doGenerate": readersOf("SrmPurDeliveryNote"),
  "v1/srmPurBarcodeRestful/printLabels": readersOf("SrmPurBarcode"),
  ...each("v1/srmPurDeliveryBatchTemporaryRestful", ["doSplitEven", "doClear"], readersOf("SrmPurDeliveryNote")),
  "v1/srmPurReceiveRestful/doScan": pressersOf("SrmPurReceive", "btnScan"),
  "v1/srmPurReceiveRestful/listReceivable": readersOf("SrmPurReceive"),
  ...each("v1/srmPurWriteOffRestful", ["doPreview", "listReversible"], readersOf("SrmPurWriteOff")),
  "v1/srmPurDeliveryNoticeRestful/printPdf": pressersOf("SrmPurDeliveryNotice", "btnPrint"),
  "v1/srmPurReceiveRestful/printPdf": pressersOf("SrmPurReceive", "btnPrint"),
  "v1/srmPurWriteOffRestful/printPdf": pressersOf("SrmPurWriteOff", "btnPrint"),
  "v1/srmPurStorageInboxRestful/doBatchSaveOrUpdate": pressersOf("SrmPurStorageInbox", "btnAdd"),
  "v1/srmPurStorageInboxRestful/doProcess": pressersOf("SrmPurStorageInbox", "btnProcess"),
};
