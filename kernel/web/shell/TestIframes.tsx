import { RefreshCw } from "lucide-react";
import { useCallback, useRef, useState } from "react";
import { FRAME_SANDBOX } from "../../iframe.ts";
import { useText } from "../language.ts";
import { useTab } from "../tabs.ts";
import { useFrame, useFrameOrigins } from "./useFrame.ts";
import type { FrameTalk } from "./useFrame.ts";

const MOST = 200;

/** Trial of an embedding before it becomes a menu: an allow-listed page on the left, every message it exchanges on the right. */
export function TestIframes() {
  const t = useText();
  const tab = useTab();
  const origins = useFrameOrigins();
  const frame = useRef<HTMLIFrameElement>(null);
  const [url, setUrl] = useState<string | null>(null);
  const [turn, setTurn] = useState(0);
  const [talk, setTalk] = useState<readonly (FrameTalk & { readonly id: number })[]>([]);
  const onTalk = useCallback(
    (frameTalk: FrameTalk) => setTalk((old) => [{ ...frameTalk, id: (old[0]?.id ?? 0) + 1 }, ...old].slice(0, MOST)),
    [],
  );
  const nothing = useCallback(() => undefined, []);
  useFrame(frame, { url, origins, tabKey: tab.key, onTitle: nothing, onHeight: nothing, onTalk });

  return (
    <div className="s-trial">
      <header>
        <h1>{t(["嵌入页面试验", "Test embedded pages"])}</h1>
        <label className="s-box">
          <span className="s-hidden">{t(["页面来源", "Page origin"])}</span>
          <select value={url ?? ""} onChange={(event) => (setUrl(event.target.value || null), setTalk([]))}>
            <option value="">
              {origins?.length ? t(["选择允许的来源", "Choose an allowed source"]) : t(["允许名单为空", "The allow-list is empty"])}
            </option>
            {origins?.map((origin) => (
              <option key={origin} value={origin}>
                {origin}
              </option>
            ))}
          </select>
        </label>
        <button type="button" className="s-btn" disabled={url === null} onClick={() => setTurn((n) => n + 1)}>
          <RefreshCw size={14} aria-hidden />
          {t(["重新加载", "Reload"])}
        </button>
      </header>
      <div className="s-trial-body">
        {url === null ? (
          <p className="s-sider-note">
            {t([
              "来源由参数 IFRAME_ORIGINS 放行；选一个后在这里试用。",
              "Allowed sources are set by IFRAME_ORIGINS. Choose one to try it here.",
            ])}
          </p>
        ) : (
          <iframe key={turn} ref={frame} className="s-frame" src={url} title={url} sandbox={FRAME_SANDBOX} referrerPolicy="strict-origin" />
        )}
        <aside aria-label={t(["消息记录", "Messages"])}>
          <h2>{t(["消息记录", "Messages"])}</h2>
          <ol>
            {talk.map((row) => (
              <li key={row.id} data-bad={row.note !== undefined}>
                <b>
                  {row.direction === "in" ? "←" : "→"} {row.type}
                </b>
                <code>{row.note ?? JSON.stringify(row.body)}</code>
              </li>
            ))}
          </ol>
        </aside>
      </div>
    </div>
  );
}
