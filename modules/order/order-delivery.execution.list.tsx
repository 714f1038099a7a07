import { textOf } from "#kernel/page-format.ts";
import type { Press, Seen } from "#kernel/seen.ts";
import type { Row } from "#kernel/page-document.ts";
import type { Text } from "#kernel/text.ts";
import { CallError, messageOf } from "#kernel/web/call.ts";
import { AskDialog } from "#kernel/web/block/AskDialog.tsx";
import { Item, ItemList } from "#kernel/web/block/ItemList.tsx";
import { Words } from "#kernel/web/block/layout.tsx";
import { useText } from "#kernel/web/language.ts";
import { PageLink } from "#kernel/web/page/PageLink.tsx";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import type { ListContext, ListSlots } from "#kernel/web/page/slots.ts";
import { openPage } from "#kernel/web/router.ts";
import type { Button, Column, Picked } from "#kernel/web/table/types.ts";
import { addDays } from "#kernel/days.ts";
import { chainActions, openWindow, stripColumns } from "#modules/demand/web.tsx";
import { BellRing, Check, CircleX, Lock, Truck, Unlock, X } from "lucide-react";
import { useState } from "react";
import { orderDelivery } from "./order-line.entity.ts";
import { order } from "./order.entity.ts";
import { ProposalText, Reason } from "./parts/Ask.tsx";
import { Cards, today } from "./parts/Cards.tsx";
import { delayDays, dueTone } from "./parts/deadline.tsx";
import { ExecutionPanel } from "./parts/ExecutionPanel.tsx";

const dueOf = (row: Seen<typeof orderDelivery>): string => textOf(row.currentPromiseDate) || textOf(row.needByDate);
const isOpen = (row: Seen<typeof orderDelivery>): boolean => Number(row.openQty ?? 0) > 0;
const toneOf = (row: Seen<typeof orderDelivery>): "late" | "soon" | null => (isOpen(row) ? dueTone(dueOf(row), today()) : null);

interface Answer {
  readonly name: string;
  readonly msg: string | null;
}

type Asked = Press<typeof order, "doBuyerDeliveryConfirm" | "doUrge" | "doCancel">;

interface Work {
  readonly action: "doBuyerDeliveryConfirm" | "doBuyerReject" | "doUrge" | "doClose" | "doCancel" | "doOpenLine";
  readonly label: Text;
  readonly needsReason: boolean;
  /** Which rows it can be done to. */
  fits(row: Seen<typeof orderDelivery>): boolean;
  body(rows: readonly Seen<typeof orderDelivery>[], reason: string): Asked;
}

const byRows = (rows: readonly Seen<typeof orderDelivery>[]) => rows.map((row) => ({ deliveryId: row.id, versionNum: row.versionNum }));
const byLines = (rows: readonly Seen<typeof orderDelivery>[]) => [
  ...new Set(rows.map((row) => textOf(row.orderLineId) || textOf(row.parentId))),
];
const proposed = (row: Seen<typeof orderDelivery>): boolean => row.confirmStatus === "PROPOSED";

const works = {
  btnBuyerConfirm: {
    action: "doBuyerDeliveryConfirm",
    label: ["接受提议", "Accept proposal"],
    needsReason: false,
    fits: proposed,
    body: (rows) => ({ rows: byRows(rows) }),
  },
  btnBuyerReject: {
    action: "doBuyerReject",
    label: ["驳回提议", "Reject proposal"],
    needsReason: true,
    fits: (row) => proposed(row) || row.confirmStatus === "REFUSED",
    body: (rows, reason) => ({ rows: byRows(rows), reason }),
  },
  btnUrge: {
    action: "doUrge",
    label: ["催交", "Remind"],
    needsReason: false,
    fits: isOpen,
    body: (rows, message) => ({ rows: byRows(rows), ...(message ? { message } : {}) }),
  },
  btnCloseLine: {
    action: "doClose",
    label: ["关闭行", "Close line"],
    needsReason: true,
    fits: isOpen,
    body: (rows, reason) => ({ lineIds: byLines(rows), reason }),
  },
  btnCancelLine: {
    action: "doCancel",
    label: ["取消行", "Cancel line"],
    needsReason: true,
    fits: isOpen,
    body: (rows, reason) => ({ lineIds: byLines(rows), reason }),
  },
  btnOpenLine: {
    action: "doOpenLine",
    label: ["打开行", "Open line"],
    needsReason: false,
    fits: (row) => !isOpen(row),
    body: (rows, reason) => ({ lineIds: byLines(rows), ...(reason ? { reason } : {}) }),
  },
} as const satisfies Readonly<Record<string, Work>>;

