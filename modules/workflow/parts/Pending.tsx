import { Notice } from "#kernel/web/block/Notice.tsx";
import { Inline, Stack } from "#kernel/web/block/layout.tsx";
import { Button } from "antd";
import { useText } from "#kernel/web/language.ts";
import { useLookup } from "#kernel/web/page/lookup.ts";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { toast } from "#kernel/web/message.ts";
import { useWork } from "#kernel/web/part/useWork.ts";
import { tellMoved } from "./sheetStore.tsx";
import { instances, type Sheet } from "./wire.tsx";
import type { MatterRow } from "./rows.ts";

/** Interventions above the limit: a second administrator agrees or not. */
export function Pending({ sheet, row, again }: { readonly sheet: Sheet; readonly row: MatterRow; again(): void }) {
  const say = useText();
  const viewer = useViewer();
  const work = useWork();
  const kinds = useLookup("BPM_INTERVENTION");
  const pending = sheet.pending ?? [];
  if (pending.length === 0) return null;
  const answer = (id: string, agree: "Y" | "N"): Promise<void> =>
    work.run(async () => {
      await instances.act("doConfirm", { instanceId: sheet.instanceId, interventionId: id, agree });
      toast.success(agree === "Y" ? ["已确认", "Confirmed"] : ["已拒绝", "Rejected"]);
      tellMoved(String(row.bizEntity), String(row.bizId));
      again();
    });
  return (
    <Stack as="section" gap="xs" label={say(["待复核", "Awaiting confirmation"])}>
      <h3 className="pg-h3">
        {say(["待复核的干预", "Awaiting a second administrator"])} <span className="pg-count">{pending.length}</span>
      </h3>
      {pending.map((entry) => (
        <Notice
          key={String(entry.id)}
          tone="warning"
          action={
            entry.byUserId === viewer.userId ? (
              <span>{say(["等另一名管理员", "Waiting for someone else"])}</span>
            ) : (
              <Inline as="span">
                <Button size="small" type="primary" loading={work.busy} onClick={() => void answer(String(entry.id), "Y")}>
                  {say(["确认", "Confirm"])}
                </Button>
                <Button size="small" onClick={() => void answer(String(entry.id), "N")}>
                  {say(["拒绝", "Reject"])}
                </Button>
              </Inline>
            )
          }
        >
          <b>{kinds.meaning(entry.kind)}</b> {String(entry.reason ?? "")}
        </Notice>
      ))}
      {work.error ? <p className="pg-error">{work.error}</p> : null}
    </Stack>
  );
}
