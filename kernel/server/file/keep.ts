import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { cleanName } from "#kernel/file.ts";
import type { Db } from "../database/db.ts";
import { insertFiles, newKey, newRow } from "./admit.ts";
import type { FileParts, FileRow } from "./parts.ts";

/** SHA-256 of a file that lies on our own disk. */
export async function sumOf(file: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const piece of createReadStream(file, { highWaterMark: 1 << 20 })) hash.update(piece as Buffer);
  return hash.digest("hex");
}

/** A file the server made itself: a preview, an export, an error workbook. */
interface Made {
  readonly path: string;
  readonly name: string;
  readonly mimeType: string;
  readonly by: string;
  readonly now: Date;
  readonly functionId?: string;
  readonly businessId?: string;
  /** The folder it is filed under. */
  readonly folder?: string;
}

/** Takes such a file over for the person who asked for it; it is gone from its old place afterwards. */
export async function keepMade(parts: Pick<FileParts, "storages">, db: Pick<Db, "query">, made: Made): Promise<FileRow> {
  const [{ size }, sha256] = await Promise.all([stat(made.path), sumOf(made.path)]);
  const row = newRow(made.by, made.now, {
    originalFileName: cleanName(made.name),
    fileName: newKey(made.now),
    fileSize: String(size),
    sha256,
    storageCode: parts.storages.current,
    mimeType: made.mimeType,
    functionId: made.functionId ?? "",
    businessId: made.businessId ?? "",
    path: made.folder ?? "",
    scanStatus: "CLEAN",
  });
  const store = parts.storages.of(row.storageCode);
  await store.take(row.fileName, made.path);
  try {
    const [insertFile] = await insertFiles(db, [row]);
    return insertFile!;
  } catch (error) {
    await store.remove(row.fileName);
    throw error;
  }
}
