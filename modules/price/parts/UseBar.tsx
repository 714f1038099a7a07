import { cmp, format } from "#kernel/decimal.ts";
import type { Row } from "#kernel/page-document.ts";
import { useText } from "#kernel/web/language.ts";
import "./agreement.css";

/** How far an agreement is used up, as a bar with its percent; nothing where only prices are agreed. */
export function UseBar({ row }: { readonly row: Row }) {
  const say = useText();
  if (row["agreementType"] === "PRICE") return <span className="pg-faint">–</span>;
  const percent = String(row["usedPct"] ?? "0");
  const tone = cmp(percent, "100") >= 0 ? "full" : cmp(percent, "80") >= 0 ? "high" : "fine";
  const shown = format(percent, { scale: 0 });
  return (
    <span className="ag-use" role="img" aria-label={say([`已用 ${shown}%`, `${shown}% used`])}>
      <span className="ag-bar">
        <i data-tone={tone} style={{ width: `${Math.min(100, Number(shown))}%` }} />
      </span>
      <b>{shown}%</b>
    </span>
  );
}
