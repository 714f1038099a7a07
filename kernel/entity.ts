import { withApproval, type ApprovalActions, type Approvals, type StatesOf } from "./approval.ts";
import type { Field, Fields, Id } from "./field.ts";
import type { Audience, Me, Scope } from "./me.ts";
import { enter } from "./refine.ts";
import type { Refusal } from "./refusal.ts";
import { withRevision, type Revises } from "./revision.ts";
import { withVersions, type Versioned } from "./versioned.ts";
import type { Standing } from "./rule.ts";
import type { Text } from "./text.ts";
import { withWaiting, type Timetable } from "./waiting.ts";

export type { Audience, Me, Scope } from "./me.ts";
export { isWithin } from "./me.ts";

type Plain = null | undefined | string | number | Scope;
type Test =
  | Plain
  | {
      readonly from?: string | number | null;
      readonly to?: string | number | null;
      readonly below?: string | number;
      readonly above?: string | number;
    }
  | { readonly not: null | string | readonly string[] }
  | { readonly contains: string }
  /** A column that is a list has one of these in it, or names none where that counts too. */
  | { readonly holds: readonly string[]; readonly orNone?: true }
  | { readonly some: Where }
  | { readonly none: Where }
  /** The record a reference names passes, too. */
  | { readonly row: Where; readonly of: string };

/** Which rows: every named field must pass; `any` needs one of several; a collection passes when some of its rows do. */
export type Where = { readonly [field: string]: Test | readonly Where[] } & {
  readonly any?: readonly Where[];
  readonly all?: readonly Where[];
};

/** A collection passes when at least one of its rows does. */
export const some = (where: Where): { readonly some: Where } => ({ some: where });

/** Who may press: an audience, a person named on the document, or the side a field of it names (INTERNAL, SUPPLIER). Silence means nobody. */
export type Who =
  | Audience
  | "both"
  | { readonly owner: string }
  | { readonly notOwner: string; readonly of: Audience }
  | { readonly side: string };

/** Whether this audience is the side that a document names. */
export const isOnSide = (audience: Audience, side: unknown): boolean => side === audience.toUpperCase();

export type Tone = "neutral" | "running" | "waiting" | "done" | "refused" | "ended";
/** A state's two names and, when it is not plain, how it looks. The first state is the one a new document has. */
export type StateText = readonly [cn: string, en: string, tone?: Tone];

/** Which bill type an action submits its document under, which actions answer it, and where the facts stand that approvers are chosen by. */
export interface Approval {
  readonly bill: string;
  /** The bill type's two names; the entity's unless said. */
  readonly label?: Text;
  /** What its approvers read as its subject until an administrator words it: "${userName}" stands for the name behind userId. */
  readonly title?: Text;
  readonly approve: string;
  readonly reject: string;
  /** Taken back by its starter, and ended from above: it returns to draft and lets go of everything it held. Ended from above is as taken back unless said, and that as rejected. */
  readonly withdraw?: string;
  readonly stop?: string;
  readonly amount?: string;
  readonly currency?: string;
  /** Where the document keeps what one of its currency is in that of its organisation, and the day it is read for until it is kept: limits are judged by it. */
  readonly rate?: { readonly field: string; readonly day: string };
  readonly org?: string;
  readonly category?: string;
  readonly supplier?: string;
  /** Fields whose change sends a returned document past all its approvers again, besides the facts named above. */
  readonly again?: readonly string[];
  /** The facts an approver's card shows, and nothing sealed. */
  readonly summary?: readonly string[];
  /** Nobody is asked until an administrator says who. */
  readonly optional?: true;
  /** A document that few may know: its approval is seen by those who take part in it, not by administrators; its subject names no more than its number. */
  readonly closed?: (doc: Readonly<Record<string, unknown>>) => boolean;
}

