import { ReadHead } from "#kernel/web/block/ReadPage.tsx";
import { ReadRecord } from "#kernel/web/block/ReadRecord.tsx";
import { call } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { StatusTag } from "#kernel/web/page/StatusTag.tsx";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { Button } from "antd";
import { PencilLine, Printer } from "lucide-react";
import { useState } from "react";
import { inspection } from "../inspect.entity.ts";
import { Findings } from "./Findings.tsx";
import { openFrom } from "./open.tsx";
import { PrintedReport } from "./PrintedReport.tsx";
import { Agenda, Facts, MemberScores, Summary, Verdict, type Report } from "./ReportParts.tsx";

const find = async (id: string): Promise<Report> => (await call<Report>("srmServer/v1/srmSlcLocaleInspectRestful/findReport", { id })).data;

/** What a visit came to: for the house with everybody's scores, for the supplier with what was published and what is to be put right. */
export function InspectionReport() {
  return (
    <ReadRecord find={find} follows={inspection} title={({ inspect }) => [`报告 ${inspect.inspectNo}`, `Report ${inspect.inspectNo}`]}>
      {(report, again) => <Shown report={report} again={again} />}
    </ReadRecord>
  );
}

function Shown({ report, again }: { readonly report: Report; again(): void }) {
  const say = useText();
  const viewer = useViewer();
  const [printing, setPrinting] = useState(false);
  const { inspect, findings, sheets } = report;
  const outside = viewer.audience === "supplier";
  const edit = (): void => openFrom(viewer, "localeInspectEdit", inspect.id, inspect.inspectNo);
  return (
    <>
      <ReadHead
        title={
          <>
            {inspect.inspectNo} <StatusTag entity={inspection} code={inspect.status} />
          </>
        }
        facts={[inspect.supplierName, [...new Set([inspect.inspectDate, inspect.endDate])].filter(Boolean).join(" – ")]}
        buttons={
          <>
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
          </>
        }
      />
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
