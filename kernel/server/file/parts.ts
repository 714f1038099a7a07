import type { Attachment, FileRule, ScanStatus, VisibleTo } from "#kernel/file.ts";
import { inZone } from "#kernel/time.ts";
import type { Scanner } from "#bridges/scan.ts";
import type { Storages } from "#bridges/storage.ts";
import type { Context } from "../http/call.ts";
import type { Db } from "../database/db.ts";
import type { Keys } from "../gate/keys.ts";

/** May this caller read or change that record? Attachments have no rights of their own, they follow their record. `mayRead` may refuse with the module's own code (sealed bids). */
export interface RecordAccess {
  mayRead(ctx: Context, entity: string, id: string): Promise<boolean>;
  mayChange(ctx: Context, entity: string, id: string): Promise<boolean>;
  exists(entity: string): boolean;
  referencesFile(fileId: string): Promise<boolean>;
}

export type ScanMode = "OFF" | "ASYNC" | "SYNC";

export interface FileSettings {
  readonly scanMode: ScanMode;
  /** Extensions beyond the built-in list. */
  readonly denied: readonly string[];
  /** Over all stores; 0 means no limit. */
  readonly quotaBytes: number;
  /** Printed into watermarks beside user and time. */
  readonly company: string;
}

/** VIEW opens the viewer page, DOWNLOAD saves, IMAGE stands inside a text. */
export type FilePurpose = "VIEW" | "DOWNLOAD" | "IMAGE";

export type FileEvent =
  | { readonly kind: "FILE_INFECTED"; readonly fileId: string; readonly name: string; readonly virus: string; readonly uploadedBy: string }
  | { readonly kind: "FILE_QUOTA"; readonly percent: number };

/** Everything the file calls stand on; the server puts it together once at start. */
export interface FileParts {
  readonly access: RecordAccess;
  readonly storages: Storages;
  /** A folder of our own for what is still on its way; on the same disk as a local store. */
  readonly temp: string;
  readonly scanner: Scanner | null;
  settings(): Promise<FileSettings>;
  /** What the declaration says about the files of this entity; several file fields without `valueKey` count as one. */
  ruleOf(functionId: string, valueKey: string | null): FileRule;
  /** The keys envelopes are opened with. */
  readonly keys: Keys;
  tell(event: FileEvent): void;
  readonly preview: PreviewEngine;
  /** By the entity files belong to: what is drawn across copies of its PDFs. A module's server half enters itself. */
  readonly stamps: Map<string, Stamping>;
}

/** What is drawn across every page of a copy. */
export interface Stamp {
  readonly text: string;
  readonly size: number;
  /** "#RRGGBB" */
  readonly color: string;
  /** Percent. */
  readonly opacity: number;
  /** Degrees, rising to the right. */
  readonly angle: number;
  /** All over the page, or once in its middle. */
  readonly tile: boolean;
  /** A PNG or JPEG in base64, in the middle of the page. */
  readonly picture?: string | null;
}

/** Says what stands on a copy of a file that somebody looks at or takes away; null leaves it as it is. */
export type Stamping = (
  row: FileRow,
  copy: { readonly use: "VIEW" | "DOWNLOAD"; readonly userId: string | null; readonly now: Date },
) => Promise<Stamp | null>;

/** Turns a file into a PDF. */
export interface PreviewEngine {
  convert(
    source: { readonly path: string; readonly suffix: string; readonly name: string },
    target: string,
    mark: Watermark | null,
  ): Promise<void>;
  /** Draws across a copy of a PDF. */
  stamp(path: string, target: string, stamp: Stamp): Promise<void>;
}

/** Who looked, for which company, when: printed across every page. */
export interface Watermark {
  readonly lines: readonly string[];
}

/** A row of BaseFile. */
export interface FileRow {
  readonly id: string;
  readonly originalFileName: string;
  readonly fileName: string;
  readonly fileSize: string;
  readonly suffixName: string;
  readonly mimeType: string;
  readonly sha256: string;
  readonly path: string;
  readonly functionId: string;
  readonly businessId: string;
  readonly valueKey: string;
  readonly fileDesc: string;
  readonly storageCode: string;
  readonly scanStatus: ScanStatus;
  readonly visibleTo: VisibleTo;
  readonly supplierId: string | null;
  readonly refCount: number;
  readonly previewFileId: string | null;
  readonly previewStatus: string | null;
  readonly uploadedBy: string;
  readonly deletedFlag: "Y" | "N";
  readonly deletedAt: string | null;
  readonly versionOf: string | null;
  readonly imageWidth: number | null;
  readonly imageHeight: number | null;
  readonly creationDate: string;
}

/** A row as callers see it: no storage key, no counters, times on their own clock. */
export const shown = (row: FileRow, zone: string): Attachment => ({
  id: row.id,
  originalFileName: row.originalFileName,
  // The key is the store's secret; callers of old get a stable stand-in under the same name.
  fileName: `${row.id}${row.suffixName ? `.${row.suffixName}` : ""}`,
  fileSize: Number(row.fileSize),
  suffixName: row.suffixName,
  mimeType: row.mimeType,
  sha256: row.sha256,
  path: row.path,
  functionId: row.functionId,
  businessId: row.businessId,
  fileDesc: row.fileDesc,
  scanStatus: row.scanStatus,
  visibleTo: row.visibleTo,
  uploadedBy: row.uploadedBy,
  creationDate: inZone(row.creationDate, zone),
  versionOf: row.versionOf,
  imageWidth: row.imageWidth,
  imageHeight: row.imageHeight,
});

export type LogAction = "UPLOAD" | "VIEW" | "DOWNLOAD" | "ZIP" | "DELETE" | "COPY";

/** Whose name stands in the log: the caller, or whoever a ticket was made for. */
export const actorOf = (ctx: Context): string | null =>
  ctx.me.audience === "system" || ctx.me.audience === "public" ? null : ctx.me.userId;

/** One statement for any number of files. */
export async function logAccess(
  db: Pick<Db, "query" | "noting">,
  ctx: Context,
  action: LogAction,
  ids: readonly string[],
  user = actorOf(ctx),
): Promise<void> {
  const by = user ?? ctx.me.audience;
  await db.noting(() =>
    db.query(
      `insert into "BaseFileAccessLog" ("id","createdBy","creationDate","lastUpdatedBy","lastUpdateDate","versionNum","fileId","userId","action","ip","time")
       select gen_random_uuid()::text, $1, $2, $1, $2, 1, f, $3, $4, $5, $2 from unnest($6::text[]) f`,
      [by, ctx.now, user, action, ctx.ip, [...ids]],
    ),
  );
}
