import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { say, type Text } from "#kernel/text.ts";
import type { Context } from "../http/call.ts";
import type { ErrorSheet } from "../excel/errors.ts";
import { errorWorkbook } from "../excel/pool.ts";
import { keepMade } from "../file/keep.ts";
import type { FileParts, FileRow } from "../file/parts.ts";
import { sheetMime as mimeType } from "./parts.ts";

/** The sheets that have wrong rows, kept as a workbook that can be corrected and sent again; null where nothing is wrong. */
export async function keepErrorFile(
  files: FileParts,
  ctx: Context,
  file: Buffer,
  of: { readonly label: Text; readonly sheets: readonly ErrorSheet[]; readonly rows: number },
): Promise<FileRow | null> {
  const [first, ...more] = of.sheets;
  if (!first) return null;
  const folder = await mkdtemp(join(tmpdir(), "base-srm-import-"));
  try {
    const path = join(folder, "errors.xlsx");
    const options = { caps: { rows: of.rows + 100 } };
    await errorWorkbook(file, { ...first, ...(more.length ? { more } : {}), language: ctx.language, options }, createWriteStream(path));
    const name = `${say(of.label, ctx.language)}_${say(["错误", "errors"], ctx.language)}.xlsx`;
    return await keepMade(files, ctx.db, { path, name, mimeType, by: ctx.me.userId, now: ctx.now });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
