import type { Doc } from "#kernel/entity.ts";
import { menu, resource } from "#kernel/platform/grant.entity.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import { rule, set, type Effect, type Find } from "#kernel/rule.ts";

type Menu = Doc<typeof menu>;

export const deepest = 4;

export interface Branch {
  /** From the wished parent up to the root; longer than allowed means a circle or too deep. */
  readonly above: readonly Menu[];
  /** The menus below, one list per level. */
  readonly below: readonly (readonly Menu[])[];
}

/** The line of ancestors of the wished parent and everything below the menu. */
export async function branchOf(find: Find, id: string, parentId: string | null): Promise<Branch> {
  const above: Menu[] = [];
  for (let next = parentId; next !== null && above.length <= deepest;) {
    const parent: Menu | null = await find.maybe(menu, next);
    if (!parent) break;
    above.push(parent);
    next = parent.menuParentId;
  }
  const below: (readonly Menu[])[] = [];
  for (let ids = [id]; below.length <= deepest;) {
    const level = await find.where(menu, { menuParentId: ids });
    if (level.length === 0) break;
    below.push(level);
    ids = level.map((m) => m.id);
  }
  return { above, below };
}

/** What is wrong is where it was put: the field is named, so that a form and a workbook show it there. */
const misplaced = (code: string, cn: string, en: string): Refusal =>
  refuse(code, cn, en, { fieldErrors: [{ path: "menuParentId", code, text: [cn, en] }] });

/** A menu never stands under itself, and never deeper than four. */
export function judgePlace(doc: Menu, { above, below }: Branch): Refusal | undefined {
  if (above.some((m) => m.id === doc.id)) return misplaced("MENU_CYCLE", "菜单层级循环", "Menu cycle");
  if (above.length + 1 + below.length > deepest) return misplaced("MENU_DEPTH", "菜单不能超过4级", "Menu deeper than 4");
  return undefined;
}

const levels = (doc: Menu, { above, below }: Branch): Effect[] => [
  set(doc, { levelId: above.length + 1 }),
  ...below.flatMap((level, step) => level.map((m) => set(m, { levelId: above.length + 2 + step }))),
];

/** Checks where a menu stands and that suppliers find nothing internal under their folders. */
export const saveMenu = rule(menu, "saveOrUpdate", {
  reads: async (doc, find) => branchOf(find, doc.id, doc.menuParentId),
  decide: (doc, branch) => [
    judgePlace(doc, branch),
    branch.above[0]?.menuType !== undefined &&
      branch.above[0].menuType !== "DIR" &&
      misplaced("MENU_PARENT", "上级须为目录", "The parent must be a folder"),
    ...levels(doc, branch),
  ],
});

/** Puts a menu elsewhere; what hangs below comes along. */
export const moveMenu = rule(menu, "doMove", {
  reads: async (doc, find, input) => branchOf(find, doc.id, input.menuParentId ?? null),
  decide: (doc, branch, input) => [
    judgePlace(doc, branch),
    branch.above[0]?.menuType !== undefined &&
      branch.above[0].menuType !== "DIR" &&
      misplaced("MENU_PARENT", "上级须为目录", "The parent must be a folder"),
    set(doc, { menuParentId: input.menuParentId ?? null, ...(typeof input.seqNum === "number" ? { seqNum: input.seqNum } : {}) }),
    ...levels(doc, branch),
  ],
});

/** Only a leaf nobody was granted can go; everything else is disabled. */
export const deleteMenu = rule(menu, "delete", {
  reads: async (doc, find) => ({
    children: await find.count(menu, { menuParentId: doc.id }),
    buttons: await find.count(resource, { menuId: doc.id }),
  }),
  decide: (_, { children, buttons }) =>
    children + buttons > 0
      ? refuse("MENU_IN_USE", "菜单有下级或资源，请停用", "The menu has children or resources; disable it instead")
      : undefined,
});

export const menuRules = [saveMenu, moveMenu, deleteMenu];
