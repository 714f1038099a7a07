import { Spark } from "#kernel/web/block/Spark.tsx";
import type { Form } from "#kernel/seen.ts";
import { cmp, div, mul, sub } from "#kernel/decimal.ts";
import { priceText, qtyText, textOf } from "#kernel/page-format.ts";
import { FactGrid } from "#kernel/web/block/FactGrid.tsx";
import { Item, ItemList } from "#kernel/web/block/ItemList.tsx";
import { Inline, Stack, Words, type Tone } from "#kernel/web/block/layout.tsx";
import { Badge, Notice } from "#kernel/web/block/Notice.tsx";
import { useText } from "#kernel/web/language.ts";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import { useFocusedLine } from "#modules/demand/web.tsx";
import { Button } from "antd";
import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { useStore } from "zustand";
import type { Quote } from "../price/quote.ts";
import { fetchQuotes, priceFor } from "./QuoteKeeper.tsx";
import { lineName } from "./useOrder.tsx";
import type { order } from "../order.entity.ts";
import type { orderLine } from "../order-line.entity.ts";

/** How far a price is above or below another, in percent. */
export const percentAbove = (price: string, base: string): string | null =>
  cmp(base, "0") <= 0 ? null : div(mul(sub(price, base), "100"), base, 1);

interface RungProps {
  readonly tone?: Tone;
  readonly muted?: boolean;
  readonly mark: ReactNode;
  readonly title: ReactNode;
  readonly note: ReactNode;
  readonly price: unknown;
  readonly remark?: ReactNode;
}

/** One source of a price: its turn, what it is, and what it says. */
const Rung = ({ tone, muted = false, mark, title, note, price, remark }: RungProps) => (
  <Item
    tone={tone}
    lead={<Badge tone={tone}>{mark}</Badge>}
    title={muted ? <span className="pg-faint">{title}</span> : title}
    note={note}
    end={
      <>
        {remark ? <Words size="small">{remark}</Words> : null}
        <b>{priceText(price)}</b>
      </>
    }
  />
);

/** What was typed instead, and how far it is from what the system takes. */
function OwnRung({ price, wanted }: { readonly price: string; readonly wanted: string }) {
  const say = useText();
  const above = percentAbove(price, wanted);
  const low = above?.startsWith("-") ? above.slice(1) : null;
  return (
    <Rung
      tone="warning"
      mark="!"
      title={say(["手工改价", "Entered manually"])}
      note={say(["须填例外原因并走例外审批", "needs a reason and is approved as an exception"])}
      price={price}
      remark={above === null ? null : low ? say([`低 ${low}%`, `${low}% below`]) : say([`高 ${above}%`, `${above}% above`])}
    />
  );
}

/** Every source there is, in order of authority, with why it was taken or left out. */
function Rungs({ quote, incl }: { readonly quote: Quote; readonly incl: unknown }) {
  const say = useText();
  const [last] = quote.last;
  return (
    <>
      {quote.prices.map((price, at) => (
        <Rung
          key={price.priceListId}
          tone={at === 0 ? "success" : undefined}
          mark={at === 0 ? <Check size={13} aria-hidden /> : at + 1}
          title={
            price.agreementNum ? say([`框架协议 ${price.agreementNum}`, `Agreement ${price.agreementNum}`]) : say(["价格库", "Price list"])
          }
          note={`${say(price.why)}${price.validTo ? say([` · 有效至 ${price.validTo}`, ` · until ${price.validTo}`]) : ""}`}
          price={priceFor(price, incl)}
          remark={at === 0 ? say(["系统取此价", "used"]) : null}
        />
      ))}
      {quote.leftOut.map((entry, at) => (
        <Rung
          key={`out${at}`}
          muted
          mark="–"
          title={entry.num ?? say(["价格库", "Price list"])}
          note={say(entry.why)}
          price={entry.price}
        />
      ))}
      {last ? (
        <Rung
          mark={quote.prices.length + 1}
          title={say([`上次采购 ${last.orderNum}`, `Last bought ${last.orderNum}`])}
          note={`${last.orderDate} · ${last.supplierName} · ${qtyText(last.qty)}`}
          price={last.priceExcl}
          remark={say(["未税", "excl. tax"])}
        />
      ) : null}
    </>
  );
}

