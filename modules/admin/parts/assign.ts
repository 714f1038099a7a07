/** A responsibility somebody holds, waits for or is offered. */
export interface HeldHat {
  readonly id: string;
  readonly userId: string;
  readonly responsibilityId: string;
  readonly responsibilityCode: string;
  readonly responsibilityName: string;
  readonly startDate: string | null;
  readonly endDate: string | null;
  readonly status: string;
}

export interface AddedHat {
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

/** What is wished for the chosen people: hats to give, dates to change, rows to take away. */
export interface AssignPlan {
  readonly added: readonly AddedHat[];
  readonly dates: Readonly<Record<string, Dates>>;
  readonly removed: readonly string[];
  readonly reason: string;
}

export const noAssign: AssignPlan = { added: [], dates: {}, removed: [], reason: "" };

const live = new Set(["ACTIVE", "PENDING", "OFFERED"]);
export const isLive = (one: HeldHat): boolean => live.has(one.status);

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
  held: readonly HeldHat[],
): { readonly added: readonly Wish[]; readonly removed: readonly string[] } {
  const own = held.filter((one) => one.userId === userId);
  const removed = own.filter((one) => plan.removed.includes(one.id)).map((one) => one.id);
  const keeps = (responsibilityId: string): boolean =>
    own.some((one) => one.responsibilityId === responsibilityId && isLive(one) && !removed.includes(one.id));
  const reason = plan.reason.trim() === "" ? {} : { grantReason: plan.reason.trim() };
  const fresh = plan.added
    .filter((one) => !keeps(one.responsibilityId))
    .map(({ responsibilityId, startDate, endDate }): Wish => ({ responsibilityId, startDate, endDate, ...reason }));
  const dated = own
    .filter((one) => one.id in plan.dates && !removed.includes(one.id))
    .map((one): Wish => ({ id: one.id, ...plan.dates[one.id]!, ...reason }));
  return { added: [...fresh, ...dated], removed };
}

/** One responsibility over all chosen people. */
export interface SharedHat {
  readonly responsibilityId: string;
  readonly code: string;
  readonly name: string;
  readonly rows: readonly HeldHat[];
}

/** What the chosen people hold, one line for each responsibility. */
export const sharedHats = (held: readonly HeldHat[]): readonly SharedHat[] =>
  [...Map.groupBy(held.filter(isLive), (one) => one.responsibilityId)]
    .map(([responsibilityId, rows]) => ({ responsibilityId, code: rows[0]!.responsibilityCode, name: rows[0]!.responsibilityName, rows }))
    .sort((a, b) => a.code.localeCompare(b.code));

/** Accounts out of whatever was pasted: lines, commas, semicolons, tabs, each once. */
export const accountsIn = (text: string): readonly string[] => [
  ...new Map(
    text
      .split(/[\s,;，；、]+/)
      .filter((one) => one !== "")
      .map((one) => [one.toLowerCase(), one]),
  ).values(),
];

/** Runs many questions a few at a time, in order of the answers' places. */
export async function inTurns<T, R>(list: readonly T[], atOnce: number, ask: (one: T) => Promise<R>): Promise<readonly R[]> {
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
