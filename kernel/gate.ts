import type { Refusal } from "./refusal.ts";
import type { Effect, Find } from "./rule.ts";
import type { Text } from "./text.ts";

/** The parts of a question that a caller could leave out. */
type Omittable<Q> = { [K in keyof Q]-?: {} extends Pick<Q, K> ? K : undefined extends Q[K] ? K : never }[keyof Q];

/** A question of which nothing can be left out: what does not apply is said to be null, never passed over. */
export type Complete<Q> = [Omittable<Q>] extends [never] ? Q : never;

/** What a gate answers to one question. */
export interface Passage {
  readonly refusal: Refusal | null;
  readonly warnings: readonly { readonly code: string; readonly text: Text }[];
}

interface GateShape<Q, U, F> {
  /** What is known about everything asked, in statements that do not grow with the number of questions; when firm, true until the asking document is written. */
  reads(find: Find, questions: readonly Q[], isFirm: boolean): Promise<F>;
  /** Pure; one answer for each question, in their order. Questions of one document add up where an amount is limited. */
  judges(facts: F, questions: readonly Q[]): readonly Passage[];
  /** What must be written so that documents use from now on what is named, no more and no less: taking, moving and giving back are one word. */
  uses(find: Find, uses: readonly U[]): Promise<readonly Effect[]>;
}

/** A check of one area that others must pass before they act. The area that owns it declares it; whoever asks has to name everything it judges by. */
interface Gate<Q, U> {
  readonly name: string;
  readonly label: Text;
  /** Inside an action that commits: every refusal once; what was found stays true until the document is written. */
  ask(find: Find, questions: readonly Q[]): Promise<readonly Refusal[]>;
  /** Only looking: nothing is locked. */
  look(find: Find, questions: readonly Q[]): Promise<readonly Passage[]>;
  use(find: Find, uses: readonly U[]): Promise<readonly Effect[]>;
}

const once = (passages: readonly Passage[]): readonly Refusal[] => [
  ...new Map(passages.flatMap(({ refusal }) => (refusal ? [[`${refusal.code} ${refusal.text[0]}`, refusal] as const] : []))).values(),
];

export function gate<Q, U, F>(name: string, cn: string, en: string, shape: GateShape<Complete<Q>, Complete<U>, F>): Gate<Q, U> {
  const passages = async (find: Find, questions: readonly Q[], isFirm: boolean): Promise<readonly Passage[]> => {
    if (questions.length === 0) return [];
    const whole = questions as readonly Complete<Q>[];
    return shape.judges(await shape.reads(find, whole, isFirm), whole);
  };
  return {
    name,
    label: [cn, en],
    ask: async (find, questions) => once(await passages(find, questions, true)),
    look: (find, questions) => passages(find, questions, false),
    use: async (find, uses) => (uses.length === 0 ? [] : shape.uses(find, uses as readonly Complete<U>[])),
  };
}
