import { fileNo } from "#kernel/file.ts";
import type { Context } from "../http/call.ts";
import type { FileParts } from "./parts.ts";

interface Used {
  readonly at: number;
  bytes: number;
  told: boolean;
}

const known = new WeakMap<FileParts, Used>();
const freshMs = 60_000;

async function used(parts: FileParts, ctx: Pick<Context, "db" | "now">): Promise<Used> {
  const last = known.get(parts);
  if (last && ctx.now.getTime() - last.at < freshMs && ctx.now.getTime() >= last.at) return last;
  // Copies share their bytes: each row counts for its part.
  const row = await ctx.db.one<{ bytes: string }>(
    `select coalesce(sum("fileSize" / greatest("refCount", 1)), 0)::numeric(30,0) as bytes from "BaseFile"`,
  );
  const now = { at: ctx.now.getTime(), bytes: Number(row?.bytes ?? 0), told: last?.told ?? false };
  known.set(parts, now);
  return now;
}

/** Refuses what no longer fits; counts from a sum taken at most a minute ago plus what this process added since. Without a quota nothing is asked. */
export async function needRoom(parts: FileParts, ctx: Pick<Context, "db" | "now">, bytes: number, site: number): Promise<void> {
  const limits = [site, parts.storages.quotaBytes].filter((limit) => limit > 0);
  if (limits.length === 0) return;
  const limit = Math.min(...limits);
  const usage = await used(parts, ctx);
  if (usage.bytes + bytes > limit) throw fileNo.quota();
  usage.bytes += bytes;
  const percent = Math.floor((usage.bytes * 100) / limit);
  if (percent >= 90 && !usage.told) parts.tell({ kind: "FILE_QUOTA", percent });
  usage.told = percent >= 90;
}

/** What was counted for an upload that came to nothing is given back. */
export function giveBack(parts: FileParts, bytes: number): void {
  const usage = known.get(parts);
  if (usage) usage.bytes = Math.max(0, usage.bytes - bytes);
}
