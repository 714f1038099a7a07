import type { Row } from "#kernel/page-document.ts";
import { useText } from "#kernel/web/language.ts";
import { toast } from "#kernel/web/message.ts";
import { FilesBlock } from "#kernel/web/page/document/FilesBlock.tsx";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { useLookup } from "#kernel/web/page/lookup.ts";
import { StatusTag } from "#kernel/web/page/StatusTag.tsx";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { useWork } from "#kernel/web/part/useWork.ts";
import { Button, Input } from "antd";
import { useState } from "react";
import { inspectFinding } from "../finding.entity.ts";
import { inspection } from "../inspect.entity.ts";
import { useAsk } from "./useAsk.tsx";

interface Props {
  readonly inspect: Row;
  readonly findings: readonly Row[];
  again(): void;
}

/** What was found, what the supplier says to it, and whether that is enough. */
export function Findings({ inspect, findings, again }: Props) {
  const say = useText();
  const open = findings.filter((one) => one["findingStatus"] !== "CLOSED").length;
  return (
    <section className="li-block" aria-label={say(["发现项", "Findings"])}>
      <h2>
        {say(["发现项", "Findings"])}
        <small>{say([`共 ${findings.length} 项，未关闭 ${open} 项`, `${findings.length}, ${open} open`])}</small>
      </h2>
      {findings.length === 0 ? <p className="li-empty">{say(["没有发现项", "No findings"])}</p> : null}
      <ul className="li-findings">
        {findings.map((one) => (
          <Finding key={String(one["id"])} inspect={inspect} finding={one} again={again} />
        ))}
      </ul>
    </section>
  );
}

function Finding({ inspect, finding, again }: { readonly inspect: Row; readonly finding: Row; again(): void }) {
  const say = useText();
  const viewer = useViewer();
  const levels = useLookup("FINDING_LEVEL");
  const status = String(finding["findingStatus"]);
  const outside = viewer.audience === "supplier";
  const running = ["RECTIFYING", "APPROVED"].includes(String(inspect["status"]));
  const waits = status === "OPEN" || status === "REOPENED";
  const asking = useAsk(inspection, inspect, again);
  const grave = ["CRITICAL", "MAJOR"].includes(String(finding["level"]));
  const mayVerify = !outside && running && status !== "CLOSED" && !(waits && grave) && viewer.may("btnVerify");
  return (
    <li className="li-finding" data-level={String(finding["level"])}>
      <header>
        <b>{levels.meaning(finding["level"])}</b>
        <StatusTag entity={inspectFinding} code={status} />
        {finding["section"] ? <span>{String(finding["section"])}</span> : null}
        <span>{say([`期限 ${String(finding["dueDate"])}`, `Due ${String(finding["dueDate"])}`])}</span>
      </header>
      <p className="li-text">{String(finding["description"])}</p>
      <FilesBlock entity={inspectFinding} fieldKey="fileIds" row={finding} showVisibility={!outside} />
      {!outside && finding["innerRemark"] ? (
        <p className="li-empty">{say([`内部备注：${String(finding["innerRemark"])}`, `Internal: ${String(finding["innerRemark"])}`])}</p>
      ) : null}
      {finding["supplierReply"] ? (
        <div className="li-said">
          <small>
            {say(["供应商回复", "Supplier's answer"])} · {String(finding["replyDate"] ?? "").slice(0, 16)}
          </small>
          <p className="li-text">{String(finding["supplierReply"])}</p>
          <FilesBlock entity={inspectFinding} fieldKey="replyFiles" row={finding} showVisibility={false} />
        </div>
      ) : null}
      {finding["verifyDate"] ? <Verified finding={finding} /> : null}
      {outside && running && waits && viewer.may("btnRectifyReply") ? <Reply inspect={inspect} finding={finding} again={again} /> : null}
      {mayVerify ? (
        <div className="li-row">
          <Button onClick={() => asking.ask("doVerify", { findingId: finding["id"] }, String(finding["description"]).slice(0, 20))}>
            {say(["验证", "Verify"])}
          </Button>
        </div>
      ) : null}
      {asking.dialog}
    </li>
  );
}

function Verified({ finding }: { readonly finding: Row }) {
  const say = useText();
  const words = useLookup("OK_NG");
  return (
    <div className="li-said">
      <small>
        {say(["验证", "Verified"])} · {String(finding["verifyDate"]).slice(0, 16)}
        {finding["verifyByName"] ? ` · ${String(finding["verifyByName"])}` : ""}
      </small>
      <p className="li-text">
        {finding["verifyResult"] ? words.meaning(finding["verifyResult"]) : say(["重新回复，待验证", "Answered again, to be verified"])}
        {finding["verifyRemark"] ? ` · ${String(finding["verifyRemark"])}` : ""}
      </p>
    </div>
  );
}

/** Where the supplier says what was done about it. */
function Reply({ inspect, finding, again }: { readonly inspect: Row; readonly finding: Row; again(): void }) {
  const say = useText();
  const work = useWork();
  const [text, setText] = useState("");
  const [files, setFiles] = useState("");
  const send = (): Promise<void> =>
    work.run(async () => {
      await entityCall.act(inspection, "doRectifyReply", {
        id: inspect["id"],
        findingId: finding["id"],
        supplierReply: text,
        replyFiles: files || null,
      });
      toast.success(["已回复", "Answer sent"]);
      again();
    });
  return (
    <div className="li-said">
      <Input.TextArea
        rows={3}
        maxLength={2000}
        value={text}
        aria-label={say(["整改回复", "Corrective answer"])}
        placeholder={say(["原因、措施、完成日期", "Cause, measures, date done"])}
        onChange={(event) => setText(event.target.value)}
      />
      <FilesBlock entity={inspectFinding} fieldKey="replyFiles" row={{ replyFiles: files }} showVisibility={false} change={setFiles} />
      {work.error ? (
        <p role="alert" className="li-bad">
          {work.error}
        </p>
      ) : null}
      <div className="li-row">
        <Button type="primary" loading={work.busy} disabled={text.trim() === ""} onClick={() => void send()}>
          {say(["提交回复", "Send answer"])}
        </Button>
      </div>
    </div>
  );
}
