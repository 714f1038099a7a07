import { cmp, format } from "#kernel/decimal.ts";
import type { Seen } from "#kernel/seen.ts";
import { ShareBar } from "#kernel/web/block/Bar.tsx";
import { useText } from "#kernel/web/language.ts";
import type { agreement } from "../agreement.entity.ts";

/** How far an agreement is used up, as a bar with its percent; nothing where only prices are agreed. */
export function UseBar({ row }: { readonly row: Seen<typeof agreement> }) {
  const say = useText();
  if (row.agreementType === "PRICE") return <span className="pg-faint">–</span>;
  const percent = String(row.usedPct ?? "0");
  const tone = cmp(percent, "100") >= 0 ? "error" : cmp(percent, "80") >= 0 ? "warning" : "success";
  const shown = format(percent, { scale: 0 });
  return <ShareBar percent={Number(shown)} tone={tone} label={say([`已用 ${shown}%`, `${shown}% used`])} />;
}
