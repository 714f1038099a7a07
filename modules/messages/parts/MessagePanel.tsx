import { MailPanel, StarButton } from "#kernel/web/block/Mailbox.tsx";
import type { BoxMessage } from "#kernel/web/inbox.ts";
import { useText } from "#kernel/web/language.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { CloseDock } from "#kernel/web/part/CloseDock.tsx";
import { dateText } from "#kernel/page-format.ts";
import { Button } from "antd";
import { Archive, ArchiveRestore, PanelRightOpen } from "lucide-react";
import { msgBox } from "../box.entity.ts";
import { KindMark, MessageBody } from "./kinds.tsx";
import { Unsubscribe } from "./Unsubscribe.tsx";

interface Props {
  readonly row: BoxMessage;
  readonly narrow: boolean;
  readonly mayArchive: boolean;
  readonly mayStar: boolean;
  open(): void;
  archive(): void;
  star(): void;
  close(): void;
}

/** One message beside the list: what it says, where it leads, and that one need not get its kind again. */
export function MessagePanel({ row, narrow, mayArchive, mayStar, open, archive, star, close }: Props) {
  const say = useText();
  const load = useLoad(row.id, () => entityCall.find(msgBox, row.id));
  const archived = row.archiveFlag === "Y";
  return (
    <MailPanel label={row.title} narrow={narrow}>
      <header className="pg-dock-head">
        <KindMark kind={row.kind} />
        <span className="pg-dock-tools">
          {mayStar ? <StarButton on={row.starFlag === "Y"} press={star} /> : null}
          <CloseDock close={close} />
        </span>
        <h2>{row.title}</h2>
        <p className="pg-faint">
          {row.senderName ?? say(["系统", "System"])} ·{" "}
          <time dateTime={row.creationDate}>{dateText({ kind: "datetime" }, row.creationDate)}</time>
        </p>
      </header>
      <div className="pg-dock-body" tabIndex={0} role="group" aria-label={say(["内容", "Content"])}>
        <PanelState load={load} empty={say(["这条消息只有标题。", "This message has no content."])} isEmpty={(found) => !found.content}>
          {(found) => <MessageBody content={found.content} />}
        </PanelState>
        <Unsubscribe kind={row.kind} />
      </div>
      <footer className="pg-dock-foot">
        {row.linkRoute ? (
          <Button type="primary" icon={<PanelRightOpen size={14} />} onClick={open}>
            {row.bizNum ? say([`打开 ${row.bizNum}`, `Open ${row.bizNum}`]) : say(["打开", "Open"])} <kbd>⏎</kbd>
          </Button>
        ) : null}
        <span className="pg-grow" />
        {mayArchive ? (
          <Button icon={archived ? <ArchiveRestore size={14} /> : <Archive size={14} />} onClick={archive}>
            {archived ? say(["移回收件", "Back to inbox"]) : say(["归档", "Archive"])} <kbd>E</kbd>
          </Button>
        ) : null}
      </footer>
    </MailPanel>
  );
}
