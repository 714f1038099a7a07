import { page, type MenuFolder, type RoleShape } from "#kernel/module.ts";
import { root } from "#modules/admin/index.ts";
import { responsibilities } from "#modules/supplier/index.ts";
import { clause } from "./clause.entity.ts";
import { template } from "./template.entity.ts";

const clauses = "cctTermsList";
const templates = "cctTemplateList";
const writing = ["btnAdd", "btnSave", "btnDelete", "btnSubmit", "btnNewVersion", "btnInvalid", "btnExport"];
const deciding = ["btnApproval", "btnReject"];

/** What legal keeps for contracts to begin with. */
export const libraryMenus: readonly MenuFolder[] = [
  root("CONTRACT", [
    page(templates, "合同模板", "Contract templates", {
      entities: [template],
      reads: [clause],
      buttons: [...writing, "btnCopy", ...deciding],
      children: ["templateManage/cctTemplateEdit"],
    }),
    page(clauses, "条款库", "Clause library", {
      entities: [clause],
      buttons: [...writing, "btnImport", ...deciding],
      children: ["termsManage/cctTermsEdit"],
    }),
  ]),
];

const looks: RoleShape["grants"] = [
  [templates, "btnExport"],
  [clauses, "btnExport"],
];

export const libraryRoles: Readonly<Record<string, RoleShape>> = responsibilities({
  SYS_ADMIN: [
    [templates, ...writing, "btnCopy"],
    [clauses, ...writing, "btnImport"],
  ],
  LEGAL: [
    [templates, ...writing, "btnCopy", ...deciding],
    [clauses, ...writing, "btnImport", ...deciding],
  ],
  PUR_MANAGER: [
    [templates, "btnExport", ...deciding],
    [clauses, "btnExport", ...deciding],
  ],
  BUYER: looks,
  SOURCING: looks,
  AUDITOR: looks,
});
