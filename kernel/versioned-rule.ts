import type { Doc, Entity, Where } from "./entity.ts";
import { refuse, type Refusal } from "./refusal.ts";
import { differences, type Difference } from "./revision-diff.ts";
import { copied } from "./revision-rule.ts";
import type { AnyRow as Row } from "./revision.ts";
import { make, rule, set, type Effect, type Find, type Rule } from "./rule.ts";
import { secondDraft, versionedOf } from "./versioned.ts";

/** The filter for the versions of what a row is a version of. */
export const sameAs = (e: Entity, doc: object): Where =>
  Object.fromEntries(versionedOf(e)!.of.map((key) => [key, (doc as Row)[key] ?? null]));

/** All versions of what a row is a version of, itself included. The first one is locked, so that two who number or publish versions do it one after the other. */
export async function versionsOf<E extends Entity>(find: Find, e: E, doc: object): Promise<readonly Doc<E>[]> {
  const known = await find.where(e, sameAs(e, doc), most);
  const { number } = versionedOf(e)!;
  const first = known.toSorted((a, b) => Number((a as Row)[number]) - Number((b as Row)[number]))[0];
  if (!first) return [];
  await find.lock(e, first.id);
  return find.where(e, sameAs(e, doc), most);
}
const most = 1000;

export const lastNumber = (e: Entity, versions: readonly object[]): number =>
  Math.max(0, ...versions.map((version) => Number((version as Row)[versionedOf(e)!.number])));

const isOpen = (e: Entity, row: object): boolean => versionedOf(e)!.open?.includes((row as Row)[e.stateField]) ?? false;

/** The draft among the versions, if one is being written beside this one. */
export const draftBeside = (e: Entity, doc: { readonly id: string }, versions: readonly { readonly id: string }[]): boolean =>
  versions.some((version) => version.id !== doc.id && isOpen(e, version));

/** The next version begins as a copy of this one. */
export const nextVersionRule = <E extends Entity>(
  e: E,
  how: { readonly refuses?: (doc: Doc<E>) => Refusal; readonly begins?: (today: string) => object } = {},
): Rule => {
  const { next, number, leaves = [], code } = versionedOf(e)!;
  return rule(e as Entity, next, {
    reads: async (doc, find) => ({ versions: await versionsOf(find, e, doc) }),
    decide: (doc, { versions }, _, __, at) =>
      draftBeside(e, doc, versions) || isOpen(e, doc)
        ? (how.refuses?.(doc as Doc<E>) ?? refuse(code ?? "VERSION_DRAFT", ...secondDraft))
        : make(e as Entity, at.newId(), {
            ...copied(e, { ...versionedOf(e), leaves: [...leaves, number, e.stateField] }, doc, [], false),
            [number]: lastNumber(e, versions) + 1,
            ...how.begins?.(at.today),
          } as never),
  });
};

/** The version in force gives way to the one that is published. */
export function succeeded(e: Entity, doc: { readonly id: string }, versions: readonly { readonly id: string }[]): Effect[] {
  const { inForce, ended } = versionedOf(e)!;
  return versions
    .filter((version) => version.id !== doc.id && (version as Row)[e.stateField] === inForce)
    .map((version) => set(version as { readonly id: string }, { [e.stateField]: ended } as never));
}

/** What each version changed in the one before it, oldest first. */
export function versionDifferences(
  e: Entity,
  versions: readonly object[],
): readonly (readonly [version: object, rows: readonly Difference[]])[] {
  const { number } = versionedOf(e)!;
  const sorted = versions.toSorted((a, b) => Number((a as Row)[number]) - Number((b as Row)[number]));
  return sorted.map((entry, i) => [entry, i === 0 ? [] : differences(e, sorted[i - 1]!, entry)]);
}
