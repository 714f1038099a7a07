import { RefreshCw, Unplug } from "lucide-react";
import { useText } from "../language.ts";

/** SHELL_CHUNK: code of a page is missing (a newer build, a broken line) or took too long; a reload brings it. */
export function ChunkFailed() {
  const t = useText();
  return (
    <div className="s-state s-pane-fill" role="alert">
      <span className="s-state-icon" data-tone="error">
        <Unplug size={20} aria-hidden />
      </span>
      <h1>{t(["页面资源加载失败，请刷新", "Page resources failed to load, please refresh"])}</h1>
      <p>
        {t([
          "系统可能刚刚升级，或网络不稳定。刷新后回到当前页面。",
          "The system may have just been upgraded, or the network is unstable. Refresh to continue here.",
        ])}
      </p>
      <div className="s-state-actions">
        <button type="button" className="s-btn" data-kind="outline" onClick={() => location.reload()}>
          <RefreshCw size={14} aria-hidden />
          {t(["刷新", "Refresh"])}
        </button>
      </div>
    </div>
  );
}
