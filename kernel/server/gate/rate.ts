/** Token buckets by key: a burst up to one minute's worth, refilled evenly. One process counts for itself. */
export interface Rates {
  /** True when one more call within `perMinute` is allowed now. */
  allow(key: string, perMinute: number, now: Date): boolean;
  sweep(now: Date): void;
  readonly size: number;
}

const minute = 60_000;

/** Each bucket is one number: the moment at which it would be full again. */
export function openRates(): Rates {
  const fullAt = new Map<string, number>();
  return {
    allow(key, perMinute, now) {
      const at = now.getTime();
      const next = Math.max(fullAt.get(key) ?? at, at) + minute / perMinute;
      if (next - at > minute) return false;
      fullAt.set(key, next);
      return true;
    },
    sweep(now) {
      for (const [key, at] of fullAt) if (at <= now.getTime()) fullAt.delete(key);
    },
    get size() {
      return fullAt.size;
    },
  };
}

/** Failures within a sliding window, per key. */
export interface Failures {
  /** Counts one and answers how many lie within the window. */
  add(key: string, now: Date): number;
  clear(key: string): void;
  sweep(now: Date): void;
}

export function openFailures(windowMs: number): Failures {
  const times = new Map<string, number[]>();
  return {
    add(key, now) {
      const values = (times.get(key) ?? []).filter((at) => at > now.getTime() - windowMs);
      values.push(now.getTime());
      times.set(key, values);
      return values.length;
    },
    clear: (key) => void times.delete(key),
    sweep(now) {
      for (const [key, list] of times) if (list.every((at) => at <= now.getTime() - windowMs)) times.delete(key);
    },
  };
}
