import type { EventShape } from "#kernel/module.ts";
import { securityMessages } from "#kernel/security.ts";
import type { Text } from "#kernel/text.ts";

const userId: Text = ["用户", "User"];
const userName: Text = ["账号", "Account"];
const exportNo: Text = ["导出编号", "Export number"];
const personId: Text = ["员工", "Employee"];

const delegation = (label: Text, title: Text): EventShape => ({
  label,
  kind: "SYSTEM",
  carries: {
    a: ["委托人", "From"],
    b: ["受托人", "To"],
    userIds: ["双方", "Both"],
    scope: ["范围", "Scope"],
    from: ["开始时间", "From time"],
    to: ["结束时间", "To time"],
  },
  tells: { title, channels: ["SITE", "EMAIL"], to: [{ value: "userIds" }], route: "userAuthorisationList" },
});

/** What administration tells of. Links and codes that open an account are the gate's: they are sent at once and stored nowhere. */
export const adminEvents: Readonly<Record<string, EventShape>> = {
  ...securityMessages([{ resp: "SEC_ADMIN" }, { resp: "SYS_ADMIN" }]),
  USER_CREATED: { label: ["账号开通", "Account created"], kind: "SYSTEM", carries: { userId, userName, email: ["邮箱", "E-mail"] } },
  USER_INVITED: {
    label: ["邀请加入", "Invitation"],
    kind: "SYSTEM",
    carries: { userId, email: ["邮箱", "E-mail"], supplierId: ["供应商", "Supplier"] },
  },
  USER_ENABLED: { label: ["账号启用", "Account enabled"], kind: "SYSTEM", carries: { userId, userName } },
  USER_DISABLED: {
    label: ["账号停用", "Account disabled"],
    kind: "SYSTEM",
    carries: { userId, userName, handOverTo: ["交接给", "Handed over to"] },
  },
  USER_UNLOCKED: {
    label: ["账号解锁", "Account unlocked"],
    kind: "SYSTEM",
    carries: { userId, userName },
    tells: {
      title: ["账号已解锁", "Account unlocked"],
      content: [
        "您的账号${userName}已由管理员解锁，可以重新登录",
        "Your account ${userName} was unlocked by an administrator; you can sign in again",
      ],
      channels: ["SITE", "EMAIL"],
      to: [{ value: "userId" }],
      mandatory: true,
      priority: 2,
      loud: true,
    },
  },
  GRANT_CHANGED: {
    label: ["权限变更", "Grants changed"],
    kind: "SYSTEM",
    carries: {
      op: ["操作人", "By"],
      userId,
      user: ["用户", "User"],
      responsibility: ["职责", "Responsibility"],
      status: ["状态", "State"],
    },
    tells: {
      title: ["权限变更", "Grants changed"],
      content: ["${op}修改了${user}的权限：${responsibility}", "${op} changed grants of ${user}: ${responsibility}"],
      channels: ["SITE", "EMAIL"],
      to: [{ resp: "SEC_ADMIN" }],
      route: "systemsetting/userresponsibility",
      mandatory: true,
      priority: 2,
      loud: true,
    },
  },
  DELEGATION_START: delegation(
    ["委托生效", "Delegation begins"],
    ["${a}委托${b}（${from}至${to}）", "${a} delegates to ${b} (${from} – ${to})"],
  ),
  DELEGATION_END: delegation(["委托结束", "Delegation ends"], ["${a}对${b}的委托已结束", "The delegation of ${a} to ${b} has ended"]),
  EXPORT_DONE: {
    label: ["导出完成", "Export finished"],
    kind: "SYSTEM",
    carries: { userId, no: exportNo, rows: ["行数", "Rows"] },
    tells: {
      title: ["您的导出${no}已完成（${rows}行）", "Export ${no} finished (${rows|count:row/rows})"],
      channels: ["SITE"],
      to: [{ value: "userId" }],
      route: "reportBackExportList",
    },
  },
  EXPORT_FAILED: {
    label: ["导出失败", "Export failed"],
    kind: "SYSTEM",
    carries: { userId, no: exportNo, reason: ["原因", "Reason"] },
    tells: {
      title: ["您的导出${no}失败：${reason}", "Export ${no} failed: ${reason}"],
      channels: ["SITE"],
      to: [{ value: "userId" }],
      route: "reportBackExportList",
    },
  },
  IMPORT_DONE: {
    label: ["导入完成", "Import finished"],
    kind: "SYSTEM",
    carries: {
      userId,
      name: ["导入内容", "What was imported"],
      ok: ["成功行数", "Rows imported"],
      failed: ["失败行数", "Rows that failed"],
    },
    tells: {
      title: ["导入${name}完成：成功${ok}失败${failed}", "Import ${name}: ${ok} ok, ${failed} failed"],
      channels: ["SITE"],
      to: [{ value: "userId" }],
    },
  },
  PERSON_LEAVING: {
    label: ["员工离职中", "Employee leaving"],
    kind: "SYSTEM",
    carries: { personId, userId, leaveDate: ["离职日期", "Last day"] },
  },
  PERSON_LEFT: {
    label: ["员工已离职", "Employee left"],
    kind: "SYSTEM",
    carries: { personId, userId, leaveDate: ["离职日期", "Last day"] },
  },
};