export interface Action<S extends string = string, I extends Fields = Fields> {
  readonly label: Text;
  readonly button: string;
  readonly who: Who | readonly Who[];
  readonly from?: readonly S[];
  readonly to?: S;
  /** The refusal outside `from`, where the area has its own code for it; null leaves it to the kernel's sentence. */
  readonly wrongState?: (doc: Readonly<Record<string, unknown>>, input: Readonly<Record<string, unknown>>) => Refusal | null;
  readonly input?: I;
  /** The approval it starts; written by the entity's `approval`. */
  readonly approval?: Approval;
  /** The quiet action that starts the approval in its name, where the document tells which of several it is. */
  readonly submits?: (doc: Readonly<Record<string, unknown>>) => string;
  /** "each": every document its own transaction and its own answer; "all": together or not at all. */
  readonly batch?: "each" | "all";
  readonly tone?: "primary" | "danger";
  readonly confirm?: Text;
  /** Makes a new document instead of changing one. */
  readonly creates?: true;
  /** The rows that documents are created from, as people choose them. */
  readonly chooses?: import("./chooser.ts").Chooser;
  /** Where the document as it stands gives it nothing to do, the button is not there at all. */
  readonly offered?: (doc: Readonly<Record<string, unknown>>) => boolean;
  /** What it does is shown before it is done, although its declaration names no new state: where it leads is decided by its rule. */
  readonly previews?: true;
  /** Not a button of the default pages: called by other actions, by pages of its own, or by the system. */
  readonly quiet?: true;
  /** Needs only the row itself, not its lines. */
  readonly loads?: "row";
  /** Ends what waits for whoever presses (a receipt, a figure to confirm): also open to people who may otherwise only read. */
  readonly settles?: true;
  /** Guards account or money: an open session is not enough, password or second factor must have been shown in it within the last five minutes. */
  readonly proof?: "recent";
}

/** Declares a verb of an entity; without `who` it does not compile, and an approval is declared on the entity. */
export const action = <const S extends string, const I extends Fields = {}>(
  cn: string,
  en: string,
  shape: Omit<Action<S, I>, "label" | "approval">,
): Action<S, I> => ({ label: [cn, en], ...shape });

export type Lines = Readonly<Record<string, Entity>>;
export type Actions = Readonly<Record<string, Action<any, any>>>;
type Known<F> = (keyof F & string) | CommonKey;

export type Common<N extends string = string> = {
  readonly id: Id<N>;
  readonly createdBy: string;
  readonly creationDate: string;
  readonly lastUpdatedBy: string;
  readonly lastUpdateDate: string;
  readonly versionNum: number;
};
export type CommonKey = keyof Common;
export const commonKeys: readonly CommonKey[] = ["id", "createdBy", "creationDate", "lastUpdatedBy", "lastUpdateDate", "versionNum"];

type Values<F extends Fields> = { readonly [K in keyof F]: F[K]["$"] };
type LineRows<L extends Lines> = { readonly [K in keyof L]: readonly Doc<L[K]>[] };

/** A whole document as rules see it: fields, lines and the common fields, never to be changed in place. */
export type Doc<E extends Entity> = Common<E["name"]> & Values<E["fields"]> & LineRows<E["lines"]> & Parent<E> & Status<E>;
/** The document a line belongs to; a field of that name means what its declaration says. */
type Parent<E extends Entity> = string extends keyof E["fields"]
  ? { readonly parentId: string }
  : "parentId" extends keyof E["fields"]
    ? {}
    : { readonly parentId: string };
type Status<E extends Entity> = E extends { readonly fields: { readonly status: Field } } ? {} : { readonly status: StateOf<E> };
export type StateOf<E extends Entity> = keyof NonNullable<E["states"]> & string;

type Writable<F extends Fields> = { readonly [K in keyof F as F[K]["computed"] extends true ? never : K]?: F[K]["$"] };
/** What a new document may be given. */
export type Draft<E extends Entity> = string extends keyof E["fields"]
  ? Readonly<Record<string, unknown>>
  : Partial<Values<E["fields"]>> & { readonly [K in keyof E["lines"]]?: readonly Draft<E["lines"][K]>[] };
export type Input<E extends Entity, A extends string> = A extends keyof E["actions"]
  ? E["actions"][A] extends Action<any, infer I>
    ? Writable<I> & Readonly<Record<string, unknown>>
    : never
  : Readonly<Record<string, unknown>>;

/** A field of the lines, by which their documents are found: "lines.itemId". */
type OfLines = `${string}.${string}`;

type Order<K extends string> = readonly (readonly [K, "asc" | "desc"])[];

/** Without gaps; given when the document is made, or first when it leaves its first state. */
interface NumberHow {
  readonly gapless?: true;
  readonly at?: "submission";
}

