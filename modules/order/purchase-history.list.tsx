import { round } from "#kernel/decimal.ts";
import type { Row } from "#kernel/page-document.ts";
import { useText } from "#kernel/web/language.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { PageLink } from "#kernel/web/page/PageLink.tsx";
import type { ListSlots } from "#kernel/web/page/slots.ts";
import { useRows } from "#kernel/web/part/useRows.ts";
import { purchaseHistory } from "./history.entity.ts";
import { qtyText } from "./parts/Ask.tsx";
import { priceText } from "./parts/Basis.tsx";
import { priceSummary } from "./parts/price-summary.ts";
import { Spark } from "./parts/Spark.tsx";
import { textOf } from "./parts/useOrder.tsx";
import "./parts/order.css";

/** What an item has cost so far: last, lowest, highest, weighted average, and the orders behind it. */
function ItemHistory({ row }: { readonly row: Row }) {
  const say = useText();
  const load = useRows(purchaseHistory, {
    itemId: [textOf(row["itemId"])],
    orgId: [textOf(row["orgId"])],
    currentFlag: "Y",
    pageRows: 200,
  });
  return (
    <PanelState load={load} empty={say(["没有采购记录。", "Never bought."])} isEmpty={(rows) => rows.length === 0}>
      {(rows) => {
        const found = priceSummary(rows);
        const figures = [
          [["最近价", "Last"], found.last],
          [["最低价", "Lowest"], found.lowest],
          [["最高价", "Highest"], found.highest],
          // a weighted price is a figure to compare with, not one to pay: four digits say enough
          [["加权均价", "Weighted"], found.average === null ? null : round(found.average, 4)],
        ] as const;
        return (
          <>
            <dl className="pg-facts or-prices">
              {figures.map(([label, value]) => (
                <div key={label[1]}>
                  <dt>{say(label)}</dt>
                  <dd className="pg-figure">{value === null ? "–" : priceText(value)}</dd>
                </div>
              ))}
            </dl>
            <p className="pg-faint or-basis-note">{say(["本位币，未税，每一计量单位", "Base currency, tax excluded, for one unit"])}</p>
            <Spark values={found.trend} width={340} height={64} />
            <table className="pg-brief">
              <thead>
                <tr>
                  <th scope="col">{say(["订单", "Order"])}</th>
                  <th scope="col">{say(["供应商", "Supplier"])}</th>
                  <th scope="col" className="pg-right">
                    {say(["数量", "Quantity"])}
                  </th>
                  <th scope="col" className="pg-right">
                    {say(["单价", "Price"])}
                  </th>
                </tr>
              </thead>
              <tbody>
                {rows.slice(0, 20).map((one) => (
                  <tr key={textOf(one["id"])}>
                    <td>
                      {one["orderId"] ? (
                        <PageLink href={`/main/purOrderManage/purchaseOrderEdit?id=${encodeURIComponent(textOf(one["orderId"]))}`}>
                          {textOf(one["orderNum"])}
                        </PageLink>
                      ) : (
                        textOf(one["orderNum"])
                      )}
                    </td>
                    <td>{textOf(one["supplierName"])}</td>
                    <td className="pg-right pg-figure">{qtyText(one["qty"])}</td>
                    <td className="pg-right pg-figure">{priceText(one["priceBaseCurrency"])}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </>
        );
      }}
    </PanelState>
  );
}

/** Prices paid before; beside a row stands the whole history of its item. */
export const slots: ListSlots = {
  hideNew: true,
  sidePanel: (row) => <ItemHistory row={row} />,
  cells: {
    changePercent: {
      alert: (row) => (Number(row["changePercent"] ?? 0) > 0 ? { level: "warning", text: ["比上次贵", "Dearer than before"] } : null),
    },
  },
};