interface LadderProps {
  readonly quote: Quote;
  readonly row: Form<typeof orderLine>;
  readonly header: Form<typeof order>;
  readonly model: EditModel<typeof order>;
}

function Ladder({ quote, row, header, model }: LadderProps) {
  const say = useText();
  const [best] = quote.prices;
  const price = textOf(row.price);
  const wanted = best ? priceFor(best, header.taxIncludedFlag) : null;
  const isOwn = wanted !== null && price !== "" && cmp(price, wanted) !== 0;
  const back = (): void => {
    const edit = model.lines.lines!.state.getState().rows.find((editRow) => editRow.row === row || (row.id && editRow.row.id === row.id));
    if (edit) model.lines.lines!.set([{ key: edit.key, field: "price", value: wanted }]);
  };
  return (
    <>
      <ItemList ordered framed label={say(["价格来源", "Price sources"])}>
        <Rungs quote={quote} incl={header.taxIncludedFlag} />
        {isOwn ? <OwnRung price={price} wanted={wanted} /> : null}
      </ItemList>
      {isOwn && model.editable() ? (
        <Button type="link" onClick={back}>
          {say([`恢复为 ${priceText(wanted)}`, `Back to ${priceText(wanted)}`])}
        </Button>
      ) : null}
      {quote.prices.length === 0 && quote.leftOut.length === 0 ? (
        <p className="pg-faint">{say(["价格库里没有这个物料在该供应商的有效价格。", "There is no price for this item and supplier."])}</p>
      ) : null}
    </>
  );
}

/** Where the price of the line one is at comes from, what was paid before, and from how many on it may be bought. */
export function Basis({ model }: { readonly model: EditModel<typeof order> }) {
  const say = useText();
  const focused = useFocusedLine(model);
  const header = useStore(model.state, (state) => state.header);
  const row: Form<typeof orderLine> = focused?.row ?? {};
  const line = { key: "0", itemId: row.itemId, qty: textOf(row.qty) || "1", uom: textOf(row.uom) };
  const key = JSON.stringify([line, header.orgId, header.supplierId, header.supplierSiteId, header.currency, header.orderDate]);
  const load = useLoad(key, async () => (row.itemId ? ((await fetchQuotes(header, [line]))[0] ?? null) : null));
  if (!focused) return <p className="pg-faint">{say(["添加物料后，这里说明价格从哪来。", "Add an item to see its price source."])}</p>;
  return (
    <Stack>
      <h3 className="pg-h3">{say([`${lineName(row)} 的价格从哪来`, `Price source: ${lineName(row)}`])}</h3>
      <PanelState
        load={load}
        empty={say(["填好供应商、组织和物料后才能取价。", "Prices need supplier, organisation and item."])}
        isEmpty={(quote) => quote === null}
      >
        {(quote) =>
          quote === null ? null : (
            <Stack>
              <Ladder quote={quote} row={row} header={header} model={model} />
              {quote.last.length > 1 ? (
                <Inline spread="between">
                  <Words size="small">{say([`近 ${quote.last.length} 次采购价`, `Last ${quote.last.length} prices`])}</Words>
                  <Spark values={quote.last.map((lastPaid) => Number(lastPaid.priceExcl)).toReversed()} />
                  <b className="pg-figure">
                    {priceText(quote.last.at(-1)!.priceExcl)} → {priceText(quote.last[0]!.priceExcl)}
                  </b>
                </Inline>
              ) : null}
              <FactGrid
                least={80}
                facts={[
                  { label: say(["起订量", "MOQ"]), value: quote.moq ? qtyText(quote.moq) : "–" },
                  { label: say(["包装量", "MPQ"]), value: quote.mpq ? qtyText(quote.mpq) : "–" },
                  { label: say(["交期天数", "Lead days"]), value: quote.leadTimeDays ?? "–" },
                ]}
              />
              {quote.asl.listed && !quote.asl.allowOrder ? (
                <Notice tone="warning">
                  {quote.asl.status === null
                    ? say(["供应商不在该物料的合格名单上。", "The supplier is not on the approved list of this item."])
                    : say(["名单上该供应商现在不能下单。", "The approved list does not allow orders now."])}
                </Notice>
              ) : null}
            </Stack>
          )
        }
      </PanelState>
    </Stack>
  );
}
