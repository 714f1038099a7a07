import type { Action, Entity } from "#kernel/entity.ts";
import type { Text } from "#kernel/text.ts";
import type { Menu, Resource } from "./catalogue.tsx";

/** An action whose button stands on none of the pages that show its entity: nobody can be granted it. */
export interface Unguarded {
  readonly entity: string;
  readonly of: Text;
  readonly action: string;
  readonly label: Text;
  readonly button: string;
}

const routesOf = (e: Entity): ReadonlySet<string> => new Set([e.pages?.list, ...Object.values(e.lists ?? {}).map((list) => list.route)].filter((route) => route !== undefined));

/** What people may do with an entity, by name; what only the system does needs no button. */
function verbsOf(e: Entity): readonly (readonly [name: string, label: Text, button: string])[] {
  const own = Object.entries(e.actions as Readonly<Record<string, Action>>).filter(([, action]) => [action.who].flat().some((who) => who !== "system"));
  return [
    ...(e.saves === undefined || e.appendOnly ? [] : [["saveOrUpdate", ["保存", "Save"], "btnSave"] as const]),
    ...(e.deletes === undefined || e.appendOnly ? [] : [["delete", ["删除", "Delete"], "btnDelete"] as const]),
    ...own.map(([name, action]) => [name, action.label, action.button] as const),
  ];
}

/** Looks through all declarations for actions that no page's button opens. Personal things and lines need none. */
export function findUnguarded(entities: readonly Entity[], menus: readonly Menu[], resources: readonly Resource[]): readonly Unguarded[] {
  const lines = new Set(entities.flatMap((e) => [...Object.values(e.lines as Readonly<Record<string, Entity>>), ...Object.values(e.owns)].map((line) => line.name)));
  const enabled = resources.filter((one) => one.enabledFlag === "Y");
  return entities
    .filter((e) => !e.internal && e.mine === undefined && !lines.has(e.name))
    .flatMap((e) => {
      const routes = routesOf(e);
      const own = new Set(menus.filter((one) => one.htmlUrl !== null && routes.has(one.htmlUrl.split("?")[0]!)).map((one) => one.id as string));
      const stands = (button: string): boolean => enabled.some((one) => one.resourceCode === button && (one.menuId === null || own.size === 0 || own.has(one.menuId)));
      return verbsOf(e).filter(([, , button]) => !stands(button)).map(([action, label, button]) => ({ entity: e.name, of: e.label, action, label, button }));
    });
}
