import type { Find } from "#kernel/rule.ts";

type Answer<Asked> = (find: Find, asked: Asked) => Promise<readonly string[]>;

/** A question about people that only another area can answer; when nobody answers, nobody is meant. */
class PeopleQuestion<Asked> {
  readonly #answers: Answer<Asked>[] = [];

  /** Adds an answer; what comes back takes it away again. */
  answeredBy(answer: Answer<Asked>): () => void {
    this.#answers.push(answer);
    return () => void this.#answers.splice(this.#answers.indexOf(answer), 1);
  }

  async ask(find: Find, asked: Asked): Promise<readonly string[]> {
    return [...new Set((await Promise.all(this.#answers.map((answer) => answer(find, asked)))).flat())];
  }
}

/** Who buys this category for this organisation? User ids; base data knows. */
export const categoryBuyers = new PeopleQuestion<{ readonly categoryId: string; readonly orgId: string | null }>();
/** Whom does the supplier send for this kind of matter? User ids; the supplier's area knows, its administrators otherwise. */
export const supplierContacts = new PeopleQuestion<{ readonly supplierId: string; readonly role: string | null }>();
