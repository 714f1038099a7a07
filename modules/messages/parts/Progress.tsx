import { Inline } from "#kernel/web/block/layout.tsx";
import { SplitBar } from "#kernel/web/block/Bar.tsx";
import type { Seen } from "#kernel/seen.ts";
import { useText } from "#kernel/web/language.ts";
import type { msgInstance } from "../instance.entity.ts";

const figure = (value: unknown): number => Number(value ?? 0);

/** How far a message came, as a bar with its figures: reached, failed, and what was held back. */
export function Progress({ row }: { readonly row: Seen<typeof msgInstance> }) {
  const say = useText();
  const total = Math.max(1, figure(row.totalCount));
  const [sent, failed] = [figure(row.sentCount), figure(row.failedCount)];
  const words = say([
    `${sent} / ${figure(row.totalCount)} 已送达${failed > 0 ? `，${failed} 失败` : ""}`,
    `${sent} of ${figure(row.totalCount)} reached${failed > 0 ? `, ${failed} failed` : ""}`,
  ]);
  return (
    <Inline as="span" noWrap>
      <SplitBar
        label={words}
        parts={[
          { key: "sent", percent: (sent / total) * 100, tone: "success" },
          { key: "failed", percent: (failed / total) * 100, tone: "error" },
        ]}
      />
      <span className="pg-figure">
        {sent}/{figure(row.totalCount)}
      </span>
    </Inline>
  );
}
