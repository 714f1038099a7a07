import type { YN } from "#kernel/field.ts";

/** A table or view as the database describes it. */
export interface ListedTable {
  readonly tableName: string;
  /** Its name in the model; null for an internal table. */
  readonly label: string | null;
  readonly inModel: YN;
  readonly rowsEstimate: unknown;
  readonly totalBytes: unknown;
  readonly indexBytes: unknown;
}

/** What the tabs of a table list: its columns, indexes and references. */
type Part = Readonly<Record<string, unknown>>;

/** One table with what belongs to it. */
export interface FoundTable extends ListedTable {
  readonly indexes?: readonly Part[];
  readonly references?: readonly Part[];
}
