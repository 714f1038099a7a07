import type { Declared } from "#kernel/declared.ts";
import type { Me } from "#kernel/entity.ts";
import type { ImportChange, ImportedCompany, ImportFinding, ImportRow } from "./import-columns.ts";

export interface SupplierImportOptions {
  /** What a cell names that other sheets of the same workbook bring; only looked at in a check. */
  readonly isComing?: (column: string, text: string) => boolean;
  /** Categories may come in as qualified: while a company sets up, before anybody works with it. */
  readonly qualifies?: boolean;
  /** Answered questions, see `answerOf`; companies with others stay out. */
  readonly confirmed?: readonly string[];
}

interface Told {
  readonly findings: readonly ImportFinding[];
  readonly changes: readonly ImportChange[];
}

/** The sheets of suppliers in a workbook of more than suppliers. */
export interface SupplierSheets {
  read(file: Uint8Array): Promise<readonly ImportRow[]>;
  check(
    rows: readonly ImportRow[],
    me: Me,
    now: Date,
    options: SupplierImportOptions,
  ): Promise<Told & { readonly fresh: readonly string[] }>;
  commit(
    rows: readonly ImportRow[],
    me: Me,
    now: Date,
    options: SupplierImportOptions,
  ): Promise<Told & { readonly done: readonly ImportedCompany[] }>;
}

const opened = new WeakMap<Declared, SupplierSheets>();

/** The server half says how they are read and written. */
export const openSupplierSheets = ({ declared }: { readonly declared: Declared }, sheets: SupplierSheets): void =>
  void opened.set(declared, sheets);

export function supplierSheets({ declared }: { readonly declared: Declared }): SupplierSheets {
  const sheets = opened.get(declared);
  if (!sheets) throw new Error("the server half of the suppliers is not open");
  return sheets;
}
