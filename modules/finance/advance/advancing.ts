import { page, type Part } from "#kernel/module.ts";
import { remedy } from "#kernel/remedy.ts";
import { root } from "#modules/admin/index.ts";
import { contract } from "#modules/contracts/index.ts";
import { order } from "#modules/order/index.ts";
import { openBusiness, responsibilities, supplierAccount } from "#modules/supplier/index.ts";
import { paymentDetail } from "../payment-detail/payment-detail.entity.ts";
import { paymentDetailRules } from "../payment-detail/payment-detail.rules.ts";
import { advancePostRules } from "./advance-post.rules.ts";
import { advance } from "./advance.entity.ts";
import { advanceHome } from "./advance.home.ts";
import { advanceRules } from "./advance.rules.ts";
import { advanceEvents, advanceInforms, advanceLookups } from "./advance.words.ts";
import { carryOver } from "./carry-over.entity.ts";
import { carryOverRules } from "./carry-over.rules.ts";
import { collection } from "./collection.entity.ts";
import { collectionRules } from "./collection.rules.ts";

const list = "advanceApplyList";
const entries = "rcnPaymentDetailList";
const reading = ["btnPreviewAttachment", "btnDownloadAttachment", "btnPrint", "btnExport"];
const asking = ["btnAdd", "btnEdit", "btnDelete", "btnSave", "btnSubmit", "btnCancel", "btnCarryOver", "btnCollect"];
const working = [...asking, "btnUploadAttachment", "btnDelAttachment", ...reading];
const paying = [...working, "btnRegisterPay", "btnClose"];
const deciding = ["btnApproval", "btnReject"];

/** Advances from their application to their last cent, with the bank entries behind them. */
export const advancing: Part = {
  entities: [advance, carryOver, collection, paymentDetail],
  ledgers: [advanceHome],
  rules: [...advanceRules, ...advancePostRules, ...carryOverRules, ...collectionRules, ...paymentDetailRules],
  answers: [
    openBusiness.answeredBy(async (find, { supplierId, orgIds }) => {
      const where = { supplierId, status: ["PART_PAID", "PAID"], ...(orgIds ? { orgId: orgIds } : {}) };
      const [count, amount] = await Promise.all([find.count(advance, where), find.sum(advance, where, "baseAmount")]);
      return [{ item: "ADVANCE", count, amount, route: list }];
    }),
  ],
  lookups: advanceLookups,
  events: advanceEvents,
  informs: advanceInforms,
  buttons: {
    btnCarryOver: { label: ["结转", "Carry over"], icon: "arrow-right-left" },
    btnCollect: { label: ["收回预付", "Collect"], icon: "undo-2" },
    btnRegisterPay: { label: ["登记收付款", "Register payment"], icon: "banknote", colour: "PRIMARY" },
    btnReversePay: { label: ["冲销", "Reverse"], icon: "rotate-ccw", colour: "DANGER" },
  },
  remedies: {
    "RCN-013": remedy(list, "查看预付", "Open advances"),
    "RCN-015": remedy(entries, "查看银行流水", "Open the bank entry", { query: { bankFlowNo: "{bankFlowNo}" } }),
    "RCN-016": remedy("supplierInfoEdit", "打开供应商", "Open the supplier", { query: { id: "{supplierId}" } }),
    "RCN-017": remedy("supplierInfoEdit", "核验账户", "Verify account", { query: { id: "{supplierId}" } }),
    "RCN-061": remedy("purchaseOrderList", "查看订单", "Open orders"),
    "RCN-062": remedy("cctContractList", "变更合同", "Change the contract", { button: "btnAlteration" }),
    "RCN-066": remedy(list, "查看预付", "Open advances"),
  },
  menus: [
    root("FINANCE", [
      page(list, "预付申请", "Advances", {
        entities: [advance, carryOver, collection],
        reads: [order, contract, supplierAccount, paymentDetail],
        audience: "BOTH",
        buttons: [...paying, ...deciding],
        children: ["advanceApplyEdit", "advanceCarryOverEdit", "collectAdvanceEdit"],
      }),
      page(entries, "银行流水", "Bank entries", {
        entities: [paymentDetail],
        reads: [advance, collection],
        audience: "BOTH",
        buttons: ["btnReversePay", ...reading],
      }),
    ]),
  ],
  roles: responsibilities({
    SYS_ADMIN: [
      [list, ...paying],
      [entries, ...reading],
    ],
    BUYER: [[list, ...working]],
    PUR_MANAGER: [[list, ...working, ...deciding]],
    FINANCE: [
      [list, ...paying],
      [entries, ...reading],
    ],
    FINANCE_MANAGER: [
      [list, ...paying, ...deciding],
      [entries, "btnReversePay", ...reading],
    ],
    AUDITOR: [
      [list, ...reading],
      [entries, ...reading],
    ],
    SUP_ADMIN: [
      [list, ...reading],
      [entries, ...reading],
    ],
    SUP_FINANCE: [
      [list, ...reading],
      [entries, ...reading],
    ],
  }),
};
