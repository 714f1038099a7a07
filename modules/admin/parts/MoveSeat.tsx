import type { Form, Seen } from "#kernel/seen.ts";
import { AskDialog } from "#kernel/web/block/AskDialog.tsx";
import { useLanguage, useText } from "#kernel/web/language.ts";
import { toast } from "#kernel/web/message.ts";
import { tellChanged } from "#kernel/web/page/changes.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { FormGrid } from "#kernel/web/page/FormGrid.tsx";
import { useWork } from "#kernel/web/part/useWork.ts";
import { today } from "#kernel/web/part/day.ts";
import { useState } from "react";
import { position } from "../position.entity.ts";
import { nameIn } from "./organizations.tsx";

export interface Move {
  readonly row: Seen<typeof position>;
  readonly parent: Seen<typeof position> | null;
}

const fields = position.actions.doMove.input!;

/** Under which seat from which day: dragging and the keyboard end here, so that no slip of the hand changes who approves what. */
export function MoveSeat({ move, close }: { readonly move: Move; close(): void }) {
  const say = useText();
  const [values, setValues] = useState<Form<typeof position> & { readonly effectiveDate?: string }>({
    parentPositionId: move.parent?.["id"] ?? null,
    parentPositionCode: move.parent?.["positionCode"] ?? null,
    parentPositionName: move.parent?.["positionName"] ?? null,
    effectiveDate: today(),
  });
  const { busy, error, run, clear } = useWork();
  const name = nameIn(
    move.row,
    "positionName",
    useLanguage((state) => state.language),
  );
  const send = (): Promise<void> =>
    run(async () => {
      const { id, versionNum } = move.row;
      const { parentPositionId, effectiveDate } = values;
      const { document } = await entityCall.act(position, "doMove", { id, versionNum, parentPositionId, effectiveDate });
      tellChanged({ entity: position.name, id: String(id), document });
      const day = String(effectiveDate ?? "");
      toast.success(
        day > today() ? [`「${name}」将于 ${day} 调整`, `${name} will move on ${day}`] : [`已调整「${name}」的上级`, `${name} moved`],
      );
      close();
    });
  return (
    <AskDialog
      title={say([`调整「${name}」的上级`, `Move ${name}`])}
      width={440}
      press={["调整", "Move"]}
      busy={busy}
      errors={[error]}
      send={() => void send()}
      close={close}
    >
      <p className="pg-dialog-text">
        {say([
          `现在的上级：${String(move.row["parentPositionName"] ?? "无（最上级）")}。选择将来的日期，到那一天才生效。`,
          `Reports to ${String(move.row["parentPositionName"] ?? "nobody (top)")} now. A future date takes effect on that day.`,
        ])}
      </p>
      <FormGrid
        columns={1}
        cells={Object.entries(fields).map(([key, field]) => ({ key, field, span: 1 as const }))}
        row={values}
        patch={(patch) => (setValues((now) => ({ ...now, ...patch })), clear())}
      />
    </AskDialog>
  );
}
