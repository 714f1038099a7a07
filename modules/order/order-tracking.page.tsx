import { textOf } from "#kernel/page-format.ts";
import type { Form, Seen } from "#kernel/seen.ts";
import { Inline } from "#kernel/web/block/layout.tsx";
import { messageOf } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { toast } from "#kernel/web/message.ts";
import { askCall } from "#kernel/web/page/askCall.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { useLookup } from "#kernel/web/page/lookup.ts";
import { PageLink } from "#kernel/web/page/PageLink.tsx";
import { StatusTag } from "#kernel/web/page/StatusTag.tsx";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { exportRows } from "#kernel/web/part/exportRows.ts";
import { OwnPage, PageFrame, usePageTitle } from "#kernel/web/part/OwnPage.tsx";
import { DataTable } from "#kernel/web/table/DataTable.tsx";
import type { Column, PageInfo, TableApi } from "#kernel/web/table/types.ts";
import { figureOf, showChain, stripColumns } from "#modules/demand/web.tsx";
import { Button, Input } from "antd";
import { Download, GitBranch, Printer, Search } from "lucide-react";
import { useMemo, useState } from "react";
import { order } from "./order.entity.ts";
import { findByAnyNumber } from "./page-calls.ts";
import { OrderPaper } from "./parts/OrderPaper.tsx";
import type { orderDelivery, orderLine } from "./order-line.entity.ts";

export const page = { route: "purchaseOrderList4", title: ["订单跟踪", "Order tracking"], kind: "list" };

/** What a row of the tree is: an order, a line of it, or one delivery row. */
type Level = "order" | "line" | "row";
/** An order, a line or a delivery row; what they share is read alike. */
type Node = Pick<Form<typeof order>, "orderNum" | "status" | "supplierName" | "currency"> &
  Pick<Form<typeof orderLine>, "lineNum" | "itemName" | "itemCode" | "itemDesc" | "lineStatus"> &
  Pick<Form<typeof orderDelivery>, "scheduleNum" | "needByDate" | "confirmStatus"> & {
    readonly id: string;
    readonly $level: Level;
    /** The order it belongs to, and the delivery rows whose quantities it counts. */
    readonly $order?: string;
    readonly $owners?: readonly string[];
    readonly children?: readonly Node[];
  };
const levelOf = (row: Node): Level => row.$level;

/** Money is counted by the line: its parts have none of their own. */
const noMoney = { amountIncl: null, receivedAmount: null, invoicedAmount: null, paidAmount: null };

const inOrder = (doc: Seen<typeof order>): readonly Node[] =>
  (doc.lines ?? []).map((line) => ({
    ...line,
    $level: "line",
    $order: doc.id,
    currency: doc.currency,
    $owners: (line.deliveries ?? []).map((row) => row.id),
    children: (line.deliveries ?? []).map((row) => ({ ...row, ...noMoney, $level: "row", $order: doc.id, $owners: [row.id] })),
  }));

function Name({ row }: { readonly row: Node }) {
  const say = useText();
  const delivery = useLookup("PUR_DELIVERY_CONFIRM");
  const lines = useLookup("PUR_ORDER_LINE_STATUS");
  if (levelOf(row) === "order")
    return (
      <Inline as="span">
        <PageLink href={`/main/purOrderManage/purchaseOrderEdit?id=${encodeURIComponent(textOf(row.id))}`}>{textOf(row.orderNum)}</PageLink>
        <StatusTag entity={order} code={textOf(row.status)} />
      </Inline>
    );
  if (levelOf(row) === "line")
    return (
      <Inline as="span">
        {textOf(row.lineNum)} {textOf(row.itemName) || textOf(row.itemDesc)} <span className="pg-code">{textOf(row.itemCode)}</span>
        <span className="pg-faint">{lines.meaning(textOf(row.lineStatus))}</span>
      </Inline>
    );
  return (
    <Inline as="span">
      {say([`第 ${textOf(row.scheduleNum)} 批`, `Schedule line ${textOf(row.scheduleNum)}`])} {textOf(row.needByDate)}
      <span className="pg-faint">{delivery.meaning(textOf(row.confirmStatus))}</span>
    </Inline>
  );
}

const money = (key: string, cn: string, en: string): Column<Node> => ({
  key,
  title: [cn, en],
  width: 124,
  align: "right",
  sortable: false,
  cellType: "money",
  showThousandSeparator: true,
  currencyKey: "currency",
});

/** Orders of a list carry no counters of their own: their quantities stand on the lines. */
const quantities = stripColumns<Node>(
  ["ORD", "CAN", "CLS", "CFM", "NTC", "TRN", "INS", "RCV", "REJ", "REV", "RTR", "RTF", "NET", "OPEN", "STM", "INV"],
  {
    doc: (row) => ({ type: order.name, id: row.$order ?? row.id }),
    owners: (row) => row.$owners ?? [],
    of: (row) => [textOf(row.lineNum), textOf(row.itemName) || textOf(row.itemDesc)].filter(Boolean).join(" "),
  },
).map((column): Column<Node> => ({ ...column, render: (row, say) => (levelOf(row) === "order" ? "" : column.render!(row, say)) }));

