import type { Line } from "./purchase-model.ts";

/** Whether a supplier may be ordered from and may deliver, from the words of the business alone. */

export type Business = "ORDER" | "DELIVERY" | "PAYMENT";

export interface Control {
  readonly ops: readonly Business[];
  /** It is about this item, its category, the site or everything, and has begun. */
  readonly applies: boolean;
}

/** Cents with tax of so many pieces. */
export const inclusive = (line: Line, pieces: number, price = line.price): number => {
  const { excl, tax } = line.amount(pieces, price);
  return excl + tax;
};

export class Standing {
  readonly controls = new Map<string, Control>();
  /** Cents that a temporary supplier may be ordered for at once; nothing limits a qualified one. */
  readonly limit: number | null;
  readonly #lines: () => readonly Line[];

  constructor(limit: number | null, lines: () => readonly Line[]) {
    this.limit = limit;
    this.#lines = lines;
  }

  /** What the orders in force cost, without what was cancelled or closed. */
  get used(): number {
    return this.#lines().reduce((all, line) => all + inclusive(line, line.eff), 0);
  }

  /** Why business is refused: a control, or more cents than the cap leaves; null when it may go on. */
  refuses(op: Business, cents = 0): string | null {
    if ([...this.controls.values()].some((control) => control.applies && control.ops.includes(op))) return "SLC_TRD_001";
    return this.limit !== null && cents > 0 && this.used + cents > this.limit ? "SUP_TMP_001" : null;
  }

  /** A revision is asked about only where it orders more pieces or costs more. */
  refusesChange(line: Line, pieces: number, price: number): string | null {
    const cents = inclusive(line, line.eff + pieces, price) - inclusive(line, line.eff);
    return pieces > 0 || cents > 0 ? this.refuses("ORDER", cents) : null;
  }

  refusesReopening(line: Line): string | null {
    const closed = line.sum((row) => row.cls);
    return this.refuses("ORDER", inclusive(line, line.eff + closed) - inclusive(line, line.eff));
  }
}
