import type { Seen } from "#kernel/seen.ts";
import { Dot } from "#kernel/web/block/Dot.tsx";
import { Item, ItemList } from "#kernel/web/block/ItemList.tsx";
import { Inline, Stack, Words } from "#kernel/web/block/layout.tsx";
import { call } from "#kernel/web/call.ts";
import { useLanguage, useText } from "#kernel/web/language.ts";
import { useChanged } from "#kernel/web/page/changes.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { useLookup } from "#kernel/web/page/lookup.ts";
import { OwnPage, PageFrame, usePageTitle } from "#kernel/web/part/OwnPage.tsx";
import { SearchBox } from "#kernel/web/part/SearchBox.tsx";
import { openPage } from "#kernel/web/router.ts";
import { Button, Checkbox } from "antd";
import { CheckCheck, Pin } from "lucide-react";
import { useEffect, useState } from "react";
import type { notice } from "./notice.entity.ts";

export const page = { route: "notice/noticeMore", title: ["公告", "Notices to read"] };

/** All notices I may read: pinned ones first, then the newest; what is unread has a dot. */
export default function NoticeMorePage() {
  return (
    <OwnPage>
      <More />
    </OwnPage>
  );
}

/** A notice as its reader lists it. */
type Listed = Seen<typeof notice> & { readonly readFlag: string };

const path = "srmServer/v1/srmBaseNoticeRestful";

function More() {
  const say = useText();
  const title = usePageTitle(["公告", "Notices to read"]);
  const english = useLanguage((state) => state.language) === "EN";
  const kind = useLookup("NOTICE_TYPE");
  const [typed, setTyped] = useState("");
  const [wanted, setWanted] = useState("");
  const [unreadOnly, setUnread] = useState(false);
  useEffect(() => {
    const pause = setTimeout(() => setWanted(typed.trim()), 300);
    return () => clearTimeout(pause);
  }, [typed]);
  const load = useLoad(`notices:${wanted}:${unreadOnly}`, async () => {
    const reply = await call<readonly Listed[]>(`${path}/listForReader`, {
      pageRows: 100,
      unreadOnly,
      ...(wanted ? { title: wanted } : {}),
    });
    return reply.data;
  });
  useChanged("SrmBaseNotice", load.again);
  const unread = load.data?.filter((row) => row.readFlag === "N").length ?? 0;
  const readAll = async (): Promise<void> => {
    await call(`${path}/readAll`, {});
    load.again();
  };
  return (
    <PageFrame
      title={title}
      truth={
        load.data ? (
          <>
            <b>{load.data.length}</b> {say(["条公告", "notices"])}
            {unread > 0 ? <span>{say([`${unread} 条未读`, `${unread} unread`])}</span> : null}
          </>
        ) : null
      }
      buttons={
        unread > 0 ? (
          <Button icon={<CheckCheck size={14} />} onClick={() => void readAll()}>
            {say(["全部已读", "Mark all read"])}
          </Button>
        ) : null
      }
    >
      <Inline>
        <span style={{ width: 280 }}>
          <SearchBox text={typed} label={say(["标题", "Title"])} change={setTyped} />
        </span>
        <Checkbox checked={unreadOnly} onChange={(event) => setUnread(event.target.checked)}>
          {say(["只看未读", "Unread only"])}
        </Checkbox>
      </Inline>
      <PanelState load={load} empty={say(["没有公告", "No notices"])} isEmpty={(rows) => rows.length === 0}>
        {(rows) => (
          <Stack scroll>
            <ItemList>
              {rows.map((row) => (
                <Item
                  key={row.id}
                  lead={<Dot on={row.readFlag === "N"} label={row.readFlag === "N" ? say(["未读", "Unread"]) : say(["已读", "Read"])} />}
                  title={
                    <Words {...(row.readFlag === "N" ? { size: "strong" } : {})}>
                      {row.topFlag === "Y" ? <Pin size={12} aria-label={say(["置顶", "Pinned"])} /> : null}{" "}
                      {(english && row.titleEn) || row.title}
                    </Words>
                  }
                  note={[
                    kind.meaning(row.noticeType),
                    row.replyFlag === "Y" ? `${say(["需回复", "Reply requested"])} ${row.replyDueDate?.slice(5, 16)}` : "",
                  ]
                    .filter(Boolean)
                    .join(" · ")}
                  end={<Words size="small">{row.publishDate?.slice(0, 10)}</Words>}
                  press={() => void openPage({ path: "notice/noticeDesc", query: { id: row.id }, title: row.noticeNo ?? "" })}
                />
              ))}
            </ItemList>
          </Stack>
        )}
      </PanelState>
    </PageFrame>
  );
}
