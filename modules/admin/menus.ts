import { folder, page, type MenuFolder } from "#kernel/module.ts";
import { backExport, importTemplate } from "#kernel/platform/excel.entity.ts";
import { fileAccessLog, fileStorage } from "#kernel/platform/file.entity.ts";
import { button, menu, menuRole, resource, resourceRole, respRole, responsibility, role, sodRule } from "#kernel/platform/grant.entity.ts";
import { operateLog, systemLog } from "#kernel/platform/log.entity.ts";
import { lookupType, lookupValue } from "#kernel/platform/lookup.entity.ts";
import { moduleState } from "#kernel/platform/module.entity.ts";
import { numberRule } from "#kernel/platform/number.entity.ts";
import { calendar, organization } from "#kernel/platform/organization.entity.ts";
import { userCategoryPermit, userMaterialPermit, userOrgPermit, userResp } from "#kernel/platform/permit.entity.ts";
import { loginLog, loginSession, sentMessage } from "#kernel/platform/session.entity.ts";
import { homeWidget, userConsent } from "#kernel/platform/preference.entity.ts";
import { profile } from "#kernel/platform/setting.entity.ts";
import { user, userAuthorisation, userRelation } from "#kernel/platform/user.entity.ts";
import { department } from "./department.entity.ts";
import { root } from "./folders.ts";
import { job } from "./job.entity.ts";
import { person } from "./person.entity.ts";
import { position, positionAllot, positionLevel } from "./position.entity.ts";

const attachments = ["btnUploadAttachment", "btnPreviewAttachment", "btnDownloadAttachment", "btnDelAttachment"];

// A page's buttons count for every entity it names; what it only shows stands under `reads`.
const accounts = folder("ADMIN_ACCOUNT", "账号", "Accounts", [
  page("user", "内部用户", "Internal users", {
    entities: [user, userResp, userOrgPermit, userCategoryPermit, userMaterialPermit, userRelation, loginSession],
    buttons: [
      ...["btnAdd", "btnEdit", "btnSave", "btnDelete", "btnEnable", "btnDisable", "btnUnlock", "btnResetPwd", "btnKick"],
      ...["btnResp", "btnImport", "btnExport", "btnExplain"],
    ],
  }),
  page("user2", "供应商用户", "Supplier users", {
    entities: [user, userResp, loginSession],
    buttons: [
      ...["btnInvite", "btnAdd", "btnSave", "btnDelete", "btnEnable", "btnDisable", "btnResetPwd", "btnSetAdmin"],
      ...["btnResp", "btnAccept", "btnDecline", "btnExport"],
    ],
    reads: [userConsent],
    audience: "BOTH",
  }),
  page("employee", "员工", "Employees", {
    entities: [person, positionAllot],
    reads: [user, department, job, position],
    buttons: ["btnAdd", "btnSave", "btnLeave", "btnCreateUser", "btnImport", "btnExport", ...attachments],
    children: ["EditEmployee"],
  }),
]);

const structure = folder("ADMIN_ORG", "组织与岗位", "Organisation", [
  page("institution", "组织架构", "Organisation tree", {
    entities: [organization, department, person, userOrgPermit],
    buttons: ["btnExport"],
    children: ["institution/main"],
  }),
  page("systemsetting/institution", "组织维护", "Organisations", {
    entities: [organization, calendar],
    buttons: ["btnAdd", "btnSave", "btnDelete", "btnEnable", "btnDisable", "btnImport", "btnExport"],
  }),
  page("department", "部门", "Departments", {
    entities: [department],
    buttons: ["btnAdd", "btnSave", "btnMove", "btnEnable", "btnDisable", "btnImport", "btnExport"],
    children: ["DepartmentDetail"],
  }),
  page("job", "职务", "Jobs", { entities: [job], buttons: ["btnAdd", "btnSave"], children: ["job/editjob"] }),
  page("position", "岗位", "Positions", {
    entities: [position],
    reads: [positionAllot, positionLevel, job, department],
    buttons: ["btnAdd", "btnEdit", "btnSave", "btnEnable", "btnDisable", "btnImport"],
    children: ["position/positiondetail"],
  }),
  page("positionAllot", "岗位分配", "Position assignments", {
    entities: [positionAllot],
    reads: [person, position],
    buttons: ["btnAdd", "btnSave", "btnEnd", "btnImport"],
    children: ["positionAllot/positionAllotAdd"],
  }),
  page("positionLevel", "岗位级别", "Position levels", {
    entities: [positionLevel],
    buttons: ["btnAdd", "btnSave"],
    children: ["positionLevel/positionLeveldetail"],
  }),
  page("positionLevelTree", "汇报关系", "Reporting tree", {
    entities: [position],
    reads: [positionAllot, person, positionLevel, department],
    buttons: ["btnMove"],
  }),
  page("staffInquiry", "人员查询", "Staff directory", {
    entities: [person],
    reads: [position, positionAllot, positionLevel, department, job],
    buttons: ["btnExport"],
  }),
]);

