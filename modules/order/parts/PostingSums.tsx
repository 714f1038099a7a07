import type { Seen } from "#kernel/seen.ts";
import { trim } from "#kernel/decimal.ts";
import { numberText, qtyText, textOf } from "#kernel/page-format.ts";
import { FactGrid } from "#kernel/web/block/FactGrid.tsx";
import { call } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { useChanged } from "#kernel/web/page/changes.ts";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { useLookup } from "#kernel/web/page/lookup.ts";
import type { ListContext } from "#kernel/web/page/slots.ts";
import { storageTransaction } from "../ledger/transaction.entity.ts";

const money = (value: unknown): string => numberText({ kind: "money" }, value);

type Posting = Seen<typeof storageTransaction>;

interface Sums {
  readonly currencies: readonly Pick<Posting, "currency" | "amountIncl" | "unreconciledAmount">[];
  readonly units: readonly Pick<Posting, "uom" | "qty">[];
  readonly stock: readonly Pick<Posting, "stockUom" | "stockQty">[];
}

/** What the postings of the whole filter come to: money by currency and quantities by unit, never across them. */
export function PostingSums({ context, stock = false }: { readonly context: ListContext; readonly stock?: boolean }) {
  const say = useText();
  const uoms = useLookup("UOM");
  const { list, filter } = context;
  const body = { ...filter, ...(list ? { list } : {}) };
  const load = useLoad(
    JSON.stringify(body),
    async () => (await call<Sums>("srmServer/v1/srmPurStorageTransactionRestful/sumByCondition", body)).data,
  );
  useChanged(storageTransaction.name, load.again);
  const { currencies = [], units = [], stock: stored = [] } = load.data ?? {};
  const counted = stock
    ? stored.map((row) => ({ uom: String(row.stockUom ?? ""), qty: String(row.stockQty) }))
    : units.map((row) => ({ uom: String(row.uom ?? ""), qty: String(row.qty) }));
  if (counted.length === 0) return null;
  return (
    <FactGrid
      label={say(["合计", "Totals"])}
      facts={[
        ...(stock ? [] : currencies).map((row) => ({
          key: textOf(row.currency),
          label: say([`价税合计 ${textOf(row.currency)}`, `Incl. tax ${textOf(row.currency)}`]),
          value: money(row.amountIncl),
          note: `${say(["未对账 ", "unreconciled "])}${money(row.unreconciledAmount)}`,
        })),
        ...counted.slice(0, 6).map(({ uom, qty }) => ({
          key: uom,
          label: say(["数量", "Quantity"]),
          value: `${qtyText(trim(qty))} ${uom ? uoms.meaning(uom) : ""}`,
        })),
      ]}
    />
  );
}
