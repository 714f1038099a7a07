import type { Row } from "#kernel/page-document.ts";
import { useText } from "#kernel/web/language.ts";
import { useChanged } from "#kernel/web/page/changes.ts";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import type { ListContext, ListSlots } from "#kernel/web/page/slots.ts";
import { addDays } from "#kernel/days.ts";
import { copyTools, showChain } from "#modules/demand/web.tsx";
import { GitBranch } from "lucide-react";
import { order } from "./order.entity.ts";
import { orderAsks } from "./parts/asks.tsx";
import { counted, today } from "./parts/Cards.tsx";
import { dueTone } from "./parts/deadline.tsx";
import { OrderPaper } from "./parts/OrderPaper.tsx";
import { textOf } from "./parts/useOrder.tsx";

const running = ["PUBLISHED", "CONFIRMED", "CHANGING"];

/** What no tab says: how many running orders are late, one press away. */
function Late({ context }: { readonly context: ListContext }) {
  const say = useText();
  const late: Row = { status: running, nextDueDateTo: addDays(today(), -1) };
  const load = useLoad(`late:${JSON.stringify(late)}`, () => counted(order, "desk", late));
  useChanged(order.name, load.again);
  if (!load.data) return null;
  return (
    <button type="button" className="or-late-filter" onClick={() => (context.choose(""), context.setFilter(late))}>
      {say(["逾期未交", "Overdue"])} <b className="pg-figure">{load.data}</b>
    </button>
  );
}

const isRunning = (row: Row): boolean => running.includes(textOf(row["status"]));

/** The buyer's desk: what waits for whom stands in the tabs, late orders are red. */
export const slots: ListSlots = {
  also: (context) => <Late context={context} />,
  asks: orderAsks,
  print: (paper) => <OrderPaper {...paper} />,
  rowTone: (row) => (isRunning(row) && Number(row["receiptPercent"] ?? 0) < 100 ? dueTone(textOf(row["nextDueDate"]), today()) : null),
  cells: {
    revisionNum: { width: 64, align: "right" },
    nextDueDate: {
      alert: (row) => {
        const tone = isRunning(row) ? dueTone(textOf(row["nextDueDate"]), today()) : null;
        return tone === "late"
          ? { level: "error", text: ["已逾期", "Overdue"] }
          : tone === "soon"
            ? { level: "warning", text: ["三天内应交", "Due within three days"] }
            : null;
      },
    },
  },
  rowActions: (row, context) => [
    ...(context.viewer.may("btnChain")
      ? [
          {
            label: ["单据链", "Document chain"] as const,
            icon: GitBranch,
            handler: () => showChain({ docType: order.name, docId: textOf(row["id"]) }),
          },
        ]
      : []),
    ...copyTools(order, "purOrderManage/purchaseOrderEdit", row, context),
  ],
};
