import { houseZone } from "#kernel/time.ts";

/** What every view says of the instance (i) and of its bill type (b). */
const instance = `i.id as "instanceId", i."instanceNum", i.subject, i."subjectEn", i."billTypeCode", coalesce(b."billTypeName", i."billTypeCode") as "billTypeName",
  coalesce(b."billTypeNameEn", b."billTypeName", i."billTypeCode") as "billTypeNameEn", i."billNum", i."bizEntity", i."bizId", i."starterUserId", i."orgId", i.amount, i.currency,
  i."startedAt", b."formRoute"`;

const stamps = (alias: string, id: string): string =>
  `${id} as id, ${alias}."createdBy", ${alias}."creationDate", ${alias}."lastUpdatedBy", ${alias}."lastUpdateDate", ${alias}."versionNum"`;

/** Roles begin with the morning of the house, not with the server's. */
const today = `(now() at time zone '${houseZone}')::date`;

const held = (alias: string, hat: string): string =>
  `${alias}.status = 'ACTIVE' and ${hat}."enabledFlag" = 'Y' and (${alias}."startDate" is null or ${alias}."startDate" <= ${today}) and (${alias}."endDate" is null or ${alias}."endDate" >= ${today})`;

/** Open tasks nobody holds, with whoever may take them now; each branch starts from the person, so that asking for one person stays cheap. */
const groups = `
  select c."taskId", c."userId" from "BpmTaskCandidate" c
  union
  select t.id, u."userId" from "BaseUserResp" u join "BaseResponsibility" r on r.id = u."responsibilityId" join "BpmTask" t on t."candidateKey" in ('RESP:' || r."respCode", r."respCode")
   where ${held("u", "r")} and r.audience = 'INTERNAL' and t.status = 'TODO' and t."assigneeUserId" is null
  union
  select t.id, a.id from "BasePositionAllot" p join "BaseUsers" a on a."personId" = p."personId" join "BpmTask" t on t."candidateKey" = 'POSITION:' || p."positionId"
   where p."startDate" <= ${today} and (p."endDate" is null or p."endDate" >= ${today}) and t.status = 'TODO' and t."assigneeUserId" is null
  union
  select t.id, u."userId" from "BpmTask" t cross join lateral jsonb_to_recordset(t."candidateHats") as h("userId" text, "responsibilityId" text)
   join "BaseUserResp" u on u."userId" = h."userId" and u."responsibilityId" = h."responsibilityId" join "BaseResponsibility" r on r.id = u."responsibilityId"
   where t.status = 'TODO' and t."assigneeUserId" is null and t."candidateKey" like 'HOLDS:%' and ${held("u", "r")}
    and exists (select 1 from "BaseRespRole" rr join "BaseRole" o on o.id = rr."roleId" join "BaseResourceRole" g on g."roleId" = o.id join "BaseResource" s on s.id = g."resourceId"
                where rr."responsibilityId" = r.id and rr.status = 'ACTIVE' and o."enabledFlag" = 'Y' and g.status = 'ACTIVE' and s."enabledFlag" = 'Y'
                 and s."resourceCode" = split_part(split_part(t."candidateKey", ':', 2), '@', 1))`;

const people = `
  select t.id as "taskId", t."assigneeUserId" as "userId", 'ASSIGNED' as kind, t."ownerUserId" as "fromUserId" from "BpmTask" t where t.status in ('TODO', 'CLAIMED') and t."assigneeUserId" is not null
  union all
  select t.id, a."toUserId", 'DELEGATED', a."fromUserId" from "BaseUserAuthorisation" a join "BpmTask" t on t."assigneeUserId" = a."fromUserId" join "BpmInstance" di on di.id = t."parentId"
   where a.status in ('ACTIVE', 'PENDING') and a."startTime" <= now() and now() < a."endTime" and a."authType" <> 'MENU' and t.status in ('TODO', 'CLAIMED') and t."ownerUserId" is null
    and (a."billTypeCodes" is null or jsonb_array_length(a."billTypeCodes") = 0 or exists (select 1 from "BaseApprovalBillType" db where db."billTypeCode" = di."billTypeCode" and a."billTypeCodes" ? db.id))
  union all
  select g."taskId", g."userId", 'GROUP', null from (${groups}) g join "BpmTask" gt on gt.id = g."taskId" where gt.status = 'TODO' and gt."assigneeUserId" is null`;

