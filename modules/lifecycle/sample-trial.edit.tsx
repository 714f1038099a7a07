import { EditPage } from "#kernel/web/page/edit/EditPage.tsx";
import { PageWorld } from "#kernel/web/page/PageWorld.tsx";
import type { EditSlots } from "#kernel/web/page/slots.ts";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { useStore } from "zustand";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import { SampleDetail } from "./parts/SampleDetail.tsx";
import { SampleRounds, SampleTrace } from "./parts/SampleTrace.tsx";
import { SampleWork } from "./parts/SampleWork.tsx";
import { sampleTrial } from "./sample.entity.ts";

function Now({ model }: { readonly model: EditModel<typeof sampleTrial> }) {
  const base = useStore(model.state, (state) => state.base);
  return base === null || base.status === "DRAFT" ? null : <SampleWork row={base} done={(document) => model.take(document)} />;
}

function Past({ model }: { readonly model: EditModel<typeof sampleTrial> }) {
  const base = useStore(model.state, (state) => state.base);
  if (base === null) return null;
  return (
    <>
      {["DRAFT", "SENT", "CONFIRMED"].includes(base.status ?? "") ? null : <SampleTrace row={base} />}
      <SampleRounds row={base} />
    </>
  );
}

const slots: EditSlots<typeof sampleTrial> = { head: (model) => <Now model={model} />, afterLines: (model) => <Past model={model} /> };

/** A sample trial being drawn up and worked on; a supplier that comes here reads and answers it. */
export default function SampleTrialEdit() {
  const viewer = useViewer();
  if (viewer.audience === "supplier") return <SampleDetail />;
  return (
    <PageWorld>
      <EditPage entity={sampleTrial} slots={slots} />
    </PageWorld>
  );
}
