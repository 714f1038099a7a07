import { numberText } from "#kernel/page-format.ts";
import type { Row } from "#kernel/page-document.ts";
import type { Text } from "#kernel/text.ts";
import { call } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { menuForRoute, useMenus } from "#kernel/web/menus.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import type { SidePanel } from "#kernel/web/page/slots.ts";
import { useStore } from "zustand";
import { round } from "#kernel/decimal.ts";
import type { PriceSummary } from "../price-history.ts";
import { figureText, MayLink } from "./Postings.tsx";
import { Spark } from "./Spark.tsx";
import { Uom } from "./Uom.tsx";
import "./priceHistory.css";

const path = "srmServer/v1/srmPurHistoryRestful/getItemPriceSummary";
const textOf = (value: unknown): string => (value === null || value === undefined ? "" : String(value));
const priceText = (value: string): string => numberText({ kind: "price" }, value);

function Figures({ of }: { readonly of: PriceSummary }) {
  const say = useText();
  const figures: readonly (readonly [Text, string | null])[] = [
    [["最近价", "Last"], of.last],
    [["最低价", "Lowest"], of.lowest],
    [["最高价", "Highest"], of.highest],
    // a weighted price is a figure to compare with, not one to pay: four digits say enough
    [["加权均价", "Weighted"], of.average === null ? null : round(of.average, 4)],
  ];
  return (
    <>
      <dl className="pg-facts ph-figures">
        {figures.map(([label, value]) => (
          <div key={label[1]}>
            <dt>{say(label)}</dt>
            <dd className="pg-figure">{value === null ? "–" : priceText(value)}</dd>
          </div>
        ))}
      </dl>
      <p className="pg-faint ph-note">
        {say(["本位币，未税，每 1 ", "Base currency, tax excluded, for one "])}
        <Uom code={of.uom} />
        {say([` · 共 ${of.count} 次采购`, ` · ${of.count} purchase${of.count === 1 ? "" : "s"}`])}
      </p>
      <Spark values={of.trend.map(Number)} width={300} height={56} />
    </>
  );
}

/** What an item has cost so far: last, lowest, highest, weighted average, how it moved, and the orders behind it. */
export function PriceHistory({ itemId, orgId }: { readonly itemId: string; readonly orgId: string }) {
  const say = useText();
  const load = useLoad(`price.history:${itemId}:${orgId}`, async () => (await call<PriceSummary>(path, { itemId, orgId })).data);
  return (
    <PanelState load={load} empty={say(["没有采购记录。", "Never purchased."])} isEmpty={(one) => one.recent.length === 0}>
      {(of) => (
        <>
          <Figures of={of} />
          <table className="pg-brief ph-orders">
            <thead>
              <tr>
                <th scope="col">{say(["供应商 · 订单", "Supplier · order"])}</th>
                <th scope="col" className="pg-right">
                  {say(["日期", "Date"])}
                </th>
                <th scope="col" className="pg-right">
                  {say(["数量", "Quantity"])}
                </th>
                <th scope="col" className="pg-right">
                  {say(["单价", "Price"])}
                </th>
              </tr>
            </thead>
            <tbody>
              {of.recent.map((one, at) => (
                <tr key={`${one.orderNum}${at}`}>
                  <td title={one.supplierName}>
                    {one.supplierName}
                    <small>
                      <MayLink href={one.orderId ? `/main/purOrderManage/purchaseOrderEdit?id=${encodeURIComponent(one.orderId)}` : null}>
                        {one.orderNum}
                      </MayLink>
                    </small>
                  </td>
                  <td className="pg-right pg-figure">{one.orderDate}</td>
                  <td className="pg-right pg-figure">
                    {figureText(one.qty)} <Uom code={one.uom} />
                  </td>
                  <td className="pg-right pg-figure">{priceText(one.priceBaseCurrency)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </PanelState>
  );
}

/** The line the reader is at: the focused one, else the first. */
export function useFocusedLine(model: EditModel): { readonly key: string; readonly row: Row } | null {
  const focus = useStore(model.state, (state) => state.focus);
  const rows = useStore(model.lines["lines"]!.state, (state) => state.rows).filter((edit) => !edit.deleted);
  const found = rows.find((edit) => focus?.collection === "lines" && edit.key === focus.key) ?? rows[0];
  return found ? { key: found.key, row: found.row } : null;
}

function LineHistory({ model }: { readonly model: EditModel }) {
  const say = useText();
  const row = useFocusedLine(model)?.row;
  const orgId = useStore(model.state, (state) => textOf(state.header["orgId"]));
  const itemId = textOf(row?.["itemId"]);
  if (!itemId || !orgId)
    return (
      <p className="pg-faint">{say(["选好组织和物料后，这里是它的历史价格。", "Choose organisation and item to see past prices."])}</p>
    );
  return (
    <>
      <h3 className="pg-h3">
        {textOf(row?.["lineNum"])} {textOf(row?.["itemName"]) || textOf(row?.["itemDesc"])}
      </h3>
      <PriceHistory itemId={itemId} orgId={orgId} />
    </>
  );
}

/** Beside the lines of a requisition or an order, for those who may look at what was paid. */
export const priceHistoryPanel: SidePanel = {
  key: "history",
  label: ["历史价", "Past prices"],
  when: () => menuForRoute(useMenus.getState().flat, "purchaseHistoryList") !== undefined,
  render: (model) => <LineHistory model={model} />,
};
