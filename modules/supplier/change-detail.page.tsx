import { useText } from "#kernel/web/language.ts";
import { ApprovalBar, ApprovalSheet } from "#kernel/web/page/document/approvals.tsx";
import { FilesBlock } from "#kernel/web/page/document/FilesBlock.tsx";
import { HistoryPanel } from "#kernel/web/page/document/HistoryPanel.tsx";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { useChanged } from "#kernel/web/page/changes.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { FieldText } from "#kernel/web/page/field/FieldText.tsx";
import { StatusTag } from "#kernel/web/page/StatusTag.tsx";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { fieldOf } from "#kernel/entity.ts";
import type { Row } from "#kernel/page-document.ts";
import { OwnPage } from "#kernel/web/part/OwnPage.tsx";
import { openPage } from "#kernel/web/router.ts";
import { useTab } from "#kernel/web/tabs.ts";
import { Button } from "antd";
import { History, Printer } from "lucide-react";
import { useEffect, useState } from "react";
import { supplierChange } from "./change.entity.ts";
import { Comparison } from "./parts/Comparison.tsx";

export const page = { route: "dhangeInfodetailed", title: ["变更对照", "Comparison of a change"], keepAlive: false, menu: false };

const facts = [
  ...["supplierId", "sections", "changeScope", "initiatorSide", "initiatorId", "submitDate", "effectDate", "effectiveAt"],
  ...["changeReason", "rejectReason", "verifyStatus", "verifyMethod", "verifiedBy", "verifyDate", "verifyRecord"],
];

/** One change, read-only: what was, what became of it, who thought what of it. Prints as it stands. */
export default function ChangeDetailPage() {
  return (
    <OwnPage of={["id"]}>
      <Body />
    </OwnPage>
  );
}

function Body() {
  const tab = useTab();
  const id = tab.query["id"] ?? "";
  const load = useLoad(`change:${id}`, () => entityCall.find(supplierChange, id));
  useChanged(supplierChange.name, (changed) => void (changed.some((one) => one.id === id) && load.again()));
  const number = String(load.data?.["changeNo"] ?? "");
  useEffect(() => {
    if (number) tab.setTitle(number);
  }, [number, tab]);
  return (
    <div className="pc-page sc-detail">
      <PanelState load={load} empty="" isEmpty={() => false}>
        {(change) => <Detail change={change} />}
      </PanelState>
    </div>
  );
}

function Detail({ change }: { readonly change: Row }) {
  const say = useText();
  const viewer = useViewer();
  const [track, setTrack] = useState(false);
  const internal = viewer.audience !== "supplier";
  return (
    <>
      <header className="pg-head">
        <div>
          <h1>
            {String(change["changeNo"] ?? "")} <StatusTag entity={supplierChange} code={change["status"]} />
          </h1>
          <p className="pg-truth">{String(change["supplierName"] ?? "")}</p>
        </div>
        <div className="pg-head-buttons s-no-print">
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
          <Button onClick={() => void openPage({ path: "changeInfoEdit", query: { id: String(change["id"]) } })}>
            {say(["打开单据", "Open the request"])}
          </Button>
        </div>
      </header>
      <dl className="pg-facts">
        {facts
          .filter((key) => change[key] !== null && change[key] !== undefined && change[key] !== "")
          .map((key) => (
            <div key={key}>
              <dt>{say(fieldOf(supplierChange, key)!.label)}</dt>
              <dd>
                <FieldText field={fieldOf(supplierChange, key)!} fieldKey={key} row={change} plain />
              </dd>
            </div>
          ))}
      </dl>
      <Comparison change={change} />
      <FilesBlock entity={supplierChange} fieldKey="fileIds" row={change} showVisibility={internal} />
      <ApprovalSheet entity={supplierChange} row={change} />
      {track ? (
        <section className="pg-section">
          <h2 className="pg-h2">{say(["轨迹", "Track"])}</h2>
          <HistoryPanel entity={supplierChange} id={String(change["id"])} version={change["versionNum"]} />
        </section>
      ) : null}
      <ApprovalBar entity={supplierChange} row={change} />
    </>
  );
}
