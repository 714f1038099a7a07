import { textOf } from "#kernel/page-format.ts";
import type { Form } from "#kernel/seen.ts";
import { menuForRoute, useMenus } from "#kernel/web/menus.ts";
import { EditPage } from "#kernel/web/page/edit/EditPage.tsx";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import type { EditSlots } from "#kernel/web/page/slots.ts";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { Ground } from "#kernel/web/part/Ground.tsx";
import type { Column } from "#kernel/web/table/types.ts";
import { priceHistoryPanel } from "#modules/demand/web.tsx";
import { order } from "./order.entity.ts";
import { AnswerSheet } from "./parts/AnswerSheet.tsx";
import { orderAsks } from "./parts/asks.tsx";
import { Basis } from "./parts/Basis.tsx";
import { findingsOf } from "./parts/checks.ts";
import { FocusFirst } from "./parts/FocusFirst.tsx";
import { OrderPaper } from "./parts/OrderPaper.tsx";
import { OrderTabs } from "./parts/OrderTabs.tsx";
import { QuoteKeeper } from "./parts/QuoteKeeper.tsx";
import { splitTools } from "./parts/SplitRows.tsx";
import { OrderStrip } from "./parts/Strip.tsx";
import { Warnings } from "./parts/Warnings.tsx";
import type { orderLine } from "./order-line.entity.ts";

export const page = { route: "purOrderManage/purchaseOrderEdit", title: ["采购订单", "Purchase order"] };

const sources: Readonly<Record<string, Partial<ReturnType<NonNullable<Column["badge"]>>>>> = {
  AGREEMENT: { text: ["协议", "Agreement"], tone: "done" },
  PRICE_LIST: { text: ["价格库", "List"], tone: "neutral" },
  CATALOG: { text: ["商城", "Catalogue"], tone: "neutral" },
};

/** Where the price comes from, as a word before it: green agreement, grey list, amber exception. */
function priceBadge(row: Form<typeof orderLine>): ReturnType<NonNullable<Column["badge"]>> {
  if (row.priceException === "Y") return { text: ["例外", "Exception"], tone: "waiting" };
  if (row.giftFlag === "Y") return { text: ["赠品", "Free"], tone: "neutral" };
  const found = sources[String(row.priceSource ?? "")];
  return found ? (found as ReturnType<NonNullable<Column["badge"]>>) : null;
}

const finding = (field: string) => (row: Form<typeof orderLine>) => {
  const found = findingsOf(row, "").find((candidate) => candidate.field === field);
  return found ? { level: found.level, text: found.text } : null;
};

const cells: NonNullable<EditSlots<typeof order>["cells"]> = {
  lines: {
    qty: { alert: finding("qty") },
    price: { badge: priceBadge, width: 150 },
    exceptionReason: { alert: finding("exceptionReason") },
  },
};

/** What every reader of an order may do with it. */
const shared: Pick<EditSlots<typeof order>, "asks" | "print" | "hideSections"> = {
  asks: orderAsks,
  print: (paper) => <OrderPaper {...paper} />,
  hideSections: ["Progress"],
};

/** Prices are told to those who write orders or read agreements, as the call for them is. */
const mayQuote = (): boolean =>
  ["purchaseOrderList", "purAgreementList"].some((route) => menuForRoute(useMenus.getState().flat, route) !== undefined);

const linesOf = (model: EditModel<typeof order>): readonly Form<typeof orderLine>[] =>
  model.editable() ? (model.lines.lines?.rows() ?? []) : [];
/** Something on the lines being written deserves a look. */
const isOdd = (model: EditModel<typeof order>): boolean =>
  linesOf(model).some((row) => findingsOf(row, textOf(model.state.getState().header.orderDate)).length > 0);
/** There is an item whose price can be explained. */
const isPriced = (model: EditModel<typeof order>): boolean => linesOf(model).some((row) => row.itemId);

const internal: EditSlots<typeof order> = {
  ...shared,
  cells,
  head: (model) => (
    <>
      <QuoteKeeper model={model} />
      <FocusFirst model={model} />
      <OrderStrip model={model} />
    </>
  ),
  afterLines: (model) => <OrderTabs model={model} />,
  lineToolbar: { "lines.deliveries": splitTools },
  sidePanel: [
    { key: "warnings", label: ["提示", "Warnings"], speaks: isOdd, render: (model) => <Warnings model={model} /> },
    { key: "basis", label: ["依据", "Price source"], when: mayQuote, speaks: isPriced, render: (model) => <Basis model={model} /> },
    priceHistoryPanel,
  ],
  links: [{ key: "since", label: ["执行情况", "Execution"] }],
};

const supplier: EditSlots<typeof order> = {
  ...shared,
  head: (model) => (
    <>
      <FocusFirst model={model} />
      <OrderStrip model={model} />
      <AnswerSheet model={model} />
    </>
  ),
  afterLines: (model) => <OrderTabs model={model} />,
  links: [{ key: "since", label: ["执行情况", "Execution"] }],
};

/** One page for everybody who works on an order: buyers write and decide, suppliers answer, others read. */
export default function OrderPage() {
  const { audience } = useViewer();
  return (
    <Ground>
      <EditPage entity={order} slots={audience === "supplier" ? supplier : internal} />
    </Ground>
  );
}
