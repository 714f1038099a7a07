import { call } from "#kernel/web/call.ts";
import { AskDialog } from "#kernel/web/block/AskDialog.tsx";
import { FigureStrip } from "#kernel/web/block/FigureStrip.tsx";
import { Labelled } from "#kernel/web/block/Labelled.tsx";
import { Inline, Stack, Words } from "#kernel/web/block/layout.tsx";
import { PlainTable } from "#kernel/web/block/PlainTable.tsx";
import { useText } from "#kernel/web/language.ts";
import { toast } from "#kernel/web/message.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { useShown } from "#kernel/web/page/shown.ts";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { PageLink } from "#kernel/web/page/PageLink.tsx";
import { OwnPage, PageFrame, usePageTitle } from "#kernel/web/part/OwnPage.tsx";
import { useWork } from "#kernel/web/part/useWork.ts";
import { Button, Input } from "antd";
import { RefreshCw } from "lucide-react";
import { useState } from "react";
import { bytes } from "./parts/bytes.ts";
import type { CacheInfo } from "./parts/cacheInfo.ts";

export const page = { route: "redisManage", title: ["缓存管理", "Cache"] };

interface Sum {
  readonly code: string;
  readonly label: string;
  readonly reloads: string;
  readonly keys: number;
  readonly bytes: number;
  readonly hits: number;
  readonly misses: number;
}

const sumsOf = (info: CacheInfo): readonly Sum[] =>
  info.groups.map((group) => {
    const all = info.nodes.flatMap((node) => node.groups.filter((candidate) => candidate.code === group.code));
    const sum = (pick: (current: (typeof all)[number]) => number): number => all.reduce((total, entry) => total + pick(entry), 0);
    return { ...group, keys: sum((o) => o.keys), bytes: sum((o) => o.bytes), hits: sum((o) => o.hits), misses: sum((o) => o.misses) };
  });

const share = (hits: number, misses: number): string => (hits + misses === 0 ? "–" : `${((hits / (hits + misses)) * 100).toFixed(1)}%`);

/** Asks for the name of the group to be typed, and says what clearing means. */
function ClearDialog({ group, close, done }: { readonly group: Sum; close(): void; done(): void }) {
  const say = useText();
  const [typed, setTyped] = useState("");
  const { busy, error, run } = useWork();
  const clear = (): Promise<void> =>
    run(async () => {
      const { data } = await call<{ keys: number }>("baseServer/baseRedisService/clearGroup", { group: group.code, typed });
      toast.success([`已清除 ${data.keys} 个键，各节点同步`, `${data.keys} keys cleared, on all nodes`]);
      done();
      close();
    });
  return (
    <AskDialog
      width={460}
      title={say([`清除「${group.label}」`, `Clear ${group.label}`])}
      press={["清除", "Clear"]}
      danger
      busy={busy}
      ready={typed === group.code}
      errors={[error]}
      send={() => void clear()}
      close={close}
    >
      <p className="pg-dialog-text">
        {say([
          `各节点共 ${group.keys} 个键（${bytes(group.bytes)}）从内存中移除。之后${group.reloads}，不会丢失数据，片刻内会慢一些。`,
          `${group.keys} keys (${bytes(group.bytes)}) are removed from memory on all nodes. ${group.reloads}. No data is lost; things may be slower for a moment.`,
        ])}
      </p>
      <Labelled label={say([`输入组名 ${group.code} 以确认`, `Enter ${group.code} to confirm`])}>
        <Input
          autoFocus
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onPressEnter={() => typed === group.code && void clear()}
        />
      </Labelled>
    </AskDialog>
  );
}

