import { cmp, div, mul, sub } from "#kernel/decimal.ts";
import { numberText } from "#kernel/page-format.ts";
import type { Row } from "#kernel/page-document.ts";
import { useText } from "#kernel/web/language.ts";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import { Spark, useFocusedLine } from "#modules/demand/web.tsx";
import { Check, CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { useStore } from "zustand";
import type { Quote } from "../quote.ts";
import { qtyText } from "./Ask.tsx";
import { fetchQuotes, priceFor } from "./QuoteKeeper.tsx";
import { lineName, textOf } from "./useOrder.tsx";

export const priceText = (value: unknown): string => numberText({ kind: "price" }, value);

/** How far a price is above or below another, in percent. */
export const percentAbove = (price: string, base: string): string | null =>
  cmp(base, "0") <= 0 ? null : div(mul(sub(price, base), "100"), base, 1);

interface RungProps {
  readonly className?: string;
  readonly mark: ReactNode;
  readonly title: ReactNode;
  readonly note: ReactNode;
  readonly price: unknown;
  readonly remark?: ReactNode;
}

/** One source of a price: its turn, what it is, and what it says. */
const Rung = ({ className = "", mark, title, note, price, remark }: RungProps) => (
  <li className={className}>
    <span className="or-rung-mark">{mark}</span>
    <span>
      {title}
      <small>{note}</small>
    </span>
    <b className="pg-figure">
      {priceText(price)}
      {remark ? <small>{remark}</small> : null}
    </b>
  </li>
);

/** What was typed instead, and how far it is from what the system takes. */
function OwnRung({ price, wanted }: { readonly price: string; readonly wanted: string }) {
  const say = useText();
  const above = percentAbove(price, wanted);
  const low = above?.startsWith("-") ? above.slice(1) : null;
  return (
    <Rung
      className="or-rung-own"
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
      {quote.prices.map((one, at) => (
        <Rung
          key={one.priceListId}
          className={at === 0 ? "or-rung-chosen" : ""}
          mark={at === 0 ? <Check size={13} aria-hidden /> : at + 1}
          title={one.agreementNum ? say([`框架协议 ${one.agreementNum}`, `Agreement ${one.agreementNum}`]) : say(["价格库", "Price list"])}
          note={`${say(one.why)}${one.validTo ? say([` · 有效至 ${one.validTo}`, ` · until ${one.validTo}`]) : ""}`}
          price={priceFor(one, incl)}
          remark={at === 0 ? say(["系统取此价", "used"]) : null}
        />
      ))}
      {quote.leftOut.map((one, at) => (
        <Rung
          key={`out${at}`}
          className="or-rung-out"
          mark="–"
          title={one.num ?? say(["价格库", "Price list"])}
          note={say(one.why)}
          price={one.price}
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
  readonly row: Row;
  readonly header: Row;
  readonly model: EditModel;
}

function Ladder({ quote, row, header, model }: LadderProps) {
  const say = useText();
  const [best] = quote.prices;
  const price = textOf(row["price"]);
  const wanted = best ? priceFor(best, header["taxIncludedFlag"]) : null;
  const isOwn = wanted !== null && price !== "" && cmp(price, wanted) !== 0;
  const back = (): void => {
    const edit = model.lines["lines"]!.state.getState().rows.find((one) => one.row === row || (row["id"] && one.row["id"] === row["id"]));
    if (edit) model.lines["lines"]!.set([{ key: edit.key, field: "price", value: wanted }]);
  };
  return (
    <>
      <ol className="or-ladder">
        <Rungs quote={quote} incl={header["taxIncludedFlag"]} />
        {isOwn ? <OwnRung price={price} wanted={wanted} /> : null}
      </ol>
      {isOwn && model.editable() ? (
        <button type="button" className="pg-link" onClick={back}>
          {say([`恢复为 ${priceText(wanted)}`, `Back to ${priceText(wanted)}`])}
        </button>
      ) : null}
      {quote.prices.length === 0 && quote.leftOut.length === 0 ? (
        <p className="pg-faint">{say(["价格库里没有这个物料在该供应商的有效价格。", "There is no price for this item and supplier."])}</p>
      ) : null}
    </>
  );
}

/** Where the price of the line one is at comes from, what was paid before, and from how many on it may be bought. */
export function Basis({ model }: { readonly model: EditModel }) {
  const say = useText();
  const focused = useFocusedLine(model);
  const header = useStore(model.state, (state) => state.header);
  const row = focused?.row ?? {};
  const line = { key: "0", itemId: row["itemId"], qty: textOf(row["qty"]) || "1", uom: textOf(row["uom"]) };
  const key = JSON.stringify([
    line,
    header["orgId"],
    header["supplierId"],
    header["supplierSiteId"],
    header["currency"],
    header["orderDate"],
  ]);
  const load = useLoad(key, async () => (row["itemId"] ? ((await fetchQuotes(header, [line]))[0] ?? null) : null));
  if (!focused) return <p className="pg-faint">{say(["添加物料后，这里说明价格从哪来。", "Add an item to see its price source."])}</p>;
  return (
    <div className="or-basis">
      <h3 className="pg-h3">{say([`${lineName(row)} 的价格从哪来`, `Price source: ${lineName(row)}`])}</h3>
      <PanelState
        load={load}
        empty={say(["填好供应商、组织和物料后才能取价。", "Prices need supplier, organisation and item."])}
        isEmpty={(quote) => quote === null}
      >
        {(quote) =>
          quote === null ? null : (
            <>
              <Ladder quote={quote} row={row} header={header} model={model} />
              {quote.last.length > 1 ? (
                <div className="or-last">
                  <span>{say([`近 ${quote.last.length} 次采购价`, `Last ${quote.last.length} prices`])}</span>
                  <Spark values={quote.last.map((one) => Number(one.priceExcl)).toReversed()} />
                  <b className="pg-figure">
                    {priceText(quote.last.at(-1)!.priceExcl)} → {priceText(quote.last[0]!.priceExcl)}
                  </b>
                </div>
              ) : null}
              <dl className="pg-facts or-limits">
                <div>
                  <dt>{say(["起订量", "MOQ"])}</dt>
                  <dd className="pg-figure">{quote.moq ? qtyText(quote.moq) : "–"}</dd>
                </div>
                <div>
                  <dt>{say(["包装量", "MPQ"])}</dt>
                  <dd className="pg-figure">{quote.mpq ? qtyText(quote.mpq) : "–"}</dd>
                </div>
                <div>
                  <dt>{say(["交期天数", "Lead days"])}</dt>
                  <dd className="pg-figure">{quote.leadTimeDays ?? "–"}</dd>
                </div>
              </dl>
              {quote.asl.listed && !quote.asl.allowOrder ? (
                <p className="or-warn">
                  <CircleAlert size={14} aria-hidden />
                  {quote.asl.status === null
                    ? say(["供应商不在该物料的合格名单上。", "The supplier is not on the approved list of this item."])
                    : say(["名单上该供应商现在不能下单。", "The approved list does not allow orders now."])}
                </p>
              ) : null}
            </>
          )
        }
      </PanelState>
    </div>
  );
}
