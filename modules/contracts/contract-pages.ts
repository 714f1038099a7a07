import { executionSections } from "./execution/pages.ts";
import type { Me } from "#kernel/entity.ts";
import { changeSection } from "./change/contract-change.ts";
import { simpleList } from "./simple/list.ts";
import { signingSection } from "./signing/fields.ts";

/** The list on which contracts lie, for both sides. */
export const contractLists = {
  simple: simpleList,
  desk: {
    route: "cctContractList",
    title: ["合同", "Contracts"],
    // A change is opened from the contract it changes; one that waits for the supplier is listed.
    where: () => ({ any: [{ liveId: null }, { status: ["CONFIRMING", "PUBLISHED", "SIGNING"] }] }),
    views: {
      drafting: ["拟定", "Drafting", () => ({ status: ["DRAFT", "APPROVING", "REJECTED", "APPROVED"] })],
      declined: ["供应商已拒绝", "Declined by supplier", () => ({ status: "SUPPLIER_REFUSED" })],
      confirmed: ["供应商已确认", "Supplier confirmed", () => ({ status: "CONFIRMED" })],
      signing: ["发布与签署", "To sign", () => ({ status: ["PUBLISH_APPROVING", "PUBLISHED", "SIGNING", "SIGNED"] })],
      effective: ["生效", "Effective", () => ({ status: "EFFECTIVE" })],
      ended: ["已结束", "Ended", () => ({ status: ["EXPIRED", "COMPLETED", "TERMINATED", "VOIDED"] })],
      mine: ["我经办的", "Mine", (me: Me) => ({ ownerId: me.userId })],
    },
  },
} as const;

/** The parts of a contract's page. */
export const contractSections = [
  [
    "基本信息",
    "Basics",
    [
      ...(["contractNum", "contractName", "contractType", "templateId", "templateVersion", "version", "ownerId", "deptId"] as const),
      ...(["legalId", "secretLevel", "readerIds", "contractClass", "sourceType", "sourceNum", "parentId", "relationType"] as const),
    ],
  ],
  ["签约方", "Parties", ["orgId", "ourPartyId", "supplierId", "supplierSiteId", "supplierContactId", "extraParties"]],
  [
    "金额与付款",
    "Amount and payment",
    [
      ...([
        "currency",
        "rate",
        "exchangeRateId",
        "amountMode",
        "fixedAmount",
        "fixedTax",
        "taxIncludedFlag",
        "amountExcl",
        "taxAmount",
        "amountIncl",
        "overRunPct",
      ] as const),
      ...(["paymentTermId", "retentionPct", "depositAmount"] as const),
    ],
  ],
  [
    "期限与签署",
    "Term and signing",
    [
      ...(["effectiveDate", "expiryDate", "effectiveMode", "autoRenewFlag", "renewMonths", "noticeDays", "warrantyMonths"] as const),
      ...(["signMode", "signOrder", "assetFlag"] as const),
    ],
  ],
  [
    "确认",
    "Confirmation",
    [
      ...(["sentAt", "confirmDue", "confirmedBy", "confirmedAt", "confirmedIp", "confirmRemark", "refuseReason", "refuseFileIds"] as const),
      ...(["pdfHash", "deviationLevel"] as const),
    ],
  ],
  changeSection,
  signingSection,
  ...executionSections,
  ["首尾文本", "Opening and closing text", ["headText", "tailText", "remark"]],
] as const;
