import { priceText, qtyText, textOf } from "#kernel/page-format.ts";
import type { Text } from "#kernel/text.ts";
import { FactGrid } from "#kernel/web/block/FactGrid.tsx";
import { PlainTable } from "#kernel/web/block/PlainTable.tsx";
import { Spark } from "#kernel/web/block/Spark.tsx";
import { call } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { menuForRoute, useMenus } from "#kernel/web/menus.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import type { EditState } from "#kernel/web/page/edit/editModel.ts";
import { useStore } from "zustand";
import { round } from "#kernel/decimal.ts";
import type { PriceSummary } from "../price-history.ts";
import { MayLink } from "./Postings.tsx";
import { Uom } from "./Uom.tsx";
import type { Readable, RowStore } from "#kernel/web/table/rowStore.ts";

const path = "srmServer/v1/srmPurHistoryRestful/getItemPriceSummary";

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
      <FactGrid
        least={64}
        facts={figures.map(([label, value]) => ({ key: label[1], label: say(label), value: value === null ? "–" : priceText(value) }))}
      />
      <p className="pc-note">
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
    <PanelState
      load={load}
      empty={say(["没有采购记录。", "Never purchased."])}
      isEmpty={(priceSummary) => priceSummary.recent.length === 0}
    >
      {(of) => (
        <>
          <Figures of={of} />
          <PlainTable
            dense
            label={say(["历史价", "Past prices"])}
            rows={of.recent}
            rowKey={(row, at) => `${row.orderNum}${at}`}
            columns={[
              {
                key: "order",
                title: say(["供应商 · 订单", "Supplier · order"]),
                cell: (row) => (
                  <>
                    {row.supplierName}
                    <small>
                      <MayLink href={row.orderId ? `/main/purOrderManage/purchaseOrderEdit?id=${encodeURIComponent(row.orderId)}` : null}>
                        {row.orderNum}
                      </MayLink>
                    </small>
                  </>
                ),
              },
              { key: "date", title: say(["日期", "Date"]), number: true, cell: (row) => row.orderDate },
              {
                key: "qty",
                title: say(["数量", "Quantity"]),
                number: true,
                cell: (row) => (
                  <>
                    {qtyText(row.qty)} <Uom code={row.uom} of={row.qty} />
                  </>
                ),
              },
              { key: "price", title: say(["单价", "Price"]), number: true, cell: (row) => priceText(row.priceBaseCurrency) },
            ]}
          />
        </>
      )}
    </PanelState>
  );
}

/** A document under edit that has lines. */
interface WithLines<R extends object> {
  readonly state: Readable<Pick<EditState, "focus">>;
  readonly lines: { readonly lines?: RowStore<R> };
}

/** A document of one organisation whose lines name items. */
interface WithItems extends WithLines<{
  readonly lineNum?: number | null;
  readonly itemId?: string | null;
  readonly itemName?: string | null;
  readonly itemDesc?: string | null;
}> {
  readonly state: Readable<Pick<EditState, "focus"> & { readonly header: { readonly orgId?: string | null } }>;
}

/** The line the reader is at: the focused one, else the first. */
export function useFocusedLine<R extends object>(model: WithLines<R>): { readonly key: string; readonly row: R } | null {
  const focus = useStore(model.state, (state) => state.focus);
  const rows = useStore(model.lines.lines!.state, (state) => state.rows).filter((edit) => !edit.deleted);
  const found = rows.find((edit) => focus?.collection === "lines" && edit.key === focus.key) ?? rows[0];
  return found ? { key: found.key, row: found.row } : null;
}

function LineHistory({ model }: { readonly model: WithItems }) {
  const say = useText();
  const row = useFocusedLine(model)?.row;
  const orgId = useStore(model.state, (state) => textOf(state.header.orgId));
  const itemId = textOf(row?.itemId);
  if (!itemId || !orgId)
    return (
      <p className="pg-faint">{say(["选好组织和物料后，这里是它的历史价格。", "Choose organisation and item to see past prices."])}</p>
    );
  return (
    <>
      <h3 className="pg-h3">
        {textOf(row?.lineNum)} {textOf(row?.itemName) || textOf(row?.itemDesc)}
      </h3>
      <PriceHistory itemId={itemId} orgId={orgId} />
    </>
  );
}

/** Beside the lines of a requisition or an order, for those who may look at what was paid. */
export const priceHistoryPanel = {
  key: "history",
  label: ["历史价", "Past prices"] as const,
  when: () => menuForRoute(useMenus.getState().flat, "purchaseHistoryList") !== undefined,
  render: (model: WithItems) => <LineHistory model={model} />,
};
