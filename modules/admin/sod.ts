import type { Doc } from "#kernel/entity.ts";
import { menu, resource, resourceRole, respRole, responsibility, role, sodRule } from "#kernel/platform/grant.entity.ts";
import type { Find } from "#kernel/rule.ts";

type SodRule = Doc<typeof sodRule>;

/** One responsibility and the powers in it, as far as a rule names them. */
export interface Bundle {
  readonly responsibilityId: string;
  readonly name: string;
  readonly nameEn: string;
  readonly privileged: boolean;
  readonly powers: ReadonlySet<string>;
}

export interface Conflict {
  readonly rule: SodRule;
  /** The responsibility that holds the other power. */
  readonly other: Bundle;
}

/** Every rule that the new responsibility breaks, alone or together with one already current. */
export function conflicts(rules: readonly SodRule[], incoming: Bundle, worn: readonly Bundle[]): readonly Conflict[] {
  return rules.flatMap((rule) => {
    const clash = (other: Bundle): boolean =>
      (incoming.powers.has(rule.resourceA) && other.powers.has(rule.resourceB)) ||
      (incoming.powers.has(rule.resourceB) && other.powers.has(rule.resourceA));
    const other = [incoming, ...worn].find(clash);
    return other ? [{ rule, other }] : [];
  });
}

/** The responsibilities with their powers; a power is "menuCode:resourceCode", or the bare resourceCode for any menu. */
export async function bundlesOf(find: Find, responsibilityIds: readonly string[], rules: readonly SodRule[]): Promise<readonly Bundle[]> {
  const ids = [...new Set(responsibilityIds)];
  if (ids.length === 0) return [];
  const [responsibilities, links] = await Promise.all([
    find.where(responsibility, { id: ids }),
    find.where(respRole, { responsibilityId: ids }),
  ]);
  const roleIds = [...new Set(links.map((l) => l.roleId))];
  const roles = roleIds.length ? await find.where(role, { id: roleIds, enabledFlag: "Y" }) : [];
  const powers = await powersOf(
    find,
    roles.map((r) => r.id),
    rules,
  );
  return responsibilities.map((resp) => {
    const own = roles.filter((r) => links.some((l) => l.responsibilityId === resp.id && l.roleId === r.id));
    return {
      responsibilityId: resp.id,
      name: resp.respName,
      nameEn: resp.respNameEn ?? resp.respName,
      privileged: own.some((r) => r.privilegedFlag === "Y"),
      powers: new Set(own.flatMap((r) => powers.get(r.id) ?? [])),
    };
  });
}

/** Only what some rule names is looked up, so that a check costs the same with ten roles as with a hundred. */
async function powersOf(
  find: Find,
  roleIds: readonly string[],
  rules: readonly SodRule[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const named = [...new Set(rules.flatMap((r) => [r.resourceA, r.resourceB]))];
  if (named.length === 0 || roleIds.length === 0) return new Map();
  const codes = [...new Set(named.map((power) => power.split(":").at(-1)!))];
  const resources = await find.where(resource, { resourceCode: codes });
  const menuIds = [...new Set(resources.flatMap((r) => (r.menuId ? [r.menuId] : [])))];
  const menus = menuIds.length ? await find.where(menu, { id: menuIds }) : [];
  const granted = resources.length ? await find.where(resourceRole, { resourceId: resources.map((r) => r.id), roleId: roleIds }) : [];
  const spoken = new Map(
    resources.map((r) => [r.id, [r.resourceCode, `${menus.find((m) => m.id === r.menuId)?.menuCode ?? ""}:${r.resourceCode}`]]),
  );
  const found = new Map<string, string[]>();
  for (const grant of granted) found.set(grant.roleId, [...(found.get(grant.roleId) ?? []), ...(spoken.get(grant.resourceId) ?? [])]);
  return found;
}
