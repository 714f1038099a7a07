import type { Entity, Me } from "./entity.ts";
import { mostOf, planned, type From, type FromContext, type FromGroup, type RowRefusal, type Taken } from "./from.ts";
import { offersAt, piecesOf, selectionIn } from "./from-select.ts";
import { postTo } from "./ledger-rule.ts";
import type { Post } from "./ledger-book.ts";
import { notFound, Refusal, refuse } from "./refusal.ts";
import { add, make, rule, run, set, type Effect, type Find, type Moment, type Rule } from "./rule.ts";

type Row = Readonly<Record<string, unknown>>;

/** A row as a caller names it, with how much of it; without a quantity as much as is suggested. */
export interface Wish {
  readonly source: string;
  readonly id: string;
  readonly qty: string | null;
}

/** The rows a caller names; of a `from` with one kind of rows the kind need not be named. */
export function wishesOf(of: From, chosen: unknown): readonly Wish[] {
  const [only] = Object.keys(of.sources);
  return (Array.isArray(chosen) ? (chosen as readonly Row[]) : []).map((entry) => ({
    source: entry["source"] ? String(entry["source"]) : only!,
    id: String(entry["id"] ?? ""),
    qty: entry["qty"] === null || entry["qty"] === undefined || entry["qty"] === "" ? null : String(entry["qty"]),
  }));
}

const notOffered = ({ id }: Wish): Refusal =>
  refuse("FROM_NOT_OFFERED", "所选行目前不可选择", "The chosen row is not available", { data: { id } });

/** The chosen rows as they stand now, and what is wrong with those that are not there, not visible or not offered. */
export async function takenOf(
  of: From,
  find: Find,
  me: Me,
  wishes: readonly Wish[],
): Promise<{ readonly taken: readonly Taken[]; readonly refusals: readonly RowRefusal[] }> {
  const bySource = [...Map.groupBy(wishes, (wish) => wish.source)].filter(([name]) => Object.hasOwn(of.sources, name));
  const known = new Map(
    await Promise.all(
      bySource.map(async ([name, own]) => {
        const from = of.sources[name]!;
        const row = from.path.at(-1) as Entity;
        const ids = [...new Set(own.map((wish) => wish.id))];
        const [seen, open, offers] = await Promise.all([
          find.visibleIds(row, { id: ids }, ids.length),
          find.visibleIds(row, { all: [{ id: ids }, from.offers(me)] }, ids.length),
          offersAt(of, name, find, ids),
        ]);
        return [name, { from, row, seen: new Set(seen), open: new Set(open), offers }] as const;
      }),
    ),
  );
  const taken: Taken[] = [];
  const refusals: RowRefusal[] = [];
  for (const wish of wishes) {
    const at = known.get(wish.source);
    const offer = at?.offers.get(wish.id);
    const refuseRow = (refusal: Refusal): void => void refusals.push({ source: wish.source, id: wish.id, refusal });
    if (!at || !offer || !at.seen.has(wish.id)) refuseRow(notFound(at?.row ?? of.target));
    else if (!at.open.has(wish.id)) refuseRow(of.notOffered?.(wish) ?? notOffered(wish));
    else taken.push({ ...offer, qty: wish.qty ?? offer.suggested });
  }
  return { taken, refusals };
}

/** The rows a caller names and, where he asks for all that match, those too; a quantity he names goes before what is suggested. */
async function allWished(of: From, find: Find, input: Row, me: Me): Promise<readonly Wish[]> {
  const named = wishesOf(of, input["chosen"]);
  const { matching } = input;
  if (typeof matching !== "object" || matching === null) return named;
  const isNamed = new Set(named.map((wish) => `${wish.source}|${wish.id}`));
  const wishes = [...named];
  for await (const piece of piecesOf(of, () => find, me, selectionIn(of, matching as Row))) {
    for (const { source, id } of piece) if (!isNamed.has(`${source}|${id}`)) wishes.push({ source, id, qty: null });
    if (wishes.length > mostOf(of)) break;
  }
  return wishes;
}

/** What is wrong with the list of rows itself. */
function listFault(of: From, wishes: readonly Wish[]): Refusal | null {
  const most = mostOf(of);
  if (wishes.length === 0) return refuse("FROM_EMPTY", "请至少选择一行", "Choose at least one row");
  if (wishes.length > most) return refuse("FROM_TOO_MANY", `一次最多选择 ${most} 行`, `Choose at most ${most} rows at a time`);
  if (new Set(wishes.map((wish) => `${wish.source}|${wish.id}`)).size < wishes.length)
    return refuse("FROM_TWICE", "同一行只能选择一次", "A row can be chosen only once");
  return null;
}

