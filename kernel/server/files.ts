import { mkdirSync } from "node:fs";
import type { Storages } from "#bridges/storage.ts";
import type { Scanner } from "#bridges/scan.ts";
import { fileRule, idsOf, openRule, type FileRule } from "../file.ts";
import type { Tx } from "./db.ts";
import { bindFiles, type FileChange } from "./file/hold.ts";
import type { FileParts, PreviewEngine } from "./file/parts.ts";
import type { Keys } from "./gate/keys.ts";
import type { Kernel } from "./kernel.ts";
import { recordAccess } from "./record-access.ts";
import type { WorkingSet } from "./working.ts";

/** Puts the attachments on the kernel: rights follow the records, rules follow the declarations. */
export function openFiles(
  kernel: Kernel,
  given: { storages: Storages; temp: string; scanner: Scanner | null; keys: Keys; preview: PreviewEngine; company: string },
): FileParts {
  mkdirSync(given.temp, { recursive: true });
  const { settings, declared } = kernel;
  return {
    access: recordAccess(kernel),
    storages: given.storages,
    temp: given.temp,
    scanner: given.scanner,
    keys: given.keys,
    preview: given.preview,
    async settings() {
      const [mode, denied, quota] = await Promise.all([
        settings.value("FILE_SCAN_MODE"),
        settings.value("FILE_DENY_EXT"),
        settings.value("FILE_QUOTA_GB"),
      ]);
      return {
        scanMode: mode === "ASYNC" || mode === "SYNC" ? mode : "OFF",
        denied: denied.split(/[,\s]+/).filter(Boolean),
        quotaBytes: Number(quota) * 1024 ** 3,
        company: given.company,
      };
    },
    ruleOf: (functionId, valueKey) => {
      const fields = Object.entries(declared.entities.get(functionId)?.fields ?? {}).filter(([, f]) => f.kind === "files");
      return ruleOfField(fields.find(([key]) => key === valueKey)?.[1] ?? (fields.length === 1 ? fields[0]![1] : undefined));
    },
    tell: () => undefined,
  };
}

/** The declared formats and, as `max`, how many files a field may hold. */
const ruleOfField = (field: { readonly formats?: readonly string[]; readonly max?: number } | undefined): FileRule =>
  field
    ? fileRule({ ...openRule, ...(field.formats ? { formats: field.formats } : {}), ...(field.max ? { maxCount: field.max } : {}) })
    : openRule;

/** What a save changed in file fields is bound to its record in the same transaction. */
export async function bindChanged(tx: Tx, ws: WorkingSet, userId: string, now: Date): Promise<void> {
  const changes: FileChange[] = [];
  for (const t of ws.all())
    for (const [key, field] of Object.entries(t.entity.fields)) {
      if (field.kind !== "files") continue;
      const before = idsOf(t.before?.[key] as string | null);
      const after = t.removed ? [] : idsOf(t.row[key] as string | null);
      if (before.join() !== after.join())
        changes.push({ functionId: t.entity.name, businessId: t.row["id"], valueKey: key, rule: ruleOfField(field), before, after });
    }
  if (changes.length) await bindFiles(tx, userId, now, changes);
}
