import type { Seen } from "#kernel/seen.ts";
import type { YN } from "#kernel/field.ts";
import type { tableModel } from "../table-model.entity.ts";

/** A declared entity as the list of the model names it. */
export interface ListedModel {
  readonly entity: string;
  readonly label: string;
  readonly module: string;
  readonly moduleCode: string;
  readonly parent: string | null;
  readonly columnCount: number;
  readonly changed: YN;
}

/** Flags an installation may set for itself unless the declaration fixes them. */
export type Flag = "searchable" | "exportable" | "sensitiveLevel";

/** A field as declared and as this installation has it. */
export type ModelColumn = Readonly<Record<"id" | "key" | "labelCn" | "labelEn" | "kind" | "declaredCn" | "declaredEn", string>> &
  Readonly<Record<"required" | "computed" | "searchable" | "exportable" | "declaredSearchable" | "declaredExportable", YN>> &
  Readonly<Record<"sensitiveLevel" | "declaredSensitive", number>> & {
    readonly lookup: string | null;
    readonly ref: string | null;
    /** Why a flag cannot be set here. */
    readonly locks?: Readonly<Record<Flag, string | null>>;
  };

/** A declared entity with its fields, and what is stored of the changes to it. */
export interface FoundModel {
  readonly entity: string;
  readonly label: string;
  readonly module: string;
  readonly service: string;
  readonly columns: readonly ModelColumn[];
  readonly document: Seen<typeof tableModel> | null;
}
