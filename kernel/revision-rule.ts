import type { Doc, Draft, Entity, Input, Me } from "./entity.ts";
import { refuse, type Refusal } from "./refusal.ts";
import { collectionsOf, differences, fateOf, gone, pairs, revisionFaults, rowsIn, type Difference } from "./revision-diff.ts";
import {
  revisesOf,
  startOf,
  type AnyLines,
  type AnyRow,
  type AnyRules,
  type RevisedLines,
  type RevisedRow,
  type Revises,
} from "./revision.ts";
import { add, drop, make, reveal, rule, run, set, type Effect, type Moment, type Rule } from "./rule.ts";

type Row = AnyRow & { readonly id: string };
type Patch = Readonly<Record<string, unknown>>;

const without = (row: object, keys: readonly string[], all: readonly string[]): Patch =>
  Object.fromEntries(all.filter((key) => !keys.includes(key)).map((key) => [key, (row as Row)[key] ?? null]));

const takenKeys = ({ changes = [], follows = [] }: RevisedRow): readonly string[] => [...changes, ...follows];

/** What a row of a draft brings to the row in force. */
export const takenFrom = <R extends object>(rules: AnyRules, draft: R): Partial<R> =>
  Object.fromEntries(takenKeys(rules as RevisedRow).map((key) => [key, (draft as unknown as Row)[key] ?? null])) as Partial<R>;

/** The field that links a row of a draft to the row in force; none where they are found by what they say. */
const linkOf = ({ by }: RevisedLines): string | null => (typeof by === "string" ? by : null);

/** The fields of a row but for those it leaves, with the rows below it. */
export function copied(e: Entity, rules: RevisedRow, row: object, ownKeys: readonly string[], isLinked: boolean): Patch {
  const lines = collectionsOf(e, rules).map(([key, below, line]) => [
    key,
    rowsIn(row, key)
      .filter((candidate) => below.while?.(candidate) !== false)
      .map((entry) => {
        const link = linkOf(below);
        return { ...copied(line, below, entry, link ? [link] : [], isLinked), ...(link && isLinked ? { [link]: entry["id"] } : {}) };
      }),
  ]);
  return { ...without(row, [...(rules.leaves ?? []), ...ownKeys], Object.keys(e.fields)), ...Object.fromEntries(lines) };
}

/** The fields of the construct itself: none of them is copied. */
const ownKeysOf = (e: Entity, r: Revises): string[] =>
  [r.live, r.draft, r.number, r.status, r.before, r.reason, r.kept, e.stateField].filter((key) => key !== undefined);

/** The document once more as a new one, without its number. */
export const copyOf = <E extends Entity>(e: E, doc: Doc<E>): Draft<E> =>
  copied(e, revisesOf(e)!, doc, [...ownKeysOf(e, revisesOf(e)!), ...(e.number ? [e.number[0]] : [])], false) as Draft<E>;

/** The draft beside a document in force: the same document, each row naming the one it stands for. */
export function draftOf<E extends Entity>(e: E, live: Doc<E>, reason: string | null): Draft<E> {
  const r = revisesOf(e)!;
  return {
    ...copied(e, r, live, ownKeysOf(e, r), true),
    [r.live]: live.id,
    [r.number]: Number((live as Row)[r.number]) + 1,
    ...(r.reason ? { [r.reason]: reason } : {}),
  } as Draft<E>;
}

/** What a takeover needs besides the two documents. */
interface Taking {
  readonly at: Pick<Moment, "newId">;
  /** The id a new row will have, where something else names it already. */
  readonly idOf?: (draft: AnyRow) => string | undefined;
  /** Further values of a row that is taken over or added. */
  also?(collection: string, draft: AnyRow): Patch;
}

interface Writing {
  idFor(row: object): string;
  also(collection: string, draft: AnyRow): Patch;
}

function rowsTaken(e: Entity, rules: RevisedRow, live: Row, draft: object, how: Writing): Effect[] {
  return collectionsOf(e, rules).flatMap(([key, below, line]) => {
    const [lives, drafts] = [rowsIn(live, key) as readonly Row[], rowsIn(draft, key)];
    const also = (current: object): Patch => how.also(key, current);
    return [
      ...pairs(below, lives, drafts).flatMap((pair): Effect[] =>
        pair.live
          ? [
              set(pair.live, { ...takenFrom(below, pair.draft), ...also(pair.draft) }),
              ...rowsTaken(line, below, pair.live, pair.draft, how),
            ]
          : [add(live, key, { id: how.idFor(pair.draft), ...newRow(line, below, pair.draft), ...also(pair.draft) })],
      ),
      ...gone(below, lives, drafts).map((row) => {
        const fate = fateOf(below, row);
        return typeof fate === "object" ? set(row, fate as never) : drop(row);
      }),
    ];
  });
}

