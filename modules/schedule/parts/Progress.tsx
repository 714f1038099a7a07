import type { Seen } from "#kernel/seen.ts";
import type { Text } from "#kernel/text.ts";
import { Bar } from "#kernel/web/block/Bar.tsx";
import { Inline, type Tone } from "#kernel/web/block/layout.tsx";
import type { scheduleRequest } from "#kernel/platform/schedule.entity.ts";

/** What the state of a run means. */
export const runTones: Readonly<Record<string, Tone>> = {
  SUCCESS: "success",
  FAILED: "error",
  TIMEOUT: "error",
  LOST: "error",
  CANCELLED: "neutral",
};

/** How far a run is: a bar while it runs, nothing where there is nothing to tell. */
export function Progress({ row, say }: { readonly row: Seen<typeof scheduleRequest>; say(text: Text): string }) {
  const percent = Number(row.progress ?? 0);
  if (row.scheduleFlag === "Y" || ["WAITING", "PAUSED"].includes(String(row.status))) return <span className="pg-faint">–</span>;
  return (
    <Inline as="span" noWrap>
      <Bar percent={percent} tone={runTones[String(row.status)] ?? "info"} size="small" label={say(["进度", "Progress"])} />
      {percent}%
    </Inline>
  );
}
