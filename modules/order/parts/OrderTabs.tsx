import { amountText, textOf } from "#kernel/page-format.ts";
import type { Text } from "#kernel/text.ts";
import { FactGrid } from "#kernel/web/block/FactGrid.tsx";
import { Item, ItemList } from "#kernel/web/block/ItemList.tsx";
import { Replaced } from "#kernel/web/block/Labelled.tsx";
import { Words } from "#kernel/web/block/layout.tsx";
import { Section } from "#kernel/web/block/Section.tsx";
import { call } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { ToldPanel } from "#kernel/web/page/document/ToldPanel.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import { askCall } from "#kernel/web/page/askCall.ts";
import { useLookup } from "#kernel/web/page/lookup.ts";
import { RowsTable } from "#kernel/web/part/RowsTable.tsx";
import { TabBar, TabPanel } from "#kernel/web/part/TabBar.tsx";
import type { Chain } from "#modules/demand/index.ts";
import { ChainTable } from "#modules/demand/web.tsx";
import { useId, useState, type ReactNode } from "react";
import { useStore } from "zustand";
import { order } from "../order.entity.ts";
import { compareRevision, getRounding } from "../page-calls.ts";
import { storageTransaction } from "../ledger/transaction.entity.ts";
import { Signed } from "./Signed.tsx";
import { lineName, type Order } from "./useOrder.tsx";

/** What was changed on the order, revision by revision, the old values struck through. */
function Changes({ orderId }: { readonly orderId: string }) {
  const say = useText();
  const load = useLoad(orderId, () => askCall(compareRevision, { orderId, from: -1 }));
  const kinds = useLookup("PUR_CHANGE_TYPE");
  const sides = useLookup("PUR_SIDE");
  return (
    <PanelState
      load={load}
      empty={say(["订单还没有变更过。", "The order has not been changed yet."])}
      isEmpty={(rows) => rows.length === 0}
    >
      {(rows) =>
        [...Map.groupBy(rows, (row) => Number(row.revisionNum))].map(([revision, list]) => (
          <Section
            key={revision}
            title={say([`版次 ${revision}`, `Revision ${revision}`])}
            tools={
              <small>
                {textOf(list[0]!.approvedDate)} {textOf(list[0]!.changedByName)}
              </small>
            }
          >
            <FactGrid
              lines
              facts={list.map((row) => ({
                key: row.id,
                label: `${row.lineNum ? say([`行 ${row.lineNum} `, `Line ${row.lineNum} `]) : ""}${row.scheduleNum ? `/ ${row.scheduleNum} ` : ""}${kinds.meaning(textOf(row.changeType))}`,
                value: <Replaced old={row.oldValue} by={row.newValue} />,
                note: [sides.meaning(textOf(row.askedBy)), row.changeReason].filter(Boolean).join(" · "),
              }))}
            />
          </Section>
        ))
      }
    </PanelState>
  );
}

/** Receipts and returns that moved this order. */
function Receipts({ orderId }: { readonly orderId: string }) {
  const say = useText();
  const load = useLoad(
    orderId,
    async () => (await call<Chain>("srmServer/v1/srmPurOrderHeaderRestful/findChain", { anyDocType: order.name, anyDocId: orderId })).data,
  );
  return (
    <PanelState
      load={load}
      empty={say(["还没有收货。", "Nothing has been received yet."])}
      isEmpty={(chain) => chain.nodes.every((node) => node.stage !== "RECEIVE" && node.stage !== "NOTE")}
    >
      {(chain) => <ChainTable chain={chain} nodes={chain.nodes.filter((node) => node.stage === "RECEIVE" || node.stage === "NOTE")} />}
    </PanelState>
  );
}

