import { FilesBlock } from "#kernel/web/page/document/FilesBlock.tsx";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { ReadForm } from "#kernel/web/part/ReadForm.tsx";
import { batchTryout } from "../tryout.entity.ts";
import { DocumentFrame } from "./DocumentFrame.tsx";
import { TryoutOrders, TryoutWork } from "./TryoutWork.tsx";

/** A small batch as a report: the plan, the quantities, the conclusion. */
export function TryoutDetail() {
  const internal = useViewer().audience === "internal";
  return (
    <DocumentFrame entity={batchTryout}>
      {(row, again) => (
        <>
          <ReadForm entity={batchTryout} row={row} />
          <TryoutWork row={row} done={again} />
          <TryoutOrders row={row} done={again} />
          {internal ? <FilesBlock entity={batchTryout} fieldKey="fileIds" row={row} showVisibility /> : null}
        </>
      )}
    </DocumentFrame>
  );
}
