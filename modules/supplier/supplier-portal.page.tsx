import type { Seen } from "#kernel/seen.ts";
import { user } from "#kernel/platform/user.entity.ts";
import { call } from "#kernel/web/call.ts";
import { Stack } from "#kernel/web/block/layout.tsx";
import { useText } from "#kernel/web/language.ts";
import { useRunner } from "#kernel/web/page/action/useRunner.tsx";
import { useChanged } from "#kernel/web/page/changes.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { OwnPage, PageFrame, usePageTitle } from "#kernel/web/part/OwnPage.tsx";
import { ReadForm } from "#kernel/web/part/ReadForm.tsx";
import { RowsTable } from "#kernel/web/part/RowsTable.tsx";
import { openPage } from "#kernel/web/router.ts";
import { useSession } from "#kernel/web/session.ts";
import type { RowAction } from "#kernel/web/table/types.ts";
import { Button } from "antd";
import { BadgeCheck, FilePen, UserPlus, UserX } from "lucide-react";
import { FileTabs } from "./parts/FileTabs.tsx";
import { SupplierStatus } from "./parts/Standing.tsx";
import { supplierInfo } from "./supplier.entity.ts";

export const page = { route: "supplierInfoToPortal", title: ["我的企业", "My company"] };

interface Portal {
  readonly profile: Seen<typeof supplierInfo>;
  readonly counts: Readonly<Record<string, number>>;
  /** Why nothing can be changed any more. */
  readonly readsOnly: string | null;
}

/** The supplier's own view of its file: what is known, what runs out, who of the company has an account. */
export default function SupplierPortalPage() {
  return (
    <OwnPage>
      <Body />
    </OwnPage>
  );
}

function Body() {
  const say = useText();
  const title = usePageTitle(["我的企业", "My company"]);
  const load = useLoad("supplier:portal", async () => (await call<Portal>("srmServer/v1/srmSupInfoRestful/findPortal", {})).data);
  useChanged(supplierInfo.name, load.again);
  return (
    <PanelState load={load} empty={say(["没有企业资料。", "No company data."])} isEmpty={() => false}>
      {(found) => <Company title={title} found={found} again={load.again} />}
    </PanelState>
  );
}

function Company({
  title,
  found: { profile, counts, readsOnly },
  again,
}: {
  readonly title: string;
  readonly found: Portal;
  again(): void;
}) {
  const say = useText();
  const viewer = useViewer();
  const runner = useRunner({ entity: supplierInfo, done: again });
  const id = String(profile.id);
  const may = (button: string): boolean => readsOnly === null && viewer.may(button);
  const { expired = 0, expiring = 0, categories = 0 } = counts;
  const truth =
    readsOnly ??
    say([
      `合格品类 ${categories}，即将到期资质 ${expiring}，已过期资质 ${expired}；信息确认日期 ${String(profile.infoConfirmDate ?? "—")}`,
      `Qualified categories: ${categories}; certificates expiring: ${expiring}, expired: ${expired}; information confirmed ${String(profile.infoConfirmDate ?? "—")}`,
    ]);
  return (
    <PageFrame
      title={title}
      truth={
        <>
          <SupplierStatus code={profile.supStatus} /> <span>{truth}</span>
        </>
      }
      buttons={
        <>
          {may("btnConfirmInfo") ? (
            <Button icon={<BadgeCheck size={14} />} onClick={() => void runner.run("confirmInfo", profile)}>
              {say(["确认信息", "Confirm information"])}
            </Button>
          ) : null}
          {may("btnChangeInfo") ? (
            <Button type="primary" icon={<FilePen size={14} />} onClick={() => void openPage({ path: "changeInfoEdit" })}>
              {say(["发起变更", "Request a change"])}
            </Button>
          ) : null}
        </>
      }
    >
      <Stack scroll>
        <ReadForm entity={supplierInfo} row={profile} />
        <FileTabs supplier={profile} viewer={viewer} />
        {viewer.may("btnAddUser") ? <Users supplierId={id} mayDisable={may("btnDisableUser")} /> : null}
      </Stack>
      {runner.dialogs}
    </PageFrame>
  );
}

/** The company's own accounts; one that is no longer needed is shut here at once. */
function Users({ supplierId, mayDisable }: { readonly supplierId: string; readonly mayDisable: boolean }) {
  const runner = useRunner({ entity: user });
  const own = useSession((state) => state.record?.user.userId);
  const disable = (row: Seen<typeof user>): readonly RowAction<Seen<typeof user>>[] =>
    mayDisable && row.userStatus === "ACTIVE" && row.id !== own
      ? [{ label: ["停用", "Disable"], icon: UserX, danger: true, handler: () => void runner.run("doDisable", row) }]
      : [];
  return (
    <section className="pg-section" data-section="users">
      <RowsTable
        entity={user}
        name="supplierPortal.users"
        where={{ supplierId: [supplierId] }}
        title={["企业用户", "Users of the company"]}
        columns={["userName", "displayName", "email", "supAdminFlag", "userStatus", "lastLoginTime"]}
        height="content"
        rowActions={disable}
        show={() => void openPage({ path: "user2" })}
        toolbar={[{ label: ["管理用户", "Manage users"], icon: UserPlus, handler: () => void openPage({ path: "user2" }) }]}
      />
      {runner.panel}
      {runner.dialogs}
    </section>
  );
}
