import type { Entity } from "../../../entity.ts";
import { download, saveBlob } from "../../call.ts";
import { upload } from "../../upload.ts";

/** What is wrong, or only worth a look, in one cell of the file; row is the row number of the person's own sheet. */
export interface CellFinding {
  readonly row: number;
  readonly column: string;
  readonly value?: unknown;
  readonly code: string;
  readonly msg: string;
}

/** One row of the file beside what the system holds now. */
export interface CheckedRow {
  readonly row: number;
  readonly result: "new" | "changed" | "same" | "wrong";
  readonly values: Readonly<Record<string, unknown>>;
  readonly old?: Readonly<Record<string, unknown>>;
}

/** The answer of a dry run, and of the writing itself. */
export interface ImportAnswer {
  readonly importId: string;
  readonly total: number;
  readonly ok: number;
  readonly failed: number;
  readonly inserts: number;
  readonly updates: number;
  readonly same?: number;
  readonly warnings?: number | readonly CellFinding[];
  readonly errors: readonly CellFinding[];
  readonly columns?: readonly { readonly key: string; readonly label: string }[];
  readonly rows?: readonly CheckedRow[];
  readonly sheet?: string;
  readonly unknownColumns?: readonly string[];
  readonly errorFileId?: string | null;
  readonly status?: string;
}

/** An answer with the time it took and when it came. */
export interface TimedAnswer extends ImportAnswer {
  readonly took: number;
  readonly at: string;
}

export type ImportMode = "ALL_OR_NOTHING" | "VALID_ROWS";

const door = "exportServer/v1/importExcelRestful";

/** The workbook to be filled: columns, hints and choices come from the declaration. */
export const fetchTemplate = async (entity: Entity): Promise<void> =>
  saveBlob(await download(`${door}/downloadImportTemplate`, { templateCode: entity.name }));

interface Sending {
  readonly entity: Entity;
  readonly file: File;
  readonly dryRun: boolean;
  readonly mode: ImportMode;
  readonly importId?: string;
  readonly again?: boolean;
  progress(part: number): void;
  readonly signal: AbortSignal;
}

/** Sends the workbook to be checked, or to be written; the import id makes a second press of the button harmless. */
export async function sendImport({ entity, file, dryRun, mode, importId, again, progress, signal }: Sending): Promise<TimedAnswer> {
  const since = performance.now();
  const meta = {
    templateCode: entity.name,
    mode,
    dryRun: dryRun ? "Y" : "N",
    ...(importId ? { importId } : {}),
    ...(again ? { confirmed: ["IMPORT_AGAIN"] } : {}),
  };
  const { data } = await upload<ImportAnswer>(`${door}/importExcel`, [file], meta, { onProgress: progress, signal });
  return { ...data, took: performance.now() - since, at: new Date().toTimeString().slice(0, 8) };
}

/** The rows that failed, each with its reason in the cell. */
export const fetchErrorFile = async (fileId: string): Promise<void> =>
  saveBlob(await download("fileServer/v2/file/downloadBody", { id: fileId }));
