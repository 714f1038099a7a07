import type { CommonKey } from "#kernel/entity.ts";
import { responsibility } from "#kernel/platform/grant.entity.ts";
import { userResp } from "#kernel/platform/permit.entity.ts";
import { user, userAuthorisation } from "#kernel/platform/user.entity.ts";
import { columns, every, raw, sql, type Column, type Part, type Sql, type Table } from "#kernel/query.ts";
import { houseZone } from "#kernel/time.ts";
import { positionAllot } from "#modules/admin/index.ts";
import { approvalCommune } from "./approval.entity.ts";
import { billType } from "./bill-type.entity.ts";
import { bpmInstance } from "./instance.entity.ts";
import { bpmCopy, bpmTask, bpmTaskAction, bpmTaskCandidate, bpmToken } from "./task.entity.ts";

/** In every view: the task, its instance, and its bill type. */
const [t, i, b] = [every(bpmTask), every(bpmInstance), every(billType)];

/** What every view says of the instance and of its bill type. */
const instance = sql`${i.id} as "instanceId", ${columns(i, "instanceNum", "subject", "subjectEn", "billTypeCode")}, coalesce(${b.billTypeName}, ${i.billTypeCode}) as "billTypeName",
  coalesce(${b.billTypeNameEn}, ${b.billTypeName}, ${i.billTypeCode}) as "billTypeNameEn", ${columns(i, "billNum", "bizEntity", "bizId", "starterUserId", "orgId", "amount", "currency", "startedAt")},
  ${b.formRoute}`;

/** The columns every record has, under an id of its own. */
const stamps = (of: { readonly [K in CommonKey]: Column }, id: Part): Sql =>
  sql`${id} as id, ${columns(of, "createdBy", "creationDate", "lastUpdatedBy", "lastUpdateDate", "versionNum")}`;

/** Roles begin with the morning of the house, not with the server's. */
const today = raw(`(now() at time zone '${houseZone}')::date`);

const isHeld = (grant: Table<typeof userResp>, held: Table<typeof responsibility>): Sql =>
  sql`${grant.status} = 'ACTIVE' and ${held.enabledFlag} = 'Y' and (${grant.startDate} is null or ${grant.startDate} <= ${today}) and (${grant.endDate} is null or ${grant.endDate} >= ${today})`;

const isInTime = (a: Table<typeof userAuthorisation>): Sql =>
  sql`${a.status} in ('ACTIVE', 'PENDING') and ${a.startTime} <= now() and now() < ${a.endTime}`;

/** Delegations of approvals that count now, each pair of people once; `bills` is a list for each delegation that is limited to kinds of documents, null where one is not. */
function delegations(): Sql {
  const a = every(userAuthorisation);
  return sql`select ${columns(a, "toUserId", "fromUserId")},
    case when bool_or(${a.authType} <> 'APPROVAL' or coalesce(jsonb_array_length(${a.billTypeCodes}), 0) = 0) then null else jsonb_agg(${a.billTypeCodes}) end as bills
  from ${a} where ${isInTime(a)} and ${a.authType} <> 'MENU' group by ${a.toUserId}, ${a.fromUserId}`;
}

/** As whom somebody takes a task from its group: as himself, or for each absent person who delegates to him. */
function members(): Sql {
  const [own, away] = [every(user), every(user)];
  return sql`
  select ${own.id} as "userId", ${own.id} as "memberId", null::text as "fromUserId", null::jsonb as bills from ${own}
  union all
  select d."toUserId", d."fromUserId", d."fromUserId", d.bills from (${delegations()}) d join ${away} on ${away.id} = d."fromUserId" and ${away.userStatus} = 'ACTIVE'`;
}

