import { fileButtons, fileNo } from "#kernel/file.ts";
import type { Context } from "../http/call.ts";
import type { FileParts, FileRow } from "./parts.ts";

type Use = keyof typeof fileButtons;

/** Rows by id, in the order asked; what does not exist or was deleted is simply not there. */
export async function rowsOf(ctx: Pick<Context, "db">, ids: readonly string[]): Promise<FileRow[]> {
  if (ids.length === 0) return [];
  return ctx.db.query<FileRow>(
    `select f.* from unnest($1::text[]) with ordinality as asked(id, place) join "BaseFile" f on f."id" = asked.id where f."deletedFlag" = 'N' order by asked.place`,
    [[...ids]],
  );
}

const isUnbound = (row: FileRow): boolean => row.businessId === "";

/** The picture of one's own account: no page need be granted to look at oneself. */
const isOwnFace = (row: FileRow, ctx: Context): boolean => row.functionId === "BaseUsers" && row.businessId === ctx.me.userId;

/** A picture that has not been looked at yet belongs to its uploader alone. */
const ownerOnly = (row: FileRow): boolean => row.scanStatus === "PENDING" || row.scanStatus === "ERROR";

/** Remembers answers per record, so that a hundred files of one order ask once. */
function perRecord(ask: (entity: string, id: string) => Promise<boolean>): (row: FileRow) => Promise<boolean> {
  const known = new Map<string, Promise<boolean>>();
  return (row) => {
    const key = `${row.functionId}\u0001${row.businessId}`;
    const answer = known.get(key) ?? ask(row.functionId, row.businessId);
    known.set(key, answer);
    return answer;
  };
}

/** Those of the rows the caller may know of: the record's own read check decides, then the visibility of the file. */
export async function visible(parts: FileParts, ctx: Context, rows: readonly FileRow[]): Promise<FileRow[]> {
  const mayRead = perRecord((entity, id) => parts.access.mayRead(ctx, entity, id));
  const inside = ctx.me.audience === "internal" || ctx.me.audience === "system";
  const seen: FileRow[] = [];
  for (const row of rows) {
    if (row.visibleTo === "INTERNAL_ONLY" && !inside) continue;
    const isMine = row.uploadedBy === ctx.me.userId;
    if (isUnbound(row) ? isMine : isOwnFace(row, ctx) || (parts.access.exists(row.functionId) && (await mayRead(row)))) seen.push(row);
  }
  return seen;
}

/** The attachment button must be granted on a page of the entity, unless its declaration says otherwise. */
export function needButton(parts: FileParts, ctx: Context, functionId: string, use: Use): void {
  if (functionId === "" || !parts.ruleOf(functionId, null).checkPermission) return;
  if (!ctx.me.may(functionId, fileButtons[use])) throw fileNo.denyCall();
}

/** May the content leave the store? An infected file never, an unscanned one only to its uploader. */
export function needClean(ctx: Context, row: FileRow): void {
  if (row.scanStatus === "INFECTED") throw fileNo.infected();
  if (ownerOnly(row) && row.uploadedBy !== ctx.me.userId) throw row.scanStatus === "ERROR" ? fileNo.scanFail() : fileNo.notFound();
}

/** All asked files or a refusal: one forbidden id refuses the whole request, in the same words as a missing one. */
export async function allOf(parts: FileParts, ctx: Context, ids: readonly string[], use: Use): Promise<FileRow[]> {
  const wanted = [...new Set(ids)];
  const rows = await visible(parts, ctx, await rowsOf(ctx, wanted));
  if (rows.length !== wanted.length) throw fileNo.notFound();
  for (const row of rows) {
    if (!isOwnFace(row, ctx)) needButton(parts, ctx, row.functionId, use);
    needClean(ctx, row);
  }
  return rows;
}

export async function oneOf(parts: FileParts, ctx: Context, id: unknown, use: Use): Promise<FileRow> {
  if (typeof id !== "string" || id === "") throw fileNo.noId();
  const [row] = await allOf(parts, ctx, [id], use);
  return row!;
}

/** Which of the visible rows may be taken away: those of records the caller may change, and own files no record holds yet. */
export async function removable(parts: FileParts, ctx: Context, rows: readonly FileRow[]): Promise<FileRow[]> {
  const mayChange = perRecord((entity, id) => parts.access.mayChange(ctx, entity, id));
  const free: FileRow[] = [];
  for (const row of rows) if (isUnbound(row) || (await mayChange(row))) free.push(row);
  return free;
}

/** Before a file comes to a record: the entity must exist, the button be granted, the record be changeable by this caller. */
export async function needTarget(parts: FileParts, ctx: Context, functionId: string, businessId: string): Promise<void> {
  if (functionId === "") {
    if (businessId !== "") throw fileNo.denyCall();
    return;
  }
  if (!parts.access.exists(functionId)) throw fileNo.denyCall();
  needButton(parts, ctx, functionId, "upload");
  if (businessId !== "" && !(await parts.access.mayChange(ctx, functionId, businessId))) throw fileNo.denyCall();
}
