import { Spark } from "#kernel/web/block/Spark.tsx";
import type { Seen } from "#kernel/seen.ts";
import { round } from "#kernel/decimal.ts";
import { numberText, priceText, qtyText, textOf } from "#kernel/page-format.ts";
import type { Text } from "#kernel/text.ts";
import { PlainTable } from "#kernel/web/block/PlainTable.tsx";
import { Section } from "#kernel/web/block/Section.tsx";
import { call } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { Dialog } from "#kernel/web/shell/Dialog.tsx";
import type { PricesOf } from "#modules/demand/index.ts";
import { Uom } from "#modules/demand/web.tsx";
import type { ReactNode } from "react";
import { compared, savingOf, type Compared } from "../price/compare-prices.ts";
import type { purchaseHistory } from "../history/history.entity.ts";

const path = "srmServer/v1/srmPurHistoryRestful/compareItemPrices";
const money = (value: string): string => numberText({ kind: "money" }, value);
const price = (value: string | null): string => priceText(value === null ? null : round(value, 4));

function Suppliers({ rows }: { readonly rows: readonly Compared[] }) {
  const say = useText();
  const number = (key: string, title: Text, cell: (row: Compared, at: number) => ReactNode) => ({
    key,
    title: say(title),
    number: true,
    cell,
  });
  return (
    <PlainTable
      dense
      label={say(["供应商价格对比", "Suppliers compared"])}
      rows={rows}
      rowKey={(row) => textOf(row.supplierId)}
      rowTone={(row) => (row === rows[0] && rows.length > 1 ? "success" : undefined)}
      columns={[
        { key: "supplier", title: say(["供应商", "Supplier"]), noWrap: true, cell: (row) => row.supplierName },
        number("count", ["次数", "Times"], (row) => row.count),
        number("qty", ["数量", "Quantity"], (row) => qtyText(row.qty)),
        number("last", ["最近价", "Last"], (row) => price(row.last)),
        number("lowest", ["最低价", "Lowest"], (row) => price(row.lowest)),
        number("highest", ["最高价", "Highest"], (row) => price(row.highest)),
        number("average", ["加权均价", "Weighted"], (row) => <b>{price(row.average)}</b>),
        number("gap", ["高出最低%", "Above lowest %"], (row, at) => (row.gap && at === 0 ? say(["最低", "lowest"]) : (row.gap ?? "–"))),
        number("saving", ["可省金额", "Potential saving"], (row, at) => (row.saving === null || at === 0 ? "–" : money(row.saving))),
        {
          key: "trend",
          title: say(["走势", "Trend"]),
          cell: (row) => <Spark values={row.trend.map(Number)} width={90} height={24} />,
        },
      ]}
    />
  );
}

/** The suppliers of the chosen items side by side: what each was paid, and what the dearer ones cost more than the cheapest. */
export function ComparePrices({ rows, close }: { readonly rows: readonly Seen<typeof purchaseHistory>[]; close(): void }) {
  const say = useText();
  const itemIds = [...new Set(rows.map((row) => textOf(row.itemId)))];
  const orgIds = [...new Set(rows.map((row) => textOf(row.orgId)))];
  const nameOf = (itemId: string): string => {
    const row = rows.find((candidate) => textOf(candidate.itemId) === itemId);
    return [textOf(row?.itemName), textOf(row?.itemCode)].filter(Boolean).join(" ");
  };
  const load = useLoad(
    `compare:${itemIds.join()}:${orgIds.join()}`,
    async () => (await call<readonly PricesOf[]>(path, { itemIds, orgIds })).data,
  );
  return (
    <Dialog className="fr-wide" title={say(["供应商价格对比", "Suppliers compared"])} onClose={close}>
      <p className="pc-note">
        {say([
          "全部采购记录，本位币、未税、每一计量单位；赠品与暂估价不计",
          "All purchases per unit, in base currency excl. tax, without free goods and provisional prices",
        ])}
      </p>
      <PanelState load={load} empty={say(["没有采购记录。", "Never purchased."])} isEmpty={(prices) => prices.length === 0}>
        {(prices) =>
          [...Map.groupBy(prices, (pricesOf) => `${pricesOf.itemId}|${pricesOf.uom}`)].map(([key, own]) => {
            const side = compared(own);
            return (
              <Section
                key={key}
                title={nameOf(own[0]!.itemId)}
                tools={
                  <small>
                    <Uom code={own[0]!.uom} />{" "}
                    {side.length > 1
                      ? say([`若全按最低均价可省 ${money(savingOf(side))}`, `${money(savingOf(side))} saved at the lowest average`])
                      : say(["只有一家供过货", "bought from one supplier only"])}
                  </small>
                }
              >
                <Suppliers rows={side} />
              </Section>
            );
          })
        }
      </PanelState>
    </Dialog>
  );
}
