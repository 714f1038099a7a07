import { fileLimits, fileNo, isLarge, type Attachment, type VisibleTo } from "../../file.ts";
import { CallError, call, callBytes, download, saveBlob, upload } from "../call.ts";
import type { Progress } from "./queue.ts";
import { sumFile } from "./sum.ts";
import { forgetUpload, noteUpload, placeOf } from "./unfinished.ts";

/** Where uploads of one cell belong. */
export interface UploadTarget {
  readonly functionId: string;
  readonly businessId: string;
  readonly valueKey: string;
  readonly path: string;
  readonly fileDesc: string;
  readonly visibleTo: VisibleTo;
}

interface How {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
}

/** Carries one file by the road its size asks for. */
export const sendFile = (file: File, target: UploadTarget, versionOf: string | null, how: How): Promise<Attachment> =>
  isLarge(file.size) ? sendLarge(file, { ...target, versionOf }, how) : sendWhole(file, { ...target, versionOf }, how);

async function sendWhole(file: File, meta: object, { signal, onProgress }: How): Promise<Attachment> {
  const part = (share: number): void =>
    onProgress(share >= 1 ? { phase: "finishing", sent: file.size } : { phase: "uploading", sent: Math.round(share * file.size) });
  const { data } = await upload<Attachment[]>("fileServer/v2/file/upload", [file], { ...meta }, { signal, onProgress: part });
  return data[0]!;
}

interface Begun {
  readonly uploadId: string;
  readonly received: string;
  readonly chunkSize: number;
}

const tries = 4;

/** A line that breaks for a moment does not end an upload of an hour. */
async function firmly<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let n = 1; ; n += 1) {
    try {
      return await work();
    } catch (error) {
      const isPassing =
        error instanceof CallError && (error.code === "NETWORK" || error.code === "SYS_BUSY" || error.code === "RATE_LIMIT");
      if (!isPassing || n >= tries || signal.aborted) throw error;
      await new Promise((done) => setTimeout(done, 500 * 2 ** n));
    }
  }
}

/** Announces the whole by its check sum, learns what has arrived before, and sends the rest piece by piece. */
async function sendLarge(
  file: File,
  target: UploadTarget & { versionOf: string | null },
  { signal, onProgress }: How,
): Promise<Attachment> {
  const sha256 = await sumFile(file, signal, (summed) => onProgress({ phase: "checking", sent: summed }));
  const base = "largeFileServer/v1/largeFile";
  const { data: begun } = await firmly(
    () => call<Begun>(`${base}/init`, { ...target, name: file.name, size: file.size, sha256 }, { signal }),
    signal,
  );
  const { uploadId, received, chunkSize } = begun;
  const place = placeOf(target);
  signal.addEventListener("abort", () => forgetUpload(place, file), { once: true });
  let sent = 0;
  for (let index = 0; index * chunkSize < file.size; index += 1) {
    const piece = file.slice(index * chunkSize, Math.min(file.size, (index + 1) * chunkSize));
    if (received[index] !== "1") {
      const bytes = new Uint8Array(await piece.arrayBuffer());
      await firmly(() => callBytes(`${base}/chunk?uploadId=${encodeURIComponent(uploadId)}&index=${index}`, bytes, { signal }), signal);
    }
    sent += piece.size;
    if (!signal.aborted) noteUpload(place, file, sent);
    onProgress({ phase: "uploading", sent });
  }
  onProgress({ phase: "finishing", sent: file.size });
  const { data } = await firmly(() => call<Attachment>(`${base}/complete`, { uploadId }, { signal }), signal);
  forgetUpload(place, file);
  return data;
}

/** The attachments of a record in their order; what is gone or hidden is only counted. */
export async function listFiles(ids: readonly string[], signal?: AbortSignal): Promise<{ files: Attachment[]; missing: number }> {
  const reply = await call<Attachment[]>("fileServer/v2/file/listBaseFile", { ids }, signal ? { signal } : {});
  return { files: reply.data, missing: Number((reply as { missing?: unknown }).missing ?? 0) };
}

/** Deletes in an envelope, as the server demands; answers what is gone. */
export async function removeFiles(ids: readonly string[]): Promise<string[]> {
  const { data } = await call<{ deleted: string[]; refused: { code: string; msg: string }[] }>(
    "fileServer/v2/file/batchDelete",
    { ids },
    { sealBody: true },
  );
  const [refused] = data.refused;
  if (data.deleted.length === 0 && refused) throw new CallError(refused.code, refused.msg);
  return data.deleted;
}

/** Saves one file: small ones through memory, large ones by an address the browser streams from. */
export async function saveFile(file: Pick<Attachment, "id" | "fileSize">): Promise<void> {
  if (!isLarge(file.fileSize)) return saveBlob(await download("fileServer/v2/file/downloadBody", { id: file.id }));
  const { data } = await call<{ url: string }>("fileServer/v2/file/getFileUrl", { id: file.id, purpose: "DOWNLOAD" });
  const link = document.createElement("a");
  link.href = data.url;
  link.download = "";
  link.click();
}

export async function saveZip(files: readonly Pick<Attachment, "id" | "fileSize">[], zipName: string): Promise<void> {
  if (files.length > fileLimits.zipFiles) throw fileNo.tooMany(fileLimits.zipFiles);
  saveBlob(await download("fileServer/v2/file/batchDownload", { ids: files.map((file) => file.id), zipName }));
}

/** New attachments over the bytes of others, for this field of this record; answers their ids in the same order. */
export async function copyInto(
  ids: readonly string[],
  target: Pick<UploadTarget, "functionId" | "businessId" | "valueKey">,
): Promise<readonly string[]> {
  const { functionId, businessId, valueKey } = target;
  return (await call<readonly string[]>("fileServer/v2/file/copy", { ids, functionId, businessId, valueKey })).data;
}

/** The address of the viewer page for this file: it works once, within a minute, in this session. */
export const viewerAddress = async (id: string): Promise<string> =>
  (await call<{ url: string }>("fileServer/v2/file/getFileUrl", { id, purpose: "VIEW" })).data.url;

export const fetchPdf = async (id: string): Promise<Blob> => (await download("fileServer/v2/pageoffice/doFilePdfView", { id })).blob;

/** By a viewer code, for the page that was opened by its address. */
export const fetchPdfByCode = (id: string, viewerCode: string): Promise<{ blob: Blob; fileName: string }> =>
  download("fileServer/v2/pageoffice/openPdfStream", { id, viewerCode });

export const fetchPicture = async (id: string, w?: number): Promise<Blob> =>
  (await download("fileServer/v2/images/download", { id, ...(w ? { w } : {}) })).blob;

/** A picture for an avatar, a logo or a catalogue entry; the server draws it anew without metadata. */
export async function sendPicture(file: File, target: Partial<UploadTarget>): Promise<Attachment> {
  const { data } = await upload<Attachment[]>("fileServer/v2/images/upload", [file], { ...target });
  return data[0]!;
}
