import { useState } from "react";
import { usePulse } from "../heartbeat.ts";
import { useText } from "../language.ts";

/** A quiet word that a newer version is ready; nobody's unsaved work is reloaded away. */
export function NewBuildBar() {
  const t = useText();
  const newBuild = usePulse((pulse) => pulse.newBuild);
  const [later, setLater] = useState(false);
  if (!newBuild || later) return null;
  return (
    <div className="s-bar" role="status">
      <span>
        {t(["系统有新版本，刷新后使用。未保存的修改请先保存。", "A new version is ready after a refresh. Save your changes first."])}
      </span>
      <button type="button" className="s-btn" onClick={() => location.reload()}>
        {t(["刷新", "Refresh"])}
      </button>
      <button type="button" className="s-btn" data-kind="quiet" onClick={() => setLater(true)}>
        {t(["稍后", "Later"])}
      </button>
    </div>
  );
}
