import type { Row } from "#kernel/page-document.ts";
import type { ListContext, ListSlots } from "#kernel/web/page/slots.ts";
import { copyTools, showChain } from "#modules/demand/web.tsx";
import { GitBranch } from "lucide-react";
import { order } from "./order.entity.ts";
import { orderAsks } from "./parts/asks.tsx";
import { Cards, daysFrom, today } from "./parts/Cards.tsx";
import { dueTone } from "./parts/deadline.ts";
import { OrderPaper } from "./parts/OrderPaper.tsx";
import { textOf } from "./parts/useOrder.tsx";

const running = ["PUBLISHED", "CONFIRMED", "CHANGING"];

function Desk({ context }: { readonly context: ListContext }) {
  const view = (key: string) => () => (context.setFilter({}), context.choose(key));
  const late: Row = { status: running, nextDueDateTo: daysFrom(today(), -1) };
  return (
    <Cards
      entity={order}
      list="desk"
      cards={[
        { key: "toSubmit", label: ["待提交", "To submit"], query: { view: "toSubmit" }, press: view("toSubmit") },
        { key: "approving", label: ["审批中", "In approval"], query: { view: "approving" }, press: view("approving") },
        { key: "waiting", label: ["待供应商确认", "Awaiting supplier"], query: { view: "waiting" }, press: view("waiting") },
        { key: "proposed", label: ["供应商提议", "Supplier proposed"], query: { view: "proposed" }, tone: "soon", press: view("proposed") },
        {
          ...{ key: "late", label: ["逾期未交", "Overdue"], query: late, tone: "late" },
          press: () => (context.choose(""), context.setFilter(late)),
        },
      ]}
    />
  );
}

const isRunning = (row: Row): boolean => running.includes(textOf(row["status"]));

/** The buyer's desk: what waits for whom stands on top, late orders are red. */
export const slots: ListSlots = {
  head: (context) => <Desk context={context} />,
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
