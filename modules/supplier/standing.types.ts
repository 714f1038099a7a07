import type { Text } from "#kernel/text.ts";

/** What may be asked about a supplier. */
export type Operation = "SOURCING" | "AWARD" | "ORDER" | "DELIVERY" | "STATEMENT" | "PAYMENT" | "LOGIN";
export type CategoryStatus = "CANDIDATE" | "TRIAL" | "QUALIFIED" | "SUSPENDED" | "EXITED";

/** One grant a document brings: the triple it is about and how it stands from now on. */
export interface Grant {
  readonly orgId: string | null;
  readonly categoryId: string;
  readonly categoryStatus: CategoryStatus;
  readonly validTo?: string | null;
  readonly gradeLevel?: string | null;
  readonly trialQtyLimit?: string | null;
  readonly trialAmountLimit?: string | null;
  readonly trialValidTo?: string | null;
  readonly statusReason?: string | null;
}

/** A site a grant switches on: one that exists, or the fields of a new one. */
export type GrantedSite = { readonly siteId: string } | Readonly<Record<string, unknown>>;

export interface ControlDraft {
  readonly scopeType: "ALL" | "ORG" | "CATEGORY" | "SITE" | "ITEM";
  readonly orgId?: string | null;
  readonly categoryId?: string | null;
  readonly siteId?: string | null;
  readonly itemId?: string | null;
  readonly blockedOps: readonly Operation[];
  readonly startDate: string;
  readonly endDate?: string | null;
  readonly controlReason: string;
  readonly reasonDesc?: string | null;
}

export interface CertificateDraft {
  readonly certType: string;
  readonly certName: string;
  readonly certNo?: string | null;
  readonly issuer?: string | null;
  readonly issueDate?: string | null;
  readonly validFrom?: string | null;
  readonly validTo?: string | null;
  readonly longTermFlag?: "Y" | "N";
  readonly categoryIds?: readonly string[] | null;
  readonly scopeDesc?: string | null;
  readonly fileIds?: string | null;
  readonly verifiedBy?: string | null;
  readonly certStatus?: "PENDING" | "VALID" | "REJECTED";
}

/** The rows of a file that was filled in elsewhere, without their supplier. */
export interface EstablishedFile {
  readonly contacts?: readonly Readonly<Record<string, unknown>>[];
  readonly locations?: readonly Readonly<Record<string, unknown>>[];
  readonly accounts?: readonly Readonly<Record<string, unknown>>[];
  readonly sites?: readonly Readonly<Record<string, unknown>>[];
  readonly brands?: readonly Readonly<Record<string, unknown>>[];
  readonly devices?: readonly Readonly<Record<string, unknown>>[];
  readonly indirects?: readonly Readonly<Record<string, unknown>>[];
  readonly finances?: readonly Readonly<Record<string, unknown>>[];
  readonly customers?: readonly Readonly<Record<string, unknown>>[];
  readonly categories?: readonly Grant[];
  readonly certificates?: readonly CertificateDraft[];
}

/** One row of an approved change: the table, the row (null: a new one) and the values it gets. */
export interface AmendedRow {
  readonly entityName: string;
  readonly rowId: string | null;
  readonly rowAction: "ADD" | "UPDATE" | "DISABLE";
  readonly values: Readonly<Record<string, unknown>>;
}

/** May this be done with the supplier? Without a category only the supplier itself is judged. */
export interface Question {
  readonly supplierId: string;
  readonly op: Operation;
  readonly orgId?: string | null;
  readonly categoryId?: string | null;
  readonly siteId?: string | null;
  readonly itemId?: string | null;
  /** The day it is about; today unless said. */
  readonly date?: string;
  readonly amount?: string | null;
  readonly qty?: string | null;
  /** An order or award of trial kind. */
  readonly trial?: boolean;
  /** A manager let goods on open orders pass. */
  readonly released?: boolean;
}

/** Yes or no, why, and the row that decided; a yes may come with a warning. */
export interface Answer {
  readonly ok: boolean;
  readonly code: string | null;
  readonly text: Text | null;
  readonly by: { readonly table: string; readonly id: string } | null;
  readonly warnings: readonly { readonly code: string; readonly text: Text }[];
}