const nameOf = (row: Seen<typeof orderDelivery>): string =>
  `${textOf(row.orderName) || textOf(row.orderCode)} / ${textOf(row.lineNum)} / ${textOf(row.scheduleNum)}`;

/** One call for each order; what one order refuses does not stop the others. */
async function carryOut(work: Work, rows: readonly Seen<typeof orderDelivery>[], reason: string): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (const [orderId, mine] of Map.groupBy(rows, (row) => textOf(row.orderId)))
    try {
      await entityCall.act(order, work.action, { id: orderId, ...work.body(mine, reason) });
      answers.push(...mine.map((row) => ({ name: nameOf(row), msg: null })));
    } catch (error) {
      const text = error instanceof CallError ? (error.fieldErrors[0]?.msg ?? error.msg) : messageOf(error);
      answers.push(...mine.map((row) => ({ name: nameOf(row), msg: text })));
    }
  return answers;
}

interface WindowProps {
  readonly work: Work;
  readonly rows: readonly Seen<typeof orderDelivery>[];
  done(): void;
  close(): void;
}

/** Asks once for all chosen rows, and keeps on screen which were done and which not, with the reason. */
function WorkWindow({ work, rows, done: reload, close }: WindowProps) {
  const say = useText();
  const [reason, setReason] = useState("");
  const [busy, setBusy] = useState(false);
  const [answers, setAnswers] = useState<readonly Answer[] | null>(null);
  const fitting = rows.filter(work.fits);
  const start = async (): Promise<void> => {
    setBusy(true);
    setAnswers(await carryOut(work, fitting, reason.trim()));
    setBusy(false);
    reload();
  };
  const failed = answers?.filter((answer) => answer.msg !== null) ?? [];
  const [done, left] = [(answers?.length ?? 0) - failed.length, rows.length - fitting.length];
  return (
    <AskDialog
      title={say([`${work.label[0]}：${fitting.length} 行`, `${work.label[1]}: ${fitting.length} rows`])}
      press={answers ? ["知道了", "Done"] : work.label}
      ready={answers !== null || (fitting.length > 0 && (!work.needsReason || reason.trim() !== ""))}
      busy={busy}
      send={() => (answers ? close() : void start())}
      close={close}
    >
      {answers ? (
        <>
          <p role="status">
            {say([
              `${done} 行完成${failed.length > 0 ? `，${failed.length} 行没有` : ""}`,
              `${done} done${failed.length > 0 ? `, ${failed.length} refused` : ""}`,
            ])}
          </p>
          <ItemList framed most={320} label={say(["结果", "Results"])}>
            {answers.map(({ name, msg }) => (
              <Item key={name} title={name} end={<Words tone={msg ? "error" : "success"}>{msg ?? say(["完成", "Done"])}</Words>} />
            ))}
          </ItemList>
        </>
      ) : (
        <>
          {left > 0 ? (
            <p className="pc-note">
              {say([`所选 ${rows.length} 行中 ${left} 行不适用`, `Not possible for ${left} of ${rows.length} rows`])}
            </p>
          ) : null}
          <Reason
            label={work.action === "doUrge" ? ["催交内容", "Message"] : ["原因", "Reason"]}
            needed={work.needsReason}
            value={reason}
            change={setReason}
          />
        </>
      )}
    </AskDialog>
  );
}

const icons = {
  btnBuyerConfirm: Check,
  btnBuyerReject: X,
  btnUrge: BellRing,
  btnCloseLine: Lock,
  btnCancelLine: CircleX,
  btnOpenLine: Unlock,
};

/** Calls off the chosen rows where the reader may. */
const toNotice = ({ viewer }: ListContext<typeof orderDelivery>): readonly Button<Seen<typeof orderDelivery>>[] =>
  viewer.may("btnToNotice")
    ? [
        {
          label: ["生成送货通知", "Call off"],
          icon: Truck,
          needSelection: "many",
          disabled: (rows) => (rows.some(isOpen) ? null : [["所选行都不适用", "Not possible for any of the selected rows"]]),
          handler: ({ rows }: Picked<Seen<typeof orderDelivery>>) =>
            openPage({
              path: "purDeliveryManage/purDeliveryNoticeEdit",
              query: {
                rowIds: rows
                  .slice(0, 100)
                  .map((row) => textOf(row.id))
                  .join(","),
              },
            }),
        },
      ]
    : [];

