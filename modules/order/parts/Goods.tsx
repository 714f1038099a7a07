import type { Row } from "#kernel/page-document.ts";
import { useText } from "#kernel/web/language.ts";
import { useLookup } from "#kernel/web/page/lookup.ts";
import { qtyText } from "./Ask.tsx";
import { textOf } from "./useOrder.tsx";

const most = 3;

/** What is wanted and how much of it: the first goods by name, the rest as a number. */
export function Goods({ rows }: { readonly rows: readonly Row[] }) {
  const say = useText();
  const uoms = useLookup("UOM");
  if (rows.length === 0) return null;
  const rest = rows.length - most;
  return (
    <span className="or-inbox-goods">
      {rows.slice(0, most).map((row) => (
        <span key={textOf(row["id"])}>
          <span>{textOf(row["itemName"]) || textOf(row["itemDesc"])}</span>
          <b className="pg-figure">
            {qtyText(row["qty"])} {uoms.meaning(textOf(row["uom"]))}
          </b>
        </span>
      ))}
      {rest > 0 ? <span>{say([`另有 ${rest} 行`, `${rest} more line${rest === 1 ? "" : "s"}`])}</span> : null}
    </span>
  );
}
