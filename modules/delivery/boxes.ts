import { add, cmp, div, mul, round, sub, trim } from "#kernel/decimal.ts";

/** How many boxes a quantity fills; the last one may be part full. */
export function boxesFor(qty: string, packQty: string | null): number | null {
  if (packQty === null || cmp(packQty, "0") <= 0 || cmp(qty, "0") <= 0) return null;
  const whole = Number(div(qty, packQty, 0));
  const filled = mul(String(whole), packQty);
  if (cmp(filled, qty) >= 0) return cmp(sub(filled, packQty), qty) >= 0 ? whole - 1 : whole;
  return whole + 1;
}

/** The contents of each box: full ones, and what is left over in the last. Without a pack size it is one box. */
export function boxQtys(qty: string, packQty: string | null): string[] {
  const count = boxesFor(qty, packQty);
  if (count === null) return cmp(qty, "0") > 0 ? [trim(qty)] : [];
  return Array.from({ length: count }, (_, i) => trim(i < count - 1 ? packQty! : sub(qty, mul(packQty!, String(count - 1)))));
}

/** Boxes in stacks of so many; without a number they are one. */
export function stacked<T>(boxes: readonly T[], per: number): T[][] {
  if (per <= 0) return [[...boxes]];
  return Array.from({ length: Math.ceil(boxes.length / per) }, (_, i) => boxes.slice(i * per, (i + 1) * per));
}

/** A quantity in so many parts, as even as its unit allows; the last takes what is left. */
export function evenParts(qty: string, parts: number, decimals: number): string[] {
  const near = round(div(qty, String(parts), 12), decimals);
  const step = decimals === 0 ? "1" : `0.${"1".padStart(decimals, "0")}`;
  const each = cmp(mul(near, String(parts)), qty) > 0 ? sub(near, step) : near;
  if (cmp(each, "0") <= 0) return [trim(qty)];
  const first = Array.from({ length: parts - 1 }, () => trim(each));
  return [...first, trim(sub(qty, mul(each, String(parts - 1))))];
}

/** The same parts of another whole: each keeps its share, the last takes the rest. */
export function respread(parts: readonly string[], whole: string, decimals: number): string[] {
  const before = parts.reduce((all, part) => add(all, part), "0");
  if (parts.length === 0 || cmp(before, "0") <= 0) return [...parts];
  let left = whole;
  return parts.map((part, i) => {
    const share = i === parts.length - 1 ? left : round(div(mul(part, whole), before, 12), decimals);
    const text = cmp(share, left) > 0 ? left : share;
    left = sub(left, text);
    return trim(text);
  });
}
