import type { Seen } from "#kernel/seen.ts";
import { cmp } from "#kernel/decimal.ts";
import { amountText, priceText, qtyText, textOf } from "#kernel/page-format.ts";
import type { Text } from "#kernel/text.ts";
import { FactGrid } from "#kernel/web/block/FactGrid.tsx";
import { Item, ItemList } from "#kernel/web/block/ItemList.tsx";
import { Replaced } from "#kernel/web/block/Labelled.tsx";
import { Inline, Stack, Words } from "#kernel/web/block/layout.tsx";
import { Notice } from "#kernel/web/block/Notice.tsx";
import { Section } from "#kernel/web/block/Section.tsx";
import { useText } from "#kernel/web/language.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { useLookup } from "#kernel/web/page/lookup.ts";
import { PageLink } from "#kernel/web/page/PageLink.tsx";
import { useRows } from "#kernel/web/part/useRows.ts";
import { ChainButton, figureOf, figures, LedgerFigure, Uom, type FigureCode } from "#modules/demand/web.tsx";
import type { ReactNode } from "react";
import { orderHistory } from "../history/history.entity.ts";
import { order } from "../order.entity.ts";
import { ProposalText } from "./Ask.tsx";
import { today } from "./Cards.tsx";
import { delayDays, dueTone } from "./deadline.tsx";
import { scheduledIn } from "./useOrder.tsx";
import type { orderDelivery } from "../order-line.entity.ts";
import type { orderLine } from "../order-line.entity.ts";

const edit = "/main/purOrderManage/purchaseOrderEdit?id=";
const strip: readonly FigureCode[] = ["ORD", "CFM", "NTC", "TRN", "INS", "RCV", "REJ", "RTR", "OPEN", "TOSHIP"];

/** What was asked for beside what was promised, and how late it is. */
function Asked({ row }: { readonly row: Seen<typeof orderDelivery> }) {
  const say = useText();
  const statuses = useLookup("PUR_DELIVERY_CONFIRM");
  const due = textOf(row.currentPromiseDate) || textOf(row.needByDate);
  const isOpen = cmp(textOf(row.openQty) || "0", "0") > 0;
  const tone = isOpen ? dueTone(due, today()) : null;
  const late = isOpen ? delayDays(due, today()) : 0;
  const remarks: readonly (readonly [Text, ReactNode])[] = [
    [["供应商提议", "Proposal"], row.confirmStatus === "PROPOSED" ? <ProposalText key="proposal" row={row} /> : null],
    [["供应商", "Supplier"], row.supplierReason],
    [["采购方", "Buyer"], row.buyerReason],
  ];
  return (
    <Section
      title={say(["要求与承诺", "Requested and promised"])}
      tools={
        <>
          <small>{statuses.meaning(textOf(row.confirmStatus))}</small>
          {late > 0 ? <Words tone="error">{say([`已逾期 ${late} 天`, `${late} days late`])}</Words> : null}
          {tone === "soon" ? <Words tone="warning">{say(["三天内应交", "due within three days"])}</Words> : null}
        </>
      }
    >
      <Stack gap="s">
        <FactGrid
          least={96}
          facts={[
            {
              label: say(["要求数量", "Asked"]),
              value: (
                <>
                  {qtyText(row.qty)} <Uom code={row.uom} of={row.qty} />
                </>
              ),
            },
            { label: say(["要求日期", "Requested"]), value: textOf(row.needByDate) },
            {
              label: say(["催交", "Reminded"]),
              value:
                Number(row.urgeCount ?? 0) > 0
                  ? say([`${textOf(row.urgeCount)} 次，${textOf(row.urgedAt)}`, `${textOf(row.urgeCount)} times, ${textOf(row.urgedAt)}`])
                  : "–",
            },
            { label: say(["承诺数量", "Promised"]), value: row.promiseQty ? qtyText(row.promiseQty) : "–" },
            { label: say(["当前承诺", "Promise now"]), value: textOf(row.currentPromiseDate) || "–" },
            { label: say(["首次承诺", "First promise"]), value: textOf(row.firstPromiseDate) || "–" },
          ]}
        />
        {remarks.map(([side, text]) =>
          text ? (
            <Notice key={side[1]} tone="neutral">
              <b>{say(side)}</b> {text}
            </Notice>
          ) : null,
        )}
      </Stack>
    </Section>
  );
}