function tools(context: ListContext<typeof orderDelivery>): readonly Button<Seen<typeof orderDelivery>>[] {
  const { viewer } = context;
  const own = (Object.keys(works) as (keyof typeof works)[])
    .filter((code) => viewer.may(code))
    .map((code): Button<Seen<typeof orderDelivery>> => ({
      label: works[code].label,
      icon: icons[code],
      needSelection: "many",
      primary: code === "btnBuyerConfirm",
      danger: code === "btnCancelLine",
      disabled: (rows) => (rows.some(works[code].fits) ? null : [["所选行都不适用", "Not possible for any of the selected rows"]]),
      handler: ({ rows }: Picked<Seen<typeof orderDelivery>>) =>
        openWindow((close) => <WorkWindow work={works[code]} rows={rows} done={context.reload} close={close} />),
    }));
  return [...own, ...toNotice(context)];
}

function Head({ context }: { readonly context: ListContext<typeof orderDelivery> }) {
  const view = (key: string) => () => (context.setFilter({}), context.choose(key));
  const day = today();
  const late: Row = { view: "open", currentPromiseDateTo: addDays(day, -1) };
  const soon: Row = { view: "open", currentPromiseDateFrom: day, currentPromiseDateTo: addDays(day, 3) };
  const filtered =
    ({ view: open, ...rest }: Row) =>
    () => (context.choose(textOf(open)), context.setFilter(rest));
  return (
    <Cards
      entity={orderDelivery}
      list="execution"
      cards={[
        {
          key: "proposed",
          label: ["待决定提议", "Proposals to decide"],
          query: { view: "proposed" },
          tone: "warning",
          press: view("proposed"),
        },
        { key: "pending", label: ["待供应商确认", "Awaiting supplier"], query: { view: "pending" }, press: view("pending") },
        { key: "soon", label: ["三天内应交", "Due in 3 days"], query: soon, tone: "warning", press: filtered(soon) },
        { key: "late", label: ["已逾期", "Overdue"], query: late, tone: "error", press: filtered(late) },
        { key: "open", label: ["未交完", "Open"], query: { view: "open" }, press: view("open") },
      ]}
    />
  );
}

const strip = Object.fromEntries(
  stripColumns(["CFM", "NTC", "TRN", "INS", "RCV", "REJ", "RTR", "OPEN", "TOSHIP"], {
    doc: (row) => ({ type: order.name, id: textOf(row.orderId) }),
    owners: (row) => [textOf(row.id)],
    of: nameOf,
  }).map((column) => [column.key, column]),
);
const named = (from: string, to: string): Readonly<Record<string, Partial<Column>>> => {
  const { key: _, ...column } = strip[from]!;
  return { [to]: column };
};

/** The execution desk: proposals, chasing and closing, row by row; every quantity answers why. */
export const slots: ListSlots<typeof orderDelivery> = {
  hideNew: true,
  head: (context) => <Head context={context} />,
  toolbar: tools,
  sidePanel: (row) => <ExecutionPanel row={row} name={nameOf(row)} />,
  rowTone: toneOf,
  cells: {
    ...strip,
    ...named("figureOPEN", "openQty"),
    ...named("figureTOSHIP", "toShipQty"),
    // people know a row by its order; the number of the part alone says nothing
    orderId: {
      width: 154,
      fixed: "left",
      render: (row: Seen<typeof orderDelivery>) => (
        <PageLink href={`/main/purOrderManage/purchaseOrderEdit?id=${encodeURIComponent(textOf(row.orderId))}`}>
          {textOf(row.orderName) || textOf(row.orderCode)}
        </PageLink>
      ),
    },
    lineNum: { width: 64, align: "right" },
    scheduleNum: { width: 84, align: "right", fixed: "", linkTag: false },
    uom: { width: 64 },
    currentPromiseDate: {
      alert: (row) => {
        const tone = toneOf(row);
        return tone === "late"
          ? { level: "error", text: [`已逾期 ${delayDays(dueOf(row), today())} 天`, `${delayDays(dueOf(row), today())} days late`] }
          : tone === "soon"
            ? { level: "warning", text: ["三天内应交", "Due within three days"] }
            : null;
      },
    },
  },
  columns: [
    {
      key: "delay",
      title: ["延误天数", "Days late"],
      width: 84,
      align: "right",
      sortable: false,
      after: "currentPromiseDate",
      render: (row: Seen<typeof orderDelivery>) => {
        const days = isOpen(row) ? delayDays(dueOf(row), today()) : 0;
        return days > 0 ? <Words tone="error">{days}</Words> : "–";
      },
    },
    {
      key: "proposal",
      title: ["供应商提议", "Proposal"],
      width: 220,
      sortable: false,
      after: "promiseDate",
      render: (row: Seen<typeof orderDelivery>) => (row.confirmStatus === "PROPOSED" ? <ProposalText row={row} /> : "–"),
    },
  ],
  rowActions: (row, { viewer }) =>
    chainActions(viewer, { docType: order.name, docId: textOf(row.orderId), orderLineId: row.orderLineId ?? undefined }),
};
