import { ToneKeys } from "#kernel/web/block/ToneStrip.tsx";
import { type Tone } from "#kernel/web/block/layout.tsx";
import type { Text } from "#kernel/text.ts";
import { useText } from "#kernel/web/language.ts";
import type { Meaning } from "./paint.tsx";

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

const tones: Readonly<Record<Meaning, Tone>> = {
  done: "success",
  now: "info",
  ahead: "neutral",
  returned: "warning",
  unused: "neutral",
  added: "success",
  changed: "warning",
  removed: "error",
};

/** What the colours of a diagram mean. */
export function Legend({ meanings }: { readonly meanings: readonly Meaning[] }) {
  const say = useText();
  return <ToneKeys keys={meanings.map((meaning) => [tones[meaning], say(words[meaning])])} />;
}