function columnsOf(say: (text: readonly [string, string]) => string, chain: boolean, print: (row: Node) => void): readonly Column<Node>[] {
  return [
    {
      key: "name",
      title: ["订单 / 行 / 批次", "Order / line / schedule"],
      width: 330,
      fixed: "left",
      sortable: false,
      render: (row) => <Name row={row} />,
    },
    { key: "supplierName", title: ["供应商", "Supplier"], width: 180, sortable: false, render: (row) => textOf(row.supplierName) },
    money("amountIncl", "价税合计", "Total incl. tax"),
    money("receivedAmount", "已收金额", "Received amount"),
    money("invoicedAmount", "已开票", "Invoiced"),
    money("paidAmount", "已付", "Paid"),
    ...quantities,
    {
      key: "tools",
      title: ["", ""],
      width: 96,
      fixed: "right",
      sortable: false,
      render: (row) =>
        levelOf(row) === "row" ? null : (
          <Inline as="span" gap="none">
            {chain ? (
              <button
                type="button"
                className="s-icon-btn"
                aria-label={say(["单据链", "Document chain"])}
                title={say(["单据链", "Document chain"])}
                onClick={() =>
                  showChain({
                    docType: order.name,
                    docId: textOf(row.$order) || textOf(row.id),
                    orderLineId: levelOf(row) === "line" ? textOf(row.id) : undefined,
                  })
                }
              >
                <GitBranch size={15} aria-hidden />
              </button>
            ) : null}
            {levelOf(row) === "order" ? (
              <button
                type="button"
                className="s-icon-btn"
                aria-label={say(["打印", "Print"])}
                title={say(["打印", "Print"])}
                onClick={() => print(row)}
              >
                <Printer size={15} aria-hidden />
              </button>
            ) : null}
          </Inline>
        ),
    },
  ];
}

function Tracking() {
  const say = useText();
  const viewer = useViewer();
  const title = usePageTitle(["订单跟踪", "Order tracking"]);
  const [typed, setTyped] = useState("");
  const [ids, setIds] = useState<readonly string[] | null>(null);
  const [asked, setAsked] = useState("");
  const [count, setCount] = useState<number | null>(null);
  const [printing, setPrinting] = useState<Seen<typeof order> | null>(null);
  const api = useMemo<TableApi<Node>>(
    () => async (query, signal) => {
      const { countAll, ...body } = query;
      const reply = await entityCall.page(
        order,
        { ...body, list: "tracking", ...(ids ? { ids } : {}), ...(countAll ? { count: "exact" } : {}) },
        signal,
      );
      return {
        rows: reply.data.map((row) => ({ ...row, $level: "order" as const })),
        page: (reply.page ?? { count: reply.data.length, curIndex: 1 }) as PageInfo,
      };
    },
    [ids],
  );
  const search = async (): Promise<void> => {
    const num = typed.trim();
    setAsked(num);
    if (num === "") return setIds(null);
    try {
      setIds((await askCall(findByAnyNumber, { num })).ids);
    } catch (error) {
      toast.error(messageOf(error));
    }
  };
  const may = (button: string): boolean => viewer.may(button);
  const columns = useMemo(() => columnsOf(say, viewer.may("btnChain"), setPrinting), [say, viewer]);
  return (
    <PageFrame
      title={title}
      truth={
        <>
          {count === null ? null : say([`共 ${count} 张订单`, `${count} order${count === 1 ? "" : "s"}`])}
          {ids !== null ? <span>{say([`由 ${asked} 找到`, `found by ${asked}`])}</span> : null}
        </>
      }
      buttons={
        <>
          <Input
            style={{ width: 240 }}
            prefix={<Search size={14} aria-hidden />}
            value={typed}
            allowClear
            placeholder={say(["链上任一单号都能找到", "Any number of the chain"])}
            aria-label={say(["链上任一单号", "Any number of the chain"])}
            onChange={(event) => setTyped(event.target.value)}
            onPressEnter={() => void search()}
          />
          <Button onClick={() => void search()}>{say(["查询", "Search"])}</Button>
          {may("btnExport") ? (
            <Button icon={<Download size={14} />} onClick={() => void exportRows(order, "tracking", ids ? { ids } : {})}>
              {say(["导出", "Export"])}
            </Button>
          ) : null}
        </>
      }
    >
      <DataTable
        key={ids ? ids.join() : "all"}
        config={{
          name: "purchaseOrderList4",
          label: ["订单跟踪", "Order tracking"],
          columns,
          api,
          selection: false,
          showIndex: false,
          height: "fill",
          pageSize: 50,
          tree: {
            column: "name",
            hasChildren: (row) => levelOf(row) !== "row",
            load: async (row) =>
              levelOf(row) === "order"
                ? inOrder(await entityCall.find(order, textOf(row.id)))
                : (row.children ?? []).map((child) => ({ ...child })),
          },
          rowTone: (row) => (levelOf(row) === "line" && figureOf("OPEN", row) === "0" ? "muted" : null),
          empty: { title: asked ? ["没有订单与这个单号相关", "No order belongs to this number"] : ["还没有订单", "No orders yet"] },
          onLoadSuccess: (reply) => reply && setCount(reply.page.count),
        }}
      />
      {printing ? <OrderPaper row={printing} audience={viewer.audience} unsaved={0} close={() => setPrinting(null)} /> : null}
    </PageFrame>
  );
}

/** Read-only: every order as a tree of lines and delivery rows with both ledgers, found by any number of its chain. */
export default function OrderTrackingPage() {
  return (
    <OwnPage>
      <Tracking />
    </OwnPage>
  );
}
