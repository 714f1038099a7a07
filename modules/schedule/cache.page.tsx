import { call } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { toast } from "#kernel/web/message.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { useShown } from "#kernel/web/page/shown.ts";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { PageLink } from "#kernel/web/page/PageLink.tsx";
import { OwnPage, PageFrame, usePageTitle } from "#kernel/web/part/OwnPage.tsx";
import { useWork } from "#kernel/web/part/useWork.ts";
import { Button, Input, Modal } from "antd";
import { RefreshCw } from "lucide-react";
import { useState } from "react";
import { bytes } from "./parts/bytes.ts";
import type { CacheInfo } from "./parts/cacheInfo.ts";
import "./parts/schedule.css";

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
    const all = info.nodes.flatMap((node) => node.groups.filter((one) => one.code === group.code));
    const sum = (pick: (one: (typeof all)[number]) => number): number => all.reduce((total, one) => total + pick(one), 0);
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
    <Modal
      open
      width={460}
      title={say([`清除「${group.label}」`, `Clear ${group.label}`])}
      onCancel={close}
      mask={{ closable: false }}
      footer={
        <div className="pg-dialog-foot">
          <span className="pg-grow" />
          <Button onClick={close}>{say(["取消", "Cancel"])}</Button>
          <Button type="primary" danger disabled={typed !== group.code} loading={busy} onClick={() => void clear()}>
            {say(["清除", "Clear"])}
          </Button>
        </div>
      }
    >
      <p className="pg-dialog-text">
        {say([
          `各节点共 ${group.keys} 个键（${bytes(group.bytes)}）从内存中移除。之后${group.reloads}，不会丢失数据，片刻内会慢一些。`,
          `${group.keys} keys (${bytes(group.bytes)}) are removed from memory on all nodes. ${group.reloads}. No data is lost; things may be slower for a moment.`,
        ])}
      </p>
      <label className="pg-label" htmlFor="sc-typed">
        {say([`输入组名 ${group.code} 以确认`, `Enter ${group.code} to confirm`])}
      </label>
      <Input
        id="sc-typed"
        autoFocus
        className="sc-mono"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onPressEnter={() => typed === group.code && void clear()}
      />
      {error ? (
        <p className="pg-error" role="alert">
          {error}
        </p>
      ) : null}
    </Modal>
  );
}

function Figures({ info, sums }: { readonly info: CacheInfo; readonly sums: readonly Sum[] }) {
  const say = useText();
  const total = (pick: (one: Sum) => number): number => sums.reduce((sum, one) => sum + pick(one), 0);
  const figures: readonly (readonly [string, string, string])[] = [
    [
      say(["存储", "Store"]),
      say(["内存", "Memory"]),
      say([`${info.nodes.length} 个节点`, `${info.nodes.length} ${info.nodes.length === 1 ? "node" : "nodes"}`]),
    ],
    [
      say(["命中率", "Hit rate"]),
      share(
        total((o) => o.hits),
        total((o) => o.misses),
      ),
      say([`命中 ${total((o) => o.hits).toLocaleString("en-US")} 次`, `${total((o) => o.hits).toLocaleString("en-US")} hits`]),
    ],
    [say(["缓存占用", "Cached"]), bytes(total((o) => o.bytes)), say([`${total((o) => o.keys)} 个键`, `${total((o) => o.keys)} keys`])],
    [
      say(["进程内存", "Process memory"]),
      bytes(info.nodes.reduce((sum, node) => sum + node.rss, 0)),
      say([
        `堆 ${bytes(info.nodes.reduce((sum, node) => sum + node.heapUsed, 0))}`,
        `heap ${bytes(info.nodes.reduce((sum, node) => sum + node.heapUsed, 0))}`,
      ]),
    ],
    [
      say(["在线", "Online"]),
      say([`${info.sessions.people} 人`, `${info.sessions.people}`]),
      say([`${info.sessions.sessions} 个会话`, `${info.sessions.sessions} sessions`]),
    ],
  ];
  return (
    <dl className="sc-costs">
      {figures.map(([label, figure, truth]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{figure}</dd>
          <dd className="pg-faint">{truth}</dd>
        </div>
      ))}
    </dl>
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
      <div className="sc-board">
        <PanelState load={load} empty="" isEmpty={() => false}>
          {(info) => {
            const sums = sumsOf(info);
            return (
              <>
                <Figures info={info} sums={sums} />
                <table className="sc-table">
                  <thead>
                    <tr>
                      <th scope="col">{say(["缓存组", "Group"])}</th>
                      <th scope="col" className="sc-number">
                        {say(["键", "Keys"])}
                      </th>
                      <th scope="col" className="sc-number">
                        {say(["大小", "Size"])}
                      </th>
                      <th scope="col" className="sc-number">
                        {say(["命中率", "Hit rate"])}
                      </th>
                      <th scope="col" className="sc-number">
                        {say(["读取次数", "Loads"])}
                      </th>
                      <th scope="col">{say(["清除之后", "After clearing"])}</th>
                      <th scope="col">
                        <span className="sc-hidden">{say(["操作", "Actions"])}</span>
                      </th>
                    </tr>
                  </thead>
                  <tbody>
                    {sums.map((group) => (
                      <tr key={group.code}>
                        <td>
                          {group.label} <span className="pg-code">{group.code}</span>
                        </td>
                        <td className="sc-number">{group.keys.toLocaleString("en-US")}</td>
                        <td className="sc-number">{bytes(group.bytes)}</td>
                        <td className="sc-number">{share(group.hits, group.misses)}</td>
                        <td className="sc-number">{group.misses.toLocaleString("en-US")}</td>
                        <td className="sc-soft">{group.reloads}</td>
                        <td className="sc-acts">
                          <PageLink href={`/main/redis?group=${group.code}`}>{say(["看键", "Keys"])}</PageLink>
                          {viewer.may("btnClear") ? (
                            <button type="button" className="pg-link pc-bad" onClick={() => setClears(group)}>
                              {say(["清除", "Clear"])}
                            </button>
                          ) : null}
                        </td>
                      </tr>
                    ))}
                  </tbody>
                </table>
                {info.nodes.length > 1 ? (
                  <p className="pc-note sc-nodes">
                    {say(["节点：", "Nodes: "])}
                    {info.nodes.map((node) => `${node.node} ${bytes(node.rss)}`).join(" · ")}
                  </p>
                ) : null}
              </>
            );
          }}
        </PanelState>
      </div>
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
