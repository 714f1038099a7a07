import type { Seen } from "#kernel/seen.ts";
import { amountText, textOf } from "#kernel/page-format.ts";
import type { Row } from "#kernel/page-document.ts";
import type { Text } from "#kernel/text.ts";
import { Columns, Words } from "#kernel/web/block/layout.tsx";
import { useText } from "#kernel/web/language.ts";
import { useRunner, type Runner } from "#kernel/web/page/action/useRunner.tsx";
import { useChanged } from "#kernel/web/page/changes.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { DateRangeInput } from "#kernel/web/page/field/DateInput.tsx";
import { RefInput } from "#kernel/web/page/field/RefInput.tsx";
import { useNarrow } from "#kernel/web/page/useNarrow.ts";
import { useViewer, type PageViewer } from "#kernel/web/page/viewer.ts";
import { Blank } from "#kernel/web/part/Blank.tsx";
import { exportRows } from "#kernel/web/part/exportRows.ts";
import { PageFrame, usePageTitle } from "#kernel/web/part/OwnPage.tsx";
import { RowsTable } from "#kernel/web/part/RowsTable.tsx";
import { TabBar, TabPanel } from "#kernel/web/part/TabBar.tsx";
import { openPage } from "#kernel/web/router.ts";
import type { Column, RowAction } from "#kernel/web/table/types.ts";
import { Button } from "antd";
import { CheckCheck, Download, Inbox as Tray } from "lucide-react";
import { useId, useState } from "react";
import { orderDelivery } from "../order-line.entity.ts";
import { order } from "../order.entity.ts";
import { Deadline } from "./AnswerSheet.tsx";
import { orderAsks } from "./asks.tsx";
import { dueTone } from "./deadline.tsx";
import { Goods } from "./Goods.tsx";
import { today } from "./Cards.tsx";

const dueTones = { late: "error", soon: "warning" } as const;
const edit = "purOrderManage/purchaseOrderEdit";
const some = "0.000001";

interface Step {
  readonly key: string;
  readonly label: Text;
  /** Which delivery rows stand in it. */
  readonly rows: Row;
  /** Which view of orders shows the same on a phone. */
  readonly view: string;
}

/** What happens next, in the order it happens. */
const steps: readonly Step[] = [
  {
    key: "toConfirm",
    label: ["待确认", "To confirm"],
    rows: { confirmStatus: ["PENDING", "BUYER_REJECTED"], openQtyFrom: some },
    view: "toConfirm",
  },
  {
    key: "proposed",
    label: ["待采购答复", "Awaiting buyer"],
    rows: { confirmStatus: ["PROPOSED"], openQtyFrom: some },
    view: "proposed",
  },
  { key: "toShip", label: ["待发货", "To ship"], rows: { confirmStatus: ["CONFIRMED"], toShipQtyFrom: some }, view: "shipping" },
  { key: "shipping", label: ["在途", "In transit"], rows: { inTransitQtyFrom: some }, view: "shipping" },
  { key: "done", label: ["已完成", "Completed"], rows: { openQtyTo: "0" }, view: "done" },
];

const open = (row: Seen<typeof order>, viewer: PageViewer): void =>
  void openPage({
    path: edit,
    query: { id: textOf(row.id) },
    title: textOf(row.orderNum),
    ...(viewer.menuId ? { menuId: viewer.menuId } : {}),
  });

function OrderCard({
  row,
  runner,
  viewer,
  step,
  goods,
}: {
  readonly row: Seen<typeof order>;
  readonly goods: readonly Seen<typeof orderDelivery>[];
  readonly runner: Runner;
  readonly viewer: PageViewer;
  readonly step: string;
}) {
  const say = useText();
  const answers = step === "toConfirm" && viewer.may("btnSupplierConfirm");
  const revision = Number(row.revisionNum ?? 0);
  const due = step === "done" ? null : dueTone(textOf(row.nextDueDate), today());
  return (
    <article className="pg-card" aria-label={textOf(row.orderNum)}>
      <button type="button" className="pg-card-open" onClick={() => open(row, viewer)}>
        <span className="pg-card-title">
          <b>{textOf(row.orderNum)}</b>
          {revision > 0 ? <span className="pg-status pg-tone-running">{say([`变更 V${revision}`, `Change V${revision}`])}</span> : null}
          <span className="pg-grow" />
          {step === "toConfirm" ? <Deadline at={row.confirmDeadline} /> : null}
        </span>
        <Words size="strong">{amountText(row.amountIncl, textOf(row.currency) || undefined)}</Words>
        <span className="pg-card-facts">
          <span>{textOf(row.orgName)}</span>
          {row.nextDueDate ? (
            <Words tone={due ? dueTones[due] : undefined}>{say([`最早 ${row.nextDueDate} 要货`, `first due ${row.nextDueDate}`])}</Words>
          ) : null}
        </span>
        <Goods rows={goods} />
      </button>
      {answers ? (
        <div className="pg-card-buttons">
          <Button
            type="primary"
            size="large"
            icon={<CheckCheck size={16} />}
            loading={runner.busy === "doSupplierDeliveryConfirm"}
            onClick={() => void runner.run("doSupplierDeliveryConfirm", row)}
          >
            {revision > 0 ? say(["确认变更", "Confirm change"]) : say(["按要求确认", "Confirm as requested"])}
          </Button>
          <Button size="large" onClick={() => open(row, viewer)}>
            {say(["提出变更", "Propose a change"])}
          </Button>
        </div>
      ) : null}
    </article>
  );
}

