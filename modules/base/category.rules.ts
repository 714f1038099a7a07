import type { Doc } from "#kernel/entity.ts";
import { userCategoryPermit } from "#kernel/platform/permit.entity.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import { add, drop, rule, set, tell, type Effect, type Find } from "#kernel/rule.ts";
import { Question } from "#kernel/question.ts";
import { auctionCategory, category } from "./category.entity.ts";
import { getProfile } from "./doors.ts";
import { item, itemOrg } from "./item.entity.ts";
import { configProfile } from "./profile.entity.ts";
import { counted, openUses, stillUsed, switchRules } from "./uses.ts";

type Category = Doc<typeof category>;

/** What higher areas change when one category goes into another: qualified categories of suppliers, for one. */
export const mergesInto = new Question<{ readonly fromId: string; readonly toId: string }, Effect>();

const activeItems = (find: Find, categoryId: string) => counted(find, item, { categoryId, itemStatus: { not: "OBSOLETE" } });
const cycle = (): Refusal => refuse("BASE_TREE_001", "上级不能是自身或下级", "Parent cannot be itself or a descendant");
const tooDeep = (most: number): Refusal => refuse("BASE_TREE_002", `层级不能超过${most}级`, `At most ${most} levels`);

const below = (find: Find, of: Category): Promise<readonly Category[]> =>
  find.where(category, { idPath: { contains: `${of.idPath ?? of.id}/` } }, 5000);

const isRenamed = (a: Category, b: Category): boolean => a.categoryName !== b.categoryName || a.categoryNameEn !== b.categoryNameEn;

/** Puts a category and everything below it in its place: level and both paths, all in one go. */
function placed(root: Category, parent: Category | null, under: readonly Category[]): Effect[] {
  const level = (parent?.level ?? 0) + 1;
  const fullPath = parent ? `${parent.fullPath ?? parent.categoryName}/${root.categoryName}` : root.categoryName;
  const name = root.categoryNameEn || root.categoryName;
  const fullPathEn = parent ? `${parent.fullPathEn || parent.fullPath || parent.categoryName}/${name}` : name;
  const idPath = parent ? `${parent.idPath ?? parent.id}/${root.id}` : root.id;
  const place = { level, fullPath, fullPathEn, idPath };
  const here = { ...root, ...place };
  return [
    set(root, place),
    ...under.filter((category) => category.parentId === root.id).flatMap((category) => placed(category, here, under)),
  ];
}

const deepest = (root: Category, under: readonly Category[]): number =>
  Math.max(0, ...under.map((category) => (category.level ?? 1) - (root.level ?? 1)));

/** Two primary buyers of one organisation and role must not stand on one day. */
function twoPrimaries(doc: Category): Refusal | false {
  const rows = doc.buyers.filter((buyer) => buyer.primaryFlag === "Y");
  const clash = rows.some((a, i) =>
    rows.some(
      (b, j) =>
        j > i &&
        a.orgId === b.orgId &&
        a.buyerRole === b.buyerRole &&
        a.startDate <= (b.endDate ?? "9999-12-31") &&
        b.startDate <= (a.endDate ?? "9999-12-31"),
    ),
  );
  return clash && refuse("BASE_DEF_001", "同一组织同一角色同一天只能有一名主责采购员", "One primary buyer per organisation, role and day");
}

const saveCategory = rule(category, "saveOrUpdate", {
  reads: async (doc, find, { before }) => {
    const parent = await find.maybe(category, doc.parentId);
    const movedOrRenamed = before !== null && (isRenamed(before, doc) || before.parentId !== doc.parentId);
    return {
      parent,
      most: Number((await getProfile(find, "CATEGORY_MAX_LEVEL")).value),
      items: parent && before === null ? await activeItems(find, parent.id) : null,
      under: movedOrRenamed ? await below(find, before) : [],
    };
  },
  decide: (doc, { parent, most, items, under }, { before }) => {
    if (before !== null && before.parentId !== doc.parentId)
      return refuse("FIELD_READONLY", "请用「移动」调整上级", "Use Move to change the parent", {
        fieldErrors: [{ path: "parentId", code: "FIELD_READONLY", text: ["请用「移动」调整上级", "Use Move to change the parent"] }],
      });
    return [
      before !== null &&
        before.usedFlag === "Y" &&
        before.categoryCode !== doc.categoryCode &&
        refuse("FIELD_FIXED", "品类已被使用，编码不能修改", "The code cannot change once the category is used"),
      (parent?.level ?? 0) + 1 > most && tooDeep(most),
      items !== null && stillUsed([items]),
      twoPrimaries(doc),
      ...(before === null || isRenamed(before, doc) ? placed(doc, parent, under) : []),
      parent !== null && parent.leafFlag === "Y" && before === null && set(parent, { leafFlag: "N" }),
    ];
  },
});

