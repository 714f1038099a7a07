import type { Seen } from "#kernel/seen.ts";
import { FactGrid } from "#kernel/web/block/FactGrid.tsx";
import { ReadHead } from "#kernel/web/block/ReadPage.tsx";
import { ReadRecord } from "#kernel/web/block/ReadRecord.tsx";
import { useText } from "#kernel/web/language.ts";
import { ApprovalBar, ApprovalSheet } from "#kernel/web/page/document/approvals.tsx";
import { FilesBlock } from "#kernel/web/page/document/FilesBlock.tsx";
import { HistoryPanel } from "#kernel/web/page/document/HistoryPanel.tsx";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { FieldText } from "#kernel/web/page/field/FieldText.tsx";
import { StatusTag } from "#kernel/web/page/StatusTag.tsx";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { fieldOf } from "#kernel/entity.ts";
import { openPage } from "#kernel/web/router.ts";
import { Button } from "antd";
import { History, Printer } from "lucide-react";
import { useState } from "react";
import { supplierChange } from "./change.entity.ts";
import { Comparison } from "./parts/Comparison.tsx";

export const page = { route: "dhangeInfodetailed", title: ["变更对照", "Comparison of a change"], keepAlive: false, menu: false };

const facts = [
  ...(["supplierId", "sections", "changeScope", "initiatorSide", "initiatorId", "submitDate", "effectDate", "effectiveAt"] as const),
  ...(["changeReason", "rejectReason", "verifyStatus", "verifyMethod", "verifiedBy", "verifyDate", "verifyRecord"] as const),
];

/** One change, read-only: what was, what became of it, who thought what of it. Prints as it stands. */
export default function ChangeDetailPage() {
  return (
    <ReadRecord follows={supplierChange} find={(id) => entityCall.find(supplierChange, id)} title={({ changeNo }) => changeNo ?? ""}>
      {(change) => <Detail change={change} />}
    </ReadRecord>
  );
}

function Detail({ change }: { readonly change: Seen<typeof supplierChange> }) {
  const say = useText();
  const viewer = useViewer();
  const [track, setTrack] = useState(false);
  const internal = viewer.audience !== "supplier";
  return (
    <>
      <ReadHead
        title={
          <>
            {change.changeNo} <StatusTag entity={supplierChange} code={change.status} />
          </>
        }
        facts={[change.supplierName]}
        buttons={
          <>
            {viewer.may("btnPrint") ? (
              <Button icon={<Printer size={14} />} onClick={() => window.print()}>
                {say(["打印", "Print"])}
              </Button>
            ) : null}
            {internal && viewer.may("btnViewTrack") ? (
              <Button icon={<History size={14} />} onClick={() => setTrack(!track)}>
                {say(["查看轨迹", "View track"])}
              </Button>
            ) : null}
            <Button onClick={() => void openPage({ path: "changeInfoEdit", query: { id: String(change.id) } })}>
              {say(["打开单据", "Open the request"])}
            </Button>
          </>
        }
      />
      <FactGrid
        facts={facts
          .filter((key) => (change[key] ?? "") !== "")
          .map((key) => ({
            key,
            label: say(fieldOf(supplierChange, key)!.label),
            value: <FieldText field={fieldOf(supplierChange, key)!} fieldKey={key} row={change} plain />,
          }))}
      />
      <Comparison change={change} />
      <FilesBlock entity={supplierChange} fieldKey="fileIds" row={change} showVisibility={internal} />
      <ApprovalSheet entity={supplierChange} row={change} />
      {track ? (
        <section className="pg-section">
          <h2 className="pg-h2">{say(["轨迹", "Track"])}</h2>
          <HistoryPanel entity={supplierChange} id={String(change.id)} version={change.versionNum} />
        </section>
      ) : null}
      <ApprovalBar entity={supplierChange} row={change} />
    </>
  );
}
