import type { Given, Seen } from "#kernel/seen.ts";
import { Box } from "#kernel/web/block/Box.tsx";
import { Inline, Stack } from "#kernel/web/block/layout.tsx";
import { ReadPage } from "#kernel/web/block/ReadPage.tsx";
import { call } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { toast } from "#kernel/web/message.ts";
import { ActionBar } from "#kernel/web/page/action/ActionBar.tsx";
import { useRunner } from "#kernel/web/page/action/useRunner.tsx";
import { FilesBlock } from "#kernel/web/page/document/FilesBlock.tsx";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { PrintView } from "#kernel/web/page/document/PrintView.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { StatusTag } from "#kernel/web/page/StatusTag.tsx";
import { useViewer } from "#kernel/web/page/viewer.ts";
import type { PageProps } from "#kernel/web/pages.ts";
import { OwnPage } from "#kernel/web/part/OwnPage.tsx";
import { RowsTable } from "#kernel/web/part/RowsTable.tsx";
import { useWork } from "#kernel/web/part/useWork.ts";
import { WorkError } from "#kernel/web/part/WorkError.tsx";
import { openPage } from "#kernel/web/router.ts";
import { useTab } from "#kernel/web/tabs.ts";
import { Button, Input } from "antd";
import { Printer } from "lucide-react";
import { useEffect, useState } from "react";
import { letter, letterReceiver } from "./letter.entity.ts";
import { Reading } from "./parts/Reading.tsx";

export const page = {
  routes: ["notification/notificationDesc", "notification/notificationPreview"],
  title: ["通知单", "Notification"],
  keepAlive: false,
};

/** A letter: to its receiver with the answer asked for, to its sender with everybody's answers, and before sending as it will be. */
export default function LetterReadPage({ route }: PageProps) {
  const tab = useTab();
  return (
    <OwnPage of={["id", "letter"]}>
      <ReadPage>
        {route === "notification/notificationPreview" || tab.query["letter"] ? <Sent preview={route.endsWith("Preview")} /> : <Received />}
      </ReadPage>
    </OwnPage>
  );
}

const kind = ["notificationType", "NOTIFICATION_TYPE"] as const;
const waiting = ["UNREAD", "READ", "RETURNED", "OVERDUE"];

function useTitle(number: unknown): void {
  const tab = useTab();
  const text = String(number ?? "");
  useEffect(() => {
    if (text) tab.setTitle(text);
  }, [text, tab]);
}

function Received() {
  const tab = useTab();
  const { id = "" } = tab.query;
  const load = useLoad(
    `letter:${id}`,
    async () =>
      (
        await call<{ receiver: Seen<typeof letterReceiver>; letter: Seen<typeof letter> }>(
          "srmServer/v1/srmBaseNotificationReceiverRestful/readLetter",
          { id },
        )
      ).data,
  );
  useTitle(load.data?.receiver.notificationNo);
  return (
    <PanelState load={load} empty="" isEmpty={() => false}>
      {({ receiver, letter: text }) => (
        <Reading
          entity={letter}
          row={text}
          kind={kind}
          number={receiver.notificationNo}
          due={receiver.ackMode === "NONE" ? null : receiver.replyDueDate}
        >
          <Answer row={receiver} again={load.again} />
        </Reading>
      )}
    </PanelState>
  );
}

