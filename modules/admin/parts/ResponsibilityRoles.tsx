import { Columns } from "#kernel/web/block/layout.tsx";
import type { Row } from "#kernel/page-document.ts";
import { respRole, role } from "#kernel/platform/grant.entity.ts";
import { messageOf } from "#kernel/web/call.ts";
import { useLanguage, useText } from "#kernel/web/language.ts";
import { confirm, toast } from "#kernel/web/message.ts";
import { RowsTable } from "#kernel/web/part/RowsTable.tsx";
import { useRows } from "#kernel/web/part/useRows.ts";
import { openPage } from "#kernel/web/router.ts";
import { Button, Select } from "antd";
import { Plus } from "lucide-react";
import { useState } from "react";
import { roleName } from "./catalogue.tsx";
import type { Responsibility, Role } from "./catalogue.tsx";
import { saveResponsibilityRoles } from "./permits.tsx";
import { sentence } from "./rolePlan.ts";

const openRole = (row: Row): void => void openPage({ path: "systemsetting/menuFuncPrivilege", query: { roleId: String(row["roleId"]) } });

/** The roles a responsibility is made of. Each change is tried first and says whom it reaches. */
export function ResponsibilityRoles({ of, editable }: { readonly of: Responsibility; readonly editable: boolean }) {
  const say = useText();
  const language = useLanguage((state) => state.language);
  const held = useRows(respRole, { responsibilityId: [of.id], pageRows: 500 });
  const roles = useRows(role, { audience: [of.audience], enabledFlag: ["Y"], pageRows: 0 });
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState("");
  const free = ((roles.data ?? []) as readonly unknown[] as readonly Role[]).filter(
    (role) => !held.data?.some((row) => row["roleId"] === role.id),
  );

  const change = async (added: readonly string[], removed: readonly string[]): Promise<void> => {
    setBusy(true);
    setError("");
    try {
      const trial = await saveResponsibilityRoles(of.id, added, removed, { dryRun: true });
      if (!trial.allowed) return setError(trial.reasons.map((reason) => reason.msg).join(say(["；", "; "])));
      const [cn, en] = sentence(trial.added, trial.removed, trial.touchedUsers);
      const yes = await confirm({
        title: removed.length > 0 ? ["移除角色？", "Remove the role?"] : [`添加 ${added.length} 个角色？`, `Add ${added.length} roles?`],
        text: [`${cn}。${trial.notes.map((note) => note.msg).join("；")}`, `${en}. ${trial.notes.map((note) => note.msg).join("; ")}`],
        confirm: removed.length > 0 ? ["移除", "Remove"] : ["添加", "Add"],
        danger: removed.length > 0,
      });
      if (!yes) return;
      const done = await saveResponsibilityRoles(of.id, added, removed, {});
      toast.success([
        `已保存：${sentence(done.added, done.removed, done.touchedUsers)[0]}`,
        `Saved: ${sentence(done.added, done.removed, done.touchedUsers)[1]}`,
      ]);
      setChosen([]);
    } catch (cause) {
      setError(messageOf(cause));
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className="pg-section" data-section="roles">
      <RowsTable
        entity={respRole}
        name="respSave.roles"
        where={{ responsibilityId: [of.id] }}
        title={["角色", "Roles"]}
        columns={["roleId", "status", "grantedBy", "creationDate"]}
        height="content"
        pageSize={200}
        show={openRole}
        empty={{
          title: ["还没有角色", "No roles yet"],
          detail: ["没有角色的职责什么也打不开。", "A responsibility without roles gives no access."],
        }}
        {...(editable
          ? {
              rowActions: (row: Row) => [
                { label: ["移除", "Remove"] as const, danger: true, handler: () => void change([], [String(row["roleId"])]) },
              ],
            }
          : {})}
      />
      {editable ? (
        <Columns of="minmax(0, 440px) max-content" align="center">
          <Select
            mode="multiple"
            maxTagCount="responsive"
            showSearch={{ optionFilterProp: "label" }}
            value={[...chosen]}
            placeholder={say(["选择要添加的角色", "Choose roles to add"])}
            aria-label={say(["选择要添加的角色", "Choose roles to add"])}
            options={free.map((role) => ({
              value: role.id as string,
              label: `${roleName(role, language)} ${role.roleCode}${role.privilegedFlag === "Y" ? say([" · 特权", " · privileged"]) : ""}`,
            }))}
            onChange={(next: string[]) => setChosen(next)}
          />
          <Button icon={<Plus size={14} />} loading={busy} disabled={chosen.length === 0} onClick={() => void change(chosen, [])}>
            {say(["添加角色", "Add roles"])}
          </Button>
        </Columns>
      ) : null}
      {error ? (
        <p className="pg-error" role="alert">
          {error}
        </p>
      ) : null}
    </section>
  );
}
