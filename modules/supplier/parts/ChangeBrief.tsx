import type { Seen } from "#kernel/seen.ts";
import { Item, ItemList } from "#kernel/web/block/ItemList.tsx";
import { Replaced } from "#kernel/web/block/Labelled.tsx";
import { useText } from "#kernel/web/language.ts";
import { ApprovalTimeline } from "#kernel/web/page/document/ApprovalTimeline.tsx";
import { Facts } from "#kernel/web/page/document/Facts.tsx";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { supplierChange } from "../change.entity.ts";
import { Side } from "./Comparison.tsx";
import { GuardTag } from "./FieldRows.tsx";

/** A request beside its list: whoever approves there sees what was and what shall be. */
export function ChangeBrief({ row }: { readonly row: Seen<typeof supplierChange> }) {
  const say = useText();
  const { audience } = useViewer();
  const id = String(row.id);
  const load = useLoad(`change:${id}:${String(row.versionNum ?? "")}`, () => entityCall.find(supplierChange, id));
  return (
    <>
      <Facts entity={supplierChange} row={row} audience={audience} />
      <PanelState load={load} empty="" isEmpty={() => false}>
        {(change) => (
          <>
            <ItemList label={say(["变更明细", "What changes"])}>
              {change.lines?.map((line) => (
                <Item
                  key={line.id}
                  title={
                    <>
                      {say([line.fieldLabel ?? "", line.fieldLabelEn ?? line.fieldLabel ?? ""])} <GuardTag level={line.guardLevel} />
                    </>
                  }
                  note={line.rowTitle}
                >
                  <Replaced old={<Side line={line} side="old" />} by={<Side line={line} side="new" />} />
                </Item>
              ))}
            </ItemList>
            <ApprovalTimeline entity={supplierChange} row={change} />
          </>
        )}
      </PanelState>
    </>
  );
}