/** One list of an entity: a route, a set of columns, its own rows. */
export interface ListShape<K extends string = string> {
  readonly route: string;
  readonly title?: Text;
  readonly columns?: readonly K[];
  readonly search?: readonly (K | OfLines)[];
  readonly where?: (me: Me) => Where;
  /** A view may come in an order of its own. */
  readonly views?: Readonly<Record<string, readonly [cn: string, en: string, where: (me: Me) => Where, order?: Order<K>]>>;
  /** What a card of it says on a phone; of the columns what a person looks for first unless said. */
  readonly cards?: readonly K[];
  /** What heads such a card, where the rows' own title does not tell them apart. */
  readonly heads?: readonly K[];
  /** The view the list opens with: what is worked on; all rows, history included, then stand last. */
  readonly opens?: string;
  readonly order?: Order<K>;
}

export interface Pages<K extends string = string> {
  readonly list?: string;
  /** The route of the edit page; without one the list opens a drawer. */
  readonly edit?: string;
  readonly sections?: readonly (readonly [cn: string, en: string, fields: readonly K[]])[];
  /** The amount a reader looks for first. */
  readonly key?: K;
  readonly cards?: ListShape<K>["cards"];
}

export interface Shape<
  F extends Fields,
  L extends Lines,
  S extends string,
  A extends Actions,
  P extends Approvals | undefined = Approvals | undefined,
