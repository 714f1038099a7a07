import { textOf } from "#kernel/page-format.ts";
import type { Form } from "#kernel/seen.ts";
import { add, div, isDecimal, mul } from "#kernel/decimal.ts";
import type { Row } from "#kernel/page-document.ts";
import { askCall } from "#kernel/web/page/askCall.ts";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import type { CellChange } from "#kernel/web/table/rowStore.ts";
import { addDays } from "#kernel/days.ts";
import { useLineWatch, type Turn } from "#modules/demand/web.tsx";
import { findQuotes } from "../page-calls.ts";
import type { Quote, QuotedPrice } from "../price/quote.ts";
import { marked, typed } from "./typed-price.ts";
import type { orderDelivery, orderLine } from "../order-line.entity.ts";
import type { order } from "../order.entity.ts";

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** What an order says that prices depend on; null while something of it is missing. */
export function askedOf(header: Form<typeof order>) {
  const { id, orgId, supplierId, supplierSiteId, currency, orderDate, orderType, billTypeId } = header;
  if (!orgId || !supplierId || !orderDate) return null;
  return {
    orgId,
    supplierId,
    supplierSiteId: supplierSiteId ?? "",
    currency: currency ?? "",
    orderDate,
    orderType: orderType ?? "",
    billTypeId: billTypeId ?? "",
    ...(id ? { orderId: id } : {}),
  };
}

/** Prices, limits and what was paid before, for several lines in one call. */
export const fetchQuotes = async (header: Form<typeof order>, lines: readonly Row[]): Promise<readonly Quote[]> => {
  const asked = askedOf(header);
  return asked && lines.length > 0 ? askCall(findQuotes, { ...asked, lines }) : [];
};

/** The price as the order states prices: with or without tax. */
export function priceFor(quoted: QuotedPrice, taxIncludedFlag: unknown): string {
  const wanted = taxIncludedFlag === "Y" ? "Y" : "N";
  if (quoted.taxIncludedFlag === wanted) return quoted.price;
  const factor = add("1", mul(quoted.taxPercent, "0.01"));
  return wanted === "Y" ? mul(quoted.price, factor) : div(quoted.price, factor, 8);
}

/** A line that still names the agreement of the item or supplier it had before; what runs, or is only used up, keeps it. */
const isForeignDraw = (row: Form<typeof orderLine>, { prices, leftOut }: Quote): boolean =>
  textOf(row.agreementLineId) !== "" &&
  textOf(row.liveLineId) === "" &&
  leftOut.length === 0 &&
  !prices.some((price) => price.agreementLineId === row.agreementLineId);

/** What a line takes over from the library when its item is new on it; a price somebody typed stays. */
export function filled(row: Form<typeof orderLine>, quote: Quote, header: Form<typeof order>): Form<typeof orderLine> {
  const best = quote.prices[0];
  const fresh = row["$quoted"] !== row.itemId;
  const due = best ? { price: priceFor(best, header.taxIncludedFlag), priceUnit: best.priceUnit, uom: best.uom } : null;
  const patch: Writable<Form<typeof orderLine>> = { $quoted: row.itemId, $moq: quote.moq, $mpq: quote.mpq };
  patch["$due"] = quote.isPriceJudged ? (due ?? "none") : null;
  if (fresh && quote.item)
    Object.assign(patch, {
      itemDesc: quote.item.desc,
      categoryId: quote.item.categoryId,
      categoryName: quote.item.categoryName,
      uom: textOf(row.uom) || best?.uom || quote.item.uom,
      ...(textOf(row.taxRate) === "" && quote.item.taxRate ? { taxRate: quote.item.taxRate, taxPercent: quote.item.taxPercent } : {}),
    });
  const untouched = textOf(row.price) === "" || row.price === row["$price"];
  if (best && untouched && (textOf(patch.uom ?? row.uom) || best.uom) === best.uom) {
    const price = priceFor(best, header.taxIncludedFlag);
    Object.assign(patch, {
      price,
      $price: price,
      priceUnit: best.priceUnit,
      taxRate: best.taxRate,
      taxPercent: best.taxPercent,
      priceSource: best.agreementLineId ? "AGREEMENT" : "PRICE_LIST",
      agreementLineId: best.agreementLineId,
      $source: best.agreementLineId ? "AGREEMENT" : "PRICE_LIST",
    });
  }
  if (isForeignDraw({ ...row, ...patch }, quote)) patch.agreementLineId = null;
  const deliveries = row.deliveries ?? [];
  const qty = textOf(row.qty);
  if (qty && deliveries.length === 0) patch.deliveries = [{ qty, needByDate: addDays(textOf(header.orderDate), quote.leadTimeDays ?? 7) }];
  return patch;
}

