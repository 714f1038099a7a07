import { Bug, RefreshCw } from "lucide-react";
import type { ReactNode } from "react";
import { useText } from "../language.ts";
import { ChunkError } from "../pages.ts";
import { refresh } from "../router.ts";
import { Boundary } from "./Boundary.tsx";
import { ChunkFailed } from "./ChunkFailed.tsx";

/** One page that breaks never takes the others along: missing code offers a reload, a broken page a fresh start of its tab. */
export function PageBoundary({ tabKey, children }: { readonly tabKey: string; readonly children: ReactNode }) {
  return (
    <Boundary instead={(error) => (error instanceof ChunkError ? <ChunkFailed /> : <Broken error={error} tabKey={tabKey} />)}>
      {children}
    </Boundary>
  );
}

function Broken({ error, tabKey }: { readonly error: unknown; readonly tabKey: string }) {
  const t = useText();
  return (
    <div className="s-state" role="alert">
      <span className="s-state-icon" data-tone="error">
        <Bug size={20} aria-hidden />
      </span>
      <h1>{t(["这个页面出错了", "This page failed"])}</h1>
      <p>
        {t([
          "其他页签不受影响。刷新本页签重新开始；再次出错请把下面的文字告诉管理员。",
          "Other tabs are not affected. Refresh this tab; if it fails again, send the text below to your administrator.",
        ])}
      </p>
      <p>
        <code>{error instanceof Error ? error.message : String(error)}</code>
      </p>
      <div className="s-state-actions">
        <button type="button" className="s-btn" data-kind="outline" onClick={() => void refresh(tabKey)}>
          <RefreshCw size={14} aria-hidden />
          {t(["刷新本页签", "Refresh this tab"])}
        </button>
      </div>
    </div>
  );
}