function Figures({ info, sums }: { readonly info: CacheInfo; readonly sums: readonly Sum[] }) {
  const say = useText();
  const total = (pick: (sum: Sum) => number): number => sums.reduce((sum, entry) => sum + pick(entry), 0);
  const [hits, misses, keys] = [total((sum) => sum.hits), total((sum) => sum.misses), total((sum) => sum.keys)];
  const heap = bytes(info.nodes.reduce((sum, node) => sum + node.heapUsed, 0));
  const nodes = info.nodes.length;
  return (
    <FigureStrip
      figures={[
        {
          key: "store",
          label: say(["存储", "Store"]),
          value: say(["内存", "Memory"]),
          note: say([`${nodes} 个节点`, `${nodes} ${nodes === 1 ? "node" : "nodes"}`]),
        },
        {
          key: "hits",
          label: say(["命中率", "Hit rate"]),
          value: share(hits, misses),
          note: say([`命中 ${hits.toLocaleString("en-US")} 次`, `${hits.toLocaleString("en-US")} hits`]),
        },
        {
          key: "size",
          label: say(["缓存占用", "Cached"]),
          value: bytes(total((sum) => sum.bytes)),
          note: say([`${keys} 个键`, `${keys} keys`]),
        },
        {
          key: "memory",
          label: say(["进程内存", "Process memory"]),
          value: bytes(info.nodes.reduce((sum, node) => sum + node.rss, 0)),
          note: say([`堆 ${heap}`, `heap ${heap}`]),
        },
        {
          key: "online",
          label: say(["在线", "Online"]),
          value: say([`${info.sessions.people} 人`, `${info.sessions.people}`]),
          note: say([
            `${info.sessions.sessions} 个会话`,
            `${info.sessions.sessions} ${info.sessions.sessions === 1 ? "session" : "sessions"}`,
          ]),
        },
      ]}
    />
  );
}

/** What is kept in memory by groups: how much it serves, and a press to read it anew. */
function Board() {
  const say = useText();
  const viewer = useViewer();
  const shown = useShown();
  const title = usePageTitle(["缓存管理", "Cache"]);
  const [clears, setClears] = useState<Sum | null>(null);
  const load = useLoad("cache", async () => (await call<CacheInfo>("baseServer/baseRedisService/info")).data);
  return (
    <PageFrame
      title={title}
      truth={say([
        "每个缓存都可以随时重建；会话不在其中，清除缓存不会让任何人退出。",
        "Everything cached can be rebuilt; sessions are not among it, so clearing signs nobody out.",
      ])}
      buttons={
        <Button icon={<RefreshCw size={14} />} loading={load.loading} onClick={load.again}>
          {say(["刷新", "Refresh"])}
        </Button>
      }
    >
      <Stack scroll>
        <PanelState load={load} empty="" isEmpty={() => false}>
          {(info) => {
            const sums = sumsOf(info);
            return (
              <Stack>
                <Figures info={info} sums={sums} />
                <PlainTable
                  label={title}
                  rows={sums}
                  rowKey={(group) => group.code}
                  columns={[
                    {
                      key: "group",
                      title: say(["缓存组", "Group"]),
                      cell: (group) => (
                        <>
                          {group.label} <span className="pg-code">{group.code}</span>
                        </>
                      ),
                    },
                    { key: "keys", title: say(["键", "Keys"]), number: true, cell: (group) => group.keys.toLocaleString("en-US") },
                    { key: "size", title: say(["大小", "Size"]), number: true, cell: (group) => bytes(group.bytes) },
                    { key: "hits", title: say(["命中率", "Hit rate"]), number: true, cell: (group) => share(group.hits, group.misses) },
                    {
                      key: "loads",
                      title: say(["读取次数", "Loads"]),
                      number: true,
                      wideOnly: true,
                      cell: (group) => group.misses.toLocaleString("en-US"),
                    },
                    {
                      key: "after",
                      title: say(["清除之后", "After clearing"]),
                      wideOnly: true,
                      cell: (group) => <Words size="small">{group.reloads}</Words>,
                    },
                    {
                      key: "actions",
                      title: <span className="pg-sr">{say(["操作", "Actions"])}</span>,
                      cell: (group) => (
                        <Inline spread="end" gap="m" noWrap>
                          <PageLink href={`/main/redis?group=${group.code}`}>{say(["看键", "Keys"])}</PageLink>
                          {viewer.may("btnClear") ? (
                            <button type="button" className="pg-link pc-bad" onClick={() => setClears(group)}>
                              {say(["清除", "Clear"])}
                            </button>
                          ) : null}
                        </Inline>
                      ),
                    },
                  ]}
                />
                {info.nodes.length > 1 ? (
                  <p className="pc-note">
                    {say(["节点：", "Nodes: "])}
                    {info.nodes.map((node) => `${node.node} ${bytes(node.rss)}`).join(" · ")}
                  </p>
                ) : null}
              </Stack>
            );
          }}
        </PanelState>
      </Stack>
      {clears && shown ? <ClearDialog group={clears} close={() => setClears(null)} done={load.again} /> : null}
    </PageFrame>
  );
}

export default function CachePage() {
  return (
    <OwnPage>
      <Board />
    </OwnPage>
  );
}