> extends Timetable<NoInfer<S | StatesOf<P, S>>, NoInfer<Known<F>>> {
  readonly service?: string;
  readonly fields: F;
  readonly lines?: L;
  /** Rows with a life of their own: not saved with the document, scoped and locked through it. */
  readonly owns?: Lines;
  readonly number?: readonly [field: NoInfer<keyof F & string>, pattern: string, how?: NumberHow];
  readonly states?: Readonly<Record<S, StateText>>;
  /** The field that holds the state; "status" unless said. */
  readonly stateField?: string;
  /** The lookup type the states are known by. */
  readonly stateLookup?: string;
  readonly actions?: A & { readonly [K in keyof A]: Action<[S] extends [never] ? any : NoInfer<S | StatesOf<P, S>>, any> };
  /** Adds the states and actions of an approval: APPROVING, REJECTED, doSubmit, doApproval, doReject and doWithdraw unless said otherwise. */
  readonly approval?: P & Approvals<NoInfer<S>, NoInfer<Known<F>>>;
  /** The reference to the document this row tells of: whoever is limited to categories or goods sees the row only where that document's lines let him see it. */
  readonly judgedBy?: NoInfer<keyof F & string>;
  readonly sees: { readonly [P in Exclude<Audience, "system">]?: "all" | ((me: Me) => Where) };
  /** Allow-list of fields per audience; a field in no list is internal. */
  readonly shows?: { readonly supplier?: readonly (NoInfer<Known<F>> | NoInfer<keyof L & string> | "status")[] };
  /** Who may create and change, and in which states; silence makes the entity read-only. */
  readonly saves?: Who | readonly Who[];
  readonly savesFrom?: readonly NoInfer<S | StatesOf<P, S>>[];
  readonly deletes?: Who | readonly Who[];
  readonly deletesFrom?: readonly NoInfer<S | StatesOf<P, S>>[];
  readonly unique?: readonly {
    readonly fields: readonly NoInfer<Known<F>>[];
    readonly while?: Where;
    readonly caseless?: true;
    /** A save that brings all of these fields changes the row that bears them, whatever version was read, and makes it where there is none: nobody else writes there. */
    readonly lastWins?: true;
    readonly code?: string;
    readonly text?: Text;
  }[];
  /** Truths the database repeats as constraints: fields, sums of fields ("a + b - c") or a number, compared. */
  readonly holds?: Readonly<Record<string, readonly [left: string, op: "<=" | "<" | ">=" | ">" | "<>", right: string | number]>>;
  /** Spans of days that never overlap among rows alike in these fields; an empty field counts as a value, an empty end as never. */
  readonly ranges?: readonly {
    readonly fields: readonly NoInfer<Known<F>>[];
    readonly from: NoInfer<keyof F & string>;
    readonly to: NoInfer<keyof F & string>;
    readonly while?: Where;
    readonly code?: string;
    readonly text?: Text;
  }[];
  readonly tree?: {
    readonly parent: NoInfer<keyof F & string>;
    readonly depth?: number;
    readonly deep?: string;
    readonly cycle?: readonly [code: string, cn: string, en: string];
  };
  readonly computes?: { readonly [K in keyof F]?: (doc: any, parent: any) => F[K]["$"] };
  readonly requires?: { readonly [K in keyof F]?: (doc: any) => boolean };
  readonly shownWhen?: { readonly [K in keyof F]?: (doc: any) => boolean };
  /** The fields a person knows it by: code first, then name. */
  readonly title?: readonly NoInfer<keyof F & string>[];
  /** The one of them that heads its page and names its tab, where people say the name and not the code. */
  readonly headline?: NoInfer<keyof F & string>;
  /** Further fields it is found by where a person types a few characters: names it had before. */
  readonly alsoKnownBy?: readonly NoInfer<keyof F & string>[];
  readonly list?: readonly NoInfer<Known<F>>[];
  readonly search?: readonly (NoInfer<Known<F>> | OfLines)[];
  readonly order?: readonly (readonly [NoInfer<Known<F>>, "asc" | "desc"])[];
  readonly views?: ListShape["views"];
  readonly lists?: Readonly<Record<string, ListShape<NoInfer<Known<F>>>>>;
  readonly pages?: Pages<NoInfer<Known<F>>>;
  /** Rows may be added, never changed or removed, by anyone; some fields of them may still move where they are named. */
  readonly appendOnly?: true | { readonly but: readonly NoInfer<keyof F & string>[] };
  /** Rows that have come this far are never changed or removed again, by anyone; some fields of them may still move where they are named. */
  readonly frozen?: {
    readonly once: readonly [field: NoInfer<keyof F & string>, value: string];
    readonly but: readonly NoInfer<keyof F & string>[];
  };
  /** A draft beside the document in force, which takes over when it is approved. A field alone names an older document whose choices this one keeps. */
  readonly revises?: NoInfer<keyof F & string> | Revises<NoInfer<keyof F & string>, NoInfer<L>, NoInfer<S | StatesOf<P>>>;
  /** Each row is a numbered version of a definition; a published one is never changed, the next one takes its place. */
  readonly versioned?: Versioned<NoInfer<keyof F & string>, NoInfer<L>, NoInfer<S | StatesOf<P>>>;
  /** Rows belong to the person named here and to nobody else. */
  readonly mine?: NoInfer<keyof F & string>;
  /** Each row offers its reader something to do with a document: it is shown only while the rule lets him, by the permits of this moment. */
  readonly offers?: {
    readonly entity: NoInfer<keyof F & string>;
    readonly id: NoInfer<keyof F & string>;
    /** Whose permits count: the reader's own, or those of the person he acts for. */
    readonly by: (row: any, me: Me) => string;
    readonly allows: (row: any, standings: readonly Standing[], me: Me) => boolean;
    /** Rows with the same value here offer the same thing in several ways: of those that are allowed the chosen one is shown. */
    readonly once?: readonly [field: NoInfer<keyof F & string>, choose: (rows: readonly any[]) => any];
  };
  readonly importKey?: readonly NoInfer<keyof F & string>[];
  /** Lines of which a document has one at most: a part of the document itself, shown as fields and never as a table. */
  readonly single?: true;
  /** The field that says what the quantities of a row are counted in; what is counted differently is never added up. */
  readonly unit?: NoInfer<keyof F & string>;
  /** Refusals in the area's own words: what is not there, what the state does not allow, and what {0} changed at {1} since it was read. */
  readonly codes?: {
    readonly notFound?: readonly [code: string, cn: string, en: string];
    readonly stale?: readonly [code: string, cn: string, en: string];
    /** A code alone keeps the sentence that names the action, the state and the states that would do. */
    readonly state?: readonly [code: string] | readonly [code: string, cn: string, en: string];
  };
  /** Anyone signed in may read it (reference data); otherwise a menu that shows it must be granted. */
  readonly open?: true;
  /** A table of the kernel's own that no call reaches. */
  readonly internal?: true;
  /** Read from other tables through a view the server keeps; it has no table of its own and nothing is ever saved. */
  readonly view?: true;
}

export interface Entity<
  N extends string = string,
  F extends Fields = Fields,
  L extends Lines = any,
  S extends string = any,
  A extends Actions = any,
> extends Shape<F, L, S, A> {
  readonly name: N;
  readonly label: Text;
  readonly service: string;
  readonly fields: F;
  readonly lines: L;
  readonly owns: Lines;
  readonly actions: A;
  readonly stateField: string;
  readonly title: readonly string[];
}

export type Verb<E extends Entity> = (keyof E["actions"] & string) | "saveOrUpdate" | "delete";

/** Declares a business object once; table, checks, calls, pages, Excel, permissions and history follow from it. */
export function entity<
  const N extends string,
  const F extends Fields,
  const L extends Lines = {},
  S extends string = never,
  const A extends Actions = {},
  const P extends Approvals | undefined = undefined,