/** A line with one delivery row keeps it as large as itself. */
export const followed = (row: Form<typeof orderLine>): readonly Form<typeof orderDelivery>[] | null => {
  const deliveries = row.deliveries ?? [];
  const [only] = deliveries;
  return only && deliveries.length === 1 && isDecimal(textOf(row.qty)) && textOf(only.qty) !== textOf(row.qty)
    ? [{ ...only, qty: row.qty }]
    : null;
};

const isSame = (a: unknown, b: unknown): boolean =>
  Object.is(a, b) || (typeof a === "object" && typeof b === "object" && JSON.stringify(a) === JSON.stringify(b));
const differing = (key: string, row: Row, patch: Row): CellChange[] =>
  Object.entries(patch)
    .filter(([field, value]) => !isSame(row[field], value))
    .map(([field, value]) => ({ key, field, value }));

const turn: Turn<EditModel<typeof order>, Form<typeof orderLine>> = async (model, store, asked, isGone) => {
  const write = (changes: readonly CellChange[]): void => {
    if (changes.length === 0) return;
    store.set(changes, "quote");
    // the delivery rows shown under the line are read anew
    const { focus } = model.state.getState();
    if (focus && changes.some((change) => change.field === "deliveries" && change.key === focus.key)) {
      model.focusLine(focus.collection, null);
      setTimeout(() => model.focusLine(focus.collection, focus.key), 0);
    }
  };
  const { header } = model.state.getState();
  const changed = store.state.getState().rows.filter((edit) => !edit.deleted && edit.base !== edit.row);
  write(
    changed.flatMap((edit) => {
      const rows = followed(edit.row);
      return rows ? [{ key: edit.key, field: "deliveries", value: rows }] : [];
    }),
  );
  write(changed.flatMap((edit) => differing(edit.key, edit.row, typed(edit.row, edit.base))));
  const sign = (row: Form<typeof orderLine>): string => JSON.stringify([askedOf(header), row.itemId, row.qty, row.uom]);
  const wanted = changed.filter((edit) => edit.row.itemId && asked.get(edit.key) !== sign(edit.row));
  for (const edit of wanted) asked.set(edit.key, sign(edit.row));
  const lines = wanted.map(({ key, row }) => ({ key, itemId: row.itemId, qty: textOf(row.qty) || "1", uom: textOf(row.uom) }));
  const quotes = await fetchQuotes(header, lines).catch(() => []);
  if (isGone()) return;
  const now = new Map(store.state.getState().rows.map((edit) => [edit.key, edit.row]));
  write(
    quotes.flatMap((quote) => {
      const row = now.get(quote.key);
      if (!row) return [];
      return differing(quote.key, row, filled(row, quote, header));
    }),
  );
  write(
    store.state
      .getState()
      .rows.filter((edit) => !edit.deleted && edit.base !== edit.row)
      .flatMap((edit) => differing(edit.key, edit.row, marked(edit.row))),
  );
};

/** Fetches what the library knows for every line that is being written, and fills in what nobody typed. */
export function QuoteKeeper({ model }: { readonly model: EditModel<typeof order> }) {
  useLineWatch(model, turn);
  return null;
}
