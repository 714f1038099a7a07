import { add, cmp, div, isDecimal, isZero, mul, sum } from "#kernel/decimal.ts";

interface Limits {
  readonly lowerLimit: string | null;
  readonly upperLimit: string | null;
}

/** The figures of a measured text: one, or several parted by commas, semicolons, slashes or spaces; null when something else stands there. */
export function figuresOf(value: string | null): readonly string[] | null {
  const parts = (value ?? "").split(/[,，;；、/\s]+/).filter(Boolean);
  return parts.length > 0 && parts.every(isDecimal) ? parts : null;
}

export const isLimited = ({ lowerLimit, upperLimit }: Limits): boolean => lowerLimit !== null || upperLimit !== null;

/** OK when every measured figure lies within the limits, the limits included; null where there is no limit or no figure. */
export function judgeOf(limits: Limits, measured: string | null): "OK" | "NG" | null {
  const figures = figuresOf(measured);
  if (!isLimited(limits) || figures === null) return null;
  const { lowerLimit, upperLimit } = limits;
  const within = figures.every(
    (figure) => (lowerLimit === null || cmp(figure, lowerLimit) >= 0) && (upperLimit === null || cmp(figure, upperLimit) <= 0),
  );
  return within ? "OK" : "NG";
}

/** What the tests of a line say by themselves: failed by one, passed by all, nothing while one is open. */
export function proposedResult(judges: readonly (string | null)[]): "PASS" | "FAIL" | null {
  if (judges.includes("NG")) return "FAIL";
  return judges.length > 0 && judges.every((judge) => judge === "OK") ? "PASS" : null;
}

interface Batch {
  readonly receivedQty: string | null;
  readonly okQty: string | null;
  readonly concessionQty: string | null;
}

const good = (batch: Batch): string => sum([batch.okQty ?? "0", batch.concessionQty ?? "0"]);

/** (ok + concession) ÷ received in percent, four decimals; null while nothing was received. */
export const passRate = (batch: Batch): string | null =>
  batch.receivedQty === null || isZero(batch.receivedQty) ? null : div(mul(good(batch), "100"), batch.receivedQty, 4);

/** Is the pass line reached? Asked by multiplication, so that no rounding lifts a batch over it. */
export const reaches = (batch: Batch, passLine: string): boolean =>
  batch.receivedQty !== null && !isZero(batch.receivedQty) && cmp(mul(good(batch), "100"), mul(passLine, batch.receivedQty)) >= 0;

/** Are more pieces judged than came? */
export const overCounted = (batch: Batch & { readonly ngQty: string | null }): boolean =>
  cmp(add(good(batch), batch.ngQty ?? "0"), batch.receivedQty ?? "0") > 0;
