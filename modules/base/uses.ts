import { Question } from "#kernel/question.ts";
import { spoken, total, type Held } from "#modules/admin/index.ts";
import type { Entity } from "#kernel/entity.ts";
import { namingWhere } from "#kernel/merge.ts";
import { refuse, refuseField, type Refusal } from "#kernel/refusal.ts";
import { rule, set, type Effect, type Find, type Rule } from "#kernel/rule.ts";
import type { switches } from "./common.ts";

/** Which open documents still use a record of base data? Asked before it is switched off, merged away or made obsolete. */
export const openUses = new Question<{ readonly entity: string; readonly id: string }, Held>();

/** Which open documents of an organisation go to a receiving one? Asked before their relation ends. */
export const openBetween = new Question<{ readonly orgId: string; readonly invOrgId: string }, Held>();

/** What names a record: what goes on working with it, which are master data and documents that are open; only where there is none, the documents that have ended. */
export async function namedBy(
  find: Find,
  entity: Entity,
  id: string,
): Promise<{ readonly live: readonly Held[]; readonly ended: readonly Held[] }> {
  const places = find.references(entity).filter(({ root }) => root !== entity);
  const [numbered, master] = [places.filter(({ root }) => root.number), places.filter(({ root }) => !root.number)];
  const countsOf = (some: typeof places) => Promise.all(some.map((place) => counted(find, place.root, namingWhere(place, id))));
  const [kept, open, all] = await Promise.all([countsOf(master), openUses.ask(find, { entity: entity.name, id }), countsOf(numbered)]);
  const some = (held: readonly Held[]): readonly Held[] => held.filter((candidate) => candidate.count > 0);
  const live = some([...kept, ...open]);
  return { live, ended: live.length > 0 ? [] : some(all) };
}

/** Refuses to switch off what is still used, with the number and the places. */
export function stillUsed(held: readonly Held[]): Refusal | false {
  const count = total(held);
  if (count === 0) return false;
  const [cn, en] = spoken(held);
  return refuse("BASE_USED_001", `仍被${count}条记录引用，不能停用（${cn}）`, `Still used by ${count} records (${en})`, {
    data: { count, held: held.filter((candidate) => candidate.count > 0) },
  });
}

type Switched = Entity & { readonly actions: typeof switches };

export const parentOff = (path: string): Refusal => refuseField(path, "BASE_OFF_001", "上级已停用", "The parent is disabled");

/** Switches on and off: on only under a parent that is on, off only when nothing counted here or asked elsewhere still uses the record. */
export function switchRules(
  entity: Switched,
  uses: (find: Find, id: string) => Promise<readonly Held[]> = async () => [],
  parent: string | null = null,
  offToo: (doc: { readonly id: string }) => readonly Effect[] = () => [],
): Rule[] {
  const flag = (row: { readonly id: string }, enabledFlag: "Y" | "N") => set(row as { id: string; enabledFlag: string }, { enabledFlag });
  const aboveOf = (doc: object): string | null =>
    parent === null ? null : ((doc as Readonly<Record<string, string | null>>)[parent] ?? null);
  return [
    rule(entity, "doEnabled", {
      reads: async (doc, find) => {
        const above = aboveOf(doc);
        const row: object | null = above === null ? null : await find.lock(entity, above);
        return { above: row as { readonly enabledFlag?: unknown } | null };
      },
      decide: (doc, { above }) => [above?.enabledFlag === "N" && parentOff(parent!), flag(doc, "Y")],
    }),
    rule(entity, "doInvalid", {
      reads: async (doc, find) => ({
        held: [...(await uses(find, doc.id)), ...(await openUses.ask(find, { entity: entity.name, id: doc.id }))],
      }),
      decide: (doc, { held }) => [stillUsed(held), flag(doc, "N"), ...offToo(doc)],
    }),
  ];
}

/** How many rows of an entity name this record, told as a held thing. */
export const counted = async (find: Find, entity: Entity, where: Parameters<Find["count"]>[1]): Promise<Held> => ({
  label: entity.label,
  count: await find.count(entity, where),
  ...(entity.pages?.list ? { route: entity.pages.list } : {}),
});

/** How many rows name a record, whatever became of them: what "Used by" counts, for everybody. */
export async function namings(find: Find, entity: Entity, id: string): Promise<number> {
  const places = find.references(entity).filter(({ root }) => root !== entity);
  const counts = await Promise.all(
    places.map(({ row, field }) => find.count(row, { [field]: row.fields[field]!.kind === "refs" ? { holds: [id] } : id })),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

export const secondDefault = (name: string): Refusal =>
  refuse("BASE_DEF_001", `已存在默认记录${name}`, `Default already set: ${name}`, {
    fieldErrors: [{ path: "defaultFlag", code: "BASE_DEF_001", text: [`已存在默认记录${name}`, `Default already set: ${name}`] }],
  });
