import { houseZone } from "../../time.ts";
import type { Kernel } from "../kernel.ts";

/** A person who holds two powers that exclude each other today. */
export interface DutyConflict {
  readonly userId: string;
  readonly userName: string;
  readonly displayName: string;
  readonly ruleCode: string;
  readonly level: string;
  readonly reason: string;
  readonly respA: string;
  readonly respB: string;
}

/** Everybody who holds both powers of an enabled rule, through whatever responsibilities. */
export const findConflicts = (kernel: Kernel): Promise<DutyConflict[]> =>
  kernel.db.query<DutyConflict>(
    `with power as (
       select distinct u."userId", r."respCode", s."resourceCode" as code, coalesce(m."menuCode", '') || ':' || s."resourceCode" as full
       from "BaseUserResp" u join "BaseUsers" a on a.id = u."userId" and a."userStatus" <> 'DISABLED' join "BaseResponsibility" r on r.id = u."responsibilityId" and r."enabledFlag" = 'Y'
         join "BaseRespRole" rr on rr."responsibilityId" = r.id and rr.status = 'ACTIVE' join "BaseRole" o on o.id = rr."roleId" and o."enabledFlag" = 'Y'
         join "BaseResourceRole" g on g."roleId" = o.id and g.status = 'ACTIVE' join "BaseResource" s on s.id = g."resourceId" and s."enabledFlag" = 'Y' left join "BaseMenu" m on m.id = s."menuId"
       where u.status = 'ACTIVE' and (u."endDate" is null or u."endDate" >= (now() at time zone '${houseZone}')::date))
     select a.id as "userId", a."userName", a."displayName", d."ruleCode", d.level, d.reason, min(x."respCode") as "respA", min(y."respCode") as "respB"
     from "BaseSodRule" d join power x on d."resourceA" in (x.code, x.full) join power y on y."userId" = x."userId" and d."resourceB" in (y.code, y.full) join "BaseUsers" a on a.id = x."userId"
     where d."enabledFlag" = 'Y' group by a.id, a."userName", a."displayName", d."ruleCode", d.level, d.reason order by d."ruleCode", a."userName"`,
  );