/** What both sides said about single rows. */
function Talk({ doc, internal }: { readonly doc: Order; readonly internal: boolean }) {
  const say = useText();
  const entries = (doc.lines ?? []).flatMap((line) =>
    (line.deliveries ?? []).flatMap((row) => [
      ...(row.supplierReason ? [{ row, line, who: ["供应商", "Supplier"] as const, text: textOf(row.supplierReason) }] : []),
      ...(row.buyerReason ? [{ row, line, who: ["采购方", "Buyer"] as const, text: textOf(row.buyerReason) }] : []),
      ...(Number(row.urgeCount ?? 0) > 0
        ? [
            {
              row,
              line,
              who: ["采购方", "Buyer"] as const,
              text: say([
                `催交 ${textOf(row.urgeCount)} 次，最近 ${textOf(row.urgedAt)}`,
                `reminded ${textOf(row.urgeCount)} times, last on ${textOf(row.urgedAt)}`,
              ]),
            },
          ]
        : []),
    ]),
  );
  return (
    <>
      {entries.length === 0 ? <p className="pg-faint">{say(["双方还没有留言。", "No confirmations yet."])}</p> : null}
      <ItemList label={say(["沟通", "Messages"])}>
        {entries.map(({ line, row, who, text }, at) => (
          <Item
            key={`${row.id}${at}`}
            lead={<b>{say(who)}</b>}
            title={text}
            end={<Words size="small">{`${lineName(line)} / ${textOf(row.scheduleNum)}`}</Words>}
          />
        ))}
      </ItemList>
      {internal ? <ToldPanel entity={order} id={textOf(doc.id)} /> : null}
    </>
  );
}

/** The cents that rounding each delivery left beside the amount of the whole line; they are told, never booked away. */
function Rounding({ orderId, currency }: { readonly orderId: string; readonly currency: string }) {
  const say = useText();
  const load = useLoad(orderId, () => askCall(getRounding, { id: orderId }));
  if (!load.data?.length) return null;
  return (
    <p className="pc-note">
      {say(["尾差（各次收货分别取整，与整行金额之差，不另行过账）：", "Rounding difference (each delivery is rounded separately): "])}
      {load.data.map((row, i) => (
        <span key={textOf(row.lineNum)} className="pg-figure">
          {i > 0 ? say(["；", "; "]) : ""}
          {say([`行 ${textOf(row.lineNum)} 未税 `, `line ${textOf(row.lineNum)} excl. `])}
          {amountText(row.amountExcl, currency)}
          {say(["，含税 ", ", incl. tax "])}
          {amountText(row.amountIncl, currency)}
        </span>
      ))}
    </p>
  );
}

interface Tab {
  readonly key: string;
  readonly label: Text;
  draw(): ReactNode;
}

/** What happened to an order since it was written: changes, talk, receipts and postings. */
export function OrderTabs({ model }: { readonly model: EditModel<typeof order> }) {
  const say = useText();
  const panel = useId();
  const base = useStore(model.state, (state) => state.base);
  const [now, setNow] = useState("changes");
  if (!base) return null;
  const orderId = textOf(base.liveId) || textOf(base.id);
  const internal = model.viewer.audience === "internal";
  const tabs: readonly Tab[] = [
    { key: "changes", label: ["变更历史", "Changes"], draw: () => <Changes orderId={orderId} /> },
    { key: "talk", label: ["沟通", "Messages"], draw: () => <Talk doc={base} internal={internal} /> },
    { key: "receipts", label: ["送货与收货", "Receipts"], draw: () => <Receipts orderId={orderId} /> },
    { key: "signed", label: ["回签文件", "Signed copy"], draw: () => <Signed doc={base} /> },
    {
      key: "transactions",
      label: ["交易", "Transactions"],
      draw: () => (
        <>
          <Rounding orderId={orderId} currency={textOf(base.currency)} />
          <RowsTable
            entity={storageTransaction}
            name="order.transactions"
            where={{ orderId: [orderId] }}
            height="content"
            columns={[
              "transactionNum",
              "transactionType",
              "transactionDate",
              "lineNum",
              "itemId",
              "qty",
              "uom",
              "priceExcl",
              "amountExcl",
              "taxAmount",
              "amountIncl",
              "reconStatus",
            ]}
            empty={{ title: ["还没有过账", "Nothing has been posted yet"] }}
          />
        </>
      ),
    },
  ];
  const shown = tabs.find((tab) => tab.key === now)!;
  return (
    <section className="pg-section" data-section="since" aria-label={say(["执行情况", "Execution"])}>
      <TabBar tabs={tabs} now={now} label={["执行情况", "Execution"]} panel={panel} choose={setNow} />
      <TabPanel id={panel} label={say(shown.label)}>
        {shown.draw()}
      </TabPanel>
    </section>
  );
}
