import { createHash } from "node:crypto";
import { mkdtempSync, mkdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import multipart from "@fastify/multipart";
import fastify, { type FastifyInstance, type FastifyRequest } from "fastify";
import type { Scanner } from "#bridges/scan.ts";
import { localStorage, oneStorage, type Storages } from "#bridges/storage.ts";
import { declare } from "#kernel/declared.ts";
import type { Audience, Me } from "#kernel/entity.ts";
import { fileRule, type Attachment, type FileRule } from "#kernel/file.ts";
import { module } from "#kernel/module.ts";
import { fileEntities, fileLookups } from "#kernel/platform/file.entity.ts";
import { gateEntities, gateLookups } from "#kernel/platform/session.entity.ts";
import { Refusal } from "#kernel/refusal.ts";
import { houseZone } from "#kernel/time.ts";
import { failure, success, unexpected, type Context } from "../http/call.ts";
import { openDb, type OpenDb } from "../database/db.ts";
import { openKeys } from "../gate/keys.ts";
import { openUpload } from "../gate/upload.ts";
import { folderVault } from "../gate/vault.ts";
import { migrate } from "../database/migrate.ts";
import { schemaOf } from "../database/schema.ts";
import { fileCalls } from "./calls.ts";
import type { FileEvent, FileParts, FileSettings, PreviewEngine } from "./parts.ts";
import { openPreview } from "./preview/engine.ts";

/** A person of the trial world, with the buttons it lacks. */
export interface Person {
  readonly userId: string;
  readonly audience: Audience;
  readonly supplierId?: string;
  readonly without?: readonly string[];
}

export const buyer: Person = { userId: "buyer01", audience: "internal" };
export const colleague: Person = { userId: "buyer02", audience: "internal" };
export const first: Person = { userId: "sup-a", audience: "supplier", supplierId: "S1" };
export const second: Person = { userId: "sup-b", audience: "supplier", supplierId: "S2" };

/** Records of the stub: who may read and change each, and which files it names. */
export interface TrialRecord {
  readonly read: readonly string[];
  readonly change: readonly string[];
  readonly files?: string;
  readonly sealed?: Refusal;
}

const meOf = (who: Person): Me => ({
  userId: who.userId,
  userName: who.userId,
  displayName: who.userId,
  audience: who.audience,
  supplierId: who.supplierId ?? null,
  responsibilityId: "r",
  respCode: "r",
  language: "CN",
  zone: houseZone,
  orgs: "all",
  categories: "all",
  items: "all",
  selfOnly: false,
  may: (_entity, button) => !(who.without ?? []).includes(button),
  holds: () => true,
  opens: () => true,
  picks: () => true,
});

export interface World {
  readonly db: OpenDb;
  readonly folder: string;
  readonly parts: FileParts;
  readonly records: Map<string, TrialRecord>;
  readonly rules: Map<string, Partial<FileRule>>;
  readonly events: FileEvent[];
  settings: FileSettings;
  now: Date;
  readonly url: string;
  post(path: string, body: object, who?: Person): Promise<Answered>;
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  fetch(path: string, body: object | Uint8Array, who?: Person, headers?: Record<string, string>): Promise<Response>;
  upload(files: readonly Sent[], meta?: Record<string, unknown>, who?: Person, path?: string): Promise<Answered>;
  keep(name: string, bytes: Uint8Array | string, meta?: Record<string, unknown>, who?: Person): Promise<Attachment>;
  close(): Promise<void>;
}

export interface Sent {
  readonly name: string;
  readonly bytes: Uint8Array | string;
  /** What meta claims instead of the truth. */
  readonly claim?: { readonly size?: number; readonly sha256?: string };
}

export interface Answered {
  readonly status: "S" | "E";
  readonly code?: string;
  readonly msg?: string;
  readonly data: never;
  readonly http: number;
  readonly [more: string]: unknown;
}

export const sha256 = (bytes: Uint8Array | string): string => createHash("sha256").update(bytes).digest("hex");

interface Options {
  /** A database to work in instead of a fresh one of the test run. */
  readonly database?: { readonly url: string; drop(): Promise<void> };
  readonly scanner?: Scanner;
  readonly storages?: (folder: string) => Promise<Storages>;
  readonly preview?: PreviewEngine;
}

/** A server of its own around the file calls: real database, real folder, real multipart, a stub in place of the records. */
export async function openWorld(options: Options = {}): Promise<World> {
  const database = options.database ?? (await (await import("../../../tests/support/database.ts")).freshDatabase());
  const db = openDb(database.url, { max: 4 });
  await migrate(
    db,
    schemaOf(
      declare([
        module("file", "附件", "Files", { entities: [...fileEntities, ...gateEntities], lookups: { ...fileLookups, ...gateLookups } }),
      ]),
    ),
  );
  const folder = mkdtempSync(join(tmpdir(), "base-srm-file-"));
  const temp = join(folder, "temp");
  mkdirSync(temp);
  const records = new Map<string, TrialRecord>();
  const rules = new Map<string, Partial<FileRule>>();
  const events: FileEvent[] = [];
  const preview = options.preview ?? (await openPreview({ temp, soffice: null }));
  const may = (verb: "read" | "change") => async (ctx: Context, entity: string, id: string) => {
    const record = records.get(`${entity}/${id}`);
    const named = record?.[verb].includes(ctx.me.userId) ?? false;
    if (record?.sealed && ctx.me.audience === "internal") throw record.sealed;
    return named;
  };
  const world = {
    settings: { scanMode: "OFF", denied: [], quotaBytes: 0, company: "鲸落塑业" } as FileSettings,
    now: new Date("2026-11-15T02:00:00Z"),
  };
  const keys = await openKeys(db, folderVault(join(folder, "keys")), world.now);
  const parts: FileParts = {
    access: {
      mayRead: may("read"),
      mayChange: may("change"),
      exists: (entity) => /^Srm|^Base/.test(entity),
      referencesFile: async (id) => [...records.values()].some((record) => (record.files ?? "").split(",").includes(id)),
    },
    storages: options.storages ? await options.storages(folder) : oneStorage(localStorage(join(folder, "store"))),
    temp,
    scanner: options.scanner ?? null,
    settings: async () => world.settings,
    ruleOf: (functionId, valueKey) => fileRule(rules.get(`${functionId}.${valueKey ?? ""}`) ?? rules.get(functionId) ?? {}),
    keys,
    tell: (event) => void events.push(event),
    preview,
    stamps: new Map(),
  };
  const app = await serve(parts, db, world);
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  const calls = callers(url);
  return Object.assign(world, calls, {
    db,
    folder,
    parts,
    records,
    rules,
    events,
    url,
    close: async () => {
      await app.close();
      await (preview as { close?: () => Promise<void> }).close?.();
      await db.close();
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  });
}

const headersOf = (who: Person, more: Record<string, string> = {}) => ({ "x-person": encodeURIComponent(JSON.stringify(who)), ...more });

function callers(url: string): Pick<World, "post" | "get" | "fetch" | "upload" | "keep"> {
  const at = (path: string) => `${url}/api/${path}`;
  const read = async (reply: Response): Promise<Answered> => ({ ...((await reply.json()) as object), http: reply.status }) as Answered;
  const ask: World["fetch"] = (path, body, who = buyer, headers = {}) =>
    body instanceof Uint8Array
      ? fetch(at(path), {
          method: "POST",
          body: body as Uint8Array<ArrayBuffer>,
          headers: headersOf(who, { "content-type": "application/octet-stream", ...headers }),
        })
      : fetch(at(path), {
          method: "POST",
          body: JSON.stringify(body),
          headers: headersOf(who, { "content-type": "application/json", ...headers }),
        });
  const upload: World["upload"] = async (files, meta = {}, who = buyer, path = "fileServer/v2/file/upload") => {
    const form = new FormData();
    const described = files.map(({ name, bytes, claim }) => ({
      name,
      size: Buffer.from(bytes as string).length,
      sha256: sha256(bytes),
      ...claim,
    }));
    form.append(
      "meta",
      JSON.stringify({ path: "", functionId: "", businessId: "", fileDesc: "", language: "CN", ...meta, files: described }),
    );
    for (const { bytes } of files) form.append("files", new Blob([bytes as string]), "whatever");
    return read(await fetch(at(path), { method: "POST", body: form, headers: headersOf(who) }));
  };
  return {
    fetch: ask,
    get: (path, headers = {}) => fetch(at(path), { headers }),
    post: async (path, body, who) => read(await ask(path, body, who)),
    upload,
    keep: async (name, bytes, meta, who) => {
      const answer = await upload([{ name, bytes }], meta, who);
      if (answer.status !== "S") throw new Error(`${answer.code}: ${answer.msg}`);
      return (answer.data as Attachment[])[0]!;
    },
  };
}

/** Routes as the server mounts them, with a header in place of a signature. */
async function serve(parts: FileParts, db: OpenDb, world: { now: Date }): Promise<FastifyInstance> {
  const app = fastify({ bodyLimit: 1 << 20, forceCloseConnections: true });
  await app.register(multipart, { limits: { fileSize: 2147483649, files: 50, fieldSize: 1 << 20 } });
  const raw = (_request: FastifyRequest, body: Buffer, done: (error: null, body: Buffer) => void) => done(null, body);
  app.addContentTypeParser("application/octet-stream", { parseAs: "buffer", bodyLimit: 9 << 20 }, raw);
  app.decorateRequest("passage", null);
  for (const call of fileCalls(parts))
    app.route({
      method: call.method ?? "POST",
      url: `/api/${call.service}/${call.path}`,
      handler: async (request, reply) => {
        const stated = request.headers["x-person"];
        const who: Person =
          call.guard === "public" ? { userId: "", audience: "public" } : (JSON.parse(decodeURIComponent(String(stated))) as Person);
        const certificate = call.guard === "public" ? "" : `c_${who.userId}`;
        const carrier = { certificate, timestamp: String(request.headers["timestamp"] ?? ""), path: request.url.split("?")[0]! };
        const ctx = {
          me: meOf(who),
          db,
          now: world.now,
          requestId: "r1",
          language: "CN",
          ip: request.ip,
          userAgent: "",
          session: certificate ? { certificate } : null,
          request,
          reply,
        } as unknown as Context;
        try {
          request.passage = { carrier, upload: request.isMultipart() ? await openUpload(request) : null } as never;
          const result = await call.handle(ctx, (request.body ?? {}) as Record<string, unknown>);
          return call.raw ? reply : success(result, "r1");
        } catch (error) {
          const refusal = error instanceof Refusal ? error : unexpected("r1");
          if (!(error instanceof Refusal)) console.error(error);
          return reply
            .code(refusal.http)
            .type("application/json")
            .send(failure(refusal, "CN", "r1"));
        }
      },
    });
  return app;
}
