import { page, type Part } from "#kernel/module.ts";
import { root } from "#modules/admin/index.ts";
import { responsibilities } from "#modules/supplier/index.ts";
import { legacyImport } from "./legacy.entity.ts";
import { legacyRules } from "./legacy.rules.ts";

const list = "cctLegacyImportList";
const files = ["btnUploadAttachment", "btnPreviewAttachment", "btnDownloadAttachment", "btnDelAttachment"];
const working = ["btnAdd", "btnSave", "btnDelete", "btnImport", "btnTakeOver", "btnExport", ...files];

/** Contracts that were signed before the system. */
export const legacy: Part = {
  entities: [legacyImport],
  rules: legacyRules,
  menus: [root("CONTRACT", [page(list, ...legacyImport.label, { entities: [legacyImport], buttons: working })])],
  buttons: { btnTakeOver: { label: ["接管合同", "Take over"], icon: "file-check", colour: "PRIMARY" } },
  informs: { SrmCctContract: { doTakenOver: { nobody: "Both sides signed it on paper before the system" } } },
  roles: responsibilities({
    SYS_ADMIN: [[list, ...working]],
    LEGAL: [[list, ...working]],
    AUDITOR: [[list, "btnExport"]],
  }),
};
