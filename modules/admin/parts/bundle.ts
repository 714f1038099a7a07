import type { Entity } from "#kernel/entity.ts";
import { menu, resource, role } from "#kernel/platform/grant.entity.ts";
import { lookupType, lookupValue } from "#kernel/platform/lookup.entity.ts";
import { profileValue } from "#kernel/platform/setting.entity.ts";
import type { Text } from "#kernel/text.ts";

export type BundlePart = "lookups" | "profiles" | "menus" | "roles";

export interface BundleChange {
  readonly path: string;
  readonly old: unknown;
  readonly new: unknown;
}

/** One thing that differs between a bundle and this installation. */
export interface BundleDifference {
  readonly part: BundlePart;
  readonly code: string;
  readonly name: string;
  readonly change: "ADD" | "CHANGE" | "ONLY_HERE";
  readonly fields: readonly BundleChange[];
}

/** What a bundle can carry, in the order it is taken in. */
export const bundleParts: readonly (readonly [BundlePart, Text])[] = [
  ["lookups", ["快码", "Lookups"]],
  ["profiles", ["系统配置（站点值）", "Profiles (site values)"]],
  ["menus", ["菜单与按钮", "Menus and buttons"]],
  ["roles", ["角色与授权", "Roles and grants"]],
];

/** Where a change stands: the entity and field that can say it in words, and whose it is when it belongs to a value or a button. */
export interface ChangePlace {
  readonly entity: Entity | undefined;
  readonly key: string;
  readonly of: string | null;
  readonly label: Text;
}

const owners: Readonly<Record<BundlePart, Entity>> = { lookups: lookupType, profiles: profileValue, menus: menu, roles: role };
const nested: readonly (readonly [prefix: string, entity: Entity])[] = [
  ["values.", lookupValue],
  ["buttons.", resource],
];
const words: Readonly<Record<string, Text>> = {
  parent: ["上级菜单", "Parent"],
  menus: ["菜单", "Menus"],
  buttons: ["按钮", "Buttons"],
};

/** Reads a path like values.TECH.meaning; a code may itself contain dots, so the field is looked for at the end. */
export function placeOf(part: BundlePart, path: string): ChangePlace {
  for (const [prefix, entity] of nested) {
    if (!path.startsWith(prefix)) continue;
    const rest = path.slice(prefix.length);
    const key = Object.keys(entity.fields).find((value) => rest.endsWith(`.${value}`) || rest.includes(`.${value}.`));
    if (key === undefined) continue;
    const of = rest.slice(0, rest.lastIndexOf(`.${key}`));
    return { entity, key, of, label: entity.fields[key]!.label };
  }
  const entity = owners[part];
  const label = words[path] ?? entity.fields[path]?.label;
  return { entity: words[path] ? undefined : entity, key: path, of: null, label: label ?? [path, path] };
}

/** What a list gained and lost. */
export function listChange(change: BundleChange): { readonly added: readonly string[]; readonly gone: readonly string[] } | null {
  if (!Array.isArray(change.new) && !Array.isArray(change.old)) return null;
  const [old, now] = [change.old, change.new].map((entry) => (Array.isArray(entry) ? entry.map(String) : []));
  return { added: now!.filter((value) => !old!.includes(value)), gone: old!.filter((value) => !now!.includes(value)) };
}

/** The name a difference is chosen by. */
export const keyOf = (bundleDifference: Pick<BundleDifference, "part" | "code">): string =>
  `${bundleDifference.part}:${bundleDifference.code}`;
