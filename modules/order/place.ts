import type { Me, Where } from "#kernel/entity.ts";

/** Whoever buys or whoever stores sees what moves goods: a keeper is limited to his warehouse, a buyer to his business unit. What is excluded stays so. */
export const inPlace = (me: Me): Where =>
  Array.isArray(me.orgs) ? { any: [{ orgId: me.orgs }, { invOrgId: me.orgs }] } : { orgId: me.orgs };
