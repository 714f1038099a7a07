import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import type { Db } from "../db.ts";
import { insertFiles, newKey, newRow } from "./admit.ts";
import type { FileParts, FileRow } from "./parts.ts";

/** Takes over a file the server made itself (an export, an error workbook) for the person who asked for it. */
export async function keepMade(
  parts: FileParts,
  db: Pick<Db, "query">,
  made: { path: string; name: string; mimeType: string; by: string; now: Date; functionId?: string; businessId?: string },
): Promise<FileRow> {
  const digest = createHash("sha256");
  await pipeline(createReadStream(made.path), digest);
  const { size } = await stat(made.path);
  const key = newKey(made.now);
  const { current } = parts.storages;
  await parts.storages.of(current).take(key, made.path);
  const row = newRow(made.by, made.now, {
    originalFileName: made.name,
    fileName: key,
    fileSize: String(size),
    sha256: digest.digest("hex"),
    storageCode: current,
    mimeType: made.mimeType,
    functionId: made.functionId ?? "",
    businessId: made.businessId ?? "",
    visibleTo: "SHARED",
    scanStatus: "CLEAN",
  });
  const [kept] = await insertFiles(db, [row]);
  return kept!;
}
