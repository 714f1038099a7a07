import { div, mul, sub, sum } from "#kernel/decimal.ts";

/** A quantity in so many equal parts of whole units, the first ones taking what is left over. */
export function equalParts(qty: string, count: number, digits: number): readonly string[] {
  const each = div(qty, String(count), digits + 6).split(".");
  const floor = digits === 0 ? each[0]! : `${each[0]}.${(each[1] ?? "").slice(0, digits).padEnd(digits, "0")}`;
  const parts = Array.from({ length: count }, () => floor);
  const rest = sub(qty, mul(floor, String(count)));
  return [sum([parts[0]!, rest]), ...parts.slice(1)];
}
