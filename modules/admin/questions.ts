import type { Find } from "#kernel/rule.ts";
import type { Text } from "#kernel/text.ts";

/** Something another area holds: how many of what, and the page that lists them. */
export interface Held {
  readonly label: Text;
  readonly count: number;
  readonly route?: string;
}

/** One thing a leaving person holds and somebody has to take over. */
export interface Burden {
  readonly kind: "TASK" | "DOCUMENT" | "SUPPLIER" | "POSITION" | "DELEGATION";
  readonly title: string;
  readonly entity?: string;
  readonly docId?: string;
  readonly route?: string;
}

/** A question this area asks and higher areas answer; when nobody answers, nothing stands in the way. */
export class OpenQuestion<Asked, Answer> {
  readonly #answers: ((find: Find, asked: Asked) => Promise<readonly Answer[]>)[] = [];

  /** Adds an answer; what comes back takes it away again. */
  answeredBy(answer: (find: Find, asked: Asked) => Promise<readonly Answer[]>): () => void {
    this.#answers.push(answer);
    return () => void this.#answers.splice(this.#answers.indexOf(answer), 1);
  }

  /** Does anybody answer at all? Where figures are shown, nothing known is said and not shown as nought. */
  get isAnswered(): boolean {
    return this.#answers.length > 0;
  }

  async ask(find: Find, asked: Asked): Promise<readonly Answer[]> {
    return (await Promise.all(this.#answers.map((answer) => answer(find, asked)))).flat();
  }
}

/** Which open documents does this organisation have? */
export const openInOrganization = new OpenQuestion<{ readonly orgId: string }, Held>();
/** Has anything ever been posted for this organisation? Its currency is fixed from then on. */
export const postedInOrganization = new OpenQuestion<{ readonly orgId: string }, Held>();
/** Where do these codes of a lookup type stand on records? All are asked about at once, each use names its code. */
export const usesOfLookup = new OpenQuestion<
  { readonly type: string; readonly codes: readonly string[] },
  Held & { readonly code: string }
>();
/** What does this person hold besides positions and delegations? */
export const heldByPerson = new OpenQuestion<{ readonly personId: string; readonly userId: string | null }, Burden>();

export const total = (held: readonly Held[]): number => held.reduce((sum, one) => sum + one.count, 0);

/** "采购订单 3，合同 1" and "Purchase order 3, Contract 1". */
export const spoken = (held: readonly Held[]): Text => {
  const counted = held.filter((one) => one.count > 0);
  return [counted.map((one) => `${one.label[0]} ${one.count}`).join("，"), counted.map((one) => `${one.label[1]} ${one.count}`).join(", ")];
};
