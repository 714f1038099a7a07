import type { Doc } from "#kernel/entity.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import { rule, set, warn } from "#kernel/rule.ts";
import { department } from "./department.entity.ts";
import { overlap } from "./people.ts";
import { position, positionAllot } from "./position.entity.ts";
import { isInForce, isOver } from "#kernel/effective.ts";

type Allot = Doc<typeof positionAllot>;

const foreignDepartment = (): Refusal => refuse("POSITION_DEPT", "部门不属于该组织", "The department belongs to another organisation");

/** A seat's department belongs to the seat's organisation. */
export const savePosition = rule(position, "saveOrUpdate", {
  reads: async (doc, find) => ({ dept: await find.maybe(department, doc.deptId) }),
  decide: (doc, { dept }, _, __, at) => [
    dept !== null && dept.orgId !== doc.orgId && foreignDepartment(),
    doc.startDate === null && set(doc, { startDate: at.today }),
  ],
});

/** Moves a seat under another one, today or on a day to come. */
export const movePosition = rule(position, "doMove", {
  reads: async (doc, find, input) => {
    const above: Doc<typeof position>[] = [];
    for (let next = input.parentPositionId ?? null; next !== null && above.length < 50;) {
      const parent: Doc<typeof position> | null = await find.maybe(position, next);
      if (!parent) break;
      above.push(parent);
      next = parent.parentPositionId;
    }
    return { above };
  },
  decide(doc, { above }, input, _, at) {
    const parent = input.parentPositionId ?? null;
    const later = input.effectiveDate && input.effectiveDate > at.today ? input.effectiveDate : null;
    return [
      above.some((p) => p.id === doc.id) && refuse("POSITION_CYCLE", "岗位层级循环", "Position cycle"),
      later
        ? set(doc, { nextParentPositionId: parent, nextParentDate: later })
        : set(doc, { parentPositionId: parent, nextParentPositionId: null, nextParentDate: null }),
    ];
  },
});

/** Carries out a move whose day has come. */
export const applyMove = rule(position, "doApplyMove", {
  decide: (doc, _, __, ___, at) =>
    doc.nextParentDate !== null && doc.nextParentDate <= at.today
      ? set(doc, { parentPositionId: doc.nextParentPositionId, nextParentPositionId: null, nextParentDate: null })
      : undefined,
});

/** A seat somebody sits on stays open. */
export const disablePosition = rule(position, "doDisable", {
  reads: async (doc, find) => ({ allots: await find.where(positionAllot, { positionId: doc.id }) }),
  decide(doc, { allots }, _, __, at) {
    const sitting = allots.filter((a) => !isOver(a.endDate, at.today)).length;
    return [
      sitting > 0 && refuse("POSITION_IN_USE", `岗位仍有 ${sitting} 名任职人员`, `${sitting} people still hold this position`),
      set(doc, { enabledFlag: "N" }),
    ];
  },
});
export const enablePosition = rule(position, "doEnabled", { decide: (doc) => set(doc, { enabledFlag: "Y" }) });

/** One person, one primary seat on any day; the same seat never twice at a time. */
export function judgeAllot(doc: Allot, others: readonly Allot[]): readonly (Refusal | false)[] {
  const beside = others.filter((o) => o.id !== doc.id && overlap(o, doc));
  return [
    beside.some((o) => o.positionId === doc.positionId) &&
      refuse("POSITION_OVERLAP", "该员工在此期间已任该岗位", "The employee already holds this position in that period"),
    doc.primaryFlag === "Y" &&
      beside.some((o) => o.primaryFlag === "Y") &&
      refuse("POSITION_PRIMARY", "同一时间只能有一个主职位", "Only one primary position at a time"),
  ];
}

export const saveAllot = rule(positionAllot, "saveOrUpdate", {
  reads: async (doc, find) => ({
    others: await find.where(positionAllot, { personId: doc.personId }),
    seat: await find.one(position, doc.positionId),
    sitting: await find.where(positionAllot, { positionId: doc.positionId }),
  }),
  decide(doc, { others, seat, sitting }) {
    const alone = !others.some((o) => o.id !== doc.id && o.primaryFlag === "Y" && overlap(o, doc));
    const heads = sitting.filter((a) => a.id !== doc.id && overlap(a, doc)).length + 1;
    return [
      ...judgeAllot(doc, others),
      seat.enabledFlag !== "Y" && refuse("POSITION_OFF", "岗位已停用", "The position is disabled"),
      alone && doc.primaryFlag !== "Y" && set(doc, { primaryFlag: "Y" }),
      heads > seat.headcount &&
        warn("POSITION_FULL", `超出编制：${heads} / ${seat.headcount}`, `Over headcount: ${heads} of ${seat.headcount}`),
    ];
  },
});

/** Ends an assignment, today unless another day is named. */
export const endAllot = rule(positionAllot, "doEnd", {
  decide(doc, _, input, __, at) {
    const endDate = input.endDate ?? at.today;
    return [
      endDate < doc.startDate && refuse("POSITION_PERIOD", "结束日期不能早于开始日期", "The end cannot be before the start"),
      doc.endDate !== null &&
        !isInForce(doc, at.today) &&
        doc.endDate < at.today &&
        refuse("POSITION_ENDED", "该任职已结束", "The assignment has ended"),
      set(doc, { endDate }),
    ];
  },
});

export const positionRules = [savePosition, movePosition, applyMove, disablePosition, enablePosition, saveAllot, endAllot];
