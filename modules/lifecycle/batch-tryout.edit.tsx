import { EditPage } from "#kernel/web/page/edit/EditPage.tsx";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import { PageWorld } from "#kernel/web/page/PageWorld.tsx";
import type { EditSlots } from "#kernel/web/page/slots.ts";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { useStore } from "zustand";
import { TryoutDetail } from "./parts/TryoutDetail.tsx";
import { TryoutOrders, TryoutWork } from "./parts/TryoutWork.tsx";
import { batchTryout } from "./tryout.entity.ts";
import "./parts/trial.css";

function Executed({ model }: { readonly model: EditModel }) {
  const base = useStore(model.state, (state) => state.base);
  if (base === null || base["startedFlag"] !== "Y") return null;
  const done = (document: Record<string, unknown>) => model.take(document);
  return (
    <>
      <TryoutWork row={base} done={done} />
      <TryoutOrders row={base} done={done} />
    </>
  );
}

const slots: EditSlots = { afterLines: (model) => <Executed model={model} /> };

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
