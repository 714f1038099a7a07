import { abs, cmp, div, mul, round, sub } from "#kernel/decimal.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";

/** 1 `from` is `rate` `to`; an item's own row counts before a general one. */
export interface Conversion {
  readonly from: string;
  readonly to: string;
  readonly rate: string;
  readonly own: boolean;
}

export interface Converted {
  readonly qty: string;
  /** The units passed through, from the first to the last. */
  readonly path: readonly string[];
  /** The way back ends more than one unit of the last digit from where it began. */
  readonly coarse: boolean;
}

interface Step {
  readonly from: string;
  readonly to: string;
  readonly rate: string;
  readonly turned: boolean;
}

const count = 12;

const apply = (qty: string, steps: readonly Step[]): string =>
  steps.reduce((sum, { rate, turned }) => (turned ? div(sum, rate, count) : mul(sum, rate)), qty);

/** The steps from one unit to another: none, one, or two; the item's own rows before general ones, a straight row before a turned one. */
export function stepsBetween(from: string, to: string, rows: readonly Conversion[]): readonly Step[] | null {
  if (from === to) return [];
  const ordered = [...rows.filter((row) => row.own), ...rows.filter((row) => !row.own)];
  const between = (a: string, b: string): Step | null => {
    for (const list of [ordered.filter((row) => row.own), ordered.filter((row) => !row.own)]) {
      const straight = list.find((row) => row.from === a && row.to === b);
      if (straight) return { from: a, to: b, rate: straight.rate, turned: false };
      const turned = list.find((row) => row.from === b && row.to === a);
      if (turned) return { from: a, to: b, rate: turned.rate, turned: true };
    }
    return null;
  };
  const step = between(from, to);
  if (step) return [step];
  for (const middle of new Set(ordered.flatMap((row) => [row.from, row.to]))) {
    const first = middle === from || middle === to ? null : between(from, middle);
    const second = first ? between(middle, to) : null;
    if (first && second) return [first, second];
  }
  return null;
}

export const noConversion = (from: string, to: string): Refusal =>
  refuse("BASE_UOM_001", `${from}与${to}之间没有单位换算`, `No conversion between ${from} and ${to}`);

/** Converts a quantity, rounded half up once at the end. */
export function convert(
  asked: { readonly qty: string; readonly from: string; readonly to: string; readonly digits: number },
  rows: readonly Conversion[],
): Converted {
  const steps = stepsBetween(asked.from, asked.to, rows);
  if (!steps) throw noConversion(asked.from, asked.to);
  const qty = round(apply(asked.qty, steps), asked.digits);
  const back = steps.toReversed().map((step) => ({ ...step, turned: !step.turned }));
  const gap = abs(sub(round(apply(qty, back), asked.digits), round(asked.qty, asked.digits)));
  const unit = asked.digits === 0 ? "1" : `0.${"0".repeat(asked.digits - 1)}1`;
  return { qty, path: [asked.from, ...steps.map((step) => step.to)], coarse: cmp(gap, unit) > 0 };
}
