/** A responsibility somebody holds, waits for or is offered. */
export interface HeldResponsibility {
  readonly id: string;
  readonly userId: string;
  readonly responsibilityId: string;
  readonly responsibilityCode: string;
  readonly responsibilityName: string;
  readonly startDate: string | null;
  readonly endDate: string | null;
  readonly status: string;
}

export interface AddedResponsibility {
  readonly responsibilityId: string;
  readonly code: string;
  readonly name: string;
  readonly startDate: string | null;
  readonly endDate: string | null;
}

interface Dates {
  readonly startDate: string | null;
  readonly endDate: string | null;
}

/** What is wished for the chosen people: responsibilities to give, dates to change, rows to take away. */
export interface AssignPlan {
  readonly added: readonly AddedResponsibility[];
  readonly dates: Readonly<Record<string, Dates>>;
  readonly removed: readonly string[];
  readonly reason: string;
}

export const noAssign: AssignPlan = { added: [], dates: {}, removed: [], reason: "" };

const live = new Set(["ACTIVE", "PENDING", "OFFERED"]);
export const isLive = (heldResponsibility: HeldResponsibility): boolean => live.has(heldResponsibility.status);

/** Something to save: a reason alone is none. */
export const isWished = (plan: AssignPlan): boolean => plan.added.length + plan.removed.length + Object.keys(plan.dates).length > 0;

interface Wish {
  readonly id?: string;
  readonly responsibilityId?: string;
  readonly startDate?: string | null;
  readonly endDate?: string | null;
  readonly grantReason?: string | null;
}

/** The part of a plan that concerns one person: what is held already is not given twice. */
export function planFor(
  plan: AssignPlan,
  userId: string,
  held: readonly HeldResponsibility[],
): { readonly added: readonly Wish[]; readonly removed: readonly string[] } {
  const own = held.filter((heldResponsibility) => heldResponsibility.userId === userId);
  const removed = own
    .filter((heldResponsibility) => plan.removed.includes(heldResponsibility.id))
    .map((heldResponsibility) => heldResponsibility.id);
  const keeps = (responsibilityId: string): boolean =>
    own.some(
      (heldResponsibility) =>
        heldResponsibility.responsibilityId === responsibilityId && isLive(heldResponsibility) && !removed.includes(heldResponsibility.id),
    );
  const reason = plan.reason.trim() === "" ? {} : { grantReason: plan.reason.trim() };
  const fresh = plan.added
    .filter((addedResponsibility) => !keeps(addedResponsibility.responsibilityId))
    .map(({ responsibilityId, startDate, endDate }): Wish => ({ responsibilityId, startDate, endDate, ...reason }));
  const dated = own
    .filter((heldResponsibility) => heldResponsibility.id in plan.dates && !removed.includes(heldResponsibility.id))
    .map((heldResponsibility): Wish => ({ id: heldResponsibility.id, ...plan.dates[heldResponsibility.id]!, ...reason }));
  return { added: [...fresh, ...dated], removed };
}

/** One responsibility over all chosen people. */
export interface SharedResponsibility {
  readonly responsibilityId: string;
  readonly code: string;
  readonly name: string;
  readonly rows: readonly HeldResponsibility[];
}

/** What the chosen people hold, one line for each responsibility. */
export const sharedResponsibilities = (held: readonly HeldResponsibility[]): readonly SharedResponsibility[] =>
  [...Map.groupBy(held.filter(isLive), (heldResponsibility) => heldResponsibility.responsibilityId)]
    .map(([responsibilityId, rows]) => ({ responsibilityId, code: rows[0]!.responsibilityCode, name: rows[0]!.responsibilityName, rows }))
    .sort((a, b) => a.code.localeCompare(b.code));

/** Accounts out of whatever was pasted: lines, commas, semicolons, tabs, each once. */
export const accountsIn = (text: string): readonly string[] => [
  ...new Map(
    text
      .split(/[\s,;，；、]+/)
      .filter((part) => part !== "")
      .map((part) => [part.toLowerCase(), part]),
  ).values(),
];

/** Runs many questions a few at a time, in order of the answers' places. */
export async function inTurns<T, R>(list: readonly T[], atOnce: number, ask: (current: T) => Promise<R>): Promise<readonly R[]> {
  const answers: R[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < list.length) {
      const at = next++;
      answers[at] = await ask(list[at]!);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, list.length) }, work));
  return answers;
}
