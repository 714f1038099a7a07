import type { Entity, Me, Where } from "#kernel/entity.ts";
import { Answers, type Answer } from "#kernel/question.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { Effect, Find, Moment, Rule } from "#kernel/rule.ts";
import { ProductSeal } from "#kernel/seal.ts";
import { houseZone } from "#kernel/time.ts";

type Row = Record<string, any>;

/** A moment every example shares: Friday, 6 March 2026, ten in the morning in Shanghai. */
export function moment(now = "2026-03-06T02:00:00.000Z"): Moment {
  let last = 0;
  return { now, today: now.slice(0, 10), newId: () => `new${++last}`, seal: new ProductSeal(), before: () => null };
}

export const someone = (more: Partial<Me> = {}): Me => ({
  userId: "anna",
  userName: "anna",
  displayName: "Anna",
  audience: "internal",
  supplierId: null,
  responsibilityId: "r1",
  respCode: null,
  language: "CN",
  zone: houseZone,
  orgs: "all",
  categories: "all",
  items: "all",
  selfOnly: false,
  may: () => true,
  holds: () => true,
  opens: () => true,
  picks: () => true,
  ...more,
});

/** A document with the declared initial values, so that an example names only what matters. */
export function sample(e: Entity, values: Row): any {
  const initial = Object.fromEntries(Object.entries(e.fields).map(([key, field]) => [key, field.initial ?? null]));
  const lines = Object.fromEntries(Object.keys(e.lines).map((key) => [key, []]));
  return {
    ...initial,
    ...lines,
    createdBy: "x",
    creationDate: "2026-01-01T00:00:00.000Z",
    lastUpdatedBy: "x",
    lastUpdateDate: "2026-01-01T00:00:00.000Z",
    versionNum: 1,
    ...values,
  };
}

function passes(value: unknown, test: unknown): boolean {
  if (test === undefined || test === "all") return true;
  if (Array.isArray(test)) return test.includes(value);
  if (typeof test === "object" && test !== null && "not" in test) return ![test.not].flat().includes(value as never);
  return (value ?? null) === test;
}

const matches = (row: Row, where: Where): boolean =>
  Object.entries(where).every(([key, test]) =>
    key === "any"
      ? (test as Where[]).some((candidate) => matches(row, candidate))
      : key === "all"
        ? (test as Where[]).every((candidate) => matches(row, candidate))
        : passes(row[key], test),
  );

/** The rows of an example, asked like the database would be. */
export function world(
  rows: readonly (readonly [Entity, readonly Row[]])[],
  settings: Readonly<Record<string, string>> = {},
  answers: readonly Answer[] = [],
): Find {
  const of = (e: Entity): readonly Row[] => rows.filter(([entity]) => entity.name === e.name).flatMap(([, all]) => all);
  const find = {
    declared: { answers: new Answers(answers) },
    one: async (e: Entity, id: string) =>
      of(e).find((r) => r["id"] === id) ?? Promise.reject(new Error(`the example has no ${e.name} ${id}`)),
    maybe: async (e: Entity, id: string | null) => of(e).find((r) => r["id"] === id) ?? null,
    lock: async (e: Entity, id: string) => find.one(e, id),
    where: async (e: Entity, where: Where) => of(e).filter((r) => matches(r, where)),
    exists: async (e: Entity, where: Where) => of(e).some((r) => matches(r, where)),
    count: async (e: Entity, where: Where) => of(e).filter((r) => matches(r, where)).length,
    sum: async () => "0",
    setting: async (code: string) => settings[code] ?? "",
  };
  return find as unknown as Find;
}

export interface Judged {
  readonly codes: readonly string[];
  readonly effects: readonly Effect[];
  /** What the decision sets on a row, taken together. */
  set(row: Row): Row;
  made(e: Entity): readonly Row[];
  told(event: string): boolean;
}

/** Reads the facts from the example and decides. */
export async function judge(
  rule: Rule,
  doc: Row,
  find: Find,
  input: unknown = {},
  me: Me = someone(),
  at: Moment = moment(),
): Promise<Judged> {
  const facts = rule.reads ? await rule.reads(doc as never, find, input, me, at) : {};
  const decided = [rule.decide(doc as never, facts, input, me, at)].flat() as (Refusal | Effect | false | null | undefined)[];
  const effects = decided.filter((refusal): refusal is Effect => Boolean(refusal) && !(refusal instanceof Refusal));
  return {
    codes: decided.filter((refusal): refusal is Refusal => refusal instanceof Refusal).map((refusal) => refusal.code),
    effects,
    set: (row) => Object.assign({}, ...effects.map((e) => (e.kind === "set" && e.row === row ? e.patch : {}))),
    made: (entity) => effects.flatMap((e) => (e.kind === "make" && e.entity === entity ? [{ id: e.id, ...e.draft }] : [])),
    told: (event) => effects.some((e) => e.kind === "tell" && e.event === event),
  };
}
