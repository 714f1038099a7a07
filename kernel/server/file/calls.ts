import { fileLimits, fileNo, fileTexts } from "#kernel/file.ts";
import { say } from "#kernel/text.ts";
import { answer, type Call, type Context } from "../http/call.ts";
import { openIds } from "../gate/envelope.ts";
import { copyFiles, removeFiles } from "./hold.ts";
import { beginUpload, completeUpload, takeChunk } from "./large.ts";
import { listFiles } from "./list.ts";
import { logAccess, shown, type FileParts, type FilePurpose, type FileRow } from "./parts.ts";
import { receivePictures, sendPicture } from "./pictures.ts";
import { sendPdf } from "./preview.ts";
import { receive } from "./receive.ts";
import { oneOf } from "./see.ts";
import { sendCopy } from "./stamp.ts";
import { makeTicket, redeem } from "./ticket.ts";
import { batchDownload } from "./zipped.ts";
import { asks, asksInQuery, inMeta, inQuery, takes, type CallInput, type InputNames } from "../http/input.ts";

type Body = Readonly<Record<string, unknown>>;
type Handle = (ctx: Context, body: Body) => Promise<unknown>;

const queryOf = (ctx: Context): Body => (ctx.request.query ?? {}) as Body;
const word = (value: unknown): string => (typeof value === "string" ? value : "");
const edge = (value: unknown): number | null => (Number(value) > 0 ? Number(value) : null);

/** Ids as a list, or as the comma list a record holds. */
function idList(value: unknown): string[] {
  const list = Array.isArray(value) ? value : word(value).split(",");
  return [...new Set(list.map((id) => word(id).trim()).filter(Boolean))];
}

/** The document a file belongs to, and what is said about it. */
const target: InputNames = {
  functionId: "text",
  businessId: "text",
  valueKey: "text",
  path: "text",
  fileDesc: "text",
  visibleTo: "text",
  versionOf: "text",
};
const sent = inMeta({ ...target, files: "list" });
const byId = asks({ id: "id" });

function uploads(parts: FileParts): Call[] {
  const upload =
    (most: number): Handle =>
    async (ctx) =>
      (await receive(parts, ctx, { most })).map((row) => shown(row, ctx.me.zone));
  const session = { guard: "restricted" } as const;
  return [
    { ...session, service: "fileServer", path: "v2/file/upload", input: sent, handle: upload(fileLimits.large) },
    { ...session, service: "zuul/baseServer", path: "v2/file/upload", input: sent, handle: upload(fileLimits.large) },
    { ...session, service: "largeFileServer", path: "v1/largeFile/upload", input: sent, handle: upload(fileLimits.size) },
    {
      ...session,
      service: "largeFileServer",
      path: "v1/largeFile/init",
      input: takes({ name: "text", size: "int", sha256: "text", ...target }),
      handle: (ctx, body) => beginUpload(parts, ctx, body),
    },
    {
      ...session,
      service: "largeFileServer",
      path: "v1/largeFile/chunk",
      input: inQuery({ uploadId: "id", index: "int" }),
      bodyLimit: fileLimits.chunk + 1024 * 1024,
      handle: (ctx) => {
        const { uploadId, index } = queryOf(ctx);
        if (!Buffer.isBuffer(ctx.request.body)) throw fileNo.chunk();
        return takeChunk(parts, ctx, uploadId, index === "" ? undefined : index, ctx.request.body);
      },
    },
    {
      ...session,
      service: "largeFileServer",
      path: "v1/largeFile/complete",
      input: takes({ uploadId: "id" }),
      handle: (ctx, body) => completeUpload(parts, ctx, body["uploadId"]),
    },
    {
      ...session,
      service: "fileServer",
      path: "v2/images/upload",
      input: sent,
      handle: async (ctx) => (await receivePictures(parts, ctx, 50)).map((row) => shown(row, ctx.me.zone)),
    },
    {
      ...session,
      service: "fileServer",
      path: "v2/file/editorUpload",
      input: sent,
      handle: async (ctx) => {
        const [row] = await receivePictures(parts, ctx, 1);
        return { url: `file:${row!.id}` };
      },
    },
  ];
}

async function sendOne(parts: FileParts, ctx: Context, id: unknown): Promise<unknown> {
  const row = await oneOf(parts, ctx, id, "download");
  await logAccess(ctx.db, ctx, "DOWNLOAD", [row.id]);
  return sendCopy(parts, ctx, row, { use: "DOWNLOAD" });
}

/** By the caller's own right, or by a ticket when the request can carry no headers. */
async function redeemed(
  ctx: Context,
  purposes: readonly FilePurpose[],
  action: "VIEW" | "DOWNLOAD",
  code: unknown,
  id: unknown,
): Promise<{ readonly row: FileRow; readonly userId: string | null }> {
  const { row, userId } = await redeem(ctx, code, id, purposes);
  await logAccess(ctx.db, ctx, action, [row.id], userId);
  return { row, userId };
}

