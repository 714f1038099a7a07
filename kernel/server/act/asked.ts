import { fieldOf, type Entity, type Where } from "../../entity.ts";
import type { Row } from "../find/visible.ts";

type Values = Readonly<Record<string, string>>;

/** One question: the fields it names by a plain value, the rest of it, and where its answer goes. */
interface Question {
  readonly values: Values;
  readonly rest: Where;
  readonly limit: number;
  answer(rows: readonly Row[]): void;
  fail(error: unknown): void;
}

/** Questions about one entity that travel together. */
interface Gathering {
  readonly entity: Entity;
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
  const kinds = (key: string): number => new Set(questions.map((question) => question.values[key])).size;
  return Object.keys(questions[0]!.values).toSorted((a, b) => kinds(b) - kinds(a))[0];
}

/** A question as it is read: one statement may carry several of the same kind. */
export interface AskedPart {
  readonly where: Where;
  readonly limit: number;
}

/** A question that was asked in this action, with its answer. */
export interface Past extends AskedPart {
  readonly entity: Entity;
  readonly rows: Promise<readonly Row[]>;
}

const isText = (value: unknown): value is string => typeof value === "string" && value !== "all";

/** Ids in their order, where a question names nothing else. */
export function idsAlone(where: Where): readonly string[] | null {
  const [first, ...more] = Object.entries(where);
  if (first?.[0] !== "id" || more.length > 0) return null;
  const ids = [first[1]].flat();
  return ids.every(isText) ? [...new Set(ids)].sort() : null;
}

const same = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);

/** Does a question ask for some rows of what the wider one asks for, told apart by plain values? */
export function isNarrower(e: Entity, where: Where, wider: Where): boolean {
  const more = Object.entries(where).filter(([key]) => !(key in wider));
  return (
    Object.entries(wider).every(([key, test]) => key in where && same(test, (where as Readonly<Record<string, unknown>>)[key])) &&
    more.every(([key, test]) => isPlain(e, key) && [test].flat().every(isText))
  );
}

/** Whether a row of the wider answer belongs to the narrower one. */
export const passesPlain = (row: Readonly<Row>, where: Where, wider: Where): boolean =>
  Object.entries(where).every(([key, test]) => key in wider || [test].flat().includes(row[key] as never));

/** So many questions one statement carries at most. */
const partsAtOnce = 8;

/** Gathers the questions of one turn: hundreds of documents that ask alike are answered by one statement. */
export class Asked {
  readonly #open = new Map<string, Gathering>();
  readonly #read: (e: Entity, parts: readonly AskedPart[]) => Promise<readonly (readonly Row[])[]>;

  constructor(read: (e: Entity, parts: readonly AskedPart[]) => Promise<readonly (readonly Row[])[]>) {
    this.#read = read;
  }

  /** Rows in the order of their ids; one more than the limit where there are more. */
  async where(e: Entity, where: Where, limit: number): Promise<readonly Row[]> {
    return new Promise((answer, fail) => {
      const gathering = this.#open.get(e.name) ?? this.#gather({ entity: e, questions: [] });
      gathering.questions.push({ ...apart(e, where), limit, answer, fail });
    });
  }

  #gather(gathering: Gathering): Gathering {
    const { name } = gathering.entity;
    this.#open.set(name, gathering);
    // Everything that can be asked before an answer is waited for is asked together, however many promises deep.
    process.nextTick(() => {
      this.#open.delete(name);
      const groups = groupsOf(gathering);
      for (let from = 0; from < groups.length; from += partsAtOnce) void this.#ask(gathering, groups.slice(from, from + partsAtOnce));
    });
    return gathering;
  }

  async #ask({ entity }: Gathering, groups: readonly Group[]): Promise<void> {
    try {
      const found = await this.#read(entity, groups);
      groups.forEach((group, i) => answered(group, found[i]!, entity));
    } catch (error) {
      for (const { questions } of groups) for (const question of questions) question.fail(error);
    }
  }
}

/** Questions that one part of a statement answers: they differ in the value of one field, or in nothing. */
interface Group extends AskedPart {
  readonly key: string | undefined;
  readonly questions: readonly Question[];
}

/** Questions of one kind name the same fields by plain values and agree in the rest. */
function groupsOf({ questions }: Gathering): readonly Group[] {
  const kinds = Map.groupBy(questions, ({ values, rest }) => `${Object.keys(values).sort().join()}|${JSON.stringify(rest)}`);
  return [...kinds.values()].flatMap(groupsOfKind);
}

function groupsOfKind(questions: readonly Question[]): readonly Group[] {
  const { rest } = questions[0]!;
  const key = widest(questions);
  const alike = Map.groupBy(questions, ({ values, limit }) =>
    JSON.stringify([limit, Object.entries(key ? { ...values, [key]: "" } : {}).sort()]),
  );
  return [...alike.values()].map((some) => {
    const [{ values: named, limit }] = some as [Question];
    if (key === undefined) return { key, questions: some, where: rest, limit: limit + 1 };
    const values = [...new Set(some.map((question) => question.values[key]!))];
    return { key, questions: some, where: { ...rest, ...named, [key]: values } as Where, limit: (limit + 1) * values.length };
  });
}

function answered({ key, questions, limit: most }: Group, rows: readonly Row[], entity: Entity): void {
  const { limit } = questions[0]!;
  if (most > limit + 1 && rows.length === most) throw tooMany(entity, limit);
  const found = key === undefined ? null : Map.groupBy(rows, (row) => String(row[key]));
  for (const question of questions) question.answer(found ? (found.get(question.values[key!]!) ?? []) : rows);
}

export const tooMany = (e: Entity, limit: number): Error =>
  new Error(`more than ${limit} rows of ${e.name} were asked for; ask for a sum or a count instead`);
