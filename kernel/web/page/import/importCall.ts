import { nowText } from "../../clock.ts";
import type { Entity } from "../../../entity.ts";
import { download, saveBlob } from "../../call.ts";
import type { FixPlace } from "../../call-error.ts";
import { upload } from "../../upload.ts";

/** A row by the person's own sheet and row number. */
export interface Place {
  readonly sheet: string;
  readonly row: number;
}

/** What is wrong, or only worth a look, in one cell of the file. */
export interface CellFinding extends Place {
  readonly column: string;
  readonly value?: unknown;
  readonly code: string;
  readonly msg: string;
  readonly fix?: FixPlace;
}

/** One row of the file beside what the system holds now; row 0 stands only in the system. Lines follow their document. */
export interface CheckedRow extends Place {
  /** "" for a document, "lines" or "lines/rows" for what is below it. */
  readonly path: string;
  readonly result: "new" | "changed" | "same" | "wrong" | "removed";
  readonly values: Readonly<Record<string, unknown>>;
  readonly old?: Readonly<Record<string, unknown>>;
}

/** The columns of one sheet: of the documents, or of one of their collections. */
export interface CheckedSheet {
  readonly path: string;
  readonly label: string;
  readonly name: string;
  readonly columns: readonly { readonly key: string; readonly label: string; readonly kind: string; readonly lookup?: string }[];
}

/** A question a rule asks before anything is written. */
export interface Ask {
  readonly code: string;
  readonly msg: string;
  /** Where it is asked; in its own words where a row differs from the first. */
  readonly rows: readonly (Place & { readonly msg?: string })[];
}

/** The answer of a dry run, and of the writing itself. */
export interface ImportAnswer {
  readonly importId: string;
  readonly total: number;
  readonly ok: number;
  readonly failed: number;
  readonly inserts: number;
  readonly updates: number;
  readonly same: number;
  /** Lines that go because the sheet leaves them out. */
  readonly removes: number;
  readonly warnings: readonly CellFinding[];
  readonly asks: readonly Ask[];
  readonly errors: readonly CellFinding[];
  readonly sheets: readonly CheckedSheet[];
  /** Absent in the repeated answer of an import that is done. */
  readonly rows?: readonly CheckedRow[];
  readonly unknownColumns: readonly string[];
  readonly unknownSheets: readonly string[];
  readonly errorFileId: string | null;
  readonly status: string;
}

/** An answer with the time it took and when it came. */
export interface TimedAnswer extends ImportAnswer {
  readonly took: number;
  readonly at: string;
}

export type ImportMode = "ALL_OR_NOTHING" | "VALID_ROWS";

const door = "exportServer/v1/importExcelRestful";

/** What a workbook brings: documents of an entity, or further lines of one document. */
export interface ImportOf {
  readonly entity: Entity;
  readonly lines?: { readonly collection: string; readonly id: string } | undefined;
}

const codeOf = ({ entity, lines }: ImportOf): string => (lines ? `${entity.name}/${lines.collection}@${lines.id}` : entity.name);

/** The workbook to be filled: columns, hints and choices come from the declaration. */
export const fetchTemplate = async (of: ImportOf): Promise<void> =>
  saveBlob(await download(`${door}/downloadImportTemplate`, { templateCode: codeOf(of) }));

interface Sending extends ImportOf {
  readonly file: File;
  readonly dryRun: boolean;
  readonly mode: ImportMode;
  readonly importId?: string;
  readonly confirmed: readonly string[];
  progress(part: number): void;
  readonly signal: AbortSignal;
}

/** Sends the workbook to be checked, or to be written; the import id makes a second press of the button harmless. */
export async function sendImport({
  entity,
  lines,
  file,
  dryRun,
  mode,
  importId,
  confirmed,
  progress,
  signal,
}: Sending): Promise<TimedAnswer> {
  const since = performance.now();
  const meta = {
    templateCode: codeOf({ entity, lines }),
    mode,
    dryRun: dryRun ? "Y" : "N",
    ...(importId ? { importId } : {}),
    confirmed,
  };
  const { data } = await upload<ImportAnswer>(`${door}/importExcel`, [file], meta, { onProgress: progress, signal });
  return { ...data, took: performance.now() - since, at: nowText().slice(11) };
}

/** The rows that failed, each with its reason in the cell. */
export const fetchErrorFile = async (fileId: string): Promise<void> =>
  saveBlob(await download("fileServer/v2/file/downloadBody", { id: fileId }));
