import { page, type EventShape, type Part, type Profiles, type ProgramShape } from "#kernel/module.ts";
import { blacklist } from "./blacklist.entity.ts";
import { blacklistLookups } from "./blacklist.lookups.ts";
import { blacklistRules } from "./blacklist.rules.ts";
import { supplierMenu } from "./folders.ts";
import { responsibilities } from "./responsibilities.ts";
import { supplierInfo } from "./supplier.entity.ts";

const route = "srmSlcSupplierBlacklistList";
const attachments = ["btnUploadAttachment", "btnPreviewAttachment", "btnDownloadAttachment", "btnDelAttachment"];
const writing = ["btnAdd", "btnEdit", "btnSave", "btnDelete", "btnSubmit", "btnRemove", "btnFindRelated", "btnExport"];
const deciding = ["btnApproval", "btnReject", "btnCommittee"];

const events: Readonly<Record<string, EventShape>> = {
  SUPPLIER_BLACKLISTED: {
    label: ["供应商列入黑名单", "Supplier blacklisted"],
    kind: "WARNING",
    carries: {
      id: ["单据", "Document"],
      no: ["单号", "Number"],
      supplierId: ["供应商ID", "Supplier id"],
      supplier: ["供应商", "Supplier"],
      scope: ["范围", "Scope"],
      orgId: ["组织", "Organisation"],
      reason: ["原因", "Reason"],
      paymentPolicy: ["付款策略", "Payment policy"],
    },
    tells: {
      title: ["${supplier}已列入黑名单", "${supplier} is blacklisted"],
      channels: ["SITE"],
      to: [{ resp: "BUYER" }, { resp: "SOURCING" }, { resp: "PUR_MANAGER" }, { resp: "SUP_SPECIALIST" }],
      route: "slcSupplierBlacklistEdit?id=${id}",
      mandatory: true,
    },
  },
  BLACKLIST_ENDED: {
    label: ["黑名单结束", "Removed from blacklist"],
    kind: "BUSINESS",
    carries: {
      id: ["单据", "Document"],
      no: ["单号", "Number"],
      supplierId: ["供应商ID", "Supplier id"],
      supplier: ["供应商", "Supplier"],
    },
    tells: {
      title: ["${supplier}已移出黑名单，须重新引入", "${supplier} is off the blacklist and must be onboarded again"],
      channels: ["SITE"],
      to: ["CREATOR", { resp: "SUP_SPECIALIST" }],
      route: "slcSupplierBlacklistEdit?id=${id}",
    },
  },
};

const programs: Readonly<Record<string, ProgramShape>> = {
  BLACKLIST_TICK: { label: ["黑名单到期", "End entries of the blacklist"], cron: "5 0 * * *", overlap: "SKIP", keepDays: 30 },
};

const profiles: Profiles = {
  SLC_BLK_MIN_MONTHS: {
    module: "SUP",
    label: ["黑名单最短列入月数", "Minimum months on the blacklist"],
    type: "INT",
    initial: "6",
    least: "0",
    most: "120",
  },
};

/** Companies nobody may do business with: how they are listed and how they come off the list. */
export const blacklisting: Part = {
  entities: [blacklist],
  rules: blacklistRules,
  profiles,
  lookups: blacklistLookups,
  events,
  programs,
  menus: [
    supplierMenu({
      SLC_MANAGE: [
        page(route, "黑名单", "Blacklist", {
          entities: [blacklist],
          reads: [supplierInfo],
          buttons: [...writing, ...deciding, ...attachments],
          children: ["slcSupplierBlacklistEdit"],
        }),
      ],
    }),
  ],
  buttons: {
    btnFindRelated: { label: ["查找关联方", "Find related parties"], icon: "network" },
    btnRemove: { label: ["移出", "Remove from list"], icon: "list-x" },
    btnCommittee: { label: ["委员会决定", "Committee decision"], icon: "gavel" },
  },
  roles: responsibilities({
    SYS_ADMIN: [[route, ...writing, ...attachments]],
    SUP_SPECIALIST: [[route, ...writing, ...attachments]],
    PUR_MANAGER: [[route, ...writing, ...deciding, ...attachments]],
    LEGAL: [[route, "btnApproval", "btnReject", "btnExport", "btnPreviewAttachment", "btnDownloadAttachment"]],
    SOURCING: [[route, "btnExport"]],
    BUYER: [[route, "btnExport"]],
    AUDITOR: [[route, "btnExport"]],
  }),
};
