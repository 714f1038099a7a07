import { textOf } from "#kernel/page-format.ts";
import type { Seen } from "#kernel/seen.ts";
import type { ListContext, ListSlots } from "#kernel/web/page/slots.ts";
import type { Button, Picked } from "#kernel/web/table/types.ts";
import { openWindow, PriceHistory } from "#modules/demand/web.tsx";
import { Scale } from "lucide-react";
import { ComparePrices } from "../parts/ComparePrices.tsx";
import type { purchaseHistory } from "./history.entity.ts";

const mostItems = 20;

/** Sets the suppliers of the chosen items side by side. */
const tools = ({ viewer }: ListContext<typeof purchaseHistory>): readonly Button<Seen<typeof purchaseHistory>>[] =>
  viewer.may("btnCompare")
    ? [
        {
          label: ["对比", "Compare"],
          icon: Scale,
          needSelection: "many",
          disabled: (rows) =>
            new Set(rows.map((row) => textOf(row.itemId))).size > mostItems
              ? [[`一次最多比较 ${mostItems} 个物料`, `At most ${mostItems} items at a time`]]
              : null,
          handler: ({ rows }: Picked<Seen<typeof purchaseHistory>>) => openWindow((close) => <ComparePrices rows={rows} close={close} />),
        },
      ]
    : [];

/** Prices paid before; beside a row stands the whole history of its item. */
export const slots: ListSlots<typeof purchaseHistory> = {
  hideNew: true,
  toolbar: tools,
  sidePanel: (row) => <PriceHistory itemId={textOf(row.itemId)} orgId={textOf(row.orgId)} />,
  cells: {
    changePercent: {
      alert: (row) => (Number(row.changePercent ?? 0) > 0 ? { level: "warning", text: ["比上次贵", "Higher than before"] } : null),
    },
  },
};
