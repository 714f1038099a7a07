import { page, type MenuFolder } from "#kernel/module.ts";
import { category, processTemplate } from "#modules/base/index.ts";
import { supplierMenu } from "./folders.ts";
import { requirement } from "./requirement.entity.ts";
import { scene } from "./scene.entity.ts";
import { supplierInfo } from "./supplier.entity.ts";

const edits = ["btnAdd", "btnEdit", "btnSave", "btnDelete", "btnEnable", "btnInvalid", "btnImport", "btnExport"];

/** Where introductions are set up. */
export const introductionMenus: readonly MenuFolder[] = [
  supplierMenu({
    SLC_CONFIG: [
      page("introduceSceneList", "引入场景", "Onboarding scenarios", {
        entities: [scene],
        reads: [processTemplate, category, supplierInfo],
        buttons: [...edits, "btnTestMatch"],
      }),
      page("qualificationRequireList", "资质要求", "Qualification requirements", {
        entities: [requirement],
        reads: [scene, category, supplierInfo],
        buttons: [...edits, "btnPreview", "btnUploadAttachment", "btnPreviewAttachment", "btnDownloadAttachment", "btnDelAttachment"],
      }),
    ],
  }),
];