/** Why there is nothing, and what comes next. */
const blanks: Readonly<Record<string, readonly [title: Text, next: Text]>> = {
  toConfirm: [
    ["没有等您答复的订单", "No orders to answer"],
    ["采购方发布订单后会出现在这里，并有消息提醒。", "Published orders appear here, and you are notified of each."],
  ],
  proposed: [
    ["没有等采购答复的提议", "No pending proposals"],
    ["您提出的变更在采购答复前会留在这里。", "Your proposals stay here until the buyer answers."],
  ],
  toShip: [
    ["没有待发货的订单", "Nothing to ship"],
    ["确认后的订单到发货前会留在这里。", "Confirmed orders stay here until they are shipped."],
  ],
  shipping: [
    ["没有在途的货物", "Nothing in transit"],
    ["发货后、收货前的订单会出现在这里。", "Orders appear here between shipment and receipt."],
  ],
  done: [
    ["还没有完成的订单", "No completed orders yet"],
    ["全部收货后的订单会出现在这里。", "Orders appear here once everything is received."],
  ],
};

/** Orders as cards, the most urgent first. */
function OrderCards({ step, runner, viewer }: { readonly step: Step; readonly runner: Runner; readonly viewer: PageViewer }) {
  const say = useText();
  const load = useLoad(`inbox:${step.key}`, async () => {
    const { data } = await entityCall.page(order, {
      ...{ list: "inbox", view: step.view, pageIndex: 1, pageRows: 100 },
      orderBy: [{ key: step.key === "toConfirm" ? "confirmDeadline" : "nextDueDate", dir: "asc" }],
    });
    const orderId = data.map((row) => textOf(row.id));
    const goods = orderId.length
      ? (await entityCall.page(orderDelivery, { list: "inbox", orderId, pageIndex: 1, pageRows: 500 })).data
      : [];
    return { orders: data, goods: Map.groupBy(goods, (row) => textOf(row.orderId)) };
  });
  useChanged(order.name, load.again);
  return (
    <PanelState load={load} empty="" isEmpty={() => false}>
      {({ orders, goods }) =>
        orders.length === 0 ? (
          <Blank icon={Tray} title={say(blanks[step.key]![0])} text={say(blanks[step.key]![1])} />
        ) : (
          <div className="pg-cards">
            {orders.map((row) => (
              <OrderCard
                key={textOf(row.id)}
                row={row}
                goods={goods.get(textOf(row.id)) ?? []}
                runner={runner}
                viewer={viewer}
                step={step.key}
              />
            ))}
          </div>
        )
      }
    </PanelState>
  );
}

const orderOf = (row: Seen<typeof orderDelivery>): Seen<typeof order> => ({
  id: row.orderId ?? "",
  orderNum: textOf(row.orderName) || textOf(row.orderCode),
});

/** What is asked and promised first: it must be read without moving the table. */
const rowColumns = [
  ...([
    "orderId",
    "itemId",
    "qty",
    "uom",
    "needByDate",
    "promiseDate",
    "confirmStatus",
    "toShipQty",
    "inTransitQty",
    "receivedQty",
  ] as const),
  ...(["returnReplaceQty", "openQty", "lineNum", "orgId", "itemDesc"] as const),
];
const part: Column<Seen<typeof orderDelivery>> = {
  ...{ key: "scheduleNum", title: ["计划行", "Schedule"], width: 84, align: "right", sortable: false },
  render: (row) => <span className="pg-figure">{textOf(row.scheduleNum)}</span>,
};

/** Narrows the rows by order, item and day. */
function Narrow({ typed, change }: { readonly typed: Row; change(typed: Row): void }) {
  const say = useText();
  const patch = (next: Row): void => change({ ...typed, ...next });
  const { orderId, itemId, needByDate } = orderDelivery.fields;
  return (
    <Columns of={4} role="search" label={say(["查询", "Search"])}>
      <RefInput
        field={orderId}
        fieldKey="orderId"
        row={typed}
        placeholder={say(["订单号", "Order no."])}
        label={say(["订单号", "Order no."])}
        patch={patch}
      />
      <RefInput field={itemId} fieldKey="itemId" row={typed} placeholder={say(itemId.label)} label={say(itemId.label)} patch={patch} />
      <span className="pg-filter pg-filter-dates">
        <DateRangeInput
          kind="date"
          label={say(needByDate.label)}
          from={typed["needByDateFrom"]}
          to={typed["needByDateTo"]}
          change={(needByDateFrom, needByDateTo) => patch({ needByDateFrom, needByDateTo })}
        />
      </span>
    </Columns>
  );
}

