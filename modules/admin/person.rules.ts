import type { Doc } from "#kernel/entity.ts";
import { responsibility } from "#kernel/platform/grant.entity.ts";
import { user, userAuthorisation } from "#kernel/platform/user.entity.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import { add, drop, make, rule, set, tell, type Find } from "#kernel/rule.ts";
import { department } from "./department.entity.ts";
import { giveResponsibility } from "./grant.rules.ts";
import { job } from "./job.entity.ts";
import { selfAction, wrongAudience } from "./people.ts";
import { person } from "./person.entity.ts";
import { position, positionAllot } from "./position.entity.ts";
import { heldByPerson, type Burden } from "./questions.ts";
import { readTakers, unfit } from "./takers.ts";
import { isOver } from "#kernel/effective.ts";

type Person = Doc<typeof person>;
type Handover = Person["handover"][number];

/** Lines that got another taker than they had. */
const newTakers = (doc: Person, before: Person | null) =>
  doc.handover.flatMap((line) => {
    const known = before?.handover.find((old) => old.id === line.id)?.takerUserId ?? null;
    return line.takerUserId !== null && line.takerUserId !== known ? [{ kind: line.kind, takerUserId: line.takerUserId }] : [];
  });

/** An employee's department belongs to the organisation; lines of a hand-over are answered, not struck out. */
export const savePerson = rule(person, "saveOrUpdate", {
  reads: async (doc, find, { before }) => {
    const named = newTakers(doc, before);
    const [account] = named.length ? await find.where(user, { personId: doc.id }, 1) : [];
    return {
      dept: await find.maybe(department, doc.deptId),
      account: account ?? null,
      takers: await readTakers(
        find,
        account?.id ?? null,
        named.map((line) => line.takerUserId),
      ),
    };
  },
  decide(doc, { dept, account, takers }, { before }, _, at) {
    const struck = (before?.handover ?? []).some((old) => !doc.handover.some((now) => now.id === old.id));
    const invented = doc.handover.some((now) => !(before?.handover ?? []).some((old) => old.id === now.id));
    return [
      dept !== null && dept.orgId !== doc.orgId && refuse("DEPT_ORG", "部门不属于该组织", "The department belongs to another organisation"),
      doc.managerPersonId === doc.id && refuse("PERSON_SELF", "直接上级不能是本人", "Nobody can be their own manager"),
      (struck || invented) &&
        refuse("LEAVE_LINES", "交接清单由系统生成，只能填写接手人", "The list is created by the system; only successors can be entered"),
      ...unfit(takers, account?.id ?? null, newTakers(doc, before), at.today),
      ...doc.handover.map((line) => set(line, { takenAt: line.takerUserId ? (line.takenAt ?? at.now) : null })),
    ];
  },
});

/** Everything a person holds: seats and delegations here, tasks, documents and suppliers elsewhere. */
async function readHeld(find: Find, personId: string, userId: string | null) {
  const allots = await find.where(positionAllot, { personId });
  return {
    allots,
    seats: allots.length ? await find.where(position, { id: allots.map((a) => a.positionId) }) : [],
    delegations: userId ? await find.where(userAuthorisation, { toUserId: userId, status: ["PENDING", "ACTIVE"] }) : [],
    elsewhere: await heldByPerson.ask(find, { personId, userId }),
  };
}

function burdens({ allots, seats, delegations, elsewhere }: Awaited<ReturnType<typeof readHeld>>, today: string): readonly Burden[] {
  const sitting = new Set(allots.filter((a) => !isOver(a.endDate, today)).map((a) => a.positionId));
  return [
    ...seats
      .filter((s) => sitting.has(s.id))
      .map((s): Burden => ({
        kind: "POSITION",
        title: `${s.positionCode} ${s.positionName}`,
        entity: "BasePosition",
        docId: s.id,
        route: "position/positiondetail",
      })),
    ...delegations.map((d): Burden => ({
      kind: "DELEGATION",
      title: `${d.startTime.slice(0, 10)} – ${d.endTime.slice(0, 10)}`,
      entity: "BaseUserAuthorisation",
      docId: d.id,
      route: "userAuthorisationList",
    })),
    ...elsewhere,
  ];
}

const key = (current: {
  readonly kind: string;
  readonly entity?: string | null;
  readonly docId?: string | null;
  readonly title: string;
}): string => [current.kind, current.entity ?? "", current.docId ?? current.title].join("|");

