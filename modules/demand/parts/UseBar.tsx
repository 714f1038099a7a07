import { cmp, div, mul, type Decimal } from "#kernel/decimal.ts";
import "./planning.css";

export interface BarPart {
  readonly tone: "used" | "occ" | "over" | "done";
  readonly value: Decimal;
  readonly label: string;
}

/** Shares of a whole as one bar; what exceeds it is cut at its end. */
export function UseBar({ parts, whole, label }: { readonly parts: readonly BarPart[]; readonly whole: Decimal; readonly label: string }) {
  const share = (value: Decimal): number => (cmp(whole, "0") > 0 ? Math.max(0, Number(div(mul(value, "100"), whole, 2))) : 0);
  return (
    <span className="ub-bar" role="img" aria-label={label} title={label}>
      {parts.map((one) => (
        <i key={one.tone} className={`ub-${one.tone}`} style={{ width: `${Math.min(100, share(one.value))}%` }} />
      ))}
    </span>
  );
}