/** What is left of the sources is posted on their ledgers: all postings of one document together. */
function posted(
  of: From,
  made: readonly { readonly id: string; readonly group: FromGroup; readonly lineIds: readonly string[] }[],
): Effect[] {
  const posts = made.flatMap(({ id, group, lineIds }) =>
    group.taken.flatMap((taken, i) => {
      const { posts: how } = of.sources[taken.source]!;
      if (!how) return [];
      const post: Post = {
        owner: taken.id,
        event: how.event,
        deltas: how.deltas(taken),
        // The line is new, so the posting is: it needs no request key of its own.
        causeType: of.target.name as string,
        causeId: id,
        causeLineId: lineIds[i] ?? id,
        ...how.more?.(taken),
      };
      return [{ home: how.home, docId: taken.docId, post }];
    }),
  );
  return [...Map.groupBy(posts, (post) => `${post.home.ledger.code}|${post.docId}`).values()].map((own) =>
    postTo(
      own[0]!.home,
      own[0]!.docId,
      own.map((entry) => entry.post),
    ),
  );
}

/** The document of each group, saved by the rules of its entity. The first is the one the action creates. */
function created(of: From, doc: Row & { readonly id: string }, groups: readonly FromGroup[], at: Moment): Effect[] {
  const made = groups.map((group, i) => ({
    id: i === 0 ? doc.id : at.newId(),
    group,
    lineIds: group.lines.map(() => at.newId()),
  }));
  const [collection] = of.lines ?? [];
  return [
    ...made.flatMap(({ id, group, lineIds }, i): Effect[] => {
      const lines = group.lines.map((line, k) => ({ ...line, id: lineIds[k] }));
      return i === 0
        ? [set(doc as never, group.head as never), ...lines.map((line) => add(doc, collection!, line))]
        : [
            {
              ...make(of.target, id, { ...group.head, ...(collection ? { [collection]: lines } : {}) } as never),
              namesLines: true,
            } as Effect,
          ];
    }),
    ...made.map(({ id }) => run(of.target as Entity, id, "saveOrUpdate", {})),
    ...posted(of, made),
  ];
}

/** The facts of chosen rows, of a list of them or of those somebody asks to see. */
export const factsOf = async (of: From, taken: readonly Taken[], find: Find, how: FromContext): Promise<unknown> =>
  of.reads && taken.length ? of.reads(taken, find, how) : {};

/** The chosen rows as they stand now, with everything the mapping needs. */
async function readFor(of: From, find: Find, input: Row, me: Me, at: Moment) {
  const wishes = await allWished(of, find, input, me);
  const fault = listFault(of, wishes);
  if (fault) return { fault, taken: [], refusals: [], facts: {} };
  const found = await takenOf(of, find, me, wishes);
  return { fault, ...found, facts: await factsOf(of, found.taken, find, { me, at, input }) };
}
type Read = Awaited<ReturnType<typeof readFor>>;

/** The documents the rows become, or everything that stands in the way. */
function decided(of: From, { fault, taken, refusals, facts }: Read, how: FromContext): readonly FromGroup[] | readonly Refusal[] {
  if (fault) return [fault];
  const plan = planned(of, taken, facts, how);
  const faults = [...refusals, ...plan.refusals];
  return faults.length ? faults.map((rowRefusal) => rowRefusal.refusal) : plan.groups;
}
const areRefusals = (some: readonly FromGroup[] | readonly Refusal[]): some is readonly Refusal[] => some[0] instanceof Refusal;

/** The rows of one group as further lines of a document, saved by its rules. */
function added(of: From, doc: Row & { readonly id: string }, groups: readonly FromGroup[], at: Moment): readonly (Effect | Refusal)[] {
  const [group, other] = groups;
  const key = of.adds![1](doc as never);
  if (other || (key && JSON.stringify(key) !== group!.key))
    return [refuse("FROM_SEVERAL", "所选行属于其他单据", "The chosen rows belong to another document")];
  const lineIds = group!.lines.map(() => at.newId());
  return [
    ...group!.lines.map((line, i) => add(doc, of.lines![0], { ...line, id: lineIds[i] })),
    run(of.target as Entity, doc.id, "saveOrUpdate", {}),
    ...posted(of, [{ id: doc.id, group: group!, lineIds }]),
  ];
}

type Then = (of: From, doc: Row & { readonly id: string }, groups: readonly FromGroup[], at: Moment) => readonly (Effect | Refusal)[];

const ruleOf = (of: From, action: string, then: Then): Rule =>
  rule(of.target as Entity, action as never, {
    reads: (_doc, find, input: Row, me, at) => readFor(of, find, input, me, at),
    decide: (doc, read, input: Row, me, at) => {
      const groups = decided(of, read, { me, at, input });
      return areRefusals(groups) ? groups : then(of, doc as never, groups, at);
    },
  });

/** The rules behind the creating and the adding action: everything the list and the preview say is checked again. */
export const fromRules = (of: From): readonly Rule[] => [
  ruleOf(of, of.action, created),
  ...(of.adds ? [ruleOf(of, of.adds[0] as string, added)] : []),
];