const granting = folder("ADMIN_GRANT", "权限", "Grants", [
  page("resp", "职责总览", "Responsibility overview", {
    entities: [responsibility, respRole, role, menuRole, resourceRole, menu, resource, userResp],
    buttons: ["btnCompare", "btnExport"],
  }),
  page("systemsetting/responsibility", "职责", "Responsibilities", {
    entities: [responsibility, respRole, sodRule],
    reads: [role, userResp, profile],
    buttons: ["btnAdd", "btnEdit", "btnSave", "btnEnable", "btnDisable", "btnDelete"],
    children: ["systemsetting/respSave", "responsibility/respSave"],
  }),
  page("systemsetting/userresponsibility", "用户职责", "Users and responsibilities", {
    entities: [userResp, userOrgPermit, userCategoryPermit, userMaterialPermit],
    reads: [user, responsibility, sodRule],
    buttons: ["btnAdd", "btnSave", "btnDelete", "btnConfirm", "btnReject", "btnApproval", "btnImport", "btnExport"],
  }),
  page("systemsetting/role", "角色", "Roles", {
    entities: [role],
    reads: [menuRole, resourceRole, respRole, menu, resource, responsibility],
    buttons: ["btnAdd", "btnCopy", "btnSave"],
  }),
  page("systemsetting/menuFuncPrivilege", "角色权限矩阵", "Role matrix", {
    entities: [role, menuRole, resourceRole, respRole],
    reads: [menu, resource, responsibility],
    buttons: ["btnAdd", "btnSave", "btnDelete", "btnConfirm", "btnExport"],
  }),
  page("systemsetting/menuFunction", "菜单", "Menus", {
    entities: [menu, resource],
    buttons: ["btnAdd", "btnSave", "btnMove", "btnDelete", "btnImport"],
  }),
  page("resource", "菜单资源", "Menu resources", { entities: [resource], reads: [menu], buttons: ["btnAdd", "btnSave"] }),
  page("systemSetting/btnList", "按钮字典", "Buttons", { entities: [button], buttons: ["btnAdd", "btnSave"] }),
]);

const setting = folder("ADMIN_SETTING", "系统设置", "System settings", [
  page("lookuptype", "快码类型", "Lookup types", {
    entities: [lookupType, lookupValue],
    buttons: ["btnAdd", "btnEdit", "btnSave", "btnDelete", "btnImport", "btnExport"],
    children: ["lookupTypeEdit"],
  }),
  page("lookup", "快码值", "Lookup values", {
    entities: [lookupValue, lookupType],
    buttons: ["btnAdd", "btnSave", "btnDelete", "btnImport", "btnExport"],
  }),
  page("profile", "系统配置", "Profiles", {
    entities: [profile, numberRule, moduleState, homeWidget, importTemplate, fileStorage],
    reads: [menu],
    buttons: ["btnAdd", "btnSave", "btnHistory"],
  }),
  page("testIframes", "嵌入页面试验", "Test embedded pages"),
]);

const monitoring = folder("ADMIN_MONITOR", "日志", "Logs", [
  page("log", "登录与系统日志", "Login and system log", {
    entities: [systemLog, loginLog, sentMessage, fileAccessLog],
    buttons: ["btnExport"],
  }),
  page("userOperateLogList", "操作日志", "Operation log", { entities: [operateLog], buttons: ["btnDiff", "btnExport"] }),
]);

/** The menus of administration, and the pages everybody has. */
export const adminMenus: readonly MenuFolder[] = [
  root("HOME", [
    page("userCenter", "个人中心", "My account", {
      buttons: ["btnSave", "btnChangePwd", "btnBind"],
      audience: "BOTH",
      children: ["userCenter/editUserCenter"],
      hidden: true,
    }),
    page("userAuthorisationList", "授权委托", "Delegations", {
      entities: [userAuthorisation],
      buttons: ["btnAdd", "btnSave", "btnRevoke"],
      audience: "BOTH",
    }),
  ]),
  root("REPORT_DESIGN", [
    page("reportBackExportList", "后台导出", "Background exports", {
      entities: [backExport],
      buttons: ["btnDownload", "btnCancel", "btnRerun", "btnDelete"],
      audience: "BOTH",
    }),
  ]),
  root("ADMIN", [accounts, structure, granting, setting, monitoring]),
];