/** Starts leaving, or looks again at what is still held; takers may be named per line or for a whole kind. */
export const leavePerson = rule(person, "doLeave", {
  reads: async (doc, find, input) => {
    const [account] = await find.where(user, { personId: doc.id }, 1);
    const named = (input.handOver ?? []).map((h) => h.takerUserId);
    return {
      account: account ?? null,
      facts: await readHeld(find, doc.id, account?.id ?? null),
      takers: await readTakers(find, account?.id ?? null, named),
    };
  },
  decide(doc, { account, facts, takers }, input, me, at) {
    const held = burdens(facts, at.today);
    const known = new Set(doc.handover.map(key));
    const fresh = held.filter((b) => !known.has(key(b)));
    const gone = doc.handover.filter((line) => line.takerUserId === null && !held.some((b) => key(b) === key(line)));
    const named = (input.handOver ?? []).map((h) => ({
      kind: h.kind ?? doc.handover.find((line) => line.id === h.id)?.kind ?? "",
      takerUserId: h.takerUserId,
    }));
    const takerOf = (line: { readonly id?: string; readonly kind: string }): string | null =>
      (input.handOver ?? []).find((h) => (h.id ? h.id === line.id : h.kind === line.kind))?.takerUserId ?? null;
    return [
      account?.id === me.userId && selfAction(),
      ...unfit(takers, account?.id ?? null, named, at.today),
      set(doc, { leaveDate: input.leaveDate ?? at.today }),
      ...gone.map(drop),
      ...doc.handover.flatMap((line) =>
        line.takerUserId === null && takerOf(line) ? [set(line, { takerUserId: takerOf(line), takenAt: at.now })] : [],
      ),
      ...fresh.map((b) => add(doc, "handover", { ...b, takerUserId: takerOf(b), takenAt: takerOf(b) ? at.now : null })),
      tell("PERSON_LEAVING", { personId: doc.id, userId: account?.id ?? null, leaveDate: input.leaveDate ?? at.today }),
    ];
  },
});

export const openLines = (doc: Pick<Person, "handover">): readonly Handover[] => doc.handover.filter((line) => line.takerUserId === null);

const stillOpen = (n: number): Refusal => refuse("LEAVE_OPEN", `仍有${n}项未交接`, `${n} items not handed over`);

/** Leaves for good once every line has a taker; positions end on the last day, the account the night after. */
export const leftPerson = rule(person, "doLeft", {
  reads: async (doc, find) => ({ allots: await find.where(positionAllot, { personId: doc.id }) }),
  decide(doc, { allots }, _, __, at) {
    const open = openLines(doc).length;
    const last = doc.leaveDate ?? at.today;
    return [
      open > 0 && stillOpen(open),
      ...allots.filter((a) => (a.endDate === null || a.endDate > last) && a.startDate <= last).map((a) => set(a, { endDate: last })),
      tell("PERSON_LEFT", {
        personId: doc.id,
        leaveDate: last,
        takers: doc.handover.map(({ kind, entity, docId, takerUserId }) => ({ kind, entity, docId, takerUserId })),
      }),
    ];
  },
});

/** Changed his mind: the list is put away. */
export const stayPerson = rule(person, "doStay", { decide: (doc) => [set(doc, { leaveDate: null }), ...doc.handover.map(drop)] });

/** Opens an account for an employee with the responsibilities of the job, or with those chosen. */
export const createAccount = rule(person, "doCreateUser", {
  reads: async (doc, find, input) => {
    const work = await find.maybe(job, doc.jobId);
    const wanted = input.responsibilityIds ?? work?.defaultRespIds ?? [];
    return {
      existing: await find.where(user, { personId: doc.id }, 1),
      responsibilities: wanted.length ? await find.where(responsibility, { id: wanted }) : [],
    };
  },
  decide(doc, { existing, responsibilities }, input, _, at) {
    const id = at.newId();
    return [
      existing.length > 0 && refuse("USER_EXISTS", "账号已存在", "Account exists"),
      doc.email === null &&
        refuse("PERSON_EMAIL", "员工没有邮箱，无法发送设置密码的链接", "The employee has no e-mail for the link", {
          data: { id: doc.id },
        }),
      (responsibilities.length < new Set(input.responsibilityIds ?? []).size || responsibilities.some((h) => h.audience !== "INTERNAL")) &&
        wrongAudience(),
      make(user, id, {
        userName: input.userName ?? "",
        displayName: doc.personName,
        displayNameEn: doc.personNameEn,
        userType: "INTERNAL",
        personId: doc.id,
        orgId: doc.orgId,
        deptId: doc.deptId,
        email: doc.email?.toLowerCase() ?? null,
        mobile: doc.mobile,
        startDate: at.today,
        mustChangePwd: "Y",
      }),
      ...responsibilities.flatMap((h) => giveResponsibility(at.newId(), { userId: id, responsibilityId: h.id, startDate: at.today })),
      tell("USER_CREATED", { userId: id, userName: input.userName ?? "", email: doc.email }),
    ];
  },
});

export const personRules = [savePerson, leavePerson, leftPerson, stayPerson, createAccount];
