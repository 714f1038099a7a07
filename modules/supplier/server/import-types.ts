import type { ImportChange, ImportedCompany, ImportFinding } from "../import-columns.ts";
import type { SupplierImportOptions } from "../workbook.ts";
import type { Group } from "./import-groups.ts";
import type { Brought, Difference } from "./import-known.ts";

export interface KnownSupplier {
  readonly id: string;
  readonly code: string;
  readonly infoStatus: string;
  readonly tax: string | null;
}

export interface Understood {
  readonly group: Group;
  readonly built: Built;
  readonly found: readonly Difference[];
}

export interface Built {
  readonly values: Record<string, unknown>;
  readonly brought: readonly Brought[];
  /** The supplier it is about, when it is known already. */
  readonly known: string | null;
}

/** What an import says before anything is written: what is wrong, and what would change about suppliers that are known. */
export interface Checked {
  readonly findings: readonly ImportFinding[];
  readonly changes: readonly ImportChange[];
}

/** A check also says which companies are new, by their key, or by their name where they have none. */
export interface Looked extends Checked {
  readonly fresh: readonly string[];
}

/** What an import came to. */
export interface Committed extends Checked {
  readonly done: readonly ImportedCompany[];
  readonly held: readonly string[];
}

export type ImportOptions = SupplierImportOptions;
