import type { Seen } from "#kernel/seen.ts";
import { Box } from "#kernel/web/block/Box.tsx";
import { Inline, Stack } from "#kernel/web/block/layout.tsx";
import { ReadPage } from "#kernel/web/block/ReadPage.tsx";
import { call } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { toast } from "#kernel/web/message.ts";
import { FilesBlock } from "#kernel/web/page/document/FilesBlock.tsx";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { useViewer } from "#kernel/web/page/viewer.ts";
import type { PageProps } from "#kernel/web/pages.ts";
import { exportRows } from "#kernel/web/part/exportRows.ts";
import { OwnPage } from "#kernel/web/part/OwnPage.tsx";
import { RowsTable } from "#kernel/web/part/RowsTable.tsx";
import { TabBar } from "#kernel/web/part/TabBar.tsx";
import { useRows } from "#kernel/web/part/useRows.ts";
import { useWork } from "#kernel/web/part/useWork.ts";
import { WorkError } from "#kernel/web/part/WorkError.tsx";
import { openPage } from "#kernel/web/router.ts";
import { useTab } from "#kernel/web/tabs.ts";
import { Button, Input } from "antd";
import { Download, Monitor, Smartphone } from "lucide-react";
import { useEffect, useId, useState } from "react";
import { notice, noticeReply, noticeViewer } from "./notice.entity.ts";
import { Reading } from "./parts/Reading.tsx";
import { ReadingFigures } from "./parts/ReadingFigures.tsx";

export const page = { routes: ["notice/noticeDesc", "notice/noticePreview"], title: ["公告", "Notice"], keepAlive: false };

/** A notice as its readers get it; before publishing, as they will. */
export default function NoticeReadPage({ route }: PageProps) {
  return <OwnPage of={["id"]}>{route === "notice/noticePreview" ? <Preview /> : <Read />}</OwnPage>;
}

const kind = ["noticeType", "NOTICE_TYPE"] as const;

function Read() {
  const tab = useTab();
  const viewer = useViewer();
  const { id = "" } = tab.query;
  const load = useLoad(
    `notice:${id}`,
    async () => (await call<Seen<typeof notice>>("srmServer/v1/srmBaseNoticeRestful/readNotice", { id })).data,
  );
  const number = load.data ? String(load.data.noticeNo ?? "") : "";
  useEffect(() => {
    if (number) tab.setTitle(number);
  }, [number, tab]);
  return (
    <ReadPage>
      <PanelState load={load} empty="" isEmpty={() => false}>
        {(row) => (
          <Reading entity={notice} row={row} kind={kind} number={row.noticeNo} due={row.replyFlag === "Y" ? row.replyDueDate : null}>
            {viewer.audience === "supplier" && row.replyFlag === "Y" ? <Reply row={row} /> : null}
            {viewer.audience === "internal" && viewer.may("btnPublish") ? <Inside row={row} /> : null}
          </Reading>
        )}
      </PanelState>
    </ReadPage>
  );
}

function Reply({ row }: { readonly row: Seen<typeof notice> }) {
  const say = useText();
  const work = useWork();
  const own = useRows(noticeReply, { noticeId: [String(row.id)] });
  const [content, setContent] = useState("");
  const [fileIds, setFiles] = useState("");
  const send = () =>
    work.run(async () => {
      await call("srmServer/v1/srmBaseNoticeReplyRestful/doReply", { noticeId: row.id, content, fileIds: fileIds || null });
      toast.success(["已回复", "Reply sent"]);
      setContent("");
      setFiles("");
      own.again();
    });
  return (
    <Box title={say(["回复", "Reply"])}>
      <Stack gap="s">
        {own.data?.map((entry) => (
          <p key={String(entry.id)} className="pc-note">
            {say([`第 ${String(entry.replyVersion)} 版`, `Version ${String(entry.replyVersion)}`])} · {String(entry.replyDate).slice(0, 16)}{" "}
            · {String(entry.content)}
          </p>
        ))}
        <Input.TextArea
          rows={4}
          maxLength={4000}
          value={content}
          aria-label={say(["回复内容", "Your reply"])}
          placeholder={
            own.data?.length
              ? say(["再次回复将替代之前的回复", "A new reply replaces the earlier one"])
              : say(["请填写回复内容", "Write your reply"])
          }
          onChange={(event) => setContent(event.target.value)}
        />
        <FilesBlock entity={noticeReply} fieldKey="fileIds" row={{ fileIds }} showVisibility={false} change={setFiles} />
        <WorkError of={work} />
        <Inline>
          <Button type="primary" loading={work.busy} disabled={content.trim() === ""} onClick={() => void send()}>
            {say(["提交回复", "Send reply"])}
          </Button>
        </Inline>
      </Stack>
    </Box>
  );
}

