import { fieldOf, type Entity, type Where } from "../entity.ts";
import type { Row } from "./visible.ts";

type Values = Readonly<Record<string, string>>;

/** One question: the fields it names by a plain value, and where its answer goes. */
interface Question {
  readonly values: Values;
  answer(rows: readonly Row[]): void;
  fail(error: unknown): void;
}

/** Questions that others like them may be asked along with: they name the same fields by plain values and agree in the rest. */
interface Gathering {
  readonly entity: Entity;
  readonly rest: Where;
  readonly limit: number;
  readonly questions: Question[];
}

const plainKinds = new Set(["text", "code", "ref", "pick", "yn"]);
const isPlain = (e: Entity, key: string): boolean => key === "parentId" || plainKinds.has(fieldOf(e, key)?.kind ?? "");

/** What a question names by plain values, and the rest of it. */
function apart(e: Entity, where: Where): { readonly values: Values; readonly rest: Where } {
  const values: Record<string, string> = {};
  const rest: Record<string, unknown> = {};
  for (const [key, test] of Object.entries(where)) {
    const only: unknown = Array.isArray(test) && test.length === 1 ? test[0] : test;
    if (typeof only === "string" && test !== "all" && isPlain(e, key)) values[key] = only;
    else rest[key] = test;
  }
  return { values, rest: rest as Where };
}

/** The field in which most of the questions differ; none when they name nothing. */
function widest(questions: readonly Question[]): string | undefined {
  const kinds = (key: string): number => new Set(questions.map((one) => one.values[key])).size;
  return Object.keys(questions[0]!.values).toSorted((a, b) => kinds(b) - kinds(a))[0];
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
    const { values, rest } = apart(e, where);
    const keys = Object.keys(values).sort();
    const name = `${e.name}|${limit}|${keys.join()}|${JSON.stringify(rest)}`;
    return new Promise((answer, fail) => {
      const gathering = this.#open.get(name) ?? this.#gather(name, { entity: e, rest, limit, questions: [] });
      gathering.questions.push({ values, answer, fail });
    });
  }

  #gather(name: string, gathering: Gathering): Gathering {
    this.#open.set(name, gathering);
    queueMicrotask(() => {
      this.#open.delete(name);
      const key = widest(gathering.questions);
      if (key === undefined) return void this.#askOnce(gathering);
      const alike = Map.groupBy(gathering.questions, ({ values }) => JSON.stringify(Object.entries({ ...values, [key]: "" }).sort()));
      for (const questions of alike.values()) void this.#ask(gathering, key, questions);
    });
    return gathering;
  }

  /** The very same question, asked by many. */
  async #askOnce({ entity, rest, limit, questions }: Gathering): Promise<void> {
    try {
      const rows = await this.#read(entity, rest, limit + 1);
      for (const one of questions) one.answer(rows);
    } catch (error) {
      for (const one of questions) one.fail(error);
    }
  }

  /** Asks once for questions that differ in the value of one field. */
  async #ask({ entity, rest, limit }: Gathering, key: string, questions: readonly Question[]): Promise<void> {
    try {
      const values = [...new Set(questions.map((one) => one.values[key]!))];
      const most = (limit + 1) * values.length;
      const rows = await this.#read(entity, { ...rest, ...questions[0]!.values, [key]: values }, most);
      if (values.length > 1 && rows.length === most) throw tooMany(entity, limit);
      const found = Map.groupBy(rows, (row) => String(row[key]));
      for (const one of questions) one.answer(found.get(one.values[key]!) ?? []);
    } catch (error) {
      for (const one of questions) one.fail(error);
    }
  }
}

export const tooMany = (e: Entity, limit: number): Error =>
  new Error(`more than ${limit} rows of ${e.name} were asked for; ask for a sum or a count instead`);
