import type { Form } from "#kernel/seen.ts";
import { useText } from "#kernel/web/language.ts";
import { useRunner } from "#kernel/web/page/action/useRunner.tsx";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import type { EditSlots } from "#kernel/web/page/slots.ts";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { Alert, Button } from "antd";
import { useStore } from "zustand";
import { linesIn, requisitionAsks } from "./parts/AskLines.tsx";
import { demandTools } from "./parts/fromDemand.tsx";
import { priceHistoryPanel } from "./parts/PriceHistory.tsx";
import { SuggestKeeper } from "./parts/SuggestKeeper.tsx";
import { requisition } from "./requisition.entity.ts";
import type { requisitionLine } from "./requisition-line.entity.ts";

/** Lines that came back while the requisition lives on: why, and the way to submit them again. */
function Returned({ model }: { readonly model: EditModel<typeof requisition> }) {
  const say = useText();
  const viewer = useViewer();
  const base = useStore(model.state, (state) => state.base);
  const runner = useRunner({ entity: requisition, asks: requisitionAsks });
  const back = linesIn(base).filter((line) => line.lineStatus === "RETURNED");
  if (base === null || back.length === 0 || !["APPROVED", "PARTIAL", "COMPLETED"].includes(String(base.status))) return null;
  const names = back.map((line) => String(line.lineNum)).join(", ");
  return (
    <>
      <Alert
        type="warning"
        showIcon
        title={say([
          `第 ${names} 行被退回：${String(back[0]!.returnReason ?? "")}`,
          `Lines ${names} returned: ${String(back[0]!.returnReason ?? "")}`,
        ])}
        action={
          viewer.may("btnSubmit") ? (
            <Button size="small" onClick={() => void runner.run("doSubmitLines", base)}>
              {say(["重新提交这些行", "Submit these lines again"])}
            </Button>
          ) : null
        }
      />
      {runner.dialogs}
    </>
  );
}

const counters = ["openQty", "occupiedQty", "orderedQty", "receivedQty", "cancelledQty"];
const unlocked = (row: Form<typeof requisitionLine>): boolean => ["DRAFT", "RETURNED", ""].includes(String(row.lineStatus ?? ""));

/** A requisition: what is needed, where each line went, and what came back. */
export const slots: EditSlots<typeof requisition> = {
  asks: requisitionAsks,
  head: (model) => (
    <>
      <SuggestKeeper model={model} />
      <Returned model={model} />
    </>
  ),
  cells: { lines: Object.fromEntries(counters.map((key) => [key, { width: 88 }])) },
  sidePanel: [priceHistoryPanel],
  lineToolbar: { lines: demandTools },
  lineRules: { lines: () => ({ editable: (row) => unlocked(row) }) },
};
