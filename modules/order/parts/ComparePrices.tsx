import { round } from "#kernel/decimal.ts";
import type { Row } from "#kernel/page-document.ts";
import { numberText } from "#kernel/page-format.ts";
import { call } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { Dialog } from "#kernel/web/shell/Dialog.tsx";
import type { PricesOf } from "#modules/demand/index.ts";
import { Spark, Uom } from "#modules/demand/web.tsx";
import { compared, savingOf, type Compared } from "../compare-prices.ts";
import { qtyText } from "./Ask.tsx";
import { textOf } from "./useOrder.tsx";

const path = "srmServer/v1/srmPurHistoryRestful/compareItemPrices";
const money = (value: string): string => numberText({ kind: "money" }, value);
const priceText = (value: string | null): string => (value === null ? "–" : numberText({ kind: "price" }, round(value, 4)));

function Suppliers({ rows }: { readonly rows: readonly Compared[] }) {
  const say = useText();
  const right = "pg-right pg-figure";
  return (
    <table className="pg-brief or-compare">
      <thead>
        <tr>
          <th scope="col">{say(["供应商", "Supplier"])}</th>
          <th scope="col" className="pg-right">
            {say(["次数", "Times"])}
          </th>
          <th scope="col" className="pg-right">
            {say(["数量", "Quantity"])}
          </th>
          <th scope="col" className="pg-right">
            {say(["最近价", "Last"])}
          </th>
          <th scope="col" className="pg-right">
            {say(["最低价", "Lowest"])}
          </th>
          <th scope="col" className="pg-right">
            {say(["最高价", "Highest"])}
          </th>
          <th scope="col" className="pg-right">
            {say(["加权均价", "Weighted"])}
          </th>
          <th scope="col" className="pg-right">
            {say(["高出最低%", "Above lowest %"])}
          </th>
          <th scope="col" className="pg-right">
            {say(["可省金额", "Potential saving"])}
          </th>
          <th scope="col">{say(["走势", "Trend"])}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          <tr key={row.supplierId} className={at === 0 && rows.length > 1 ? "or-cheapest" : ""}>
            <td>{row.supplierName}</td>
            <td className={right}>{row.count}</td>
            <td className={right}>{qtyText(row.qty)}</td>
            <td className={right}>{priceText(row.last)}</td>
            <td className={right}>{priceText(row.lowest)}</td>
            <td className={right}>{priceText(row.highest)}</td>
            <td className={right}>
              <b>{priceText(row.average)}</b>
            </td>
            <td className={right}>{row.gap === null ? "–" : at === 0 ? say(["最低", "lowest"]) : row.gap}</td>
            <td className={right}>{row.saving === null || at === 0 ? "–" : money(row.saving)}</td>
            <td>
              <Spark values={row.trend.map(Number)} width={90} height={24} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The suppliers of the chosen items side by side: what each was paid, and what the dearer ones cost more than the cheapest. */
export function ComparePrices({ rows, close }: { readonly rows: readonly Row[]; close(): void }) {
  const say = useText();
  const itemIds = [...new Set(rows.map((row) => textOf(row["itemId"])))];
  const orgIds = [...new Set(rows.map((row) => textOf(row["orgId"])))];
  const nameOf = (itemId: string): string => {
    const row = rows.find((one) => textOf(one["itemId"]) === itemId);
    return [textOf(row?.["itemName"]), textOf(row?.["itemCode"])].filter(Boolean).join(" ");
  };
  const load = useLoad(
    `compare:${itemIds.join()}:${orgIds.join()}`,
    async () => (await call<readonly PricesOf[]>(path, { itemIds, orgIds })).data,
  );
  return (
    <Dialog className="or-compare-window" title={say(["供应商价格对比", "Suppliers compared"])} onClose={close}>
      <p className="pg-faint or-basis-note">
        {say([
          "全部采购记录，本位币、未税、每一计量单位；赠品与暂估价不计",
          "All purchases per unit, in base currency excl. tax, without free goods and provisional prices",
        ])}
      </p>
      <PanelState load={load} empty={say(["没有采购记录。", "Never purchased."])} isEmpty={(prices) => prices.length === 0}>
        {(prices) =>
          [...Map.groupBy(prices, (one) => `${one.itemId}|${one.uom}`)].map(([key, own]) => {
            const side = compared(own);
            return (
              <section key={key} className="or-compared">
                <h3 className="pg-h3">
                  {nameOf(own[0]!.itemId)}
                  <span className="pg-faint">
                    <Uom code={own[0]!.uom} />
                  </span>
                  {side.length > 1 ? (
                    <span className="pg-faint">
                      {say([`若全按最低均价可省 ${money(savingOf(side))}`, `${money(savingOf(side))} saved at the lowest average`])}
                    </span>
                  ) : (
                    <span className="pg-faint">{say(["只有一家供过货", "bought from one supplier only"])}</span>
                  )}
                </h3>
                <Suppliers rows={side} />
              </section>
            );
          })
        }
      </PanelState>
    </Dialog>
  );
}
