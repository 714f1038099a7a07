import type { Entity } from "#kernel/entity.ts";
import type { Find } from "#kernel/rule.ts";
import { titled } from "#kernel/server/find/titled.ts";
import type { Row } from "#kernel/server/find/visible.ts";
import { say, type Language } from "#kernel/text.ts";

/** A fact of the card as its reader reads it; a name is said already, everything else as its field says it. */
export interface CardFact {
  readonly key: string;
  readonly label: string;
  readonly value: unknown;
  readonly old?: unknown;
  readonly named?: true;
}

type Changed = readonly { readonly key: string; readonly old: unknown }[];

/** What the sheet keeps of a document, in the reader's language: the half of a text he reads, the names behind references. */
export async function cardOf(
  find: Find,
  entity: Entity | undefined,
  sheet: Row | null,
  language: Language,
  hidden: ReadonlySet<string> = new Set(),
): Promise<readonly CardFact[]> {
  const shown = (sheet?.["bizSnapshot"] ?? {}) as Row;
  const before = new Map(((sheet?.["diffJson"] ?? []) as Changed).map((entry) => [entry.key, entry.old]));
  const fields = entity?.fields ?? {};
  const halves = new Set(Object.keys(shown).flatMap((key) => fields[key]?.english ?? []));
  const facts: CardFact[] = [];
  for (const key of Object.keys(shown).filter((value) => !hidden.has(value) && !halves.has(value))) {
    const field = fields[key];
    const english = language === "EN" ? field?.english : undefined;
    const read = english && shown[english] ? english : key;
    const old = before.has(read) ? { old: before.get(read) } : {};
    const fact = { key: read, label: say(field?.label ?? [key, key], language), value: shown[read] as unknown, ...old };
    facts.push(field?.kind === "ref" ? await named(find, field.target!, fact, language) : fact);
  }
  return facts;
}

/** The same fact with the name of what it refers to; whoever reads the card need not be able to open that record. */
async function named(find: Find, target: string, fact: CardFact, language: Language): Promise<CardFact> {
  const ids = [fact.value, fact.old].filter((id): id is string => typeof id === "string" && id !== "");
  if (ids.length === 0) return fact;
  const entity = find.entity(target);
  const rows = await find.where(entity, { id: ids }, ids.length);
  const names = new Map(rows.map((row) => [row["id"] as unknown, (titled(entity, row, { language })["name"] ?? row["id"]) as unknown]));
  const nameOf = (id: unknown): unknown => names.get(id) ?? id;
  const { old, ...rest } = fact;
  const value = nameOf(fact.value);
  return { ...rest, value, named: true, ...("old" in fact && nameOf(old) !== value ? { old: nameOf(old) } : {}) };
}
