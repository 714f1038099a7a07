import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { cleanName } from "#kernel/file.ts";
import type { Db } from "../db.ts";
import { insertFiles, newKey, newRow } from "./admit.ts";
import type { FileParts, FileRow } from "./parts.ts";

/** SHA-256 of a file that lies on our own disk. */
export async function sumOf(file: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const piece of createReadStream(file)) hash.update(piece as Buffer);
  return hash.digest("hex");
}

/** Keeps a file the server itself made (a preview, an export, a printed order): stored and bound at once. The given file is taken over. */
export async function keepMade(
  parts: FileParts,
  db: Pick<Db, "query">,
  now: Date,
  file: string,
  made: Pick<FileRow, "originalFileName" | "uploadedBy"> &
    Partial<Pick<FileRow, "functionId" | "businessId" | "valueKey" | "mimeType" | "visibleTo" | "path" | "fileDesc">>,
): Promise<FileRow> {
  const [{ size }, sha256] = await Promise.all([stat(file), sumOf(file)]);
  const row = newRow(made.uploadedBy, now, {
    ...made,
    originalFileName: cleanName(made.originalFileName),
    fileName: newKey(now),
    fileSize: String(size),
    sha256,
    storageCode: parts.storages.current,
  });
  const store = parts.storages.of(row.storageCode);
  await store.take(row.fileName, file);
  try {
    const [kept] = await insertFiles(db, [row]);
    return kept!;
  } catch (error) {
    await store.remove(row.fileName);
    throw error;
  }
}
