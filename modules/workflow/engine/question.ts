/** What the engine must know of the world before it can decide; the caller answers and calls again. */
export type Question =
  | { readonly ask: "approvers"; readonly nodeId: string; readonly round: number }
  | { readonly ask: "upper"; readonly nodeId: string; readonly of: string | null }
  | { readonly ask: "members"; readonly group: string }
  | { readonly ask: "person"; readonly userId: string }
  | { readonly ask: "condition"; readonly flowId: string; readonly condition: string }
  | { readonly ask: "copies"; readonly nodeId: string; readonly on: string; readonly rule: unknown }
  | { readonly ask: "due"; readonly from: string; readonly minutes: number; readonly useCalendar: boolean }
  | { readonly ask: "shift"; readonly due: string; readonly from: string; readonly to: string; readonly useCalendar: boolean }
  | { readonly ask: "fourEyesAmount" };

/** Who the approver rule names, in signing order; a group stays a group, so that leaving the role leaves its tasks. */
export interface Approvers {
  readonly users: readonly string[];
  readonly group?: string;
  readonly note?: readonly [cn: string, en: string];
}

export interface Person {
  readonly active: boolean;
  readonly name?: string;
  readonly away?: boolean;
  /** Who acts for him during this period. */
  readonly delegateIds?: readonly string[];
  /** How answers that were kept before several could stand in for one name the only one. */
  readonly delegateId?: string | null;
}

export const delegatesOf = ({ delegateIds, delegateId }: Person): readonly string[] => delegateIds ?? (delegateId ? [delegateId] : []);

interface Answers {
  approvers: Approvers;
  upper: readonly string[];
  members: readonly string[];
  person: Person;
  condition: boolean;
  copies: readonly string[];
  due: string;
  shift: string;
  fourEyesAmount: string | null;
}

export type AnswerTo<Q extends Question> = Answers[Q["ask"]];

/** The role that watches over all processes and takes what nobody else can. */
export const adminGroup = "BPM_ADMIN";

/** The name an answer is handed in under. */
export const questionKey = (question: Question): string =>
  Object.values(question)
    .map((v) => (typeof v === "object" ? JSON.stringify(v) : String(v)))
    .join("|");

/** Thrown inside a step when answers are missing; the step returns them as `needs`. */
export class Needs {
  readonly questions: readonly Question[];
  constructor(questions: readonly Question[]) {
    this.questions = questions;
  }
}
