import type { Declared } from "./declared.ts";
import type { Doc, Draft, Entity, Input, Me, Verb, Where } from "./entity.ts";
import type { Reference } from "./merge.ts";
import type { Refusal } from "./refusal.ts";
import type { Seal } from "./seal.ts";
import type { Text } from "./text.ts";

/** The facts of the moment: clock, ids and keys come from outside, so that a rule stays pure. */
export interface Moment {
  readonly now: string;
  readonly today: string;
  newId(): string;
  /** Closes and opens sensitive values with the keys of the product. */
  readonly seal: Seal;
  /** Where the request came from; null when no person asked. */
  readonly ip?: string | null;
  /** A row as it is stored, before this action touched it; null for one that is being made. */
  before<R extends { readonly id: string }>(row: R): R | null;
}

/** How a rule's `reads` asks for facts. Calls of one turn are batched into one statement per entity. */
export interface Find {
  /** What the modules of this product declare. */
  readonly declared: Declared;
  /** An entity by its name, for the few rules that serve every document. */
  entity(name: string): Entity;
  /** Every reference to an entity, as declared, with what becomes of it when records are merged. */
  references(target: Entity): readonly Reference[];
  /** The document, or the refusal "not found". */
  one<E extends Entity>(entity: E, id: string): Promise<Doc<E>>;
  maybe<E extends Entity>(entity: E, id: string | null): Promise<Doc<E> | null>;
  /** The document locked until the action ends; for decisions on money, quantity and anything limited. */
  lock<E extends Entity>(entity: E, id: string): Promise<Doc<E>>;
  where<E extends Entity>(entity: E, where: Where, limit?: number): Promise<readonly Doc<E>[]>;
  /** Ids of the rows that match and that whoever acts may see, in their order, beginning after one of them. */
  visibleIds(entity: Entity, where: Where, limit: number, after?: string): Promise<readonly string[]>;
  exists(entity: Entity, where: Where): Promise<boolean>;
  count(entity: Entity, where: Where): Promise<number>;
  sum(entity: Entity, where: Where, field: string): Promise<string>;
  /** Who could press this button on this document now, each with the responsibility that lets him. */
  holders(entity: Entity, row: Row, button: string): Promise<readonly Holder[]>;
  /** What each responsibility of these people allows of these documents now. */
  standings(entity: Entity, ids: readonly string[], userIds: readonly string[]): Promise<readonly Standing[]>;
  /** The value of a setting for this caller (user, responsibility, organisation, site, default: nearest wins). */
  setting(code: string, of?: { readonly orgId?: string }): Promise<string>;
}

type Row = { readonly id: string };

/** A person and the responsibility that lets him. */
export interface Holder {
  readonly userId: string;
  readonly responsibilityId: string;
}

/** What one responsibility of a person allows of documents: their page, the rows, the buttons. */
export interface Standing extends Holder {
  readonly respCode: string;
  /** It would show this document if it were not limited to some organisations, categories or materials. */
  opens(id: string): boolean;
  sees(id: string): boolean;
  may(button: string): boolean;
}

/** Is it this person, or somebody in whose place he stands? Two pairs of eyes are never one person's and his delegate's. */
export const isSelf = (me: Pick<Me, "userId" | "actsFor" | "lentBy">, userId: unknown): boolean =>
  userId === me.userId || (typeof userId === "string" && (me.lentBy?.userId === userId || (me.actsFor?.includes(userId) ?? false)));

export type Effect =
  | { readonly kind: "set"; readonly row: Row; readonly patch: Readonly<Record<string, unknown>> }
  | { readonly kind: "add"; readonly parent: Row; readonly collection: string; readonly draft: Readonly<Record<string, unknown>> }
  | { readonly kind: "drop"; readonly row: Row }
  | {
      readonly kind: "run";
      readonly entity: Entity;
      readonly id: string;
      readonly action: string;
      readonly input: Readonly<Record<string, unknown>>;
    }
  | {
      readonly kind: "make";
      readonly entity: Entity;
      readonly id: string;
      readonly draft: Readonly<Record<string, unknown>>;
      /** Its lines bring their ids; without it they get new ones, whatever the draft was copied from. */
      readonly namesLines?: true;
    }
  | { readonly kind: "tell"; readonly event: string; readonly data: Readonly<Record<string, unknown>> }
  | { readonly kind: "todo"; readonly type: string; readonly row: Row; readonly todo: Todo }
  | { readonly kind: "close"; readonly types: readonly string[]; readonly row: Row; readonly as: TodoEnd; readonly userId?: string }
  | { readonly kind: "warn"; readonly code: string; readonly text: Text; readonly ahead?: true }
  | { readonly kind: "ask"; readonly code: string; readonly text: Text }
  | { readonly kind: "prove" }
  | { readonly kind: "reveal"; readonly data: Readonly<Record<string, unknown>> };

/** Whom a to-do waits for and until when. Somebody of the responsibility, the supplier's people, or one person. */
export interface Todo {
  readonly userId?: string | null;
  readonly respCode?: string | null;
  readonly supplierId?: string | null;
  readonly contactRole?: string | null;
  readonly orgId?: string | null;
  readonly dueDate?: string | null;
  readonly priority?: "NORMAL" | "URGENT";
  /** In place of the type's own title. */
  readonly title?: Text;
  /** In place of the record's own number, where it is a line of a document. */
  readonly no?: string | null;
  /** What the page is asked for, where it shows another record than the one the to-do is about: "id=…". */
  readonly query?: string;
}
export type TodoEnd = "HANDLED" | "WITHDRAWN" | "EXPIRED";

