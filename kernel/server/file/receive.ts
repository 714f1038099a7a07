import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { fileNo } from "#kernel/file.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { Context } from "../http/call.ts";
import { drain } from "../gate/body.ts";
import type { Upload, UploadMeta } from "../gate/upload.ts";
import { admit, precheck, total, type Arrived, type Declared, type Target } from "./admit.ts";
import type { FileParts, FileRow } from "./parts.ts";
import { giveBack } from "./usage.ts";

const word = (value: unknown): string => (typeof value === "string" ? value : "");
const hex64 = /^[0-9a-f]{64}$/;

/** Reads where a file shall go; unknown keys are nobody's business here. */
export const readTarget = (meta: Readonly<Record<string, unknown>>): Target => ({
  functionId: word(meta["functionId"]),
  businessId: word(meta["businessId"]),
  valueKey: word(meta["valueKey"]),
  path: word(meta["path"]),
  fileDesc: word(meta["fileDesc"]),
  visibleTo: meta["visibleTo"] === "INTERNAL_ONLY" ? "INTERNAL_ONLY" : "SHARED",
  versionOf: word(meta["versionOf"]) || null,
});

export function readDeclared(value: unknown): Declared {
  const entry = (value ?? {}) as Readonly<Record<string, unknown>>;
  const { name, size, sha256 } = entry;
  if (typeof name !== "string" || name === "" || name.length > 4096 || !Number.isSafeInteger(size) || Number(size) < 0) throw fileNo.meta();
  if (typeof sha256 !== "string" || !hex64.test(sha256)) throw fileNo.meta();
  return { name, size: Number(size), sha256 };
}

interface Plan {
  readonly target: Target;
  readonly files: readonly Declared[];
}

const readPlan = (meta: UploadMeta): Plan => {
  if (meta.files.length === 0) throw fileNo.meta();
  return { target: readTarget({ ...meta }), files: meta.files.map(readDeclared) };
};

export interface Receiving {
  /** Per file, by route. */
  readonly most: number;
  /** Changes each file after it arrived and before it is judged. */
  readonly change?: (arrived: Arrived) => Promise<Arrived>;
  readonly atMost?: number;
  /** A no known before the record is even asked. */
  readonly refuse?: Refusal | null;
}

/** A multipart body from its signed first part to stored rows: each file as announced, in that order. All or nothing. */
export async function receive(parts: FileParts, ctx: Context, how: Receiving): Promise<FileRow[]> {
  const arrived: Arrived[] = [];
  let reserved = 0;
  try {
    const upload = ctx.request.passage?.upload;
    if (!upload) throw fileNo.meta();
    const plan = readPlan(upload.meta);
    if (how.refuse) throw how.refuse;
    if (how.atMost !== undefined && plan.files.length > how.atMost) throw fileNo.count(how.atMost);
    await precheck(parts, ctx, plan.target, plan.files, how.most);
    reserved = total(plan.files);
    await pour(parts, upload, arrived);
    return await settle(parts, ctx, plan, arrived, how);
  } catch (error) {
    giveBack(parts, reserved);
    await Promise.allSettled(arrived.map((entry) => rm(entry.file, { force: true })));
    await drain(ctx.request.raw);
    throw error;
  }
}

/** The gate's streams fail when size or digest are not the signed ones; people read that as a broken transfer. */
async function pour(parts: FileParts, upload: Upload, arrived: Arrived[]): Promise<void> {
  try {
    for await (const { name, size, sha256, stream } of upload.files()) {
      const file = join(parts.temp, `${randomUUID()}.part`);
      arrived.push({ name, size, sha256, file });
      await pipeline(stream, createWriteStream(file, { mode: 0o600, flags: "wx", highWaterMark: 1 << 18 }));
    }
  } catch (error) {
    throw error instanceof Refusal && error.code === "SIGN_PARAM" ? fileNo.hash() : error;
  }
}

async function settle(parts: FileParts, ctx: Context, plan: Plan, arrived: readonly Arrived[], how: Receiving): Promise<FileRow[]> {
  if (!how.change) return admit(parts, ctx, plan.target, plan.files, arrived);
  const changed = [];
  for (const entry of arrived) changed.push(await how.change(entry));
  return admit(parts, ctx, plan.target, changed, changed);
}
