import { cmp, isDecimal } from "#kernel/decimal.ts";
import type { Where } from "#kernel/entity.ts";
import type { Row } from "../support/generate.ts";

export const text = (value: unknown): string => (value === null || value === undefined ? "" : String(value));
const below = (a: unknown, b: unknown): number =>
  isDecimal(text(a)) && isDecimal(text(b)) ? cmp(text(a), text(b)) : text(a) < text(b) ? -1 : text(a) > text(b) ? 1 : 0;

/** Does a row pass, as the database would judge it? */
export function passes(row: Row, where: Where): boolean {
  return Object.entries(where).every(([key, test]) => {
    if (test === undefined || test === "all") return true;
    if (key === "any") return (test as readonly Where[]).some((candidate) => passes(row, candidate));
    if (key === "all") return (test as readonly Where[]).every((candidate) => passes(row, candidate));
    const value = row[key] ?? null;
    if (test === null) return value === null;
    if (Array.isArray(test)) return test.includes(value as never);
    if (typeof test !== "object") return text(value) === text(test);
    if ("some" in test) return ((value ?? []) as Row[]).some((candidate) => passes(candidate, test.some as Where));
    if ("contains" in test) return text(value).includes(text(test.contains));
    if ("not" in test) return test.not === null ? value !== null : value !== null && ![test.not].flat().includes(value as never);
    const span = test as { from?: unknown; to?: unknown; below?: unknown; above?: unknown };
    if (value === null) return false;
    if (span.from !== undefined && span.from !== null && below(value, span.from) < 0) return false;
    if (span.to !== undefined && span.to !== null && below(value, span.to) > 0) return false;
    return (span.below === undefined || below(value, span.below) < 0) && (span.above === undefined || below(value, span.above) > 0);
  });
}

/** Rows of one kind, found by id or by a value that one of their fields has. */
export class Table {
  readonly byId = new Map<string, Row>();
  readonly #indexes = new Map<string, Map<string, Set<Row>>>();

  put(row: Row): void {
    this.drop(row["id"]);
    this.byId.set(row["id"], row);
    for (const [key, index] of this.#indexes) this.#enter(index, key, row);
  }

  drop(id: string): void {
    const known = this.byId.get(id);
    if (!known) return;
    this.byId.delete(id);
    for (const [key, index] of this.#indexes) index.get(text(known[key]))?.delete(known);
  }

  #enter(index: Map<string, Set<Row>>, key: string, row: Row): void {
    const value = text(row[key]);
    const found = index.get(value);
    if (found) found.add(row);
    else index.set(value, new Set([row]));
  }

  /** The rows with one of these values. */
  having(key: string, values: readonly unknown[]): readonly ReadonlySet<Row>[] {
    if (key === "id") return values.flatMap((id) => (this.byId.has(text(id)) ? [new Set([this.byId.get(text(id))!])] : []));
    let index = this.#indexes.get(key);
    if (!index) {
      this.#indexes.set(key, (index = new Map()));
      for (const row of this.byId.values()) this.#enter(index, key, row);
    }
    return values.flatMap((value) => index.get(text(value)) ?? []);
  }

  /** The rows that may pass: the fewest that any of the plain values of the question leaves, or all. */
  near(where: Where): readonly Row[] {
    let fewest: readonly ReadonlySet<Row>[] | null = null;
    let least = Infinity;
    for (const [key, test] of Object.entries(where)) {
      const isList = Array.isArray(test);
      if (key === "any" || key === "all" || test === "all" || (typeof test !== "string" && !isList)) continue;
      const found = this.having(key, isList ? [...new Set(test as readonly unknown[])] : [test]);
      const size = found.reduce((all, entry) => all + entry.size, 0);
      if (size < least) [fewest, least] = [found, size];
    }
    return fewest ? fewest.flatMap((entry) => [...entry]) : [...this.byId.values()];
  }
}
