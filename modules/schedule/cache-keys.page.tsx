import { call } from "#kernel/web/call.ts";
import { CodeBlock } from "#kernel/web/block/CodeBlock.tsx";
import { Item, ItemList } from "#kernel/web/block/ItemList.tsx";
import { Inline, Stack, Words } from "#kernel/web/block/layout.tsx";
import { Badge } from "#kernel/web/block/Notice.tsx";
import { PlainTable } from "#kernel/web/block/PlainTable.tsx";
import { LeftPane, SidePane } from "#kernel/web/block/SidePane.tsx";
import { useText } from "#kernel/web/language.ts";
import { confirm, toast } from "#kernel/web/message.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { OwnPage, PageFrame, usePageTitle } from "#kernel/web/part/OwnPage.tsx";
import { SearchBox } from "#kernel/web/part/SearchBox.tsx";
import { useTab } from "#kernel/web/tabs.ts";
import { Button } from "antd";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { bytes } from "./parts/bytes.ts";
import type { CacheInfo } from "./parts/cacheInfo.ts";

export const page = { route: "redis", title: ["缓存键", "Cache keys"] };

interface Key {
  readonly key: string;
  readonly group: string;
  readonly type: string;
  readonly size: number;
}
interface Keys {
  readonly rows: readonly Key[];
  readonly cursor: string | null;
  readonly node: string;
}

/** One thing that is kept, masked where it must be. */
function Value({ of, drop }: { readonly of: Key; readonly drop: (() => void) | null }) {
  const say = useText();
  const load = useLoad(
    `value:${of.key}`,
    async () => (await call<{ value: unknown }>("baseServer/baseRedisService/getValue", { key: of.key })).data,
  );
  return (
    <SidePane label={of.key} title={of.key}>
      <p className="pg-faint">
        {of.type} · {bytes(of.size)} · {say(["没有期限，改动时更新", "no expiry, renewed on change"])}
      </p>
      {drop ? (
        <Button danger size="small" icon={<Trash2 size={13} />} onClick={drop}>
          {say(["删除", "Delete"])}
        </Button>
      ) : null}
      <PanelState load={load} empty="" isEmpty={() => false}>
        {({ value }) => <CodeBlock label={say(["内容（敏感值已隐藏）", "Content (sensitive values hidden)"])} value={value} />}
      </PanelState>
    </SidePane>
  );
}

/** The groups at the left, with how many keys this process keeps of each. */
function Groups({ info, group, choose }: { readonly info: CacheInfo | null; readonly group: string; choose(group: string): void }) {
  const say = useText();
  const own = info?.nodes.find((node) => node.node === info.node);
  return (
    <LeftPane label={say(["缓存组", "Groups"])} title={say(["缓存组", "Groups"])}>
      <ItemList>
        <Item title={say(["全部", "All"])} selected={group === ""} press={() => choose("")} />
        {(info?.groups ?? []).map(({ code, label }) => (
          <Item
            key={code}
            title={label}
            note={code}
            end={<Badge>{own?.groups.find((counted) => counted.code === code)?.keys ?? ""}</Badge>}
            selected={group === code}
            press={() => choose(code)}
          />
        ))}
      </ItemList>
    </LeftPane>
  );
}

/** What this process keeps in memory, key by key. */
function Board() {
  const say = useText();
  const viewer = useViewer();
  const title = usePageTitle(["缓存键", "Cache keys"]);
  const [group, setGroup] = useState(useTab().query.group ?? "");
  const [typed, setTyped] = useState("");
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const [chosen, setChosen] = useState<Key | null>(null);
  const info = useLoad("cache-info", async () => (await call<CacheInfo>("baseServer/baseRedisService/info")).data);
  const prefix = group ? `${group}:${typed}` : typed;
  const keys = useLoad(
    `keys:${prefix}:${cursors.at(-1) ?? ""}`,
    async () => (await call<Keys>("baseServer/baseRedisService/listKeys", { prefix, cursor: cursors.at(-1) ?? null })).data,
  );
  const narrow = (nextGroup: string, nextTyped: string): void => {
    setGroup(nextGroup);
    setTyped(nextTyped);
    setCursors([]);
  };
  const drop = async (key: Key): Promise<void> => {
    const sure = await confirm({
      title: [`删除 ${key.key}？`, `Delete ${key.key}?`],
      text: [
        "只是从内存中移除，下次用到时重新读取，不会丢失数据。",
        "It is only removed from memory and loaded again when needed; no data is lost.",
      ],
      confirm: ["删除", "Delete"],
      danger: true,
    });
    if (!sure) return;
    await call("baseServer/baseRedisService/deleteKey", { key: key.key }).then(() => {
      toast.success(["已移除，各节点同步", "Removed here and on all nodes"]);
      setChosen(null);
      keys.again();
    }, toast.error);
  };
  return (
    <PageFrame
      title={title}
      truth={keys.data ? say([`节点 ${keys.data.node} 的内存缓存`, `Memory of node ${keys.data.node}`]) : ""}
      left={<Groups info={info.data} group={group} choose={(next) => narrow(next, "")} />}
      side={chosen ? <Value key={chosen.key} of={chosen} drop={viewer.may("btnDelete") ? () => void drop(chosen) : null} /> : undefined}
    >
      <Stack grow>
        <SearchBox text={typed} change={(text) => narrow(group, text)} label={say(["键以此开头", "Keys starting with"])} />
        <PanelState load={keys} empty={say(["没有这样开头的键。", "No matching keys."])} isEmpty={({ rows }) => rows.length === 0}>
          {({ rows, cursor }) => (
            <Stack scroll>
              <PlainTable
                label={title}
                rows={rows}
                rowKey={(row) => row.key}
                selected={(row) => chosen?.key === row.key}
                columns={[
                  {
                    key: "key",
                    title: say(["键", "Key"]),
                    cell: (row) => (
                      <button type="button" className="pg-link" onClick={() => setChosen(row)}>
                        <Words code>{row.key}</Words>
                      </button>
                    ),
                  },
                  { key: "type", title: say(["类型", "Type"]), width: 90, cell: (row) => row.type },
                  { key: "size", title: say(["大小", "Size"]), width: 100, number: true, cell: (row) => bytes(row.size) },
                ]}
              />
              <Inline>
                {cursors.length > 0 ? (
                  <Button size="small" onClick={() => setCursors((now) => now.slice(0, -1))}>
                    {say(["上一页", "Previous"])}
                  </Button>
                ) : null}
                {cursor ? (
                  <Button size="small" onClick={() => setCursors((now) => [...now, cursor])}>
                    {say(["下一页", "Next"])}
                  </Button>
                ) : null}
              </Inline>
            </Stack>
          )}
        </PanelState>
      </Stack>
    </PageFrame>
  );
}

export default function CacheKeysPage() {
  return (
    <OwnPage>
      <Board />
    </OwnPage>
  );
}
