import type { PortalGroup } from "#kernel/portal.ts";

/** What a supplier finds in the menu, in the supplier's words: what is asked of us first, our own data last. */
export const portal: readonly PortalGroup[] = [
  {
    code: "ORDERS",
    label: ["订单", "Orders"],
    icon: "inbox",
    foot: true,
    pages: [
      ["purchaseOrderList3", ["订单", "Orders"]],
      ["purForecastSupplierList", ["客户预测", "Forecasts"]],
      ["srmPurProductionPlanList", ["生产计划", "Production plans"]],
    ],
  },
  {
    code: "SHIPPING",
    label: ["送货", "Deliveries"],
    icon: "truck",
    foot: true,
    pages: [
      ["purDeliveryNoteList", ["送货单", "Delivery notes"]],
      ["purDeliveryNoticeList", ["送货通知", "Delivery requests"]],
      ["purDeliveryManage/purBarcodeList", ["条码标签", "Labels"]],
      ["receiveList", ["客户收货", "Receipts"]],
      ["writeOffList", ["退货与冲销", "Returns"]],
    ],
  },
  {
    code: "PRICES",
    label: ["价格与往来", "Prices and amounts"],
    icon: "banknote",
    pages: [
      ["purAgreementList", ["协议与价格", "Agreements and prices"]],
      ["transactionsList", ["收货与退货明细", "Receipts and returns in detail"]],
      ["deductionsList", ["扣款", "Deductions"]],
      ["advanceApplyList", ["预付款", "Advances"]],
      ["rcnPaymentDetailList", ["已付款项", "Payments"]],
    ],
  },
  {
    code: "COOPERATION",
    label: ["资质与改进", "Qualification"],
    icon: "badge-check",
    pages: [
      ["qualifyCensorList", ["资质审查", "Qualification reviews"]],
      ["sampleTrialList", ["样品", "Samples"]],
      ["srmSlcBatchTryoutList", ["小批量试用", "Pilot runs"]],
      ["localeInspectList", ["现场考察", "Site audits"]],
      ["srmSlcDailyManageList", ["整改与奖惩", "Corrective actions"]],
      ["slcAgreementSigningList", ["协议签署", "Agreements to sign"]],
    ],
  },
  {
    code: "NEWS",
    label: ["消息", "Messages"],
    icon: "bell",
    foot: true,
    pages: [
      ["receiveMessageList", ["消息", "Messages"]],
      ["noticeMoreList", ["公告", "Announcements"]],
      ["notification/notificationMore", ["收到的通知", "Notifications"]],
      ["commonFileList", ["资料下载", "Documents"]],
      ["articleManagementList", ["文章", "Articles"]],
    ],
  },
  {
    code: "COMPANY",
    label: ["我的企业", "My company"],
    icon: "building-2",
    pages: [
      ["supplierInfoToPortal", ["企业资料", "Company profile"]],
      ["changeInfoList", ["资料变更", "Profile changes"]],
      ["user2", ["我的同事", "Our users"]],
    ],
  },
];