const asked = (typed: Row): Row =>
  Object.fromEntries(["orderId", "itemId", "needByDateFrom", "needByDateTo"].flatMap((key) => (typed[key] ? [[key, typed[key]]] : [])));

function useCounts(): readonly (number | undefined)[] {
  const load = useLoad("inbox.counts", () =>
    Promise.all(
      steps.map(
        async (step) =>
          (await entityCall.page(orderDelivery, { pageIndex: 1, pageRows: 1, count: "exact", ...step.rows })).page?.count ?? 0,
      ),
    ),
  );
  useChanged(order.name, load.again);
  return load.data ?? [];
}

/** What can be done with a row where it stands, each behind its button. */
function actionsIn(step: string, row: Seen<typeof orderDelivery>, runner: Runner): readonly (readonly [button: string, RowAction])[] {
  const of = orderOf(row);
  const path = "purDeliveryManage/purDeliveryNoteEdit";
  const run = (action: string) => () => runner.run(action, of);
  if (step === "toConfirm")
    return [
      ["btnSupplierConfirm", { label: ["按要求确认", "Confirm as requested"], handler: run("doSupplierDeliveryConfirm") }],
      ["btnSupplierPropose", { label: ["提出变更", "Propose a change"], handler: run("doSupplierDeliveryPropose") }],
    ];
  const ships = {
    label: ["生成送货单", "Create delivery note"] as const,
    handler: () => openPage({ path, query: { rowIds: textOf(row.id) } }),
  };
  return [
    ...(step === "toShip" ? [["btnToDeliveryNote", ships] as const] : []),
    // While an order waits for its answer the answers have the room; the order's own page takes the signed copy then.
    ["btnUploadAttachment", { label: order.actions.doAttachSigned.label, handler: run("doAttachSigned") }],
  ];
}

/** Confirm, propose, ship: tabs by what happens next, rows on a desk, cards on a phone. */
export function Inbox() {
  const say = useText();
  const viewer = useViewer();
  const narrow = useNarrow();
  const panel = useId();
  const title = usePageTitle(["订单协同", "My orders"]);
  const [now, setNow] = useState("toConfirm");
  const [typed, setTyped] = useState<Row>({});
  const runner = useRunner({ entity: order, asks: orderAsks });
  const counts = useCounts();
  const step = steps.find((candidate) => candidate.key === now)!;
  const waiting = counts[0] ?? 0;
  const may = (button: string): boolean => viewer.may(button);
  return (
    <div className="pg-supplier">
      <PageFrame
        title={title}
        truth={say([`${waiting} 行等您答复`, waiting === 1 ? "1 line needs your answer" : `${waiting} lines need your answer`])}
        buttons={
          may("btnExport") && !narrow ? (
            <Button icon={<Download size={14} />} onClick={() => void exportRows(order, "inbox", { view: step.view })}>
              {say(["导出", "Export"])}
            </Button>
          ) : null
        }
        side={runner.panel}
      >
        <TabBar
          tabs={steps.map((entry, at) => ({ key: entry.key, label: entry.label, count: counts[at] }))}
          now={now}
          label={["订单进展", "Order status"]}
          panel={panel}
          choose={setNow}
        />
        <TabPanel id={panel} label={say(step.label)}>
          {narrow ? (
            <OrderCards step={step} runner={runner} viewer={viewer} />
          ) : (
            <>
              <Narrow typed={typed} change={setTyped} />
              <RowsTable
                key={`${step.key}${JSON.stringify(asked(typed))}`}
                entity={orderDelivery}
                name={`purchaseOrderList3.${step.key}`}
                where={{ list: "inbox", ...step.rows, ...asked(typed) }}
                columns={rowColumns}
                more={[part]}
                pageSize={50}
                show={(row) => open(orderOf(row), viewer)}
                rowTone={(row) => (step.key === "done" ? null : dueTone(textOf(row.currentPromiseDate) || textOf(row.needByDate), today()))}
                rowActions={(row) =>
                  actionsIn(step.key, row, runner)
                    .filter(([button]) => may(button))
                    .map(([, rowAction]) => rowAction)
                }
                empty={{ title: ["这里没有等待的行", "Nothing pending"] }}
              />
            </>
          )}
        </TabPanel>
      </PageFrame>
      {runner.dialogs}
    </div>
  );
}
