import type { Db } from "../database/db.ts";

/** What changed, told to everyone who keeps a copy: at once in this process, within moments in the others. */
export interface Change {
  readonly entity: string;
  readonly id: string;
}
type Hear = (changes: readonly Change[]) => void;

const channel = "changed";
const mostNamed = 100;
const gatherMs = 25;

export class Bus {
  readonly #db: Db;
  readonly #hearers = new Set<Hear>();
  #waiting: Change[] = [];
  readonly #self = Math.random().toString(36).slice(2);

  constructor(db: Db) {
    this.#db = db;
  }

  async open(): Promise<void> {
    await this.#db.listen(channel, (payload) => {
      const { from, changes } = JSON.parse(payload) as { from: string; changes: Change[] };
      if (from !== this.#self) this.#tell(changes);
    });
  }

  hear(hear: Hear): () => void {
    this.#hearers.add(hear);
    return () => this.#hearers.delete(hear);
  }

  /** Calls back whenever one of these entities changed, here or in another process. */
  watch(entities: readonly string[], changed: () => void): void {
    const names = new Set(entities);
    this.hear((changes) => {
      if (changes.some((c) => names.has(c.entity))) changed();
    });
  }

  say(changes: readonly Change[]): void {
    if (changes.length === 0) return;
    this.#tell(changes);
    if (this.#waiting.length === 0) setTimeout(() => void this.#send(), gatherMs);
    this.#waiting.push(...changes);
  }

  #tell(changes: readonly Change[]): void {
    for (const hear of this.#hearers) hear(changes);
  }

  /** Notices are gathered for a moment, so that a busy server does not make its commits queue for them. */
  async #send(): Promise<void> {
    const changes =
      this.#waiting.length > mostNamed
        ? [...new Set(this.#waiting.map((c) => c.entity))].map((entity) => ({ entity, id: "*" }))
        : this.#waiting;
    this.#waiting = [];
    await this.#db.notify(channel, JSON.stringify({ from: this.#self, changes })).catch(() => undefined);
  }
}
