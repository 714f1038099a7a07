import { fileNo } from "#kernel/file.ts";
import { inZone } from "#kernel/time.ts";
import type { Context } from "../http/call.ts";
import { issue, take } from "../gate/ticket.ts";
import type { FilePurpose, FileRow } from "./parts.ts";
import { rowsOf } from "./see.ts";

const gatePurpose = (purpose: FilePurpose) => (purpose === "VIEW" ? "VIEW" : "DOWNLOAD");

const api = "/api/fileServer/v2";
const large = "/api/largeFileServer/v1/largeFile";

/** An address that works once, for a minute, for this file and this use, because the asker may see the file now. */
export async function makeTicket(ctx: Context, row: FileRow, purpose: FilePurpose): Promise<object> {
  const what = { certificate: ctx.session?.certificate ?? null, userId: ctx.me.userId, content: { fileId: row.id, purpose } };
  const { ticket, expiresAt } = await issue(ctx.db, gatePurpose(purpose), what, ctx.now);
  const id = encodeURIComponent(row.id);
  const until = inZone(expiresAt.toISOString(), ctx.me.zone);
  const tag = encodeURIComponent(String(ctx.request.headers["gateway-tag"] ?? ""));
  if (purpose === "VIEW")
    return { url: `/fileViewer?fileId=${id}&authorizationCode=${ticket}&gatewayTag=${tag}`, viewerCode: ticket, expiresAt: until };
  const url = purpose === "IMAGE" ? `${api}/images/download?id=${id}&ticket=${ticket}` : `${large}/downloadBody?id=${id}&ticket=${ticket}`;
  return { url, ticket, expiresAt: until };
}

export interface Redeemed {
  readonly row: FileRow;
  readonly userId: string | null;
}

/** The file a ticket opens; a used, foreign or late one looks like a file that does not exist, and so does one whose session has ended. */
export async function redeem(ctx: Context, ticket: unknown, fileId: unknown, purposes: readonly FilePurpose[]): Promise<Redeemed> {
  if (typeof fileId !== "string" || fileId === "") throw fileNo.noId();
  const taken = await take(ctx.db, ticket, purposes.map(gatePurpose), ctx.now, ctx.session?.certificate);
  const { fileId: meant, purpose } = taken?.content ?? {};
  if (!taken || meant !== fileId || !purposes.includes(purpose as FilePurpose)) throw fileNo.notFound();
  const alive = await ctx.db.one(`select 1 from "BaseLoginSession" where "certificate" = $1 and "endReason" is null`, [taken.certificate]);
  const [row] = await rowsOf(ctx, [fileId]);
  if (!alive || !row) throw fileNo.notFound();
  if (row.scanStatus === "INFECTED") throw fileNo.infected();
  return { row, userId: taken.userId };
}
