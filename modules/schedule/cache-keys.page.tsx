import { call } from "#kernel/web/call.ts";
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
import { Payload } from "./parts/Payload.tsx";
import type { CacheInfo } from "./parts/cacheInfo.ts";
import "./parts/schedule.css";

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
    <aside className="sc-side" aria-label={of.key}>
      <h2 className="sc-key">{of.key}</h2>
      <p className="pg-faint">
        {of.type} · {bytes(of.size)} · {say(["没有期限，改动时更新", "no expiry, renewed on change"])}
      </p>
      {drop ? (
        <Button danger size="small" icon={<Trash2 size={13} />} onClick={drop}>
          {say(["删除", "Delete"])}
        </Button>
      ) : null}
      <PanelState load={load} empty="" isEmpty={() => false}>
        {({ value }) => <Payload label={say(["内容（敏感值已隐藏）", "Content (sensitive values hidden)"])} value={value} />}
      </PanelState>
    </aside>
  );
}

/** The groups at the left, with how many keys this process keeps of each. */
function Groups({ info, group, choose }: { readonly info: CacheInfo | null; readonly group: string; choose(group: string): void }) {
  const say = useText();
  const own = info?.nodes.find((node) => node.node === info.node);
  return (
    <nav aria-label={say(["缓存组", "Groups"])} className="sc-groups">
      <h2 className="pg-h3">{say(["缓存组", "Groups"])}</h2>
      <ul>
        <li>
          <button type="button" className="sc-group" aria-pressed={group === ""} onClick={() => choose("")}>
            <span className="sc-group-name">{say(["全部", "All"])}</span>
          </button>
        </li>
        {(info?.groups ?? []).map((one) => (
          <li key={one.code}>
            <button type="button" className="sc-group" aria-pressed={group === one.code} onClick={() => choose(one.code)}>
              <span className="sc-group-name">{one.label}</span>
              <span className="pg-count">{own?.groups.find((g) => g.code === one.code)?.keys ?? ""}</span>
              <span className="sc-group-words pg-faint">{one.code}</span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** What this process keeps in memory, key by key. */
function Board() {
  const say = useText();
  const viewer = useViewer();
  const title = usePageTitle(["缓存键", "Cache keys"]);
  const [group, setGroup] = useState(useTab().query["group"] ?? "");
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
      <div className="sc-keys">
        <SearchBox text={typed} change={(text) => narrow(group, text)} label={say(["键以此开头", "Keys starting with"])} />
        <div className="sc-keys-rows">
          <PanelState load={keys} empty={say(["没有这样开头的键。", "No matching keys."])} isEmpty={({ rows }) => rows.length === 0}>
            {({ rows, cursor }) => (
              <>
                <table className="sc-table">
                  <thead>
                    <tr>
                      <th scope="col">{say(["键", "Key"])}</th>
                      <th scope="col">{say(["类型", "Type"])}</th>
                      <th scope="col" className="sc-number">
                        {say(["大小", "Size"])}
                      </th>
                    </tr>
                  </thead>
                  <tbody>
                    {rows.map((row) => (
                      <tr key={row.key} aria-selected={chosen?.key === row.key} onClick={() => setChosen(row)}>
                        <td>
                          <button type="button" className="pg-link sc-mono" onClick={() => setChosen(row)}>
                            {row.key}
                          </button>
                        </td>
                        <td>{row.type}</td>
                        <td className="sc-number">{bytes(row.size)}</td>
                      </tr>
                    ))}
                  </tbody>
                </table>
                <p className="sc-more">
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
                </p>
              </>
            )}
          </PanelState>
        </div>
      </div>
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
