import { textOf } from "#kernel/page-format.ts";
import { useText } from "#kernel/web/language.ts";
import { useChanged } from "#kernel/web/page/changes.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { OwnPage, PageFrame, usePageTitle } from "#kernel/web/part/OwnPage.tsx";
import { useTab } from "#kernel/web/tabs.ts";
import { note } from "./note.entity.ts";
import { BatchSheet } from "./parts/BatchSheet.tsx";

export const page = { route: "purDeliveryManage/purDeliveryBatchTemporaryEdit", title: ["送货批次", "Batches"] };

/** The batches of one line of a shipment, worked out before it leaves. */
export default function DeliveryBatchPage() {
  return (
    <OwnPage of={["noteId"]}>
      <Sheet />
    </OwnPage>
  );
}

function Sheet() {
  const say = useText();
  const tab = useTab();
  const title = usePageTitle(["送货批次", "Batches"]);
  const { noteId = "", lineId = "" } = tab.query;
  const load = useLoad(`${note.name}:${noteId}`, () => entityCall.find(note, noteId));
  useChanged(note.name, (changed) => changed.some((row) => row.id === noteId) && load.again());
  return (
    <PageFrame title={title} truth={textOf(load.data?.noteNum)}>
      <PanelState
        load={load}
        empty={say(["送货单没有这一行。", "The note has no such line."])}
        isEmpty={(doc) => !doc.lines?.some((line) => line.id === lineId)}
      >
        {(doc) => <BatchSheet key={lineId} doc={doc} line={doc.lines!.find((line) => line.id === lineId)!} again={load.again} />}
      </PanelState>
    </PageFrame>
  );
}
