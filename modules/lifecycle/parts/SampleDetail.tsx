import { FilesBlock } from "#kernel/web/page/document/FilesBlock.tsx";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { ReadForm } from "#kernel/web/part/ReadForm.tsx";
import { sampleTrial } from "../sample.entity.ts";
import { DocumentFrame } from "./DocumentFrame.tsx";
import { SampleRounds, SampleTrace } from "./SampleTrace.tsx";
import { SampleWork } from "./SampleWork.tsx";

/** A sample trial as both sides follow it: what has to be done now, what was agreed, what was measured, round by round. */
export function SampleDetail() {
  const showVisibility = useViewer().audience === "internal";
  return (
    <DocumentFrame entity={sampleTrial}>
      {(row, again) => (
        <>
          <SampleWork row={row} done={again} />
          <ReadForm entity={sampleTrial} row={row} />
          <SampleTrace row={row} />
          <SampleRounds row={row} />
          <FilesBlock entity={sampleTrial} fieldKey="dispatchFileIds" row={row} showVisibility={showVisibility} />
          <FilesBlock entity={sampleTrial} fieldKey="fileIds" row={row} showVisibility={showVisibility} />
        </>
      )}
    </DocumentFrame>
  );
}