/** Every quantity of the row; each opens the postings behind it. */
function Quantities({ row, of }: { readonly row: Seen<typeof orderDelivery>; readonly of: string }) {
  const say = useText();
  return (
    <Section title={say(["数量", "Quantities"])}>
      <FactGrid
        least={72}
        facts={strip.map((code) => ({
          key: code,
          label: say(figures[code].label),
          value: (
            <LedgerFigure
              asked={{
                docType: order.name,
                docId: textOf(row.orderId),
                ownerIds: [row.id],
                of,
                label: figures[code].label,
                buckets: figures[code].of,
                value: figureOf(code, row),
              }}
            />
          ),
        }))}
      />
    </Section>
  );
}

/** At which price, under which terms, and whom to call. */
function Terms({
  doc,
  line,
  row,
}: {
  readonly doc: Seen<typeof order>;
  readonly line: Seen<typeof orderLine> | undefined;
  readonly row: Seen<typeof orderDelivery>;
}) {
  const say = useText();
  const sources = useLookup("PUR_PRICE_SOURCE");
  const currency = textOf(doc.currency) || undefined;
  const perUnit = qtyText(line?.priceUnit ?? "1");
  return (
    <Section title={say(["价格与联系", "Price and contact"])}>
      <FactGrid
        least={96}
        facts={[
          {
            label: say(["单价", "Price"]),
            value: `${priceText(line?.price)} ${textOf(currency)}${perUnit === "1" ? "" : ` / ${perUnit}`}`,
          },
          { label: say(["价格来源", "Price source"]), value: line?.priceSource ? sources.meaning(line.priceSource) : "–" },
          { label: say(["行金额", "Line amount"]), value: amountText(line?.amountIncl, currency) },
          { label: say(["联系人", "Contact"]), value: doc.supplierContactName ?? "–" },
          { label: say(["采购员", "Buyer"]), value: doc.buyerName ?? "–" },
          { label: say(["收货", "Ship to"]), value: row.deliveryInfoName ?? row.invOrgName ?? "–" },
        ]}
      />
    </Section>
  );
}

/** What was agreed and changed about the row, newest first. */
function RowHistory({ row }: { readonly row: Seen<typeof orderDelivery> }) {
  const say = useText();
  const kinds = useLookup("PUR_CHANGE_TYPE");
  const sides = useLookup("PUR_SIDE");
  const load = useRows(orderHistory, { orderId: [textOf(row.orderId)], orderDeliveryId: [textOf(row.id)], pageRows: 50 });
  return (
    <Section title={say(["这一行的变更", "Changes of this row"])}>
      <PanelState load={load} empty={say(["没有变更过。", "Never changed."])} isEmpty={(rows) => rows.length === 0}>
        {(rows) => (
          <ItemList>
            {rows.map((change) => (
              <Item
                key={change.id}
                title={
                  <>
                    {kinds.meaning(textOf(change.changeType))} <Replaced old={change.oldValue} by={change.newValue} />
                  </>
                }
                note={[change.approvedDate, sides.meaning(textOf(change.askedBy)), change.changeReason].filter(Boolean).join(" · ")}
              />
            ))}
          </ItemList>
        )}
      </PanelState>
    </Section>
  );
}

/** What somebody must know to decide on one delivery row without opening its order. */
export function ExecutionPanel({ row, name }: { readonly row: Seen<typeof orderDelivery>; readonly name: string }) {
  const orderId = textOf(row.orderId);
  const load = useLoad(`execution:${orderId}:${textOf(row.versionNum)}`, () => entityCall.find(order, orderId));
  return (
    <Stack>
      <Inline>
        <PageLink href={edit + encodeURIComponent(orderId)}>{name}</PageLink>
        <ChainButton of={{ docType: order.name, docId: orderId }} word />
      </Inline>
      <Inline align="baseline">
        <b>{textOf(row.itemName) || textOf(row.itemDesc)}</b>
        <span className="pg-code">{textOf(row.itemCode)}</span>
        <span className="pg-faint">{textOf(row.supplierName)}</span>
      </Inline>
      <PanelState load={load} empty="" isEmpty={() => false}>
        {(doc) => {
          const found = scheduledIn(doc).find((scheduled) => scheduled.row.id === row.id);
          // a list knows the columns it shows: figures are told from the whole row
          const whole = { ...row, ...found?.row };
          return (
            <>
              <Asked row={whole} />
              <Quantities row={whole} of={name} />
              <Terms doc={doc} line={found?.line} row={whole} />
              <RowHistory row={whole} />
            </>
          );
        }}
      </PanelState>
    </Stack>
  );
}
