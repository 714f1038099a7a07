import type { Action, Entity } from "#kernel/entity.ts";
import type { Text } from "#kernel/text.ts";
import type { Menu, Resource } from "./catalogue.tsx";

/** An action whose button stands on no page: nobody can be granted it. */
export interface Unguarded {
  readonly entity: string;
  readonly of: Text;
  readonly action: string;
  readonly label: Text;
  readonly button: string;
}

/** What people may do with an entity, by name; what only the system does needs no button. */
function verbsOf(e: Entity): readonly (readonly [name: string, label: Text, button: string])[] {
  const own = Object.entries(e.actions as Readonly<Record<string, Action>>).filter(([, action]) =>
    [action.who].flat().some((who) => who !== "system"),
  );
  return [
    ...(e.saves === undefined || e.appendOnly ? [] : [["saveOrUpdate", ["保存", "Save"], "btnSave"] as const]),
    ...(e.deletes === undefined || e.appendOnly ? [] : [["delete", ["删除", "Delete"], "btnDelete"] as const]),
    ...own.map(([name, action]) => [name, action.label, action.button] as const),
  ];
}

/** Looks through all declarations for actions whose button stands on no enabled menu. Personal things and lines need none. */
export function findUnguarded(entities: readonly Entity[], menus: readonly Menu[], resources: readonly Resource[]): readonly Unguarded[] {
  const lines = new Set(
    entities.flatMap((e) =>
      [...Object.values(e.lines as Readonly<Record<string, Entity>>), ...Object.values(e.owns)].map((line) => line.name),
    ),
  );
  const shown = new Set(menus.filter((menu) => menu.enabled === "Y").map((menu) => menu.id as string));
  const standing = new Set(
    resources
      .filter((resource) => resource.enabledFlag === "Y" && (resource.menuId === null || shown.has(resource.menuId)))
      .map((resource) => resource.resourceCode),
  );
  return entities
    .filter((e) => !e.internal && e.mine === undefined && !lines.has(e.name))
    .flatMap((e) =>
      verbsOf(e)
        .filter(([, , button]) => !standing.has(button))
        .map(([action, label, button]) => ({ entity: e.name, of: e.label, action, label, button })),
    );
}