/** Which groups member w is in today. */
function memberships(): Sql {
  const [grant, held] = [every(userResp), every(responsibility)];
  const [person, seat] = [every(user), every(positionAllot)];
  const grants = sql`from ${grant} join ${held} on ${held.id} = ${grant.responsibilityId}`;
  return sql`
  select array(select x.key ${grants} cross join lateral (values ('RESP:' || ${held.respCode}), (${held.respCode})) x(key)
                where ${grant.userId} = w."memberId" and ${held.audience} = 'INTERNAL' and ${isHeld(grant, held)}
               union all
               select 'POSITION:' || ${seat.positionId} from ${person} join ${seat} on ${seat.personId} = ${person.personId}
                where ${person.id} = w."memberId" and ${seat.startDate} <= ${today} and (${seat.endDate} is null or ${seat.endDate} >= ${today})) as keys,
         array(select jsonb_build_array(jsonb_build_object('userId', ${grant.userId}, 'responsibilityId', ${grant.responsibilityId})) ${grants}
                where ${grant.userId} = w."memberId" and ${isHeld(grant, held)}) as responsibilities
  offset 0`;
}

/** The open tasks member w with groups k may take. That a responsibility still has the button, and shows the document, is judged when the row is offered. */
function takeable(): Sql {
  const [open, candidate] = [every(bpmTask), every(bpmTaskCandidate)];
  return sql`
  select ${open.id} from ${open} where ${open.status} = 'TODO' and ${open.assigneeUserId} is null
   and (${open.candidateKey} = any (k.keys) or (${open.candidateKey} like 'HOLDS:%' and ${open.candidateResponsibilities} @> any (k.responsibilities))
    or exists (select 1 from ${candidate} where ${candidate.parentId} = ${open.parentId} and ${candidate.taskId} = ${open.id} and ${candidate.userId} = w."memberId"))
  offset 0`;
}

/**
 * Who has what to do. What is open to groups is asked in steps that the planner may not reorder (`offset 0`): first the member, then his
 * groups, then one look at the open tasks. So a list costs one such look for its reader and one for each person who delegates to him,
 * whatever the planner believes about the number of tasks.
 */
function people(): Sql {
  const [assigned, delegated] = [every(bpmTask), every(bpmTask)];
  return sql`
  select ${assigned.id} as "taskId", ${assigned.assigneeUserId} as "userId", 'ASSIGNED' as kind, ${assigned.ownerUserId} as "fromUserId", null::jsonb as bills from ${assigned} where ${assigned.status} in ('TODO', 'CLAIMED') and ${assigned.assigneeUserId} is not null
  union all
  select ${delegated.id}, d."toUserId", 'DELEGATED', d."fromUserId", d.bills from (${delegations()}) d join ${delegated} on ${delegated.assigneeUserId} = d."fromUserId" where ${delegated.status} in ('TODO', 'CLAIMED') and ${delegated.ownerUserId} is null
  union all
  select g.id, w."userId", 'GROUP', w."fromUserId", w.bills from (${members()}) w cross join lateral (${memberships()}) k cross join lateral (${takeable()}) g`;
}

/** Nobody gets two votes at one step: whoever signs, signed or will sign there is offered no further seat of it, himself or through another. */
function signs(who: Sql): Sql {
  const [s, k] = [every(bpmTask), every(bpmToken)];
  return sql`exists (select 1 from ${s} where ${s.parentId} = ${t.parentId} and ${s.tokenId} = ${t.tokenId} and ${s.status} in ('TODO', 'CLAIMED', 'WAITING_SIGN', 'DONE') and ${who} in (${s.assigneeUserId}, ${s.ownerUserId}))
  or exists (select 1 from ${k} cross join lateral jsonb_to_recordset(case when jsonb_typeof(${k.seats}) = 'array' then ${k.seats} else '[]' end) as seat("userId" text, removed boolean)
             where ${k.id} = ${t.tokenId} and seat."userId" = ${who} and seat.removed is not true)`;
}

const [taker, absent] = [raw('p."userId"'), raw('p."fromUserId"')];

/** An absent member hands on neither what he started himself, nor what he could not decide, because he stands in the starter's place or signs at the step. */
function handsOn(): Sql {
  const s = every(userAuthorisation);
  return sql`${absent} <> ${i.starterUserId} and not (${signs(absent)})
    and not exists (select 1 from ${s} where ${s.fromUserId} = ${i.starterUserId} and ${s.toUserId} = ${absent} and ${isInTime(s)})`;
}

const joinBill = sql`left join ${b} on ${b.billTypeCode} = ${i.billTypeCode}`;

