import { call } from "#kernel/web/call.ts";
import type { FixPlace } from "#kernel/web/call-error.ts";
import type { Role } from "./catalogue.tsx";
import type { RoleDifference, RoleGrants } from "./rolePlan.ts";

/** What a set of grants would do or has done: how many come and go, whom it reaches, what stands in the way. */
export interface PermitAnswer {
  readonly added: number;
  readonly removed: number;
  readonly touchedUsers: number;
  readonly allowed: boolean;
  readonly reasons: readonly { readonly code: string; readonly msg: string; readonly fix?: FixPlace }[];
  readonly notes: readonly { readonly code: string; readonly msg: string }[];
}

export interface RolePermits extends RoleGrants {
  readonly role: Role;
  readonly versionNum: number;
  readonly touchedUsers: number;
}

interface Wire {
  readonly role: Role;
  readonly versionNum: number;
  readonly touchedUsers: number;
  readonly menus: readonly { readonly menuId: string; readonly status: string }[];
  readonly resources: readonly { readonly resourceId: string; readonly status: string }[];
}

const door = (name: string): string => `baseServer/basePermitService/${name}`;

/** Menus and buttons of a role together. */
export async function findRolePermits(id: string): Promise<RolePermits> {
  const { data } = await call<Wire>(door("listRolePermit"), { id });
  return {
    ...data,
    menus: new Map(data.menus.map((entry) => [entry.menuId, entry.status])),
    resources: new Map(data.resources.map((resource) => [resource.resourceId, resource.status])),
  };
}

interface Saving {
  readonly versionNum?: number;
  /** Only says what it would do. */
  readonly dryRun?: boolean;
}

/** Opens and closes menus and buttons of a role, all at once. */
export async function saveRolePermits(id: string, change: RoleDifference, saving: Saving): Promise<PermitAnswer> {
  const of = (menus: readonly string[], resources: readonly string[]) => [
    ...menus.map((menuId) => ({ menuId })),
    ...resources.map((resourceId) => ({ resourceId })),
  ];
  const body = { id, added: of(change.addMenus, change.addResources), removed: of(change.dropMenus, change.dropResources), ...saving };
  return (await call<PermitAnswer>(door("saveBatchRolePermit"), body)).data;
}

/** Puts roles into a responsibility and takes others out, all at once. */
export const saveResponsibilityRoles = async (
  id: string,
  added: readonly string[],
  removed: readonly string[],
  saving: Saving,
): Promise<PermitAnswer> => (await call<PermitAnswer>(door("saveBatchRespPermit"), { id, added, removed, ...saving })).data;

/** One responsibility a person is to get or to keep with other dates; with an id it is a row that exists. */
export interface WishedResponsibility {
  readonly id?: string;
  readonly responsibilityId?: string;
  readonly startDate?: string | null;
  readonly endDate?: string | null;
  readonly grantReason?: string | null;
}

/** Gives a person responsibilities and takes others away, all at once. */
export const saveUserResponsibilities = async (
  userId: string,
  added: readonly WishedResponsibility[],
  removed: readonly string[],
  saving: Saving,
): Promise<PermitAnswer> => (await call<PermitAnswer>(door("saveBatchUserRespPermit"), { id: userId, added, removed, ...saving })).data;

export interface DutyConflict {
  readonly userId: string;
  readonly userName: string;
  readonly displayName: string;
  readonly ruleCode: string;
  readonly level: "WARN" | "BLOCK";
  readonly reason: string;
  readonly respA: string;
  readonly respB: string;
}

/** People who hold two powers that exclude each other today. */
export const findDutyConflicts = async (): Promise<readonly DutyConflict[]> =>
  (await call<readonly DutyConflict[]>(door("listSodConflicts"))).data;