/** Nobody gets two votes at one step: whoever signs, signed or will sign there is offered no further seat of it. */
const signs = `exists (select 1 from "BpmTask" s where s."parentId" = t."parentId" and s."tokenId" = t."tokenId" and s.status in ('TODO', 'CLAIMED', 'WAITING_SIGN', 'DONE') and p."userId" in (s."assigneeUserId", s."ownerUserId"))
  or exists (select 1 from "BpmToken" k cross join lateral jsonb_to_recordset(case when jsonb_typeof(k.seats) = 'array' then k.seats else '[]' end) as s("userId" text, removed boolean)
             where k.id = t."tokenId" and s."userId" = p."userId" and s.removed is not true)`;

const todo = `select ${stamps("t", `t.id || ':' || p."userId"`)}, p."userId", p.kind, p."fromUserId", t.id as "taskId", ${instance},
    t."nodeId", t."nodeName", t."nodeNameEn", t."taskKind", t.status as "taskStatus", t."candidateKey", t."arrivedAt", t."dueDate", t."readAt", t."urgeCount",
    floor(extract(epoch from (now() - t."arrivedAt")) / 3600)::int as "waitingHours", case when t."dueDate" < now() then 'Y' else 'N' end as "overdueFlag", coalesce(b."batchFlag", 'N') as "batchFlag",
    case when exists (select 1 from "BaseApprovalCommune" c where c."taskId" = t.id and c."askUserId" = p."userId" and c.status = 'OPEN') then 'Y' else 'N' end as "askedFlag"
  from (${people}) p join "BpmTask" t on t.id = p."taskId" join "BpmInstance" i on i.id = t."parentId" left join "BaseApprovalBillType" b on b."billTypeCode" = i."billTypeCode"
  join "BaseUsers" me on me.id = p."userId" and me."userStatus" = 'ACTIVE'
  where i.status in ('RUNNING', 'ERROR') and (p.kind = 'ASSIGNED' or (p."userId" <> i."starterUserId" and not (${signs})))`;

const handled = `select ${stamps("d", "d.id")}, d."byUserId" as "userId", ${instance}, i.status, i."currentNode", i."currentNodeEn", i.handlers,
    d."taskId", d."nodeId", t."nodeName", t."nodeNameEn", d.action, d."forUserId", d.comment, t."taskKind", t."arrivedAt", t."dueDate", d.at as "handledAt",
    floor(extract(epoch from (d.at - t."arrivedAt")) / 3600)::int as "handleHours",
    case when i.status = 'RUNNING' and d.action in ('PASS', 'REJECT') and d.at > now() - interval '24 hours'
      and not exists (select 1 from "BpmTaskAction" l where l."parentId" = i.id and l.id > d.id and l.replay is not null and l.replay <> 'null'::jsonb and l.action not in ('URGE', 'COPY', 'READ')) then 'Y'
      when i.status in ('RUNNING', 'ERROR') and d.action = 'DELEGATE' and t.status in ('TODO', 'CLAIMED') and t."ownerUserId" = d."byUserId" then 'Y' else 'N' end as "revocableFlag"
  from "BpmTaskAction" d join "BpmInstance" i on i.id = d."parentId" left join "BpmTask" t on t.id = d."taskId" left join "BaseApprovalBillType" b on b."billTypeCode" = i."billTypeCode"
  where d."byUserId" is not null and d."taskId" is not null and d.action not in ('READ', 'CLAIM', 'UNCLAIM', 'URGE', 'COPY', 'TIMER')`;

const copied = `select ${stamps("c", "c.id")}, c."toUserId" as "userId", c.id as "copyId", ${instance}, i.status, i."currentNode", i."currentNodeEn", i.handlers, c.reason,
    c."createdBy" as "fromUserId", c."creationDate" as "copiedAt", c."readAt", case when c."readAt" is null then 'N' else 'Y' end as "readFlag"
  from "BpmCopy" c join "BpmInstance" i on i.id = c."parentId" left join "BaseApprovalBillType" b on b."billTypeCode" = i."billTypeCode"`;

/** The lists of work, read live from tasks, roles and delegations: there is no copy to go stale. */
export const workflowViews: Readonly<Record<string, string>> = { BpmTodo: todo, BpmHandled: handled, BpmCopied: copied };
