import type { Doc } from "#kernel/entity.ts";
import { menuRole, resourceRole, respRole, responsibility, role } from "#kernel/platform/grant.entity.ts";
import { userResp } from "#kernel/platform/permit.entity.ts";
import { refuse } from "#kernel/refusal.ts";
import { make, rule, set, warn } from "#kernel/rule.ts";
import { readFourEyes, waitsForSecond } from "./grant.rules.ts";
import { grantSelf, lastAdmin } from "./people.ts";

type Responsibility = Doc<typeof responsibility>;

/** What somebody may see, in a form that can be compared. */
const scopeOf = (doc: Responsibility): string =>
  JSON.stringify([
    ...[doc.orgScope, doc.categoryScope, doc.materialScope],
    doc.orgs.map((l) => `${l.orgId}${l.includeChildren}`).sort(),
    doc.categories.map((l) => `${l.categoryId}${l.includeChildren}`).sort(),
    doc.materials.map((l) => `${l.itemId}|${l.itemCodeFrom}|${l.itemCodeTo}`).sort(),
  ]);

/** Nobody widens the responsibility he has; lists belong to LIST scopes, "own organisation" to the organisation scope. */
export const saveResponsibility = rule(responsibility, "saveOrUpdate", {
  reads: async (doc, find, _, me) => ({
    self: await find.exists(userResp, { userId: me.userId, responsibilityId: doc.id, status: "ACTIVE" }),
  }),
  decide(doc, { self }, { before }, me, at) {
    const empty = (scope: string, lines: readonly unknown[]) => scope === "LIST" && lines.length === 0;
    return [
      before !== null && self && scopeOf(before) !== scopeOf(doc) && me.audience !== "system" && grantSelf(),
      [doc.categoryScope, doc.materialScope].includes("OWN_ORG") &&
        refuse("RESP_SCOPE", "品类和物料范围不能为本组织", "Category and material scope cannot be the own organisation"),
      (empty(doc.orgScope, doc.orgs) || empty(doc.categoryScope, doc.categories) || empty(doc.materialScope, doc.materials)) &&
        warn("RESP_SCOPE_EMPTY", "范围为指定但未列出对象，持有人将看不到数据", "A list scope without entries shows its holders nothing"),
      set(doc, { homeRoute: doc.audience === "SUPPLIER" ? "exHome" : "inHome", startDate: doc.startDate ?? at.today }),
    ];
  },
});

/** The administrators' own responsibility stays on. */
export const disableResponsibility = rule(responsibility, "doDisable", {
  decide: (doc) => [["SYS_ADMIN", "SEC_ADMIN"].includes(doc.respCode) && lastAdmin(), set(doc, { enabledFlag: "N" })],
});
export const enableResponsibility = rule(responsibility, "doEnabled", { decide: (doc) => set(doc, { enabledFlag: "Y" }) });

export const deleteResponsibility = rule(responsibility, "delete", {
  reads: async (doc, find) => ({ holders: await find.count(userResp, { responsibilityId: doc.id }) }),
  decide: (_, { holders }) =>
    holders > 0
      ? refuse("RESP_IN_USE", `职责仍有 ${holders} 名用户，不能删除，请停用`, `${holders} users hold it; disable it instead`)
      : undefined,
});

/** A new responsibility cut from an existing one: roles and scopes come along, the organisations may be chosen anew. */
export const copyResponsibility = rule(responsibility, "doCopy", {
  reads: async (doc, find) => {
    const links = await find.where(respRole, { responsibilityId: doc.id });
    return { links, roles: links.length ? await find.where(role, { id: links.map((l) => l.roleId) }) : [], eyes: await readFourEyes(find) };
  },
  decide(doc, { links, roles, eyes }, input, me, at) {
    const id = at.newId();
    const orgs = input.orgIds?.length
      ? input.orgIds.map((orgId) => ({ orgId, includeChildren: "Y" as const }))
      : doc.orgs.map(({ orgId, includeChildren }) => ({ orgId, includeChildren }));
    const privileged = (roleId: string) => roles.find((r) => r.id === roleId)?.privilegedFlag === "Y";
    return [
      make(responsibility, id, {
        respCode: input.respCode ?? "",
        respName: input.respName ?? "",
        respNameEn: input.respNameEn ?? null,
        audience: doc.audience,
        systemCode: doc.systemCode,
        orgId: doc.orgId,
        homeRoute: doc.homeRoute,
        orgScope: input.orgIds?.length ? "LIST" : doc.orgScope,
        categoryScope: doc.categoryScope,
        materialScope: doc.materialScope,
        startDate: at.today,
        enabledFlag: "Y",
        orgs,
        categories: doc.categories.map(({ categoryId, includeChildren }) => ({ categoryId, includeChildren })),
        materials: doc.materials.map(({ itemId, itemCodeFrom, itemCodeTo }) => ({ itemId, itemCodeFrom, itemCodeTo })),
      }),
      ...links.map(({ roleId }) =>
        make(respRole, at.newId(), {
          responsibilityId: id,
          roleId,
          grantedBy: me.userId,
          status: waitsForSecond(privileged(roleId), eyes, me, at.today) ? "PENDING" : "ACTIVE",
        }),
      ),
    ];
  },
});

/** A new role with the grants of an existing one; being new, nobody has it yet. */
export const copyRole = rule(role, "doCopy", {
  reads: async (doc, find) => ({
    menus: await find.where(menuRole, { roleId: doc.id, status: "ACTIVE" }),
    buttons: await find.where(resourceRole, { roleId: doc.id, status: "ACTIVE" }),
  }),
  decide(doc, { menus, buttons }, input, me, at) {
    const id = at.newId();
    const grant = { roleId: id, grantedBy: me.userId };
    return [
      make(role, id, {
        roleCode: input.roleCode ?? "",
        roleName: input.roleName ?? "",
        audience: doc.audience,
        privilegedFlag: doc.privilegedFlag,
        description: doc.description,
        enabledFlag: "Y",
      }),
      ...menus.map(({ menuId }) => make(menuRole, at.newId(), { menuId, ...grant })),
      ...buttons.map(({ resourceId }) => make(resourceRole, at.newId(), { resourceId, ...grant })),
    ];
  },
});

export const responsibilityRules = [
  saveResponsibility,
  disableResponsibility,
  enableResponsibility,
  deleteResponsibility,
  copyResponsibility,
  copyRole,
];
