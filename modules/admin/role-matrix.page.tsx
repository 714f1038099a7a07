import type { Entity } from "#kernel/entity.ts";
import { menuRole, resourceRole } from "#kernel/platform/grant.entity.ts";
import { CallError } from "#kernel/web/call.ts";
import { useDraft } from "#kernel/web/draft.ts";
import { useKey } from "#kernel/web/keys.ts";
import { useText } from "#kernel/web/language.ts";
import { discardChanges, toast } from "#kernel/web/message.ts";
import { EditWaiting } from "#kernel/web/page/states.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { exportRows } from "#kernel/web/part/exportRows.ts";
import { OwnPage, PageFrame, usePageTitle } from "#kernel/web/part/OwnPage.tsx";
import { MenuButton } from "#kernel/web/part/Popup.tsx";
import { useTab } from "#kernel/web/tabs.ts";
import { Button } from "antd";
import { Download } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { ReactNode } from "react";
import { useCatalogue } from "./parts/catalogue.tsx";
import type { Catalogue, Role } from "./parts/catalogue.tsx";
import { findRolePermits, saveRolePermits } from "./parts/permits.tsx";
import type { RolePermits } from "./parts/permits.tsx";
import { RoleEffects } from "./parts/RoleEffects.tsx";
import { RoleList } from "./parts/RoleList.tsx";
import { RoleTable } from "./parts/RoleTable.tsx";
import { RoleTruth } from "./parts/RoleTruth.tsx";
import { differenceOf, due, noPlan, sentence, sizeOf, wish } from "./parts/rolePlan.ts";
import type { RolePlan } from "./parts/rolePlan.ts";

export const page = { route: "systemsetting/menuFuncPrivilege", title: ["角色权限矩阵", "Role matrix"] };

/** What each role opens and lets people press: menus down, buttons across, nothing saved before its consequences are shown. */
export default function RoleMatrix() {
  return (
    <OwnPage>
      <Choosing />
    </OwnPage>
  );
}

function Choosing() {
  const tab = useTab();
  const title = usePageTitle(["角色权限矩阵", "Role matrix"]);
  const catalogue = useCatalogue();
  const [roleId, setRoleId] = useState<string | null>(tab.query["roleId"] ?? null);
  const permits = useLoad(roleId ?? "", async () => (roleId === null ? null : findRolePermits(roleId)));
  const [dirty, setDirty] = useState(0);
  const choose = async (role: Role): Promise<void> => {
    if (role.id === roleId) return;
    if (await discardChanges(dirty)) setRoleId(role.id);
  };
  const left = <RoleList chosen={roleId} choose={(role) => void choose(role)} />;
  const failed = catalogue.error || permits.error;
  if (permits.data === null || catalogue.data === null || permits.data.role.id !== roleId)
    return (
      <PageFrame title={title} left={left}>
        {failed || roleId !== null ? (
          <EditWaiting label={["角色权限", "role"]} error={failed} again={() => (catalogue.again(), permits.again())} />
        ) : null}
      </PageFrame>
    );
  return (
    <OneRole
      key={roleId}
      title={title}
      left={left}
      permits={permits.data}
      catalogue={catalogue.data}
      reload={permits.again}
      told={setDirty}
    />
  );
}

interface Kept {
  readonly roleId: string;
  readonly plan: RolePlan;
}

interface OneProps {
  readonly title: string;
  readonly left: ReactNode;
  readonly permits: RolePermits;
  readonly catalogue: Catalogue;
  reload(): void;
  told(changes: number): void;
}

function OneRole({ title, left, permits, catalogue, reload, told }: OneProps) {
  const say = useText();
  const tab = useTab();
  const viewer = useViewer();
  const wished = useRef<RolePlan>(noPlan);
  const stored = useDraft<Kept>(tab.key, () => ({ roleId: permits.role.id, plan: wished.current }));
  const [wishes, setPlan] = useState<RolePlan>(stored?.roleId === permits.role.id ? stored.plan : noPlan);
  const plan = due(permits, wishes);
  wished.current = plan;
  const [trying, setTrying] = useState(false);
  const [busy, setBusy] = useState(false);
  const change = differenceOf(plan);
  const { added, removed } = sizeOf(change);
  const changes = added + removed;
  const may = viewer.may("btnSave");
  useEffect(() => {
    tab.setDirty(changes > 0);
    told(changes);
    // the handles of the tab and of the frame stay the same
    // oxlint-disable-next-line react/exhaustive-deps
  }, [changes]);
  useKey("Mod+S", ["保存", "Save"], () => setTrying(true), { off: !may || changes === 0 || trying });

  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      const answer = await saveRolePermits(permits.role.id, change, { versionNum: permits.versionNum });
      toast.success([
        `已保存：${sentence(answer.added, answer.removed, answer.touchedUsers)[0]}`,
        `Saved: ${sentence(answer.added, answer.removed, answer.touchedUsers)[1]}`,
      ]);
      setPlan(noPlan);
      reload();
    } catch (error) {
      toast.error(error);
      if (error instanceof CallError && error.code === "VERSION_CONFLICT") reload();
    } finally {
      setBusy(false);
      setTrying(false);
    }
  };
  return (
    <PageFrame
      title={title}
      left={left}
      truth={<RoleTruth permits={permits} />}
      side={
        trying ? (
          <RoleEffects
            permits={permits}
            catalogue={catalogue}
            change={change}
            busy={busy}
            confirm={() => void save()}
            back={() => setTrying(false)}
          />
        ) : null
      }
      buttons={
        <>
          {viewer.may("btnExport") && !trying ? <Export roleId={permits.role.id} /> : null}
          {may ? (
            <Button disabled={changes === 0} onClick={() => setPlan(noPlan)}>
              {say(["放弃修改", "Discard"])}
            </Button>
          ) : null}
          {may ? (
            <Button {...(trying ? {} : { type: "primary" as const })} disabled={changes === 0} onClick={() => setTrying(true)}>
              {say(["保存", "Save"])}
            </Button>
          ) : null}
        </>
      }
    >
      <RoleTable
        permits={permits}
        catalogue={catalogue}
        plan={plan}
        readOnly={!may}
        reload={reload}
        set={(squares, on) => setPlan((now) => wish(permits, now, catalogue, squares, on))}
      />
      {changes > 0 ? (
        <div className="pt-foot" role="status">
          <b>{say(sentence(added, removed, permits.touchedUsers))}</b>
          <span>{say(["还没有保存", "not saved yet"])}</span>
        </div>
      ) : null}
    </PageFrame>
  );
}

/** Takes what the role holds out as a workbook. */
function Export({ roleId }: { readonly roleId: string }) {
  const say = useText();
  const take = (of: Entity) => () => void exportRows(of, undefined, { roleId: [roleId] });
  const label = say(["导出", "Export"]);
  const items = [
    { key: "menus", label: say(["已授权菜单", "Granted menus"]), run: take(menuRole) },
    { key: "buttons", label: say(["已授权按钮", "Granted buttons"]), run: take(resourceRole) },
  ];
  return (
    <MenuButton label={label} items={items}>
      <Button icon={<Download size={14} />}>{label}</Button>
    </MenuButton>
  );
}
