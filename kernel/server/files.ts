import { mkdirSync } from "node:fs";
import type { Storages } from "#bridges/storage.ts";
import type { Scanner } from "#bridges/scan.ts";
import { declaredRule, idsOf } from "../file.ts";
import type { Tx } from "./db.ts";
import { bindFiles, type FileChange } from "./file/hold.ts";
import type { FileParts, PreviewEngine } from "./file/parts.ts";
import type { Keys } from "./gate/keys.ts";
import type { Kernel } from "./kernel.ts";
import { recordAccess } from "./record-access.ts";
import type { WorkingSet } from "./working.ts";

interface Given {
  readonly storages: Storages;
  readonly temp: string;
  readonly scanner: Scanner | null;
  readonly keys: Keys;
  readonly preview: PreviewEngine;
  readonly company: string;
  readonly tell: FileParts["tell"];
}

/** Puts the attachments on the kernel: rights follow the records, rules follow the declarations, limits follow the profiles. */
export function openFiles(kernel: Kernel, given: Given): FileParts {
  mkdirSync(given.temp, { recursive: true });
  const { settings, declared } = kernel;
  const { company, ...parts } = given;
  return {
    ...parts,
    access: recordAccess(kernel),
    async settings() {
      const [mode, denied, quota] = await Promise.all([
        settings.value("FILE_SCAN_MODE"),
        settings.value("FILE_DENY_EXT"),
        settings.value("FILE_QUOTA_GB"),
      ]);
      return {
        scanMode: mode === "ASYNC" || mode === "SYNC" ? mode : "OFF",
        denied: denied
          .toLowerCase()
          .split(/[,，;；\s]+/)
          .map((ext) => ext.replace(/^\*?\./, ""))
          .filter(Boolean),
        quotaBytes: Number(quota) * 1024 ** 3,
        company,
      };
    },
    ruleOf: (functionId, valueKey) => {
      const fields = Object.entries(declared.entities.get(functionId)?.fields ?? {}).filter(([, f]) => f.kind === "files");
      return declaredRule(fields.find(([key]) => key === valueKey)?.[1] ?? (fields.length === 1 ? fields[0]![1] : undefined));
    },
  };
}

/** The stores as they are declared now: a new row takes the next file, without a restart. */
export async function followStorages(kernel: Kernel, open: () => Promise<Storages>): Promise<Storages> {
  let now = await open();
  kernel.bus.watch(["BaseFileStorage"], () => {
    open().then(
      (next) => (now = next),
      () => undefined,
    );
  });
  return {
    get current() {
      return now.current;
    },
    get quotaBytes() {
      return now.quotaBytes;
    },
    of: (code) => now.of(code),
  };
}

/** What a save changed in file fields is bound to its record in the same transaction. */
export async function bindChanged(tx: Tx, ws: WorkingSet, userId: string, now: Date): Promise<void> {
  const changes: FileChange[] = [];
  for (const t of ws.all())
    for (const [key, field] of Object.entries(t.entity.fields)) {
      if (field.kind !== "files") continue;
      const before = idsOf(t.before?.[key] as string | null);
      const after = t.removed ? [] : idsOf(t.row[key] as string | null);
      if (before.join() !== after.join())
        changes.push({ functionId: t.entity.name, businessId: t.row["id"], valueKey: key, rule: declaredRule(field), before, after });
    }
  if (changes.length) await bindFiles(tx, userId, now, changes);
}
