import { Skeleton } from "antd";
import { TriangleAlert } from "lucide-react";
import { useEffect, useState } from "react";
import type { Text } from "../../text.ts";
import { useText } from "../language.ts";
import { midSentence } from "../../page-format.ts";

/** True once something has taken longer than a blink; quicker answers show no skeleton at all. */
export function useLate(ms = 150): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return late;
}

/** A document on its way, or why it did not come. */
export function EditWaiting({ label, error, again }: { readonly label: Text; readonly error: string; again(): void }) {
  const say = useText();
  const late = useLate();
  if (error)
    return (
      <div className="s-state" role="alert">
        <span className="s-state-icon" data-tone="error">
          <TriangleAlert size={20} aria-hidden />
        </span>
        <h1>{say([`没能打开${label[0]}`, `The ${midSentence(label[1])} could not be opened`])}</h1>
        <p>{error}</p>
        <div className="s-state-actions">
          <button type="button" className="s-btn" data-kind="outline" onClick={again}>
            {say(["重试", "Retry"])}
          </button>
        </div>
      </div>
    );
  return late ? (
    <div className="pg-edit pg-edit-wait" role="status" aria-label={say(["正在打开", "Opening"])}>
      <div className="pg-edit-head">
        <Skeleton.Input size="small" />
      </div>
      <div className="pg-edit-content">
        <Skeleton title={false} paragraph={{ rows: 8 }} />
      </div>
    </div>
  ) : null;
}
