import { add, cmp, div, isZero, mul, round, sub, sum } from "#kernel/decimal.ts";

/** What of an agreement's header and lines the figures are reckoned from. */
interface Line {
  readonly agreeQty: string | null;
  readonly price: string | null;
  readonly priceUnit: string | null;
  readonly occupiedQty: string | null;
  readonly releasedQty: string | null;
  readonly uomDecimals: number | null;
  readonly steps?: readonly { readonly fromQty: string; readonly price: string }[];
}
interface Header {
  readonly agreementType: string;
  readonly amountLimit: string | null;
  readonly overLimitPct: string | null;
  readonly occupiedAmount: string | null;
  readonly releasedAmount: string | null;
  readonly lines?: readonly Line[];
}

/** Rounds towards zero: what is not whole is not there. */
export function floorTo(value: string, scale: number): string {
  const rounded = round(value, scale);
  if (cmp(rounded, value) <= 0) return rounded;
  return sub(rounded, scale === 0 ? "1" : `0.${"0".repeat(scale - 1)}1`);
}

const widened = (limit: string, pct: string | null, scale: number): string =>
  floorTo(div(mul(limit, add("100", pct ?? "0")), "100", 12), scale);

/** How much of a line may be drawn in all, in its unit; null where only the price is agreed. */
export const qtyLimit = (header: Pick<Header, "agreementType" | "overLimitPct">, line: Line): string | null =>
  header.agreementType !== "QTY" || line.agreeQty === null || line.agreeQty === undefined
    ? null
    : widened(line.agreeQty, header.overLimitPct, line.uomDecimals ?? 6);

/** How much money may be drawn in all, tax-exclusive; null where no amount is agreed. */
export const amountLimit = (header: Pick<Header, "agreementType" | "overLimitPct" | "amountLimit">, digits = 2): string | null =>
  header.agreementType !== "AMOUNT" || header.amountLimit === null || header.amountLimit === undefined
    ? null
    : widened(header.amountLimit, header.overLimitPct, digits);

const taken = (a: string | null | undefined, b: string | null | undefined): string => add(a ?? "0", b ?? "0");
export const takenQty = (line: Pick<Line, "occupiedQty" | "releasedQty">): string => taken(line.occupiedQty, line.releasedQty);
export const takenAmount = (header: Pick<Header, "occupiedAmount" | "releasedAmount">): string =>
  taken(header.occupiedAmount, header.releasedAmount);

export const openQty = (line: Line, header: Header | null): string | null => {
  const limit = header ? qtyLimit(header, line) : null;
  return limit === null ? null : sub(limit, takenQty(line));
};

export const openAmount = (header: Header): string | null => {
  const limit = amountLimit(header);
  return limit === null ? null : sub(limit, takenAmount(header));
};

/** What the agreement is worth as agreed: its limit, or its quantities at their dearest step; nothing where only prices are agreed. */
export function agreedAmount(header: Header): string | null {
  if (header.agreementType === "AMOUNT") return header.amountLimit ?? null;
  if (header.agreementType !== "QTY") return null;
  return round(
    sum(
      (header.lines ?? []).map((line) => {
        const price = line.price ?? line.steps?.[0]?.price ?? "0";
        const unit = line.priceUnit && !isZero(line.priceUnit) ? line.priceUnit : "1";
        return div(mul(line.agreeQty ?? "0", price), unit, 8);
      }),
    ),
    2,
  );
}

const share = (used: string, limit: string | null): string | null =>
  limit === null ? null : isZero(limit) ? (isZero(used) ? "0" : "100") : div(mul(used, "100"), limit, 4);

/** How far it is used up, in percent: by money, or by the line that is furthest. */
export function usedPct(header: Header): string {
  const shares = [
    share(takenAmount(header), amountLimit(header)),
    ...(header.lines ?? []).map((line) => share(takenQty(line), qtyLimit(header, line))),
  ].filter((value) => value !== null);
  return shares.reduce((most, value) => (cmp(value, most) > 0 ? value : most), "0");
}
