import { fieldOf, type Entity, type Where } from "../entity.ts";
import type { Row } from "./visible.ts";

/** A question that others like it may be asked along with: they differ in the value of one field. */
interface Apart {
  readonly key: string;
  readonly value: string;
  readonly rest: Where;
}

interface Gathering {
  readonly values: Set<string>;
  readonly done: Promise<ReadonlyMap<string, readonly Row[]>>;
}

const plainKinds = new Set(["text", "code", "ref", "pick", "yn"]);
const isPlain = (e: Entity, key: string): boolean => key === "parentId" || plainKinds.has(fieldOf(e, key)?.kind ?? "");

/** The first field a question names by one plain value; null where there is none. */
function apartOf(e: Entity, where: Where): Apart | null {
  const found = Object.entries(where).find(([key, test]) => typeof test === "string" && test !== "all" && isPlain(e, key));
  if (!found) return null;
  const [key, value] = found as [string, string];
  return { key, value, rest: { ...where, [key]: undefined } };
}

/** Gathers the questions of one turn: hundreds of documents that ask alike are answered by one statement. */
export class Asked {
  readonly #open = new Map<string, Gathering>();
  readonly #read: (e: Entity, where: Where, limit: number) => Promise<readonly Row[]>;

  constructor(read: (e: Entity, where: Where, limit: number) => Promise<readonly Row[]>) {
    this.#read = read;
  }

  /** Rows in the order of their ids; one more than the limit where there are more. */
  async where(e: Entity, where: Where, limit: number): Promise<readonly Row[]> {
    const apart = apartOf(e, where);
    if (!apart) return this.#read(e, where, limit + 1);
    const { key, value, rest } = apart;
    const name = `${e.name}|${limit}|${key}|${JSON.stringify(rest)}`;
    const gathering = this.#open.get(name) ?? this.#gather(name, e, apart, limit);
    gathering.values.add(value);
    return (await gathering.done).get(value) ?? [];
  }

  #gather(name: string, e: Entity, { key, rest }: Apart, limit: number): Gathering {
    const values = new Set<string>();
    const done = Promise.resolve().then(async () => {
      this.#open.delete(name);
      const most = (limit + 1) * values.size;
      const rows = await this.#read(e, { ...rest, [key]: [...values] }, most);
      if (values.size > 1 && rows.length === most) throw tooMany(e, limit);
      return Map.groupBy(rows, (row) => String(row[key]));
    });
    const gathering = { values, done };
    this.#open.set(name, gathering);
    return gathering;
  }
}

export const tooMany = (e: Entity, limit: number): Error =>
  new Error(`more than ${limit} rows of ${e.name} were asked for; ask for a sum or a count instead`);
