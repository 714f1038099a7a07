/** Whoever wants the same documents waits here, first come first served, holding nothing. Waiting at the row lock instead would hold one of few connections each: a crowd on one document would stop everybody else's work. Between processes the row lock decides. */
export class Turns {
  readonly #last = new Map<string, Promise<void>>();

  /** All documents at once, so that two never wait for each other. Answers how to leave. */
  async enter(documents: readonly string[]): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const before = documents.flatMap((id) => this.#last.get(id) ?? []);
    for (const id of documents) this.#last.set(id, promise);
    await Promise.all(before);
    return () => {
      for (const id of documents) if (this.#last.get(id) === promise) this.#last.delete(id);
      resolve();
    };
  }

  /** How many documents somebody works on or waits for. */
  get size(): number {
    return this.#last.size;
  }
}
