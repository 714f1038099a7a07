import type { Entity } from "#kernel/entity.ts";
import { user } from "#kernel/platform/user.entity.ts";
import { call } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { ListPage } from "#kernel/web/page/list/ListPage.tsx";
import type { ListContext } from "#kernel/web/page/slots.ts";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { Ground } from "#kernel/web/part/Ground.tsx";
import { listSlots } from "#kernel/web/part/listSlots.ts";
import { useMemo } from "react";
import { useUserDialogs } from "./parts/userDialogs.tsx";
import { later } from "#kernel/web/part/later.tsx";

const UserPanel = later(() => import("./parts/UserPanel.tsx").then((loaded) => loaded.UserPanel));

export const page = { route: "user2", title: ["供应商用户", "Supplier users"] };

const { supplierId: company, ...ofOwnCompany } = user.actions.doInvite.input!;
const ofAny = { supplierId: { ...company, optional: false }, ...ofOwnCompany };
const sections = [
  ["账号", "Account", ["userName", "displayName", "supplierId", "supAdminFlag"]],
  ["联系方式", "Contacts", ["email", "emailVerified", "mobile", "mobileVerified"]],
  ["有效期与偏好", "Validity and preferences", ["startDate", "endDate", "defaultRespId", "userLanguage", "timeZone"]],
];

/** Accounts of suppliers: an internal person names the company, a supplier's administrator invites into the own one. */
const inviting = (input: object): Entity =>
  ({
    ...user,
    label: ["供应商用户", "Supplier user"],
    pages: { sections },
    actions: { ...user.actions, doInvite: { ...user.actions.doInvite, input } },
  }) as unknown as Entity;
const all = inviting(ofAny);
const own = inviting(ofOwnCompany);

/** How many accounts the own company still has. */
function Quota({ context }: { readonly context: ListContext }) {
  const say = useText();
  const load = useLoad("quota", async () => {
    const [setting, used] = await Promise.all([
      call<Record<string, string | null>>("baseServer/baseProfileService/getValue", { codes: ["SUPPLIER_MAX_USERS"] }),
      entityCall.page(user, { list: "user2", userStatus: ["ACTIVE", "LOCKED", "REGISTERING"], pageIndex: 1, pageRows: 1, count: "exact" }),
    ]);
    return { most: Number(setting.data["SUPPLIER_MAX_USERS"] ?? 0), used: used.page?.count ?? 0 };
  });
  if (context.viewer.audience !== "supplier" || !load.data) return null;
  const { most, used } = load.data;
  return (
    <p className={used >= most ? "pg-note" : "pc-note"}>
      {used >= most
        ? say([
            `账号数已达上限 ${most}，停用不再使用的账号后可以继续邀请。`,
            `All ${most} accounts are in use; disable one to invite another colleague.`,
          ])
        : say([`贵公司已用 ${used} / ${most} 个账号。`, `Your company uses ${used} of ${most} accounts.`])}
    </p>
  );
}

/** Supplier accounts for both sides; a supplier sees the own company only. */
export default function SupplierUsersPage() {
  const { dialogs, shown } = useUserDialogs();
  const slots = useMemo(
    () =>
      listSlots({
        hideNew: true,
        head: (context) => <Quota context={context} />,
        rowTone: (row) => (row["userStatus"] === "DISABLED" ? "muted" : null),
        sidePanel: (row, context) => <UserPanel key={String(row["id"])} row={row} context={context} entity={all} dialogs={dialogs} />,
        rowActions: (row, { viewer }) =>
          viewer.may("btnResetPwd") ? [{ label: ["重置密码", "Reset password"] as const, handler: () => dialogs.reset(row) }] : [],
      }),
    [dialogs],
  );
  return (
    <Ground>
      <OfAudience slots={slots} />
      {shown}
    </Ground>
  );
}

function OfAudience({ slots }: { readonly slots: ReturnType<typeof listSlots> }) {
  const { audience } = useViewer();
  return <ListPage entity={audience === "supplier" ? own : all} list="user2" slots={slots} />;
}
