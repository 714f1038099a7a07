import { randomBytes, randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { cleanName, fileLimits, fileNo, isImage, judgeFile, openRule, suffixOf, type FileRule, type VisibleTo } from "#kernel/file.ts";
import { dayIn } from "#kernel/time.ts";
import type { Context } from "../http/call.ts";
import type { Db } from "../database/db.ts";
import { imageSize } from "./image.ts";
import { logAccess, type FileParts, type FileRow } from "./parts.ts";
import { quarantineKey, scanOnArrival, scanStored } from "./scan.ts";
import { needTarget, rowsOf, visible } from "./see.ts";
import { sniff } from "./sniff.ts";
import { needRoom } from "./usage.ts";
import { checkBomb } from "./zip.ts";

/** Where a file shall belong and how it is shown. */
export interface Target {
  readonly functionId: string;
  readonly businessId: string;
  readonly valueKey: string;
  readonly path: string;
  readonly fileDesc: string;
  readonly visibleTo: VisibleTo;
  readonly versionOf: string | null;
}

/** What the sender said about a file before sending it. */
export interface Declared {
  readonly name: string;
  readonly size: number;
  readonly sha256: string;
}

/** A file that lies complete in the temp folder, with what we counted while it came in. */
export interface Arrived extends Declared {
  readonly file: string;
}

/** The checks that need no byte: record, count, extension, deny list, size, quota, in this order. Room is taken for the announced bytes; whoever fails later gives it back. */
export async function precheck(parts: FileParts, ctx: Context, target: Target, files: readonly Declared[], most: number): Promise<void> {
  await needTarget(parts, ctx, target.functionId, target.businessId);
  await needOldVersion(parts, ctx, target);
  const rule = ruleFor(parts, target);
  const present = target.businessId === "" ? 0 : await countOf(ctx, target);
  const replaced = target.versionOf ? 1 : 0;
  if (files.length === 0) throw fileNo.meta();
  if (present + files.length - replaced > rule.maxCount) throw fileNo.count(rule.maxCount);
  const settings = await parts.settings();
  for (const file of files) {
    const no = judgeFile(file, { ...rule, maxSize: Math.min(rule.maxSize, most) }, settings.denied);
    if (no) throw no;
  }
  if (rule.descRequired && target.fileDesc.trim() === "") throw fileNo.desc();
  await needRoom(parts, ctx, total(files), settings.quotaBytes);
}

/** Files of no record (an avatar, a picture on its way into a text) follow the open rule. */
const ruleFor = (parts: FileParts, target: Target): FileRule =>
  target.functionId === "" ? openRule : parts.ruleOf(target.functionId, target.valueKey || null);

export const total = (files: readonly { readonly size: number }[]): number => files.reduce((sum, file) => sum + file.size, 0);

/** How many files a field of a record holds now; older versions do not count. */
export async function countOf(ctx: Context, target: Pick<Target, "functionId" | "businessId" | "valueKey">): Promise<number> {
  const row = await ctx.db.one<{ n: number }>(
    `select count(*)::int as n from "BaseFile" f where "functionId" = $1 and "businessId" = $2 and "valueKey" = $3 and "deletedFlag" = 'N'
     and not exists (select 1 from "BaseFile" newer where newer."versionOf" = f."id" and newer."deletedFlag" = 'N')`,
    [target.functionId, target.businessId, target.valueKey],
  );
  return row?.n ?? 0;
}

/** A new version replaces a file of the same record, nothing else. */
async function needOldVersion(parts: FileParts, ctx: Context, target: Target): Promise<void> {
  if (target.versionOf === null) return;
  const [old] = await visible(parts, ctx, await rowsOf(ctx, [target.versionOf]));
  if (!old) throw fileNo.notFound();
  if (old.functionId !== target.functionId || old.businessId !== target.businessId) throw fileNo.foreign();
}

interface Judged {
  readonly arrived: Arrived;
  readonly name: string;
  readonly suffix: string;
  readonly mimeType: string;
  readonly image: { readonly width: number; readonly height: number } | null;
  readonly scan: { readonly status: FileRow["scanStatus"]; readonly virus: string };
}

async function judge(parts: FileParts, declared: Declared, arrived: Arrived): Promise<Judged> {
  const name = cleanName(declared.name);
  const suffix = suffixOf(name);
  const { mimeType, isZip } = await sniff(arrived.file, suffix);
  if (arrived.sha256 !== declared.sha256 || arrived.size !== declared.size) throw fileNo.hash();
  if (isZip) await checkBomb(arrived.file, arrived.size);
  const image = isImage(suffix) ? await imageSize(arrived.file, suffix) : null;
  const { scanMode } = await parts.settings();
  return { arrived, name, suffix, mimeType, image, scan: await scanOnArrival(parts, scanMode, arrived.file) };
}

/** Keys tell nothing: a date for the folder, the rest is chance. */
export const newKey = (now: Date): string =>
  `${dayIn(now.toISOString(), "UTC").replaceAll("-", "/")}/${randomBytes(24).toString("base64url")}`;

/** Any number of complete rows in one statement. */
export function insertFiles(db: Pick<Db, "query">, rows: readonly FileRow[]): Promise<FileRow[]> {
  const columns = Object.keys(rows[0] ?? {})
    .map((key) => `"${key}"`)
    .join(",");
  return db.query<FileRow>(
    `insert into "BaseFile" (${columns}) select ${columns} from jsonb_populate_recordset(null::"BaseFile", $1::jsonb) returning *`,
    [JSON.stringify(rows)],
  );
}

/** A complete row; what is not given takes the plain value. */
export function newRow(
  by: string,
  now: Date,
  values: Partial<FileRow> & Pick<FileRow, "originalFileName" | "fileName" | "fileSize" | "sha256" | "storageCode">,
): FileRow & Record<string, unknown> {
  const stamp = now.toISOString();
  return {
    id: randomUUID(),
    createdBy: by,
    creationDate: stamp,
    lastUpdatedBy: by,
    lastUpdateDate: stamp,
    versionNum: 1,
    suffixName: suffixOf(values.originalFileName),
    mimeType: "application/octet-stream",
    path: "",
    functionId: "",
    businessId: "",
    valueKey: "",
    fileDesc: "",
    scanStatus: "SKIPPED",
    visibleTo: "SHARED",
    supplierId: null,
    refCount: 1,
    previewFileId: null,
    previewStatus: null,
    uploadedBy: by,
    deletedFlag: "N",
    deletedAt: null,
    versionOf: null,
    imageWidth: null,
    imageHeight: null,
    ...values,
  };
}

function rowFor(parts: FileParts, ctx: Context, target: Target, judged: Judged): FileRow {
  const supplier = ctx.me.audience === "supplier" || ctx.me.audience === "registrant";
  const infected = judged.scan.status === "INFECTED";
  const key = newKey(ctx.now);
  const ruled = ruleFor(parts, target).visibleTo;
  return newRow(ctx.me.userId, ctx.now, {
    originalFileName: judged.name,
    fileName: infected ? quarantineKey(key) : key,
    fileSize: String(judged.arrived.size),
    suffixName: judged.suffix,
    mimeType: judged.mimeType,
    sha256: judged.arrived.sha256,
    path: target.path.slice(0, 200),
    functionId: target.functionId,
    businessId: infected ? "" : target.businessId,
    valueKey: target.valueKey,
    fileDesc: target.fileDesc.slice(0, fileLimits.descLength),
    storageCode: parts.storages.current,
    scanStatus: judged.scan.status,
    visibleTo: supplier ? "SHARED" : ruled === "INTERNAL_ONLY" ? ruled : target.visibleTo,
    supplierId: supplier ? ctx.me.supplierId : null,
    deletedFlag: infected ? "Y" : "N",
    deletedAt: infected ? ctx.now.toISOString() : null,
    versionOf: target.versionOf,
    imageWidth: judged.image?.width ?? null,
    imageHeight: judged.image?.height ?? null,
  });
}

async function keep(parts: FileParts, ctx: Context, judged: readonly Judged[], rows: readonly FileRow[]): Promise<FileRow[]> {
  const store = parts.storages.of(parts.storages.current);
  const taken: string[] = [];
  try {
    for (const [i, row] of rows.entries()) {
      await store.take(row.fileName, judged[i]!.arrived.file);
      taken.push(row.fileName);
    }
    return await ctx.db.tx(async (tx) => {
      const fileRows = await insertFiles(tx, rows);
      await logAccess(
        tx,
        ctx,
        "UPLOAD",
        rows.map((row) => row.id),
      );
      return fileRows;
    });
  } catch (error) {
    await Promise.allSettled(taken.map((key) => store.remove(key)));
    throw error;
  }
}

/** The checks that need the bytes, then store and scan; all files of a request or none. The temp files are gone afterwards in any case. */
export async function admit(
  parts: FileParts,
  ctx: Context,
  target: Target,
  declared: readonly Declared[],
  arrived: readonly Arrived[],
): Promise<FileRow[]> {
  try {
    if (declared.length !== arrived.length) throw fileNo.hash();
    const judged: Judged[] = [];
    for (const [i, file] of arrived.entries()) judged.push(await judge(parts, declared[i]!, file));
    const infected = judged.filter((candidate) => candidate.scan.status === "INFECTED");
    const wanted = infected.length > 0 ? infected : judged;
    const fileRows = await keep(
      parts,
      ctx,
      wanted,
      wanted.map((entry) => rowFor(parts, ctx, target, entry)),
    );
    if (infected.length > 0) throw quarantined(parts, fileRows, infected);
    for (const row of fileRows) if (row.scanStatus === "PENDING") void scanStored(parts, ctx.db, row).catch(() => undefined);
    return fileRows;
  } finally {
    await Promise.allSettled(arrived.map((entry) => rm(entry.file, { force: true })));
  }
}

function quarantined(parts: FileParts, rows: readonly FileRow[], infected: readonly Judged[]): Error {
  for (const [i, row] of rows.entries())
    parts.tell({
      kind: "FILE_INFECTED",
      fileId: row.id,
      name: row.originalFileName,
      virus: infected[i]?.scan.virus ?? "",
      uploadedBy: row.uploadedBy,
    });
  return fileNo.infected();
}
