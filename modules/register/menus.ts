import { page, type MenuFolder } from "#kernel/module.ts";
import { root } from "#modules/admin/index.ts";
import { blacklist, requirement, scene, supplierInfo, supplierMenu } from "#modules/supplier/index.ts";
import { registerCompany } from "./company.entity.ts";
import { invite } from "./invite.entity.ts";
import { lead } from "./lead.entity.ts";
import { register } from "./register.entity.ts";

const files = ["btnPreviewAttachment", "btnDownloadAttachment"];

/** Where the house looks at who wants in; an applicant's only page stands beside the menu. */
export const registerMenus: readonly MenuFolder[] = [
  supplierMenu({
    SUP_REGISTER: [
      page("supplierRegisterApproval", "注册审批", "Account review", {
        entities: [register, registerCompany],
        reads: [invite, lead, supplierInfo, blacklist],
        buttons: ["btnApproval", "btnReject", "btnJoinExisting", "btnRecheck", "btnAdd", "btnSave", "btnExport", ...files],
      }),
      page("supplierRegisterInfoApproval", "注册信息审批", "Information review", {
        entities: [register],
        reads: [registerCompany, invite, lead, supplierInfo, requirement],
        buttons: ["btnApproval", "btnReturn", "btnReject", "btnAssign", "btnExport", ...files],
      }),
      page("registerInviteList", "注册邀请", "Registration invites", {
        entities: [invite],
        reads: [scene],
        buttons: [
          ...["btnAdd", "btnEdit", "btnSave", "btnDelete", "btnBatchAdd", "btnSend", "btnResend", "btnCancel", "btnImport", "btnExport"],
        ],
      }),
      page("registerInfoEdit", "填写注册信息", "Registration profile", {
        entities: [register],
        reads: [requirement],
        buttons: ["btnSave", "btnSubmit", "btnWithdraw", "btnUploadAttachment", "btnDelAttachment", ...files],
        audience: "SUPPLIER",
        hidden: true,
      }),
    ],
  }),
  root("BASE_DATA", [
    page("supplierLeadList", "供应商线索", "Supplier leads", {
      entities: [lead],
      reads: [invite],
      buttons: [
        ...["btnAdd", "btnEdit", "btnSave", "btnDelete", "btnImport", "btnExport"],
        ...["btnAssign", "btnInvite", "btnConvert", "btnCloseLead"],
      ],
    }),
  ]),
];
