import type { Seen } from "#kernel/seen.ts";
import { Box } from "#kernel/web/block/Box.tsx";
import { Inline, Stack, Words } from "#kernel/web/block/layout.tsx";
import { ReadPart } from "#kernel/web/block/ReadPage.tsx";
import { useText } from "#kernel/web/language.ts";
import { toast } from "#kernel/web/message.ts";
import { FilesBlock } from "#kernel/web/page/document/FilesBlock.tsx";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { useLookup } from "#kernel/web/page/lookup.ts";
import { StatusTag } from "#kernel/web/page/StatusTag.tsx";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { useWork } from "#kernel/web/part/useWork.ts";
import { WorkError } from "#kernel/web/part/WorkError.tsx";
import { Button, Input } from "antd";
import { useState, type ReactNode } from "react";
import { inspectFinding } from "../finding.entity.ts";
import { inspection } from "../inspect.entity.ts";
import { useAsk } from "./useAsk.tsx";

type Found = Seen<typeof inspectFinding>;

interface Props {
  readonly inspect: Seen<typeof inspection>;
  readonly findings: readonly Found[];
  again(): void;
}

/** What was found, what the supplier says to it, and whether that is enough. */
export function Findings({ inspect, findings, again }: Props) {
  const say = useText();
  const open = findings.filter(({ findingStatus }) => findingStatus !== "CLOSED").length;
  return (
    <ReadPart
      title={say(["发现项", "Findings"])}
      note={say([`共 ${findings.length} 项，未关闭 ${open} 项`, `${findings.length}, ${open} open`])}
    >
      {findings.length === 0 ? <Words size="small">{say(["没有发现项", "No findings"])}</Words> : null}
      <Stack>
        {findings.map((finding) => (
          <Finding key={finding.id} inspect={inspect} finding={finding} again={again} />
        ))}
      </Stack>
    </ReadPart>
  );
}

interface FindingProps {
  readonly inspect: Seen<typeof inspection>;
  readonly finding: Found;
  again(): void;
}

const tones = { CRITICAL: "error", MAJOR: "error", MINOR: "warning" } as const;

function Finding({ inspect, finding, again }: FindingProps) {
  const say = useText();
  const viewer = useViewer();
  const levels = useLookup("FINDING_LEVEL");
  const level = finding.level as keyof typeof tones;
  const status = finding.findingStatus;
  const outside = viewer.audience === "supplier";
  const running = ["RECTIFYING", "APPROVED"].includes(inspect.status ?? "");
  const waits = status === "OPEN" || status === "REOPENED";
  const asking = useAsk(inspection, inspect, again);
  const mayVerify = !outside && running && status !== "CLOSED" && !(waits && tones[level] === "error") && viewer.may("btnVerify");
  const description = finding.description ?? "";
  return (
    <Box
      tone={tones[level] ?? "neutral"}
      label={levels.meaning(level)}
      title={
        <>
          {levels.meaning(level)} <StatusTag entity={inspectFinding} code={status} /> {finding.section}
        </>
      }
      end={<Words size="small">{say([`期限 ${finding.dueDate}`, `Due ${finding.dueDate}`])}</Words>}
    >
      <Stack gap="s">
        <Words as="p" typed>
          {description}
        </Words>
        <FilesBlock entity={inspectFinding} fieldKey="fileIds" row={finding} showVisibility={!outside} />
        {!outside && finding.innerRemark ? (
          <Words size="small">{say([`内部备注：${finding.innerRemark}`, `Internal: ${finding.innerRemark}`])}</Words>
        ) : null}
        {finding.supplierReply ? (
          <Answer by={say(["供应商回复", "Supplier's answer"])} at={finding.replyDate} text={finding.supplierReply}>
            <FilesBlock entity={inspectFinding} fieldKey="replyFiles" row={finding} showVisibility={false} />
          </Answer>
        ) : null}
        {finding.verifyDate ? <Verified finding={finding} /> : null}
        {outside && running && waits && viewer.may("btnRectifyReply") ? <Reply {...{ inspect, finding, again }} /> : null}
        {mayVerify ? (
          <Inline>
            <Button onClick={() => asking.ask("doVerify", { findingId: finding.id }, description.slice(0, 20))}>
              {say(["验证", "Verify"])}
            </Button>
          </Inline>
        ) : null}
        {asking.dialog}
      </Stack>
    </Box>
  );
}

interface AnswerProps {
  readonly by: string;
  readonly at: string | null | undefined;
  readonly text: string;
  readonly children?: ReactNode;
}

function Answer({ by, at, text, children }: AnswerProps) {
  return (
    <Box soft>
      <Words size="small">{[by, at?.slice(0, 16)].filter(Boolean).join(" · ")}</Words>
      <Words as="p" typed>
        {text}
      </Words>
      {children}
    </Box>
  );
}

function Verified({ finding }: { readonly finding: Found }) {
  const say = useText();
  const words = useLookup("OK_NG");
  const result = finding.verifyResult ? words.meaning(finding.verifyResult) : say(["重新回复，待验证", "Answered again, to be verified"]);
  return (
    <Answer
      by={[say(["验证", "Verified"]), finding.verifyByName].filter(Boolean).join(" · ")}
      at={finding.verifyDate}
      text={[result, finding.verifyRemark].filter(Boolean).join(" · ")}
    />
  );
}

/** Where the supplier says what was done about it. */
function Reply({ inspect, finding, again }: FindingProps) {
  const say = useText();
  const work = useWork();
  const [text, setText] = useState("");
  const [files, setFiles] = useState("");
  const send = (): Promise<void> =>
    work.run(async () => {
      await entityCall.act(inspection, "doRectifyReply", {
        id: inspect.id,
        findingId: finding.id,
        supplierReply: text,
        replyFiles: files || null,
      });
      toast.success(["已回复", "Answer sent"]);
      again();
    });
  return (
    <Box soft>
      <Stack gap="s">
        <Input.TextArea
          rows={3}
          maxLength={2000}
          value={text}
          aria-label={say(["整改回复", "Corrective answer"])}
          placeholder={say(["原因、措施、完成日期", "Cause, measures, date done"])}
          onChange={(event) => setText(event.target.value)}
        />
        <FilesBlock entity={inspectFinding} fieldKey="replyFiles" row={{ replyFiles: files }} showVisibility={false} change={setFiles} />
        <WorkError of={work} />
        <Inline>
          <Button type="primary" loading={work.busy} disabled={text.trim() === ""} onClick={() => void send()}>
            {say(["提交回复", "Send answer"])}
          </Button>
        </Inline>
      </Stack>
    </Box>
  );
}
