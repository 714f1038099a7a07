import { mayCreate } from "#kernel/page-action.ts";
import type { Seen } from "#kernel/seen.ts";
import { useText } from "#kernel/web/language.ts";
import { useRunner } from "#kernel/web/page/action/useRunner.tsx";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import { DrawerForm } from "#kernel/web/page/list/DrawerForm.tsx";
import { tellChanged } from "#kernel/web/page/changes.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { confirm, toast } from "#kernel/web/message.ts";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { RowsTable } from "#kernel/web/part/RowsTable.tsx";
import { Plus } from "lucide-react";
import { useState } from "react";
import { useStore } from "zustand";
import { inspectFinding } from "../finding.entity.ts";
import { inspection } from "../inspect.entity.ts";

const noting = ["DRAFT", "NOTIFIED", "SCORING", "SUMMARIZING"];
const columns = ["level", "section", "description", "dueDate", "findingStatus", "supplierReply", "verifyResult"] as const;

/** The findings of an inspection in its own page; they are rows of their own, so several people note them at once. */
export function FindingRows({ model }: { readonly model: EditModel<typeof inspection> }) {
  const say = useText();
  const viewer = useViewer();
  const base = useStore(model.state, (state) => state.base);
  const [drawer, setDrawer] = useState<{ readonly id: string | null } | null>(null);
  const id = base?.id ?? "";
  // The inspection's own figures follow its findings.
  const follow = (): void => tellChanged({ entity: inspection.name, id });
  const runner = useRunner({ entity: inspectFinding, done: follow });
  if (!base) return null;
  const open = noting.includes(base.status ?? "");
  const close = (): void => (setDrawer(null), follow());
  const remove = async (row: Seen<typeof inspectFinding>): Promise<void> => {
    const sure = await confirm({
      title: ["删除这条发现项？", "Delete this finding?"],
      text: say(["删除后不再出现在报告中", "It will be removed from the report"]),
      confirm: ["删除", "Delete"],
      danger: true,
    });
    if (!sure) return;
    try {
      await entityCall.remove(inspectFinding, row.id, row.versionNum);
      tellChanged({ entity: inspectFinding.name, id: row.id, gone: true });
      follow();
    } catch (error) {
      toast.error(error);
    }
  };
  return (
    <section className="pg-section" data-section="findings">
      <RowsTable
        entity={inspectFinding}
        name="SrmSlcLocaleInspect.findings"
        where={{ inspectId: [id] }}
        title={inspectFinding.label}
        columns={columns}
        height="content"
        show={(row) => setDrawer({ id: row.id })}
        empty={{ title: ["还没有发现项", "Nothing recorded yet"] }}
        rowActions={(row) =>
          open && row.findingStatus === "OPEN" && viewer.may("btnDelete")
            ? [{ label: ["删除", "Delete"], danger: true, handler: () => void remove(row) }]
            : []
        }
        {...(open && mayCreate(inspectFinding, viewer)
          ? { toolbar: [{ label: ["添加发现项", "Add finding"], icon: Plus, handler: () => setDrawer({ id: null }) }] }
          : {})}
      />
      {drawer ? (
        <DrawerForm entity={inspectFinding} viewer={viewer} runner={runner} id={drawer.id} start={{ inspectId: id }} close={close} />
      ) : null}
      {runner.dialogs}
    </section>
  );
}