/** A row that a draft brings, with all below it: it stands for nothing any more. */
export function newRow(e: Entity, rules: AnyLines, draft: object): Patch {
  const link = linkOf(rules as RevisedLines);
  const lines = collectionsOf(e, rules).map(([key, below, line]) => [key, rowsIn(draft, key).map((row) => newRow(line, below, row))]);
  const keys = [...(rules.leaves ?? []), ...(rules.about ?? []), ...(link ? [link] : [])];
  return { ...without(draft, keys as string[], Object.keys(e.fields)), ...Object.fromEntries(lines) };
}

/** The fields of the document in force that say nothing once its draft is gone. */
const cleared = (r: Revises): Patch =>
  Object.fromEntries([r.draft, r.status, r.before].flatMap((key) => (key === undefined ? [] : [[key, null]])));

/** The document in force goes on in the state it had before its change began, where that is kept. */
const restored = (e: Entity, { before }: Revises, live: object): Patch => {
  const state = before && (live as Row)[before];
  return state ? { [e.stateField]: state } : {};
};

/** The fields of the document in force after a takeover. */
export function headTaken<E extends Entity>(e: E, live: Doc<E>, draft: Doc<E>): Patch {
  const r = revisesOf(e)!;
  const reason = r.reason ? { [r.reason]: (draft as Row)[r.reason] ?? null } : {};
  return { ...takenFrom(r, draft), ...cleared(r), ...reason, [r.number]: Number((live as Row)[r.number]) + 1 };
}

/** What the draft changed stays with it; rows it brought are named by the ids they have in the document in force. */
export function keeps<E extends Entity>(e: E, live: Doc<E>, draft: Doc<E>, idOf: (draft: AnyRow) => string): Effect | false {
  const { kept } = revisesOf(e)!;
  const named = (row: object, old: object | null): string => (old as Row | null)?.id ?? idOf(row);
  return kept ? set(draft as Row, { [kept]: differences(e, live, draft, named) }) : false;
}

/** The document in force becomes what an approved draft says, rows included. */
export function takeOver<E extends Entity>(e: E, live: Doc<E>, draft: Doc<E>, { at, idOf, also }: Taking): (Effect | false)[] {
  const ids = new Map<object, string>();
  const idFor = (row: object): string => {
    if (!ids.has(row)) ids.set(row, idOf?.(row) ?? at.newId());
    return ids.get(row)!;
  };
  return [
    keeps(e, live, draft, idFor),
    set(live as Row, { ...headTaken(e, live, draft), ...restored(e, revisesOf(e)!, live) }),
    ...rowsTaken(e, revisesOf(e)!, live as Row, draft, { idFor, also: also ?? (() => ({})) }),
  ];
}

/** An approved draft takes over, in the transaction of its approval. */
export function takesOver<E extends Entity>(e: E, draft: Doc<E>): (Effect | false)[] {
  const { done, live } = revisesOf(e)!;
  return [
    done !== undefined && set(draft as Row, { [e.stateField]: done }),
    run(e as Entity, (draft as Row)[live], "doRevise", { draftId: draft.id }),
  ];
}

/** How far a draft has come, told to the document in force; nothing of a document that is no draft. */
export function marked<E extends Entity>(e: E, doc: Doc<E>, changeStatus: string): Effect | false {
  const liveId = (doc as Row)[revisesOf(e)!.live];
  return liveId ? run(e as Entity, liveId, "doChangeDecided", { changeStatus }) : false;
}

/** The differences a draft that has taken over keeps. */
export const keptRows = (e: Entity, draft: object): readonly Difference[] => {
  const { kept } = revisesOf(e)!;
  const rows = kept ? (draft as Row)[kept] : null;
  return Array.isArray(rows) ? rows.filter((row) => Array.isArray(row.path)) : [];
};

/** Where a document's revisions differ from the usual. */
interface How<E extends Entity> {
  /** What the draft begins with besides its copy. */
  readonly begins?: (doc: Doc<E>, nth: number, input: Patch) => Patch;
  /** What else happens when a change begins, and when it is discarded. */
  readonly begun?: (doc: Doc<E>, draftId: string, reason: string | null) => readonly Effect[];
  readonly dropped?: (doc: Doc<E>, draftId: string) => readonly Effect[];
  /** The document in force as it is again when its draft is discarded. */
  readonly restores?: (doc: Doc<E>, at: Moment) => Patch;
}

const onDraft = ({ codes }: Revises): Refusal =>
  refuse(codes?.draft ?? "REVISION_DRAFT", "变更稿不能再变更", "A draft revision cannot be changed again");

