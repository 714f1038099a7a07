import type { Text } from "#kernel/text.ts";
import { useKey } from "#kernel/web/keys.ts";
import { useText } from "#kernel/web/language.ts";
import type { BoxMessage } from "#kernel/web/inbox.ts";
import { openMessage } from "#kernel/web/inbox.ts";
import { useNarrow } from "#kernel/web/page/useNarrow.ts";
import { useViewer } from "#kernel/web/page/viewer.ts";
import type { PageViewer } from "#kernel/web/page/viewer.ts";
import { OwnPage, PageFrame, usePageTitle } from "#kernel/web/part/OwnPage.tsx";
import { TabBar } from "#kernel/web/part/TabBar.tsx";
import { openPage } from "#kernel/web/router.ts";
import { useTab } from "#kernel/web/tabs.ts";
import { Button } from "antd";
import { CheckCheck, SlidersHorizontal } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { InboxFilters } from "./parts/InboxFilters.tsx";
import { InboxRows } from "./parts/InboxRows.tsx";
import { MessagePanel } from "./parts/MessagePanel.tsx";
import { noFilter, useInbox } from "./parts/useInbox.tsx";
import type { InboxView } from "./parts/useInbox.tsx";

export const page = { route: "receiveMessageList", title: ["我的消息", "My messages"] };

/** My messages: unread first; j and k walk, Enter opens, e archives, s marks by a star. */
export default function InboxPage() {
  return (
    <OwnPage>
      <Inbox />
    </OwnPage>
  );
}

const views: readonly { readonly key: InboxView; readonly label: Text }[] = [
  { key: "", label: ["收件", "Inbox"] },
  { key: "unread", label: ["未读", "Unread"] },
  { key: "starred", label: ["星标", "Starred"] },
  { key: "archived", label: ["已归档", "Archived"] },
];

interface KeyActs {
  readonly row: BoxMessage | null;
  readonly viewer: PageViewer;
  step(by: number): void;
  open(row: BoxMessage): Promise<void>;
  archive(row: BoxMessage): void;
  star(row: BoxMessage): void;
  reload(): void;
  close(): void;
}

function useInboxKeys({ row, viewer, step, open, archive, star, reload, close }: KeyActs): void {
  useKey("J", ["下一条", "Next message"], () => step(1));
  useKey("K", ["上一条", "Previous message"], () => step(-1));
  useKey("Enter", ["打开所指的单据", "Open document"], () => void (row && open(row)), { off: row === null });
  useKey("E", ["归档", "Archive"], () => row && archive(row), { off: row === null || !viewer.may("btnArchive") });
  useKey("S", ["星标", "Star"], () => row && star(row), { off: row === null || !viewer.may("btnStar") });
  useKey("R", ["刷新", "Refresh"], reload);
  useKey("Escape", ["关闭右侧面板", "Close the panel"], close, { off: row === null });
}

const truthOf = (unread: number): Text =>
  unread > 0 ? [`${unread} 条未读，未读的排在前面`, `${unread} unread, unread ones first`] : ["都读过了", "All read"];

function Inbox() {
  const say = useText();
  const tab = useTab();
  const viewer = useViewer();
  const narrow = useNarrow();
  const title = usePageTitle(["我的消息", "My messages"]);
  const [filter, setFilter] = useState(noFilter);
  const inbox = useInbox(filter);
  const [shown, setShown] = useState<string | null>(tab.query.message ?? null);
  const rows = inbox.rows ?? [];
  const row = rows.find((boxMessage) => boxMessage.id === shown) ?? null;
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (tab.query.message) setShown(tab.query.message);
  }, [tab.query]);
  const show = (boxMessage: BoxMessage): void => {
    setShown(boxMessage.id);
    if (boxMessage.readFlag !== "Y") void inbox.mark("doRead", [boxMessage.id], { readFlag: "Y" });
  };
  const step = (by: number): void => {
    const at = rows.findIndex((boxMessage) => boxMessage.id === shown);
    const next = rows[Math.min(rows.length - 1, Math.max(0, at + by))];
    if (!next) return;
    show(next);
    list.current?.querySelector(`[data-id="${CSS.escape(next.id)}"]`)?.scrollIntoView({ block: "nearest" });
  };
  const open = async (boxMessage: BoxMessage): Promise<void> => {
    if (await openMessage(boxMessage)) inbox.reload();
    else show(boxMessage);
  };
  const archive = (boxMessage: BoxMessage): void => {
    step(rows.at(-1) === boxMessage ? -1 : 1);
    void inbox.mark("doArchive", [boxMessage.id], { archiveFlag: boxMessage.archiveFlag === "Y" ? "N" : "Y" });
  };
  const star = (boxMessage: BoxMessage): void =>
    void inbox.mark("doStar", [boxMessage.id], { starFlag: boxMessage.starFlag === "Y" ? "N" : "Y" });
  useInboxKeys({ row, viewer, step, open, archive, star, reload: inbox.reload, close: () => setShown(null) });
  const unread = inbox.counts["unread"]?.count;
  return (
    <PageFrame
      title={title}
      truth={unread === undefined ? "\u00a0" : say(truthOf(unread))}
      buttons={
        <>
          <Button
            icon={<SlidersHorizontal size={14} />}
            onClick={() => void openPage({ path: "userCenter", query: { section: "messages" } })}
          >
            {say(["接收偏好", "Preferences"])}
          </Button>
          {viewer.may("btnReadAll") ? (
            <Button icon={<CheckCheck size={14} />} disabled={!unread} onClick={() => void inbox.readAll()}>
              {say(["全部已读", "Mark all read"])}
            </Button>
          ) : null}
        </>
      }
      side={
        row ? (
          <MessagePanel
            key={row.id}
            row={row}
            narrow={narrow}
            mayArchive={viewer.may("btnArchive")}
            mayStar={viewer.may("btnStar")}
            open={() => void open(row)}
            archive={() => archive(row)}
            star={() => star(row)}
            close={() => setShown(null)}
          />
        ) : null
      }
    >
      <TabBar
        tabs={views.map(({ key, label }) => ({ key: key || "in", label, count: key === "" ? undefined : inbox.counts[key]?.count }))}
        now={filter.view || "in"}
        label={["视图", "Views"]}
        choose={(key) => setFilter({ ...filter, view: key === "in" ? "" : (key as InboxView) })}
      />
      <InboxFilters filter={filter} change={setFilter} />
      <InboxRows
        inbox={inbox}
        filter={filter}
        shown={shown}
        box={list}
        show={show}
        open={(boxMessage) => void open(boxMessage)}
        star={star}
        mayStar={viewer.may("btnStar")}
        clear={() => setFilter({ ...noFilter, view: filter.view })}
      />
    </PageFrame>
  );
}