>(name: N, cn: string, en: string, declared: Shape<F, L, S, A, P>): Entity<N, F, L, S | StatesOf<P, S>, A & ApprovalActions<P>> {
  const approved = withApproval(name, declared as unknown as Shape<F, L, S | StatesOf<P, S>, A & ApprovalActions<P>>);
  const shape = withWaiting(withVersions(withRevision(approved)));
  const made: Entity<N, F, L, S | StatesOf<P, S>, A & ApprovalActions<P>> = {
    ...shape,
    name,
    label: [cn, en],
    service: shape.service ?? "srmServer",
    fields: (shape.states ? { ...shape.fields, ...stateField(name, shape) } : shape.fields) as F,
    lines: (shape.lines ?? {}) as L,
    owns: shape.owns ?? {},
    actions: (shape.actions ?? {}) as A & ApprovalActions<P>,
    stateField: shape.stateField ?? "status",
    title: shape.title ?? Object.keys(shape.fields).slice(0, 2),
  };
  return enter(made);
}

/** The states block makes its own field and its own lookup, so that no status is typed twice. */
function stateField(name: string, shape: Shape<Fields, Lines, string, Actions>): Fields {
  const key = shape.stateField ?? "status";
  const field: Omit<Field<string, true>, "$"> = {
    kind: "pick",
    label: shape.fields[key]?.label ?? (["状态", "Status"] as const),
    optional: false,
    computed: true,
    lookup: shape.stateLookup ?? `${name}.${key}`,
    initial: Object.keys(shape.states ?? {})[0] ?? null,
  };
  return { [key]: field as Field };
}

export const lookupOfStates = (e: Entity): string => e.stateLookup ?? `${e.name}.${e.stateField}`;

/** Every collection of a document: its lines and the rows it owns. */
export const collections = (e: Entity): Lines => ({ ...e.lines, ...e.owns });

const labelOfCommon: Readonly<Record<CommonKey, Text>> = {
  id: ["编号", "Id"],
  createdBy: ["创建人", "Created by"],
  creationDate: ["创建时间", "Created at"],
  lastUpdatedBy: ["更新人", "Updated by"],
  lastUpdateDate: ["更新时间", "Updated at"],
  versionNum: ["版本", "Version"],
};

const common = (key: CommonKey, kind: Field["kind"], more: Partial<Field> = {}): Field =>
  ({ kind, label: labelOfCommon[key], optional: false, computed: true, ...more }) as Field;

/** The fields every table has. */
export const commonFields: Readonly<Record<CommonKey, Field>> = {
  id: common("id", "text"),
  createdBy: common("createdBy", "ref", { target: "BaseUsers" }),
  creationDate: common("creationDate", "datetime"),
  lastUpdatedBy: common("lastUpdatedBy", "ref", { target: "BaseUsers" }),
  lastUpdateDate: common("lastUpdateDate", "datetime"),
  versionNum: common("versionNum", "int"),
};

export const fieldOf = (e: Entity, key: string): Field | undefined => e.fields[key] ?? commonFields[key as CommonKey];

/** Where a person's few typed characters are looked for: number, code and name, in both languages. */
export const keywordFields = (e: Entity): string[] => {
  const names = [...e.title, ...(e.alsoKnownBy ?? [])];
  const keys = new Set([...(e.number ? [e.number[0]] : []), ...names, ...names.flatMap((key) => e.fields[key]?.english ?? [])]);
  return [...keys].filter((key) => isTyped(e, key));
};

/** Whether a person may look for a part of it. */
export const isTyped = (e: Entity, key: string): boolean => ["text", "code"].includes(e.fields[key]?.kind ?? "") && !e.fields[key]?.hidden;

/** What a search like "lines.itemId" means: the collection, its entity and the field there; null for a field of the document itself. */
export function ofLines(e: Entity, name: string): { readonly collection: string; readonly line: Entity; readonly key: string } | null {
  const at = name.indexOf(".");
  const collection = at < 0 ? "" : name.slice(0, at);
  return Object.hasOwn(e.lines as Lines, collection)
    ? { collection, line: (e.lines as Lines)[collection]!, key: name.slice(at + 1) }
    : null;
}

/** The names under which a reference's code and name travel beside its id: supplierId → supplierCode, supplierName. */
export const companions = (key: string): { readonly code: string; readonly name: string } => {
  const base = key.replace(/Id$/, "");
  return { code: `${base}Code`, name: `${base}Name` };
};
