import type { Find } from "./rule.ts";

type Give<Asked, Given> = (find: Find, asked: Asked) => Promise<readonly Given[]>;

/** What one area answers to a question of another; modules and server halves list theirs, and `declare` binds them to one product. */
export interface Answer {
  readonly question: object;
  readonly give: Give<never, unknown>;
}

/** A question one area asks and others answer. It holds no answers itself: those of the product that asks are found through `find`. */
export class Question<Asked, Given> {
  answeredBy(give: Give<Asked, Given>): Answer {
    return { question: this, give };
  }

  /** Does anybody answer at all? Where nobody does, a figure is unknown rather than zero. */
  isAnswered(find: Find): boolean {
    return find.declared.answers.to(this).length > 0;
  }

  /** All answers together; none when nobody answers. */
  async ask(find: Find, asked: Asked): Promise<readonly Given[]> {
    const gives = find.declared.answers.to(this) as readonly Give<Asked, Given>[];
    return (await Promise.all(gives.map((give) => give(find, asked)))).flat();
  }
}

/** The answers of one product, in the order of its modules. */
export class Answers {
  readonly #gives = new Map<object, readonly Give<never, unknown>[]>();

  constructor(answers: readonly Answer[]) {
    for (const answer of answers) this.add(answer);
  }

  /** Adds an answer to this product alone; the returned function removes it. */
  add({ question, give }: Answer): () => void {
    this.#gives.set(question, [...this.to(question), give]);
    return () =>
      void this.#gives.set(
        question,
        this.to(question).filter((candidate) => candidate !== give),
      );
  }

  to(question: object): readonly Give<never, unknown>[] {
    return this.#gives.get(question) ?? [];
  }
}
