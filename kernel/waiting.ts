import type { Approvals } from "./approval.ts";
import type { Actions, Entity, Lines, ListShape, Me, Shape } from "./entity.ts";
import type { Fields } from "./field.ts";
import type { TodoShape, Widget } from "./module.ts";
import type { Todo, TodoEnd } from "./rule.ts";
import type { Text } from "./text.ts";
import type { DatedRow, Remind, Timed } from "./timed.ts";

type Row = DatedRow;

/** Whom a state waits for: the supplier of the document, one person named on it, several of them, or everybody with a responsibility. */
type WaitsFor<K extends string> =
  | { readonly supplier: "SALES" | "QUALITY" | "FINANCE" | "LEGAL" | "ADMINS" | "ALL"; readonly of?: K }
  | { readonly user: K }
  | { readonly resp: string };

/** Documents in these states wait for somebody: a to-do that opens and closes with the state, a view of the list, a tile on home, and an event. */
export interface Waits<S extends string = string, K extends string = string> {
  /** The kind of to-do, how it is called, the page that handles it and what stands in the list; {bizNo} is the document's number. */
  readonly todo: string;
  readonly label: Text;
  readonly route: string;
  readonly title: Text;
  readonly in: readonly S[];
  /** Not every document in these states waits. */
  readonly while?: (doc: Row) => boolean;
  readonly who: WaitsFor<K>;
  /** The organisation whose people it is for. */
  readonly org?: K | ((doc: Row) => string | null);
  readonly due?: K | ((doc: Row) => string | null);
  readonly urgent?: (doc: Row) => boolean;
  /** How the to-do ends in states where it is not as usual: handled by whoever it waited for, withdrawn by anybody else. */
  readonly ends?: { readonly [T in S]?: TodoEnd };
  /** The view of the list with what waits: its key and its names. */
  readonly view?: readonly [key: string, cn: string, en: string];
  /** The list that has the view; that of the entity unless said. */
  readonly list?: string;
  readonly tile?: Pick<Widget, "code" | "label" | "seq" | "button" | "late">;
  /** The event that is told when the waiting begins, and its values besides the id. */
  readonly tells?: string;
  readonly says?: (doc: Row) => Row;
}

/** What an entity declares by dates and states. */
export interface Timetable<S extends string = string, K extends string = string> {
  /** What happens when a date arrives. */
  readonly timed?: readonly Timed<S, K | "parentId", string>[];
  /** Who is reminded of a date. */
  readonly remind?: readonly Remind<S, K | "parentId", string>[];
  /** Which states wait for whom. */
  readonly waiting?: readonly Waits<S, K>[];
}

const isForSupplier = (waits: Waits): boolean => "supplier" in waits.who;

/** The to-do a document has by one declaration; null while it does not wait. */
export function waitsFor(waits: Waits, stateField: string, doc: Row | null): Todo | null {
  if (doc === null || !waits.in.includes(doc[stateField]) || !(waits.while?.(doc) ?? true)) return null;
  const { who, org, due, urgent } = waits;
  const read = (current: string | ((row: Row) => string | null) | undefined): string | null =>
    (typeof current === "function" ? current(doc) : current === undefined ? null : doc[current]) ?? null;
  const dueDate = read(due);
  const whom =
    "supplier" in who
      ? { supplierId: doc[who.of ?? "supplierId"], ...(who.supplier === "ALL" ? {} : { contactRole: who.supplier }) }
      : "user" in who
        ? { userId: doc[who.user] }
        : { respCode: who.resp };
  return { ...whom, ...(org ? { orgId: read(org) } : {}), dueDate, ...(urgent?.(doc) ? { priority: "URGENT" } : {}) };
}

/** What an action changed about who waits for a document. */
export interface WaitingChange {
  readonly opens?: Todo;
  /** The person or supplier whose to-do ends; everybody's where nobody is named. */
  readonly closes?: { readonly as: TodoEnd; readonly userId?: string };
  /** The waiting began. */
  readonly isNew: boolean;
}

const personOf = (todo: Todo): string | undefined => (todo.userId ?? todo.supplierId ?? undefined) as string | undefined;

/** Compares a document before and after an action; null where nobody waits longer or shorter for it. */
export function waitingChange(waits: Waits, stateField: string, before: Row | null, after: Row | null, me: Me): WaitingChange | null {
  const [was, is] = [waitsFor(waits, stateField, before), waitsFor(waits, stateField, after)];
  if (was === null) return is && { opens: is, isNew: true };
  if (is === null) {
    const side = isForSupplier(waits) ? "supplier" : "internal";
    const as = waits.ends?.[after?.[stateField]] ?? (after && me.audience === side ? "HANDLED" : "WITHDRAWN");
    return { closes: { as }, isNew: false };
  }
  if (personOf(was) !== personOf(is)) return { opens: is, closes: { as: "WITHDRAWN", userId: personOf(was)! }, isNew: true };
  return was.dueDate === is.dueDate && was.priority === is.priority ? null : { opens: is, isNew: false };
}

type AnyShape = Shape<Fields, Lines, string, Actions, Approvals | undefined>;
type Views = NonNullable<ListShape["views"]>;

/** The declaration with the views of what waits. */
export function withWaiting<T extends AnyShape>(shape: T): T {
  const stateField = shape.stateField ?? "status";
  const viewsOf = (list: string | undefined): Views =>
    Object.fromEntries(
      ((shape.waiting ?? []) as readonly Waits[]).flatMap((waits) => {
        if (!waits.view || waits.list !== list) return [];
        const [key, cn, en] = waits.view;
        const { who } = waits;
        const where = (me: Me) => ({ [stateField]: waits.in, ...("user" in who ? { [who.user]: me.userId } : {}) });
        return [[key, [cn, en, where]] as const];
      }),
    );
  if (!shape.waiting?.some((waits) => waits.view)) return shape;
  const lists = Object.entries(shape.lists ?? {}).map(([key, list]) => [key, { ...list, views: { ...list.views, ...viewsOf(key) } }]);
  return { ...shape, views: { ...shape.views, ...viewsOf(undefined) }, ...(shape.lists ? { lists: Object.fromEntries(lists) } : {}) };
}

/** Every declaration of these entities and their lines. */
const waitsOf = (entities: readonly Entity[]): readonly (readonly [Entity, Waits])[] =>
  entities.flatMap((e) => [
    ...((e.waiting ?? []) as readonly Waits[]).map((waits) => [e, waits] as const),
    ...waitsOf(Object.values({ ...e.lines, ...e.owns }) as Entity[]),
  ]);

/** The kinds of to-do that entities declare. */
export const todosOf = (entities: readonly Entity[]): Readonly<Record<string, TodoShape>> =>
  Object.fromEntries(
    waitsOf(entities).map(([, waits]) => [
      waits.todo,
      { label: waits.label, side: isForSupplier(waits) ? "SUPPLIER" : "INTERNAL", route: waits.route, title: waits.title },
    ]),
  );

/** The tiles that entities declare: each counts its view of the list. */
export const tilesOf = (entities: readonly Entity[]): readonly Widget[] =>
  waitsOf(entities).flatMap(([entity, { tile, view, list, ...one }]): Widget[] => {
    if (!tile || !view) return [];
    const route = list ? entity.lists?.[list]?.route : entity.pages?.list;
    return [
      {
        ...tile,
        audience: isForSupplier(one as Waits) ? "SUPPLIER" : "INTERNAL",
        type: "FIGURE",
        ...(route ? { route } : {}),
        counts: { entity, view: view[0], ...(list ? { list } : {}) },
      },
    ];
  });
