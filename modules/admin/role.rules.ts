import type { Doc, Me } from "#kernel/entity.ts";
import { menu, menuRole, resource, resourceRole, respRole, responsibility, role } from "#kernel/platform/grant.entity.ts";
import { refuse } from "#kernel/refusal.ts";
import { make, rule, run, set, tell, type Effect } from "#kernel/rule.ts";
import { lastAdmin } from "./people.ts";

type Role = Doc<typeof role>;

const administrators = ["SYS_ADMIN", "SEC_ADMIN"];
/** Without these pages nobody could give anything back. */
const lifelines = ["user", "systemsetting/userresponsibility", "systemsetting/menuFuncPrivilege"];
const most = 20_000;

/** A role stays privileged once it is: otherwise the second person could be talked out of the way. */
export const saveRole = rule(role, "saveOrUpdate", {
  decide: (doc, _, { before }, me) => [
    before?.privilegedFlag === "Y" &&
      doc.privilegedFlag === "N" &&
      me.audience !== "system" &&
      refuse("ROLE_PRIVILEGED", "特权标记不能取消", "A privileged role stays privileged"),
    before?.enabledFlag === "Y" && doc.enabledFlag === "N" && administrators.includes(doc.roleCode) && lastAdmin(),
  ],
});

/** What comes and what goes: only what is not there yet is made, only what is there is taken. */
function difference<R extends { readonly id: string }>(
  rows: readonly R[],
  target: (row: R) => string,
  added: readonly string[] | null | undefined,
  dropped: readonly string[] | null | undefined,
): { readonly fresh: readonly string[]; readonly gone: readonly R[] } {
  const there = new Set(rows.map(target));
  const goes = new Set(dropped ?? []);
  return {
    fresh: [...new Set(added ?? [])].filter((id) => !there.has(id) && !goes.has(id)),
    gone: rows.filter((row) => goes.has(target(row))),
  };
}

const told = (of: Pick<Role, "privilegedFlag" | "roleName">, me: Me, user: string): Effect | false =>
  of.privilegedFlag === "Y" &&
  me.audience !== "system" &&
  tell("GRANT_CHANGED", { op: me.displayName, user, responsibility: of.roleName, status: "CHANGED" });

/** Opens and closes menus and buttons of a role, all at once; each grant is judged by its own rule. */
export const grantRole = rule(role, "doGrant", {
  reads: async (doc, find) => ({
    menus: await find.where(menuRole, { roleId: doc.id }, most),
    buttons: await find.where(resourceRole, { roleId: doc.id }, most),
  }),
  decide(doc, { menus, buttons }, input, me, at) {
    const ofMenus = difference(menus, (row) => row.menuId, input.addMenus, input.dropMenus);
    const ofButtons = difference(buttons, (row) => row.resourceId, input.addResources, input.dropResources);
    const changed = ofMenus.fresh.length + ofMenus.gone.length + ofButtons.fresh.length + ofButtons.gone.length > 0;
    const give = (make_: (id: string) => readonly Effect[]): readonly Effect[] => make_(at.newId());
    return [
      ...ofMenus.fresh.flatMap((menuId) =>
        give((id) => [make(menuRole, id, { menuId, roleId: doc.id }), run(menuRole, id, "saveOrUpdate", {})]),
      ),
      ...ofButtons.fresh.flatMap((resourceId) =>
        give((id) => [make(resourceRole, id, { resourceId, roleId: doc.id }), run(resourceRole, id, "saveOrUpdate", {})]),
      ),
      ...ofMenus.gone.map((row) => run(menuRole, row.id, "delete", {})),
      ...ofButtons.gone.map((row) => run(resourceRole, row.id, "delete", {})),
      changed && set(doc, { grantedAt: at.now }),
      changed && told(doc, me, doc.roleName),
    ];
  },
});

/** Puts roles into a responsibility and takes others out, all at once. */
export const grantResponsibility = rule(responsibility, "doGrant", {
  reads: async (doc, find) => ({ links: await find.where(respRole, { responsibilityId: doc.id }) }),
  decide(doc, { links }, input, _, at) {
    const { fresh, gone } = difference(links, (row) => row.roleId, input.addRoles, input.dropRoles);
    return [
      ...fresh.flatMap((roleId) => {
        const id = at.newId();
        return [make(respRole, id, { responsibilityId: doc.id, roleId }), run(respRole, id, "saveOrUpdate", {})];
      }),
      ...gone.map((row) => run(respRole, row.id, "delete", {})),
      fresh.length + gone.length > 0 && set(doc, { grantedAt: at.now }),
    ];
  },
});

/** The administrators' responsibilities keep the administrators' roles. */
export const deleteRespRole = rule(respRole, "delete", {
  reads: async (doc, find) => ({
    responsibility: await find.one(responsibility, doc.responsibilityId),
    of: await find.one(role, doc.roleId),
  }),
  decide: (_, { responsibility: resp, of }, __, me) => [
    administrators.includes(of.roleCode) && resp.respCode === of.roleCode && lastAdmin(),
    told(of, me, resp.respName),
  ],
});

/** The pages on which grants are given stay with the administrator. */
export const deleteMenuRole = rule(menuRole, "delete", {
  reads: async (doc, find) => ({ page: await find.one(menu, doc.menuId), of: await find.one(role, doc.roleId) }),
  decide: (_, { page, of }) => (of.roleCode === "SYS_ADMIN" && lifelines.includes(page.menuCode) ? lastAdmin() : undefined),
});

export const deleteResourceRole = rule(resourceRole, "delete", {
  reads: async (doc, find) => {
    const button = await find.one(resource, doc.resourceId);
    return { button, page: await find.maybe(menu, button.menuId), of: await find.one(role, doc.roleId) };
  },
  decide: (_, { button, page, of }) =>
    of.roleCode === "SYS_ADMIN" && page !== null && lifelines.includes(page.menuCode) && button.resourceCode === "btnSave"
      ? lastAdmin()
      : undefined,
});

export const roleRules = [saveRole, grantRole, grantResponsibility, deleteRespRole, deleteMenuRole, deleteResourceRole];
