import type { Text } from "#kernel/text.ts";
import { useText } from "#kernel/web/language.ts";
import { useLookup } from "#kernel/web/page/lookup.ts";
import "#kernel/web/page/document/print.css";
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
            {say(["现场考察报告", "On-site inspection report"])} {String(inspect["inspectNo"])}
          </span>
        </header>
        <div className="pg-paper-title">
          <h1>{say(["现场考察报告", "On-site inspection report"])}</h1>
          <p>
            <b>{String(inspect["inspectNo"])}</b> {String(inspect["supplierName"] ?? "")} {String(inspect["inspectDate"])}
          </p>
        </div>
        <Verdict inspect={inspect} outside={outside} />
        <Facts inspect={inspect} outside={outside} paper />
        {findings.length > 0 ? (
          <section className="li-block">
            <h2>{say(["发现项", "Findings"])}</h2>
            <table className="li-table">
              <thead>
                <tr>
                  <th>{say(["级别", "Level"])}</th>
                  <th>{say(["描述", "Description"])}</th>
                  <th>{say(["期限", "Due"])}</th>
                  <th>{say(["供应商回复", "Reply"])}</th>
                  <th>{say(["状态", "Status"])}</th>
                </tr>
              </thead>
              <tbody>
                {findings.map((one) => (
                  <tr key={String(one["id"])}>
                    <td className="li-one">{levels.meaning(one["level"])}</td>
                    <td>{String(one["description"])}</td>
                    <td className="li-one">{String(one["dueDate"])}</td>
                    <td>{String(one["supplierReply"] ?? "")}</td>
                    <td className="li-one">{say(stateOf(one["findingStatus"]))}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
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