function downloads(parts: FileParts): Call[] {
  const raw = { guard: "restricted", raw: true } as const;
  const open = { guard: "public", raw: true, method: "GET" } as const;
  return [
    {
      ...raw,
      service: "fileServer",
      path: "v2/file/download",
      input: asksInQuery({ id: "id" }),
      handle: (ctx) => sendOne(parts, ctx, queryOf(ctx)["id"]),
    },
    { ...raw, service: "fileServer", path: "v2/file/downloadBody", input: byId, handle: (ctx, body) => sendOne(parts, ctx, body["id"]) },
    {
      ...raw,
      service: "fileServer",
      path: "v2/file/batchDownload",
      input: asks({ ids: "any", zipName: "text" }),
      handle: (ctx, body) => batchDownload(parts, ctx, idList(body["ids"]), word(body["zipName"])),
    },
    {
      ...raw,
      service: "largeFileServer",
      path: "v1/largeFile/downloadBody",
      input: byId,
      handle: (ctx, body) => sendOne(parts, ctx, body["id"]),
    },
    {
      ...open,
      service: "largeFileServer",
      path: "v1/largeFile/downloadBody",
      input: inQuery({ id: "id", ticket: "text" }),
      handle: async (ctx) => {
        const { row, userId } = await redeemed(ctx, ["DOWNLOAD"], "DOWNLOAD", queryOf(ctx)["ticket"], queryOf(ctx)["id"]);
        return sendCopy(parts, ctx, row, { use: "DOWNLOAD", userId });
      },
    },
    {
      ...raw,
      service: "fileServer",
      path: "v2/images/download",
      input: asks({ id: "id", w: "int", h: "int" }),
      handle: async (ctx, body) =>
        sendPicture(parts, ctx, await oneOf(parts, ctx, body["id"], "preview"), edge(body["w"]), edge(body["h"])),
    },
    {
      ...open,
      service: "fileServer",
      path: "v2/images/download",
      input: inQuery({ id: "id", ticket: "text", w: "int", h: "int" }),
      handle: async (ctx) => {
        const { id, ticket, w, h } = queryOf(ctx);
        const { row } = await redeemed(ctx, ["IMAGE"], "VIEW", ticket, id);
        return sendPicture(parts, ctx, row, edge(w), edge(h));
      },
    },
  ];
}

function views(parts: FileParts): Call[] {
  const raw = { guard: "restricted", raw: true, service: "fileServer" } as const;
  return [
    {
      ...raw,
      path: "v2/pageoffice/doFilePdfView",
      input: takes({ id: "id" }),
      handle: async (ctx, body) => {
        const row = await oneOf(parts, ctx, body["id"], "preview");
        await logAccess(ctx.db, ctx, "VIEW", [row.id]);
        return sendPdf(parts, ctx, row);
      },
    },
    {
      ...raw,
      path: "v2/pageoffice/openPdfStream",
      input: takes({ id: "id", viewerCode: "text" }),
      handle: async (ctx, body) => {
        const { row, userId } = await redeemed(ctx, ["VIEW"], "VIEW", body["viewerCode"], body["id"]);
        return sendPdf(parts, ctx, row, userId);
      },
    },
    {
      guard: "restricted",
      service: "fileServer",
      path: "v2/file/getFileUrl",
      input: takes({ id: "id", purpose: "text" }),
      handle: async (ctx, body) => {
        const purpose: FilePurpose = body["purpose"] === "VIEW" || body["purpose"] === "IMAGE" ? body["purpose"] : "DOWNLOAD";
        const row = await oneOf(parts, ctx, body["id"], purpose === "DOWNLOAD" ? "download" : "preview");
        return makeTicket(ctx, row, purpose);
      },
    },
  ];
}

function records(parts: FileParts): Call[] {
  const call = (path: string, input: CallInput, handle: Handle): Call => ({
    guard: "restricted",
    service: "fileServer",
    path,
    input,
    handle,
  });
  const deleted = (ctx: Context) => say(fileTexts.deleted, ctx.language);
  return [
    call("v2/file/listBaseFile", asks({ ids: "any" }), async (ctx, body) => {
      const { rows, missing } = await listFiles(parts, ctx, idList(body["ids"]));
      return answer(rows, { beside: { missing } });
    }),
    // Ids that come open are answered with the key to seal them with.
    call("v2/file/batchDelete", takes({ keyId: "text", ek: "cipher", iv: "cipher", data: "cipher", ids: "ids" }), async (ctx, body) => {
      const ids = await openIds(parts.keys, body, ctx.request.passage!.carrier, ctx.now);
      const done = await removeFiles(parts, ctx, ids);
      return answer(done, done.deleted.length > 0 ? { msg: deleted(ctx) } : {});
    }),
    call("v2/file/delete", takes({ id: "id" }), async (ctx, body) => {
      const id = word(body["id"]);
      if (id === "") throw fileNo.noId();
      const done = await removeFiles(parts, ctx, [id]);
      if (done.refused[0]) throw done.refused[0].code === "FILE_NOT_FOUND" ? fileNo.notFound() : fileNo.denyCall();
      return answer(done, { msg: deleted(ctx) });
    }),
    call("v2/file/copy", takes({ ids: "any", functionId: "text", businessId: "text", valueKey: "text" }), async (ctx, body) => {
      const made = await copyFiles(parts, ctx, idList(body["ids"]), {
        functionId: word(body["functionId"]),
        businessId: word(body["businessId"]),
        valueKey: word(body["valueKey"]),
      });
      return made.map((row) => row.id);
    }),
  ];
}

/** Every call of attachments; each is guarded by the session and then by the record a file belongs to; applicants attach their proofs, too. */
export const fileCalls = (parts: FileParts): Call[] => [...uploads(parts), ...downloads(parts), ...views(parts), ...records(parts)];
