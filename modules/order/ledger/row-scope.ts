import { isWithin, type Me, type Where } from "#kernel/entity.ts";

/** Whoever buys or whoever stores sees what moves goods: a keeper is limited to his warehouse, a buyer to his business unit. What is excluded stays so. */
export const inPlace = (me: Me): Where =>
  Array.isArray(me.orgs) ? { any: [{ orgId: me.orgs }, { invOrgId: me.orgs }] } : { orgId: me.orgs };

/** The same of one thing: does this person buy for it, or store it? */
export const isInPlace = (me: Me, at: { readonly orgId: string; readonly invOrgId: string | null }): boolean =>
  isWithin(me.orgs, at.orgId) || (Array.isArray(me.orgs) && at.invOrgId !== null && me.orgs.includes(at.invOrgId));
