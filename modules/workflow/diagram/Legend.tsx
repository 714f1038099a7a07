import type { Text } from "#kernel/text.ts";
import { useText } from "#kernel/web/language.ts";
import type { Meaning } from "./paint.ts";
import "./diagram.css";

const words: Readonly<Record<Meaning, Text>> = {
  done: ["已走", "Simulated"],
  now: ["当前", "Current"],
  ahead: ["预计", "Ahead"],
  returned: ["退回", "Returned"],
  unused: ["不经过", "Not passed"],
  added: ["新增", "Added"],
  changed: ["修改", "Changed"],
  removed: ["删除", "Removed"],
};

/** What the colours of a diagram mean. */
export function Legend({ meanings }: { readonly meanings: readonly Meaning[] }) {
  const say = useText();
  return (
    <span className="wf-legend">
      {meanings.map((meaning) => (
        <span key={meaning} data-meaning={meaning}>
          <i aria-hidden />
          {say(words[meaning])}
        </span>
      ))}
    </span>
  );
}
