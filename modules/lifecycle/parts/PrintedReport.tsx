import type { Text } from "#kernel/text.ts";
import { PlainTable } from "#kernel/web/block/PlainTable.tsx";
import { ReadPart } from "#kernel/web/block/ReadPage.tsx";
import { useText } from "#kernel/web/language.ts";
import { useLookup } from "#kernel/web/page/lookup.ts";
import { Button } from "antd";
import { Printer, X } from "lucide-react";
import { useEffect } from "react";
import { createPortal } from "react-dom";
import { inspectFinding } from "../finding.entity.ts";
import { Facts, MemberScores, Summary, Verdict, type Report } from "./ReportParts.tsx";

/** The report on paper: the same parts, without a trace of the screen around it. */
export function PrintedReport({ report, outside, close }: { readonly report: Report; readonly outside: boolean; close(): void }) {
  const say = useText();
  const levels = useLookup("FINDING_LEVEL");
  const { inspect, findings, sheets } = report;
  const stateOf = (code: unknown): Text => {
    const state = inspectFinding.states?.[String(code) as "OPEN"];
    return state ? [state[0], state[1]] : ["", ""];
  };
  useEffect(() => {
    const { dataset } = document.documentElement;
    const before = dataset["theme"];
    dataset["theme"] = "light";
    return () => void (dataset["theme"] = before);
  }, []);
  return createPortal(
    <div className="pg-print" role="dialog" aria-label={say(["打印考察报告", "Print the report"])}>
      <div className="pg-print-bar">
        <Button type="primary" icon={<Printer size={14} />} onClick={() => window.print()}>
          {say(["打印", "Print"])}
        </Button>
        <Button icon={<X size={14} />} onClick={close}>
          {say(["关闭", "Close"])}
        </Button>
      </div>
      <article className="pg-paper">
        <header className="pg-paper-brand">
          <b>BASE</b> BASE SRM
          <span>
            {say(["现场考察报告", "On-site inspection report"])} {inspect.inspectNo}
          </span>
        </header>
        <div className="pg-paper-title">
          <h1>{say(["现场考察报告", "On-site inspection report"])}</h1>
          <p>
            <b>{inspect.inspectNo}</b> {inspect.supplierName} {inspect.inspectDate}
          </p>
        </div>
        <Verdict inspect={inspect} outside={outside} />
        <Facts inspect={inspect} outside={outside} paper />
        {findings.length > 0 ? (
          <ReadPart title={say(["发现项", "Findings"])}>
            <PlainTable
              label={say(["发现项", "Findings"])}
              rows={findings}
              rowKey={({ id }) => id}
              columns={[
                { key: "level", title: say(["级别", "Level"]), noWrap: true, cell: ({ level }) => levels.meaning(level) },
                { key: "text", title: say(["描述", "Description"]), cell: ({ description }) => description },
                { key: "due", title: say(["期限", "Due"]), noWrap: true, cell: ({ dueDate }) => dueDate },
                { key: "reply", title: say(["供应商回复", "Reply"]), cell: ({ supplierReply }) => supplierReply },
                {
                  key: "state",
                  title: say(["状态", "Status"]),
                  noWrap: true,
                  cell: ({ findingStatus }) => say(stateOf(findingStatus)),
                },
              ]}
            />
          </ReadPart>
        ) : null}
        {outside ? null : (
          <>
            <MemberScores inspect={inspect} sheets={sheets} />
            <Summary inspect={inspect} />
          </>
        )}
      </article>
    </div>,
    document.body,
  );
}
