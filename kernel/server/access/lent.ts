/** A responsibility lent by a colleague goes by two names in one: the responsibility, and the delegation that lends it. */
export interface ResponsibilityName {
  readonly responsibilityId: string;
  readonly authorisationId: string | null;
}

export const nameResponsibility = ({ responsibilityId, authorisationId }: ResponsibilityName): string =>
  authorisationId === null ? responsibilityId : `${responsibilityId}@${authorisationId}`;

export function readResponsibility(name: string): ResponsibilityName {
  const [responsibilityId = "", authorisationId] = name.split("@");
  return { responsibilityId, authorisationId: authorisationId ?? null };
}

/** Does the delegation (a) lend responsibilities at this moment? The account that lends must itself still be good. */
export const lendsAt = (now: string): string =>
  `a."authType" in ('MENU', 'ALL') and a.status in ('PENDING', 'ACTIVE') and a."startTime" <= ${now} and a."endTime" > ${now}
   and exists (select 1 from "BaseUsers" l where l.id = a."fromUserId" and l."userStatus" = 'ACTIVE')`;

/** Administrators' responsibilities (r) are given by administrators, with a second pair of eyes; nobody lends one. */
export const isLendable = `not exists (select 1 from "BaseRespRole" rr join "BaseRole" p on p.id = rr."roleId" where rr."responsibilityId" = r.id and rr.status = 'ACTIVE' and p."privilegedFlag" = 'Y')`;
