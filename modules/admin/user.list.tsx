import type { Entity } from "#kernel/entity.ts";
import { user } from "#kernel/platform/user.entity.ts";
import { ListPage } from "#kernel/web/page/list/ListPage.tsx";
import { Ground } from "#kernel/web/part/Ground.tsx";
import { listSlots } from "#kernel/web/part/listSlots.ts";
import { useMemo } from "react";
import { useUserDialogs } from "./parts/userDialogs.tsx";
import { EmployeeField, GateState } from "./parts/userForm.tsx";
import { later } from "#kernel/web/part/later.tsx";

const UserPanel = later(() => import("./parts/UserPanel.tsx").then((loaded) => loaded.UserPanel));

export const page = { route: "user", title: ["内部用户", "Internal users"] };

const { doInvite: _invite, doSetAdmin: _setAdmin, ...actions } = user.actions;

const shownColumns = ["userName", "displayName", "userStatus", "lastLoginTime", "orgId", "deptId", "email", "mobile"];

/** Internal accounts: made from an employee; inviting and company administrators belong to suppliers. */
const internal = {
  ...user,
  actions,
  list: shownColumns,
  lists: {
    ...user.lists,
    user: {
      ...user.lists!["user"]!,
      columns: shownColumns,
    },
  },
  pages: {
    sections: [
      ["账号", "Account", ["personId", "displayName", "displayNameEn", "userName", "orgId", "deptId"]],
      ["联系方式", "Contacts", ["email", "emailVerified", "mobile", "mobileVerified"]],
      ["有效期与偏好", "Validity and preferences", ["startDate", "endDate", "defaultRespId", "userLanguage", "timeZone"]],
      ["登录", "Sign-in", ["lastLoginTime", "lastLoginIp", "pwdChangedAt", "mustChangePwd", "mfaType"]],
    ],
  },
} as unknown as Entity;

/** Internal accounts with their devices, responsibilities, passwords and the reason why somebody sees something. */
export default function UsersPage() {
  const { dialogs, shown } = useUserDialogs();
  const slots = useMemo(
    () =>
      listSlots({
        cells: { lastLoginTime: { title: ["在线 / 最近登录", "Online / last login"], render: (row) => <GateState row={row} /> } },
        rowTone: (row) => (row["userStatus"] === "DISABLED" ? "muted" : null),
        sidePanel: (row, context) => <UserPanel key={String(row["id"])} row={row} context={context} entity={internal} dialogs={dialogs} />,
        rowActions: (row, { viewer }) => [
          ...(viewer.may("btnResetPwd") ? [{ label: ["重置密码", "Reset password"] as const, handler: () => dialogs.reset(row) }] : []),
          ...(viewer.may("btnExplain") ? [{ label: ["权限解释", "Explain access"] as const, handler: () => dialogs.explain(row) }] : []),
        ],
        fields: { personId: (model) => <EmployeeField model={model} /> },
      }),
    [dialogs],
  );
  return (
    <Ground>
      <ListPage entity={internal} list="user" slots={slots} />
      {shown}
    </Ground>
  );
}