/** Refusals are collected, all of them; without any, the effects happen together. */
export type Decision = void | Refusal | Effect | readonly (Refusal | Effect | false | null | undefined)[];

/** Changes fields of a document or of one of its lines. */
export const set = <R extends Row>(row: R, patch: { readonly [K in keyof R]?: R[K] }): Effect => ({ kind: "set", row, patch });

export const add = (parent: Row, collection: string, draft: Readonly<Record<string, unknown>>): Effect => ({
  kind: "add",
  parent,
  collection,
  draft,
});

export const drop = (row: Row): Effect => ({ kind: "drop", row });

/** Another document's action, through its own rules, in the same transaction. */
export const run = <E extends Entity, A extends Verb<E>>(entity: E, id: string, action: A, input: Input<E, A>): Effect => ({
  kind: "run",
  entity,
  id,
  action,
  input: input as Readonly<Record<string, unknown>>,
});

/** A new document. */
export const make = <E extends Entity>(entity: E, id: string, draft: Draft<E>): Effect => ({
  kind: "make",
  entity,
  id,
  draft: draft as Readonly<Record<string, unknown>>,
});

/** An event; messages, pushes and other listeners follow from it after commit. */
export const tell = (event: string, data: Readonly<Record<string, unknown>>): Effect => ({ kind: "tell", event, data });

/** Opens a to-do about a document; opened twice it is one, with the later due date. */
export const todo = (type: string, row: Row, shape: Todo): Effect => ({ kind: "todo", type, row, todo: shape });

/** Closes what is open about a document, of one type or of several; for one person or one supplier only when named. */
export const closeTodo = (types: string | readonly string[], row: Row, as: TodoEnd, userId?: string): Effect => ({
  kind: "close",
  types: typeof types === "string" ? [types] : types,
  row,
  as,
  ...(userId ? { userId } : {}),
});

/** Done, with a note that is shown and kept. */
export const warn = (code: string, cn: string, en: string): Effect => ({ kind: "warn", code, text: [cn, en] });
/** What whoever is about to act should know; once it is done it is on the document and need not be said again. */
export const foresee = (code: string, cn: string, en: string): Effect => ({ kind: "warn", code, text: [cn, en], ahead: true });

/** Unusual: the caller must repeat the action with `confirmed` naming the code. */
export const ask = (code: string, cn: string, en: string): Effect => ({ kind: "ask", code, text: [cn, en] });

/** Only with a recent proof of identity, where the document decides whether one is needed; an action that always needs it declares `proof`. */
export const prove = (): Effect => ({ kind: "prove" });

/** Something the caller alone learns from this reply and that is stored nowhere (a password shown once). */
export const reveal = (data: Readonly<Record<string, unknown>>): Effect => ({ kind: "reveal", data });

/** A document that an action will lock, with the action that will be run on it, if any: what that one locks follows from its own rule. */
export type LockAhead = readonly [entity: Entity, id: string | null | undefined, action?: string];

/** A document as `locks` gets it: its stored fields without its lines. */
type Header<E extends Entity> = Omit<Doc<E>, keyof E["lines"]>;

export interface Rule<E extends Entity = Entity, R = any> {
  readonly entity: E;
  readonly action: string;
  readonly locks?: (doc: any, find: Find) => readonly LockAhead[] | Promise<readonly LockAhead[]>;
  readonly reads?: (doc: Doc<E>, find: Find, input: any, me: Me, at: Moment) => Promise<R>;
  readonly decide: (doc: Doc<E>, facts: R, input: any, me: Me, at: Moment) => Decision;
}

/** What a save rule is told besides the document as it would be: how it was. */
export interface Saved<E extends Entity> {
  readonly before: Doc<E> | null;
}

type RuleInput<E extends Entity, A extends string> = A extends "saveOrUpdate" | "delete" ? Saved<E> : Input<E, A>;

/** Decides one action of one entity: facts in, decision out. */
export function rule<E extends Entity, A extends Verb<E>, R = Record<never, never>>(
  entity: E,
  action: A,
  body: {
    /**
     * What the action will lock besides its own document, told from the document before it is locked: all rows are then locked
     * together in one order. A row that is not named here is locked when it is asked for, which may make the action start over.
     */
    locks?: (doc: Header<E>, find: Find) => readonly LockAhead[] | Promise<readonly LockAhead[]>;
    reads?: (doc: Doc<E>, find: Find, input: RuleInput<E, A>, me: Me, at: Moment) => Promise<R>;
    decide: (doc: Doc<E>, facts: NoInfer<R>, input: RuleInput<E, A>, me: Me, at: Moment) => Decision;
  },
): Rule {
  return { entity, action, ...body } as unknown as Rule;
}

/** Two records that a document names together: the chosen one, and the one it is to go with. */
export interface FitPair {
  readonly id: string;
  readonly of: string;
}

/** Whether records go together on a day, as an area judges it; all pairs of an action in one question, answered in their order. */
export interface Fit {
  readonly judge: (find: Find, pairs: readonly FitPair[], day: string) => Promise<readonly boolean[]>;
  /** The same judgement as a filter: the records that go with one (`of`). Pickers offer no others. */
  readonly offers: (find: Find, of: string, day: string) => Promise<Where>;
  /** What a picker says that has nothing to offer, and the records (with a list page) whose maintenance changes that. */
  readonly none: { readonly text: Text; readonly kept: Entity };
  /** What is said of a record that does not, and what to do. */
  readonly text: Text;
  /** The code it is refused with; DATA_WITHIN unless the area has its own. */
  readonly code?: string;
}
