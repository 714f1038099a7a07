import { PassThrough } from "node:stream";
import { buffer } from "node:stream/consumers";
import { fileNo } from "#kernel/file.ts";
import { refuse } from "#kernel/refusal.ts";
import type { Context } from "../http/call.ts";
import { exportWorkbook, type Export } from "../excel/pool.ts";
import type { FileParts } from "../file/parts.ts";
import { oneOf } from "../file/see.ts";
import { disposition } from "../file/send.ts";
import type { Row } from "../find/visible.ts";
import { sheetMime, stampOf } from "./parts.ts";

const mostBytes = 20 * 1024 * 1024;
export const noFile = () => refuse("IMPORT_FILE", "请选择要导入的文件", "Choose a file to import");

/** The file that came with a call and what was said beside it; null when none came. It is read when asked for, after whatever must be checked before. */
export function sentBook(ctx: Context, most = mostBytes): { readonly said: Row; read(): Promise<Buffer> } | null {
  const upload = ctx.request.passage?.upload;
  if (!upload) return null;
  return {
    said: upload.meta as unknown as Row,
    async read() {
      let file: Buffer | null = null;
      for await (const uploadFile of upload.files()) {
        if (uploadFile.size > most) throw fileNo.size(most);
        file = await buffer(uploadFile.stream);
      }
      if (!file) throw noFile();
      return file;
    },
  };
}

/** The same where the call is nothing without its file. */
export function mustBeSent(ctx: Context, most = mostBytes): NonNullable<ReturnType<typeof sentBook>> {
  const sent = sentBook(ctx, most);
  if (!sent) throw noFile();
  return sent;
}

/** The file of a call that takes it along, or names it as one that was uploaded before. */
export async function givenBook(files: FileParts, ctx: Context, body: Row): Promise<{ readonly said: Row; readonly file: Buffer }> {
  const sent = sentBook(ctx);
  if (sent) return { said: sent.said, file: await sent.read() };
  const row = await oneOf(files, ctx, body["fileId"], "download");
  if (Number(row.fileSize) > mostBytes) throw fileNo.size(mostBytes);
  return { said: body, file: await buffer(await files.storages.of(row.storageCode).read(row.fileName)) };
}

/** Answers with a file while it is written; whoever goes away stops the writing. */
export function sendWritten(
  ctx: Context,
  file: { readonly name: string; readonly mime: string },
  write: (out: PassThrough, signal: AbortSignal) => Promise<unknown>,
): unknown {
  const out = new PassThrough({ highWaterMark: 256 * 1024 });
  const stop = new AbortController();
  ctx.reply.raw.once("close", () => stop.abort());
  write(out, stop.signal).catch((error: unknown) => out.destroy(error as Error));
  return ctx.reply.headers({ "content-type": file.mime, "content-disposition": disposition(file.name, "attachment") }).send(out);
}

/** Answers with a workbook, named after what it shows and the moment; `then` hears how many rows it has. */
export const sendBook = (
  ctx: Context,
  name: string,
  book: Omit<Export, "out" | "zone" | "signal">,
  then: (rows: number) => Promise<void> = async () => undefined,
): unknown =>
  sendWritten(ctx, { name: `${name}_${stampOf(ctx.now, ctx.me.zone)}.xlsx`, mime: sheetMime }, async (out, signal) =>
    then((await exportWorkbook({ ...book, out, zone: ctx.me.zone, signal })).rows),
  );
