import { textOf } from "#kernel/page-format.ts";
import type { Form } from "#kernel/seen.ts";
import { cmp, div, isDecimal, mul, round } from "#kernel/decimal.ts";
import type { orderLine } from "../order-line.entity.ts";

interface Due {
  readonly price: string;
  readonly priceUnit: string;
  readonly uom: string;
}

/** Whether the price as typed is an exception; unknown where the bill type judges none or the units differ. */
function isException(row: Form<typeof orderLine>): boolean | null {
  const due = row["$due"] as Due | "none" | null | undefined;
  const price = textOf(row.price);
  if (!due || !isDecimal(price) || row["$quoted"] !== row.itemId || row.giftFlag === "Y") return null;
  if (due === "none") return true;
  if (due.uom !== textOf(row.uom)) return null;
  const asked = div(mul(due.price, textOf(row.priceUnit) || "1"), due.priceUnit, 8);
  return cmp(round(price, 6), round(asked, 6)) !== 0;
}

/** A typed price is marked as one at once, so that its reason can be given before the first save; the server has the last word. */
export function marked(row: Form<typeof orderLine>): Form<typeof orderLine> {
  const differs = isException(row);
  if (differs === null) return {};
  if (differs) return { priceException: "Y", priceSource: "MANUAL", $exception: true };
  const source = row["$source"] ? { priceSource: String(row["$source"]) } : {};
  return row["$exception"] ? { priceException: "N", $exception: false, ...source } : row.priceSource === "MANUAL" ? source : {};
}

const listed = new Set(["AGREEMENT", "PRICE_LIST", "CATALOG"]);

/** A price that was just typed is nobody's list price, whatever the library will say about it. */
export function typed(row: Form<typeof orderLine>, base: Form<typeof orderLine> | null): Form<typeof orderLine> {
  const was = textOf(row["$price"] ?? base?.price);
  const price = textOf(row.price);
  if (!listed.has(textOf(row.priceSource)) || was === "" || price === "" || !isDecimal(price) || !isDecimal(was)) return {};
  return cmp(price, was) === 0 ? {} : { priceSource: "MANUAL", $source: row.priceSource };
}
