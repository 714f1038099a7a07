import { Notice } from "#kernel/web/block/Notice.tsx";
import type { Entity } from "#kernel/entity.ts";
import { menuRole, resourceRole, respRole } from "#kernel/platform/grant.entity.ts";
import { useText } from "#kernel/web/language.ts";
import { confirm, toast } from "#kernel/web/message.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { useRows } from "#kernel/web/part/useRows.ts";
import { Button } from "antd";
import { Clock3 } from "lucide-react";
import { useState } from "react";
import type { RolePermits } from "./permits.tsx";

/** Grants of a privileged role that wait for the second person, and the way to confirm them. */
export function PendingGrants({ permits, reload }: { readonly permits: RolePermits; reload(): void }) {
  const say = useText();
  const viewer = useViewer();
  const [busy, setBusy] = useState(false);
  const inside = [...permits.menus.values(), ...permits.resources.values()].filter((status) => status === "PENDING").length;
  const asked = { roleId: [permits.role.id], status: ["PENDING"], pageRows: 500 };
  const menus = useRows(menuRole, inside > 0 ? asked : null);
  const buttons = useRows(resourceRole, inside > 0 ? asked : null);
  const responsibilities = useRows(respRole, permits.role.privilegedFlag === "Y" ? asked : null);
  const waiting = inside + (responsibilities.data?.length ?? 0);
  if (waiting === 0) return null;
  const rows = [...(menus.data ?? []), ...(buttons.data ?? []), ...(responsibilities.data ?? [])];
  const mine = rows.filter((row) => row["grantedBy"] === viewer.userId).length;
  const askers = [...new Set(rows.map((row) => String(row["grantedByName"] ?? "")))].filter((name) => name !== "").join(say(["、", ", "]));

  const confirmAll = async (): Promise<void> => {
    const yes = await confirm({
      title: [`复核 ${waiting} 项授权？`, `Confirm ${waiting} grants?`],
      text: [`由 ${askers} 申请，复核后立即生效。`, `Requested by ${askers}; effective now.`],
      confirm: ["复核", "Confirm"],
    });
    if (!yes) return;
    setBusy(true);
    try {
      const answers = await Promise.all(
        (
          [
            [menuRole, menus.data],
            [resourceRole, buttons.data],
            [respRole, responsibilities.data],
          ] as const
        ).map(([entity, list]) =>
          list && list.length > 0 ? entityCall.actMany(entity as Entity, "doConfirm", { ids: list.map((row) => row["id"]) }) : [],
        ),
      );
      const bad = answers.flat().filter((answer) => answer.status === "E");
      if (bad.length > 0) toast.warning(bad[0]!.msg ?? bad[0]!.code ?? "");
      else toast.success([`已复核 ${waiting} 项`, `${waiting} confirmed`]);
      responsibilities.again();
      reload();
    } catch (error) {
      toast.error(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Notice
      tone="warning"
      icon={Clock3}
      action={
        viewer.may("btnConfirm") ? (
          <Button size="small" loading={busy} disabled={rows.length === 0 || mine === rows.length} onClick={() => void confirmAll()}>
            {say(["复核", "Confirm"])}
          </Button>
        ) : null
      }
    >
      {say([
        `${waiting} 项授权待另一名安全管理员复核，复核前不生效。`,
        `${waiting} grants await another security administrator and are not effective yet.`,
      ])}
      {mine > 0 ? say([`其中 ${mine} 项由您申请，须由他人复核。`, ` ${mine} of them are yours: someone else has to confirm.`]) : ""}
    </Notice>
  );
}
