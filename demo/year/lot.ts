/** A quantity worth about so much, in round figures. */
export function lot(value: number, cents: number): number {
  const count = (value * 100) / cents;
  const step = count > 2000 ? 500 : count > 200 ? 50 : count > 20 ? 10 : 1;
  return Math.max(step, Math.round(count / step) * step);
}
