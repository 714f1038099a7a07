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

const inTime = (alias: string): string =>
  `${alias}.status in ('ACTIVE', 'PENDING') and ${alias}."startTime" <= now() and now() < ${alias}."endTime"`;

/** Delegations of approvals that count now, each pair of people once; `bills` is a list for each delegation that is limited to kinds of documents, null where one is not. */
const delegations = `select a."toUserId", a."fromUserId",
    case when bool_or(a."authType" <> 'APPROVAL' or coalesce(jsonb_array_length(a."billTypeCodes"), 0) = 0) then null else jsonb_agg(a."billTypeCodes") end as bills
  from "BaseUserAuthorisation" a where ${inTime("a")} and a."authType" <> 'MENU' group by a."toUserId", a."fromUserId"`;

/** As whom somebody takes a task from its group: as himself, or for each absent person who delegates to him. */
const members = `
  select own.id as "userId", own.id as "memberId", null::text as "fromUserId", null::jsonb as bills from "BaseUsers" own
  union all
  select d."toUserId", d."fromUserId", d."fromUserId", d.bills from (${delegations}) d join "BaseUsers" away on away.id = d."fromUserId" and away."userStatus" = 'ACTIVE'`;

/** Which groups member w is in today. */
const memberships = `
  select array(select x.key from "BaseUserResp" u join "BaseResponsibility" r on r.id = u."responsibilityId" cross join lateral (values ('RESP:' || r."respCode"), (r."respCode")) x(key)
                where u."userId" = w."memberId" and r.audience = 'INTERNAL' and ${held("u", "r")}
               union all
               select 'POSITION:' || p."positionId" from "BaseUsers" a join "BasePositionAllot" p on p."personId" = a."personId"
                where a.id = w."memberId" and p."startDate" <= ${today} and (p."endDate" is null or p."endDate" >= ${today})) as keys,
         array(select jsonb_build_array(jsonb_build_object('userId', u."userId", 'responsibilityId', u."responsibilityId")) from "BaseUserResp" u join "BaseResponsibility" r on r.id = u."responsibilityId"
                where u."userId" = w."memberId" and ${held("u", "r")}) as responsibilities
  offset 0`;

/** The open tasks member w with groups k may take. That a responsibility still has the button, and shows the document, is judged when the row is offered. */
const takeable = `
  select t.id from "BpmTask" t where t.status = 'TODO' and t."assigneeUserId" is null
   and (t."candidateKey" = any (k.keys) or (t."candidateKey" like 'HOLDS:%' and t."candidateHats" @> any (k.responsibilities))
    or exists (select 1 from "BpmTaskCandidate" c where c."parentId" = t."parentId" and c."taskId" = t.id and c."userId" = w."memberId"))
  offset 0`;

/**
 * Who has what to do. What is open to groups is asked in steps that the planner may not reorder (`offset 0`): first the member, then his
 * groups, then one look at the open tasks. So a list costs one such look for its reader and one for each person who delegates to him,
 * whatever the planner believes about the number of tasks.
 */
const people = `
  select t.id as "taskId", t."assigneeUserId" as "userId", 'ASSIGNED' as kind, t."ownerUserId" as "fromUserId", null::jsonb as bills from "BpmTask" t where t.status in ('TODO', 'CLAIMED') and t."assigneeUserId" is not null
  union all
  select t.id, d."toUserId", 'DELEGATED', d."fromUserId", d.bills from (${delegations}) d join "BpmTask" t on t."assigneeUserId" = d."fromUserId" where t.status in ('TODO', 'CLAIMED') and t."ownerUserId" is null
  union all
  select g.id, w."userId", 'GROUP', w."fromUserId", w.bills from (${members}) w cross join lateral (${memberships}) k cross join lateral (${takeable}) g`;

/** Nobody gets two votes at one step: whoever signs, signed or will sign there is offered no further seat of it, himself or through another. */
const signs = (
  who: string,
): string => `exists (select 1 from "BpmTask" s where s."parentId" = t."parentId" and s."tokenId" = t."tokenId" and s.status in ('TODO', 'CLAIMED', 'WAITING_SIGN', 'DONE') and ${who} in (s."assigneeUserId", s."ownerUserId"))
  or exists (select 1 from "BpmToken" k cross join lateral jsonb_to_recordset(case when jsonb_typeof(k.seats) = 'array' then k.seats else '[]' end) as s("userId" text, removed boolean)
             where k.id = t."tokenId" and s."userId" = ${who} and s.removed is not true)`;

/** An absent member hands on neither what he started himself, nor what he could not decide, because he stands in the starter's place or signs at the step. */
const handsOn = `p."fromUserId" <> i."starterUserId" and not (${signs('p."fromUserId"')})
    and not exists (select 1 from "BaseUserAuthorisation" s where s."fromUserId" = i."starterUserId" and s."toUserId" = p."fromUserId" and ${inTime("s")})`;

const todo = `select ${stamps("t", `t.id || ':' || p."userId" || case when p.kind = 'GROUP' then coalesce(':' || p."fromUserId", '') else '' end`)}, p."userId", p.kind, p."fromUserId", t.id as "taskId", ${instance},
    t."nodeId", t."nodeName", t."nodeNameEn", t."taskKind", t.status as "taskStatus", t."candidateKey", t."arrivedAt", t."dueDate", t."readAt", t."urgeCount",
    floor(extract(epoch from (now() - t."arrivedAt")) / 3600)::int as "waitingHours", case when t."dueDate" < now() then 'Y' else 'N' end as "overdueFlag", coalesce(b."batchFlag", 'N') as "batchFlag",
    case when exists (select 1 from "BaseApprovalCommune" c where c."taskId" = t.id and c."askUserId" = p."userId" and c.status = 'OPEN') then 'Y' else 'N' end as "askedFlag"
  from (${people}) p join "BpmTask" t on t.id = p."taskId" join "BpmInstance" i on i.id = t."parentId" left join "BaseApprovalBillType" b on b."billTypeCode" = i."billTypeCode"
  join "BaseUsers" me on me.id = p."userId" and me."userStatus" = 'ACTIVE'
  where i.status in ('RUNNING', 'ERROR') and (p.kind = 'ASSIGNED' or (p."userId" <> i."starterUserId" and not (${signs('p."userId"')})))
   and (p.bills is null or p.bills @> jsonb_build_array(jsonb_build_array(b.id)))
   and (p.kind <> 'GROUP' or p."fromUserId" is null or (${handsOn}))`;

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
