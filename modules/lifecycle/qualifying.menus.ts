import { page, type MenuFolder, type RoleShape } from "#kernel/module.ts";
import { admin } from "#modules/admin/index.ts";
import { category } from "#modules/base/index.ts";
import {
  scene,
  supplierAccount,
  supplierCertificate,
  supplierInfo,
  supplierLocation,
  supplierMenu,
  supplierSite,
  track,
} from "#modules/supplier/index.ts";
import { qualified } from "./qualified.entity.ts";
import { qualify } from "./qualify.entity.ts";

const attachments = ["btnUploadAttachment", "btnPreviewAttachment", "btnDownloadAttachment", "btnDelAttachment"];
const edits = ["btnAdd", "btnEdit", "btnSave", "btnDelete", "btnExport", "btnPrint"];

/** The pages of review and application. */
export const qualifyingMenus: readonly MenuFolder[] = [
  supplierMenu({
    SLC_INTRODUCE: [
      page("qualifyCensorList", "资质审查", "Qualification reviews", {
        entities: [qualify, track],
        reads: [scene, category, supplierInfo, supplierCertificate],
        buttons: [
          ...[...edits, "btnSubmit", "btnSendSupplier", "btnSupplierSubmit", "btnApproval", "btnReject", "btnCancel", "btnWaive"],
          ...["btnSkip", "btnStop", "btnRequalify", ...attachments],
        ],
        audience: "BOTH",
        children: ["qualifyCensor/QualifyCensorEdit"],
      }),
      page("slcQualifiedSupplierList", "合格供应商申请", "Qualified supplier applications", {
        entities: [qualified],
        reads: [scene, category, supplierInfo, supplierSite, supplierLocation, supplierAccount, track, qualify],
        buttons: [...edits, "btnSubmit", "btnApproval", "btnReject", "btnPullTrack", ...attachments],
        children: ["slcQualifiedSupplierEdit"],
      }),
    ],
  }),
];

type Grant = RoleShape["grants"][number];
const reviews = (...more: string[]): Grant => [
  "qualifyCensorList",
  "btnExport",
  "btnPrint",
  "btnPreviewAttachment",
  "btnDownloadAttachment",
  ...more,
];
const applications = (...more: string[]): Grant => [
  "slcQualifiedSupplierList",
  "btnExport",
  "btnPrint",
  "btnPreviewAttachment",
  "btnDownloadAttachment",
  ...more,
];
const writing = ["btnAdd", "btnEdit", "btnSave", "btnDelete", "btnSubmit", "btnUploadAttachment", "btnDelAttachment"];
const reviewing = [...writing, "btnSendSupplier", "btnCancel", "btnSkip", "btnStop"];
const answering = ["btnSave", "btnSupplierSubmit", "btnUploadAttachment", "btnDelAttachment"];

const more: Readonly<Record<string, readonly Grant[]>> = {
  SYS_ADMIN: [reviews(...reviewing, "btnWaive", "btnRequalify"), applications(...writing, "btnPullTrack")],
  SUP_SPECIALIST: [reviews(...reviewing, "btnRequalify"), applications(...writing, "btnPullTrack")],
  SOURCING: [reviews(...reviewing), applications(...writing, "btnPullTrack")],
  BUYER: [reviews(), applications()],
  QUALITY: [reviews(...reviewing), applications()],
  QUALITY_MANAGER: [reviews(...reviewing, "btnWaive", "btnApproval", "btnReject"), applications("btnApproval", "btnReject")],
  PUR_MANAGER: [reviews("btnWaive", "btnApproval", "btnReject", "btnStop"), applications("btnApproval", "btnReject")],
  AUDITOR: [reviews(), applications()],
  SUP_ADMIN: [reviews(...answering)],
  SUP_QUALITY: [reviews(...answering)],
  SUP_SALES: [reviews(...answering)],
};

/** Who reviews, who applies, who decides, and who on the supplier's side answers. */
export const qualifyingRoles: Readonly<Record<string, RoleShape>> = Object.fromEntries(
  Object.entries(more).map(([code, grants]): [string, RoleShape] => {
    const { label, audience } = admin.roles![code]!;
    return [code, { label, audience, grants }];
  }),
);
