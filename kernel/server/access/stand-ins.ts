import type { Db } from "../database/db.ts";

interface Delegation {
  readonly userId: string;
  readonly from: string;
  readonly until: string;
}

/** Who has named whom as a delegate: remembered until a delegation changes; from when to when is looked at anew each time. */
export class StandIns {
  readonly #db: Db;
  readonly #known = new Map<string, Promise<readonly Delegation[]>>();

  constructor(db: Db) {
    this.#db = db;
  }

  clear(): void {
    this.#known.clear();
  }

  /** In whose place somebody stands at this moment. */
  async of(userId: string, now: string): Promise<readonly string[]> {
    const held = await this.#read(userId);
    return [
      ...new Set(held.filter((delegation) => delegation.from <= now && now < delegation.until).map((delegation) => delegation.userId)),
    ];
  }

  #read(userId: string): Promise<readonly Delegation[]> {
    let found = this.#known.get(userId);
    if (!found) {
      if (this.#known.size > 10_000) this.#known.clear();
      found = this.#db.query<Delegation>(
        `select "fromUserId" as "userId", "startTime" as from, "endTime" as until from "BaseUserAuthorisation" where "toUserId" = $1 and status in ('PENDING', 'ACTIVE')`,
        [userId],
      );
      this.#known.set(userId, found);
      found.catch(() => this.#known.delete(userId));
    }
    return found;
  }
}