const moveCategory = rule(category, "move", {
  reads: async (doc, find, input) => {
    const parent = await find.maybe(category, input.newParentId ?? null);
    return {
      parent,
      under: await below(find, doc),
      most: Number((await getProfile(find, "CATEGORY_MAX_LEVEL")).value),
      items: parent ? await activeItems(find, parent.id) : null,
      old: await find.maybe(category, doc.parentId),
      siblings: doc.parentId ? await find.count(category, { parentId: doc.parentId }) : 0,
    };
  },
  decide: (doc, { parent, under, most, items, old, siblings }) => [
    parent !== null && (parent.id === doc.id || under.some((category) => category.id === parent.id)) && cycle(),
    (parent?.level ?? 0) + 1 + deepest(doc, under) > most && tooDeep(most),
    items !== null && stillUsed([items]),
    set(doc, { parentId: parent?.id ?? null }),
    ...placed(doc, parent, under),
    parent !== null && set(parent, { leafFlag: "N" }),
    old !== null && old.id !== parent?.id && siblings <= 1 && set(old, { leafFlag: "Y" }),
  ],
});

const mergeCategory = rule(category, "merge", {
  reads: async (doc, find, input) => {
    const to = await find.one(category, input.toId!);
    return {
      to,
      children: await counted(find, category, { parentId: doc.id }),
      items: await find.where(item, { categoryId: doc.id }, 20_000),
      rows: await find.where(itemOrg, { categoryId: doc.id }, 20_000),
      permits: await find.where(userCategoryPermit, { categoryId: doc.id }, 5000),
      theirs: await find.where(userCategoryPermit, { categoryId: input.toId! }, 5000),
      profiles: await find.where(configProfile, { categoryId: doc.id }),
      elsewhere: await mergesInto.ask(find, { fromId: doc.id, toId: input.toId! }),
    };
  },
  decide: (doc, { to, children, items, rows, permits, theirs, profiles, elsewhere }) => [
    to.id === doc.id && cycle(),
    (to.leafFlag !== "Y" || to.enabledFlag !== "Y") &&
      refuse("BASE_ITEM_003", "品类必须为启用的末级品类", "Category must be an enabled leaf"),
    stillUsed([children]),
    ...items.map((row) => set(row, { categoryId: to.id })),
    ...rows.map((row) => set(row, { categoryId: to.id })),
    ...permits.map((permit) =>
      theirs.some((other) => other.userId === permit.userId && other.permitType === permit.permitType)
        ? drop(permit)
        : set(permit, { categoryId: to.id }),
    ),
    ...profiles.map((profile) => set(profile, { enabledFlag: "N" as const })),
    ...doc.buyers
      .filter((buyer) => !to.buyers.some((other) => other.orgId === buyer.orgId && other.buyerRole === buyer.buyerRole))
      .map(({ orgId, buyerId, buyerRole, primaryFlag, startDate, endDate }) =>
        add(to, "buyers", { orgId, buyerId, buyerRole, primaryFlag, startDate, endDate }),
      ),
    set(to, { usedFlag: "Y" }),
    set(doc, { enabledFlag: "N" }),
    ...elsewhere,
    tell("CATEGORY_MERGED", { from: doc.categoryCode, to: to.categoryCode, affected: items.length + permits.length }),
  ],
});

const deleteCategory = rule(category, "delete", {
  reads: async (doc, find) => ({
    held: [
      await counted(find, category, { parentId: doc.id }),
      await counted(find, item, { categoryId: doc.id }),
      ...(await openUses.ask(find, { entity: category.name, id: doc.id })),
    ],
    parent: await find.maybe(category, doc.parentId),
    siblings: doc.parentId ? await find.count(category, { parentId: doc.parentId }) : 0,
  }),
  decide: (doc, { held, parent, siblings }) => [
    doc.usedFlag === "Y"
      ? refuse("BASE_USED_001", "品类已被使用，不能删除", "The category was used and cannot be deleted")
      : stillUsed(held),
    parent !== null && siblings <= 1 && set(parent, { leafFlag: "Y" }),
  ],
});

export const categoryRules = [
  saveCategory,
  moveCategory,
  mergeCategory,
  deleteCategory,
  rule(category, "doMarkUsed", { decide: (doc) => (doc.usedFlag === "Y" ? [] : set(doc, { usedFlag: "Y" })) }),
  ...switchRules(
    category,
    async (find, id) => [
      await counted(find, category, { parentId: id, enabledFlag: "Y" }),
      await counted(find, item, { categoryId: id, itemStatus: ["DRAFT", "APPROVING", "ACTIVE", "FROZEN"] }),
    ],
    "parentId",
  ),
  ...switchRules(auctionCategory),
];
