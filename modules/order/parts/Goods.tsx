import { dateText, qtyText, textOf } from "#kernel/page-format.ts";
import type { Seen } from "#kernel/seen.ts";
import { Inline, Stack, Words } from "#kernel/web/block/layout.tsx";
import { useText } from "#kernel/web/language.ts";
import { currentYear } from "#kernel/web/page/today.ts";
import { useUnit } from "#modules/demand/web.tsx";
import type { orderDelivery } from "../order-line.entity.ts";

const most = 3;

/** What is wanted and how much of it: the first goods by name, the rest as a number. */
export function Goods({ rows }: { readonly rows: readonly Seen<typeof orderDelivery>[] }) {
  const say = useText();
  const unit = useUnit();
  if (rows.length === 0) return null;
  const rest = rows.length - most;
  return (
    <Stack as="span" gap="none">
      {rows.slice(0, most).map((row) => (
        <Inline key={row.id} as="span" spread="between" noWrap>
          <Words cut>{textOf(row.itemName) || textOf(row.itemDesc)}</Words>
          <span className="pg-figure">
            {qtyText(row.qty)} {unit(row.uom, row.qty)}
            {rows.length > 1 ? ` · ${dateText({ kind: "date" }, row.needByDate, currentYear())}` : null}
          </span>
        </Inline>
      ))}
      {rest > 0 ? <span>{say([`另有 ${rest} 行`, `${rest} more line${rest === 1 ? "" : "s"}`])}</span> : null}
    </Stack>
  );
}
