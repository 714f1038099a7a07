/** Exact arithmetic on decimal strings: money and quantities never pass through floating point. */
export type Decimal = string;

const pattern = /^-?\d+(\.\d+)?$/;

/** Far more digits than any field has; arithmetic on texts without end takes time without end. */
const longest = 100;

/** A plain decimal: no exponent, no leading plus, no lone dot. */
export const isDecimal = (text: unknown): text is Decimal => typeof text === "string" && text.length <= longest && pattern.test(text);

/** Non-negative decimal as typed by people: 0, 0.5, 12.30; not "", "-1", "1e3", "1.". */
export const isNonNegative = (text: string): boolean => isDecimal(text) && !text.startsWith("-");

export const isPositive = (text: string): boolean => isNonNegative(text) && !isZero(text);

interface Scaled {
  readonly units: bigint;
  readonly scale: number;
}

const powers = Array.from({ length: 40 }, (_, power) => 10n ** BigInt(power));
const ten = (power: number): bigint => powers[power] ?? 10n ** BigInt(power);

function parse(value: Decimal): Scaled {
  // Exact products may be longer than anything a caller can send.
  if (!pattern.test(value)) throw new RangeError(`not a decimal: ${String(value)}`);
  const dot = value.indexOf(".");
  if (dot < 0) return { units: BigInt(value), scale: 0 };
  return { units: BigInt(value.slice(0, dot) + value.slice(dot + 1)), scale: value.length - dot - 1 };
}

function print(units: bigint, scale: number): Decimal {
  if (scale === 0) return units.toString();
  const negative = units < 0n;
  const digits = (negative ? -units : units).toString().padStart(scale + 1, "0");
  const whole = digits.slice(0, digits.length - scale);
  const text = `${whole}.${digits.slice(-scale)}`;
  return negative && units !== 0n ? `-${text}` : text;
}

const unitsAt = (value: Scaled, scale: number): bigint => (scale === value.scale ? value.units : value.units * ten(scale - value.scale));

/** Integer division that rounds half away from zero, the rounding accountants expect. */
function divideHalfUp(numerator: bigint, denominator: bigint): bigint {
  const negative = numerator < 0n !== denominator < 0n;
  const n = numerator < 0n ? -numerator : numerator;
  const d = denominator < 0n ? -denominator : denominator;
  const rounded = (n * 2n + d) / (d * 2n);
  return negative ? -rounded : rounded;
}

function combine(a: Decimal, b: Decimal, join: (x: bigint, y: bigint) => bigint): Decimal {
  const left = parse(a);
  const right = parse(b);
  const scale = Math.max(left.scale, right.scale);
  return print(join(unitsAt(left, scale), unitsAt(right, scale)), scale);
}

export const add = (a: Decimal, b: Decimal): Decimal => combine(a, b, (x, y) => x + y);

export const sub = (a: Decimal, b: Decimal): Decimal => combine(a, b, (x, y) => x - y);

/** The exact product, with as many digits as both factors bring; round it where a scale is due. */
export function mul(a: Decimal, b: Decimal): Decimal {
  const left = parse(a);
  const right = parse(b);
  return print(left.units * right.units, left.scale + right.scale);
}

/** The quotient rounded half up to the given scale; dividing by zero is a mistake of the caller. */
export function div(a: Decimal, b: Decimal, scale: number): Decimal {
  const left = parse(a);
  const right = parse(b);
  if (right.units === 0n) throw new RangeError("division by zero");
  return print(divideHalfUp(left.units * ten(right.scale + scale), right.units * ten(left.scale)), scale);
}

/** Rounds half up on the magnitude: 2.345 → 2.35, -2.345 → -2.35. */
export function round(value: Decimal, scale: number): Decimal {
  const parsed = parse(value);
  if (parsed.scale <= scale) return print(unitsAt(parsed, scale), scale);
  return print(divideHalfUp(parsed.units, ten(parsed.scale - scale)), scale);
}

export function cmp(a: Decimal, b: Decimal): -1 | 0 | 1 {
  const left = parse(a);
  const right = parse(b);
  const scale = Math.max(left.scale, right.scale);
  const x = unitsAt(left, scale);
  const y = unitsAt(right, scale);
  return x < y ? -1 : x > y ? 1 : 0;
}

export const isZero = (value: Decimal): boolean => parse(value).units === 0n;

export const neg = (value: Decimal): Decimal => {
  const parsed = parse(value);
  return print(-parsed.units, parsed.scale);
};

export const abs = (value: Decimal): Decimal => (value.startsWith("-") ? value.slice(1) : value);

export const sum = (values: Iterable<Decimal>): Decimal => {
  let total: Decimal = "0";
  for (const value of values) total = add(total, value);
  return total;
};

export const max = (a: Decimal, b: Decimal): Decimal => (cmp(a, b) >= 0 ? a : b);

export const min = (a: Decimal, b: Decimal): Decimal => (cmp(a, b) <= 0 ? a : b);

/** Drops zeros that carry no meaning: 12.500 → 12.5, 3.00 → 3. */
export const trim = (value: Decimal): Decimal => (value.includes(".") ? value.replace(/\.?0+$/, "") : value);

/** For people: fixed digits when a scale is given, thousands parted by commas when asked. */
export function format(value: Decimal, how: { readonly scale?: number; readonly thousands?: boolean } = {}): string {
  const shown = how.scale === undefined ? value : round(value, how.scale);
  if (how.thousands === false) return shown;
  const [whole = "", fraction] = shown.split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ",");
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}
