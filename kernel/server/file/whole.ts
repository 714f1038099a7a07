import { buffer } from "node:stream/consumers";
import type { Db } from "../database/db.ts";
import type { FileParts, FileRow } from "./parts.ts";

/** The whole of a small file that fits the caller's demands; null when there is none. Infected files are nobody's. */
export async function wholeFile(
  parts: Pick<FileParts, "storages">,
  db: Pick<Db, "one">,
  id: string,
  fits: (row: FileRow) => boolean,
): Promise<{ readonly row: FileRow; readonly bytes: Buffer } | null> {
  const row = await db.one<FileRow>(`select * from "BaseFile" where id = $1 and "deletedFlag" = 'N' and "scanStatus" <> 'INFECTED'`, [id]);
  if (!row || !fits(row)) return null;
  return { row, bytes: await buffer(await parts.storages.of(row.storageCode).read(row.fileName)) };
}
