import type { Line } from "./purchase-model.ts";

/** Pieces of one item that may be asked for: a plan that blocks, from the words of the business alone. */
export class PlanModel {
  /** Pieces planned, adjustments included. */
  planned = 0;
  /** Pieces asked for by requisitions that became no order. */
  idle = 0;
  /** What stood on the plan before this run. */
  #before = { occupied: 0, used: 0 };
  readonly #lines: () => readonly Line[];

  constructor(lines: () => readonly Line[]) {
    this.#lines = lines;
  }

  beginsWith(planned: number, occupied: number, used: number): void {
    this.planned = planned;
    this.#before = { occupied, used };
  }

  /** Asked for and not ordered yet, whether free or reserved by a draft. */
  get occupied(): number {
    const before = this.#before.occupied + this.idle;
    return this.#lines().reduce((all, { wanted, need }) => all + wanted - need.cancelled - need.ordered, before);
  }

  get used(): number {
    return this.#lines().reduce((all, { need }) => all + need.ordered, this.#before.used);
  }

  get room(): number {
    return this.planned - this.occupied - this.used;
  }

  /** Why so many pieces more cannot be asked for; giving back is never refused. */
  refuses(pieces: number): string | null {
    return pieces > 0 && pieces > this.room ? "PUR-2003" : null;
  }

  /** A reopened line takes what was lost to its requisition once more. */
  refusesReopening(line: Line): string | null {
    return this.refuses(
      Math.min(
        line.sum((row) => row.cls),
        line.need.burnt,
      ),
    );
  }
}
