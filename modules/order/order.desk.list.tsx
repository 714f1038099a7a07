import type { Row } from "#kernel/page-document.ts";
import type { ListContext, ListSlots } from "#kernel/web/page/slots.ts";
import { openPage } from "#kernel/web/router.ts";
import { showChain } from "#modules/demand/web.tsx";
import { Copy, GitBranch } from "lucide-react";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { copyDocument } from "#kernel/web/page/edit/copyDocument.ts";
import { handOver } from "#kernel/web/page/edit/handOver.ts";
import type { PageViewer } from "#kernel/web/page/viewer.ts";
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
        { key: "waiting", label: ["待供应商确认", "Waiting for supplier"], query: { view: "waiting" }, press: view("waiting") },
        { key: "proposed", label: ["供应商提议", "Supplier proposed"], query: { view: "proposed" }, tone: "soon", press: view("proposed") },
        {
          ...{ key: "late", label: ["逾期未交", "Overdue"], query: late, tone: "late" },
          press: () => (context.choose(""), context.setFilter(late)),
        },
      ]}
    />
  );
}

async function copy(row: Row, viewer: PageViewer): Promise<void> {
  const id = textOf(row["id"]);
  handOver(`copy:${id}`, await copyDocument(order, await entityCall.find(order, id)));
  await openPage({ path: "purOrderManage/purchaseOrderEdit", query: { from: id }, ...(viewer.menuId ? { menuId: viewer.menuId } : {}) });
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
  rowActions: (row, { viewer }) => [
    ...(viewer.may(order.name, "btnChain")
      ? [
          {
            label: ["单据链", "Document chain"] as const,
            icon: GitBranch,
            handler: () => showChain({ docType: order.name, docId: textOf(row["id"]) }),
          },
        ]
      : []),
    ...(viewer.may(order.name, "btnCopy") && viewer.may(order.name, "btnAdd")
      ? [{ label: ["复制", "Copy"] as const, icon: Copy, handler: () => copy(row, viewer as PageViewer) }]
      : []),
  ],
};
