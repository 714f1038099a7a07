import type { Entity, Lines } from "../../../entity.ts";
import { idsOf, joinIds } from "../../../file.ts";
import type { Row } from "../../../page-document.ts";
import { copyInto } from "../../file/transfer.ts";
import { toast } from "../../message.ts";

const stamps = new Set(["id", "versionNum", "parentId", "createdBy", "createdByCode", "createdByName", "creationDate"]);

/** What a copy takes along: everything a person filled in with its lines, nothing that names or dates the original. */
function taken(e: Entity, row: Row): Row {
  const lines = e.lines as Lines;
  const entries = Object.entries(row).filter(([key]) => {
    const field = e.fields[key];
    if (field) return !field.computed && key !== e.number?.[0];
    return key in lines || !(stamps.has(key) || key.startsWith("lastUpdate"));
  });
  return Object.fromEntries(
    entries.map(([key, value]) => [key, lines[key] && Array.isArray(value) ? value.map((entry: Row) => taken(lines[key]!, entry)) : value]),
  );
}

/** The attachments of a document and its lines, by the entity and field they hang on. */
function* hanging(e: Entity, row: Row): Generator<{ readonly entity: string; readonly key: string; readonly ids: readonly string[] }> {
  for (const [key, field] of Object.entries(e.fields))
    if (field.kind === "files" && typeof row[key] === "string") yield { entity: e.name, key, ids: idsOf(row[key]) };
  for (const [key, line] of Object.entries(e.lines as Lines))
    if (Array.isArray(row[key])) for (const entry of row[key] as Row[]) yield* hanging(line, entry);
}

/** The same document with the ids of its new attachments; a file that got none is left out. */
function renamed(e: Entity, row: Row, names: ReadonlyMap<string, string>): Row {
  const next: Record<string, unknown> = { ...row };
  for (const [key, field] of Object.entries(e.fields))
    if (field.kind === "files" && typeof row[key] === "string")
      next[key] = joinIds(idsOf(row[key]).flatMap((id) => names.get(id) ?? [])) || null;
  for (const [key, line] of Object.entries(e.lines as Lines))
    if (Array.isArray(row[key])) next[key] = (row[key] as Row[]).map((entry) => renamed(line, entry, names));
  return next;
}

/** A new document from an old one, its attachments copied with it; those that may not be copied stay behind, and one is told. */
export async function copyDocument(e: Entity, row: Row): Promise<Row> {
  const copy = taken(e, row);
  const names = new Map<string, string>();
  for (const [place, list] of Map.groupBy(hanging(e, copy), (entry) => `${entry.entity} ${entry.key}`)) {
    const ids = list.flatMap((entry) => entry.ids);
    const [functionId = "", valueKey = ""] = place.split(" ");
    if (ids.length === 0) continue;
    try {
      const made = await copyInto(ids, { functionId, businessId: "", valueKey });
      made.forEach((id, at) => names.set(ids[at]!, id));
    } catch {
      toast.warning(["附件没有一并复制", "Attachments were not copied"]);
    }
  }
  return renamed(e, copy, names);
}