function todo(): Sql {
  const [asked, reader] = [every(approvalCommune), every(user)];
  return sql`select ${stamps(t, sql`${t.id} || ':' || ${taker} || case when p.kind = 'GROUP' then coalesce(':' || ${absent}, '') else '' end`)}, ${taker}, p.kind, ${absent}, ${t.id} as "taskId", ${instance},
    ${columns(t, "nodeId", "nodeName", "nodeNameEn", "taskKind")}, ${t.status} as "taskStatus", ${columns(t, "candidateKey", "arrivedAt", "dueDate", "readAt", "urgeCount")},
    floor(extract(epoch from (now() - ${t.arrivedAt})) / 3600)::int as "waitingHours", case when ${t.dueDate} < now() then 'Y' else 'N' end as "overdueFlag", coalesce(${b.batchFlag}, 'N') as "batchFlag",
    case when exists (select 1 from ${asked} where ${asked.taskId} = ${t.id} and ${asked.askUserId} = ${taker} and ${asked.status} = 'OPEN') then 'Y' else 'N' end as "askedFlag"
  from (${people()}) p join ${t} on ${t.id} = p."taskId" join ${i} on ${i.id} = ${t.parentId} ${joinBill}
  join ${reader} on ${reader.id} = ${taker} and ${reader.userStatus} = 'ACTIVE'
  where ${i.status} in ('RUNNING', 'ERROR') and (p.kind = 'ASSIGNED' or (${taker} <> ${i.starterUserId} and not (${signs(taker)})))
   and (p.bills is null or p.bills @> jsonb_build_array(jsonb_build_array(${b.id})))
   and (p.kind <> 'GROUP' or ${absent} is null or (${handsOn()}))`;
}

function handled(): Sql {
  const [d, later] = [every(bpmTaskAction), every(bpmTaskAction)];
  return sql`select ${stamps(d, d.id)}, ${d.byUserId} as "userId", ${instance}, ${columns(i, "status", "currentNode", "currentNodeEn", "handlers")},
    ${columns(d, "taskId", "nodeId")}, ${columns(t, "nodeName", "nodeNameEn")}, ${columns(d, "action", "forUserId", "comment")}, ${columns(t, "taskKind", "arrivedAt", "dueDate")}, ${d.at} as "handledAt",
    floor(extract(epoch from (${d.at} - ${t.arrivedAt})) / 3600)::int as "handleHours",
    case when ${i.status} = 'RUNNING' and ${d.action} in ('PASS', 'REJECT') and ${d.at} > now() - interval '24 hours'
      and not exists (select 1 from ${later} where ${later.parentId} = ${i.id} and ${later.id} > ${d.id} and ${later.replay} is not null and ${later.replay} <> 'null'::jsonb and ${later.action} not in ('URGE', 'COPY', 'READ')) then 'Y'
      when ${i.status} in ('RUNNING', 'ERROR') and ${d.action} = 'DELEGATE' and ${t.status} in ('TODO', 'CLAIMED') and ${t.ownerUserId} = ${d.byUserId} then 'Y' else 'N' end as "revocableFlag"
  from ${d} join ${i} on ${i.id} = ${d.parentId} left join ${t} on ${t.id} = ${d.taskId} ${joinBill}
  where ${d.byUserId} is not null and ${d.taskId} is not null and ${d.action} not in ('READ', 'CLAIM', 'UNCLAIM', 'URGE', 'COPY', 'TIMER')`;
}

function copied(): Sql {
  const c = every(bpmCopy);
  return sql`select ${stamps(c, c.id)}, ${c.toUserId} as "userId", ${c.id} as "copyId", ${instance}, ${columns(i, "status", "currentNode", "currentNodeEn", "handlers")}, ${c.reason},
    ${c.createdBy} as "fromUserId", ${c.creationDate} as "copiedAt", ${c.readAt}, case when ${c.readAt} is null then 'N' else 'Y' end as "readFlag"
  from ${c} join ${i} on ${i.id} = ${c.parentId} ${joinBill}`;
}

/** The lists of work, read live from tasks, roles and delegations: there is no copy to go stale. */
export const workflowViews: Readonly<Record<string, string>> = {
  BpmTodo: todo().write().text,
  BpmHandled: handled().write().text,
  BpmCopied: copied().write().text,
};
