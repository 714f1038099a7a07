import { trim } from "#kernel/decimal.ts";
import type { Row } from "#kernel/page-document.ts";
import { numberText } from "#kernel/page-format.ts";
import { call } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { useChanged } from "#kernel/web/page/changes.ts";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { useLookup } from "#kernel/web/page/lookup.ts";
import type { ListContext } from "#kernel/web/page/slots.ts";
import { figureText } from "#modules/demand/web.tsx";
import { storageTransaction } from "../transaction.entity.ts";
import "./order.css";

const money = (value: unknown): string => numberText({ kind: "money" }, value);

interface Sums {
  readonly currencies: readonly Row[];
  readonly units: readonly Row[];
  readonly stock: readonly Row[];
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
    ? stored.map((row) => ({ uom: String(row["stockUom"] ?? ""), qty: String(row["stockQty"]) }))
    : units.map((row) => ({ uom: String(row["uom"] ?? ""), qty: String(row["qty"]) }));
  if (counted.length === 0) return null;
  return (
    <dl className="or-sums" aria-label={say(["合计", "Totals"])}>
      {stock
        ? null
        : currencies.map((row) => (
            <div key={String(row["currency"])}>
              <dt>{say([`价税合计 ${String(row["currency"])}`, `Incl. tax ${String(row["currency"])}`])}</dt>
              <dd className="pg-figure">{money(row["amountIncl"])}</dd>
              <dd className="pg-faint pg-figure">
                {say(["未对账 ", "unreconciled "])}
                {money(row["unreconciledAmount"])}
              </dd>
            </div>
          ))}
      {counted.slice(0, 6).map(({ uom, qty }) => (
        <div key={uom}>
          <dt>{say(["数量", "Quantity"])}</dt>
          <dd>
            <span className="pg-figure">{figureText(trim(qty))}</span> {uom ? uoms.meaning(uom) : ""}
          </dd>
        </div>
      ))}
    </dl>
  );
}
