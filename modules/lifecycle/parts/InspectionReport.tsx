import type { Row } from "#kernel/page-document.ts";
import { call } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { useChanged } from "#kernel/web/page/changes.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { StatusTag } from "#kernel/web/page/StatusTag.tsx";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { OwnPage } from "#kernel/web/part/OwnPage.tsx";
import { useTab } from "#kernel/web/tabs.ts";
import { Button } from "antd";
import { PencilLine, Printer } from "lucide-react";
import { useEffect, useState } from "react";
import { inspection } from "../inspect.entity.ts";
import { Findings } from "./Findings.tsx";
import { openFrom } from "./open.tsx";
import { PrintedReport } from "./PrintedReport.tsx";
import { Agenda, Facts, MemberScores, Summary, Verdict, type Report } from "./ReportParts.tsx";
import "./inspect.css";

/** What a visit came to: for the house with everybody's scores, for the supplier with what was published and what is to be put right. */
export function InspectionReport() {
  return (
    <OwnPage of={["id"]}>
      <Body />
    </OwnPage>
  );
}

function Body() {
  const tab = useTab();
  const id = tab.query["id"] ?? "";
  const load = useLoad(`report:${id}`, async () => (await call<Report>("srmServer/v1/srmSlcLocaleInspectRestful/findReport", { id })).data);
  useChanged(inspection.name, load.again);
  const number = String(load.data?.inspect["inspectNo"] ?? "");
  useEffect(() => {
    if (number) tab.setTitle([`报告 ${number}`, `Report ${number}`]);
  }, [number, tab]);
  return (
    <div className="li-scroll">
      <div className="li-page">
        <PanelState load={load} empty="" isEmpty={() => false}>
          {(report) => <Shown report={report} again={load.again} />}
        </PanelState>
      </div>
    </div>
  );
}

function Shown({ report, again }: { readonly report: Report; again(): void }) {
  const say = useText();
  const viewer = useViewer();
  const [printing, setPrinting] = useState(false);
  const { inspect, findings, sheets } = report;
  const outside = viewer.audience === "supplier";
  const edit = (): void => openFrom(viewer, "localeInspectEdit", inspect["id"], inspect["inspectNo"]);
  return (
    <>
      <header className="li-head">
        <div>
          <h1>
            {String(inspect["inspectNo"])} <StatusTag entity={inspection} code={inspect["status"]} />
          </h1>
          <p>
            <span>{String(inspect["supplierName"] ?? "")}</span>
            <span>{dates(inspect)}</span>
          </p>
        </div>
        <div className="li-head-buttons">
          {outside ? null : (
            <Button icon={<PencilLine size={14} />} onClick={edit}>
              {say(["考察单", "Inspection"])}
            </Button>
          )}
          {viewer.may("btnPrint") ? (
            <Button icon={<Printer size={14} />} onClick={() => setPrinting(true)}>
              {say(["打印", "Print"])}
            </Button>
          ) : null}
        </div>
      </header>
      <Verdict inspect={inspect} outside={outside} />
      <Facts inspect={inspect} outside={outside} />
      <Agenda inspect={inspect} outside={outside} />
      <Findings inspect={inspect} findings={findings} again={again} />
      {outside ? null : (
        <>
          <MemberScores inspect={inspect} sheets={sheets} />
          <Summary inspect={inspect} />
        </>
      )}
      {printing ? <PrintedReport report={report} outside={outside} close={() => setPrinting(false)} /> : null}
    </>
  );
}

const dates = (inspect: Row): string =>
  [inspect["inspectDate"], inspect["endDate"]].filter((one, at, all) => one && all.indexOf(one) === at).join(" – ");