/** What the receiver is asked for, and what was answered so far. */
function Answer({ row, again }: { readonly row: Seen<typeof letterReceiver>; again(): void }) {
  const say = useText();
  const viewer = useViewer();
  const work = useWork();
  const [content, setContent] = useState("");
  const [files, setFiles] = useState("");
  const mode = String(row.ackMode);
  const open = row.openFlag === "Y" && waiting.includes(String(row.ackStatus));
  const act = (action: "doAck" | "doReply", body: Given<typeof letterReceiver, "doReply">) =>
    work.run(async () => {
      await entityCall.act(letterReceiver, action, { id: row.id, versionNum: row.versionNum, ...body });
      toast.success(action === "doAck" ? ["已确认阅读", "Acknowledged"] : ["已回复", "Answer sent"]);
      again();
    });
  if (mode === "NONE") return null;
  return (
    <Box label={say(["回执", "Answer"])} title={say(["回执", "Answer"])} end={<StatusTag entity={letterReceiver} code={row.ackStatus} />}>
      <Stack gap="s">
        {row.judgeOpinion ? (
          <p className="pc-bad">
            {say(["退回意见：", "Returned: "])}
            {String(row.judgeOpinion)}
          </p>
        ) : null}
        {row.replyDate ? (
          <p className="pc-note">
            {String(row.replyDate).slice(0, 16)} · {String(row.replyContent ?? "")}
          </p>
        ) : null}
        <FilesBlock entity={letterReceiver} fieldKey="replyFileIds" row={row} showVisibility={false} />
        {open && mode !== "READ" ? (
          <>
            <Input.TextArea
              rows={4}
              maxLength={4000}
              value={content}
              aria-label={say(["回复内容", "Your answer"])}
              placeholder={say(["请填写回复内容", "Write your answer"])}
              onChange={(event) => setContent(event.target.value)}
            />
            <FilesBlock
              entity={letterReceiver}
              fieldKey="replyFileIds"
              row={{ replyFileIds: files }}
              showVisibility={false}
              change={setFiles}
            />
          </>
        ) : null}
        <WorkError of={work} />
        <Inline>
          {open && mode === "READ" && row.ackStatus !== "READ" && viewer.may("btnAck") ? (
            <Button type="primary" loading={work.busy} onClick={() => void act("doAck", {})}>
              {say(["确认已阅读", "I have read it"])}
            </Button>
          ) : null}
          {open && mode !== "READ" && viewer.may("btnReply") ? (
            <Button
              type="primary"
              loading={work.busy}
              disabled={mode === "FILE" ? files === "" : content.trim() === ""}
              onClick={() => void act("doReply", { content: content || null, replyFiles: files || null })}
            >
              {say(["提交回复", "Send answer"])}
            </Button>
          ) : null}
        </Inline>
      </Stack>
    </Box>
  );
}

/** The letter on its sender's side: the text with number and place for a stamp, and the answers of everybody. */
function Sent({ preview }: { readonly preview: boolean }) {
  const say = useText();
  const tab = useTab();
  const viewer = useViewer();
  const { letter: sent, id: asked } = tab.query;
  const id = sent ?? asked ?? "";
  const [printing, setPrinting] = useState(false);
  const load = useLoad(`sent:${id}`, () => entityCall.find(letter, id));
  const runner = useRunner({ entity: letter, done: load.again });
  const rows = useRunner({ entity: letterReceiver, done: load.again });
  useTitle(load.data?.notificationNo);
  return (
    <PanelState load={load} empty="" isEmpty={() => false}>
      {(row) => (
        <>
          <Inline>
            {preview ? (
              <Button onClick={() => void openPage({ path: "notification/notificationEdit", query: { id } })}>
                {say(["返回编辑", "Back to draft"])}
              </Button>
            ) : null}
            <Button icon={<Printer size={14} />} onClick={() => setPrinting(true)}>
              {say(["打印", "Print"])}
            </Button>
            <ActionBar entity={letter} row={row} viewer={viewer} runner={runner} place="head" />
          </Inline>
          <Reading entity={letter} row={row} kind={kind} number={row.notificationNo} due={row.ackMode === "NONE" ? null : row.replyDueDate}>
            {preview ? null : (
              <Box title={`${say(["接收与回执", "Receivers and answers"])} · ${row.ackCount}/${row.receiverCount}`}>
                <RowsTable
                  entity={letterReceiver}
                  name="letter.receivers"
                  where={{ notificationId: [id] }}
                  height="content"
                  rowActions={(current) =>
                    current.ackStatus === "ANSWERED"
                      ? [
                          { label: ["接受", "Accept"], handler: () => rows.run("doAccept", current) },
                          { label: ["退回", "Return"], danger: true, handler: () => rows.run("doReturn", current) },
                        ]
                      : waiting.includes(String(current.ackStatus))
                        ? [{ label: ["催办", "Remind"], handler: () => rows.run("doUrgeOne", current) }]
                        : []
                  }
                  empty={{ title: ["还没有下发", "Not sent yet"] }}
                />
              </Box>
            )}
          </Reading>
          {runner.dialogs}
          {rows.dialogs}
          {printing ? (
            <PrintView entity={letter} row={row} audience={viewer.audience} unsaved={0} close={() => setPrinting(false)} />
          ) : null}
        </>
      )}
    </PanelState>
  );
}
