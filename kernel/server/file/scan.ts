import { createReadStream } from "node:fs";
import type { Readable } from "node:stream";
import type { Scanner, ScanResult } from "#bridges/scan.ts";
import { fileNo, type ScanStatus } from "#kernel/file.ts";
import type { Db } from "../database/db.ts";
import type { FileParts, FileRow, ScanMode } from "./parts.ts";

const tries = 3;

/** A scanner that stumbles is asked three times before its silence counts. */
async function scanFirmly(parts: FileParts, open: () => Promise<Readable>): Promise<ScanResult> {
  let last: ScanResult = { status: "ERROR", reason: "no scanner" };
  for (let n = 0; n < tries && parts.scanner; n += 1) {
    last = await scanOnce(parts.scanner, open);
    if (last.status !== "ERROR") return last;
  }
  return last;
}

/** A file that cannot be opened is an answer that says nothing, like a scanner that cannot be reached. */
const scanOnce = (scanner: Scanner, open: () => Promise<Readable>): Promise<ScanResult> =>
  open()
    .then((stream) => scanner.scan(stream))
    .catch((error: Error): ScanResult => ({ status: "ERROR", reason: error.message }));

/** The hook before a file is kept: SYNC waits for the verdict, ASYNC marks it as not yet looked at. An infected one answers its virus. */
export async function scanOnArrival(
  parts: FileParts,
  mode: ScanMode,
  path: string,
): Promise<{ readonly status: ScanStatus; readonly virus: string }> {
  if (mode === "OFF") return { status: "SKIPPED", virus: "" };
  if (mode === "ASYNC") return { status: "PENDING", virus: "" };
  const result = await scanFirmly(parts, async () => createReadStream(path, { highWaterMark: 1 << 18 }));
  if (result.status === "ERROR") throw fileNo.scanFail();
  return { status: result.status, virus: result.status === "INFECTED" ? result.name : "" };
}

export const quarantineKey = (key: string): string => `quarantine/${key}`;

/** Gives one stored file its verdict; an infected one leaves its place, and uploader and administrators are told. */
export async function scanStored(
  parts: FileParts,
  db: Db,
  row: Pick<FileRow, "id" | "fileName" | "storageCode" | "originalFileName" | "uploadedBy">,
): Promise<ScanStatus> {
  const store = parts.storages.of(row.storageCode);
  const result = await scanFirmly(parts, () => store.read(row.fileName));
  if (result.status !== "INFECTED") {
    await db.query(`update "BaseFile" set "scanStatus" = $2 where "fileName" = $1 and "scanStatus" in ('PENDING','ERROR')`, [
      row.fileName,
      result.status,
    ]);
    return result.status;
  }
  const key = quarantineKey(row.fileName);
  await store.move(row.fileName, key);
  await db.query(`update "BaseFile" set "scanStatus" = 'INFECTED', "fileName" = $2 where "fileName" = $1`, [row.fileName, key]);
  parts.tell({ kind: "FILE_INFECTED", fileId: row.id, name: row.originalFileName, virus: result.name, uploadedBy: row.uploadedBy });
  return "INFECTED";
}

/** Looks at what waits or failed before: after a restart, or when the scanner was away. One file that makes trouble does not stop the others. Answers how many got a verdict. */
export async function rescanFiles(parts: FileParts, db: Db): Promise<number> {
  if (!parts.scanner) return 0;
  const rows = await db.query<FileRow>(
    `select distinct on ("fileName") * from "BaseFile" where "scanStatus" in ('PENDING','ERROR') order by "fileName" limit 500`,
  );
  let judged = 0;
  for (const row of rows) if ((await scanStored(parts, db, row).catch(() => "ERROR")) !== "ERROR") judged += 1;
  return judged;
}
