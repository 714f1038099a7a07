import { createReadStream } from "node:fs";
import { copyFile, mkdir, open, rename, rm, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { Readable } from "node:stream";
import { fileStorage } from "#kernel/platform/file.entity.ts";
import { columns, every, sql } from "#kernel/query.ts";
import type { Db } from "#kernel/server/database/db.ts";
import type { Outside } from "#kernel/server/outside/outside.ts";

/** First and last byte, both included. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** A place that keeps bytes under keys we invent; no name given by a person ever becomes a key. */
export interface Storage {
  /** Takes a finished local file over; it is gone from its old place afterwards. */
  take(key: string, path: string): Promise<void>;
  read(key: string, range?: Range): Promise<Readable>;
  move(from: string, to: string): Promise<void>;
  /** Removing what is not there is no error. */
  remove(key: string): Promise<void>;
}

const keyForm = /^(quarantine\/)?\d{4}\/\d{2}\/\d{2}\/[A-Za-z0-9_-]{16,64}$/;

/** The last wall against a path from outside: only keys of our own form reach a store. */
export function safeKey(key: string): string {
  if (!keyForm.test(key)) throw new Error("not a storage key");
  return key;
}

const ignoreMissing = (error: NodeJS.ErrnoException): void => {
  if (error.code !== "ENOENT") throw error;
};

/** Keeps files in a folder outside any web root, readable by the server alone. */
export function localStorage(root: string): Storage {
  const place = (key: string) => join(root, safeKey(key));
  const put = async (from: string, to: string) => {
    await mkdir(dirname(to), { recursive: true, mode: 0o700 });
    await rename(from, to).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== "EXDEV") throw error;
      await copyFile(from, to);
      await rm(from);
    });
  };
  return {
    take: async (key, path) => {
      const handle = await open(path, "r+");
      await handle.sync().finally(() => handle.close());
      await put(path, place(key));
    },
    read: async (key, range) => {
      await stat(place(key));
      return createReadStream(place(key), range ? { start: range.start, end: range.end } : {});
    },
    move: (from, to) => put(place(from), place(to)),
    remove: (key) => rm(place(key)).catch(ignoreMissing),
  };
}

/** A row of BaseFileStorage. */
export interface StorageRow {
  readonly storageCode: string;
  readonly kind: "LOCAL" | "S3";
  readonly endpoint: string | null;
  readonly bucket: string | null;
  readonly basePath: string | null;
  readonly credentialRef: string | null;
  readonly quotaBytes: number | string | null;
  /** A place that was switched off takes no new files; what lies there stays readable. */
  readonly enabledFlag: "Y" | "N";
}

/** All places files may lie, and the one new files go to. */
export interface Storages {
  readonly current: string;
  /** 0 means no limit. */
  readonly quotaBytes: number;
  of(code: string): Storage;
}

export const oneStorage = (storage: Storage, quotaBytes = 0): Storages => ({ current: "LOCAL", quotaBytes, of: () => storage });

/** Opens the declared stores; without any, everything lies in the given folder under the code LOCAL. `secret` turns a credential reference into "key:secret". */
export async function openStorages(db: Db, folder: string, outside: Outside, secret: (ref: string) => string): Promise<Storages> {
  const s = every(fileStorage);
  const known = columns(s, "storageCode", "kind", "endpoint", "bucket", "basePath", "credentialRef", "quotaBytes", "enabledFlag");
  const rows = await db.query<StorageRow>(sql`select ${known} from ${s} order by ${s.creationDate} desc, ${s.id}`);
  const taking = rows.find((row) => row.enabledFlag === "Y");
  const stores = new Map<string, Storage>([["LOCAL", localStorage(folder)]]);
  for (const row of rows)
    stores.set(
      row.storageCode,
      row.kind === "S3" ? await openS3(row, outside, secret) : localStorage(row.basePath ? resolve(folder, "..", row.basePath) : folder),
    );
  return {
    current: taking?.storageCode ?? "LOCAL",
    quotaBytes: Number(taking?.quotaBytes ?? 0),
    of: (code) => {
      const found = stores.get(code);
      if (!found) throw new Error(`no file storage ${code}`);
      return found;
    },
  };
}

/** A store whose credentials cannot be opened refuses its own files; the others work on. */
async function openS3(row: StorageRow, outside: Outside, secret: (ref: string) => string): Promise<Storage> {
  const { s3Storage } = await import("./s3.ts");
  try {
    const [accessKeyId = "", secretAccessKey = ""] = (row.credentialRef ? secret(row.credentialRef) : "").split(":");
    const where = { endpoint: row.endpoint ?? "", bucket: row.bucket ?? "", prefix: row.basePath ?? "" };
    return s3Storage(outside, { ...where, accessKeyId, secretAccessKey });
  } catch (error) {
    const refused = (): Promise<never> => Promise.reject(error as Error);
    return { take: refused, read: refused, move: refused, remove: refused };
  }
}
