import type { Row } from "#kernel/page-document.ts";
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
  const id = tab.query["id"] ?? "";
  const load = useLoad(`notice:${id}`, async () => (await call<Row>("srmServer/v1/srmBaseNoticeRestful/readNotice", { id })).data);
  const number = load.data ? String(load.data["noticeNo"] ?? "") : "";
  useEffect(() => {
    if (number) tab.setTitle(number);
  }, [number, tab]);
  return (
    <div className="bd-scroll">
      <PanelState load={load} empty="" isEmpty={() => false}>
        {(row) => (
          <Reading
            entity={notice}
            row={row}
            kind={kind}
            number={row["noticeNo"]}
            due={row["replyFlag"] === "Y" ? row["replyDueDate"] : null}
          >
            {viewer.audience === "supplier" && row["replyFlag"] === "Y" ? <Reply row={row} /> : null}
            {viewer.audience === "internal" && viewer.may("btnPublish") ? <Inside row={row} /> : null}
          </Reading>
        )}
      </PanelState>
    </div>
  );
}

function Reply({ row }: { readonly row: Row }) {
  const say = useText();
  const work = useWork();
  const own = useRows(noticeReply, { noticeId: [String(row["id"])] });
  const [content, setContent] = useState("");
  const [fileIds, setFiles] = useState("");
  const send = () =>
    work.run(async () => {
      await call("srmServer/v1/srmBaseNoticeReplyRestful/doReply", { noticeId: row["id"], content, fileIds: fileIds || null });
      toast.success(["已回复", "Reply sent"]);
      setContent("");
      setFiles("");
      own.again();
    });
  return (
    <section className="bd-box" aria-label={say(["回复", "Reply"])}>
      <h2>{say(["回复", "Reply"])}</h2>
      {own.data?.map((one) => (
        <p key={String(one["id"])} className="pc-note">
          {say([`第 ${String(one["replyVersion"])} 版`, `Version ${String(one["replyVersion"])}`])} ·{" "}
          {String(one["replyDate"]).slice(0, 16)} · {String(one["content"])}
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
      <div className="bd-row">
        <Button type="primary" loading={work.busy} disabled={content.trim() === ""} onClick={() => void send()}>
          {say(["提交回复", "Send reply"])}
        </Button>
      </div>
    </section>
  );
}

const tabs = [
  { key: "figures", label: ["阅读统计", "Reading figures"] },
  { key: "readers", label: ["阅读记录", "Readers"] },
  { key: "replies", label: ["回复", "Replies"] },
] as const;

/** What its publishers see besides: who has read it and what came back. */
function Inside({ row }: { readonly row: Row }) {
  const panel = useId();
  const mayExport = useViewer().may("btnExportReply");
  const [now, setNow] = useState<string>("figures");
  const id = String(row["id"]);
  return (
    <section className="bd-box">
      <TabBar tabs={tabs} now={now} label={["阅读与回复", "Reading and replies"]} panel={panel} choose={setNow} />
      <div className="bd-tab" id={panel} role="tabpanel">
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
    </section>
  );
}

function Preview() {
  const say = useText();
  const tab = useTab();
  const viewer = useViewer();
  const work = useWork();
  const [phone, setPhone] = useState(false);
  const id = tab.query["id"] ?? "";
  const load = useLoad(`preview:${id}`, () => entityCall.find(notice, id));
  const publish = (row: Row) =>
    work.run(async () => {
      await entityCall.act(notice, "publish", { id, versionNum: row["versionNum"] });
      toast.success(["已发布", "Published"]);
      load.again();
    });
  return (
    <div className="bd-scroll">
      <PanelState load={load} empty="" isEmpty={() => false}>
        {(row) => (
          <>
            <div className="bd-row pc-page" style={{ height: "auto" }}>
              <Button icon={phone ? <Monitor size={14} /> : <Smartphone size={14} />} onClick={() => setPhone(!phone)}>
                {phone ? say(["电脑宽度", "Desktop width"]) : say(["手机宽度", "Phone width"])}
              </Button>
              <Button onClick={() => void openPage({ path: "notice/noticeEdit", query: { id } })}>
                {say(["返回编辑", "Back to draft"])}
              </Button>
              {["DRAFT", "WITHDRAWN"].includes(String(row["status"])) && viewer.may("btnPublish") ? (
                <Button type="primary" loading={work.busy} onClick={() => void publish(row)}>
                  {say(["发布", "Publish"])}
                </Button>
              ) : null}
              <WorkError of={work} />
            </div>
            <div className={phone ? "bd-phone" : undefined}>
              <Reading
                entity={notice}
                row={row}
                kind={kind}
                number={row["noticeNo"]}
                due={row["replyFlag"] === "Y" ? row["replyDueDate"] : null}
              />
            </div>
          </>
        )}
      </PanelState>
    </div>
  );
}
