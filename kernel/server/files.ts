import { mkdirSync } from "node:fs";
import type { Storages } from "#bridges/storage.ts";
import type { Scanner } from "#bridges/scan.ts";
import type { Entity } from "../entity.ts";
import type { Field } from "../field.ts";
import { declaredRule, idsOf } from "../file.ts";
import type { Tx } from "./database/db.ts";
import { bindFiles, handOver, type FileChange } from "./file/hold.ts";
import type { FileParts, PreviewEngine } from "./file/parts.ts";
import type { Keys } from "./gate/keys.ts";
import type { Kernel } from "./kernel.ts";
import { recordAccess } from "./access/record-access.ts";
import type { Tracked, WorkingSet } from "./act/working.ts";

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
    stamps: new Map(),
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

const known = new WeakMap<Entity["fields"], readonly (readonly [key: string, field: Field])[]>();

/** Asked of every row of every action: most entities have none. */
function fileFields({ fields }: Entity): readonly (readonly [key: string, field: Field])[] {
  const found = known.get(fields) ?? Object.entries(fields).filter(([, { kind }]) => kind === "files");
  known.set(fields, found);
  return found;
}

/** What a save changed in file fields is bound to its record in the same transaction; what a rule gave from one document to another is copied. */
export async function bindChanged(tx: Tx, ws: WorkingSet, userId: string, now: Date, named: readonly Tracked[]): Promise<void> {
  const changes: FileChange[] = [];
  const given: { readonly t: Tracked; readonly to: Omit<FileChange, "before" | "after">; readonly ids: readonly string[] }[] = [];
  for (const t of ws.all())
    for (const [key, field] of fileFields(t.entity)) {
      const before = idsOf(t.before?.[key] as string | null);
      const after = t.removed ? [] : idsOf(t.row[key] as string | null);
      if (before.join() === after.join()) continue;
      const to = { functionId: t.entity.name, businessId: t.row["id"] as string, valueKey: key, rule: declaredRule(field) };
      const ids = named.includes(rootOf(t)) ? [] : after.filter((id) => !before.includes(id) && isHeld(ws, t, id));
      if (ids.length) given.push({ t, to, ids });
      changes.push({ ...to, before, after: after.filter((id) => !ids.includes(id)) });
    }
  if (changes.length) await bindFiles(tx, userId, now, changes);
  for (const { t, to, ids } of given) {
    const own = await handOver(tx, userId, now, to, ids);
    t.row[to.valueKey] = idsOf(t.row[to.valueKey] as string)
      .map((id) => own.get(id) ?? id)
      .join(",");
  }
}

function rootOf(t: Tracked): Tracked {
  return t.parent ? rootOf(t.parent) : t;
}

/** Another row this action has in hand names the file: only then may a rule pass it on. */
const isHeld = (ws: WorkingSet, but: Tracked, id: string): boolean =>
  [...ws.all()].some((t) => t !== but && fileFields(t.entity).some(([key]) => idsOf(t.row[key] as string | null).includes(id)));
