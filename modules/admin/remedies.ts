import { remedy, type Remedies } from "#kernel/remedy.ts";

const grants = remedy("systemsetting/userresponsibility", "给用户分配职责", "Assign responsibilities", { button: "btnAdd" });

/** Also those of the kernel: it knows no page. */
export const adminRemedies: Remedies = {
  PERSON_EMAIL: remedy("EditEmployee", "填写邮箱", "Add the e-mail", { query: { id: "{id}" }, button: "btnSave" }),
  USER_LAST_ADMIN: grants,
  LEAVE_TAKER: grants,
  RESP_NOT_HELD: grants,
  PERM_LINE: remedy("systemsetting/userresponsibility", "调整数据权限", "Adjust permissions", { button: "btnAdd" }),
  POSITION_OFF: remedy("position", "启用岗位", "Enable the position", { button: "btnEnable" }),
  SUP_USER_LIMIT: remedy("profile", "调整账号上限", "Raise the limit", { button: "btnSave" }),
  EXPORT_WAITING: remedy("reportBackExportList", "查看后台导出", "Open background exports"),
  FILE_QUOTA: remedy("profile", "扩大存储空间", "Raise the storage quota", { button: "btnSave" }),
  MFA_EMAIL: remedy("userCenter/editUserCenter", "绑定邮箱", "Add an e-mail"),
};
