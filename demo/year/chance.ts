/** Chance with a seed: the same seed tells the same year on every machine. */
export class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 up to 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** A whole number, both ends included. */
  int(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1));
  }

  is(likely: number): boolean {
    return this.next() < likely;
  }

  pick<T>(of: readonly T[]): T {
    return of[this.int(0, of.length - 1)]!;
  }

  /** Some of them, each once, in their own order. */
  some<T>(of: readonly T[], count: number): T[] {
    const left = of.map((_, i) => i);
    const chosen = new Set<number>();
    while (chosen.size < Math.min(count, of.length)) chosen.add(left.splice(this.int(0, left.length - 1), 1)[0]!);
    return of.filter((_, i) => chosen.has(i));
  }
}
