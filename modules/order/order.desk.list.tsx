import { textOf } from "#kernel/page-format.ts";
import type { Seen } from "#kernel/seen.ts";
import type { Row } from "#kernel/page-document.ts";
import { useText } from "#kernel/web/language.ts";
import { useChanged } from "#kernel/web/page/changes.ts";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import type { ListContext, ListSlots } from "#kernel/web/page/slots.ts";
import { addDays } from "#kernel/days.ts";
import { chainActions, copyTools } from "#modules/demand/web.tsx";
import { Button } from "antd";
import { order } from "./order.entity.ts";
import { orderAsks } from "./parts/asks.tsx";
import { counted, today } from "./parts/Cards.tsx";
import { dueTone } from "./parts/deadline.tsx";
import { OrderPaper } from "./parts/OrderPaper.tsx";

const running = ["PUBLISHED", "CONFIRMED", "CHANGING"];

/** What no tab says: how many running orders are late, one press away. */
function Late({ context }: { readonly context: ListContext<typeof order> }) {
  const say = useText();
  const late: Row = { status: running, nextDueDateTo: addDays(today(), -1) };
  const load = useLoad(`late:${JSON.stringify(late)}`, () => counted(order, "desk", late));
  useChanged(order.name, load.again);
  if (!load.data) return null;
  return (
    <Button type="link" danger onClick={() => (context.choose(""), context.setFilter(late))}>
      {say(["逾期未交", "Overdue"])} <b className="pg-figure">{load.data}</b>
    </Button>
  );
}

const isRunning = (row: Seen<typeof order>): boolean => running.includes(textOf(row.status));

/** The buyer's desk: what waits for whom stands in the tabs, late orders are red. */
export const slots: ListSlots<typeof order> = {
  also: (context) => <Late context={context} />,
  asks: orderAsks,
  print: (paper) => <OrderPaper {...paper} />,
  rowTone: (row) => (isRunning(row) && Number(row.receiptPercent ?? 0) < 100 ? dueTone(textOf(row.nextDueDate), today()) : null),
  cells: {
    revisionNum: { width: 64, align: "right" },
    nextDueDate: {
      alert: (row) => {
        const tone = isRunning(row) ? dueTone(textOf(row.nextDueDate), today()) : null;
        return tone === "late"
          ? { level: "error", text: ["已逾期", "Overdue"] }
          : tone === "soon"
            ? { level: "warning", text: ["三天内应交", "Due within three days"] }
            : null;
      },
    },
  },
  rowActions: (row, context) => [
    ...chainActions(context.viewer, { docType: order.name, docId: row.id }),
    ...copyTools(order, "purOrderManage/purchaseOrderEdit", row, context),
  ],
};