const tabs = [
  { key: "figures", label: ["阅读统计", "Reading figures"] },
  { key: "readers", label: ["阅读记录", "Readers"] },
  { key: "replies", label: ["回复", "Replies"] },
] as const;

/** What its publishers see besides: who has read it and what came back. */
function Inside({ row }: { readonly row: Seen<typeof notice> }) {
  const panel = useId();
  const mayExport = useViewer().may("btnExportReply");
  const [now, setNow] = useState<string>("figures");
  const id = String(row.id);
  return (
    <Box>
      <TabBar tabs={tabs} now={now} label={["阅读与回复", "Reading and replies"]} panel={panel} choose={setNow} />
      <div id={panel} role="tabpanel">
        {now === "figures" ? <ReadingFigures id={id} /> : null}
        {now === "readers" ? (
          <RowsTable
            entity={noticeViewer}
            name="notice.readers"
            where={{ noticeId: [id] }}
            height="content"
            empty={{ title: ["还没有人读过", "Not read yet"] }}
          />
        ) : null}
        {now === "replies" ? (
          <RowsTable
            entity={noticeReply}
            name="notice.replies"
            where={{ noticeId: [id] }}
            height="content"
            empty={{ title: ["还没有回复", "No replies yet"] }}
            toolbar={
              mayExport
                ? [
                    {
                      label: ["导出回复", "Export replies"],
                      icon: Download,
                      handler: () => exportRows(noticeReply, undefined, { noticeId: [id] }),
                    },
                  ]
                : []
            }
          />
        ) : null}
      </div>
    </Box>
  );
}

function Preview() {
  const say = useText();
  const tab = useTab();
  const viewer = useViewer();
  const work = useWork();
  const [phone, setPhone] = useState(false);
  const { id = "" } = tab.query;
  const load = useLoad(`preview:${id}`, () => entityCall.find(notice, id));
  const publish = (row: Seen<typeof notice>) =>
    work.run(async () => {
      await entityCall.act(notice, "publish", { id, versionNum: row.versionNum });
      toast.success(["已发布", "Published"]);
      load.again();
    });
  return (
    <ReadPage>
      <PanelState load={load} empty="" isEmpty={() => false}>
        {(row) => (
          <>
            <Inline>
              <Button icon={phone ? <Monitor size={14} /> : <Smartphone size={14} />} onClick={() => setPhone(!phone)}>
                {phone ? say(["电脑宽度", "Desktop width"]) : say(["手机宽度", "Phone width"])}
              </Button>
              <Button onClick={() => void openPage({ path: "notice/noticeEdit", query: { id } })}>
                {say(["返回编辑", "Back to draft"])}
              </Button>
              {["DRAFT", "WITHDRAWN"].includes(String(row.status)) && viewer.may("btnPublish") ? (
                <Button type="primary" loading={work.busy} onClick={() => void publish(row)}>
                  {say(["发布", "Publish"])}
                </Button>
              ) : null}
              <WorkError of={work} />
            </Inline>
            <div style={phone ? { width: 390, margin: "0 auto" } : undefined}>
              <Reading entity={notice} row={row} kind={kind} number={row.noticeNo} due={row.replyFlag === "Y" ? row.replyDueDate : null} />
            </div>
          </>
        )}
      </PanelState>
    </ReadPage>
  );
}