/** The reason somebody gave: the first field of the action's input. */
function reasonOf(e: Entity, action: string, input: Patch): string | null {
  const [key] = Object.keys((e.actions as Record<string, { readonly input?: object }>)[action]?.input ?? {});
  return ((key && input[key]) as string | undefined) ?? null;
}

/** A change begins: the document in force goes on, its draft is written beside it. */
function startRule<E extends Entity>(e: E, { begins, begun }: How<E>): Rule {
  const r = revisesOf(e)!;
  const start = startOf(r);
  return rule(e as Entity, start, {
    reads: async (doc, find) => ({
      nth: (await find.count(e, { [r.live]: doc.id })) + 1,
      isOpen: await find.exists(e, { [r.live]: doc.id, [e.stateField]: r.open }),
    }),
    decide(doc, { nth, isOpen }, input, _: Me, at) {
      if ((doc as Row)[r.live]) return onDraft(r);
      if (isOpen) return refuse(r.codes?.open ?? "REVISION_OPEN", "已有一份变更在办", "A change is already in progress");
      const id = at.newId();
      const reason = reasonOf(e, start, input as Patch);
      const before = (at.before(doc) as Row | null)?.[e.stateField];
      return [
        set(doc as Row, {
          ...(r.draft ? { [r.draft]: id } : {}),
          ...(r.status ? { [r.status]: r.open[0] } : {}),
          ...(r.before ? { [r.before]: before } : {}),
          ...(r.draft && r.reason ? { [r.reason]: reason } : {}),
        }),
        make(e as Entity, id, { ...draftOf(e, doc as Doc<E>, reason), ...begins?.(doc as Doc<E>, nth, input as Patch) } as never),
        ...(begun?.(doc as Doc<E>, id, reason) ?? []),
        reveal({ [r.draft ?? "draftId"]: id }),
      ];
    },
  });
}

/** A change is discarded, from the document in force or from its draft: the draft goes, the document in force is as it was. */
function discardRule<E extends Entity>(e: E, { restores, dropped }: How<E>): Rule {
  const r = revisesOf(e)!;
  return rule(e as Entity, "doCancelChange", {
    reads: async (doc, find) => {
      if ((doc as Row)[r.live]) return { draft: null };
      const [open] = await find.where(e, { [r.live]: doc.id, [e.stateField]: r.open }, 1);
      return { draft: open ? await find.lock(e as Entity, open.id) : null };
    },
    decide(doc, { draft }, _, __: Me, at) {
      const liveId = (doc as Row)[r.live];
      if (liveId) return run(e as Entity, liveId, "doCancelChange", {});
      if (!draft) return r.codes?.none ?? refuse("REVISION_NONE", "没有进行中的变更", "There is no change in progress");
      if (!(e.savesFrom as readonly string[] | undefined)?.includes((draft as Row)[e.stateField]))
        return refuse(r.codes?.draft ?? "REVISION_DRAFT", "变更已送审，请先撤回", "The change is in approval; withdraw it first");
      return [
        set(doc as Row, {
          ...cleared(r),
          ...restored(e, r, doc),
          ...(r.draft && r.reason ? { [r.reason]: null } : {}),
          ...restores?.(doc as Doc<E>, at),
        }),
        r.discarded ? set(draft as Row, { [e.stateField]: r.discarded }) : drop(draft),
        ...(dropped?.(doc as Doc<E>, draft.id) ?? []),
      ];
    },
  });
}

/** How far the draft has come stands on the document in force. */
const markRule = <E extends Entity>(e: E): Rule =>
  rule(e as Entity, "doChangeDecided", {
    decide: (doc, _, input) => {
      const { status } = revisesOf(e)!;
      return status ? set(doc as Row, { [status]: (input as Patch)["changeStatus"] ?? null }) : [];
    },
  });

/** The rules of a document with revisions, but for its takeover. */
export const revisionRules = <E extends Entity>(e: E, how: How<E> = {}): Rule[] => [
  startRule(e, how),
  ...("doCancelChange" in (e.actions as object) ? [discardRule(e, how)] : []),
  ...(revisesOf(e)!.status ? [markRule(e)] : []),
];

/** The takeover of a document that has nothing else to settle: checked again under its lock, then written. `faults` are what the declaration cannot say. */
export const takeoverRule = <E extends Entity>(e: E, faults: (live: Doc<E>, draft: Doc<E>) => readonly Refusal[] = () => []): Rule =>
  rule(e as Entity, "doRevise", {
    reads: async (_doc, find, input) => ({ draft: await find.one(e, String((input as Input<Entity, "doRevise">)["draftId"] ?? "")) }),
    decide: (doc, { draft }, _, __, at) => [
      ...revisionFaults(e, doc, draft),
      ...faults(doc as Doc<E>, draft),
      ...takeOver(e, doc as Doc<E>, draft, { at }),
    ],
  });
