import { EditPage } from "#kernel/web/page/edit/EditPage.tsx";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import { PageWorld } from "#kernel/web/page/PageWorld.tsx";
import type { EditSlots } from "#kernel/web/page/slots.ts";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { useStore } from "zustand";
import { TryoutDetail } from "./parts/TryoutDetail.tsx";
import { TryoutOrders, TryoutWork } from "./parts/TryoutWork.tsx";
import { batchTryout } from "./tryout.entity.ts";

function Executed({ model }: { readonly model: EditModel<typeof batchTryout> }) {
  const base = useStore(model.state, (state) => state.base);
  if (base === null || base.startedFlag !== "Y") return null;
  const { take } = model;
  return (
    <>
      <TryoutWork row={base} done={take} />
      <TryoutOrders row={base} done={take} />
    </>
  );
}

const slots: EditSlots<typeof batchTryout> = { afterLines: (model) => <Executed model={model} /> };

/** The plan of a small batch and, once it is under way, its results; a supplier that comes here reads the report. */
export default function BatchTryoutEdit() {
  const viewer = useViewer();
  if (viewer.audience === "supplier") return <TryoutDetail />;
  return (
    <PageWorld>
      <EditPage entity={batchTryout} slots={slots} />
    </PageWorld>
  );
}
